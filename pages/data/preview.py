"""A look into the task as it was read: the average gold and run, and the first cases."""

import streamlit as st

from ordquant_core.markup import Html
from ordquant_core.numerals import count
from ordquant_core.papers.significance import MEASURES_OF_TABLES
from ordquant_core.records import Task
from ordquant_core.report.figures_of_tasks import means_of_classes
from ordquant_core.tables.papers import beside, printed_for
from ordquant_core.tables.tasks.views import first_cases
from pages.shared import look, write
from pages.shared.result_cache import compute_once
from pages.shared.tasks import Current

ROWS = 200
GOLD = "Gold"


def show(current: Current) -> None:
    """Draw the average distributions and the first rows of the gold or of a run."""
    with st.container(border=True):
        _shown(current)


def _shown(current: Current) -> None:
    task = current.task
    every = printed_for.power(task, MEASURES_OF_TABLES)
    if every is not None:
        write.note(beside.recognised(task), " ", beside.to_papers("See them on Papers", every.query), id="recognised")
    names = [GOLD, *task.runs]
    key = f"preview_{current.key.digest[:16]}"
    left, right = st.columns([1, 1.25], gap="medium")
    with right:
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.header(f"The first {count(min(ROWS, len(task.cases)), 'case')}", anchor=False, width="content")
            with st.container(width=220):
                shown = st.selectbox(
                    "Rows of", range(len(names)), 0, names.__getitem__, key=key, label_visibility="collapsed"
                )
        write.html(compute_once(("preview", current.key, shown), lambda: _first_cases(task, shown)))
    with left:
        run = max(shown - 1, 0)
        look.plot(means_of_classes(task, run), "average", "average")


def _first_cases(task: Task, shown: int) -> Html:
    """Return the first rows of the gold (0) or of a run."""
    return write.as_table(*first_cases(task, shown - 1 if shown else None, ROWS), id="preview", first=9)
