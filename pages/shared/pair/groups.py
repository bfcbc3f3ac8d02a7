"""Two runs on groups of cases, such as languages or topics: preferences, margins and disagreements of each group."""

import streamlit as st

from ordquant_core.analysis.case_filters import case_groups, grouping_columns
from ordquant_core.findings.disagreement import label_pair
from ordquant_core.frame_html import Rows
from ordquant_core.glossary import Kind, drawn_as
from ordquant_core.records import Task
from pages.shared import controls, write
from pages.shared.pair.state import View
from pages.shared.task_scores import Versus

BY = "Group cases by"
NONE = (
    "The cases of this task have no groups. Groups come from a column of the gold with a few different texts, such as "
    "a language, or from the entry “groups” of task.json."
)


def choose(task: Task, view: View) -> None:
    """Draw the choice of the group whose cases are listed, in the filter; nothing for a task without groups."""
    columns = grouping_columns(task.extras)
    if columns:
        with st.container(horizontal=True):
            by = view.state["by"]
            if view.state["show"] != "groups":  # that section has the control
                by = controls.select(view.state, "by", BY, columns, width=240)
            names = [one.name for one in case_groups(task.extras, by)]
            controls.select(view.state, "group", "Group", names, index=None, placeholder="all cases", width=240)


def show(versus: Versus, view: View) -> str:
    """Draw the choice of a column of the gold, and a row per group of cases; return what to know of it."""
    extras = versus.task.extras
    groups = case_groups(extras, controls.select(view.state, "by", BY, grouping_columns(extras), width=240))
    columns = [drawn_as(Kind.TEXT, "case_group", "group"), drawn_as(Kind.TALLY, "cases")]
    for key, label in zip(view.pair, label_pair(view.pair), strict=True):
        counts = [f"{name}_{key}" for name in ("prefers_a", "ties", "prefers_b")]
        meaning = "cases on which it prefers A, neither, or B"
        columns += [
            drawn_as(Kind.TALLY, f"cases_{key}", f"{label}: A / tie / B", meaning, parts=counts),
            drawn_as(Kind.MARGIN, f"mean_delta_{key}", "mean margin"),
        ]
    differ = "cases on which the two measures prefer different runs"
    columns.append(drawn_as(Kind.COUNT_OF, "disagree", meaning=differ, parts=["disagree", "cases"]))
    write.frame(versus.margins(view.pair).by_group(groups), columns, Rows(data="case_group"), id="case_groups")
    return (
        "Mean margin: the mean difference of the scores of A and B, and the run it favours. Groups differ by chance, "
        "too: the page Systems tests the runs on every group, and whether they differ otherwise on one."
    )
