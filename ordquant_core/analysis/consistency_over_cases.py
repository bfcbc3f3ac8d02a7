"""Would other cases find the same measures more consistent? A test of mean taus by resampling cases.

The test of the papers takes splits for an independent sample: the more splits are drawn, the more differences it finds,
though the cases stay the same. Here the cases are what is sampled.

Few cases, and rankings with ties, say more of themselves than of other cases. Of four equally consistent measures of
four runs, one is found better in .81 of simulated tasks of two cases, .35 of three, .18 of four, .10 of eight, and in
.06 to .07 of twelve and twenty. Where two runs score the same on most cases, their tie in a ranking hides how they
would differ on other cases: of two equally consistent measures whose scores are 0 or 1, so that a fifth of the pairs
tie, one is found better in .22 (`make simulate`, few_cases_and_ties).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from ordquant_core.glossary import of_pairs
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.statistics.layout import spread_of_means
from ordquant_core.statistics.rank_correlation import rounded
from ordquant_core.statistics.resampling import critical_differences
from ordquant_core.statistics.superlatives import Resampled

FEWEST_TESTED = 12  # cases
MOST_TIES = 0.05  # of the pairs of runs that score differently on some case, in the rankings by sets of cases


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class ConsistencyTest:
    """Which measures rank more consistently than which, simultaneously for all pairs of measures."""

    taus: Resampled  # the mean tau of every measure, and what it is where the cases are resampled; NaN with more ties
    size: int | None  # cases in each of the two sets; None: halves
    differences: FloatArray  # (measures, measures): mean tau of the row's measure minus that of the column's
    errors: FloatArray  # (measures, measures): the standard errors of the differences; NaN where they are not tested
    largest: FloatArray  # (resamples,), ascending: the largest |D* - mean D*| / s* of all pairs

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures that are compared."""
        return self.taus.names

    @property
    def enough(self) -> bool:
        """Whether there are enough cases for a test."""
        return self.taus.n_cases >= FEWEST_TESTED

    @property
    def p_values(self) -> FloatArray:
        """The p-value of every pair, (measures, measures), 1 where no resample moves it; NaN where it is not tested."""
        ratios = np.divide(np.abs(self.differences), self.errors, out=np.zeros_like(self.errors), where=self.errors > 0)
        reached = len(self.largest) - np.searchsorted(self.largest, ratios)
        return np.where(np.isnan(self.errors), np.nan, (1 + reached) / (1 + len(self.largest)))

    def half_widths(self, alpha: float = 0.05) -> FloatArray:
        """Return what to add to the differences, and to subtract, for intervals that hold jointly with 1 - alpha.

        They exclude 0 exactly where p < alpha. Shape (measures, measures); infinite where no p can be below alpha, NaN
        where a difference is not tested or never moves.
        """
        critical = float(critical_differences(self.largest, alpha))
        return np.multiply(critical, self.errors, out=np.full_like(self.errors, np.nan), where=self.errors > 0)

    def outperformed(self, alpha: float = 0.05) -> tuple[tuple[int, ...], ...]:
        """Return, for every measure, the numbers of the measures it is significantly more consistent than."""
        better = (self.p_values < alpha) & (self.differences > 0)
        return tuple(tuple(np.flatnonzero(row).tolist()) for row in better)

    def to_frame(self, *, alpha: float = 0.05) -> pd.DataFrame:
        """Return a row per pair of measures: the difference of their mean taus, its interval, and p."""
        width = self.half_widths(alpha)
        ends = {"low": self.differences - width, "high": self.differences + width}
        frame = of_pairs("measure", self.measures, {"tau_difference": self.differences, **ends, "p": self.p_values})
        frame.insert(2, "split", "half" if self.size is None else str(self.size))
        return frame


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


def compare_resampled(
    measures: Sequence[str], size: int | None, taus: FloatArray, resampled: FloatArray, ties: FloatArray, n_cases: int
) -> ConsistencyTest:
    r"""Compare the mean taus of all pairs of measures; `taus` (splits, measures), `resampled` (resamples, measures).

    Measures with `ties` (measures,) in more than 5% of the pairs are not tested, and none is on fewer than 12 cases.

    For a pair with the difference D of mean taus, D* that of the resampled ones, and s the standard deviation of D*
    joined with the Monte-Carlo error of the splits,

    .. math:: p = \frac{1 + \#\{b : \max_{pairs} |D^*_b - \bar{D}^*| / s^* \ge |D| / s\}}{1 + B}

    so that all pairs are tested together.
    """
    means = taus.mean(axis=0)
    resampled = np.where(ties > MOST_TIES, np.nan, resampled)
    centred = resampled - resampled.mean(axis=0)
    moved = np.abs(centred[:, :, None] - centred[:, None, :])
    spread = np.sqrt((moved**2).sum(axis=0) / (len(moved) - 1))
    gaps = taus[:, :, None] - taus[:, None, :]
    chance = gaps.std(axis=0, ddof=1) / np.sqrt(len(taus)) if len(taus) > 1 else np.zeros_like(spread)
    ratios = np.divide(moved, spread, out=np.zeros_like(moved), where=spread > 0)
    errors, largest = np.sqrt(spread**2 + chance**2), np.sort(ratios.max(axis=(1, 2)))
    if n_cases < FEWEST_TESTED:
        errors = np.full_like(errors, np.nan)
    known = np.where(ties > MOST_TIES, np.nan, means)
    moving = Resampled(tuple(measures), known, known + centred, n_cases)  # their mean is that of the splits
    return ConsistencyTest(moving, size, means[:, None] - means, errors, largest)


def taus_over_tasks(tests: Sequence[ConsistencyTest]) -> Resampled:
    """Return the mean taus averaged over tasks, also where the cases of each task are resampled."""
    taus = [test.taus for test in tests]
    # tasks with as many cases draw the same ones for a seed: each is averaged with other resamples of the others
    resampled = np.mean([np.roll(one.resampled, number, axis=0) for number, one in enumerate(taus)], axis=0)
    n_cases = min(one.n_cases for one in taus)
    return Resampled(taus[0].names, np.mean([one.values for one in taus], axis=0), resampled, n_cases)


@dataclass(frozen=True, eq=False)
class ResampledTaus:
    """The mean taus by one measure where cases are resampled, and its ties: called with the number of the measure."""

    values: FloatArray  # (measures, runs, cases)
    splits: IntArray  # (splits, cases)
    shifts: FloatArray  # (resamples, measures, runs)
    size: int | None  # cases of each of the two sets; None: halves

    def __call__(self, m: int) -> tuple[FloatArray, float]:
        """Return them, (resamples,), and how many pairs of runs tie, of those that do not on every case."""
        half, n_cases = (self.splits.shape[1] + 1) // 2, self.splits.shape[1]
        first = self._means(m, 0, self.size or half)
        second = self._means(m, half, self.size or n_cases - half)
        i, j = np.triu_indices(first.shape[1], 1)
        differ = (self.values[m][i] != self.values[m][j]).any(axis=1)
        gaps = rounded(np.concatenate([first, second])[:, i] - np.concatenate([first, second])[:, j])[:, differ]
        return mean_taus(first, second, self.shifts[:, m]), float((gaps == 0).mean()) if differ.any() else 0.0

    def _means(self, m: int, start: int, size: int) -> FloatArray:
        chosen = self.splits[:, start : start + size].astype(np.int64)
        drawn = np.zeros(self.splits.shape)
        np.put_along_axis(drawn, chosen, 1.0, axis=1)
        return np.asarray(np.einsum("bc,rc->br", drawn, self.values[m]) / size)
