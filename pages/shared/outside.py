"""Scores that a visitor brings for the runs of a task: they stand beside the others, in this session only."""

import hashlib
from dataclasses import replace

import streamlit as st

from ordquant_core.analysis.outside_scores import for_task, notes_on
from ordquant_core.errors import InputError
from ordquant_core.formats.outside_scores import parse_outside_scores
from pages.shared import problems, sources, write
from pages.shared.escaping import escape
from pages.shared.tasks import Current


def with_outside_scores(current: Current) -> Current:
    """Return the task with the scores that the visitor has brought; says why they are not used, if they cannot be."""
    file, task = sources.scores_of(current.source.key), current.task
    if file is None:
        return current
    try:
        brought, larger = parse_outside_scores(file.data, file.name), sources.larger_of(file)
        found, runs = for_task(brought, larger, task.runs, current.baselines, task.cases)
    except InputError as problem:
        st.error(f"Not used: {escape(file.name)}.")
        problems.table(problem.problems)
        return current
    said = notes_on(found, [run for run in task.runs if run not in runs])
    write.muted(f"Scores of {file.name}, computed elsewhere: {'; '.join(said)}.")
    digest = hashlib.sha256(file.data + "\0".join(found.scores).encode()).hexdigest()
    first, second = sorted(current.baselines, key=lambda run: run not in runs)  # one that is left stands first
    key = replace(current.key, outside=digest)
    added = tuple(run for run in current.added if run in runs)
    return replace(current, task=task.only(runs), key=key, baselines=(first, second), outside=found, added=added)
