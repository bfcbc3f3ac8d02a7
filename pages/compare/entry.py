"""Typing the numbers of a picture instead of drawing them: as text, or in a table."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

import pandas as pd
import streamlit as st

from ordquant_core.errors import OrdquantError
from pages.compare import state
from pages.shared.escaping import escape
from pages.shared.picture import (
    SIDES,
    Entry,
    Picture,
    checked,
    parse_entry,
    parse_labels,
    parse_numbers,
    renormalised,
    write_labels,
)

T = TypeVar("T")


def show(picture: Picture) -> None:
    """Draw both ways of typing, and what is wrong with what was typed."""
    how = st.segmented_control("How", ["Text", "Table"], key="entry_how", default="Text", required=True)
    if how == "Text":
        _as_text(picture)
    else:
        _as_table(picture)
    problem = st.session_state.get("entry_problem")
    if problem:
        st.error(f"{escape(problem)} The picture is as before.")
        repair: Picture | None = st.session_state.get("entry_repair")
        if repair is not None:
            st.button("Divide by the sum and use it", on_click=state.put, args=(repair,))


def _as_text(picture: Picture) -> None:
    _field("classes", "Classes, in order", picture.classes, write_labels, parse_labels, _take_classes)
    for side, hint in (
        ("gold", "votes such as 0,1,2,9,8, or probabilities that sum to 1"),
        ("a", "numbers, or one of the words popularity, uniform"),
        ("b", "numbers, or one of the words popularity, uniform"),
    ):
        label = "Gold" if side == "gold" else f"Run {side.upper()}"
        _field(
            side, f"{label}: {hint}", getattr(picture, side), _shown, partial(_read, side), partial(_take_text, side)
        )


def _field(
    name: str,
    label: str,
    value: T,
    write: Callable[[T], str],
    read: Callable[[str], T],
    take: Callable[[str], None],
) -> None:
    """Draw one field. It is replaced only where it says something else than the picture: the others keep the focus.

    What cannot be read stays in it, to be corrected.
    """
    stored = f"field_{name}"
    number, text = st.session_state.get(stored, (0, write(value)))
    typed = st.session_state.get(f"text_{name}_{number}")
    if st.session_state.get("entry_faulty") != name and not _says(typed, value, write, read):
        number, text = number + 1, write(value)
    st.session_state[stored] = number, text
    key = f"text_{name}_{number}"

    def change() -> None:
        if st.session_state[stored][0] == number:  # else a field that was replaced is reported once more
            st.session_state["entry_faulty"] = name  # until the picture takes it
            take(st.session_state[key])

    st.text_input(label, text, key=key, on_change=change, max_chars=500)


def _says(typed: str | None, value: T, write: Callable[[T], str], read: Callable[[str], T]) -> bool:
    """Tell whether a text, if there is any, is one way of writing this value."""
    if typed is None or typed == write(value):
        return typed is not None
    try:
        return read(typed) == value
    except OrdquantError:
        return False


def _read(side: str, text: str) -> Entry:
    return parse_numbers(text, side) if side == "gold" else parse_entry(text, side)


def _as_table(picture: Picture) -> None:
    rows = {"Gold": "gold", "Run A": "a", "Run B": "b"}
    frame = pd.DataFrame(
        [
            picture.probabilities(side) if isinstance(getattr(picture, side), str) else getattr(picture, side)
            for side in rows.values()
        ],
        index=list(rows),
        columns=list(picture.classes),
        dtype=float,
    )
    edited = st.data_editor(frame, key=f"entry_table_{state.version()}", width="stretch")
    sums = " · ".join(f"{label} sums to {total:.6g}" for label, total in edited.sum(axis=1).items())
    st.caption(f"Votes (whole numbers), or probabilities that sum to 1. {sums}.")
    if st.button("Use these numbers", type="primary", disabled=edited.equals(frame)):
        changed: dict[str, Entry] = {
            side: tuple(float(value) for value in edited.loc[label])
            for label, side in rows.items()
            if not edited.loc[label].equals(frame.loc[label])
        }
        _try(replace(picture, **changed))  # type: ignore[arg-type]
        st.rerun(scope="fragment")


def _take_text(side: str, text: str) -> None:
    """Read the one field that changed: the other sides keep their exact numbers."""
    try:
        entry = parse_numbers(text, side) if side == "gold" else parse_entry(text, side)
    except OrdquantError as problem:
        st.session_state["entry_problem"], st.session_state["entry_repair"] = str(problem), None
        return
    _try(replace(state.picture(), **{side: entry}))  # type: ignore[arg-type]


def _take_classes(text: str) -> None:
    """Relabel, add empty classes, or take classes away that are empty on every side: no vote gets lost."""
    picture = state.picture()
    labels = parse_labels(text)
    own = {side: getattr(picture, side) for side in SIDES if not isinstance(getattr(picture, side), str)}
    lost = [side for side, entry in own.items() if any(entry[len(labels) :])]
    if lost:
        gone = ", ".join(picture.classes[len(labels) :])
        st.session_state["entry_problem"] = (
            f"classes: {len(labels)} given, but {lost[0]} still has mass on {gone}; move it to another class first."
        )
        st.session_state["entry_repair"] = None
        return
    padded = {side: (*entry[: len(labels)], *[0.0] * (len(labels) - len(entry))) for side, entry in own.items()}
    _try(replace(picture, classes=labels, **padded))  # type: ignore[arg-type]


def _try(candidate: Picture) -> None:
    st.session_state["entry_repair"] = None
    try:
        state.put(checked(candidate))
    except OrdquantError as problem:
        st.session_state["entry_problem"] = str(problem)
        try:
            st.session_state["entry_repair"] = renormalised(candidate)
        except OrdquantError:
            return


def _shown(entry: Entry) -> str:
    return entry if isinstance(entry, str) else ", ".join(f"{value:.6g}" for value in entry)
