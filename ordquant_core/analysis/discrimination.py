"""Which measures find which runs significantly different, and how often? Which differences do two measures share?

Discriminative power, significance overlaps and contradictions after LQ 2021, section 5 [sakai2021lq]. Two runs differ
significantly by a measure when their p-value lies below the level.
"""

from __future__ import annotations  # help() shows types as they are written

from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeVar

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ordquant_core.analysis.scoring import require_comparable, require_scores
from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.glossary import in_front, of_grid, of_pairs
from ordquant_core.records import FloatArray, IntArray, Scores, Shown, TableRow, Task
from ordquant_core.statistics.layout import residual_deviation
from ordquant_core.statistics.progress import Progress
from ordquant_core.statistics.resampling import critical_differences, randomised_tukey_hsd, significance_groups
from ordquant_core.statistics.superlatives import Resampled, portions, resampled_means

_Key = TypeVar("_Key")
TUKEY = "randomised Tukey HSD"
STANDARD_ERRORS = 1.96  # a p-value that lies closer to alpha may fall on either side of it in other trials


@dataclass(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
class Discrimination(Shown):
    """The p-values of every pair of runs by every measure."""

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    n_cases: int
    means: FloatArray  # (measures, runs)
    p_values: FloatArray  # (measures, runs, runs), symmetric, 1 on the diagonal
    differences: FloatArray  # (measures, runs, runs): mean of the row's run minus mean of the column's
    effect_sizes: FloatArray  # differences / residual standard deviation; NaN where that is 0
    n_trials: int
    ranges: FloatArray | None = None  # of the means in every trial, (measures, trials): of the Tukey HSD test
    smallest_p: float = 0.0  # that any scores of so many runs and cases can have in so many trials

    def groups(self, layer: int, level: float = 0.05) -> tuple[tuple[int, ...], ...]:
        """Return the groups of runs that do not differ significantly by one measure, the smallest means first."""
        return significance_groups(self.means[layer], self.p_values[layer], level)

    @property
    def errors(self) -> FloatArray:
        """The Monte-Carlo standard error of every p-value, sqrt(p (1 - p) / trials)."""
        return np.sqrt(self.p_values * (1 - self.p_values) / self.n_trials)

    def critical_differences(self, level: float = 0.05) -> FloatArray:
        """Return how far apart two means must lie for p < level: (measures,).

        Infinite where no p-value can be below it, NaN where no Tukey HSD test was made.
        """
        if self.ranges is None:
            return np.full(len(self.measures), np.nan)
        return critical_differences(self.ranges, level, smallest_p=self.smallest_p)

    def simultaneous_intervals(self, level: float = 0.05) -> tuple[FloatArray, FloatArray]:
        """Return the bounds of the differences of all pairs, each (measures, pairs): difference ± critical difference.

        They exclude 0 exactly where p < level. NaN where they have no bounds.
        """
        half = self.critical_differences(level)[:, None]
        differences, half = self._of_pairs(self.differences), np.where(np.isfinite(half), half, np.nan)
        return differences - half, differences + half

    def error_at(self, level: float) -> float:
        """The standard error of a p-value that equals `level`: pairs that close to it may fall either way."""
        return float(np.sqrt(level * (1 - level) / self.n_trials))

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The numbers of the runs of every pair."""
        return tuple(combinations(range(len(self.runs)), 2))

    def significant(self, level: float = 0.05) -> NDArray[np.bool_]:
        """Return for every measure and pair of runs whether it differs significantly: (measures, pairs)."""
        return self._of_pairs(self.p_values) < level

    def undecided(self, level: float = 0.05) -> NDArray[np.bool_]:
        """Return whether abs(p - level) < 1.96 sqrt(level (1 - level) / B): shape (measures, pairs).

        Whether such a pair is significant depends on the trials that were drawn; more trials would decide it. None is
        where so many runs and cases have no p-value below `level`.
        """
        near = np.abs(self._of_pairs(self.p_values) - level) < STANDARD_ERRORS * self.error_at(level)
        return near & (self.smallest_p < level or self.smallest_p <= 1 / (self.n_trials + 1))

    def favours(self) -> NDArray[np.int64]:
        """Return -1 where the first run of a pair has the smaller mean, 1 where the second has: (measures, pairs)."""
        return np.sign(self._of_pairs(self.differences)).astype(np.int64)

    def _of_pairs(self, table: FloatArray) -> FloatArray:
        first, second = np.triu_indices(len(self.runs), 1)
        return table[:, first, second]

    def between(self, run_a: str, run_b: str) -> Discrimination:
        """Return what the test of all runs says of two of them, with `run_a` first."""
        return in_order(self, [self.runs.index(run) for run in (run_a, run_b)])

    def only(self, measure: str) -> Discrimination:
        """Return the test by one of the measures."""
        layers = [self.measures.index(measure)]
        names = ("means", "p_values", "differences", "effect_sizes")
        ranges = None if self.ranges is None else self.ranges[layers]
        tables = {name: getattr(self, name)[layers] for name in names}
        return replace(self, measures=(measure,), ranges=ranges, **tables)

    def to_frame(self, alpha: float = 0.05) -> pd.DataFrame:
        """Return a row per measure and pair of runs: difference, p, effect size, simultaneous interval.

        The intervals of all pairs exclude 0 exactly where p < alpha, and hold jointly with the confidence 1 - alpha
        where the errors of all runs are alike.
        """
        low, high = self.simultaneous_intervals(alpha)
        tested = {"difference": self.differences, "p": self.p_values, "effect_size": self.effect_sizes}
        frame = of_pairs("run", self.runs, tested).assign(low=low.ravel(), high=high.ravel())
        return in_front(frame, measure=np.repeat(np.array(self.measures, dtype=object), len(self.pairs)))

    def p_values_to_frame(self) -> pd.DataFrame:
        """Return a row per measure and pair of runs: its p-value, the largest first."""
        places = np.arange(1, len(self.pairs) + 1)
        return of_grid({"measure": self.measures, "place": places}, {"p": curves(self)})


@dataclass(frozen=True, slots=True)
class Power(TableRow):
    """Significant pairs of runs by one measure, out of all."""

    measure: str
    significant: int
    pairs: int

    COLUMNS = ("measure", "significant", "pairs", "share")

    @property
    def share(self) -> float:
        """The discriminative power, S / T."""
        return self.significant / self.pairs


@dataclass(frozen=True, slots=True)
class LoneDifference(TableRow):
    """A pair of runs that one measure alone calls significantly different; run 1 is the better one."""

    measure: str
    run_1: str
    run_2: str
    p: float
    effect_size: float

    COLUMNS = ("measure", "run_1", "run_2", "p", "effect_size")


def separate_runs(
    scores: Scores,
    *,
    n_trials: int,
    rng: np.random.Generator,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Discrimination:
    """Test all pairs of runs by the randomised Tukey HSD test, with one set of permutations for all measures.

    The result holds p-values as an array of shape (measures, runs, runs). `progress` is called with the trials that are
    done and their number; an `executor` carries them out. Raises `OrdquantError` for fewer than two runs or cases,
    infinite scores, or fewer than one trial, and for what is no `Scores`.

    >>> import ordquant_core as oq
    >>> scores = oq.score(oq.load_sample("breakdown-labels"), ["NMD", "RNOD"])
    >>> oq.separate_runs(scores, n_trials=100, rng=np.random.default_rng(1)).p_values.shape
    (2, 4, 4)
    """
    require_scores(scores, "separate_runs")
    require_comparable(scores)
    test = randomised_tukey_hsd(scores.values, n_trials=n_trials, rng=rng, progress=progress, executor=executor)
    means, deviation = scores.values.mean(axis=2), residual_deviation(scores.values)[:, None, None]
    undefined = np.full_like(test.differences, np.nan)
    effects = np.divide(test.differences, deviation, out=undefined, where=deviation > 0)
    return Discrimination(
        scores.measures,
        scores.runs,
        len(scores.cases),
        means,
        test.p_values,
        test.differences,
        effects,
        n_trials,
        test.ranges,
        test.smallest_p,
    )


def in_order(test: Discrimination, order: Sequence[int]) -> Discrimination:
    """Return the test with its runs in another order, or of some of them; p-values stay those of all runs."""
    tables = (test.p_values, test.differences, test.effect_sizes)
    p_values, differences, effects = (table[:, order][:, :, order] for table in tables)
    return replace(
        test,
        runs=tuple(test.runs[run] for run in order),
        means=test.means[:, order],
        p_values=p_values,
        differences=differences,
        effect_sizes=effects,
    )


def curves(test: Discrimination) -> FloatArray:
    """Return the p-values of all pairs, largest first: (measures, pairs). Curves near the origin discriminate."""
    first, second = np.triu_indices(len(test.runs), 1)
    return -np.sort(-test.p_values[:, first, second], axis=1)


def powers(test: Discrimination, level: float = 0.05) -> tuple[Power, ...]:
    """Return the discriminative power of every measure: table 3 of [sakai2021lq]."""
    significant = test.significant(level)
    counts = significant.sum(axis=1)
    n_pairs = significant.shape[1]
    return tuple(Power(key, int(count), n_pairs) for key, count in zip(test.measures, counts, strict=True))


def pooled(tasks: Sequence[Sequence[Power]]) -> tuple[Power, ...]:
    r"""Pool the powers over tasks, :math:`\sum S / \sum T` (equation 9 of [sakai2021lq]): all pairs weigh the same.

    >>> pooled([[Power("NMD", 38, 66)], [Power("NMD", 48, 91)]])
    (Power(measure='NMD', significant=86, pairs=157),)
    """
    measures = same([tuple(power.measure for power in task) for task in tasks])
    columns = zip(*tasks, strict=True)
    return tuple(
        Power(key, sum(power.significant for power in column), sum(power.pairs for power in column))
        for key, column in zip(measures, columns, strict=True)
    )


def sides(test: Discrimination, run_a: int, run_b: int, level: float = 0.05) -> tuple[int, ...]:
    """Return for every measure -1 where run A is significantly better, 1 where run B is, 0 where neither is."""
    favoured = np.sign(test.differences[:, run_a, run_b]) * (test.p_values[:, run_a, run_b] < level)
    return tuple(favoured.astype(int).tolist())


def as_good_as_the_best(test: Discrimination, layer: int, level: float = 0.05) -> tuple[int, ...]:
    """Return the run with the smallest mean, and those from which it does not differ significantly, by their means."""
    first, *others = np.argsort(test.means[layer], kind="stable").tolist()
    return (first, *(run for run in others if test.p_values[layer, first, run] >= level))


def lone_differences(test: Discrimination, level: float = 0.05) -> tuple[LoneDifference, ...]:
    """List the pairs of runs that are significantly different by one measure only, measure by measure."""
    significant, favours = test.significant(level), test.favours()
    alone = significant & (significant.sum(axis=0) == 1)
    listed = []
    for m, place in zip(*(axis.tolist() for axis in np.nonzero(alone)), strict=True):
        better, worse = test.pairs[place] if favours[m, place] < 0 else test.pairs[place][::-1]
        listed.append(
            LoneDifference(
                test.measures[m],
                test.runs[better],
                test.runs[worse],
                float(test.p_values[m, better, worse]),
                float(test.effect_sizes[m, better, worse]),
            )
        )
    return tuple(listed)


def same(keys: Iterable[_Key]) -> _Key:
    """Return what all tasks share, or raise."""
    distinct = list(dict.fromkeys(keys))
    if not distinct:
        raise OrdquantError("Pooling needs one task or more.")
    if len(distinct) > 1:
        raise ShapeMismatchError("Tasks can be pooled only when they were tested by the same measures.")
    return distinct[0]


@dataclass(frozen=True, slots=True)
class Overlap(TableRow):
    """Pairs of runs that are significant by measure 1 only (a), by both (b), by measure 2 only (c)."""

    measure_1: str
    measure_2: str
    a: int
    b: int
    c: int

    COLUMNS = ("measure_1", "measure_2", "a", "b", "c", "sso")

    @property
    def sso(self) -> float | None:
        """The statistical significance overlap, b / (a + b + c); None where neither finds a difference."""
        return self.b / (self.a + self.b + self.c) if self.a + self.b + self.c else None


@dataclass(frozen=True, slots=True)
class Contradiction(TableRow):
    """By measure 1, run 1 is significantly better than run 2; by measure 2 it is significantly worse."""

    measure_1: str
    measure_2: str
    run_1: str
    run_2: str

    COLUMNS = ("measure_1", "measure_2", "run_1", "run_2")


def overlaps(test: Discrimination, level: float = 0.05) -> tuple[Overlap, ...]:
    """Return the significance overlap of every pair of measures: table 4 of [sakai2021lq]. Directions do not count."""
    layers = zip(test.measures, test.significant(level), strict=True)
    return tuple(
        Overlap(one, other, int((x & ~y).sum()), int((x & y).sum()), int((y & ~x).sum()))
        for (one, x), (other, y) in combinations(layers, 2)
    )


def pooled_overlaps(tasks: Sequence[Sequence[Overlap]]) -> tuple[Overlap, ...]:
    """Add up a, b and c over tasks."""
    pairs = same([tuple((overlap.measure_1, overlap.measure_2) for overlap in task) for task in tasks])
    columns = zip(*tasks, strict=True)
    return tuple(
        Overlap(*pair, sum(one.a for one in column), sum(one.b for one in column), sum(one.c for one in column))
        for pair, column in zip(pairs, columns, strict=True)
    )


def sso_matrix(shared: Sequence[Overlap], measures: Sequence[str]) -> FloatArray:
    """Return the overlaps as a symmetric table (measures, measures), NaN where they are not defined."""
    table = np.full((len(measures), len(measures)), np.nan)
    for overlap in shared:
        i, j = measures.index(overlap.measure_1), measures.index(overlap.measure_2)
        table[i, j] = table[j, i] = np.nan if overlap.sso is None else overlap.sso
    return table


def separated_over_cases(
    tasks: Sequence[Scores], tests: Sequence[Discrimination], level: float = 0.05, *, seed: int
) -> FloatArray:
    r"""Count the pairs of runs that both of two measures separate where the cases of each task are resampled.

    Returned in the shape (resamples, measures, measures), pooled over tasks; on the diagonal are the pairs that one
    measure separates. Each resample is not tested anew: the critical difference q of the test moves with what sets the
    means of permuted labels apart, the variance of the runs' scores on a case, on average over its cases:

    .. math:: q_b = q \sqrt{v_b / v}, \quad v = \frac{1}{n} \sum_j \frac{1}{m} \sum_i (x_{ij} - \bar{x}_{\cdot j})^2
    """
    rng = np.random.default_rng(seed)
    counts = [_separated(*each, level, rng) for each in zip(tasks, tests, strict=True)]
    return np.asarray(np.sum(counts, axis=0))


def _separated(scores: Scores, test: Discrimination, level: float, rng: np.random.Generator) -> FloatArray:
    within = scores.values.var(axis=1)
    moved = resampled_means(np.concatenate([scores.values, within[:, None]], axis=1), rng=rng)
    with np.errstate(invalid="ignore"):  # where all runs score the same there is nothing to separate
        critical = test.critical_differences(level) * np.sqrt(moved[..., -1] / within.mean(axis=1))
    first, second = np.triu_indices(len(scores.runs), 1)
    parts = []
    for part in portions(len(moved), within.shape[0] * len(first)):
        gaps = np.abs(moved[part][..., first] - moved[part][..., second])
        separated = (gaps > critical[part, :, None]).astype(np.float32)  # sums of whole numbers: exact
        parts.append(separated @ separated.transpose(0, 2, 1))
    return np.concatenate(parts).astype(np.float64)


def power_over_cases(total: Sequence[Power], separated: FloatArray, n_cases: int) -> Resampled:
    """Return the pairs of runs that every measure separates, also over resampled cases, `separated_over_cases`.

    `n_cases`: of the smallest task.
    """
    counts = np.array([power.significant for power in total], dtype=np.float64)
    return Resampled(tuple(power.measure for power in total), counts, np.diagonal(separated, axis1=1, axis2=2), n_cases)


def overlap_over_cases(total: Sequence[Overlap], separated: FloatArray, n_cases: int) -> Resampled:
    """Return the overlap of every pair of measures, as one name, as `power_over_cases` does what they separate."""
    powers = np.diagonal(separated, axis1=1, axis2=2)
    first, second = np.triu_indices(separated.shape[1], 1)
    both = separated[:, first, second]
    either = powers[:, first] + powers[:, second] - both
    shares = np.divide(both, either, out=np.full_like(both, np.nan), where=either > 0)
    values = np.array([np.nan if one.sso is None else one.sso for one in total])
    return Resampled(tuple(f"{one.measure_1} {one.measure_2}" for one in total), values, shares, n_cases)


def contradictions(test: Discrimination, level: float = 0.05) -> tuple[Contradiction, ...]:
    """List the pairs of runs that two measures call significantly different in opposite directions: tables 5 and 6."""
    verdicts = test.favours() * test.significant(level)  # -1, 1, or 0 where nothing is significant
    listed = []
    for (i, key_1), (j, key_2) in combinations(enumerate(test.measures), 2):
        for place in np.flatnonzero(verdicts[i] * verdicts[j] == -1):
            better, worse = test.pairs[place] if verdicts[i, place] < 0 else test.pairs[place][::-1]
            listed.append(Contradiction(key_1, key_2, test.runs[better], test.runs[worse]))
    return tuple(listed)


def contradiction_matrix(against: Iterable[Contradiction], measures: Sequence[str]) -> IntArray:
    """Count the contradictions of every pair of measures: a symmetric table (measures, measures), table 5."""
    counts = Counter((entry.measure_1, entry.measure_2) for entry in against)
    table = np.zeros((len(measures), len(measures)), dtype=np.int64)
    for (key_1, key_2), count in counts.items():
        i, j = measures.index(key_1), measures.index(key_2)
        table[i, j] += count
        table[j, i] += count
    return table


def without_contradictions(overlap: Overlap, count: int) -> Overlap:
    """Leave out the contradictions of two measures: both call these pairs significant, in opposite directions.

    >>> without_contradictions(Overlap("NMD", "RNOD", 3, 68, 0), 4)
    Overlap(measure_1='NMD', measure_2='RNOD', a=3, b=64, c=0)
    """
    return replace(overlap, b=overlap.b - count)


def overlaps_left(test: Discrimination, level: float = 0.05) -> list[tuple[Overlap, Overlap]]:
    """Return the overlap of every pair of measures, and what is left of it without their contradictions."""
    counts = Counter((entry.measure_1, entry.measure_2) for entry in contradictions(test, level))
    return [(one, without_contradictions(one, counts[one.measure_1, one.measure_2])) for one in overlaps(test, level)]


def overlaps_left_to_frame(both: Sequence[tuple[Overlap, Overlap]]) -> pd.DataFrame:
    """Return a row per pair of measures, with the SSO that is left without their contradictions."""
    return Overlap.frame(overlap for overlap, _ in both).assign(sso_left=[left.sso for _, left in both])


def identical_runs(task: Task) -> tuple[tuple[str, ...], ...]:
    """Return the groups of two runs or more whose estimates are equal on every case, such as a baseline twice."""
    groups: dict[bytes, list[str]] = {}
    for run, estimates in zip(task.runs, task.estimates, strict=True):
        groups.setdefault((estimates + 0.0).tobytes(), []).append(run)  # + 0.0: -0.0 is 0.0
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def joined(against: Iterable[Contradiction], groups: Sequence[Sequence[str]]) -> tuple[Contradiction, ...]:
    """Count pairs of identical runs once: each run is replaced by the first of its group, repeats are dropped.

    Section 5.2 of [sakai2021lq]: of four contradictions between the Chinese and English copies of two baselines, one
    is left.
    """
    first = {run: group[0] for group in groups for run in group}
    named = (
        replace(entry, run_1=first.get(entry.run_1, entry.run_1), run_2=first.get(entry.run_2, entry.run_2))
        for entry in against
    )
    return tuple(dict.fromkeys(named))
