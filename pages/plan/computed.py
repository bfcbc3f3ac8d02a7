"""What Plan computes, once for all visitors; long work with a bar."""

import numpy as np

from ordquant_core.analysis.planning import noise
from ordquant_core.analysis.planning.annotators import Profiles, order_matters, profiles
from ordquant_core.analysis.planning.design import Variances, pooled_variances
from ordquant_core.analysis.planning.power import DIFFERENCES, PowerSimulations, SeparatedPairs, SimulatedPower, decide
from ordquant_core.analysis.planning.power import SIMULATIONS as USUAL
from ordquant_core.analysis.planning.split import RESAMPLES as USUAL_RESAMPLES
from ordquant_core.analysis.planning.split import Option, Split, SplitResamples, options
from ordquant_core.analysis.planning.standing_out import StandingOut, standing_out
from ordquant_core.analysis.planning.votes import AnnotatorAgreement, annotator_agreement
from ordquant_core.errors import OrdquantError
from ordquant_core.formats.annotators import read_annotations
from ordquant_core.records import FloatArray, Scores
from pages.plan.state import Pilot
from pages.shared import run_analyses
from pages.shared.result_cache import Key, compute_once, compute_with_bar, is_computed
from pages.shared.shared_work import finish_shared
from pages.shared.tasks import Current

RESAMPLES, SIMULATIONS = USUAL_RESAMPLES, USUAL
FIRST = 20  # collections that are simulated without being asked for
AT_ONCE = 20_000  # scores, runs x cases, up to which they are
TITLE = "Simulating collections"
# The profiles; the p-value of labels whose order in a case means nothing (None: the file names its annotators); and
# the annotators who stand out.
Annotators = tuple[Profiles, float | None, StandingOut]


def scores(pilot: Pilot) -> Scores:
    """Return the scores of the pilot's own runs, without the baselines."""
    return run_analyses.score_runs(pilot.current, pilot.settings.measures).only(pilot.task.runs)


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
        return np.empty(0) if votes is None else noise.floors(votes, measure, numbers, seed=seed, positions=stand)

    return compute_with_bar(("floors", pilot.current.key, measure, numbers, seed), "", compute)


def split(pilot: Pilot) -> Split:
    """Resample cases and annotators of the pilot by the chosen measure."""

    def begin() -> SplitResamples:
        return SplitResamples(
            pilot.task,
            [pilot.measure],
            cases=pilot.sizes,
            annotators=pilot.annotators,
            seed=pilot.settings.seed,
            n_resamples=RESAMPLES,
        )

    return finish_shared(_split_key(pilot), "Resampling cases and annotators, resamples", begin)


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


def spread(pilot: Pilot) -> tuple[Variances, ...]:
    """Return the variances of the scores by every measure, pooled over the pilot and further tasks."""

    def compute() -> tuple[Variances, ...]:
        return pooled_variances([scores(pilot), *(_own(other, pilot) for other in pilot.others)])

    return compute_once(spread_key(pilot), compute)


def _own(current: Current, pilot: Pilot) -> Scores:
    return run_analyses.score_runs(current, pilot.settings.measures).only(current.runs_without_baselines)


def agreement(pilot: Pilot) -> AnnotatorAgreement | None:
    """Describe how far the annotators of the pilot agree, None where it has no votes."""
    votes = pilot.votes
    if votes is None:
        return None
    return compute_once(("annotators agree", pilot.current.key), lambda: annotator_agreement(votes))


def annotators(pilot: Pilot) -> Annotators | None:
    """Return the profiles of the annotators, None where the files do not say who voted for what."""

    def compute(_: object) -> Annotators | None:
        try:
            given = read_annotations(pilot.current.source.load(), pilot.task, pilot.current.source.choices)
            found = None if given is None else profiles(given.annotators, given.labels, pilot.task.classes)
        except OrdquantError:  # no case has labels of two annotators, or there are too many of them
            return None
        if given is None or found is None:
            return None
        p = None if given.named else order_matters(given.labels, rng=np.random.default_rng(pilot.settings.seed))
        rng = np.random.default_rng(pilot.settings.seed)
        return found, p, standing_out(given.labels, len(pilot.task.classes), rng=rng)

    return compute_with_bar(("annotators", pilot.current.key, pilot.settings.seed), "Reading annotators", compute)


def power_key(pilot: Pilot, n_simulations: int) -> tuple[object, ...]:
    """Return all that a simulation depends on."""
    settings = pilot.settings
    return ("power", pilot.current.key, pilot.task.runs, pilot.measure, settings.alpha, settings.seed, n_simulations)


def is_simulated(pilot: Pilot, n_simulations: int) -> bool:
    """Return whether the simulation is remembered."""
    return is_computed(power_key(pilot, n_simulations))


def at_once(pilot: Pilot) -> bool:
    """Return whether the first collections are simulated in a moment."""
    return len(pilot.task.runs) * len(pilot.task.cases) <= AT_ONCE


def power(pilot: Pilot, n_simulations: int) -> SimulatedPower:
    """Simulate the power of the tests on the scores by the chosen measure."""
    settings, scored = pilot.settings, one_measure(pilot)

    def begin() -> PowerSimulations:
        return PowerSimulations(
            scored, DIFFERENCES, alpha=settings.alpha, n_simulations=n_simulations, seed=settings.seed
        )

    return finish_shared(power_key(pilot, n_simulations), TITLE, begin)


def decisions(pilot: Pilot) -> SeparatedPairs:
    """Separate the pairs of runs of the pilot by every procedure: the test of all runs, baselines left out."""
    settings, scored = pilot.settings, one_measure(pilot)
    tukey = run_analyses.test_chosen_runs(pilot.current, scored, settings)
    return decide(scored, tukey, alpha=settings.alpha)
