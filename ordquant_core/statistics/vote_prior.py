"""What other annotators may vote, given the votes of a case: a Dirichlet prior that knows the order of the classes."""

from __future__ import annotations  # help() shows types as they are written

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.records import FloatArray, IntArray

WEIGHTS = (0.25, 0.5, 1, 2, 4, 8, 16)  # what s, kappa and pi are chosen from
REACHES = (0.25, 0.5, 0.75)
PULLS = (0.05, 0.25, 0.5, 1)
ASSUMED = (2, 0.5, 0.25)  # near what tasks have: s of 0.5 to 3 is as good
FEWEST_CASES = 20  # with two votes or more: from fewer, three numbers are not fitted


@dataclass(frozen=True, slots=True, eq=False)
class VotePrior:
    r"""How the votes of a task vary: as s more votes, a part pi like the average of the task, the rest near the votes.

    .. math:: a = s \, [(1 - \pi) \, \mathrm{near}(v / N) + \pi \, m], \qquad
              \mathrm{near}(g)_j = \sum_{i \ne j} g_i \frac{\kappa^{d_{ij}}}{\sum_{l \ne i} \kappa^{d_{il}}}

    A vote stands for its neighbours, not for itself. d is the distance of two classes, in mean steps.
    """

    weight: float  # s
    reach: float  # kappa
    pull: float  # pi
    average: FloatArray  # m, (classes,)
    positions: tuple[float, ...] | None = None  # of the classes, if not 1, ..., L
    fitted: bool = True  # False: no task says how its votes vary

    def parameters(self, votes: IntArray) -> FloatArray:
        """Return a for votes of shape (..., classes), one or more each: likewise, all above 0."""
        shares = votes / votes.sum(axis=-1, keepdims=True)
        near = shares @ _neighbours(len(self.average), self.reach, self.positions)
        return np.asarray(self.weight * ((1 - self.pull) * near + self.pull * self.average))


def vote_prior(votes: IntArray, positions: ArrayLike | None = None) -> VotePrior:
    """Return the prior that `fit_prior` fits to the votes of a task, (cases, classes); the assumed one for few cases.

    Few are fewer than 20 cases with two votes or more. Raises `ShapeMismatchError` for what is no votes of cases.
    """
    counts = _checked(votes)
    stand = None if positions is None else tuple(np.asarray(positions, dtype=np.float64).tolist())
    if (counts.sum(axis=1) > 1).sum() < FEWEST_CASES:
        n_classes = counts.shape[1]
        return VotePrior(*ASSUMED, np.full(n_classes, 1 / n_classes), stand, fitted=False)
    return fit_prior(counts, stand)


def fit_prior(votes: IntArray, positions: Sequence[float] | None = None) -> VotePrior:
    r"""Fit s, kappa and pi to the votes v of cases, (cases, classes): of a grid, those with the largest likelihood.

    It is the likelihood of each vote, given the N_i - 1 other votes of its case:

    .. math:: \sum_{i, j} v_{ij} \log \frac{v_{ij} - 1 + a_j(v_i - e_j)}{N_i - 1 + s}, \qquad
              m = \frac{1 + \sum_i v_i}{L + \sum_i N_i}

    Cases with one vote count in m alone. The first of equals is taken, s before kappa before pi. No random numbers.

    >>> prior = fit_prior(np.array([[4, 0, 0], [3, 1, 0], [0, 0, 4], [0, 1, 3]]))
    >>> prior.weight, prior.reach, prior.pull
    (0.5, 0.25, 0.05)
    """
    counts = _checked(votes)
    n_classes = counts.shape[1]
    average = (counts.sum(axis=0) + 1) / (counts.sum() + n_classes)
    rows, times = np.unique(counts[counts.sum(axis=1) > 1], axis=0, return_counts=True)
    case, chosen = np.nonzero(rows)  # a class that somebody chose, of each kind of case
    same, others = rows[case, chosen] - 1, rows.sum(axis=1)[case] - 1
    weights = times[case] * (same + 1)
    likelihoods = np.empty((len(WEIGHTS), len(REACHES), len(PULLS)))
    for place, reach in enumerate(REACHES):
        # the vote itself is no neighbour of its class, so that it need not be taken out
        near = (rows @ _neighbours(n_classes, reach, positions))[case, chosen] / others
        for number, pull in enumerate(PULLS):
            share = (1 - pull) * near + pull * average[chosen]
            likelihoods[:, place, number] = [weights @ np.log((same + s * share) / (others + s)) for s in WEIGHTS]
    s, kappa, pi = np.unravel_index(int(likelihoods.argmax()), likelihoods.shape)
    stand = None if positions is None else tuple(positions)
    return VotePrior(WEIGHTS[s], REACHES[kappa], PULLS[pi], average, stand)


def _neighbours(n_classes: int, reach: float, positions: Sequence[float] | None) -> FloatArray:
    """Return how a vote for one class is shared by the others: (classes, classes), rows sum to 1, 0 for itself."""
    places = np.arange(n_classes) if positions is None else np.asarray(positions)
    distances = np.abs(places[:, None] - places) * (n_classes - 1) / (places[-1] - places[0])
    np.fill_diagonal(distances, np.inf)
    heights = reach ** (distances - distances.min(axis=1, keepdims=True))  # one is 1, however far the others are
    return np.asarray(heights / heights.sum(axis=1, keepdims=True))


def _checked(votes: IntArray) -> IntArray:
    counts = np.asarray(votes)
    if counts.ndim != 2 or 0 in counts.shape or counts.min() < 0 or counts.sum(axis=1).min() < 1:
        raise ShapeMismatchError(f"Give votes of shape (cases, classes), one or more per case, got {counts.shape}.")
    return counts
