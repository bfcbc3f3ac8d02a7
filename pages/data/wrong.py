"""What is wrong with the files of a task, and the buttons that repair it."""

from collections.abc import Callable

import streamlit as st

from ordquant_core.formats import TaskRead
from ordquant_core.formats.published.source import Source
from ordquant_core.formats.task.additions import is_yours
from ordquant_core.formats.task.mistakes import mistakes
from ordquant_core.formats.task.questions import plain_problems
from ordquant_core.numerals import count
from pages.data.mistakes import list_mistakes
from pages.shared import fixes, problems, sources, task_files, tasks, write
from pages.shared.common import COMMON


def show(source: Source, read: TaskRead, key: task_files.TaskKey) -> Callable[[], None]:
    """Draw a message per file and mistake, or a row per problem; where messages say it all, the rows are folded away.

    Returns what draws the repairs, as trying them takes time.
    """
    wrong = plain_problems(read)
    with st.container(border=bool(wrong), key="wrong"):
        if wrong:
            st.header("What is wrong", anchor=False)
        said = says_it_all(source, read)
        if said:
            list_mistakes([(one.file, one.words) for one in mistakes(read)])
        other = _is_of_another_task(source, read)
        if other:
            _open_alone(source)
        fixing = st.container(key="fixing")
        if wrong and said:
            with st.expander(f"{count(len(wrong), 'problem')} in detail"):
                problems.table(wrong)
        elif wrong:
            problems.table(wrong)

    def repair() -> None:
        with fixing:
            fixes.show(source, read, key, tasks.reader_of(source, key), suggests=not other)

    return repair


def says_it_all(source: Source, read: TaskRead) -> bool:
    """Return whether the messages on the visitor's files say all that is wrong: there are none on the gold."""
    theirs = read.gold is not None and bool(source.own or source.added)
    return theirs and all(problem.file != read.gold_file for problem in plain_problems(read))


def _is_of_another_task(source: Source, read: TaskRead) -> bool:
    """Return whether a visitor has added a gold to a task that has one."""
    return any(one.role == "gold" and is_yours(one.file) for one in read.recognised) and not source.own


def _open_alone(source: Source) -> None:
    """Draw the button that makes a task of their own of the files that a visitor has added."""
    with st.container(horizontal=True, vertical_alignment="center", key="open_alone"):
        st.button("Open my files as a task of their own", type="primary", on_click=_alone, args=(source,))
        words = "A gold file is among them: are they the files of another task?"
        write.paragraph(words, style="muted left", width="content")


def _alone(source: Source) -> None:
    with problems.said():
        COMMON["task"] = sources.keep(source.added).key
        sources.remove_runs(source.key)
