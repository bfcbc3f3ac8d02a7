"""The controls of the atlas: a space of gold distributions, two estimators, conditions."""

from dataclasses import fields
from typing import Any, NamedTuple

import streamlit as st

from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.numerals import count
from ordquant_core.spaces.by_score import LARGEST, MOST_CONDITIONS, Condition
from ordquant_core.spaces.gold_distributions import NAMED, RULES, Estimator, What, check_size, parse_estimator
from pages.atlas.state import STATE
from pages.shared import controls, look
from pages.shared.choices import Menu, Menus
from pages.shared.session import preset, reported

WHAT: dict[What, str] = {"delta": "Δ (A − B)", "a": "score of A", "b": "score of B"}
MOST_ON_PAGE = 500_000  # distributions, which take about three seconds; `atlas` counts more
FIELDS = tuple(field.name for field in fields(Condition))
ESTIMATORS = {text: parse_estimator(text).name for text in (*NAMED, "1,1,2,4,2")}
NAMES = {"a": "Estimator A", "b": "Estimator B"}
TYPED = "Or type: smoothed:2 adds 2 votes to every class; 1,1,2,4,2 gives these votes for every gold distribution."


class Space(NamedTuple):
    """All gold distributions of some votes over some classes, and the two estimators that are compared on them."""

    n_votes: int
    n_classes: int
    a: Estimator
    b: Estimator


def choose_space() -> Space:
    """Draw the choice of a space and two estimators in a menu; return it. Raises `OrdquantError` if it is large."""
    with look.tools(), st.popover("Settings", key="atlas_space"):
        most = f"The page compares up to {count(MOST_ON_PAGE)} gold distributions, the command `atlas` more."
        n_votes = controls.number(STATE, "n", "Annotators", help=most)
        n_classes = controls.number(STATE, "l", "Classes")
        help_ = f"{'. '.join(RULES.values())}. {TYPED}"
        for side in ("a", "b"):
            controls.select(STATE, side, NAMES[side], ESTIMATORS, accept_new_options=True, help=help_)
    check_size(n_votes, n_classes, MOST_ON_PAGE)
    return Space(n_votes, n_classes, *estimators())


def estimators() -> tuple[Estimator, Estimator]:
    """Return the two that are chosen."""
    return parse_estimator(STATE["a"]), parse_estimator(STATE["b"])


def menus(space: Space) -> Menus:
    """Return the lists of the finding: estimators, those that were typed with them, and measures."""
    offered = ESTIMATORS | {estimator.text: estimator.name for estimator in (space.a, space.b)}
    measures = controls.labels(MAIN_MEASURES)
    return {side: Menu(STATE, side, NAMES[side], offered, (STATE[other],)) for side, other in ("ab", "ba")} | {
        axis: Menu(STATE, axis, f"{axis}-axis measure", measures, (STATE[other],)) for axis, other in ("xy", "yx")
    }


def conditions() -> tuple[Condition, ...]:
    """Draw the conditions, each in a row of controls, and the buttons that add and remove one."""
    asked: tuple[Condition, ...] = STATE["if"]
    ends, names = float(LARGEST), controls.labels()
    for row, condition in enumerate(asked):
        with st.container(horizontal=True, vertical_alignment="bottom"):

            def draw(control: Any, label: str, field: str, *options: object, row: int = row, **more: Any) -> None:
                preset(key := f"atlas_if_{row}_{field}", getattr(asked[row], field))
                visible = "collapsed" if row else "visible"
                control(label, *options, key=key, on_change=_edit, label_visibility=visible, width=150, **more)

            draw(st.selectbox, "Measure", "measure", list(names), format_func=names.__getitem__)
            draw(st.selectbox, "Value", "what", list(WHAT), format_func=WHAT.__getitem__)
            draw(st.number_input, "is", "value", -ends, ends, step=0.001, format="%.4f")
            draw(st.number_input, "±", "margin", 0.0, ends, step=0.0005, format="%.4f")
            if condition is asked[-1]:
                _buttons()
    if not asked:
        _buttons()
    return asked


def _buttons() -> None:
    asked = STATE["if"]
    more, fewer = (*asked, Condition("NVD", "delta", 0.0, 0.0))[:MOST_CONDITIONS], asked[:-1]
    label = "Add" if asked else "Add a condition"
    st.button(label, on_click=_ask, args=(more,), key="atlas_if_more", icon=":material/add:")
    if asked:
        st.button("Remove", on_click=_ask, args=(fewer,), key="atlas_if_less", icon=":material/remove:")


def _ask(asked: tuple[Condition, ...]) -> None:
    STATE["if"] = asked


def _edit() -> None:
    rows = range(len(STATE["if"]))
    STATE["if"] = tuple(Condition(*(reported(f"atlas_if_{row}_{field}") for field in FIELDS)) for row in rows)
