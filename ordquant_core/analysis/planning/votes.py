"""The votes of a task, and the measures that panels of annotators can be scored by."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.analysis.scoring import ONE_EACH, has_one_each, require_size
from ordquant_core.errors import OrdquantError, ShapeMismatchError, UnclearVotesError
from ordquant_core.measures.registry import get_measures
from ordquant_core.numerals import count
from ordquant_core.records import IntArray, Scores, Task
from ordquant_core.statistics.superlatives import FEWEST_CASES

NO_VOTES = (
    "The gold holds probabilities, not votes: how far another panel of annotators would differ from it cannot be "
    "calculated. Give the number of votes for each class."
)
ONE_VOTE = "Every case has a single vote: how far annotators differ cannot be estimated. Give two votes or more."


def votes_of(task: Task) -> IntArray:
    """Return the votes of a task, (cases, classes). Raises `OrdquantError` for probabilities, and for single votes."""
    if task.votes is None and has_one_each(task):
        raise UnclearVotesError(
            f"{ONE_EACH}. Neither shows how far annotators differ: where several voted, give all votes."
        )
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


def require_pilot(given: Scores | Task) -> None:
    """Raise `OrdquantError` unless there are two runs, and cases enough to plan by."""
    require_size(given)
    if len(given.cases) < FEWEST_CASES:
        raise OrdquantError(
            f"With {count(len(given.cases), 'case')}, what the next round needs is not known: a plan takes a pilot of "
            f"{FEWEST_CASES} cases or more."
        )


def require_several(votes: IntArray) -> None:
    """Raise `OrdquantError` where a case, of (cases, classes), has one vote: then all are left with one annotator."""
    if single := int((votes.sum(axis=1) == 1).sum()):
        raise OrdquantError(
            f"{count(single)} of {count(len(votes), 'case')} {'has' if single == 1 else 'have'} a single vote, so "
            "numbers of annotators cannot be compared. Leave them out of the pilot."
        )


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


def bounded(measures: Sequence[str], n_classes: int) -> tuple[str, ...]:
    """Return the measures that are never infinite, whatever the votes.

    >>> bounded(["NMD", "KLD"], 5)
    ('NMD',)
    """
    return tuple(one.key for one in get_measures(measures) if math.isfinite(one.largest(n_classes)))


def usual_annotators(fewest: int) -> tuple[int, ...]:
    """Return some numbers of annotators up to the fewest votes of a case, each about half of the next.

    >>> usual_annotators(19), usual_annotators(3)
    ((3, 5, 10, 19), (2, 3))
    """
    numbers = [fewest]
    while numbers[-1] > 3 and len(numbers) < 4:
        numbers.append(-(-numbers[-1] // 2))
    if numbers == [3]:
        numbers.append(2)
    return tuple(sorted({*numbers}))
