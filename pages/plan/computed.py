"""What Plan computes, remembered for all visitors; long work is carried out by the workers, with a bar."""

import numpy as np

from ordquant_core.analysis.planning.design import Variances, pooled_variances
from ordquant_core.analysis.planning.noise import noise
from ordquant_core.analysis.planning.power import SIMULATIONS as USUAL
from ordquant_core.analysis.planning.power import Decisions, PowerSimulations, SimulatedPower, decide
from ordquant_core.analysis.planning.split import RESAMPLES, Split, SplitResamples
from ordquant_core.records import FloatArray, Scores
from pages.plan.state import DIFFERENCES, Pilot
from pages.shared import results
from pages.shared.memory import carried_out, known, remembered
from pages.shared.tasks import Current

SIMULATIONS = USUAL
TITLE = "Simulating collections"


def scores(pilot: Pilot) -> Scores:
    """Return the scores of the pilot's own runs, without the baselines."""
    return without_baselines(results.scores(pilot.current, pilot.settings.measures), len(pilot.task.runs))


def without_baselines(found: Scores, number: int) -> Scores:
    """Return the scores of the first runs."""
    return Scores(found.measures, found.runs[:number], found.cases, found.values[:, :number])


def one_measure(pilot: Pilot) -> Scores:
    """Return the scores by the chosen measure alone."""
    found = scores(pilot)
    layer = found.measures.index(pilot.measure)
    return Scores((pilot.measure,), found.runs, found.cases, found.values[layer : layer + 1])


def floors(pilot: Pilot) -> FloatArray:
    """Return the noise floor of the chosen measure by the pilot's numbers of annotators."""
    votes, measure, numbers, seed = pilot.votes, pilot.measure, pilot.annotators, pilot.settings.seed

    stand = pilot.current.task.positions

    def compute(_: object) -> FloatArray:
        if votes is None:
            return np.empty(0)
        each = [
            noise(votes, [measure], rng=np.random.default_rng(seed), annotators=number, positions=stand)
            for number in numbers
        ]
        return np.array([float(found.floor[0]) for found in each])

    return remembered(("floors", pilot.current.key, measure, numbers, seed), "", compute)


def split(pilot: Pilot) -> Split:
    """Resample cases and annotators of the pilot by the chosen measure."""
    key = ("split", pilot.current.key, pilot.task.runs, pilot.measure, pilot.annotators, pilot.sizes, RESAMPLES)

    def begin() -> SplitResamples:
        return SplitResamples(
            pilot.task,
            [pilot.measure],
            cases=pilot.sizes,
            annotators=pilot.annotators,
            seed=pilot.settings.seed,
            n_resamples=RESAMPLES,
        )

    return carried_out((*key, pilot.settings.seed), "Resampling cases and annotators, resamples", begin)


def spread(pilot: Pilot) -> tuple[Variances, ...]:
    """Return the variances of the scores by every measure, pooled over the pilot and further tasks."""
    return pooled_variances([scores(pilot), *(_own(other, pilot) for other in pilot.others)])


def _own(current: Current, pilot: Pilot) -> Scores:
    return without_baselines(results.scores(current, pilot.settings.measures), len(current.own_runs))


def power_key(pilot: Pilot) -> tuple[object, ...]:
    """Return all that a simulation depends on."""
    settings = pilot.settings
    return ("power", pilot.current.key, pilot.task.runs, pilot.measure, settings.alpha, settings.seed, SIMULATIONS)


def is_simulated(pilot: Pilot) -> bool:
    """Return whether the simulation is remembered."""
    return known(*power_key(pilot))


def power(pilot: Pilot) -> SimulatedPower:
    """Simulate the power of the tests on the scores by the chosen measure."""
    settings, scored = pilot.settings, one_measure(pilot)

    def begin() -> PowerSimulations:
        return PowerSimulations(
            scored, DIFFERENCES, alpha=settings.alpha, n_simulations=SIMULATIONS, seed=settings.seed
        )

    return carried_out(power_key(pilot), TITLE, begin)


def decisions(pilot: Pilot) -> Decisions:
    """Separate the pairs of runs of the pilot by every procedure: the test of all runs, baselines left out."""
    settings, scored = pilot.settings, one_measure(pilot)
    tukey = results.tested(pilot.current, scored, settings)
    return decide(scored, tukey, alpha=settings.alpha)
