"""What a visitor of Systems has chosen: a measure, and two runs; and the tests."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from ordquant_core.analysis.case_filters import ALL, grouping_columns
from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.analysis.official import Official
from ordquant_core.analysis.scoring import mean_intervals
from ordquant_core.analysis.second_panel import SecondPanel
from ordquant_core.errors import OrdquantError
from ordquant_core.glossary import of_grid
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, score
from pages.shared import choices, clicks, controls, problems, run_analyses
from pages.shared.choices import Menu
from pages.shared.evaluation_settings import STATE as TESTED
from pages.shared.evaluation_settings import EvaluationSettings
from pages.shared.params import Choice, Params
from pages.shared.result_cache import Key, compute_once
from pages.shared.tasks import Current

RANKINGS = {"one": "One measure", "all": "All measures"}
SECTIONS = {
    "lone": "By one measure only",
    "pairs": "All pairs",
    "losses": "Largest losses",
    "tasks": "Task by task",
    "groups": "Groups of cases",
}
STATE = Params(
    "systems",
    Choice("measure"),
    Choice("a", noun="run"),
    Choice("b", noun="run"),
    Choice("by"),
    Choice("ranking", RANKINGS),
    Choice("show", SECTIONS, noun="section"),
)


@dataclass(frozen=True, slots=True, eq=False)
class RunComparison:
    """All tasks under all measures, and what the page is about: the first task, a measure, two runs."""

    tasks: tuple[Current, ...]
    settings: EvaluationSettings
    tests: tuple[Discrimination, ...]  # of every task, by the randomised Tukey HSD test
    official: Official  # the results of the first task
    measure: str
    pair: tuple[str, str]  # runs A and B
    panel: SecondPanel | None = None  # by the measure
    no_panel: str = ""  # why there is none
    beside: pd.DataFrame | None = None  # runs that are shown, but not compared with those that are tested

    @property
    def test(self) -> Discrimination:
        """The test of the first task."""
        return self.tests[0]

    @property
    def alpha(self) -> float:
        """The level of significance."""
        return self.settings.alpha

    @property
    def layer(self) -> int:
        """The number of the measure."""
        return self.test.measures.index(self.measure)

    @property
    def label(self) -> str:
        """The measure's."""
        return MEASURES[self.measure].label

    @property
    def runs(self) -> tuple[str, ...]:
        return self.test.runs

    @property
    def order(self) -> list[int]:
        """The numbers of the runs, the smallest mean first."""
        order: list[int] = np.argsort(self.test.means[self.layer], kind="stable").tolist()
        return order

    @property
    def key(self) -> Key:
        """All that decides the ranking."""
        task = self.tasks[0]
        teams = tuple((task.source.teams or {}).items())
        return task.key, self.settings, self.test.measures, self.measure, self.pair, self.apart, self.yours, teams

    @property
    def apart(self) -> tuple[str, ...]:
        """The runs that are shown beside those that are tested."""
        return () if self.beside is None else tuple(dict.fromkeys(self.beside["run"]))

    @property
    def yours(self) -> tuple[str, ...]:
        """The runs that the visitor has added to a published task."""
        return (self.tasks[0].whole or self.tasks[0]).added

    @property
    def mine(self) -> str | None:
        """The run of the visitor that the page speaks of: one of A and B, else the first."""
        return next((run for run in (*self.pair, *self.yours) if run in self.yours), None)

    def ranked(self, official: Official) -> pd.DataFrame:
        """Return a row per measure and run of results, the smallest mean first.

        Runs that are not tested stand below, without ranks and groups.
        """
        teams = self.tasks[0].source.teams
        tested = official.to_frame(alpha=self.alpha, teams=teams).sort_values("mean", kind="stable")
        if self.beside is None:
            return tested
        beside = self.beside[self.beside["measure"].isin(official.test.measures)]
        if teams is not None:
            beside = beside.assign(team=beside["run"].map(teams).fillna(""))
        return pd.concat([tested, beside], ignore_index=True).astype({"rank": "Int64"})


def follow_baselines(query: Mapping[str, str] | None, current: Current) -> None:
    """Test the baselines, too, where a link names one of them as A or B."""
    if query and "baselines" not in query and {query.get("a"), query.get("b")} & {*current.baselines}:
        TESTED["baselines"] = True


def menus(compared: RunComparison) -> dict[str, Menu]:
    """Return what may stand in place of the names in a sentence: of the measure, and of runs A and B, best first."""
    means = compared.test.means[compared.layer]
    runs = {compared.runs[run]: f"{compared.runs[run]} {score(means[run])}" for run in compared.order}
    measures = Menu(STATE, "measure", "Measure", controls.labels(compared.test.measures))
    return {"measure": measures, **choices.of_runs(STATE, runs, exchanges=True)}


def choose_section(compared: RunComparison) -> str:
    """Draw the choice of the section: tasks where there are several, and groups where the gold has them."""
    extras = compared.tasks[0].task.extras
    there = {"tasks": len(compared.tasks) > 1, "groups": bool(grouping_columns(extras))}
    sections = {name: title for name, title in SECTIONS.items() if there.get(name, True)}
    sections["pairs"] = count(len(compared.test.pairs), "pair")
    STATE.restrict({"show": sections})
    return controls.sections(STATE, "show", "Section", sections)


def compare(
    tasks: tuple[Current, ...], measures: tuple[str, ...], settings: EvaluationSettings, measure: str
) -> RunComparison:
    """Test all runs of every task."""
    current, tests = tasks[0], run_analyses.test_runs(tasks, measures, settings)
    scores, intervals = run_analyses.score_runs(current, measures), run_analyses.compute_intervals(current, measures)
    panel, no_panel = _second_panel(current, measure, settings.seed)
    return RunComparison(
        tasks=tasks,
        settings=settings,
        tests=tests,
        official=Official(current.task.scale, ALL, scores, tests[0], intervals, settings.seed),
        measure=measure,
        pair=(STATE["a"], STATE["b"]),
        panel=panel,
        no_panel=no_panel,
        beside=_beside(current, measures),
    )


def _beside(current: Current, measures: tuple[str, ...]) -> pd.DataFrame | None:
    """Return the means of the runs that are shown beside those that are tested, a row per measure and run."""
    if current.whole is None or not current.untested:
        return None
    scores = run_analyses.score_runs(current.whole, measures).only(current.untested)

    def compute() -> pd.DataFrame:
        means = mean_intervals(scores, infinite=True)
        numbers = {"mean": means.means, "low": means.low, "high": means.high}
        return of_grid({"measure": measures, "run": scores.runs}, numbers)

    return compute_once(("runs beside", current.key, measures), compute)


def _second_panel(current: Current, measure: str, seed: int) -> tuple[SecondPanel | None, str]:
    """Return how the runs compare with a second panel of annotators, or why that is not known."""
    try:
        return run_analyses.compare_with_panel(current.whole or current, current.task.runs, (measure,), seed), ""
    except OrdquantError as problem:
        return None, problems.words(problem)


def show_run(letter: str, runs: Sequence[str], choice: str) -> None:
    """Make a run, "3", A or B; where it is the other one, they change places. What a browser sends is checked here."""
    for number in clicks.numbers(choice)[:1]:
        if number < len(runs):
            STATE.choose(letter, runs, runs[number], other="ab".replace(letter, ""))


def show_pair(runs: Sequence[str], choice: str) -> None:
    """Make two runs, "0,3", A and B; what comes from the browser is checked here."""
    numbers = clicks.numbers(choice)
    if len(numbers) == 2 and max(numbers) < len(runs):
        STATE["a"], STATE["b"] = (runs[number] for number in numbers)
