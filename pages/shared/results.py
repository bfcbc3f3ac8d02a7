"""What tests and rankings say of all runs of a task, remembered for all visitors; a bar says how far a long one is."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

import numpy as np

from ordquant_core.analysis.agreement import Agreement, agreement, information, remaining_information
from ordquant_core.analysis.consistency import Experiment, Splitting, halving
from ordquant_core.analysis.discrimination import (
    Discrimination,
    Power,
    pair_resamples,
    run_trials,
    separated_unpaired,
)
from ordquant_core.analysis.outside_scores import layered
from ordquant_core.analysis.planning import noise as planning
from ordquant_core.analysis.planning.noise import Noise, NoiseDraws
from ordquant_core.analysis.planning.votes import votes_of
from ordquant_core.analysis.scoring import choose, infinite_measures, mean_intervals
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.measure import OUTSIDE
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.numerals import count
from ordquant_core.records import FloatArray, Scores
from ordquant_core.statistics.bootstrap import RESAMPLES
from ordquant_core.statistics.information import InformationLeft
from ordquant_core.statistics.layout import unpaired_critical_difference
from ordquant_core.statistics.mean_interval import MeanInterval
from ordquant_core.statistics.portions import Portions, Progress
from ordquant_core.tables.sentences import labels
from pages.shared import cached, several
from pages.shared.evaluation_settings import EvaluationSettings
from pages.shared.memory import Growing, carried_out, growing, moving, remembered
from pages.shared.tasks import Current

MOST_RUNS = 600  # every test holds a number for each pair of them under each measure
Result = TypeVar("Result")
Measures = tuple[str, ...]
Tasks = Sequence[Current]


def scores(current: Current, measures: Measures) -> Scores:
    """Score all runs by some measures; some of the runs of a task have the scores that they have among all."""
    if current.whole is not None:
        return scores(current.whole, measures).only(current.task.runs)
    computed = tuple(key for key in measures if MEASURES[key].family != OUTSIDE)
    if current.outside is not None and computed != measures:
        return choose(layered(scores(current, computed), current.outside), measures)
    if measures == MAIN_MEASURES:
        return cached.scores_of(current.key, current.task)

    def compute(progress: Progress) -> Scores:
        if set(measures) <= set(MAIN_MEASURES):
            return choose(cached.scores_of(current.key, current.task), measures)
        return cached.scored(current.key, current.task, measures, progress)

    return remembered(("scores", current.key, measures), "Scoring all runs, cases", compute)


def outside_of(tasks: Tasks) -> Measures:
    """Return the measures of the scores that the visitor has brought; several tasks have none in common."""
    outside = tasks[0].outside if len(tasks) == 1 else None
    return () if outside is None else tuple(outside.scores)


def usable(tasks: Tasks, measures: Measures, *, least: int = 1) -> tuple[Measures, Measures]:
    """Part measures into those with finite scores on all tasks and those that are infinite somewhere.

    Raises `OrdquantError` when fewer than `least` are left, and for more runs than can be tested pair by pair.
    """
    measures = (*measures, *outside_of(tasks))
    if not measures:
        raise OrdquantError("Choose a measure in the settings.")
    for current in tasks:
        if len(current.task.runs) > MOST_RUNS:
            raise OrdquantError(
                f"{several.name(current)} has {count(len(current.task.runs), 'run')}. Tests of pairs support up to "
                f"{count(MOST_RUNS)}. Open a task with fewer runs."
            )
    found = {key for current in tasks for key in infinite_measures(scores(current, measures))}
    finite, infinite = (tuple(key for key in measures if (key in found) == there) for there in (False, True))
    if len(finite) < least:
        why = f"{labels(infinite)} {'is' if len(infinite) == 1 else 'are'} infinite on some case; " if infinite else ""
        raise OrdquantError(f"{why}choose {least} or more finite measures in the settings.")
    return finite, infinite


def tests_of_runs(tasks: Tasks, measures: Measures, settings: EvaluationSettings) -> tuple[Discrimination, ...]:
    """Test all pairs of runs of every task by the randomised Tukey HSD test."""
    return _finished("Permuting runs, trials", [growing_runs(one, measures, settings) for one in tasks])


def tests_of_pairs(tasks: Tasks, measures: Measures, settings: EvaluationSettings) -> tuple[Discrimination, ...]:
    """Test every pair of runs of every task by itself, by the paired bootstrap."""
    return _finished("Resampling cases, resamples", [growing_pairs(one, measures, settings) for one in tasks])


def growing_runs(current: Current, measures: Measures, settings: EvaluationSettings) -> Growing[Discrimination]:
    """Return the randomised Tukey HSD test of a task as far as it has come."""
    begin = partial(run_trials, n_trials=settings.trials)
    return _growing("tests of runs", current, measures, settings.seed, begin, settings.trials)


def growing_pairs(current: Current, measures: Measures, settings: EvaluationSettings) -> Growing[Discrimination]:
    """Return the paired bootstrap test of a task as far as it has come."""
    begin = partial(pair_resamples, n_resamples=RESAMPLES)
    return _growing("tests of pairs", current, measures, settings.seed, begin, RESAMPLES)


def intervals(current: Current, measures: Measures) -> MeanInterval:
    """Return the mean of every run with its interval, (measures, runs)."""
    return remembered(("intervals", current.key, measures), "", lambda _: mean_intervals(scores(current, measures)))


def tested(current: Current, scored: Scores, settings: EvaluationSettings) -> Discrimination:
    """Test all pairs of some of the runs of a task by some of the measures."""
    key = ("tests of some runs", current.key, scored.runs, scored.measures, settings.trials, settings.seed)

    def begin() -> Portions[Discrimination]:
        return run_trials(scored, n_trials=settings.trials, rng=np.random.default_rng(settings.seed))

    return carried_out(key, "Permuting runs, trials", begin)


def noise(current: Current, measures: Measures, seed: int) -> Noise:
    """Return the noise floor of a task, and the scores of a second panel. Raises where the gold has no votes."""
    votes = votes_of(current.task)
    key = ("noise", (current.whole or current).key, measures, seed)  # it depends on the gold alone

    def begin() -> NoiseDraws:
        return NoiseDraws(votes, measures, rng=np.random.default_rng(seed), positions=current.task.positions)

    return carried_out(key, "Drawing votes, cases", begin)


def against_panel(current: Current, measures: Measures, seed: int) -> MeanInterval:
    """Compare every run with a second panel of annotators: (measures, runs). Raises as `noise`."""
    panels = noise(current, measures, seed).panels

    def compute(_: Progress) -> MeanInterval:
        return planning.against_panel(scores(current, measures).values, panels)

    return remembered(("against a panel", current.key, measures, seed), "", compute)


def unpaired(tasks: Tasks, measures: Measures, alpha: float) -> tuple[tuple[Power, ...], ...]:
    """Count what the unpaired Tukey HSD test of general packages separates."""
    key = ("unpaired", measures, alpha)
    return _each("", tasks, key, lambda current, _: separated_unpaired(scores(current, measures), level=alpha))


def unpaired_limit(current: Current, measure: str, alpha: float) -> float:
    """Return how far two means must lie apart to differ by the unpaired Tukey HSD test."""
    key = ("unpaired limit", current.key, measure, alpha)
    values = scores(current, (measure,)).values
    return remembered(key, "", lambda _: float(unpaired_critical_difference(values, level=alpha)[0]))


def agreements(tasks: Tasks, measures: Measures) -> tuple[Agreement, ...]:
    """Compare the rankings by every pair of measures on every task."""
    return _each("Ranking runs", tasks, ("agreement", measures), lambda one, _: agreement(scores(one, measures)))


def informations(tasks: Tasks, measures: Measures, given: Measures = ()) -> tuple[FloatArray, ...]:
    """Return the information tau of every pair of measures that are not given, on every task."""
    every, key = tuple(dict.fromkeys((*measures, *given))), ("information", measures, given)
    return _each("Counting pairs of runs", tasks, key, lambda one, _: information(scores(one, every), given=given)[1])


def informations_left(tasks: Tasks, pair: Measures, given: Measures) -> tuple[InformationLeft | None, ...]:
    """Return what the rankings by two measures share on every task, and what is left given those by others."""
    every, key = tuple(dict.fromkeys((*pair, *given))), ("information left", pair, given)

    def compute(one: Current, _: Progress) -> InformationLeft | None:
        return remaining_information(scores(one, every), pair, given, rng=np.random.default_rng(1))

    return _each("Counting pairs of runs", tasks, key, compute)


def experiments(tasks: Tasks, measures: Measures, size: int, settings: EvaluationSettings) -> tuple[Experiment, ...]:
    """Split the cases of every task, and test which measures rank more consistently than which."""
    n_splits, trials, seed = settings.splits, settings.trials, settings.seed

    def begin(current: Current) -> Splitting:
        return Splitting(scores(current, measures), size=size, n_splits=n_splits, n_trials=trials, seed=seed)

    key = ("consistency", measures, size, n_splits, trials, seed)
    return _each("Splitting cases, steps", tasks, key, begin, carried_out)


def needed(current: Current, measures: Measures, found: Experiment, target: float) -> tuple[int | None, ...]:
    """Return how many cases every measure needs for a mean tau, on the splits of the experiment."""
    key = ("cases needed", current.key, measures, found.n_splits, found.seed, target)
    return carried_out(key, "", lambda: halving(scores(current, measures), found, target))


def _growing(
    kind: str, current: Current, measures: Measures, seed: int, begin: Callable[..., Portions[Result]], total: int
) -> Growing[Result]:
    with _about(current):
        scored = scores(current, measures)
        key = (kind, measures, total, seed, current.key)
        return growing(key, lambda: begin(scored, rng=np.random.default_rng(seed)), total=total)


def _finished(title: str, works: Sequence[Growing[Result]]) -> tuple[Result, ...]:
    """Carry works of one length out, one after the other."""
    with moving(title) as show:
        return tuple(work.finish(partial(_step, show, number, len(works))) for number, work in enumerate(works))


def _each(
    title: str,
    tasks: Tasks,
    key: tuple[Hashable, ...],
    compute: Callable[..., object],
    through: Callable[..., Result] = remembered,
) -> tuple[Result, ...]:
    """Compute something of every task, remember each, and show how far it is. A problem says which task it is about."""
    found = []
    with moving(title) as show:
        for number, current in enumerate(tasks):
            step = partial(_step, show, number, len(tasks))
            with _about(current):
                found.append(through((*key, current.key), step, partial(compute, current)))
    return tuple(found)


def _step(show: Progress, number: int, of: int, done: int, total: int) -> None:
    """Move the bar of several works by what is done of one of them."""
    show(number * total + done, of * total)


@contextmanager
def _about(current: Current) -> Iterator[None]:
    """Say in a problem which task it is about."""
    try:
        yield
    except OrdquantError as problem:
        raise OrdquantError(f"{several.name(current)}: {problem}") from None
