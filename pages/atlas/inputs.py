"""The controls of the atlas: a space of gold distributions, two estimators, conditions."""

from typing import Any, NamedTuple

import streamlit as st

from ordquant_core.numerals import count
from ordquant_core.spaces.by_score import LARGEST, MOST_CONDITIONS, Asked
from ordquant_core.spaces.gold_distributions import (
    MOST_ADDED,
    MOST_DISTRIBUTIONS,
    RULES,
    Estimator,
    What,
    check_size,
    parse_estimator,
)
from pages.atlas.state import STATE
from pages.shared import controls
from pages.shared.result_cache import is_computed
from pages.shared.session import preset, reported

WHAT: dict[What, str] = {"delta": "Δ (A − B)", "a": "score of A", "b": "score of B"}
FIXED = "1,1,2,4,2"
AT_ONCE = 300_000  # distributions that are scored without being asked for
DISTRIBUTIONS_A_SECOND = 200_000  # for the announced time; measured with all main measures on one core


class Space(NamedTuple):
    """All gold distributions of some votes over some classes, and the two estimators that are compared on them."""

    n_votes: int
    n_classes: int
    a: Estimator
    b: Estimator


def choose_space() -> Space:
    """Draw the choice of a space and two estimators. Raises `OrdquantError` where the space is too large."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        most = f"The page can show up to {count(MOST_DISTRIBUTIONS)} possible vote counts."
        n_votes = controls.number(STATE, "n", "Annotators", width=135, help=most)
        n_classes = controls.number(STATE, "l", "Classes", width=100)
        for side in ("a", "b"):
            _estimator(side)
    check_size(n_votes, n_classes)
    return Space(n_votes, n_classes, parse_estimator(STATE["a"]), parse_estimator(STATE["b"]))


def ask_to_compute(key: str, space: Space, *more: object) -> bool:
    """Return whether to compute: at once where it takes about a second, else draw a button that asks for it."""
    size = check_size(space.n_votes, space.n_classes)
    if size <= AT_ONCE or is_computed((key, *space, *more)):
        return True
    container = st.empty()
    seconds = max(2, round(size / DISTRIBUTIONS_A_SECOND))
    words = f"Score all {count(size)} distributions (about {seconds} s)"
    if not container.button(words, type="primary", key=f"atlas_score_{key}"):
        return False
    container.empty()
    return True


def conditions() -> tuple[Asked, ...]:
    """Draw the conditions, each in a row of controls, and the buttons that add and remove one."""
    asked: tuple[Asked, ...] = STATE["if"]
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
    more, fewer = (*asked, Asked("NVD", "delta", 0.0, 0.0))[:MOST_CONDITIONS], asked[:-1]
    label = "Add" if asked else "Add a condition"
    st.button(label, on_click=_ask, args=(more,), key="atlas_if_more", icon=":material/add:")
    if asked:
        st.button("Remove", on_click=_ask, args=(fewer,), key="atlas_if_less", icon=":material/remove:")


def _ask(asked: tuple[Asked, ...]) -> None:
    STATE["if"] = asked


def _edit() -> None:
    rows = range(len(STATE["if"]))
    STATE["if"] = tuple(Asked(*(reported(f"atlas_if_{row}_{field}") for field in Asked._fields)) for row in rows)


def _estimator(side: str) -> None:
    """Draw the choice of an estimator: its rule, and what belongs to it."""
    text, name = STATE[side], side.upper()
    rule = text.partition(":")[0] if text.partition(":")[0] in RULES else "fixed"

    def draw(control: Any, label: str, field: str, value: object, *options: object, **more: Any) -> None:
        preset(key := f"atlas_{side}_{field}", value)
        control(label, *options, key=key, on_change=_use, args=(side, field), **more)

    first = {one: words.partition(":")[0] for one, words in RULES.items()}
    words = ". ".join(RULES.values())
    draw(
        st.selectbox,
        f"Estimator {name}",
        "rule",
        rule,
        list(RULES),
        format_func=first.__getitem__,
        help=words,
        width=175,
    )
    if rule == "fixed":
        draw(st.text_input, f"Votes of {name}", "votes", text, width=150)
    if rule == "smoothed":
        draw(st.number_input, f"Votes added to {name}", "added", parse_estimator(text).added, 1, MOST_ADDED, width=140)


def _use(side: str, field: str) -> None:
    """Take over what was chosen or typed; a mistake stays in its field, to be corrected."""
    value = reported(f"atlas_{side}_{field}")
    rule = {"rule": value, "added": f"smoothed:{value}"}.get(field, value)
    STATE[side] = FIXED if rule == "fixed" else Estimator(rule).text if field == "rule" else rule
