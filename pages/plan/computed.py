"""What Plan computes, once for all visitors; long work with a bar."""

import numpy as np

from ordquant_core.analysis.planning import noise
from ordquant_core.analysis.planning.design import Variance, pooled_variances
from ordquant_core.analysis.planning.split import RESAMPLES, Option, Split, options, resample_pilot
from ordquant_core.errors import OrdquantError
from ordquant_core.records import FloatArray, Scores
from ordquant_core.statistics.progress import Progress
from pages.plan.state import Pilot
from pages.shared import run_analyses
from pages.shared.result_cache import Key, compute_once, compute_with_bar
from pages.shared.tasks import Current


def scores(pilot: Pilot) -> Scores:
    """Return the scores of the pilot's own runs, without the baselines."""
    return run_analyses.score_runs(pilot.current, pilot.settings.measures).only(pilot.task.runs)


def floors(pilot: Pilot) -> FloatArray:
    """Return the noise floor of the chosen measure by the pilot's numbers of annotators."""
    votes, measure, numbers, seed = pilot.votes, pilot.measure, pilot.annotators, pilot.settings.seed

    stand = pilot.current.task.positions

    def compute(_: object) -> FloatArray:
        return np.empty(0) if votes is None else noise.floors(votes, measure, numbers, seed=seed, positions=stand)

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


def ways(pilot: Pilot, found: Split) -> tuple[Option, ...]:
    """Return the ways to spend the budget, the best first; none where it buys nothing that was resampled."""

    def compute() -> tuple[Option, ...]:
        try:
            return options(found, pilot.measure, pilot.budget)
        except OrdquantError:
            return ()

    return compute_once(("ways", _split_key(pilot), pilot.budget), compute)


def _split_key(pilot: Pilot) -> Key:
    asked = pilot.measure, pilot.annotators, pilot.sizes, RESAMPLES, pilot.settings.seed
    return "split", pilot.current.key, pilot.task.runs, *asked


def spread_key(pilot: Pilot) -> Key:
    """Return all that the variances depend on."""
    return "variances", tuple(one.key for one in (pilot.current, *pilot.others)), pilot.settings.measures


def spread(pilot: Pilot) -> tuple[Variance, ...]:
    """Return the variances of the scores by every measure, pooled over the pilot and further tasks."""

    def compute() -> tuple[Variance, ...]:
        return pooled_variances([scores(pilot), *(_own(other, pilot) for other in pilot.others)])

    return compute_once(spread_key(pilot), compute)


def _own(current: Current, pilot: Pilot) -> Scores:
    return run_analyses.score_runs(current, pilot.settings.measures).only(current.runs_without_baselines)
