"""Which runs does a mean really separate? The randomised Tukey HSD test, its groups, and bootstrap intervals.

Scores are arrays of shape (…, runs, cases); nothing here knows what they measure. Randomness comes in as a generator
only: the same generator gives the same numbers, however the work is cut into chunks.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.records import FloatArray

ROUNDING = 1e-12  # of the largest score: means that differ by less are equal
CHUNK = 2**21  # numbers held at a time (16 MB)


@dataclass(frozen=True, slots=True, eq=False)
class TukeyHSD:
    """The randomised Tukey HSD test of all pairs of runs, one layer per measure."""

    p_values: FloatArray  # (measures, runs, runs), symmetric, 1 on the diagonal
    differences: FloatArray  # (measures, runs, runs): mean of the row's run minus mean of the column's
    n_trials: int

    @property
    def errors(self) -> FloatArray:
        """The Monte-Carlo standard error of every p-value, sqrt(p (1 - p) / trials)."""
        return np.sqrt(self.p_values * (1 - self.p_values) / self.n_trials)

    @property
    def largest_error(self) -> float:
        """The standard error of a p-value of one half: no p-value has a larger one."""
        return float(0.5 / np.sqrt(self.n_trials))

    def error_at(self, level: float) -> float:
        """The standard error of a p-value that equals `level`: pairs that close to it may fall either way."""
        return float(np.sqrt(level * (1 - level) / self.n_trials))


@dataclass(frozen=True, slots=True, eq=False)
class Bootstrap:
    """Means over cases with the bounds of their percentile intervals, each of shape (…)."""

    means: FloatArray
    low: FloatArray
    high: FloatArray
    n_resamples: int
    confidence: float


def randomised_tukey_hsd(scores: ArrayLike, *, n_trials: int, rng: np.random.Generator) -> TukeyHSD:
    r"""Test every pair of runs: is the difference of their means larger than chance alone would make it?

    `scores` has shape (measures, runs, cases). In each of `n_trials` trials the run labels are permuted within each
    case (one set of permutations for all measures), and d is the largest minus the smallest mean of a run.

    .. math:: p_{ij} = \frac{1 + \#\{t : d_t \ge |\bar{x}_i - \bar{x}_j|\}}{1 + B}

    Means that differ by rounding only (1e-12 of the largest score) count as equal. Raises `OrdquantError` for another
    shape, for scores that are not finite, and for fewer than one trial. Reference: LQ 2021, section 5.2
    [sakai2021lq], after Carterette (TOIS 2012).

    >>> test = randomised_tukey_hsd([[[0, 0, 0, 0], [1, 1, 1, 1]]], n_trials=999, rng=np.random.default_rng(1))
    >>> float(test.differences[0, 0, 1]), bool(test.p_values[0, 0, 1] > 0.05)  # 2 of 16 permutations differ by 1
    (-1.0, True)
    """
    values = _layers(scores, n_trials)
    means = values.mean(axis=2)
    ranges = [part.max(axis=1) - part.min(axis=1) for part in _permuted(values, n_trials, rng)]
    return _compare(means, np.concatenate(ranges), ROUNDING * np.abs(values).max(axis=(1, 2)))


def permuted_means(scores: ArrayLike, *, n_trials: int, rng: np.random.Generator) -> FloatArray:
    """Return the means of runs in every trial of `randomised_tukey_hsd`: shape (trials, runs, measures).

    Means are linear in the scores: whoever tests many weighted sums of the same scores permutes once, adds these up in
    the same way, and goes on with `tukey_hsd_of`. Errors as there.
    """
    return np.concatenate(list(_permuted(_layers(scores, n_trials), n_trials, rng)))


def tukey_hsd_of(means: FloatArray, permuted: FloatArray) -> TukeyHSD:
    """Compare the means (measures, runs) of runs with those of permuted labels, (trials, runs, measures)."""
    if means.ndim != 2 or permuted.shape[1:] != means.T.shape or len(permuted) == 0:
        raise ShapeMismatchError(f"Means of shape {means.shape} and {permuted.shape} do not belong together.")
    return _compare(means, permuted.max(axis=1) - permuted.min(axis=1), ROUNDING * np.abs(means).max(axis=1))


def permuted_labels(n_trials: int, n_cases: int, n_runs: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw a permutation of the runs for every trial and case: whole numbers of shape (trials, cases, runs).

    Random numbers that carry a run's number in their last bits are sorted: an order of magnitude faster than
    shuffling, and one 64-bit draw a label, so that drawing in two portions gives the same as drawing in one.
    """
    bits = np.uint64(2 ** max(1, (n_runs - 1).bit_length()) - 1)
    keys = rng.integers(0, 2**64, size=(n_trials, n_cases, n_runs), dtype=np.uint64)
    keys &= ~bits
    keys |= np.arange(n_runs, dtype=np.uint64)
    keys.sort(axis=2)
    keys &= bits
    return keys.view(np.int64)


def tiers(means: ArrayLike, p_values: ArrayLike, level: float = 0.05) -> tuple[tuple[int, ...], ...]:
    """Return the groups of runs the test cannot separate, the smallest means first; groups may overlap.

    `means` has shape (runs,), `p_values` (runs, runs). A group is a stretch of the ranking, as long as possible, in
    which no pair of runs has p < `level`. Every run is in one group at least; two runs that share no group differ
    significantly or lie on different sides of a pair that does. Equal means keep their order.

    >>> tiers([0.3, 0.1, 0.2], [[1, 0.01, 0.2], [0.01, 1, 0.4], [0.2, 0.4, 1]])
    ((1, 2), (2, 0))
    """
    values, p = np.asarray(means, dtype=np.float64), np.asarray(p_values, dtype=np.float64)
    if values.ndim != 1 or p.shape != 2 * values.shape:
        raise ShapeMismatchError(f"Give means (runs,) and p-values (runs, runs), got {values.shape} and {p.shape}.")
    order = np.argsort(values, kind="stable")
    apart = p[np.ix_(order, order)] < level
    groups: list[tuple[int, ...]] = []
    reached = 0
    for start in range(len(order)):
        end = start + 1
        while end < len(order) and not apart[start:end, end].any():
            end += 1
        if end > reached:  # else the stretch lies inside the one before
            groups.append(tuple(order[start:end].tolist()))
            reached = end
    return tuple(groups)


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

    Raises `OrdquantError` for no case, scores that are not finite, weights that are not positive, fewer than one
    resample, or a confidence outside (0, 1). Reference: Efron, Annals of Statistics 1979.

    >>> found = bootstrap_mean([0, 1, 0, 1], n_resamples=500, rng=np.random.default_rng(1))
    >>> float(found.means), float(found.low), float(found.high)
    (0.5, 0.0, 1.0)
    """
    values = _finite(scores)
    if values.ndim == 0 or values.shape[-1] == 0:
        raise ShapeMismatchError(f"A mean needs scores of one case or more, got the shape {values.shape}.")
    if n_resamples < 1 or not 0 < confidence < 1:
        raise OrdquantError(f"Give one resample or more and 0 < confidence < 1, got {n_resamples} and {confidence}.")
    n_cases = values.shape[-1]
    weight = np.ones(n_cases) if weights is None else _finite(weights)
    if weight.shape != (n_cases,) or (weight <= 0).any():
        raise ShapeMismatchError(f"Give one weight > 0 for each of the {n_cases} cases.")
    rows = values.reshape(-1, n_cases) * weight
    resampled = np.concatenate(list(_resampled(rows, weight, n_resamples, rng)), axis=1)
    low, high = np.quantile(resampled, [(1 - confidence) / 2, (1 + confidence) / 2], axis=1)
    shape = values.shape[:-1]
    means = rows.sum(axis=1) / weight.sum()
    return Bootstrap(means.reshape(shape), low.reshape(shape), high.reshape(shape), n_resamples, confidence)


def _layers(scores: ArrayLike, n_trials: int) -> FloatArray:
    values = _finite(scores)
    if values.ndim != 3 or 0 in values.shape:
        raise ShapeMismatchError(f"Scores need the shape (measures, runs, cases), none empty; got {values.shape}.")
    if n_trials < 1:
        raise OrdquantError(f"A test needs one trial or more, got {n_trials}.")
    return values


def _compare(means: FloatArray, ranges: FloatArray, slack: FloatArray) -> TukeyHSD:
    """Count the trials whose range (trials, measures) reaches the difference of two means, up to `slack`."""
    differences = means[:, :, None] - means[:, None, :]
    n_trials = len(ranges)
    reached = [
        n_trials - np.searchsorted(np.sort(row), np.abs(gaps) - least)
        for row, gaps, least in zip(ranges.T, differences, slack, strict=True)
    ]
    return TukeyHSD((np.array(reached) + 1) / (n_trials + 1), differences, n_trials)


def _permuted(values: FloatArray, n_trials: int, rng: np.random.Generator) -> Iterator[FloatArray]:
    """Yield, for chunks of trials, the means of the permuted runs: (trials of the chunk, runs, measures)."""
    n_measures, n_runs, n_cases = values.shape
    scores = np.ascontiguousarray(values.transpose(2, 1, 0))  # per case a small table: (runs, measures)
    most = max(1, CHUNK // (n_runs * max(n_cases, n_measures)))
    for start in range(0, n_trials, most):
        size = min(most, n_trials - start)
        labels = permuted_labels(size, n_cases, n_runs, rng).transpose(1, 0, 2).reshape(n_cases, size * n_runs)
        sums, gathered = np.zeros((2, size * n_runs, n_measures))
        for case, order in zip(scores, labels, strict=True):  # the sums stay in the cache, case after case
            sums += np.take(case, order, axis=0, out=gathered, mode="clip")
        yield sums.reshape(size, n_runs, n_measures) / n_cases


def _resampled(
    rows: FloatArray, weight: FloatArray, n_resamples: int, rng: np.random.Generator
) -> Iterator[FloatArray]:
    """Yield, for chunks of resamples, the weighted means of (rows, resamples of the chunk)."""
    n_cases = len(weight)
    most = max(1, CHUNK // n_cases)
    for start in range(0, n_resamples, most):
        size = min(most, n_resamples - start)
        drawn = rng.integers(0, n_cases, size=(size, n_cases))
        drawn += np.arange(size)[:, None] * n_cases
        times = np.bincount(drawn.ravel(), minlength=size * n_cases).reshape(size, n_cases).astype(np.float64)
        yield (rows @ times.T) / (times @ weight)


def _finite(values: ArrayLike) -> FloatArray:
    array = np.asarray(values, dtype=np.float64)
    if not np.isfinite(array).all():
        raise OrdquantError("A score is not finite: means cannot be compared.")
    return array
