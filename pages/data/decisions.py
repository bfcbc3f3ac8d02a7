"""What the visitor has decided about the files: each decision with what it did, to be changed or undone."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import streamlit as st
from streamlit.elements.lib.mutable_popover_container import PopoverContainer

from ordquant_core.formats import TaskRead
from ordquant_core.formats.published.source import Source
from ordquant_core.formats.task.repair_buttons import Decided, decided
from ordquant_core.formats.task.task_file import MAY_BE_PERCENTAGES
from ordquant_core.formats.task.wording import in_page_words
from ordquant_core.markup import tag
from ordquant_core.numerals import count
from pages.shared import questions, write
from pages.shared.escaping import escape

LISTED = 6  # notes of one decision, before the rest is folded away


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
            if any(MAY_BE_PERCENTAGES in note for note in rest):
                action = partial(questions.decide, source, percentages=True)
                st.button("These are percentages", key="percentages", on_click=action)


def _line(source: Source, read: TaskRead, one: Decided) -> None:
    changes: dict[str, Any] = {one.name: one.default}
    undo = partial(questions.decide, source, **changes)
    if one.name == "run_scale":
        files = [found.file for found in read.recognised if found.file != read.gold_file and found.scales]
        with changeable("Scale of the runs", one.words, one.name) as popover:
            if popover.open:
                questions.choose_run_scale(source, read, files)
                st.button("Use the scale of the gold", key="undo_run_scale", on_click=undo)
    elif one.name == "id_columns":
        files = [found.file for found in read.recognised if found.columns]
        with changeable("Ids", one.words, one.name) as popover:
            if popover.open:
                questions.choose_ids(source, read, files, numbered=True)
                st.button("Detect the ids from the files", key="undo_ids", on_click=undo)
    else:
        with st.container(horizontal=True, vertical_alignment="center", key=f"line_{one.name}"):
            write.paragraph(tag("b", one.words), style="value")
            key = one.name.replace("_", "-")
            st.button("Undo", key=f"undo_{key}", type="tertiary", help=f"Undo: {escape(one.words)}", on_click=undo)
        if not one.notes and read.task is not None and not one.name.endswith("_column"):
            write.paragraph("It changed nothing.", style="muted did")
    _list(one.notes)


def changeable(label: str, value: str, name: str) -> PopoverContainer:
    """Draw what was decided in a line; returns the menu that opens to change it, to be filled where it is open."""
    with st.container(horizontal=True, vertical_alignment="center", key=f"line_{name}"):
        write.paragraph(tag("b", f"{label}:"), f" {value}", style="value", width="content")
        return st.popover("Change", key=f"change_{name}", type="tertiary", on_change="rerun")


def _list(notes: Sequence[str]) -> None:
    """Draw notes as a list, the end of a long one folded away."""
    if notes:
        lines = [tag("li", in_page_words(note)) for note in notes]
        rest = tag("summary", f"and {count(len(lines) - LISTED)} more"), tag("ul", *lines[LISTED:])
        folded = tag("details", *rest) if len(lines) > LISTED else ""
        write.html(tag("div", tag("ul", *lines[:LISTED]), folded, class_="oq oq-did"))
