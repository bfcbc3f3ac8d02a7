"""What may be known of a blind task: means, ranks and significance groups by its primary measure, at fixed settings.

Whoever could choose cases, resamples or seeds could ask for sums over cases of their choosing, and compute the gold
from them. So nothing can be chosen but the scale. An answer about a visitor's own run is such a sum, too: one equation
on the gold. Means are rounded to a step that is no smaller than what one case can change, answers are counted in a file
(`formats.published.answers`), and there are far fewer of them than cases.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np

from ordquant_core.analysis.agreement import ranks
from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.official import official, official_measures
from ordquant_core.analysis.scoring import Apart, infinite_measures, score, set_apart
from ordquant_core.errors import OrdquantError
from ordquant_core.formats.files import File
from ordquant_core.formats.published import answers
from ordquant_core.formats.published.answers import Answer, Entries
from ordquant_core.formats.published.description import BlindTerms
from ordquant_core.formats.published.sealed import Sealed
from ordquant_core.formats.published.source import Source
from ordquant_core.formats.task.outline import read_against
from ordquant_core.formats.task.reading import TaskRead
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES, measures_at
from ordquant_core.numerals import count
from ordquant_core.records import FloatArray, IntArray, Task
from ordquant_core.statistics.resampling import significance_groups

ALPHA, TRIALS, SEED = 0.05, 5000, 1
FEWEST = 30  # cases: with fewer there are no ranks, groups, intervals or answers
A_DAY = 5  # answers to one team
AT_ONCE = 5  # own runs that are looked at together
NEAR = 0.05  # runs that differ less, by NVD on average over the cases, get one answer
_CASES_OF_ANSWER = 30  # see `default_answers`
_WHOLE_SCORES = "Only a run with an estimate for every case can be scored."


@dataclass(frozen=True, slots=True, eq=False)
class BlindResults:
    """The results of a blind task on one scale by its primary measure: nothing in it is about a single case."""

    scale: str | None
    measure: str
    runs: tuple[str, ...]  # the official ones, which are tested together
    means: FloatArray  # (runs,), rounded to `step`
    low: FloatArray  # rounded down, as `high` is rounded up; NaN with fewer than `FEWEST` cases
    high: FloatArray
    ranks: IntArray | None  # by the rounded means; None with fewer than `FEWEST` cases
    groups: tuple[tuple[int, ...], ...]  # () if not tested
    n_cases: int  # that all of this rests on
    n_all: int
    step: float
    apart: tuple[Apart, ...] = ()  # baselines, which are not tested; rounded, too


@dataclass(frozen=True, slots=True)
class BlindOutline:
    """What participants know of a blind task anyway."""

    scales: tuple[str, ...]
    cases: tuple[str, ...]  # in the order of their names: the order of the gold's rows may reveal something
    classes: tuple[str, ...]
    scale: str | None = None  # the one that was asked for, the preferred one, or the only one


@dataclass(frozen=True, slots=True)
class Budget:
    """How many own runs are scored on one scale, ever."""

    everybody: int
    team: int
    why_none: str = ""  # why there are none


@dataclass(frozen=True, slots=True)
class Left:
    """How many answers are left to a team, or to all visitors where the task has no tokens."""

    team: str  # "" where the task has no tokens
    ever: int
    today: int
    budget: Budget


@dataclass(frozen=True, slots=True)
class OwnStanding:
    """Where a visitor's run stands among the runs of a blind task."""

    run: str
    mean: float  # rounded
    rank: int | None  # among the official runs, by the rounded means
    near: bool  # the figures are those of another run, which was scored before


@dataclass(frozen=True, slots=True)
class Exposure:
    """Upper bounds on what all that is shown of a blind task can reveal of its gold."""

    bits: float  # that all numbers shown and answered carry at most, and the pairs of runs that differ significantly
    bits_of_modes: float  # cases x entropy of the modes: what it takes to name the mode of every case
    answers: float  # the correlation of the gold with what least squares reconstructs from the answers
    means: float  # the same from answers and official results, for whoever has all official runs


def blind_outline(source: Source, scale: str | None = None) -> BlindOutline:
    """Return scales, cases and classes. Raises `OrdquantError` for a task that cannot be used."""
    task = _task(source, scale)
    return BlindOutline(_sealed(source).scales(), tuple(sorted(task.cases)), task.classes, task.scale)


def blind_results(source: Source, scale: str | None = None) -> BlindResults:
    """Return the results by the primary measure, at the fixed settings. Raises `OrdquantError`."""
    whole = _task(source, scale)
    task = _shown(source, whole)
    measure, n_cases = _measure(source), len(task.cases)
    every = score(with_baselines(task), [measure])
    scores = every.only(task.runs) if len(task.runs) > 1 else every
    if infinite_measures(scores):
        raise OrdquantError(f"{MEASURES[measure].label}, the primary measure, is not finite on every case.")
    found = official(scores, n_trials=TRIALS, seed=SEED)
    beside = every.only([run for run in every.runs if run not in scores.runs])
    step, enough = step_of(n_cases), n_cases >= FEWEST
    means = to_step(found.found.means, step)
    tested = found.tested and enough
    return BlindResults(
        scale=task.scale,
        measure=measure,
        runs=scores.runs,
        means=means[0],
        low=_bound(found.interval.low, step, n_cases, np.floor)[0],
        high=_bound(found.interval.high, step, n_cases, np.ceil)[0],
        ranks=ranks(means)[0] if enough else None,
        groups=significance_groups(found.found.means[0], found.found.p_values[0], ALPHA) if tested else (),
        n_cases=n_cases,
        n_all=len(whole.cases),
        step=step,
        apart=tuple(
            Apart(
                one.run,
                to_step(one.means, step),
                _bound(one.low, step, n_cases, np.floor),
                _bound(one.high, step, n_cases, np.ceil),
            )
            for one in set_apart(beside)
        ),
    )


def check_own_runs(source: Source, files: Sequence[File], scale: str | None = None) -> TaskRead:
    """Check a visitor's files against the cases and classes of a blind task; nothing in the result is of its gold."""
    known = blind_outline(source, scale)
    return read_against(known.cases, known.classes, files, scale=known.scale)


def team_of(source: Source, token: str) -> str | None:
    """Return the team with that token; "" where the task has no tokens, None where no team has it."""
    tokens = _sealed(source).terms.tokens
    digest = sha256(token.strip().encode()).hexdigest()
    return next((team for team, known in tokens.items() if known == digest), None) if tokens else ""


def answers_file(source: Source, state: str | None) -> Path:
    """Return the file that counts the answers: in the folder of the task, or in the folder `state`."""
    return Path(state) / f"{source.key}{answers.NAME}" if state else _sealed(source).folder / answers.NAME


def left(source: Source, results: BlindResults, team: str, file: Path, day: int) -> Left:
    """Count what is left to a team. Raises `OrdquantError` where the file cannot be written to."""
    budget = budget_of(_sealed(source).terms, results.n_cases, results.measure)
    with answers.locked(file, scale=results.scale, team=_in_file(source, team), day=day) as entries:
        return _left(entries, team, budget)


def answer(
    source: Source, read: TaskRead, results: BlindResults, team: str, file: Path, day: int, *, new: bool
) -> tuple[OwnStanding, ...]:
    """Return where the runs that `check_own_runs` accepted stand; every run that is scored is counted in the file.

    A run that nearly equals one that was scored before gets the answer to that one, and is not counted. Unless `new`,
    other runs are left out. Raises `OrdquantError` for incomplete runs, for more than `AT_ONCE`, for more new ones than
    answers are left, and where the file cannot be written to; then none is answered.
    """
    if read.task is None:
        raise OrdquantError(_WHOLE_SCORES)
    if len(read.task.runs) > AT_ONCE:
        raise OrdquantError(f"At most {AT_ONCE} runs are scored together, and these are {len(read.task.runs)}.")
    task = _shown(source, _sealed(source).task(results.scale))
    runs = _estimates_on(task, read.task)
    gold = sha256(repr((task.cases, task.classes)).encode() + task.gold.tobytes()).hexdigest()
    budget = budget_of(_sealed(source).terms, results.n_cases, results.measure)
    found: list[OwnStanding] = []
    with answers.locked(file, scale=results.scale, team=_in_file(source, team), day=day) as entries:
        known = entries.known(gold, len(task.classes))
        for name, estimates in zip(read.task.runs, runs, strict=True):
            kept = answers.kept(estimates)
            gaps = [answers.difference(kept, one.run) for one in known]
            if gaps and min(gaps) < NEAR:
                nearest = int(np.argmin(gaps))
                found.append(_standing(name, known[nearest].mean, results, near=gaps[nearest] > 0))
            elif new:
                _require_one(_left(entries, team, budget))
                one = Answer(kept, _own_mean(results.measure, task, estimates, results.step))
                entries.add(gold, one)
                known.append(one)
                found.append(_standing(name, one.mean, results, near=False))
    return tuple(found)


def step_of(n_cases: int) -> float:
    """Return the step to which means are rounded: 1, 2 or 5 times a power of ten, at least max(1/n, 0.1/sqrt(n)).

    The first is what one of the n cases can change in the mean of scores from 0 to 1. The second is the standard error
    of the mean where scores have the standard deviation 0.1: smaller differences rarely mean anything (runs of STC-3
    have 0.05 to 0.1 by NMD and RNOD).

    >>> step_of(390), step_of(40), step_of(100_000)
    (0.01, 0.05, 0.001)
    """
    least = max(1 / n_cases, 0.1 / math.sqrt(n_cases), 0.001)
    power = 10.0 ** math.floor(math.log10(least))
    return next(round(power * digit, 9) for digit in (1, 2, 5, 10) if power * digit >= least * (1 - 1e-9))


def to_step(values: FloatArray, step: float) -> FloatArray:
    """Return values rounded to whole steps."""
    return (np.round(values / step) * step).round(9)


def default_answers(n_cases: int) -> int:
    """Return how many answers a task of n cases gives in all if its publisher says nothing: n / 30.

    k answers are k equations on the gold. Probes can be chosen such that each case is one unknown (the mean class, if
    all probability is put on an end), and least squares on k equations with n unknowns of equal variance recovers a
    share k/n of the variance: a correlation of sqrt(k/n), which is 0.18 here.

    >>> default_answers(390), default_answers(29)
    (13, 0)
    """
    return n_cases // _CASES_OF_ANSWER


def budget_of(terms: BlindTerms, n_cases: int, measure: str) -> Budget:
    """Return how many own runs are scored, where n cases are shown."""
    teams = max(len(terms.tokens), 1)
    if n_cases < FEWEST:
        return Budget(0, 0, f"with {count(n_cases, 'case')}, fewer than {FEWEST}, an answer would reveal too much")
    if not _is_bounded(measure):
        return Budget(0, 0, f"one case can change the mean of {MEASURES[measure].label} at will")
    if terms.answers is not None:
        return Budget(terms.answers * teams, terms.answers, "" if terms.answers else "the organisers have decided so")
    each = default_answers(n_cases) // teams
    few = (
        f"{count(n_cases, 'case')} are too few for {count(teams, 'team')}: their answers together would reveal too much"
    )
    return Budget(each * teams, each, "" if each else few)


def exposure(gold: FloatArray, n_answers: int, n_runs: int) -> Exposure:
    """Return what answers and the results of official runs can reveal at most of a gold of shape (cases, classes).

    Each number is one of 1/step + 1 values: log2 of that in bits. There is one per answer, and three (mean, interval)
    per official run and baseline. Least squares on k equations with n unknowns of equal variance recovers the share
    k/n of it: a correlation of sqrt(k/n).

    >>> known = exposure(np.eye(2)[[0, 1] * 50], 4, 3)
    >>> round(known.bits, 1), known.bits_of_modes, known.answers, known.means
    (129.5, 100.0, 0.2, 0.3)
    """
    n_cases, n_means = len(gold), n_runs + 2
    enough = n_cases >= FEWEST  # for intervals and groups
    numbers = n_answers + (3 * n_means if enough else n_means)
    bits = numbers * math.log2(round(1 / step_of(n_cases)) + 1) + (math.comb(n_runs, 2) if enough else 0)
    modes = np.unique(gold.argmax(axis=1), return_counts=True)[1] / n_cases
    of_answers, of_means = (math.sqrt(min(1.0, k / n_cases)) for k in (n_answers, n_answers + n_means))
    return Exposure(bits, -n_cases * float((modes * np.log2(modes)).sum()), of_answers, of_means)


def shown_cases(cases: Sequence[str], share: float) -> IntArray:
    """Return the numbers of the cases that are shown, chosen by the digests of their names: always the same ones."""
    order = sorted(range(len(cases)), key=lambda row: sha256(cases[row].encode()).digest())
    return np.array(sorted(order[: math.ceil(share * len(cases))], key=lambda row: cases[row]), dtype=np.int64)


def primary_measure(measures: Sequence[str] | None, primary: str | None) -> str:
    """Return the measure by which a blind task is shown: its primary one, else the first of its official ones."""
    return official_measures(measures, primary, MAIN_MEASURES)[0]


def _bound(values: FloatArray, step: float, n_cases: int, outwards: np.ufunc) -> FloatArray:
    """Return bounds of intervals, rounded outwards; NaN with fewer cases than are needed."""
    rounded: FloatArray = outwards((values / step).round(6)) * step
    return rounded.round(9) if n_cases >= FEWEST else np.full_like(values, np.nan)


def _standing(run: str, mean: float, results: BlindResults, *, near: bool) -> OwnStanding:
    rank = None if results.ranks is None else 1 + int((results.means < mean - results.step / 2).sum())
    return OwnStanding(run, mean, rank, near)


def _left(entries: Entries, team: str, budget: Budget) -> Left:
    used = entries.used()
    ever = max(0, min(budget.team - used.team, budget.everybody - used.everybody))
    return Left(team, ever, max(0, min(ever, A_DAY - used.today)), budget)


def _require_one(left: Left) -> None:
    """Raise `OrdquantError` where no answer is left."""
    if left.budget.why_none:
        raise OrdquantError(f"No runs are scored: {left.budget.why_none}.")
    if not left.ever:
        raise OrdquantError("There are more new runs than answers left, so none is scored.")
    if not left.today:
        raise OrdquantError("There are more new runs than answers left today, so none is scored.")


def _in_file(source: Source, team: str) -> str:
    """Return what a team is called in the file: by the digest of its token, whose budget it is."""
    tokens = _sealed(source).terms.tokens
    if bool(tokens) != bool(team) or team not in (tokens or {"": ""}):
        raise OrdquantError("Only runs of a team with a token are scored.")
    return tokens.get(team, "")


def _estimates_on(task: Task, own: Task) -> FloatArray:
    """Return the estimates of own runs on the cases that are shown: (runs, cases, classes)."""
    place = {case: row for row, case in enumerate(own.cases)}
    if any(case not in place for case in task.cases):
        raise OrdquantError(_WHOLE_SCORES)
    columns = [own.classes.index(name) for name in task.classes]
    return own.estimates[:, [place[case] for case in task.cases]][:, :, columns]


def _own_mean(key: str, task: Task, own: FloatArray, step: float) -> float:
    (measure,) = measures_at([key], task.positions, len(task.classes))
    return float(to_step(measure.compute(task.gold, own).mean(), step))


def _is_bounded(key: str) -> bool:
    """Whether no case has a score above 1, whatever the classes: measures of plug-ins may promise too much."""
    return key in MAIN_MEASURES and all(MEASURES[key].bounds(n_classes)[1] <= 1 for n_classes in (2, 3, 10))


def _measure(source: Source) -> str:
    return primary_measure(source.measures, source.primary)


def _task(source: Source, scale: str | None) -> Task:
    sealed = _sealed(source)
    scales = sealed.scales()
    return sealed.task(scale if scale in scales else next(iter(scales), None))


def _shown(source: Source, task: Task) -> Task:
    """Return the task with the cases that are shown."""
    return task.at(shown_cases(task.cases, _sealed(source).terms.shown))


def _sealed(source: Source) -> Sealed:
    if source.sealed is None:
        raise OrdquantError(f"{source.title} is not a blind task.")
    return source.sealed
