"""What Plan computes, once for all visitors; long work with a bar."""

from collections.abc import Sequence
from dataclasses import dataclass

from ordquant_core.analysis.planning import design
from ordquant_core.analysis.planning.design import DIFFERENCES, Needed, Variance, needed
from ordquant_core.analysis.planning.split import RESAMPLES, Option, Split, options, resample_pilot
from ordquant_core.analysis.second_panel import SecondPanel
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MEASURES
from pages.plan.state import Pilot
from pages.shared import run_analyses
from pages.shared.result_cache import compute_once, compute_with_bar


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What a pilot says of the next round; None or empty where it cannot be planned with it."""

    panel: SecondPanel | None  # by the chosen measure
    split: Split | None
    ways: tuple[Option, ...]  # to spend the budget, the best first; none where it buys nothing that was resampled


def plan(pilot: Pilot) -> Plan:
    """Return all that depends on the chosen measure and on the budget."""
    panel = None if pilot.no_panel else second_panel(pilot, (pilot.measure,), pilot.task.runs)
    split, ways = (None, ()) if pilot.no_split else _resampled(pilot)
    return Plan(panel, split, ways)


def second_panel(pilot: Pilot, measures: Sequence[str], runs: Sequence[str] = ()) -> SecondPanel:
    """Return what a second panel scores by some measures, with some of the runs beside it."""
    return run_analyses.compare_with_panel(pilot.current, runs, tuple(measures), pilot.settings.seed)


def resamples(runs: int) -> int:
    """Return how often a pilot with so many runs is resampled: many runs less often, it would take minutes.

    >>> resamples(18), resamples(200)
    (200, 20)
    """
    return min(RESAMPLES, max(20, RESAMPLES * 20 // max(1, runs) // 10 * 10))


def _resampled(pilot: Pilot) -> tuple[Split, tuple[Option, ...]]:
    measure, cases, annotators, seed = pilot.measure, pilot.sizes, pilot.annotators, pilot.settings.seed
    n_resamples = resamples(len(pilot.task.runs))
    key = "split", pilot.current.key, pilot.task.runs, measure, cases, annotators, n_resamples, seed
    of = {"cases": cases, "annotators": annotators, "seed": seed, "n_resamples": n_resamples}
    title = "Resampling cases and annotators, resamples"
    split = compute_with_bar(key, title, resample_pilot, pilot.task, [measure], **of)

    def ways() -> tuple[Option, ...]:
        try:
            return options(split, measure, pilot.budget)
        except OrdquantError:
            return ()

    return split, compute_once(("ways", key, pilot.budget), ways)


def variances(pilot: Pilot) -> dict[str, Variance]:
    """Return the variances of the differences of runs by every measure."""
    current, measures = pilot.current, pilot.settings.measures

    def compute() -> dict[str, Variance]:
        scores = run_analyses.score_runs(current, measures).only(pilot.task.runs)
        return {one.measure: one for one in design.variances(scores)}

    return compute_once(("variances", current.key, pilot.task.runs, measures), compute)


def needed_cases(pilot: Pilot) -> tuple[Needed, ...]:
    """Return the cases needed by every measure for every difference."""
    level, spread = {"alpha": pilot.settings.alpha, "power": pilot.power}, tuple(variances(pilot).values())
    largest = {key: MEASURES[key].largest(len(pilot.task.classes)) for key in variances(pilot)}
    return compute_once(
        ("needed", spread, *level.values(), *largest.values()),
        lambda: tuple(
            needed(one, size, largest=largest[one.measure], **level) for one in spread for size in DIFFERENCES
        ),
    )
