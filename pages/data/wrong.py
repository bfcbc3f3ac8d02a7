"""What is wrong with the files of a task, and the repairs: each alone, with what it leads to."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

import streamlit as st

from ordquant_core.markup import tag
from ordquant_core.numerals import count
from ordquant_core.tasks import Decisions, TaskRead
from ordquant_core.tasks.mistakes import mistakes
from ordquant_core.tasks.published.source import Source
from ordquant_core.tasks.questions import open_questions, plain_problems
from ordquant_core.tasks.repair_buttons import RepairButton, repair_buttons
from pages.shared import problems, sources, task_files, write
from pages.shared.escaping import escape
from pages.shared.result_cache import compute_once

NONE = "Correct the file and drop it again, or remove it if it does not belong to the task."
FIRST = "Answer the questions first. Repairs can be tried afterwards."


def show(source: Source, read: TaskRead, key: task_files.TaskKey) -> Callable[[], None]:
    """Draw a message per file and mistake, and a row per problem, folded where the messages say it all. Returns what
    draws the repairs: to try them takes time.
    """
    wrong = plain_problems(read)
    with st.container(border=bool(wrong), key="wrong"):
        if wrong:
            st.header("What is wrong", anchor=False)
        said = mistakes(read) if read.gold is not None and (source.own or source.added) else ()
        list_mistakes((one.file, one.words) for one in said)
        fixing = st.container(key="fixing")
        if wrong:
            is_said = {one.file for one in wrong} <= {one.file for one in said}
            with st.expander(f"All {count(len(wrong), 'problem')}") if is_said else st.container():
                problems.table(wrong)
    return partial(_repairs, source, read, key, fixing)


def list_mistakes(mistakes: Iterable[tuple[str, str]]) -> None:
    """Draw a line for each file and what is to be said about it."""
    if lines := [tag("li", tag("b", file), f": {words}") for file, words in mistakes]:
        write.html(tag("ul", *lines, class_="oq", id="mistakes"))


def _repairs(source: Source, read: TaskRead, key: task_files.TaskKey, container: write.Container) -> None:
    """Draw a button for every repair that helps, with what it leads to; the first is suggested, if nothing else is."""
    if source.problems:  # of its folder or `task.json`: no repair of its files helps
        return
    asked = open_questions(read)

    def try_each() -> tuple[RepairButton, ...]:
        def read_with(choices: Decisions) -> TaskRead:
            return task_files.read_source(replace(source, choices=choices), key.scale)[0]

        with st.spinner("Trying repairs…", show_time=True):
            size = sum(len(file.data) for file in source.load())
            return repair_buttons(read, source.choices, read_with, size=size)

    with container:
        buttons = compute_once(("repairs", key), try_each) if read.problems else ()
        if not buttons and plain_problems(read):
            write.muted(FIRST if asked else NONE, id="fixes")
        for number, button in enumerate(buttons):
            suggested = number == 0 and button.suggested and not asked
            with st.container(horizontal=True, vertical_alignment="center", key=f"fix_{number}"):
                st.button(
                    escape(button.words),
                    key=f"repair_{number}_{source.digest[:16]}",
                    type="primary" if suggested else "secondary",
                    on_click=sources.remember_decisions,
                    args=(replace(source, choices=button.choices),),
                )
                if button.left:
                    write.paragraph(button.left, style="muted left", width="content")
