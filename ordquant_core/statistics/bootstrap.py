"""The bootstrap over cases: intervals of means, and a test of every pair of runs.

Scores are arrays of shape (…, cases), whatever they measure. Randomness enters only through a generator.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.records import FloatArray
from ordquant_core.statistics.portions import Progress, finish

RESAMPLES = 1000  # for the intervals of pages and reports
ROUNDING = 1e-12  # of the largest score: differences below it are none
CHUNK = 2**20  # draws held at a time (8 MB as floats)


@dataclass(frozen=True, slots=True, eq=False)
class Bootstrap:
    """Means over cases with the bounds of their percentile intervals, each of shape (…)."""

    means: FloatArray
    low: FloatArray
    high: FloatArray
    n_resamples: int
    confidence: float


def bootstrap_mean(
    scores: ArrayLike,
    *,
    n_resamples: int,
    rng: np.random.Generator,
    confidence: float = 0.95,
    weights: ArrayLike | None = None,
    progress: Progress | None = None,
) -> Bootstrap:
    r"""Percentile interval of means over cases: cases are drawn with replacement, one set of draws for all rows.

    `scores` has shape (…, cases). With `weights` of shape (cases,) the means are weighted, in every resample by the
    weights of the cases drawn. `progress` is called with the resamples that are done and their number.

    .. math:: \left[ q_{(1-c)/2}, q_{(1+c)/2} \right] \text{ of } \bar{x}^{(b)} = \frac{\sum_{k \in D_b} w_k x_k}
              {\sum_{k \in D_b} w_k}, \quad b = 1 \ldots B

    Equal generators give identical results. Raises `OrdquantError` for no case, scores that are not finite, weights
    that are not positive, fewer than one resample, or a confidence outside (0, 1). Reference: Efron, Annals of
    Statistics 1979.

    >>> found = bootstrap_mean([0, 1, 0, 1], n_resamples=500, rng=np.random.default_rng(1))
    >>> float(found.means), float(found.low), float(found.high)
    (0.5, 0.0, 1.0)
    """
    work = MeanResamples(scores, n_resamples=n_resamples, rng=rng, confidence=confidence, weights=weights)
    return finish(work, progress)


class MeanResamples:
    """`bootstrap_mean` in portions: after each one, `result` is the interval from the resamples done so far.

    It is identical to what `bootstrap_mean` returns for that number of resamples and the same generator, and raises the
    same errors.
    """

    def __init__(
        self,
        scores: ArrayLike,
        *,
        n_resamples: int,
        rng: np.random.Generator,
        confidence: float = 0.95,
        weights: ArrayLike | None = None,
    ) -> None:
        values = finite(scores)
        if values.ndim == 0 or values.shape[-1] == 0:
            raise ShapeMismatchError(f"A mean needs scores of one case or more, got the shape {values.shape}.")
        if n_resamples < 1 or not 0 < confidence < 1:
            raise OrdquantError(
                f"Give one resample or more and 0 < confidence < 1, got {n_resamples} and {confidence}."
            )
        n_cases = values.shape[-1]
        self._weight = np.ones(n_cases) if weights is None else finite(weights)
        if self._weight.shape != (n_cases,) or (self._weight <= 0).any():
            raise ShapeMismatchError(f"Give one weight > 0 for each of the {n_cases} cases.")
        self.total, self.done = n_resamples, 0
        self._confidence, self._shape = confidence, values.shape[:-1]
        self._rows = values.reshape(-1, n_cases) * self._weight
        self._means = self._rows.sum(axis=1) / self._weight.sum()
        self._resampled = np.empty((len(self._rows), n_resamples))
        self._draws = _times_drawn(n_cases, n_resamples, rng)

    def advance(self) -> None:
        """Draw some more resamples."""
        times = next(self._draws)
        end = self.done + len(times)
        # einsum, not a matrix product: the last digit of that depends on the number of BLAS threads
        sums = np.einsum("rc,bc->rb", self._rows, times)
        self._resampled[:, self.done : end] = sums / np.einsum("bc,c->b", times, self._weight)
        self.done = end

    def result(self) -> Bootstrap:
        """Return the interval from the resamples done so far, at least one."""
        if not self.done:
            raise OrdquantError("No resample is drawn yet.")
        bounds = [(1 - self._confidence) / 2, (1 + self._confidence) / 2]
        low, high = np.quantile(self._resampled[:, : self.done], bounds, axis=1)
        means = self._means.reshape(self._shape)
        return Bootstrap(means, low.reshape(self._shape), high.reshape(self._shape), self.done, self._confidence)


def paired_bootstrap_test(
    scores: ArrayLike, *, n_resamples: int, rng: np.random.Generator, progress: Progress | None = None
) -> FloatArray:
    r"""Test every pair of runs separately: p-values of shape (measures, runs, runs), symmetric, 1 on the diagonal.

    `scores` has shape (measures, runs, cases). z are the differences of two runs on n cases, w = z - mean(z) the same
    differences shifted to mean 0, t the statistic of Student's paired test; cases are drawn with replacement, one set
    of draws for all pairs and measures.

    .. math:: t(z) = \frac{\bar{z}}{s_z / \sqrt{n}}, \qquad p = \frac{1 + \#\{b : |t(w^{(b)})| \ge |t(z)|\}}{1 + B}

    t is 0 where all differences are 0 and infinite where they are equal otherwise. Pairs are not tested jointly: among
    many, some are significant by chance. `progress` is called with the resamples that are done and their number. Raises
    `OrdquantError` for another shape, fewer than two cases, scores that are not finite, and fewer than one resample.
    Reference: [sakai2006], on the bootstrap of Efron and Tibshirani.

    >>> scores = [[[1, 2, 3, 4, 5, 6], [1.5, 2.6, 3.4, 4.5, 5.4, 6.6]]]
    >>> float(paired_bootstrap_test(scores, n_resamples=999, rng=np.random.default_rng(1))[0, 0, 1])
    0.003
    """
    return finish(PairResamples(scores, n_resamples=n_resamples, rng=rng), progress)


class PairResamples:
    """`paired_bootstrap_test` in portions: after each one, `result` is the test with the resamples done so far.

    Raises the same errors.
    """

    def __init__(self, scores: ArrayLike, *, n_resamples: int, rng: np.random.Generator) -> None:
        values = finite(scores)
        if values.ndim != 3 or 0 in values.shape or values.shape[2] < 2:
            raise ShapeMismatchError(f"Scores need the shape (measures, runs, 2 cases or more); got {values.shape}.")
        if n_resamples < 1:
            raise OrdquantError(f"A bootstrap needs one resample or more, got {n_resamples}.")
        self.total, self.done = n_resamples, 0
        self._values = values
        self._pairs = np.triu_indices(values.shape[1], 1)
        self._reached = np.zeros((len(values), len(self._pairs[0])), dtype=np.int64)
        self._negligible = (ROUNDING * np.abs(values).max(axis=(1, 2))) ** 2
        self._draws = _times_drawn(values.shape[2], n_resamples, rng)

    def advance(self) -> None:
        """Draw some more resamples."""
        times = next(self._draws)
        n_cases = times.shape[1]
        first, second = self._pairs
        for layer, reached, least in zip(self._values, self._reached, self._negligible, strict=True):
            differences = layer[first] - layer[second]  # one measure at a time: all at once would fill the memory
            means = differences.mean(axis=1)
            differences -= means[:, None]
            mean = differences @ times.T / n_cases
            np.square(differences, out=differences)
            observed = _squared_t(means[:, None], differences.sum(axis=1, keepdims=True) / n_cases, least)
            drawn = _squared_t(mean, differences @ times.T / n_cases - mean**2, least)
            reached += (drawn >= observed * (1 - 1e-9)).sum(axis=1)
        self.done += len(times)

    def result(self) -> FloatArray:
        """Return the p-values from the resamples done so far, at least one."""
        if not self.done:
            raise OrdquantError("No resample is drawn yet.")
        n_measures, n_runs, _ = self._values.shape
        first, second = self._pairs
        p = np.ones((n_measures, n_runs, n_runs))
        p[:, first, second] = p[:, second, first] = (self._reached + 1) / (self.done + 1)
        return p


def finite(values: ArrayLike) -> FloatArray:
    """Return scores as floats, or raise if one is infinite or not a number."""
    array = np.asarray(values, dtype=np.float64)
    if not np.isfinite(array).all():
        raise OrdquantError("A score is not finite: means cannot be compared.")
    return array


def _squared_t(mean: FloatArray, variance: FloatArray, negligible: float) -> FloatArray:
    """Return mean^2 / variance: the square of t up to a factor that all resamples share. Rounding counts as 0."""
    squares = np.where(mean**2 <= negligible, 0.0, mean**2)
    spread = np.where(variance <= negligible, 0.0, variance)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(squares == 0, 0.0, squares / spread)


def _times_drawn(n_cases: int, n_resamples: int, rng: np.random.Generator) -> Iterator[FloatArray]:
    """Yield, portion by portion, how often each resample draws each case: (resamples, cases)."""
    most = max(1, CHUNK // n_cases)
    for start in range(0, n_resamples, most):
        size = min(most, n_resamples - start)
        drawn = rng.integers(0, n_cases, size=(size, n_cases))
        drawn += np.arange(size)[:, None] * n_cases
        yield np.bincount(drawn.ravel(), minlength=size * n_cases).reshape(size, n_cases).astype(np.float64)
