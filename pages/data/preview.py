"""A look into the task as it was read: the average gold and run, and the first cases."""

import pandas as pd
import streamlit as st

from ordquant_core.figures.distributions import Estimate, distribution_figure
from ordquant_core.records import Task
from pages.shared import look
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
        place = st.selectbox(
            "Rows of",
            range(len(names)),
            key=f"preview_{current.key.digest[:16]}",
            format_func=lambda place: names[place],
        )
        frame = _rows(task, place - 1)
        st.dataframe(frame, height=300, width="stretch")
        more = len(task.cases) - len(frame)
        if more > 0:
            st.caption(f"The first {len(frame):,} of {len(task.cases):,} cases.")
    with left:
        shown = place - 1 if place else 0
        estimates = [Estimate(task.runs[shown], task.estimates[shown].mean(axis=0))]
        figure = distribution_figure(
            task.classes,
            task.gold.mean(axis=0),
            estimates,
            look.palette(),
            title=f"On average: gold as bars, {task.runs[shown]} as outline",
            height=340,
        )
        st.plotly_chart(figure, theme=None, config=look.plot_config("average"), key="average")


def _rows(task: Task, run: int) -> pd.DataFrame:
    """Return the first rows of a run, or of the gold (-1): votes where there are votes."""
    values = (task.gold if task.votes is None else task.votes) if run < 0 else task.estimates[run]
    frame = pd.DataFrame(values[:ROWS], columns=list(task.classes), index=pd.Index(task.cases[:ROWS], name="case"))
    for name, texts in task.extras.items():
        frame[name] = texts[:ROWS]
    return frame
