"""What the test of all runs of the task says of the two runs that are looked at: the answer of Systems."""

from dataclasses import dataclass

from ordquant_core.analysis.paired_tests import PairedTest, among_all
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.measure import OUTSIDE
from ordquant_core.measures.registry import MEASURES
from pages.shared import evaluation_settings, run_analyses
from pages.shared.evaluation_settings import EvaluationSettings
from pages.shared.task_scores import Versus
from pages.shared.tasks import Current


@dataclass(frozen=True, slots=True)
class AllRuns:
    """The tests of a pair among all runs of the task, or why there are none."""

    settings: EvaluationSettings  # those of Systems
    n_runs: int
    tests: tuple[PairedTest, ...] | None
    why_not: str = ""

    @property
    def n_pairs(self) -> int:
        """How many pairs of runs there are, of which this is one."""
        return self.n_runs * (self.n_runs - 1) // 2


def of_pair(current: Current, versus: Versus) -> AllRuns:
    """Test all runs that Systems tests together, as it does there, and take the pair from it."""
    settings = evaluation_settings.chosen("baselines")
    pair = versus.run_a, versus.run_b
    added = not set(pair).isdisjoint((current.whole or current).added)
    family = current.tested(baselines=settings.baselines, with_added=added)
    outside = [run for run in dict.fromkeys(pair) if run not in family.task.runs]
    n_runs = len(family.task.runs)
    if outside:
        are = "is a baseline" if len(outside) == 1 else "are baselines"
        why = f"{' and '.join(outside)} {are} and not tested with the runs of the task"
        if set(outside) <= {*current.baselines}:
            why += "; on Systems the settings add them"
        return AllRuns(settings, n_runs, None, f"{why}.")
    try:
        computed = tuple(key for key in versus.main if MEASURES[key].family != OUTSIDE)
        finite, _ = run_analyses.select_finite((family,), computed)
        (found,) = run_analyses.test_runs((family,), finite, settings)
    except OrdquantError as problem:
        return AllRuns(settings, n_runs, None, str(problem))
    return AllRuns(settings, n_runs, among_all(found, *pair, versus.main, settings.alpha))
