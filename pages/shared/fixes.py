"""Repairs of the files of a task: a button for each, with what it leads to."""

from dataclasses import replace

import streamlit as st

from ordquant_core.formats import TaskRead
from ordquant_core.formats.published.source import Source
from ordquant_core.formats.task.questions import open_questions, plain_problems
from ordquant_core.formats.task.repair_buttons import ReadWith, RepairButton, repair_buttons
from pages.shared import sources, write
from pages.shared.escaping import escape
from pages.shared.result_cache import compute_once
from pages.shared.task_files import TaskKey

NONE = "No repair helps: correct the files, or remove those that do not belong to the task."
FIRST = "Answer the questions first. Repairs can be tried afterwards."


def show(source: Source, read: TaskRead, key: TaskKey, read_with: ReadWith, *, suggests: bool = True) -> None:
    """Draw a button for every repair that helps; the first is suggested, where nothing else is."""
    if source.problems:  # of its folder or `task.json`: no repair of its files helps
        return
    asked = open_questions(read)
    buttons = _find_buttons(source, read, key, read_with) if read.problems else ()
    if not buttons and plain_problems(read):
        write.muted(FIRST if asked else NONE, id="fixes")
    for number, button in enumerate(buttons):
        with st.container(horizontal=True, vertical_alignment="center", key=f"fix_{number}"):
            st.button(
                escape(button.words),
                key=f"repair_{number}_{source.digest[:16]}",
                type="primary" if suggests and number == 0 and button.suggested and not asked else "secondary",
                on_click=sources.remember_decisions,
                args=(replace(source, choices=button.choices),),
            )
            if button.left:
                write.paragraph(button.left, style="muted left", width="content")


def _find_buttons(source: Source, read: TaskRead, key: TaskKey, read_with: ReadWith) -> tuple[RepairButton, ...]:
    """Return the buttons for a task; what was tried once for a reading of its files is not tried again."""

    def compute() -> tuple[RepairButton, ...]:
        with st.spinner("Trying repairs…", show_time=True):
            size = sum(len(file.data) for file in source.load())
            return repair_buttons(read, source.choices, read_with, size=size)

    return compute_once(("repairs", key), compute)
