"""The votes of a task that serves as a pilot, and how far its annotators agree."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.records import IntArray, Task
from ordquant_core.statistics.alpha import krippendorff_alpha

NO_VOTES = (
    "The gold holds probabilities, not votes: how far another panel of annotators would differ from it cannot be "
    "calculated. Give the number of votes for each class."
)
ONE_VOTE = "Every case has a single vote: how far annotators differ cannot be estimated. Give two votes or more."


@dataclass(frozen=True, slots=True)
class AnnotatorAgreement:
    """How far the annotators of a gold agree."""

    cases: int
    fewest: int  # votes of a case
    most: int
    alpha: float  # Krippendorff's, for ordered classes; NaN where all votes are for one class
    tied: int  # cases whose mode is shared by several classes
    entropy: float  # mean over the cases, in bits
    unanimous: int  # cases with all votes for one class


def votes_of(task: Task) -> IntArray:
    """Return the votes of a task, (cases, classes). Raises `OrdquantError` for probabilities, and for single votes."""
    if task.votes is None:
        raise OrdquantError(NO_VOTES)
    return checked_votes(task.votes)


def checked_votes(votes: ArrayLike) -> IntArray:
    """Return whole votes of shape (cases, classes), at least one for every case and two for some, or raise."""
    counts = np.asarray(votes)
    if counts.ndim != 2 or 0 in counts.shape or not np.issubdtype(counts.dtype, np.integer):
        raise ShapeMismatchError(f"Give whole votes of shape (cases, classes), got {counts.dtype} {counts.shape}.")
    totals = counts.sum(axis=1)
    if counts.min() < 0 or totals.min() < 1:
        raise OrdquantError("Every case needs one vote or more, and no negative ones.")
    if totals.max() < 2:
        raise OrdquantError(ONE_VOTE)
    return np.asarray(counts, dtype=np.int64)


def count_labels(labels: IntArray, n_classes: int) -> IntArray:
    """Return the votes, (cases, classes), that labels of shape (annotators, cases) are; other numbers are none."""
    return np.stack([(labels == number).sum(axis=0) for number in range(n_classes)], axis=1)


def some_votes(votes: IntArray, number: int | IntArray, rng: np.random.Generator) -> IntArray:
    """Draw `number` of the votes of every case, (cases, L), without replacement: hypergeometric."""
    left, wanted = votes.sum(axis=1), np.broadcast_to(number, len(votes))
    drawn = np.empty_like(votes)
    for place in range(votes.shape[1] - 1):
        left = left - votes[:, place]
        drawn[:, place] = rng.hypergeometric(votes[:, place], left, wanted)
        wanted = wanted - drawn[:, place]
    drawn[:, -1] = wanted
    return drawn


def draw_some(votes: IntArray, number: IntArray, n_draws: int, rng: np.random.Generator) -> IntArray:
    """Draw some of the votes of every case, so many times: (cases, draws, L)."""
    drawn = some_votes(np.repeat(votes, n_draws, axis=0), np.repeat(number, n_draws), rng)
    return drawn.reshape(len(votes), n_draws, votes.shape[1])


def annotator_agreement(votes: ArrayLike) -> AnnotatorAgreement:
    """Describe how far annotators agree, from votes (cases, classes). Raises as `checked_votes`.

    >>> found = annotator_agreement(np.array([[2, 0], [0, 2], [1, 1]]))
    >>> round(found.alpha, 3), found.tied, found.unanimous
    (0.444, 1, 2)
    """
    counts = checked_votes(votes)
    totals = counts.sum(axis=1)
    shares = counts / totals[:, None]
    bits = -np.where(shares > 0, shares * np.log2(np.where(shares > 0, shares, 1)), 0.0).sum(axis=1)
    largest = counts == counts.max(axis=1, keepdims=True)
    return AnnotatorAgreement(
        len(counts),
        int(totals.min()),
        int(totals.max()),
        krippendorff_alpha(counts),
        int((largest.sum(axis=1) > 1).sum()),
        float(bits.mean()),
        int(_unanimous(counts).sum()),
    )


def _unanimous(counts: IntArray) -> NDArray[np.bool_]:
    return np.asarray(counts.max(axis=1) == counts.sum(axis=1))
