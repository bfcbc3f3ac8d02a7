"""What tests and rankings say of all runs of a task, remembered for all visitors; a bar says how far a long one is."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import numpy as np

from ordquant_core.analysis import agreement, consistency, discrimination
from ordquant_core.analysis.scoring import choose, infinite_measures, score
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.records import FloatArray, Scores
from ordquant_core.statistics.bootstrap import Bootstrap, MeanResamples
from ordquant_core.statistics.portions import Progress
from ordquant_core.statistics.resampling import TukeyHSD
from pages.shared import cached, several
from pages.shared.measuring import RESAMPLES, Settings
from pages.shared.memory import Growing, growing, remembered
from pages.shared.tasks import Current

Result = TypeVar("Result")
Done = Callable[[int], None]


@dataclass(frozen=True, slots=True, eq=False)
class Consistent:
    """The consistency of rankings by halves and by small sets, with its tests, and how it grows."""

    half: consistency.Consistency
    half_test: TukeyHSD
    small: consistency.Consistency
    small_test: TukeyHSD
    curve: consistency.Curve


def scores(current: Current, measures: tuple[str, ...]) -> Scores:
    """Score all runs by some measures."""

    def compute(_: Progress) -> Scores:
        if set(measures) <= set(MAIN_MEASURES):
            return choose(cached.scores_of(current.key, current.task), measures)
        return score(current.task, measures)

    return remembered(("scores", current.key, measures), "", compute)


def usable(
    tasks: Sequence[Current], measures: tuple[str, ...], *, least: int = 1
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Part measures into those with finite scores on all tasks and those that are infinite somewhere.

    Raises `OrdquantError` when fewer than `least` are left.
    """
    if not measures:
        raise OrdquantError("Choose a measure in the settings.")
    infinite = {key for current in tasks for key in infinite_measures(scores(current, measures))}
    finite = tuple(key for key in measures if key not in infinite)
    if len(finite) < least:
        told = f"{', '.join(map(label, sorted(infinite)))} is infinite on some case; " if infinite else ""
        raise OrdquantError(f"{told}choose {least} or more finite measures in the settings.")
    return finite, tuple(key for key in measures if key in infinite)


def intervals(current: Current, measures: tuple[str, ...], seed: int) -> Bootstrap:
    """Return the mean of every run with its bootstrap interval over the cases, (measures, runs)."""
    return remembered(
        ("all intervals", current.key, measures, seed),
        "Drawing cases",
        lambda progress: growing_intervals(current, measures, seed).finish(progress),
    )


def separated(
    tasks: Sequence[Current], measures: tuple[str, ...], settings: Settings
) -> tuple[discrimination.Discrimination, ...]:
    """Test all pairs of runs of every task by the randomised Tukey HSD test."""
    trials, seed = settings.trials, settings.seed
    return _each(
        "Permuting runs, trials",
        tasks,
        ("all separated", measures, trials, seed),
        lambda current, done: growing_runs(current, measures, settings).finish(lambda so_far, _: done(so_far)),
        total=trials,
    )


def separated_pairs(
    tasks: Sequence[Current], measures: tuple[str, ...], settings: Settings
) -> tuple[discrimination.Discrimination, ...]:
    """Test every pair of runs of every task by itself, by the paired bootstrap."""
    return _each(
        "Drawing cases, resamples",
        tasks,
        ("all pairs", measures, settings.seed),
        lambda current, done: growing_pairs(current, measures, settings).finish(lambda so_far, _: done(so_far)),
        total=RESAMPLES,
    )


def growing_runs(
    current: Current, measures: tuple[str, ...], settings: Settings
) -> Growing[discrimination.Discrimination]:
    """Return the randomised Tukey HSD test of a task as far as it has come."""
    trials, seed = settings.trials, settings.seed
    with _about(current):
        scored = scores(current, measures)
        return growing(
            ("separated", measures, trials, seed, current.key),
            lambda: discrimination.run_trials(scored, n_trials=trials, rng=np.random.default_rng(seed)),
            total=trials,
        )


def growing_pairs(
    current: Current, measures: tuple[str, ...], settings: Settings
) -> Growing[discrimination.Discrimination]:
    """Return the paired bootstrap test of a task as far as it has come."""
    seed = settings.seed
    with _about(current):
        scored = scores(current, measures)
        return growing(
            ("pairs", measures, seed, current.key),
            lambda: discrimination.pair_resamples(scored, n_resamples=RESAMPLES, rng=np.random.default_rng(seed)),
            total=RESAMPLES,
        )


def growing_intervals(current: Current, measures: tuple[str, ...], seed: int) -> Growing[Bootstrap]:
    """Return the intervals of a task as far as they have come."""
    values = scores(current, measures).values
    return growing(
        ("intervals", current.key, measures, seed),
        lambda: MeanResamples(values, n_resamples=RESAMPLES, rng=np.random.default_rng(seed)),
        total=RESAMPLES,
    )


def unpaired(
    tasks: Sequence[Current], measures: tuple[str, ...], settings: Settings
) -> tuple[tuple[discrimination.Power, ...], ...]:
    """Count what the unpaired Tukey HSD test of general packages separates."""
    alpha = settings.alpha
    return _each(
        "Testing unpaired",
        tasks,
        ("unpaired", measures, alpha),
        lambda current, _: discrimination.separated_unpaired(scores(current, measures), level=alpha),
    )


def agreements(tasks: Sequence[Current], measures: tuple[str, ...]) -> tuple[agreement.Agreement, ...]:
    """Compare the rankings by every pair of measures on every task."""
    return _each(
        "Ranking runs",
        tasks,
        ("agreement", measures),
        lambda current, _: agreement.agreement(scores(current, measures)),
    )


def informations(tasks: Sequence[Current], measures: tuple[str, ...], given: tuple[str, ...]) -> tuple[FloatArray, ...]:
    """Return the information tau of every pair of measures that are not given, on every task."""
    every = tuple(dict.fromkeys((*measures, *given)))
    return _each(
        "Counting pairs of runs",
        tasks,
        ("information", measures, given),
        lambda current, _: agreement.information(scores(current, every), given=given)[1],
    )


def consistencies(
    tasks: Sequence[Current], measures: tuple[str, ...], size: int, settings: Settings
) -> tuple[Consistent, ...]:
    """Split the cases of every task, and test which measures rank more consistently than which."""
    n_splits, trials, seed = settings.splits, settings.trials, settings.seed

    def compute(current: Current, done: Done) -> Consistent:
        scored = scores(current, measures)
        n_cases = len(scored.cases)
        sizes = consistency.usual_sizes(n_cases)
        rounds = 2 + len(sizes)  # rankings by halves, by small sets, by sets of every size

        def part(before: int) -> Progress:
            """Count the rounds in splits, so many of them before this one."""
            return lambda so_far, _: done((before * n_splits + so_far) // rounds)

        splits = consistency.draw_splits(n_cases, n_splits, np.random.default_rng(seed))
        half = consistency.consistency(scored, splits, progress=part(0))
        small = consistency.consistency(scored, splits, size=min(size, n_cases // 2), progress=part(1))
        half_test = consistency.compare_measures(half, n_trials=trials, rng=np.random.default_rng(seed))
        small_test = consistency.compare_measures(small, n_trials=trials, rng=np.random.default_rng(seed))
        curve = consistency.curve(scored, splits, sizes, progress=part(2))
        return Consistent(half, half_test, small, small_test, curve)

    key = ("consistent", measures, size, n_splits, trials, seed)
    return _each("Splitting cases, splits", tasks, key, compute, total=n_splits)


def smallest(
    current: Current, found: Consistent, measures: tuple[str, ...], target: float, settings: Settings
) -> tuple[int | None, ...]:
    """Return how many cases every measure needs for a mean tau, on the splits that were compared."""

    def compute(_: Progress) -> tuple[int | None, ...]:
        scored = scores(current, measures)
        splits = consistency.draw_splits(len(scored.cases), settings.splits, np.random.default_rng(settings.seed))
        return consistency.smallest_sizes(scored, splits, found.curve, target)

    return remembered(("smallest", current.key, measures, settings.splits, settings.seed, target), "", compute)


def label(key: str) -> str:
    """Return what a measure is called on pages."""
    return MEASURES[key].label


def _each(
    title: str,
    tasks: Sequence[Current],
    key: tuple[Hashable, ...],
    compute: Callable[[Current, Done], Result],
    *,
    total: int = 1,
) -> tuple[Result, ...]:
    """Compute something of every task, remember each, and show how far it is: `compute` says what is done of `total`.

    A problem says which task it is about.
    """

    def one(current: Current, place: int, show: Progress) -> Result:
        with _about(current):
            return compute(current, lambda done: show(place * total + done, len(tasks) * total))

    def every(show: Progress) -> tuple[Result, ...]:
        found = []
        for place, current in enumerate(tasks):
            found.append(remembered((*key, current.key), "", partial(_quietly, one, current, place, show)))
            show((place + 1) * total, len(tasks) * total)
        return tuple(found)

    return remembered((*key, *(current.key for current in tasks), len(tasks)), title, every)


def _quietly(one: Callable[..., Result], current: Current, place: int, show: Progress, _: Progress) -> Result:
    """Move the bar of all tasks, not that of one."""
    return one(current, place, show)


@contextmanager
def _about(current: Current) -> Iterator[None]:
    """Say in a problem which task it is about."""
    try:
        yield
    except OrdquantError as problem:
        raise OrdquantError(f"{several.name(current)}: {problem}") from None
