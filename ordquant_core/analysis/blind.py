"""What may be known of a blind task: means, ranks and significance groups over all cases, at fixed settings.

Whoever could choose cases, resamples or seeds could ask for sums over cases of their choosing, and compute the gold
from them. So nothing can be chosen but the scale. The mean of a visitor's own run is rounded so coarsely that a change
of one case does not move it by a whole step; the dashboard limits how many runs it scores.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ordquant_core.analysis.agreement import ranks
from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.official import official, official_measures
from ordquant_core.analysis.scoring import Apart, choose, infinite_measures, score, set_apart
from ordquant_core.errors import OrdquantError
from ordquant_core.formats.files import File
from ordquant_core.formats.published.sealed import Sealed
from ordquant_core.formats.published.source import Source
from ordquant_core.formats.task.outline import read_against
from ordquant_core.formats.task.reading import TaskRead
from ordquant_core.measures.registry import MAIN_MEASURES, measures_at
from ordquant_core.records import FloatArray, IntArray, Task
from ordquant_core.statistics.resampling import significance_groups

ALPHA, TRIALS, SEED = 0.05, 5000, 1
DIGITS = 3  # of the means and intervals of official runs


@dataclass(frozen=True, slots=True, eq=False)
class BlindResults:
    """The results of a blind task on one scale: nothing in it is about a single case."""

    scale: str | None
    measures: tuple[str, ...]
    runs: tuple[str, ...]  # the official ones, which are tested together
    means: FloatArray  # (measures, runs), rounded, as are `low` and `high`
    low: FloatArray
    high: FloatArray
    ranks: IntArray  # by the rounded means
    groups: tuple[tuple[tuple[int, ...], ...], ...]  # of each measure
    n_cases: int
    apart: tuple[Apart, ...] = ()  # baselines, which are not tested; rounded, too


@dataclass(frozen=True, slots=True)
class BlindOutline:
    """What participants know of a blind task anyway."""

    scales: tuple[str, ...]
    cases: tuple[str, ...]  # in the order of their names: the order of the gold's rows may reveal something
    classes: tuple[str, ...]
    scale: str | None = None  # the one that was asked for, the preferred one, or the only one


@dataclass(frozen=True, slots=True, eq=False)
class OwnStanding:
    """Where a visitor's run stands among the runs of a blind task."""

    run: str
    means: FloatArray  # (measures,), rounded to `step`; NaN for measures without a bound
    ranks: tuple[tuple[int, int] | None, ...]  # the best and the worst possible among the official runs
    step: float


def blind_outline(source: Source, scale: str | None = None) -> BlindOutline:
    """Return scales, cases and classes. Raises `OrdquantError` for a task that cannot be used."""
    sealed = _sealed(source)
    scales = sealed.scales()
    task = sealed.task(scale if scale in scales else next(iter(scales), None))
    return BlindOutline(scales, tuple(sorted(task.cases)), task.classes, task.scale)


def blind_results(source: Source, scale: str | None = None) -> BlindResults:
    """Return the results by the official measures, at the fixed settings. Raises `OrdquantError`."""
    task = _task(source, scale)
    every = score(with_baselines(task), _measures(source))
    scores = every.only(task.runs) if len(task.runs) > 1 else every
    infinite = infinite_measures(scores)
    scores = choose(scores, [key for key in scores.measures if key not in infinite])
    if not scores.measures:
        raise OrdquantError(f"No official measure is finite on every case ({', '.join(infinite)}).")
    found = official(scores, n_trials=TRIALS, seed=SEED)
    means = found.found.means.round(DIGITS)
    groups = tuple(
        significance_groups(row, p_values, ALPHA) if found.tested else ()
        for row, p_values in zip(found.found.means, found.found.p_values, strict=True)
    )
    low, high = (bound.round(DIGITS) for bound in (found.interval.low, found.interval.high))
    beside = choose(every, scores.measures).only([run for run in every.runs if run not in scores.runs])
    apart = tuple(Apart(run, *(values.round(DIGITS) for values in found)) for run, *found in set_apart(beside))
    shown = scores.measures, scores.runs, means, low, high, ranks(means), groups, len(task.cases), apart
    return BlindResults(task.scale, *shown)


def check_own_runs(source: Source, files: Sequence[File], scale: str | None = None) -> TaskRead:
    """Check a visitor's files against the cases and classes of a blind task; nothing in the result is of its gold."""
    known = blind_outline(source, scale)
    return read_against(known.cases, known.classes, files, scale=known.scale)


def stand_own_runs(source: Source, read: TaskRead, results: BlindResults) -> tuple[OwnStanding, ...]:
    """Return where the runs that `check_own_runs` accepted stand. Raises `OrdquantError` for any others."""
    if read.task is None:
        raise OrdquantError("Only a run with an estimate for every case can be scored.")
    task = _task(source, results.scale)
    if sorted(read.task.cases) != sorted(task.cases):
        raise OrdquantError("Only a run with an estimate for every case can be scored.")
    place = {case: row for row, case in enumerate(read.task.cases)}
    columns = [read.task.classes.index(name) for name in task.classes]
    rows = [place[case] for case in task.cases]
    step = step_of(len(task.cases))
    found = []
    for name, estimates in zip(read.task.runs, read.task.estimates, strict=True):
        own = estimates[rows][:, columns]
        means = np.array([_own_mean(key, task, own, step) for key in results.measures])
        ranks = [_possible_ranks(mean, row, step) for mean, row in zip(means, results.means, strict=True)]
        found.append(OwnStanding(name, means, tuple(ranks), step))
    return tuple(found)


def step_of(n_cases: int) -> float:
    """Return the step to which the mean of an own run is rounded: 1, 2 or 5 times a power of ten, at least 1/cases.

    >>> step_of(390), step_of(40), step_of(100_000)
    (0.005, 0.05, 0.001)
    """
    least = max(1 / n_cases, 10.0**-DIGITS)
    power = 10.0 ** math.floor(math.log10(least))
    return next(round(power * digit, 9) for digit in (1, 2, 5, 10) if power * digit >= least * (1 - 1e-9))


def _own_mean(key: str, task: Task, own: FloatArray, step: float) -> float:
    (measure,) = measures_at([key], task.positions, len(task.classes))
    if key not in MAIN_MEASURES or measure.bounds(len(task.classes))[1] > 1:
        return float("nan")  # one case could move its mean by more than a step
    return float(round(float(measure.compute(task.gold, own).mean()) / step) * step)


def _possible_ranks(mean: float, others: FloatArray, step: float) -> tuple[int, int] | None:
    """Return the best and the worst rank that a mean known to `step` can have among means known to `DIGITS` digits."""
    if np.isnan(mean):
        return None
    half = step / 2 + 0.5 * 10.0**-DIGITS
    return 1 + int((others < mean - half).sum()), 1 + int((others < mean + half).sum())


def _measures(source: Source) -> tuple[str, ...]:
    return official_measures(source.measures, source.primary, MAIN_MEASURES)


def _task(source: Source, scale: str | None) -> Task:
    sealed = _sealed(source)
    scales = sealed.scales()
    return sealed.task(scale if scale in scales else next(iter(scales), None))


def _sealed(source: Source) -> Sealed:
    if source.sealed is None:
        raise OrdquantError(f"{source.title} is not a blind task.")
    return source.sealed
