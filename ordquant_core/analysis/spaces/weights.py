"""How much each possible vote count weighs: each the same, mirror images merged, or by the shape of a task's gold.

The cases of a task are not spread evenly over all possible vote counts: which estimator a measure prefers on most vote
counts, and on most cases, are two questions. The weights of all vote counts of a space sum to 1.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ordquant_core.analysis.spaces.gold_distributions import count_distributions
from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.records import FloatArray, IntArray, Task
from ordquant_core.statistics.multinomial import Mixture, fit_mixture

WEIGHTINGS: Mapping[str, str] = {
    "once": "Every vote count once",
    "mirror": "Mirror images merged",
    "task": "Shape of a task’s gold",
}


class Weighting(Protocol):
    """A rule that gives every vote count of a space its weight."""

    @property
    def key(self) -> str:
        """One of `WEIGHTINGS`."""

    def of(self, votes: IntArray) -> FloatArray:
        """Return the weights of vote counts of shape (L, n), n >= 1, all of one space: shape (n,)."""


@dataclass(frozen=True, slots=True)
class EveryOnce:
    """Every possible vote count weighs the same."""

    key: str = "once"

    def of(self, votes: IntArray) -> FloatArray:
        """Return 1 / M for each, M being the number of all.

        >>> EveryOnce().of(np.array([[0], [1], [1]])).round(3).tolist()
        [0.167]
        """
        return np.full(votes.shape[1], 1 / count_distributions(int(votes[:, 0].sum()), len(votes)))


@dataclass(frozen=True, slots=True)
class MirrorImages:
    """A vote count and its mirror image, the classes in the opposite order, weigh as much as one vote count.

    A pair counts once: fully for an estimator that is preferred on both of its images, half where it is preferred on
    one of them. A vote count that is its own mirror image counts once, too.
    """

    key: str = "mirror"

    def of(self, votes: IntArray) -> FloatArray:
        """Return 1 / M for those that are their own mirror image and 1 / (2 M) for others; M is `count_merged`.

        >>> MirrorImages().of(np.array([[0, 1, 0], [0, 0, 2], [2, 1, 0]])).tolist()
        [0.125, 0.25, 0.25]
        """
        merged = count_merged(int(votes[:, 0].sum()), len(votes))
        return np.where((votes == votes[::-1]).all(axis=0), 1.0, 0.5) / merged


@dataclass(frozen=True, slots=True, eq=False)
class TaskShape:
    """Each vote count weighs as much as it is typical of the gold of a task: see `fit_mixture` for the formula.

    Its weight is the probability that a case chosen at random, annotated by as many annotators as the space has, gets
    exactly these votes. The expected shares of the classes are those of the task.
    """

    task: str
    gold: IntArray | None  # (cases, L) votes; None where the gold is made of probabilities
    n_cases: int
    mixture: Mixture
    key: str = "task"
    placed: bool = False  # do the classes of the task stand where it says, not one step apart?

    def of(self, votes: IntArray) -> FloatArray:
        """Return the probability of each. Raises `ShapeMismatchError` as `check`."""
        self.check(len(votes))
        return self.mixture.probabilities(votes)

    def check(self, n_classes: int) -> None:
        """Raise `ShapeMismatchError` unless the task has so many classes."""
        classes = self.mixture.distributions.shape[1]
        if n_classes != classes:
            raise ShapeMismatchError(
                f"The task {self.task} has {classes} classes, these vote counts have {n_classes}. Choose {classes} "
                "classes, another task, or another weighting."
            )


def shape_of(task: Task) -> TaskShape:
    """Return the weighting by the gold of a task. Raises `OrdquantError` if all its cases have a single vote."""
    votes = None if task.votes is None else task.votes.sum(axis=1)
    try:
        mixture = fit_mixture(task.gold, votes)
    except OrdquantError as problem:
        raise OrdquantError(f"The gold of the task {task.name} gives no weights. {problem}") from None
    return TaskShape(task.name, task.votes, len(task.cases), mixture, placed=task.positions is not None)


def count_merged(n_votes: int, n_classes: int) -> int:
    r"""Return the number of vote counts that are left when mirror images are merged.

    .. math:: M = (C(N + L - 1, L - 1) + P) / 2

    P counts those that are their own mirror image: h = floor(L / 2) pairs of classes share floor(N / 2) pairs of
    votes, and with an odd L the middle class may take some of them: C(floor(N / 2) + h, h). With an even L there are
    C(N / 2 + h - 1, h - 1) of them for an even N, none for an odd one.

    >>> count_merged(20, 5), count_merged(2, 2), count_merged(3, 2)
    (5346, 2, 2)
    """
    half, pairs = n_votes // 2, n_classes // 2
    own = math.comb(half + pairs, pairs) if n_classes % 2 else (1 - n_votes % 2) * math.comb(half + pairs - 1, half)
    return (count_distributions(n_votes, n_classes) + own) // 2
