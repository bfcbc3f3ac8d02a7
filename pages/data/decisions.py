"""What the visitor has decided about the files: each decision with what it did, to be changed or undone."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from ordquant_core.formats import TaskRead
from ordquant_core.formats.published.source import Source
from ordquant_core.formats.task.positions import positions_for_order
from ordquant_core.formats.task.repair_buttons import Decided, decided
from ordquant_core.formats.task.wording import in_page_words
from ordquant_core.markup import tag
from ordquant_core.numerals import count
from pages.shared import sources, write
from pages.shared.escaping import escape

LISTED = 6  # notes of one decision, before the rest is folded away


def decide(source: Source, *, before: Sequence[str] = (), **changes: Any) -> None:
    """Remember decisions, by the names of the fields of `Decisions`. `before`: the order of the classes until now."""
    if "classes" in changes:  # positions go with the new order, or are lost
        said = sources.published_choices(source.key)
        changes["positions"] = positions_for_order(said, source.choices, before, changes["classes"])
    sources.remember_decisions(replace(source, choices=replace(source.choices, **changes)))


def show(source: Source, read: TaskRead) -> None:
    """Draw what was decided and what was noted; nothing where there is nothing."""
    lines, rest = decided(read, source.choices)
    if lines:
        with st.container(key="decisions", gap="xsmall"):
            st.header("Your decisions" if source.own else "Decisions", anchor=False)
            for one in lines:
                _line(source, read, one)
    if rest:
        with st.container(key="notes", gap="xsmall"):
            st.header("Notes on the files", anchor=False)
            _list(rest)


def _line(source: Source, read: TaskRead, one: Decided) -> None:
    changes: dict[str, Any] = {one.name: one.default}
    undo = partial(decide, source, **changes)
    with st.container(horizontal=True, vertical_alignment="center", key=f"line_{one.name}"):
        write.paragraph(tag("b", one.words), style="value")
        key = f"undo_{one.name}"
        st.button("Undo", key=key, type="tertiary", help=f"Undo: {escape(one.words)}", on_click=undo)
    if not one.notes and read.task is not None:
        write.paragraph("It changed nothing.", style="muted did")
    _list(one.notes)


def _list(notes: Sequence[str]) -> None:
    """Draw notes as a list, the end of a long one folded away."""
    if notes:
        lines = [tag("li", in_page_words(note)) for note in notes]
        rest = tag("summary", f"and {count(len(lines) - LISTED)} more"), tag("ul", *lines[LISTED:])
        folded = tag("details", *rest) if len(lines) > LISTED else ""
        write.html(tag("div", tag("ul", *lines[:LISTED]), folded, class_="oq oq-did"))
