"""What the visitor has decided about the files: each decision with what it did, to be changed or undone."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import streamlit as st

from ordquant_core.formats import TaskRead
from ordquant_core.formats.published.source import Source
from ordquant_core.formats.task.repair_buttons import Decided, decided
from ordquant_core.formats.task.wording import in_page_words
from ordquant_core.markup import tag
from ordquant_core.numerals import count
from pages.data import questions
from pages.shared import write
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


def _line(source: Source, read: TaskRead, one: Decided) -> None:
    changes: dict[str, Any] = {one.name: one.default}
    undo = partial(questions.decide, source, **changes)
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
