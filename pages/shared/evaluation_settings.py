"""How all runs of a task are tested: measures, level, trials, seed. Chosen once for Systems and Measures."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import streamlit as st

from ordquant_core.analysis.official import official_measures
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.numerals import count, setting
from ordquant_core.records import Task
from ordquant_core.tasks.published.source import Source
from pages.shared import carried, controls, look
from pages.shared.params import Flag, Many, Number, Params, Whole
from pages.shared.session import Item

WHOLE = {"trials": "Permutations (trials)", "splits": "Random splits", "seed": "Seed of the random numbers"}
TRIALS, AT_ONCE = 5000, 20_000  # trials, and for how many scores by a measure they take a few seconds
STATE = Params(
    "measuring",
    Many("measures", MEASURES, MAIN_MEASURES),
    Number("alpha", 0.05, 0.001, 0.5),
    Whole("trials", TRIALS, 100, 50_000),
    Whole("splits", 1000, 10, 10_000),
    Whole("seed", 1, 0, 10**9),
    Flag("baselines"),
)
_OFFICIAL: Item[list[str]] = Item("official_measures", lambda: list(MAIN_MEASURES))  # of the task before
_FIRST_TRIALS: Item[int] = Item("first_trials", lambda: TRIALS)  # of it, too


@dataclass(frozen=True, slots=True)
class EvaluationSettings:
    """What the numbers of both pages depend on, besides the task."""

    measures: tuple[str, ...]
    alpha: float
    trials: int
    splits: int
    seed: int
    baselines: bool = False  # whether Popularity and Uniform are tested with the runs

    def words(self) -> tuple[str, ...]:
        """Say each setting, to compare what is computed with what is shown meanwhile.

        >>> EvaluationSettings(("NMD",), 0.05, 5000, 1000, 2).words()
        ('1 measure', 'level 0.05', '5,000 trials', '1,000 splits', 'seed 2', 'without baselines')
        """
        counts = (count(len(self.measures), "measure"), f"level {setting(self.alpha)}", count(self.trials, "trial"))
        baselines = "with baselines" if self.baselines else "without baselines"
        return *counts, count(self.splits, "split"), f"seed {self.seed}", baselines


def follow(query: Mapping[str, str] | None, *of_page: Params) -> None:
    """Set these settings, and the parameters of a page, to what a link says: what it leaves out, to the defaults."""
    for params in (STATE, *of_page):
        if carried.says_more(query):
            params.reset(*(name for name in params if name != "measures"))  # those are of the task: `follow_task`
        params.follow(query)


def first_trials(cases: int, runs: int) -> int:
    """Return with how many trials the runs of a task are tested first: fewer than usual where they would take minutes.

    >>> first_trials(300, 20), first_trials(100_000, 4)
    (5000, 250)
    """
    at_most = TRIALS * AT_ONCE // (cases * runs)
    return TRIALS if at_most >= TRIALS else max(100, at_most // 10 * 10)


def follow_task(query: Mapping[str, str] | None, source: Source, task: Task) -> None:
    """Begin with the official measures of a task and so many trials, until the visitor, or a link, names others."""
    earlier, first = _FIRST_TRIALS.get(), first_trials(len(task.cases), len(task.runs))
    if "trials" not in (query or {}) and (carried.says_more(query) or STATE["trials"] == earlier):
        STATE["trials"] = first
    _FIRST_TRIALS.set(first)
    before, official = _OFFICIAL.get(), _official(source)
    if "measures" not in (query or {}) and (carried.says_more(query) or STATE["measures"] == before):
        STATE["measures"] = official
    _OFFICIAL.set(official)


def query(source: Source, *names: str) -> dict[str, str]:
    """Return what a link must say of the settings `names`: measures where they are not those of the task."""
    params = STATE.query(*names)
    if "trials" in names and STATE["trials"] == _FIRST_TRIALS.get():
        params.pop("trials", None)
    elif "trials" in names:
        params["trials"] = str(STATE["trials"])
    if "measures" in names:
        params.pop("measures", None)
        if STATE["measures"] != _official(source):
            params["measures"] = STATE.params["measures"].write(STATE["measures"])
    return params


def _official(source: Source) -> list[str]:
    return list(official_measures(source.measures, source.primary, MAIN_MEASURES))


def choose(*names: str, more: Callable[[], None] | None = None) -> EvaluationSettings:
    """Draw the controls in the line at the top, those of `names` and `more`, and return all settings."""
    with look.tools(), st.popover("Settings", key="measuring"):
        if more is not None:
            more()
        measures = controls.labels()
        controls.draw(st.multiselect, STATE, "measures", "Measures", list(measures), format_func=measures.get)
        if "alpha" in names:
            controls.number(STATE, "alpha", "Significance level", step=0.005, format="%g")
        if "baselines" in names:
            controls.toggle(STATE, "baselines", "Test Popularity and Uniform with the runs")
        for name in (name for name in WHOLE if name in names):
            controls.number(STATE, name, WHOLE[name])
    return chosen(*names)


def chosen(*names: str) -> EvaluationSettings:
    """Return the settings as they were chosen on another page, or their defaults, without drawing the controls."""
    return EvaluationSettings(
        measures=tuple(STATE["measures"]),
        **{name: STATE[name] for name in ("alpha", "trials", "splits", "seed")},
        baselines=STATE["baselines"] and "baselines" in names,
    )
