"""What a visitor of Measures has chosen: a view, two measures, and what the views need. All of it is in the link."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import pandas as pd

from ordquant_core.glossary import by_task
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, setting
from pages.shared import controls, several
from pages.shared.choices import Menu, Menus
from pages.shared.evaluation_settings import EvaluationSettings
from pages.shared.look import Container
from pages.shared.params import Choice, Flag, Many, Number, Params, Whole
from pages.shared.result_cache import Key
from pages.shared.session import Item
from pages.shared.tasks import Current

VIEWS = {
    "agreement": "Agreement",
    "consistency": "Consistency",
    "power": "Power",
    "overlap": "Overlaps",
    "information": "Information",
}
NEEDS: Mapping[str, tuple[str, ...]] = {  # the settings that a view depends on, besides the measures
    "agreement": ("seed",),
    "consistency": ("alpha", "trials", "splits", "seed"),
    "power": ("alpha", "trials", "seed"),
    "overlap": ("alpha", "trials", "seed"),
}
FOLDED = {"consistency": ("trials",)}  # of these, the settings that only the tables of the papers need, which unfold
ALWAYS = {
    "agreement": ("Kendall’s tau-b of the mean scores", "intervals by Long and Cliff"),
    "information": ("information tau of the mean scores",),
}  # how a view is computed, whatever is set
OF_VIEW = {
    "agreement": ("printed",),
    "consistency": ("size", "target", "sets", "printed"),
    "overlap": ("printed",),
    "information": ("given",),
}  # choices of a view, besides x and y
SETS = {"half": "Halves", "small": "Small sets"}
STATE = Params(
    "measures",
    Choice("view", VIEWS),
    Choice("x", MEASURES, "NMD"),
    Choice("y", MEASURES, "RNOD"),
    Whole("size", 10, 1, 100_000),
    Number("target", 0.8, 0.01, 0.99),
    Choice("sets", SETS),
    Many("given", MEASURES, ["NVD"]),
    Flag("printed"),  # whether the tables in the form of the papers are opened
)
Result = TypeVar("Result")
CONTRADICTION = Item[int | None]("measures_contradiction", lambda: None)  # the number of the one that was clicked


@dataclass(frozen=True, slots=True, eq=False)
class MeasureComparison:
    """The tasks, the measures that can be compared on all of them, and the two that the page is about."""

    tasks: tuple[Current, ...]
    settings: EvaluationSettings
    measures: tuple[str, ...]
    infinite: tuple[str, ...]  # measures left out
    pair: tuple[str, str]  # measures x and y
    top: Container  # of the finding
    method: Container  # of how it was computed

    @property
    def key(self) -> Key:
        """All that decides what the measures say of the tasks."""
        return tuple(one.key for one in self.tasks), self.measures

    @property
    def alpha(self) -> float:
        """The level of significance."""
        return self.settings.alpha

    @property
    def over(self) -> str:
        """Over what numbers are averaged or pooled, where there is more than one task."""
        return f" over {len(self.tasks)} tasks" if len(self.tasks) > 1 else ""

    @property
    def tested_with(self) -> dict[str, object]:
        """The settings of a test, as its tables say them."""
        return {name: getattr(self.settings, name) for name in ("alpha", "trials", "seed")}

    def by_task(
        self, table: Callable[[Result], pd.DataFrame], results: Sequence[Result], *settings: str
    ) -> Callable[[], pd.DataFrame]:
        """Return what makes one table of the results of all tasks; rows say their task and settings of the results."""

        def make() -> pd.DataFrame:
            values = {name: getattr(self.settings, name) for name in settings}
            each = [(task, table(result)) for task, result in zip(self.tasks, results, strict=True)]
            return by_task([(several.name(task), rows.assign(**values, compared=task.family)) for task, rows in each])

        return make


def words(view: str, settings: EvaluationSettings) -> list[str]:
    """Return with what a view is computed."""
    values = {
        "trials": count(settings.trials, "trial"),
        "splits": count(settings.splits, "split"),
        "alpha": f"alpha {setting(settings.alpha)}",
        "seed": f"seed {settings.seed}",
    }
    needed = [name for name in NEEDS.get(view, ()) if name not in FOLDED.get(view, ())]
    return [*ALWAYS.get(view, ()), *(text for name, text in values.items() if name in needed)]


def named(view: str) -> str:
    """Name a view, with what of its own takes long to compute."""
    return VIEWS[view] + f" with small sets of {count(STATE['size'], 'case')}" * (view == "consistency")


def chosen_pair(measures: Sequence[str]) -> tuple[str, str]:
    """Return the two measures that the page is about."""
    STATE.restrict({"x": measures})
    STATE.restrict({"y": [key for key in measures if key != STATE["x"]]})
    return STATE["x"], STATE["y"]


def menus(compared: MeasureComparison) -> Menus:
    """Return what a sentence about the two measures lets a reader choose."""
    labels, (x, y) = controls.labels(compared.measures), compared.pair
    return {"x": Menu(STATE, "x", "Measure 1", labels, (y,)), "y": Menu(STATE, "y", "Measure 2", labels, (x,))}


def more_settings(view: str, current: Current) -> None:
    """Draw the settings that only this page has: further tasks, and the size of small sets."""
    several.choose(current)
    if view == "consistency":
        controls.number(STATE, "size", "Cases in a small set")


def show_pair(measures: Sequence[str], numbers: Sequence[int]) -> None:
    """Make two measures those that the page is about; their numbers come from the browser and are checked here."""
    known = [measures[number] for number in numbers if 0 <= number < len(measures)]
    if len(set(known)) == len(numbers) == 2:
        STATE["x"], STATE["y"] = known
