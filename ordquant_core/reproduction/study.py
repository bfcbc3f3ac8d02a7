"""Everything that the papers of the series report about a task: the tables of a study are drawn from it.

LQ 2021 [sakai2021lq] (discriminative power, overlaps, contradictions, Popularity against Uniform), the variants study
[sakai2022] (system ranking agreement and consistency) and SIGIR 2018 [sakai2018] (measures on the cases of a run).
Every number is that of the single analyses, with the same seed.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from ordquant_core.analysis.agreement import Agreement, agreement, ranking_agreement
from ordquant_core.analysis.baselines import BASELINES, baselines_among, with_baselines
from ordquant_core.analysis.case_filters import ALL
from ordquant_core.analysis.comparison import best_two, deltas, preference_agreement, preferences
from ordquant_core.analysis.consistency import Consistency, compare_over_splits, consistency, draw_splits
from ordquant_core.analysis.discrimination import Discrimination, identical_runs, separate_runs
from ordquant_core.analysis.official import Official, first_measure, official
from ordquant_core.analysis.scoring import choose, mean_intervals, require_comparable, score
from ordquant_core.errors import OrdquantError
from ordquant_core.papers.experiments import (
    COMBINED,
    MEASURES_OF_LQ_2021,
    MEASURES_OF_SIGIR_2018,
    MEASURES_OF_VARIANTS,
)
from ordquant_core.records import FloatArray, IntArray, Preferences, Scores, Task
from ordquant_core.reproduction.from_gold import data_set_of
from ordquant_core.statistics.progress import Progress
from ordquant_core.statistics.resampling import TukeyHSD


@dataclass(frozen=True, slots=True)
class Measures:
    """Which measures each group of tables has."""

    significance: tuple[str, ...] = MEASURES_OF_LQ_2021
    rankings: tuple[str, ...] = MEASURES_OF_VARIANTS
    combined: tuple[str, ...] = COMBINED
    cases: tuple[str, ...] = MEASURES_OF_SIGIR_2018

    @classmethod
    def of(cls, keys: Sequence[str]) -> "Measures":
        """Return the same measures for every table; those of combined measures are left out."""
        if len(dict.fromkeys(keys)) < 2:
            raise OrdquantError("A study compares measures; name two or more.")
        some = tuple(dict.fromkeys(keys))
        return cls(some, some, (), some)

    def joined(self, keys: Sequence[str]) -> "Measures":
        """Return these measures with further ones in every table but that of combined measures."""
        significance, rankings, cases = (
            tuple(dict.fromkeys((*some, *keys))) for some in (self.significance, self.rankings, self.cases)
        )
        return Measures(significance, rankings, self.combined, cases)

    @property
    def every(self) -> tuple[str, ...]:
        """All of them, each once."""
        return tuple(dict.fromkeys((*self.significance, *self.rankings, *self.combined, *self.cases)))

    @property
    def consistency(self) -> tuple[str, ...]:
        """Those whose consistency is compared."""
        return tuple(dict.fromkeys((*self.rankings, *self.combined)))


@dataclass(frozen=True, slots=True)
class Settings:
    """How a study is carried out; the defaults are those of the papers."""

    measures: Measures = Measures()
    alpha: float = 0.05
    n_trials: int = 5000
    n_splits: int = 1000
    size: int = 10  # cases in each of two small sets
    seed: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """How consistently measures rank the runs by two sets of cases, and the test of these splits, as in the study."""

    consistency: Consistency
    test: TukeyHSD


@dataclass(frozen=True, slots=True, eq=False)
class OnCases:
    """Measures compared on the cases of one run, and by the preference between two."""

    run: str  # the best one by the first measure
    other: str  # the next best whose estimates differ
    agreement: Agreement  # of the scores of the cases of `run`
    shares: FloatArray  # (measures, measures): cases on which two measures prefer the same of both runs


@dataclass(frozen=True, slots=True, eq=False)
class TaskResults:
    """What a study finds about one task."""

    name: str
    task: Task
    results: Official  # means and significance groups of the runs of `task`, as the command `results` has them
    primary: str  # the measure by which runs are sorted
    tested: Task  # with the runs of the test: `with_paper_baselines`
    agreement: Agreement  # of the measures in the tables of rankings, and of the combined ones
    discrimination: Discrimination
    half: Split
    small: Split
    preferences: Preferences  # of Popularity (A) against Uniform (B)
    deltas: FloatArray  # (measures, cases): score of Popularity minus score of Uniform
    cases: OnCases | None  # None: no two systems with different estimates
    copies: tuple[tuple[str, ...], ...]  # groups of identical runs


def examine(
    name: str,
    task: Task,
    settings: Settings,
    *,
    primary: str | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> TaskResults:
    """Carry out all analyses of a task. Raises `OrdquantError` for fewer than two runs or too few cases.

    `primary` is the measure by which runs are sorted, where it is among those of the study; else it is the first one.
    `progress` is called with the trials of the test of runs, an `executor` carries out the heavy parts.
    """
    measures = settings.measures
    scores = score(task, measures.every)
    require_comparable(scores)
    family = with_paper_baselines(task)
    tested = choose(scores, measures.significance) if family is task else score(family, measures.significance)
    rng = np.random.default_rng(settings.seed)
    discrimination = separate_runs(tested, n_trials=settings.n_trials, rng=rng, progress=progress, executor=executor)
    mine = choose(scores, measures.significance)
    if family is task:  # the same scores, trials and seed
        results = Official(task.scale, ALL, mine, discrimination, mean_intervals(mine), settings.seed)
    else:
        results = official(mine, scale=task.scale, n_trials=settings.n_trials, seed=settings.seed, executor=executor)
    consistent = choose(scores, measures.consistency)
    splits = draw_splits(len(task.cases), settings.n_splits, np.random.default_rng(settings.seed))
    half, small = (
        _split(consistent, splits, size, settings, executor)
        for size in (None, min(settings.size, len(task.cases) // 2))
    )
    complete = with_baselines(task)
    of_baselines = score(complete.only(complete.runs[-2:]), measures.significance)
    return TaskResults(
        name,
        task,
        results,
        first_measure(measures.significance, primary),
        family,
        agreement(consistent),
        discrimination,
        half,
        small,
        preferences(of_baselines, *of_baselines.runs),
        deltas(of_baselines, *of_baselines.runs),
        on_cases(task, choose(scores, measures.cases)),
        identical_runs(family),
    )


def with_paper_baselines(task: Task) -> Task:
    """Return the task with those of Popularity and Uniform as further runs that no run of it equals.

    LQ 2021 counts them as runs in its tests of runs (section 5.2, tables 3 to 6), but for its SemEval tasks, which do
    not have them (footnote 3) [sakai2021lq].
    """
    known = data_set_of(task)
    if known is not None and not known.counts_baselines:
        return task
    complete, among = with_baselines(task), baselines_among(task)
    left = [run for key, run in zip(BASELINES, complete.runs[len(task.runs) :], strict=True) if key not in among]
    return complete.only([*task.runs, *left]) if left else task


def on_cases(task: Task, scores: Scores) -> OnCases | None:
    """Compare measures on the cases of the best run by the first of them, and on the two best: table 2 of [sakai2018].

    Kendall's tau is that of the cases ranked by their scores. Baselines do not count as systems; None where there are
    no two systems with different estimates.
    """
    baselines = {run for runs in baselines_among(task).values() for run in runs}
    systems = [n for n, run in enumerate(task.runs) if run not in baselines]
    if len(systems) < 2:
        return None
    pair = best_two(scores.values[0][systems].mean(axis=1), task.estimates[systems])
    if pair is None:
        return None
    run, other = (task.runs[systems[number]] for number in pair)
    shares = preference_agreement(deltas(scores, run, other))
    return OnCases(run, other, ranking_agreement(scores.measures, scores.values[:, scores.runs.index(run)]), shares)


def _split(scores: Scores, splits: IntArray, size: int | None, settings: Settings, executor: Executor | None) -> Split:
    of_splits = consistency(scores, splits, size=size, executor=executor)
    rng = np.random.default_rng(settings.seed)
    return Split(of_splits, compare_over_splits(of_splits, n_trials=settings.n_trials, rng=rng, executor=executor))
