"""Scores that a visitor brings for the runs of a task: they stand beside the others, in this session only."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from ordquant_core.analysis.outside_scores import checked, notes_on, scored_runs
from ordquant_core.errors import InputError, Problem
from ordquant_core.formats import NOTHING
from ordquant_core.formats.outside_scores import OutsideScores, key_of, name_of, parse_outside_scores
from ordquant_core.markup import tag
from ordquant_core.numerals import count
from ordquant_core.records import OUTSIDE_KEY
from pages.shared import origin, problems, session, sources, write
from pages.shared.common import COMMON
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
        found, outside = _joined(current)
    except InputError as problem:
        st.error(f"Not used: {escape(file.name)}.")
        problems.table(problem.problems)
        return current
    said = notes_on(outside, [run for run in current.task.runs if run not in found.task.runs])
    write.muted(f"Scores of {file.name}, computed elsewhere: {'; '.join(said)}.")
    return found


def quietly(current: Current) -> Current:
    """Return the task with the scores that the visitor has brought, where they can be used; draws nothing."""
    try:
        return current if sources.scores_of(current.source.key) is None else _joined(current)[0]
    except InputError:  # `beside` says why
        return current


def show(task: str) -> None:
    """Draw the file of scores of a task, to be removed, and by which of its measures larger is better."""
    file = sources.scores_of(task)
    if file is None:
        return
    write.muted("Scores computed elsewhere, in this session only:")
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        write.paragraph(tag("span", file.name), style="id yours", width="content")
        st.button("Remove scores", key="remove_outside", on_click=sources.drop_scores, args=(task,))
    try:
        names = parse_outside_scores(file.data, file.name).open
    except InputError:  # `beside` says why
        return
    if names:
        key = f"larger_{hashlib.sha256(file.data).hexdigest()[:16]}"
        st.pills(
            "Larger is better by",
            names,
            selection_mode="multi",
            default=[name for name in sources.larger_of(task) if name in names],
            key=key,
            on_change=_say_larger,
            args=(task, names, key),
            help="The file does not say what is better by these measures: smaller is, unless you choose otherwise. "
            "Where larger is better, scores count with a minus sign on every page.",
        )


def _say_larger(task: str, names: Sequence[str], control: str) -> None:
    """Remember by which measures larger is better; the two that are looked at stay, under their new keys."""
    larger: Sequence[str] = session.reported(control) or ()
    sources.say_larger(task, larger)
    for axis in ("x", "y"):
        name = name_of(str(COMMON[axis]))
        if str(COMMON[axis]).startswith(OUTSIDE_KEY) and name in names:
            COMMON[axis] = key_of(name, larger=name in larger)


def _joined(current: Current) -> tuple[Current, OutsideScores]:
    """Return the task with its scores, and the scores. Raises `InputError` where they cannot be used."""
    file, larger = sources.scores_of(current.source.key), sources.larger_of(current.source.key)
    if file is None:
        raise InputError([])
    found = parse_outside_scores(file.data, file.name)
    found = found.with_larger([name for name in larger if name in found.open])
    runs = scored_runs(found, current.task.runs, current.baselines)
    checked(found, runs, current.task.cases)
    if len(runs) < FEWEST:
        raise InputError([Problem(file.name, "", f"scores of {count(len(runs), 'run')}", ADVICE)])
    origin.rests_on("Scores computed elsewhere", partial(tuple, (file,)), NOTHING, notes_on(found))
    digest = hashlib.sha256(file.data + "\0".join(found.scores).encode()).hexdigest()
    key = replace(current.key, outside=digest)
    first, second = sorted(current.baselines, key=lambda run: run not in runs)  # one that is left stands first
    joined = replace(current, task=current.task.only(runs), key=key, baselines=(first, second), outside=found)
    return joined, found
