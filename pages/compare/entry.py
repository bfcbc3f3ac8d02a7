"""Typing the numbers of a picture instead of drawing them: as text, or in a table."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import streamlit as st

from ordquant_core.analysis.picture import Picture, checked, renormalised, with_entries, with_merged_classes, with_text
from ordquant_core.errors import OrdquantError
from ordquant_core.markup import isolated
from ordquant_core.numerals import listed, setting
from ordquant_core.tasks.merging import mergeable
from pages.compare import state
from pages.shared import session
from pages.shared.escaping import escape

MENU = "type_numbers"
LABELS = {
    "classes": "Classes, in order",
    "gold": "Gold: votes such as 0,1,2,9,8, or probabilities that sum to 1",
    "a": "Run A: numbers, or one of the words popularity, uniform",
    "b": "Run B: numbers, or one of the words popularity, uniform",
    "positions": "Positions of the classes, such as 1,2,4,5; empty: one step apart",
}
ROWS = {"Gold": "gold", "Run A": "a", "Run B": "b"}


class Field(NamedTuple):
    """A text field as it was drawn last."""

    number: int = 0  # a part of its key: another number, another field
    text: str = ""  # what it said at first
    version: int = 0  # of the picture that it belongs to


FIELDS = session.Item[dict[str, Field]]("compare_fields", dict)


def menu(picture: Picture) -> None:
    """Draw both ways of typing, and what is wrong with what was typed."""
    with st.popover("Type the numbers", key=MENU):
        how = st.segmented_control("How", ["Text", "Table", "Merge"], key="entry_how", default="Text", required=True)
        if how != "Text":
            (_as_table if how == "Table" else _merging)(picture)
            return
        for change in [_field(name, picture) for name in LABELS]:
            if change is not None:
                _report(change)


def _field(name: str, picture: Picture) -> Callable[[], Picture] | None:
    """Draw one field. It is replaced only where it says something else than the picture: the others keep the focus.

    What cannot be used stays in it, to be corrected, until the picture changes; that change is returned.
    """
    drawn, version = FIELDS.get().get(name, Field()), state.COMPARED.get().version
    typed, change = session.reported(f"text_{name}_{drawn.number}"), None
    if typed is None or not picture.says(name, typed):
        if typed is not None and drawn.version == version:
            change = partial(with_text, picture, name, typed)
        else:
            drawn = Field(drawn.number + 1, picture.text_of(name))
    FIELDS.get()[name] = drawn = drawn._replace(version=version)
    key = f"text_{name}_{drawn.number}"

    def take() -> None:
        if FIELDS.get()[name].number == drawn.number:  # else a field that was replaced is reported once more
            with suppress(OrdquantError):  # which is shown below the fields
                state.put(checked(with_text(state.picture(), name, session.reported(key))))

    st.text_input(LABELS[name], drawn.text, key=key, on_change=take, max_chars=500)
    return change


def _as_table(picture: Picture) -> None:
    given = {row: picture.held(side) for row, side in ROWS.items()}
    columns: dict[str, dict[str, Any]] = {
        label: {row: given[row][number] for row in ROWS} for number, label in enumerate(picture.classes)
    }
    edited = st.data_editor(columns, key=f"entry_table_{state.COMPARED.get().version}", width="stretch")
    now = {row: tuple(float(edited[label][row]) for label in picture.classes) for row in ROWS}
    sums = " · ".join(f"{row} sums to {setting(sum(values))}" for row, values in now.items())
    st.caption(f"Votes (whole numbers), or probabilities that sum to 1. {sums}.")
    changed = {side: now[row] for row, side in ROWS.items() if now[row] != given[row]}
    if st.button("Use these numbers", type="primary", disabled=not changed):
        try:
            state.put(checked(with_entries(picture, changed)))
        except OrdquantError:
            _report(partial(with_entries, picture, changed))
        else:
            st.rerun(scope="fragment")


def _merging(picture: Picture) -> None:
    """Draw the choice of two neighbouring classes that become one."""
    pairs = mergeable(picture.classes, ())
    if not pairs:
        st.caption("A scale needs at least two classes: none of these can be merged.")
        return
    key = f"merge_{state.COMPARED.get().version}"
    chosen = st.selectbox("Classes to merge", pairs, len(pairs) - 1, lambda group: isolated(listed(group)), key=key)
    st.caption("Their votes or probabilities are added up. The page then says which preferences change.")
    try:
        with_merged_classes(picture, (chosen,))
    except OrdquantError as problem:
        st.caption(escape(str(problem)))
    else:
        st.button("Merge", type="primary", key="merge", on_click=state.merge, args=(chosen,))


def _report(change: Callable[[], Picture]) -> None:
    """Say why a picture cannot be changed so; offer to divide by the sum where that repairs it."""
    try:
        checked(change())
    except OrdquantError as problem:
        st.error(f"{escape(str(problem))} The picture is unchanged.")
        with suppress(OrdquantError):
            st.button("Divide by the sum and use it", on_click=state.put, args=(renormalised(change()),))
