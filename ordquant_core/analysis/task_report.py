"""All that a report says of a task, computed once: every run by every measure, and the two best runs case by case."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ordquant_core.analysis.agreement import agreement, mean_scores, runs_over_cases
from ordquant_core.analysis.case_filters import rank_by_disagreement
from ordquant_core.analysis.comparison import TIE, best_two, deltas, disagreement, preferences
from ordquant_core.analysis.discrimination import Discrimination, in_order
from ordquant_core.analysis.official import Official, official
from ordquant_core.analysis.scoring import choose, infinite_measures, mean_intervals, score
from ordquant_core.records import FloatArray, Preferences, Scores, Task
from ordquant_core.statistics.progress import Progress
from ordquant_core.statistics.superlatives import Resampled

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
LISTED = 10  # cases of greatest disagreement


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """Two runs under the first two measures: the best run and the next best that is not a copy of it."""

    runs: tuple[str, str]
    measures: tuple[str, str]
    deltas: FloatArray  # (2, cases)
    top: tuple[int, ...]  # the cases of greatest disagreement, at most LISTED


@dataclass(frozen=True, slots=True, eq=False)
class TaskReport:
    """All numbers of a report. Runs are in the order of their means by the first measure."""

    task: Task
    scores: Scores
    means: FloatArray  # (measures, runs), rounded to 12 decimals
    best: tuple[tuple[int, ...], ...]  # per measure: the runs with the smallest mean
    over_cases: Mapping[str, Resampled]  # the means by each measure that is finite for all runs, cases resampled
    quantiles: FloatArray  # (measures, runs, QUANTILES)
    results: Official | None  # by the measures that are finite on all cases; None where there are none
    tau: FloatArray | None  # (measures, measures), None for fewer than three runs
    pair: Pair | None  # None for one run or one measure, and where all runs are copies
    against: tuple[Preferences, ...]  # of the first run (A) and each other one

    @property
    def first(self) -> str:
        """The run that all others are compared with: the best by the first measure."""
        return self.scores.runs[0]

    @property
    def tested(self) -> Discrimination | None:
        """The test of all pairs of runs; None where there is nothing to test."""
        return self.results.test if self.results is not None and self.results.tested else None

    @property
    def infinite(self) -> tuple[str, ...]:
        """The measures that are infinite on some case."""
        finite = () if self.results is None else self.results.scores.measures
        return tuple(key for key in self.scores.measures if key not in finite)


def task_report(
    task: Task, measures: Sequence[str], *, n_trials: int, seed: int, progress: Progress | None = None
) -> TaskReport:
    """Compute everything. Raises `OrdquantError` for a task without runs or an unknown measure."""
    scores = score(task, measures)
    infinite = infinite_measures(scores)
    finite = choose(scores, [key for key in scores.measures if key not in infinite])
    # Tested in the order of the task: the same seed permutes as on the pages and on the command line.
    results = official(finite, n_trials=n_trials, seed=seed, progress=progress) if finite.measures else None
    order = np.argsort(mean_scores(scores)[0], kind="stable").tolist()
    task = task.only([task.runs[place] for place in order])
    scores = scores.only(task.runs)
    if results is not None:
        finite = finite.only(task.runs)
        ordered = in_order(results.test, order)
        results = replace(results, scores=finite, test=ordered, interval=mean_intervals(finite))
    means = mean_scores(scores)
    return TaskReport(
        task,
        scores,
        means,
        tuple(tuple(np.flatnonzero(row <= row.min() + TIE).tolist()) for row in means),
        {key: runs_over_cases(finite, key, seed=seed) for key in finite.measures},
        np.stack([np.moveaxis(_quantiles(layer), 0, -1) for layer in scores.values]),
        results,
        agreement(scores).tau if len(scores.runs) > 2 and len(scores.measures) > 1 else None,
        _pair(task, scores, means[0]),
        tuple(preferences(scores, scores.runs[0], run) for run in scores.runs[1:]),
    )


def _pair(task: Task, scores: Scores, means: FloatArray) -> Pair | None:
    chosen = best_two(means, task.estimates)
    if chosen is None or len(scores.measures) < 2:
        return None
    runs = (scores.runs[chosen[0]], scores.runs[chosen[1]])
    first, second = values = deltas(scores, *runs)[:2]
    disagree = disagreement(first, second)
    top = [case for case in rank_by_disagreement(first, second)[:LISTED].tolist() if disagree[case]]
    return Pair(runs, (scores.measures[0], scores.measures[1]), values, tuple(top))


def _quantiles(layer: FloatArray) -> FloatArray:
    """Quantiles over the cases, shape (QUANTILES, runs): values that occur, so that infinite ones do no harm."""
    return np.asarray(np.quantile(layer, QUANTILES, axis=-1, method="inverted_cdf"))
