"""What may be known of a blind task: means, ranks and significance groups by its primary measure, at fixed settings.

Whoever could choose cases, resamples or seeds could ask for sums over cases of their choosing, and compute the gold
from them. So nothing can be chosen but the scale. An answer about a visitor's own run is such a sum, too: one equation
on the gold. Means are rounded to a step that is no smaller than what one case can change, answers are counted in a file
(`formats.published.answers`), and there are far fewer of them than cases.

Every number that is shown or answered is an equation on the gold: all together are kept far fewer than the cases.
Official results come first, answers get what is left.
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
from ordquant_core.measures.measure import OWN
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES, measures_at
from ordquant_core.numerals import count
from ordquant_core.records import FloatArray, Framed, IntArray, Scores, Task
from ordquant_core.statistics.resampling import significance_groups

FEWEST = 30  # cases: with fewer there are no ranks, groups, intervals or answers
CASES_PER_EQUATION = 30  # see `budget_of`


@dataclass(frozen=True, slots=True)
class Budget:
    """How many own runs are scored on one scale, ever."""

    everybody: int
    team: int
    why_none: str = ""  # why there are none


@dataclass(frozen=True, slots=True)
class Exposure:
    """Upper bounds on what all that is shown of a blind task can reveal of its gold."""

    bits: float  # that all numbers shown and answered carry at most, and the pairs of runs that differ significantly
    bits_of_modes: float  # cases x entropy of the modes: what it takes to name the mode of every case
    answers: float  # the correlation of the gold with what least squares reconstructs from the answers
    means: float  # the same from answers and official results, for whoever has all official runs


def step_of(n_cases: int, largest: float = 1.0) -> float:
    """Return the step to which means are rounded: 1, 2 or 5 times a power of ten, at least max(b/n, 0.1/sqrt(n)).

    The first is what one of the n cases can change in the mean of scores from 0 to b, `largest`. The second
    is the standard error of the mean where scores have the standard deviation 0.1: smaller differences rarely mean
    anything (runs of STC-3 have 0.05 to 0.1 by NMD and RNOD).

    >>> step_of(390), step_of(40), step_of(100_000), step_of(100), step_of(100, largest=1.06)
    (0.01, 0.05, 0.001, 0.01, 0.02)
    """
    least = max(max(1.0, largest) / n_cases, 0.1 / math.sqrt(n_cases), 0.001)
    power = 10.0 ** math.floor(math.log10(least))
    return next(round(power * digit, 9) for digit in (1, 2, 5, 10) if power * digit >= least * (1 - 1e-9))


def official_equations(scores: FloatArray, n_tested: int, largest: float = 1.0) -> float:
    """Return to how many exact equations on the gold the official results amount, from scores of shape (runs, cases).

    The largest possible score sets the step of rounding.

    Shown are, rounded to a step d, the mean of every run and the half-width of its interval; and, of every pair of the
    first `n_tested` runs, whether it differs significantly, which is counted as its difference rounded to d, though it
    says less. To first order, each is a mean over the cases. With the covariance matrix S of these means and
    the variance d^2/12 of rounding, they amount to trace(S (S + d^2/12 I)^-1), the effective degrees of freedom of a
    ridge regression: 1 for a number that is known exactly, less for one that rounding or the other numbers hide. S is
    that of the scores over the cases, divided by their number; it includes what is known of the cases anyway, so the
    sum is too high rather than too low. With fewer than `FEWEST` cases, only means are shown.

    >>> rng = np.random.default_rng(1)
    >>> one = rng.random(400)
    >>> [round(official_equations(np.array(runs), 2), 2) for runs in ([one, 1 - one], [one, rng.random(400)])]
    [1.28, 2.29]
    """
    finite = np.isfinite(scores).all(axis=1)  # a baseline beside the runs may have an infinite score
    scores, n_infinite = scores[finite], int((~finite).sum())
    n_runs, n_cases = scores.shape
    features, shown = scores, np.eye(n_runs)
    if n_cases >= FEWEST:
        off = scores - scores.mean(axis=1, keepdims=True)
        deviations = scores.std(axis=1, keepdims=True)
        widths = 1.96 * off**2 / (2 * math.sqrt(n_cases) * np.where(deviations > 0, deviations, 1))
        features, shown = np.concatenate([scores, widths]), np.eye(2 * n_runs)
        tested = slice(0, n_tested)
        shown[tested, tested] += n_tested * np.eye(n_tested) - 1  # the sum over all pairs of (difference)(difference)'
    covariance = np.atleast_2d(np.cov(features)) / n_cases
    values = np.linalg.eigvals(shown @ covariance).real.clip(0)
    return n_infinite + float((values / (values + step_of(n_cases, largest) ** 2 / 12)).sum())


def budget_of(terms: BlindTerms, n_cases: int, measure: str, equations: float) -> Budget:
    """Return how many own runs are scored, where n cases are shown; `equations`: those of the official results.

    If the publisher sets no number, answers and official results together amount to n/30 equations at most. K equations
    with n unknowns of equal variance give back the share K/n of the variance, whatever number is asked about in each
    case: a correlation of sqrt(1/30) = 0.18 at most. That a case has more than one number does not matter: all
    equations can be aimed at the same one, such as the mean class (by probes with all probability on an end). With
    5 classes, n/30 equations for each of the 4 free shares would be a correlation of sqrt(4/30) = 0.37.

    >>> budget_of(BlindTerms(anyone=True), 390, "NMD", 7.9)
    Budget(everybody=5, team=5, why_none='')
    """
    teams = max(len(terms.tokens), 1)
    if not (terms.tokens or terms.anyone):
        return Budget(0, 0, "the organisers have given no tokens to teams")
    if n_cases < FEWEST:
        return Budget(0, 0, f"with {count(n_cases, 'case')}, fewer than {FEWEST}, an answer would reveal too much")
    if not _is_bounded(measure):
        return Budget(0, 0, f"one case can change the mean of {MEASURES[measure].label} at will")
    if terms.answers is not None:
        return Budget(terms.answers * teams, terms.answers, "" if terms.answers else "the organisers have decided so")
    each = max(0, math.floor(n_cases / CASES_PER_EQUATION - equations)) // teams
    asking = f" for {count(teams, 'team')}" if terms.tokens else ""
    few = f"{count(n_cases, 'case')} are too few{asking}: beside the official results, answers would reveal too much"
    return Budget(each * teams, each, "" if each else few)


def exposure(gold: FloatArray, n_answers: int, n_runs: int, equations: float, largest: float = 1.0) -> Exposure:
    """Return what answers and the results of official runs can reveal at most of a gold of shape (cases, classes).

    Each number is one of b/step + 1 values, b the `largest` score: log2 of that in bits. There is one per answer, and
    two (mean, half-width)
    per official run and baseline. Least squares on K equations with n unknowns of equal variance recovers the share
    K/n of it: a correlation of sqrt(K/n).

    >>> known = exposure(np.eye(2)[[0, 1] * 50], 4, 3, 5.0)
    >>> round(known.bits, 1), known.bits_of_modes, known.answers, known.means
    (103.2, 100.0, 0.2, 0.3)
    """
    n_cases, n_means = len(gold), n_runs + 2
    enough = n_cases >= FEWEST  # for intervals and groups
    numbers = n_answers + (2 * n_means if enough else n_means)
    bits = numbers * math.log2(round(max(1.0, largest) / step_of(n_cases, largest)) + 1) + (
        math.comb(n_means, 2) if enough else 0
    )
    modes = np.unique(gold.argmax(axis=1), return_counts=True)[1] / n_cases
    of_answers, of_means = (math.sqrt(min(1.0, k / n_cases)) for k in (n_answers, n_answers + equations))
    return Exposure(bits, -n_cases * float((modes * np.log2(modes)).sum()), of_answers, of_means)


def _is_bounded(key: str) -> bool:
    """Whether no case has a score above a bound that is known: measures of plug-ins may promise too much."""
    measure = MEASURES[key]
    return measure.family != OWN and math.isfinite(measure.bounds(2)[1])


ALPHA, TRIALS, SEED = 0.05, 5000, 1
A_DAY = 5  # answers to one team
AT_ONCE = 5  # own runs that are looked at together
NEAR = 0.05  # runs that differ less, by NVD on average over the cases, get one answer
_WHOLE_SCORES = "Only a run with an estimate for every case can be scored."


@dataclass(frozen=True, slots=True, eq=False)
class BlindResults(Framed):
    """The results of a blind task on one scale by its primary measure: nothing in it is about a single case."""

    scale: str | None
    measure: str
    runs: tuple[str, ...]  # the official ones, which are tested together
    means: FloatArray  # (runs,), rounded to `step`
    low: FloatArray  # intervals: whole steps about the rounded means; NaN with fewer than `FEWEST` cases
    high: FloatArray
    ranks: IntArray | None  # by the rounded means; None with fewer than `FEWEST` cases
    groups: tuple[tuple[int, ...], ...]  # () if not tested
    n_cases: int  # that all of this rests on
    n_all: int
    step: float
    equations: float  # see `official_equations`
    apart: tuple[Apart, ...] = ()  # baselines, which are not tested; rounded, too


@dataclass(frozen=True, slots=True)
class BlindOutline:
    """What participants know of a blind task anyway."""

    scales: tuple[str, ...]
    cases: tuple[str, ...]  # in the order of their names: the order of the gold's rows may reveal something
    classes: tuple[str, ...]
    scale: str | None = None  # the one that was asked for, the preferred one, or the only one


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


def blind_outline(source: Source, scale: str | None = None) -> BlindOutline:
    """Return scales, cases and classes. Raises `OrdquantError` for a task that cannot be used."""
    task = _task(source, scale)
    return BlindOutline(_sealed(source).scales(), tuple(sorted(task.cases)), task.classes, task.scale)


def blind_results(source: Source, scale: str | None = None) -> BlindResults:
    """Return the results by the primary measure, at the fixed settings. Raises `OrdquantError`."""
    whole = _task(source, scale)
    task = _shown(source, whole)
    measure, n_cases = _measure(source), len(task.cases)
    scores, beside = _tested_and_apart(task, measure)
    found = official(scores, n_trials=TRIALS, seed=SEED)
    largest = largest_of(task, measure)
    step, enough = step_of(n_cases, largest), n_cases >= FEWEST
    means, low, high = _shown_interval(found.found.means, found.interval.low, found.interval.high, step, n_cases)
    tested = found.tested and enough
    return BlindResults(
        scale=task.scale,
        measure=measure,
        runs=scores.runs,
        means=means[0],
        low=low[0],
        high=high[0],
        ranks=ranks(means)[0] if enough else None,
        groups=significance_groups(found.found.means[0], found.found.p_values[0], ALPHA) if tested else (),
        n_cases=n_cases,
        n_all=len(whole.cases),
        step=step,
        equations=_equations(scores, beside, largest),
        apart=tuple(
            Apart(one.run, *_shown_interval(one.means, one.low, one.high, step, n_cases)) for one in set_apart(beside)
        ),
    )


def check_own_runs(known: BlindOutline, files: Sequence[File]) -> TaskRead:
    """Check a visitor's files against what is known of a blind task: no gold is there for it."""
    return read_against(known.cases, known.classes, files, scale=known.scale)


def team_of(source: Source, token: str) -> str | None:
    """Return the team with that token; "" where the task has no tokens, None where no team has it."""
    tokens = _sealed(source).terms.tokens
    digest = sha256(token.strip().encode()).hexdigest()
    return next((team for team, known in tokens.items() if known == digest), None) if tokens else ""


def answers_file(source: Source, state: str | None) -> Path:
    """Return the file that counts the answers: in the folder of the task, or in the folder `state`."""
    return answers.file_of(source.key, state) if state else _sealed(source).folder / answers.NAME


def left(source: Source, results: BlindResults, team: str, file: Path, day: int) -> Left:
    """Count what is left to a team. Raises `OrdquantError` where the file cannot be written to."""
    budget = budget_of(_sealed(source).terms, results.n_cases, results.measure, results.equations)
    with answers.locked(file, scale=results.scale, team=_known_team(source, team), day=day) as entries:
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
    budget = budget_of(_sealed(source).terms, results.n_cases, results.measure, results.equations)
    found: list[OwnStanding] = []
    with answers.locked(file, scale=results.scale, team=_known_team(source, team), day=day) as entries:
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


def to_step(values: FloatArray, step: float) -> FloatArray:
    """Return values rounded to whole steps."""
    return (np.round(values / step) * step).round(9)


def shown_cases(cases: Sequence[str], share: float) -> IntArray:
    """Return the numbers of the cases that are shown, chosen by the digests of their names: always the same ones."""
    order = sorted(range(len(cases)), key=lambda row: sha256(cases[row].encode()).digest())
    return np.array(sorted(order[: math.ceil(share * len(cases))], key=lambda row: cases[row]), dtype=np.int64)


def equations_of(shown: Task, measure: str) -> float:
    """Return what the official results on the cases that are shown amount to, see `official_equations`."""
    return _equations(*_tested_and_apart(shown, measure), largest_of(shown, measure))


def largest_of(task: Task, measure: str) -> float:
    """Return the largest score that a case of the task can have by a measure: one case moves a mean by that over n.

    1 where there is none: then no run is scored.
    """
    (one,) = measures_at([measure], task.positions, len(task.classes))
    largest = one.bounds(len(task.classes))[1]
    return largest if math.isfinite(largest) else 1.0


def primary_measure(measures: Sequence[str] | None, primary: str | None) -> str:
    """Return the measure by which a blind task is shown: its primary one, else the first of its official ones."""
    return official_measures(measures, primary, MAIN_MEASURES)[0]


def _tested_and_apart(task: Task, measure: str) -> tuple[Scores, Scores]:
    """Return the scores of the runs that are tested together, and those of baselines that are shown beside them."""
    every = score(with_baselines(task), [measure])
    scores = every.only(task.runs) if len(task.runs) > 1 else every
    if infinite_measures(scores):
        raise OrdquantError(f"{MEASURES[measure].label}, the primary measure, is not finite on every case.")
    return scores, every.only([run for run in every.runs if run not in scores.runs])


def _equations(scores: Scores, beside: Scores, largest: float) -> float:
    return official_equations(np.concatenate([scores.values[0], beside.values[0]]), len(scores.runs), largest)


def _shown_interval(
    means: FloatArray, low: FloatArray, high: FloatArray, step: float, n_cases: int
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return rounded means, and intervals of whole steps about them that hold the exact ones, cut at 0.

    Their half-width says nothing of what rounding did to the mean: half a step is added whatever it did. NaN with fewer
    cases than are needed.
    """
    rounded = to_step(means, step)
    if n_cases < FEWEST:
        return rounded, np.full_like(means, np.nan), np.full_like(means, np.nan)
    wide = np.nan_to_num(np.maximum(means - low, high - means))  # that scores are equal, and have none, is not shown
    half = np.ceil((wide / step + 0.5).round(6)) * step
    return rounded, (rounded - half).clip(0).round(9), (rounded + half).round(9)


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


def _known_team(source: Source, team: str) -> str:
    """Return a team, by whose name answers are counted: with a new token it has no more, and takes nobody's."""
    if team not in (_sealed(source).terms.tokens or {"": ""}):
        raise OrdquantError("Only runs of a team with a token are scored.")
    return team


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
