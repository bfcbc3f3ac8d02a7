"""Profiles of annotators: how far each agrees with the others, to which end each leans, how each uses the classes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ordquant_core.analysis.planning.votes import count_labels
from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.records import FloatArray, Framed, IntArray
from ordquant_core.statistics.alpha import krippendorff_alpha
from ordquant_core.statistics.group_interaction import EQUAL
from ordquant_core.statistics.mean_interval import t_limit

NONE = -1  # the annotator has not labelled the case
PERMUTATIONS = 200
FEW = 5  # cases below which there is no interval
NO_NAMES = (
    "The files do not say who voted for what. Profiles of annotators need LeWiDi JSON, DBDC logs, NTCIR JSON whose "
    "lists are equally long, or a table with a row per vote and a column “annotator”."
)
UNNAMED = "the file names no annotators: the n-th labels of all lists are assumed to come from one annotator"
ONE_EACH = "No case has labels from two annotators, so annotators cannot be compared."


@dataclass(frozen=True, slots=True, eq=False)
class Profiles(Framed):
    """What is known of every annotator; arrays have the shape (annotators,) or (annotators, classes).

    Only cases with two labels or more count. NaN: the annotator has none of them, or too few for an interval.
    """

    annotators: tuple[str, ...]
    classes: tuple[str, ...]
    cases: IntArray  # labels of the annotator on such cases
    agreement: FloatArray  # share of the other labels of the same cases that are the same
    distance: FloatArray  # mean distance from the other labels, in shares of the scale
    bias: FloatArray  # mean of own class minus mean class of the others, in classes; positive: towards the last class
    low: FloatArray  # of the bias
    high: FloatArray
    alpha: float  # Krippendorff's, of all annotators
    alpha_without: FloatArray  # of the others: larger than `alpha` where the annotator lowers it
    shares: FloatArray  # of the classes among the labels of the annotator


def profiles(annotators: Sequence[str], labels: IntArray, classes: Sequence[str]) -> Profiles:
    r"""Describe annotators by their labels, (annotators, cases): numbers of classes, -1 where there is none.

    With x the class of the annotator on a case and y those of the K - 1 others there, means over the cases of

    .. math:: \frac{|\{y = x\}|}{K - 1}, \quad \frac{\sum |x - y|}{(K - 1)(L - 1)}, \quad x - \frac{\sum y}{K - 1},

    the last with Student's 95% interval over cases, from five cases on. Raises `ShapeMismatchError`, and
    `OrdquantError` where no case has two labels.

    >>> found = profiles(["x", "y", "z"], np.array([[0, 1, 2], [0, 1, 2], [1, 2, -1]]), "abc")
    >>> found.bias.round(3).tolist(), found.agreement.round(3).tolist()
    ([-0.333, -0.333, 1.0], [0.667, 0.667, 0.0])
    """
    given = np.asarray(labels)
    if given.ndim != 2 or given.shape[0] != len(annotators) or given.size == 0:
        raise ShapeMismatchError(f"Give labels of shape (annotators, cases), got {given.shape}.")
    if given.min() < NONE or given.max() >= len(classes):
        raise ShapeMismatchError(f"Labels are class numbers from 0 to {len(classes) - 1}, or {NONE} for no label.")
    given = given[:, (given != NONE).sum(axis=0) > 1]
    if not given.shape[1]:
        raise OrdquantError(ONE_EACH)
    votes = count_labels(given, len(classes))
    rows = [_row(own, votes) for own in given]
    agreement, distance, bias, low, high, without = np.array([row[0] for row in rows]).T
    return Profiles(
        tuple(annotators),
        tuple(classes),
        (given != NONE).sum(axis=1),
        agreement,
        distance,
        bias,
        low,
        high,
        krippendorff_alpha(votes),
        without,
        np.stack([row[1] for row in rows]),
    )


def order_matters(labels: IntArray, *, rng: np.random.Generator, n_permutations: int = PERMUTATIONS) -> float:
    """Return the p-value of the hypothesis that the order of the labels is arbitrary: rows are not annotators.

    The test statistic is the variance of the mean class of the rows; the labels of every case are permuted. For labels
    without gaps, (annotators, cases). The p-value is (k + 1) / (n + 1).
    """
    values = np.asarray(labels, dtype=np.float64)
    observed = values.mean(axis=1).var()
    drawn = [rng.permuted(values, axis=0).mean(axis=1).var() for _ in range(n_permutations)]
    # a permutation may have the same means in another order, whose variance differs in the last digit
    return float((1 + np.sum(np.array(drawn) >= observed * EQUAL)) / (1 + n_permutations))


def _row(own: IntArray, votes: IntArray) -> tuple[list[float], FloatArray]:
    """Return agreement, distance, bias, its interval and alpha without the annotator; and the shares of the classes."""
    n_classes = votes.shape[1]
    there = own != NONE
    mine = own[there]
    others = votes[there].astype(np.float64)
    others[np.arange(len(mine)), mine] -= 1
    without = votes.copy()
    without[there] = others
    alpha = krippendorff_alpha(without) if (without.sum(axis=1) > 1).any() else float("nan")
    if not len(mine):
        return [float("nan")] * 5 + [alpha], np.full(n_classes, np.nan)
    total = others.sum(axis=1)
    positions = np.arange(n_classes)
    same = others[np.arange(len(mine)), mine] / total
    far = (others * np.abs(positions - mine[:, None])).sum(axis=1) / total / (n_classes - 1)
    lean = mine - others @ positions / total
    half = float(t_limit(len(mine))) * lean.std(ddof=1) / np.sqrt(len(mine)) if len(mine) >= FEW else float("nan")
    bias = float(lean.mean())
    shares = np.bincount(mine, minlength=n_classes) / len(mine)
    return [float(same.mean()), float(far.mean()), bias, bias - half, bias + half, alpha], shares
