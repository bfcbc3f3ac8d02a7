"""How much information do two rankings share, in bits, and how much is left given others? [golbus2013]

A ranking becomes a variable over ordered pairs of items: +1 where the first item ranks before the second, -1 where it
ranks after it. Kendall's tau is the expectation of the product of two such variables; their mutual information can be
conditioned on further rankings, which tau cannot.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.statistics.rank_correlation import NOT_A_NUMBER, dense_ranks

CHUNK = 2**21  # pairs held at a time
MOST_RANKINGS = 62  # their signs on a pair of items are the bits of one number
DENSE = 16  # up to so many rankings, counts of all patterns are kept
NO_PAIR = "every pair of items ties in one of the rankings: information is not defined"


@dataclass(frozen=True, slots=True)
class Information:
    """Mutual information of two rankings, or the reason why there is none."""

    bits: float | None
    pairs: int  # pairs of items that no ranking involved ties, each counted once
    undefined: str = ""


def information_tau(x: ArrayLike, y: ArrayLike, *, given: Sequence[ArrayLike] = ()) -> Information:
    r"""Information tau of two vectors of n scores, in bits, in [0, 1]; conditional on the rankings `given`.

    .. math:: \tau_I(x, y \mid z) = I(X; Y \mid Z), \qquad \tau_I(x, y) = 1 - H_2\left(\frac{1 - \tau}{2}\right)

    X, Y and Z are the signs of x, y and the rankings given, on an ordered pair of items drawn evenly from those that
    no ranking involved ties; probabilities are joint frequencies. tau is (C - D) / (C + D), tau-b where nothing ties:
    reversed rankings share as much information as equal ones. Conditional on x or y itself it is 0.

    Scores are rounded to 12 decimals before they are ranked, so that equal means tie; infinite ones rank. Raises
    `ShapeMismatchError` unless all are vectors of one length, `OrdquantError` for more than 60 rankings given.
    Reference: section 4 and the appendix of [golbus2013].

    >>> round(information_tau([1, 2, 3, 4], [1, 2, 4, 3]).bits, 4)  # one of six pairs is discordant
    0.35
    >>> information_tau([1, 2, 3, 4], [1, 2, 4, 3], given=[[1, 2, 4, 3]]).bits
    0.0
    """
    ranks = _ranks(x, y, given)
    if ranks is None:
        return Information(None, 0, NOT_A_NUMBER)
    signs, counts = _signs(ranks)
    if not len(counts):
        return Information(None, 0, NO_PAIR)
    return Information(_left(signs, counts), int(counts.sum()) // 2)


def information_by_chance(n_items: int) -> float:
    r"""Return the mean information tau of two random rankings without ties of n items, n >= 2, in bits.

    d of m = n (n - 1) / 2 pairs are discordant with the probability :math:`M(d) / n!`, M the Mahonian numbers: the
    coefficients of :math:`\prod_{k=2}^{n} (1 + x + \cdots + x^{k-1})`.

    >>> information_by_chance(2), round(information_by_chance(3), 4)  # (1 + 1 + 4 (1 - H2(1 / 3))) / 6
    (1.0, 0.3878)
    """
    shares = np.ones(1)
    for k in range(2, n_items + 1):
        shares = np.convolve(shares, np.full(k, 1 / k))
    discordant = np.arange(len(shares)) / (len(shares) - 1)
    either = np.stack([discordant, 1 - discordant])
    return float(shares @ (1 + (either * np.log2(np.where(either > 0, either, 1))).sum(axis=0)))


@dataclass(frozen=True, slots=True)
class InformationLeft:
    """What two rankings share, and what is left of it given others, on the same pairs of items."""

    alone: float  # bits that the two rankings share
    left: float  # bits of it that remain, given the others
    left_by_chance: float  # the same given rankings that have nothing to do with the two: the mean over permutations
    pairs: int  # pairs of items that no ranking involved ties
    of: int  # all pairs of items
    tau: float  # (C - D) / (C + D) of the two rankings on these pairs: its sign is their direction


def information_left(
    x: ArrayLike, y: ArrayLike, given: Sequence[ArrayLike], *, rng: np.random.Generator, n_permutations: int = 100
) -> InformationLeft | None:
    """Compare what two rankings share with what is left given others; None for NaN, and where every pair ties.

    Both are counted on the pairs that none of the rankings ties. Few items leave less given any ranking: for
    comparison the items of the rankings given are permuted, all of these rankings alike. Raises as `information_tau`.

    >>> shared = information_left([1, 2, 3, 4], [1, 2, 4, 3], [[1, 1, 1, 2]], rng=np.random.default_rng(1))
    >>> shared.pairs, shared.of, round(shared.alone, 3), shared.left
    (3, 6, 0.082, 0.0)
    """
    ranks = _ranks(x, y, given)
    if ranks is None:
        return None
    signs, counts = _signs(ranks)
    if not len(counts):
        return None
    alone, left = min(mutual_information(signs[:1], signs[1:2], counts=counts), 1.0), _left(signs, counts)
    tau = float(np.where(signs[0] == signs[1], counts, -counts).sum() / counts.sum())
    chance = []
    both, others = ranks[:2], ranks[2:]
    for _ in range(n_permutations if len(others) else 0):
        permuted = _signs(np.concatenate([both, others[:, rng.permutation(ranks.shape[1])]]))
        if len(permuted[1]):
            chance.append(_left(*permuted))
    by_chance = float(np.mean(chance)) if chance else left
    n_items = ranks.shape[1]
    return InformationLeft(alone, left, by_chance, int(counts.sum()) // 2, n_items * (n_items - 1) // 2, tau)


def _ranks(x: ArrayLike, y: ArrayLike, given: Sequence[ArrayLike]) -> IntArray | None:
    """Return the ranks of the items in every ranking, (rankings, items); None where a value is not a number."""
    rankings = [np.asarray(values, dtype=np.float64) for values in (x, y, *given)]
    shapes = {values.shape for values in rankings}
    if len(shapes) > 1 or rankings[0].ndim != 1:
        raise ShapeMismatchError(f"Give vectors of one length, got the shapes {sorted(shapes)}.")
    if len(rankings) > MOST_RANKINGS:
        raise OrdquantError(f"Information given {len(given)} rankings cannot be estimated; give 60 at most.")
    defined = not any(np.isnan(values).any() for values in rankings)
    return np.stack([dense_ranks(values) for values in rankings]) if defined else None


def _signs(ranks: IntArray) -> tuple[IntArray, IntArray]:
    """Return the distinct signs of pairs in the rankings, (rankings, patterns), and how many pairs have each."""
    patterns, counts = _patterns(ranks)
    return (patterns >> np.arange(len(ranks))[:, None]) & 1, counts


def _left(signs: IntArray, counts: IntArray) -> float:
    """Return the bits that the first two rankings share given the others."""
    return min(mutual_information(signs[:1], signs[1:2], given=signs[2:], counts=counts), 1.0)


def information_tau_matrix(values: ArrayLike, *, given: Sequence[ArrayLike] = ()) -> FloatArray:
    """Return the information tau of every pair of rows: values of shape (k, n) give shape (k, k).

    The diagonal is the information of a ranking itself: 1, and less given others; NaN where it is not defined.

    >>> information_tau_matrix([[1, 2, 3], [3, 2, 1]]).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    rows = np.asarray(values, dtype=np.float64)
    if rows.ndim != 2:
        raise ShapeMismatchError(f"Give one row of values per ranking, got shape {rows.shape}.")
    bits = np.full((len(rows), len(rows)), np.nan)
    for i, first in enumerate(rows):
        for j, second in enumerate(rows[: i + 1]):
            bits_of_pair = information_tau(first, second, given=given).bits
            if bits_of_pair is not None:
                bits[i, j] = bits[j, i] = bits_of_pair
    return bits


def mutual_information(
    x: ArrayLike, y: ArrayLike, *, given: ArrayLike | None = None, counts: ArrayLike | None = None
) -> float:
    r"""Mutual information in bits of discrete variables, from their joint frequencies.

    .. math:: I(X; Y \mid Z) = H(X, Z) + H(Y, Z) - H(X, Y, Z) - H(Z)

    Each side is one variable, whole numbers of shape (observations,), or several that count jointly, of shape
    (variables, observations). `counts` says how often each observation was made (once, if left out).
    Raises `ShapeMismatchError` unless all have the same observations, `OrdquantError` when there are none.

    >>> mutual_information([0, 0, 1, 1], [1, 1, 0, 0])
    1.0
    """
    first, second = np.atleast_2d(np.asarray(x)), np.atleast_2d(np.asarray(y))
    observations = first.shape[1]
    third = np.empty((0, observations), dtype=np.int64) if given is None else np.atleast_2d(np.asarray(given))
    weights = np.ones(observations) if counts is None else np.asarray(counts, dtype=np.float64)
    if not second.shape[1] == third.shape[1] == len(weights) == observations:
        shapes = (first.shape, second.shape, third.shape, weights.shape)
        raise ShapeMismatchError(f"The variables were not observed together: shapes {shapes}.")
    if weights.sum() <= 0:
        raise OrdquantError("Information needs one observation or more.")
    a, b, c = (_labels(side) for side in (first, second, third))
    with_a, with_b = _labels(np.stack([a, c])), _labels(np.stack([b, c]))
    together = _labels(np.stack([with_a, b]))
    entropies = [_entropy(labels, weights) for labels in (with_a, with_b, together, c)]
    return max(entropies[0] + entropies[1] - entropies[2] - entropies[3], 0.0)  # rounding may leave -1e-16


def _labels(variables: IntArray) -> IntArray:
    """Number the distinct columns of (variables, observations) in their order."""
    labels, size = np.zeros(variables.shape[1], dtype=np.int64), 1
    for row in variables:
        span = int(row.max()) - int(row.min()) + 1
        if size * span > 2**62:  # labels of other numbers in the same order are small again
            labels, row = (np.unique(side, return_inverse=True)[1] for side in (labels, row))
            size, span = int(labels.max()) + 1, int(row.max()) + 1
        labels, size = labels * span + (row - row.min()), size * span
    return np.unique(labels, return_inverse=True)[1]


def _entropy(labels: IntArray, weights: FloatArray) -> float:
    shares = np.bincount(labels, weights)
    shares = shares[shares > 0] / weights.sum()
    return float(-(shares * np.log2(shares)).sum())


def _patterns(ranks: IntArray) -> tuple[IntArray, IntArray]:
    """Return the patterns of signs (bit k: ranking k puts the first item before the second), and how often each occurs.

    All ordered pairs count that no ranking ties. Ranks have the shape (rankings, items).
    """
    n_rankings, n_items = ranks.shape
    rows = max(1, CHUNK // max(n_items, 1))
    dense = np.zeros(2**n_rankings if n_rankings <= DENSE else 0, dtype=np.int64)
    parts, times = [], []
    for start in range(0, n_items, rows):
        untied = np.ones((len(ranks[0, start : start + rows]), n_items), dtype=np.bool_)
        pattern = np.zeros(untied.shape, dtype=np.int64)
        for bit, row in enumerate(ranks):
            first = row[start : start + rows, None]
            untied &= first != row
            pattern |= (first < row).astype(np.int64) << bit
        met = pattern[untied]
        if len(dense):
            dense += np.bincount(met, minlength=len(dense))
        else:
            values, counts = np.unique(met, return_counts=True)
            parts.append(values)
            times.append(counts)
    if len(dense):
        patterns = np.flatnonzero(dense)
        return patterns, dense[patterns]
    patterns, places = np.unique(np.concatenate(parts), return_inverse=True)
    return patterns, np.bincount(places, np.concatenate(times)).astype(np.int64)
