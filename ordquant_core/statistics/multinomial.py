"""Vote counts like those of a sample: a mixture of multinomials with the mean and the spread of the sample."""

import math
from dataclasses import dataclass

import numpy as np

from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.records import FloatArray, IntArray

BLOCK = 2**20  # probabilities worked on at a time
NEVER = -1e9  # stands for log 0: exp of a vote for such a class is 0, and 0 votes make no NaN


@dataclass(frozen=True, slots=True, eq=False)
class Mixture:
    """Distributions to draw votes from, each with its weight, as `fit_mixture` makes them."""

    distributions: FloatArray  # (components, classes)
    weights: FloatArray  # (components,), sum 1
    factor: float  # from 0 (every component is the mean) to 1 (they are the distributions of the sample)

    @property
    def mean(self) -> FloatArray:
        """The mean distribution, (classes,): that of the sample, whatever the factor."""
        return np.asarray(self.weights @ self.distributions)

    def probabilities(self, counts: IntArray) -> FloatArray:
        r"""Return the probability of each column of votes, shape (classes, n), among all with as many votes: (n,).

        .. math:: w(v) = \sum_i \omega_i \frac{N!}{\prod_j v_j!} \prod_j q_{ij}^{v_j}

        Raises `ShapeMismatchError` unless all columns have the same number of votes, N >= 1, over as many classes as
        the sample.

        >>> mixture = fit_mixture([[1.0, 0.0], [0.0, 1.0]], None)
        >>> mixture.probabilities(np.array([[0, 1, 2], [2, 1, 0]])).tolist()
        [0.5, 0.0, 0.5]
        """
        counts = np.asarray(counts, dtype=np.int64)
        totals = counts.sum(axis=0)
        if len(counts) != self.distributions.shape[1] or not len(totals) or totals.min() < 1 or np.ptp(totals):
            raise ShapeMismatchError(
                f"Give columns of equally many votes over {self.distributions.shape[1]} classes, shape (classes, n)."
            )
        result = np.zeros(counts.shape[1])
        step = max(1, BLOCK // counts.shape[1])
        for start in range(0, len(self.weights), step):
            chosen = slice(start, start + step)
            result += self.weights[chosen] @ multinomial(self.distributions[chosen], counts)
        return result


def multinomial(distributions: FloatArray, counts: IntArray) -> FloatArray:
    r"""Return the probabilities of votes, (L, n) with equal sums N, drawn from distributions (…, L): shape (…, n).

    .. math:: \frac{N!}{\prod_j v_j!} \prod_j q_j^{v_j}

    >>> multinomial(np.array([0.5, 0.5]), np.array([[0, 1, 2], [2, 1, 0]])).round(12).tolist()
    [0.25, 0.5, 0.25]
    """
    totals = counts.sum(axis=0)
    log_factorials = np.array(list(map(math.lgamma, range(1, int(totals[0]) + 2))))
    arrangements = log_factorials[totals] - log_factorials[counts].sum(axis=0)
    logs = np.log(distributions, out=np.full(distributions.shape, NEVER), where=distributions > 0)
    return np.asarray(np.exp(logs @ counts + arrangements))


def fit_mixture(shares: FloatArray | list[list[float]], votes: IntArray | list[int] | None) -> Mixture:
    r"""Fit distributions to draw votes from to the shares g_i, shape (cases, classes), of cases with n_i votes each.

    Votes drawn from g_i itself would spread more than the sample: g_i holds the chance of one draw already, and the
    next adds its own. Every g_i is therefore moved towards the mean m of all cases, which stays as it is:

    .. math:: q_i = m + \lambda (g_i - m), \qquad
              \lambda^2 = \frac{S - r (1 - |m|^2)}{(1 - r) S}, \qquad
              S = \frac{1}{C} \sum_i |g_i - m|^2, \quad r = \frac{1}{C} \sum_i \frac{1}{n_i}

    Of n votes drawn from a q_i, the expected squared distance of the shares from m is then S again, if every case has
    n votes. lambda is kept within 0 and 1: cases that differ no more than chance makes them differ all give m. Without
    `votes` the shares are taken as exact (r = 0, lambda = 1). Equal g_i are one component. Raises `OrdquantError` if
    every case has a single vote: how much cases differ cannot be estimated then. References: West, Journal of the
    Royal Statistical Society B 1993 (shrinking the kernels of a mixture keeps its variance); S - r (1 - |m|^2) is the
    moment estimator of the variance between cases.

    >>> fit_mixture([[0.75, 0.25], [0.25, 0.75]], [4, 4]).factor
    0.0
    >>> round(fit_mixture([[1.0, 0.0], [0.25, 0.75]], [4, 4]).factor, 3)
    0.882
    """
    values = np.asarray(shares, dtype=np.float64)
    if values.ndim != 2 or not values.size:
        raise ShapeMismatchError(f"Give shares of shape (cases, classes), got {values.shape}.")
    each = None if votes is None else np.asarray(votes, dtype=np.int64)
    if each is not None and (each.shape != values.shape[:1] or each.min() < 1):
        raise ShapeMismatchError("Give the number of votes of every case, 1 or more.")
    mean = values.mean(axis=0)
    spread = float(((values - mean) ** 2).sum(axis=1).mean())
    chance = 0.0 if each is None else float((1 / each).mean())
    if chance == 1:
        raise OrdquantError("Every case has a single vote: how much the cases differ cannot be estimated.")
    between = (spread - chance * (1 - float(mean @ mean))) / (1 - chance)
    factor = math.sqrt(min(1.0, between / spread)) if between > 0 else 0.0
    if factor == 0:
        return Mixture(mean[None], np.ones(1), factor)
    different, number = np.unique(values, axis=0, return_counts=True)
    return Mixture(mean + factor * (different - mean), number / len(values), factor)
