"""Cases drawn with replacement: intervals of means, and a test of every pair of runs.

Scores are arrays of shape (…, cases); nothing here knows what they measure. Randomness comes in as a generator only.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.records import FloatArray

ROUNDING = 1e-12  # of the largest score: differences below it are none
CHUNK = 2**17  # draws held at a time


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
) -> Bootstrap:
    r"""Percentile interval of means over cases: cases are drawn with replacement, one set of draws for all rows.

    `scores` has shape (…, cases). With `weights` of shape (cases,) the means are weighted, in every resample by the
    weights of the cases drawn.

    .. math:: \left[ q_{(1-c)/2}, q_{(1+c)/2} \right] \text{ of } \bar{x}^{(b)} = \frac{\sum_{k \in D_b} w_k x_k}
              {\sum_{k \in D_b} w_k}, \quad b = 1 \ldots B

    The same generator gives the same digits. Raises `OrdquantError` for no case, scores that are not finite, weights
    that are not positive, fewer than one resample, or a confidence outside (0, 1). Reference: Efron, Annals of
    Statistics 1979.

    >>> found = bootstrap_mean([0, 1, 0, 1], n_resamples=500, rng=np.random.default_rng(1))
    >>> float(found.means), float(found.low), float(found.high)
    (0.5, 0.0, 1.0)
    """
    values = finite(scores)
    if values.ndim == 0 or values.shape[-1] == 0:
        raise ShapeMismatchError(f"A mean needs scores of one case or more, got the shape {values.shape}.")
    if n_resamples < 1 or not 0 < confidence < 1:
        raise OrdquantError(f"Give one resample or more and 0 < confidence < 1, got {n_resamples} and {confidence}.")
    n_cases = values.shape[-1]
    weight = np.ones(n_cases) if weights is None else finite(weights)
    if weight.shape != (n_cases,) or (weight <= 0).any():
        raise ShapeMismatchError(f"Give one weight > 0 for each of the {n_cases} cases.")
    rows = values.reshape(-1, n_cases) * weight
    parts = []
    for times in _times_drawn(n_cases, n_resamples, rng):
        # einsum, not a matrix product: how BLAS spreads one over threads shows in its last digit
        parts.append(np.einsum("rc,bc->rb", rows, times) / np.einsum("bc,c->b", times, weight))
    resampled = np.concatenate(parts, axis=1)
    low, high = np.quantile(resampled, [(1 - confidence) / 2, (1 + confidence) / 2], axis=1)
    shape = values.shape[:-1]
    means = rows.sum(axis=1) / weight.sum()
    return Bootstrap(means.reshape(shape), low.reshape(shape), high.reshape(shape), n_resamples, confidence)


def paired_bootstrap_test(scores: ArrayLike, *, n_resamples: int, rng: np.random.Generator) -> FloatArray:
    r"""Test every pair of runs by itself: p-values of shape (measures, runs, runs), symmetric, 1 on the diagonal.

    `scores` has shape (measures, runs, cases). z are the differences of two runs on n cases, w = z - mean(z) what they
    would be without a difference of means, t the statistic of Student's paired test; cases are drawn with replacement,
    one set of draws for all pairs and measures.

    .. math:: t(z) = \frac{\bar{z}}{s_z / \sqrt{n}}, \qquad p = \frac{1 + \#\{b : |t(w^{(b)})| \ge |t(z)|\}}{1 + B}

    t is 0 where all differences are 0 and infinite where they are equal otherwise. Pairs are not tested jointly: among
    many, some are significant by chance. Raises `OrdquantError` for another shape, fewer than two cases, scores that
    are not finite, and fewer than one resample. Reference: [sakai2006], on the bootstrap of Efron and Tibshirani.

    >>> scores = [[[1, 2, 3, 4, 5, 6], [1.5, 2.6, 3.4, 4.5, 5.4, 6.6]]]
    >>> float(paired_bootstrap_test(scores, n_resamples=999, rng=np.random.default_rng(1))[0, 0, 1])
    0.003
    """
    values = finite(scores)
    if values.ndim != 3 or 0 in values.shape or values.shape[2] < 2:
        raise ShapeMismatchError(f"Scores need the shape (measures, runs, 2 cases or more); got {values.shape}.")
    if n_resamples < 1:
        raise OrdquantError(f"A bootstrap needs one resample or more, got {n_resamples}.")
    n_measures, n_runs, n_cases = values.shape
    first, second = np.triu_indices(n_runs, 1)
    reached = np.zeros((n_measures, len(first)), dtype=np.int64)
    differences = values[:, first] - values[:, second]
    means = differences.mean(axis=2)
    centred = differences - means[:, :, None]
    ones = np.ones((1, n_cases))
    negligible = (ROUNDING * np.abs(values).max(axis=(1, 2))) ** 2
    for times in _times_drawn(n_cases, n_resamples, rng):
        for m, least in enumerate(negligible):
            observed = _squared_t(means[m][:, None], (centred[m] ** 2) @ ones.T / n_cases, least)
            mean = centred[m] @ times.T / n_cases
            drawn = _squared_t(mean, (centred[m] ** 2) @ times.T / n_cases - mean**2, least)
            reached[m] += (drawn >= observed * (1 - 1e-9)).sum(axis=1)
    p = np.ones((n_measures, n_runs, n_runs))
    p[:, first, second] = p[:, second, first] = (reached + 1) / (n_resamples + 1)
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
