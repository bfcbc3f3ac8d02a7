"""The votes of a task that serves as a pilot."""

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.records import IntArray, Task

NO_VOTES = (
    "The gold holds probabilities, not votes: how far another panel of annotators would differ from it cannot be "
    "calculated. Give the number of votes for each class."
)
ONE_VOTE = "Every case has a single vote: how far annotators differ cannot be estimated. Give two votes or more."


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
