"""Would other cases find the same measures more consistent? A test of mean taus by resampling cases.

The test of the papers takes splits for an independent sample: the more splits are drawn, the more differences it finds,
though the cases stay the same. Here the cases are what is sampled.
"""

from dataclasses import dataclass

import numpy as np

from ordquant_core.records import FloatArray, IntArray
from ordquant_core.statistics.layout import spread_of_means
from ordquant_core.statistics.rank_correlation import rounded

RESAMPLES = 1000


@dataclass(frozen=True, slots=True, eq=False)
class ConsistencyTest:
    """Which measures rank more consistently than which, simultaneously for all pairs of measures."""

    p_values: FloatArray  # (1, measures, measures), symmetric, 1 on the diagonal; shaped as those of other tests
    differences: FloatArray  # (1, measures, measures): mean tau of the row's measure minus that of the column's
    half_widths: FloatArray  # (measures, measures): difference +- half width is a simultaneous 95% interval
    n_resamples: int


def resampled_shifts(values: FloatArray, *, n_resamples: int, rng: np.random.Generator) -> FloatArray:
    r"""Draw how the means of runs move with the cases: (resamples, measures, runs), for scores (measures, runs, cases).

    Means of resampled cases minus the means, plus what shrinks the means towards each other: the runs of a task differ
    more than they would on infinitely many cases. With :math:`s^2` the variance of a run's mean around the mean of all
    runs and :math:`v` the mean squared distance of the means, distances shrink by
    :math:`c = \sqrt{\max(0, 1 - s^2 / v)}`.
    """
    n_cases = values.shape[2]
    drawn = rng.multinomial(n_cases, np.full(n_cases, 1 / n_cases), size=n_resamples) / n_cases - 1 / n_cases
    shifts = np.einsum("bc,mrc->bmr", drawn, values)
    distances = values.mean(axis=2) - values.mean(axis=(1, 2))[:, None]
    spread, noise = spread_of_means(values)
    kept = np.sqrt(np.clip(1 - np.divide(noise, spread, out=np.ones_like(noise), where=spread > 0), 0, None))
    return np.asarray(shifts + (kept - 1)[:, None] * distances)


def mean_taus(first: FloatArray, second: FloatArray, shifts: FloatArray) -> FloatArray:
    """Return the mean tau over splits by one measure, where the means of the runs on both sets move by each of shifts.

    `first` and `second` have shape (splits, runs), `shifts` (resamples, runs). Tau is divided by the pairs that do not
    tie before anything moves. Splits on which all runs tie are left out.
    """
    i, j = np.triu_indices(first.shape[1], 1)
    gaps_1, gaps_2 = (rounded(side[:, i] - side[:, j]) for side in (first, second))
    untied = (gaps_1 != 0).sum(axis=1) * (gaps_2 != 0).sum(axis=1)
    kept = untied > 0
    weights = 1 / np.sqrt(untied[kept])
    gaps_1, gaps_2 = gaps_1[kept], gaps_2[kept]
    low, high = np.minimum(gaps_1, gaps_2), np.maximum(gaps_1, gaps_2)
    both = (gaps_1 != 0) & (gaps_2 != 0)
    total = np.zeros(len(shifts))
    for pair in range(len(i)):  # the two sets disagree where the difference of the means lies between both of theirs
        counted = both[:, pair]
        weight, turn = weights[counted], shifts[:, j[pair]] - shifts[:, i[pair]]
        below = _weight_below(low[counted, pair], weight, turn)
        above = _weight_below(high[counted, pair], weight, turn)
        total += weight.sum() - 2 * (below - above)
    return np.asarray(total / max(len(weights), 1))


def _weight_below(values: FloatArray, weights: FloatArray, limits: FloatArray) -> FloatArray:
    """Return the sum of the weights of the values below each limit."""
    order = np.argsort(values)
    sums = np.concatenate([[0.0], np.cumsum(weights[order])])
    return np.asarray(sums[np.searchsorted(values[order], limits)])


def compare_over_cases(taus: FloatArray, resampled: FloatArray) -> ConsistencyTest:
    r"""Compare the mean taus of all pairs of measures; `taus` (splits, measures), `resampled` (resamples, measures).

    For a pair with the difference D of mean taus, D* that of the resampled ones, and s the standard deviation of D*
    joined with the Monte-Carlo error of the splits,

    .. math:: p = \frac{1 + \#\{b : \max_{pairs} |D^*_b - \bar{D}^*| / s^* \ge |D| / s\}}{1 + B}

    so that all pairs are tested together.
    """
    n_measures = taus.shape[1]
    i, j = np.triu_indices(n_measures, 1)
    gaps, moved = taus.mean(axis=0)[i] - taus.mean(axis=0)[j], resampled[:, i] - resampled[:, j]
    spread = moved.std(axis=0, ddof=1)
    chance = (taus[:, i] - taus[:, j]).std(axis=0, ddof=1) / np.sqrt(len(taus)) if len(taus) > 1 else np.zeros(len(i))
    errors = np.sqrt(spread**2 + chance**2)
    moves = np.abs(moved - moved.mean(axis=0))
    largest = np.divide(moves, spread, out=np.zeros_like(moves), where=spread > 0).max(axis=1, initial=0.0)
    ratios = np.divide(np.abs(gaps), errors, out=np.where(gaps == 0, 0.0, np.inf), where=errors > 0)
    p = (1 + (largest[:, None] >= ratios).sum(axis=0)) / (1 + len(largest))
    tables = [np.ones((n_measures, n_measures)), np.zeros((n_measures, n_measures)), np.zeros((n_measures, n_measures))]
    width = float(np.quantile(largest, 0.95)) * errors
    for table, values, sign in zip(tables, (p, gaps, width), (1, -1, 1), strict=True):
        table[i, j], table[j, i] = values, sign * values
    return ConsistencyTest(tables[0][None], tables[1][None], tables[2], len(largest))


@dataclass(frozen=True, eq=False)
class ResampledTaus:
    """The mean taus by one measure where cases are resampled: called with the number of the measure."""

    values: FloatArray  # (measures, runs, cases)
    splits: IntArray  # (splits, cases)
    shifts: FloatArray  # (resamples, measures, runs)
    size: int | None  # cases of each of the two sets; None: halves

    def __call__(self, m: int) -> FloatArray:
        """Return them: (resamples,)."""
        half, n_cases = (self.splits.shape[1] + 1) // 2, self.splits.shape[1]
        first = self._means(m, 0, self.size or half)
        second = self._means(m, half, self.size or n_cases - half)
        return mean_taus(first, second, self.shifts[:, m])

    def _means(self, m: int, start: int, size: int) -> FloatArray:
        chosen = self.splits[:, start : start + size].astype(np.int64)
        drawn = np.zeros(self.splits.shape)
        np.put_along_axis(drawn, chosen, 1.0, axis=1)
        return np.asarray(np.einsum("bc,rc->br", drawn, self.values[m]) / size)
