"""What a visitor of Popularity vs Uniform has chosen: a section, and one fixed class in place of a baseline."""

from collections.abc import Mapping

import streamlit as st

from ordquant_core.analysis.baselines import class_baselines
from pages.shared import case_list, controls, several
from pages.shared.params import Choice, Params
from pages.shared.tasks import Current

SECTIONS = {
    "measures": "By measure",
    "cases": "Cases",
    "pairs": "Pairs of LQ 2021",
    "tasks": "Several tasks",
}
BASELINES = (
    "Popularity puts all its probability on the gold's mode, Uniform ignores the data, Always 1 is one fixed class"
)
STATE = Params(
    "popularity",
    Choice("a", noun="baseline"),
    Choice("b", noun="baseline"),
    Choice("show", SECTIONS, noun="section"),
    case_list.KIND,
)


def follow(query: Mapping[str, str] | None) -> None:
    """Set what a link says."""
    if query:  # a link says only what differs from how the page opens
        STATE.reset()
    STATE.follow(query)
    several.STATE.follow(query)


def chosen_baselines(current: Current) -> tuple[str, str]:
    """Reset what the task does not have; return the baselines A and B, which are never the same."""
    offered, (popularity, uniform) = _offered(current), current.baselines
    STATE.restrict({"a": offered}, fallback={"a": popularity})
    STATE.restrict({"b": _without(offered, STATE["a"])}, fallback={"b": uniform})
    return STATE["a"], STATE["b"]


def choose(current: Current) -> None:
    """Draw the choice of both baselines."""
    for letter, other in ("ab", "ba"):
        controls.run(STATE, letter, _without(_offered(current), STATE[other]), 165, help=BASELINES)


def settings(current: Current) -> None:
    """Draw the menu of what is chosen once."""
    with st.popover("Settings", key="popularity_settings", on_change="rerun") as popover:
        if popover.open:
            several.choose(current)


def choose_section() -> None:
    """Draw the choice of the section, at the top of its card; of several tasks while some are included."""
    several_of = several.STATE[several.TASKS] or STATE["show"] == "tasks"
    titles = {name: title for name, title in SECTIONS.items() if name != "tasks" or several_of}
    controls.sections(STATE, "show", "Section", titles, wrap=False)


def query(current: Current) -> dict[str, str]:
    """Return what a link must say: the section, and baselines that are others than Popularity and Uniform."""
    others = {name: STATE[name] for name, usual in zip("ab", current.baselines, strict=True) if STATE[name] != usual}
    further = several.STATE.query() if STATE["show"] == "tasks" else {}
    return others | STATE.query("show", "only") | further


def _offered(current: Current) -> list[str]:
    return [*current.baselines, *class_baselines(current.task).values()]


def _without(offered: list[str], run: str) -> list[str]:
    return [one for one in offered if one != run]
