"""A look into the task as it was read: the average gold and run, and the first cases."""

import streamlit as st

from ordquant_core.figures.distributions import Estimate, distribution_figure
from ordquant_core.markup import Cell, Column, Row
from ordquant_core.numerals import count, score
from ordquant_core.records import Task
from pages.shared import look, write
from pages.shared.tasks import Current

ROWS = 200
GOLD = "Gold"


def show(current: Current) -> None:
    """Draw the average distributions and the first rows of the gold or of a run."""
    task = current.task
    st.subheader("Preview", anchor=False)
    names = [GOLD, *task.runs]
    left, right = st.columns([1, 1.25], gap="medium")
    with right:
        shown = st.selectbox(
            "Rows of", range(len(names)), key=f"preview_{current.key.digest[:16]}", format_func=names.__getitem__
        )
        _rows(task, shown - 1)
        if len(task.cases) > ROWS:
            st.caption(f"The first {count(ROWS)} of {count(len(task.cases), 'case')}.")
    with left:
        run = max(shown - 1, 0)
        figure = distribution_figure(
            task.classes,
            task.gold.mean(axis=0),
            [Estimate(task.runs[run], task.estimates[run].mean(axis=0))],
            look.palette(),
            title=f"On average: gold as bars, {task.runs[run]} as outline",
            height=340,
        )
        look.plot(figure, "average", "average")


def _rows(task: Task, run: int) -> None:
    """Draw the first rows of a run, or of the gold (-1): votes where there are votes."""
    votes = task.votes if run < 0 else None
    values = (task.gold if run < 0 else task.estimates[run])[:ROWS] if votes is None else votes[:ROWS]
    columns = [
        Column("case"),
        *(Column(label, class_="oq-number") for label in task.classes),
        *map(Column, task.extras),
    ]
    rows = []
    for number, (case, row) in enumerate(zip(task.cases, values.tolist(), strict=False)):
        numbers = [Cell(count(one) if votes is not None else score(one), class_="oq-number") for one in row]
        texts = [texts[number] for texts in task.extras.values()]
        rows.append(Row([Cell(case, heads=True), *numbers, *texts]))
    write.table(columns, rows, id="preview", height="300px")
