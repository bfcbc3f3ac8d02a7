"""What a visitor of Systems has chosen: a measure, and two runs; and the tests."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ordquant_core.analysis.baselines import opening_runs
from ordquant_core.analysis.case_filters import grouping_columns
from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.analysis.planning.noise import Noise
from ordquant_core.analysis.scoring import Apart, set_apart
from ordquant_core.errors import OrdquantError
from ordquant_core.markup import Html
from ordquant_core.measures.registry import MEASURES
from ordquant_core.statistics.mean_interval import MeanInterval
from ordquant_core.tables.runs.views import named
from pages.shared import clicks, controls, run_analyses
from pages.shared.evaluation_settings import STATE as TESTED
from pages.shared.evaluation_settings import EvaluationSettings
from pages.shared.params import Choice, Params
from pages.shared.result_cache import compute_once
from pages.shared.tasks import Current

RANKINGS = {"one": "One measure", "all": "All measures"}
SECTIONS = {
    "lone": "One measure only",
    "tasks": "Task by task",
    "groups": "Groups of cases",
}
STATE = Params(
    "systems",
    Choice("measure"),
    Choice("a"),
    Choice("b"),
    Choice("by"),
    Choice("ranking", RANKINGS),
    Choice("show", SECTIONS, noun="section"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """All tasks under all measures, and what the page is about: the first task, a measure, two runs."""

    tasks: tuple[Current, ...]
    settings: EvaluationSettings
    tests: tuple[Discrimination, ...]  # of every task, by the randomised Tukey HSD test
    interval: MeanInterval
    layer: int
    pair: tuple[int, int]  # the numbers of runs A and B
    noise: Noise | None = None
    panel: MeanInterval | None = None  # the runs minus a second panel of annotators
    no_noise: str = ""  # why there is neither
    apart: tuple[Apart, ...] = ()  # runs that are shown, but not compared with those that are tested

    @property
    def found(self) -> Discrimination:
        """The test of the first task."""
        return self.tests[0]

    @property
    def yours(self) -> tuple[str, ...]:
        """The runs that the visitor has added to a published task."""
        return (self.tasks[0].whole or self.tasks[0]).added

    @property
    def label(self) -> str:
        """The measure's."""
        return MEASURES[self.found.measures[self.layer]].label

    @property
    def runs(self) -> tuple[str, ...]:
        return self.found.runs

    @property
    def order(self) -> list[int]:
        """The runs by the chosen measure, the best first."""
        return [int(run) for run in np.argsort(self.found.means[self.layer], kind="stable")]

    @property
    def names(self) -> list[Html]:
        """The names of the runs, which have the colours of A and B where they are that."""
        return named(self.runs)


def follow_baselines(query: Mapping[str, str] | None, current: Current) -> None:
    """Test the baselines, too, where a link names one of them as A or B."""
    if query and "baselines" not in query and {query.get("a"), query.get("b")} & {*current.baselines}:
        TESTED["baselines"] = True


def settle(current: Current) -> None:
    """Let A and B be runs that are tested: at first the best two of the task."""
    runs = current.task.runs
    of = current.task, current.runs_without_baselines, current.baselines
    a, b = compute_once(("opening runs", current.key), lambda: opening_runs(*of))
    STATE.restrict({"a": runs, "b": runs}, fallback={"a": a, "b": b})


def choose_measure(measures: Sequence[str], primary: str | None = None) -> int:
    """Draw the choice of the measure that the page is about, and return its number; `primary` comes first."""
    STATE.restrict({"measure": measures}, fallback={} if primary is None else {"measure": primary})
    return measures.index(controls.select(STATE, "measure", "Measure", controls.labels(measures), width=170))


def choose_section(shown: Shown) -> str:
    """Draw the choice of the section, where there are several: tasks of several, and groups where the gold has them."""
    extras = shown.tasks[0].task.extras
    there = {"tasks": len(shown.tasks) > 1, "groups": bool(grouping_columns(extras))}
    sections = {name: title for name, title in SECTIONS.items() if there.get(name, True)}
    STATE.restrict({"show": sections})
    return controls.sections(STATE, "show", "Section", sections) if len(sections) > 1 else STATE["show"]


def test(tasks: tuple[Current, ...], measures: tuple[str, ...], settings: EvaluationSettings, layer: int) -> Shown:
    """Test all runs of every task."""
    tests = run_analyses.test_runs(tasks, measures, settings)
    noise, panel, no_noise = _noise(tasks[0], measures, settings.seed)
    return Shown(
        tasks=tasks,
        settings=settings,
        tests=tests,
        interval=run_analyses.compute_intervals(tasks[0], measures),
        layer=layer,
        pair=pair(tests[0].runs),
        noise=noise,
        panel=panel,
        no_noise=no_noise,
        apart=_apart(tasks[0], measures),
    )


def _apart(current: Current, measures: tuple[str, ...]) -> tuple[Apart, ...]:
    """Return the runs that are shown beside those that are tested."""
    whole = current.whole
    if whole is None or not current.untested:
        return ()
    found = run_analyses.score_runs(whole, measures).only(current.untested)
    return compute_once(("runs apart", current.key, measures), lambda: set_apart(found))


def pair(runs: Sequence[str]) -> tuple[int, int]:
    """Return the numbers of runs A and B."""
    return runs.index(STATE["a"]), runs.index(STATE["b"])


def _noise(current: Current, measures: tuple[str, ...], seed: int) -> tuple[Noise | None, MeanInterval | None, str]:
    """Return the noise of the votes and how the runs compare with a second panel, or why there is neither."""
    try:
        return (
            run_analyses.estimate_noise(current, measures, seed),
            run_analyses.compare_with_panel(current, measures, seed),
            "",
        )
    except OrdquantError as problem:
        return None, None, str(problem)


def show_pair(runs: Sequence[str], choice: str) -> None:
    """Make two runs, "0,3", A and B; what comes from the browser is checked here."""
    numbers = clicks.numbers(choice)
    if len(numbers) == 2 and max(numbers) < len(runs):
        STATE["a"], STATE["b"] = (runs[number] for number in numbers)
