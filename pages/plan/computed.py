"""What Plan computes, once for all visitors; long work with a bar."""

from dataclasses import dataclass

import numpy as np

from ordquant_core.analysis.planning import noise
from ordquant_core.analysis.planning.design import DIFFERENCES, Needed, Variance, needed, pooled_variances
from ordquant_core.analysis.planning.split import RESAMPLES, Option, Split, options, resample_pilot
from ordquant_core.errors import OrdquantError
from ordquant_core.records import FloatArray, Scores
from ordquant_core.statistics.progress import Progress
from pages.plan.state import Pilot
from pages.shared import run_analyses
from pages.shared.result_cache import Key, compute_once, compute_with_bar
from pages.shared.tasks import Current


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What a pilot says of the next round; None or empty where it cannot be planned with it."""

    split: Split | None
    ways: tuple[Option, ...]  # to spend the budget, the best first; none where it buys nothing that was resampled
    noise: noise.Noise | None
    floors: FloatArray  # the noise floor of the chosen measure by the pilot's numbers of annotators


def plan(pilot: Pilot) -> Plan:
    """Return all that depends on the chosen measure and on the budget."""
    drawn = (
        None
        if pilot.no_noise
        else run_analyses.estimate_noise(pilot.current, pilot.settings.measures, pilot.settings.seed)
    )
    floors = floors_of(pilot)
    resampled = None if pilot.no_split else split(pilot)
    return Plan(resampled, () if resampled is None else ways(pilot, resampled), drawn, floors)


def floors_of(pilot: Pilot) -> FloatArray:
    """Return the noise floor of the chosen measure by the pilot's numbers of annotators."""
    votes, measure, numbers, seed = pilot.votes, pilot.measure, pilot.annotators, pilot.settings.seed
    positions = pilot.current.task.positions

    def compute(_: object) -> FloatArray:
        return np.empty(0) if votes is None else noise.floors(votes, measure, numbers, seed=seed, positions=positions)

    return compute_with_bar(("floors", pilot.current.key, measure, numbers, seed), "", compute)


def split(pilot: Pilot) -> Split:
    """Resample cases and annotators of the pilot by the chosen measure."""

    def compute(progress: Progress) -> Split:
        return resample_pilot(
            pilot.task,
            [pilot.measure],
            cases=pilot.sizes,
            annotators=pilot.annotators,
            seed=pilot.settings.seed,
            n_resamples=RESAMPLES,
            progress=progress,
        )

    return compute_with_bar(_split_key(pilot), "Resampling cases and annotators, resamples", compute)


def ways(pilot: Pilot, resampled: Split) -> tuple[Option, ...]:
    """Return the ways to spend the budget, the best first; none where it buys nothing that was resampled."""

    def compute() -> tuple[Option, ...]:
        try:
            return options(resampled, pilot.measure, pilot.budget)
        except OrdquantError:
            return ()

    return compute_once(("ways", _split_key(pilot), pilot.budget), compute)


def _split_key(pilot: Pilot) -> Key:
    asked = pilot.measure, pilot.annotators, pilot.sizes, RESAMPLES, pilot.settings.seed
    return "split", pilot.current.key, pilot.task.runs, *asked


def variances(pilot: Pilot) -> tuple[Variance, ...]:
    """Return the variances of the scores by every measure, pooled over the pilot and further tasks."""

    def compute() -> tuple[Variance, ...]:
        return pooled_variances([_own(current, pilot) for current in (pilot.current, *pilot.others)])

    key = "variances", tuple(one.key for one in (pilot.current, *pilot.others)), pilot.settings.measures
    return compute_once(key, compute)


def variance(pilot: Pilot) -> Variance:
    """Return that of the scores by the chosen measure."""
    return next(one for one in variances(pilot) if one.measure == pilot.measure)


def needed_cases(pilot: Pilot) -> tuple[Needed, ...]:
    """Return the cases needed by every measure for every difference."""
    alpha, power, spread = pilot.settings.alpha, pilot.power, variances(pilot)
    return compute_once(
        ("needed", spread, alpha, power),
        lambda: tuple(needed(one, size, alpha=alpha, power=power) for one in spread for size in DIFFERENCES),
    )


def _own(current: Current, pilot: Pilot) -> Scores:
    return run_analyses.score_runs(current, pilot.settings.measures).only(current.runs_without_baselines)
