"""Tests and rankings of all runs of tasks, computed once for all visitors; a bar says how far a long one is."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

import numpy as np

from ordquant_core.analysis import second_panel
from ordquant_core.analysis.agreement import (
    Agreement,
    SharedInformation,
    agreement,
    information,
    remaining_information,
    runs_over_cases,
    similarity_over_cases,
)
from ordquant_core.analysis.consistency import (
    Consistency,
    Experiment,
    cases_needed,
    compare_over_splits,
    consistency_experiment,
    splits_of,
)
from ordquant_core.analysis.discrimination import Discrimination, separate_runs, separated_over_cases
from ordquant_core.analysis.scoring import choose, infinite_measures, mean_intervals, score
from ordquant_core.analysis.second_panel import SecondPanel
from ordquant_core.errors import OrdquantError
from ordquant_core.findings.words import labels
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.numerals import count
from ordquant_core.records import FloatArray, Scores
from ordquant_core.statistics.information import InformationLeft
from ordquant_core.statistics.mean_interval import MeanInterval
from ordquant_core.statistics.progress import Progress
from ordquant_core.statistics.resampling import TukeyHSD
from ordquant_core.statistics.superlatives import Resampled
from pages.shared import several, task_scores
from pages.shared.evaluation_settings import EvaluationSettings
from pages.shared.progress_bar import progress_bar
from pages.shared.result_cache import Key, compute_once, compute_with_bar
from pages.shared.tasks import Current

MOST_RUNS = 600  # every test holds a number for each pair of them under each measure
Result = TypeVar("Result")
Measures = tuple[str, ...]
Tasks = Sequence[Current]


def score_runs(current: Current, measures: Measures) -> Scores:
    """Score all runs by some measures; some of the runs of a task have the scores that they have among all."""
    if current.whole is not None:
        return score_runs(current.whole, measures).only(current.task.runs)
    if measures == MAIN_MEASURES:
        return task_scores.score_all_runs(current.key, current.task)

    def compute(progress: Progress) -> Scores:
        if set(measures) <= set(MAIN_MEASURES):
            return choose(task_scores.score_all_runs(current.key, current.task), measures)
        return score(current.task, measures, progress=progress)

    return compute_with_bar(("scores", current.key, measures), "Scoring all runs, cases", compute)


def select_finite(tasks: Tasks, measures: Measures, *, least: int = 1) -> tuple[Measures, Measures]:
    """Part measures into those with finite scores on all tasks and those that are infinite somewhere.

    Raises `OrdquantError` when fewer than `least` are left, and for more runs than can be tested pair by pair.
    """
    if not measures:
        raise OrdquantError("Choose a measure in the settings.")
    for current in tasks:
        if len(current.task.runs) > MOST_RUNS:
            raise OrdquantError(
                f"{several.name(current)} has {count(len(current.task.runs), 'run')}. Tests of pairs support up to "
                f"{count(MOST_RUNS)}. Open a task with fewer runs."
            )
    somewhere = {key for current in tasks for key in infinite_measures(score_runs(current, measures))}
    finite, infinite = (tuple(key for key in measures if (key in somewhere) == there) for there in (False, True))
    if len(finite) < least:
        why = f"{labels(infinite)} {'is' if len(infinite) == 1 else 'are'} infinite on some case; " if infinite else ""
        raise OrdquantError(f"{why}choose {least} or more finite measures in the settings.")
    return finite, infinite


def test_runs(tasks: Tasks, measures: Measures, settings: EvaluationSettings) -> tuple[Discrimination, ...]:
    """Test all pairs of runs of every task by the randomised Tukey HSD test."""
    key = ("tests of runs", measures, settings.trials, settings.seed)

    def compute(current: Current, progress: Progress) -> Discrimination:
        rng = np.random.default_rng(settings.seed)
        return separate_runs(score_runs(current, measures), n_trials=settings.trials, rng=rng, progress=progress)

    return _compute_each_with_bar("Permuting runs, trials", tasks, key, compute)


def compute_intervals(current: Current, measures: Measures) -> MeanInterval:
    """Return the mean of every run with its interval, (measures, runs)."""
    return compute_once(("intervals", current.key, measures), lambda: mean_intervals(score_runs(current, measures)))


def compare_with_panel(current: Current, runs: Sequence[str], measures: Measures, seed: int) -> SecondPanel:
    """Compare some runs with a second panel of annotators. Raises where the gold has no votes."""
    task = current.task.only(runs)
    key = ("second panel", (current if runs else current.whole or current).key, task.runs, measures, seed)
    bar = "Drawing panels of annotators, cases"
    return compute_with_bar(key, bar, second_panel.compare_with_panel, task, measures, seed=seed)


def compare_rankings(tasks: Tasks, measures: Measures) -> tuple[Agreement, ...]:
    """Compare the rankings by every pair of measures on every task."""
    return _compute_each(tasks, ("agreement", measures), lambda task: agreement(score_runs(task, measures)))


def resample_similarity(tasks: Tasks, measures: Measures, seed: int) -> Resampled:
    """Return how alike every measure ranks the runs to the others, also over resampled cases."""
    key = ("similarity over cases", tuple(task.key for task in tasks), measures, seed)
    return compute_once(key, lambda: similarity_over_cases([score_runs(task, measures) for task in tasks], seed=seed))


def resample_runs(current: Current, measure: str, seed: int) -> Resampled:
    """Return the means of all runs by a measure, also over resampled cases."""
    key = ("runs over cases", current.key, measure, seed)
    return compute_once(key, lambda: runs_over_cases(score_runs(current, (measure,)), measure, seed=seed))


def resample_separated(
    tasks: Tasks, measures: Measures, tests: Sequence[Discrimination], settings: EvaluationSettings
) -> FloatArray:
    """Count the pairs of runs that two measures separate where the cases are resampled."""
    alpha, seed = settings.alpha, settings.seed
    key = ("separated over cases", tuple(task.key for task in tasks), measures, alpha, settings.trials, seed)
    scores = [score_runs(task, measures) for task in tasks]
    return compute_once(key, lambda: separated_over_cases(scores, tests, alpha, seed=seed))


def compute_information(tasks: Tasks, measures: Measures, given: Measures = ()) -> tuple[SharedInformation, ...]:
    """Return the information tau of every pair of measures that are not given, on every task."""
    every, key = tuple(dict.fromkeys((*measures, *given))), ("information", measures, given)
    return _compute_each(tasks, key, lambda task: information(score_runs(task, every), given=given))


def compute_remaining_information(tasks: Tasks, pair: Measures, given: Measures) -> tuple[InformationLeft | None, ...]:
    """Return what the rankings by two measures share on every task, and what is left given those by others."""
    every, key = tuple(dict.fromkeys((*pair, *given))), ("information left", pair, given)

    def compute(task: Current) -> InformationLeft | None:
        return remaining_information(score_runs(task, every), pair, given, rng=np.random.default_rng(1))

    return _compute_each(tasks, key, compute)


def test_consistency(
    tasks: Tasks, measures: Measures, size: int, settings: EvaluationSettings
) -> tuple[Experiment, ...]:
    """Split the cases of every task, and test which measures rank more consistently than which."""
    n_splits, seed = settings.splits, settings.seed
    key = ("consistency", measures, size, n_splits, seed)

    def compute(current: Current, progress: Progress) -> Experiment:
        scores = score_runs(current, measures)
        return consistency_experiment(scores, size=size, n_splits=n_splits, seed=seed, progress=progress)

    return _compute_each_with_bar("Splitting cases, steps", tasks, key, compute)


def test_splits(current: Current, splits: Consistency, settings: EvaluationSettings) -> TukeyHSD:
    """Test which measures rank more consistently on splits of these cases only, as the variants study does."""
    trials, seed = settings.trials, settings.seed
    key = ("test of splits", current.key, splits.measures, splits.size, settings.splits, trials, seed)
    rng = np.random.default_rng(seed)
    return compute_with_bar(key, "Permuting measures, trials", compare_over_splits, splits, n_trials=trials, rng=rng)


def find_cases_needed(
    current: Current, measures: Measures, experiment: Experiment, target: float
) -> tuple[int | None, ...]:
    """Return how many cases every measure needs for a mean tau, on the splits of the experiment."""
    scores = score_runs(current, measures)
    key = ("cases needed", current.key, measures, experiment.n_splits, experiment.seed, target)
    of = scores, splits_of(scores, experiment), experiment.curve, target
    return compute_with_bar(key, "Searching for sizes, measures", cases_needed, *of)


def _compute_each_with_bar(
    title: str, tasks: Tasks, key: Key, compute: Callable[[Current, Progress], Result]
) -> tuple[Result, ...]:
    """Compute something of every task that takes as long on each. A problem says which task it is about."""
    results = []
    with progress_bar(title) as show:
        for number, current in enumerate(tasks):
            with _name_task(current):
                step = partial(_show_step, show, number, len(tasks))
                results.append(compute_with_bar((*key, current.key), step, compute, current))
    return tuple(results)


def _compute_each(tasks: Tasks, key: Key, compute: Callable[[Current], Result]) -> tuple[Result, ...]:
    """Compute something of every task. A problem says which task it is about."""
    results = []
    for current in tasks:
        with _name_task(current):
            results.append(compute_once((*key, current.key), partial(compute, current)))
    return tuple(results)


def _show_step(show: Progress, number: int, of: int, done: int, total: int) -> None:
    """Move the bar of several works by what is done of one of them."""
    show(number * total + done, of * total)


@contextmanager
def _name_task(current: Current) -> Iterator[None]:
    """Say in a problem which task it is about."""
    try:
        yield
    except OrdquantError as problem:
        raise OrdquantError(f"{several.name(current)}: {problem}") from None
