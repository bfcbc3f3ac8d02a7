"""What Plan computes, once for all visitors; long work with a bar."""

from dataclasses import dataclass
from functools import partial

from ordquant_core.analysis.planning import noise
from ordquant_core.analysis.planning.design import DIFFERENCES, Needed, Variance, needed, pooled_variances
from ordquant_core.analysis.planning.split import RESAMPLES, Option, Split, options, resample_pilot
from ordquant_core.errors import OrdquantError
from ordquant_core.records import FloatArray
from ordquant_core.statistics.progress import Progress
from pages.plan.state import Pilot
from pages.shared import run_analyses
from pages.shared.result_cache import compute_once, compute_with_bar


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What a pilot says of the next round; None or empty where it cannot be planned with it."""

    noise: noise.Noise | None
    floors: dict[int, float]  # the noise floor by the chosen measure, for the pilot's numbers of annotators
    split: Split | None
    ways: tuple[Option, ...]  # to spend the budget, the best first; none where it buys nothing that was resampled


def plan(pilot: Pilot) -> Plan:
    """Return all that depends on the chosen measure and on the budget."""
    current, measure, numbers, seed = pilot.current, pilot.measure, pilot.annotators, pilot.settings.seed
    drawn, floors, split, ways = None, {}, None, tuple[Option, ...]()
    if pilot.votes is not None:
        drawn = run_analyses.estimate_noise(current, pilot.settings.measures, seed)
        draw = partial(noise.floors, pilot.votes, measure, numbers, seed=seed, positions=current.task.positions)
        key = "floors", current.key, measure, numbers, seed
        of_numbers: FloatArray = compute_with_bar(key, "", lambda _: draw())
        floors = dict(zip(numbers, of_numbers.tolist(), strict=True))
    if not pilot.no_split:
        split, ways = _resampled(pilot)
    return Plan(drawn, floors, split, ways)


def _resampled(pilot: Pilot) -> tuple[Split, tuple[Option, ...]]:
    measure, cases, annotators, seed = pilot.measure, pilot.sizes, pilot.annotators, pilot.settings.seed

    def resample(progress: Progress) -> Split:
        return resample_pilot(
            pilot.task,
            [measure],
            cases=cases,
            annotators=annotators,
            seed=seed,
            n_resamples=RESAMPLES,
            progress=progress,
        )

    key = "split", pilot.current.key, pilot.task.runs, measure, cases, annotators, RESAMPLES, seed
    split = compute_with_bar(key, "Resampling cases and annotators, resamples", resample)

    def ways() -> tuple[Option, ...]:
        try:
            return options(split, measure, pilot.budget)
        except OrdquantError:
            return ()

    return split, compute_once(("ways", key, pilot.budget), ways)


def variances(pilot: Pilot) -> dict[str, Variance]:
    """Return the variances of the scores by every measure, pooled over the pilot and further tasks."""
    tasks, measures = (pilot.current, *pilot.others), pilot.settings.measures

    def compute() -> dict[str, Variance]:
        scores = [run_analyses.score_runs(one, measures).only(one.runs_without_baselines) for one in tasks]
        return {one.measure: one for one in pooled_variances(scores)}

    return compute_once(("variances", tuple(one.key for one in tasks), measures), compute)


def needed_cases(pilot: Pilot) -> tuple[Needed, ...]:
    """Return the cases needed by every measure for every difference."""
    alpha, power, spread = pilot.settings.alpha, pilot.power, tuple(variances(pilot).values())
    return compute_once(
        ("needed", spread, alpha, power),
        lambda: tuple(needed(one, size, alpha=alpha, power=power) for one in spread for size in DIFFERENCES),
    )
