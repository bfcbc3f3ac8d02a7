"""Scores that a visitor brings for the runs of a task: they stand beside the others, in this session only."""

import hashlib
from dataclasses import replace

import streamlit as st

from ordquant_core.analysis.outside_scores import checked, notes_on, scored_runs
from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.outside_scores import parse_outside_scores
from ordquant_core.markup import tag
from ordquant_core.numerals import count
from pages.shared import problems, sources, write
from pages.shared.escaping import escape
from pages.shared.tasks import Current

FEWEST = 2  # runs
ADVICE = "give the scores of two runs or more; Popularity and Uniform count as runs"


def beside(current: Current) -> Current:
    """Return the task with the scores that the visitor has brought; says why they are not used, if they cannot be."""
    file = sources.scores_of(current.source.key)
    if file is None:
        return current
    try:
        found = parse_outside_scores(file.data, file.name)
        runs = scored_runs(found, current.task.runs, current.baselines)
        checked(found, runs, current.task.cases)
        if len(runs) < FEWEST:
            raise InputError([Problem(file.name, "", f"scores of {count(len(runs), 'run')}", ADVICE)])
    except InputError as problem:
        st.error(f"Not used: {escape(file.name)}.")
        problems.table(problem.problems)
        return current
    said = notes_on(found, [run for run in current.task.runs if run not in runs])
    write.muted(f"Scores of {file.name}: {'; '.join(said)}.")
    key = replace(current.key, outside=hashlib.sha256(file.data).hexdigest())
    first, second = sorted(current.baselines, key=lambda run: run not in runs)  # one that is left stands first
    return replace(current, task=current.task.only(runs), key=key, baselines=(first, second), outside=found)


def show(task: str) -> None:
    """Draw the file of scores of a task, to be removed."""
    file = sources.scores_of(task)
    if file is not None:
        write.muted("Scores computed elsewhere, in this session only:")
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            write.paragraph(tag("span", file.name), style="id yours", width="content")
            st.button("Remove scores", key="remove_outside", on_click=sources.drop_scores, args=(task,))
