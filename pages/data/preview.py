"""A look into the task as it was read: the average gold and run, and all cases, some at a time."""

import streamlit as st

from ordquant_core.markup import Html
from ordquant_core.numerals import count
from ordquant_core.records import Task
from ordquant_core.report.figures_of_tasks import means_of_classes
from ordquant_core.tables.tasks.views import some_cases
from pages.shared import look, write
from pages.shared.result_cache import compute_once
from pages.shared.tasks import Current

ROWS = 10  # cases at a time
GOLD = "Gold"


@st.fragment
def show(current: Current) -> None:
    """Draw the average distributions, and the rows of the gold or of a run."""
    with st.container(border=True, key="preview_card"):
        left, right = st.columns([1, 1.25], gap="medium")
        with right:
            with st.container(horizontal=True, horizontal_alignment="right", key="preview_controls"):
                shown, outlined = _choose(current)
            _rows(current, shown)
        with left:
            look.plot(means_of_classes(current.task, outlined), "average", "average")


def _choose(current: Current) -> tuple[int, int]:
    """Draw the choice of whose rows are listed, 0 for the gold, and which run is drawn; return both numbers."""
    runs, key = current.task.runs, current.key.digest[:16]
    names, own = [GOLD, *runs], [runs.index(run) for run in current.added if run in runs]
    shown = st.selectbox("Rows of", range(len(names)), format_func=names.__getitem__, key=f"preview_{key}")
    first = own[0] if own else 0
    outlined = st.selectbox("Outline", range(len(runs)), first, runs.__getitem__, key=f"outline_{key}")
    return shown, outlined


def _rows(current: Current, shown: int) -> None:
    """Draw ten cases and, of more, which ten."""
    task, n, page, table = current.task, len(current.task.cases), 1, st.container()
    if n > ROWS:
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            page = st.pagination(-(-n // ROWS), key=f"preview_page_{current.key.digest[:16]}")
            last = min(ROWS * page, n)
            words = f"Cases {count(ROWS * (page - 1) + 1)} to {count(last)} of {count(n)}"
            write.paragraph(words, style="muted left", id="listed", width="content")
    with table:
        write.html(compute_once(("preview", current.key, shown, page), lambda: _some_cases(task, shown, page)))


def _some_cases(task: Task, shown: int, page: int) -> Html:
    """Return ten rows of the gold (0) or of a run."""
    return write.as_table(*some_cases(task, shown - 1 if shown else None, ROWS * (page - 1), ROWS), id="preview")
