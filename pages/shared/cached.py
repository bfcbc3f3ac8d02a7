"""st.cache_* around core calls: the core stays free of streamlit, pages stay free of caching.

Arguments with an underscore are not hashed: the key beside them says what they hold. What is cached is shared
between sessions, so nobody writes to it; a key holds the digest of all files, so nobody finds what they do not have.
"""

import hashlib
import pickle
from collections.abc import Callable
from dataclasses import dataclass, replace

import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.scoring import score
from ordquant_core.figures.style import Figure
from ordquant_core.formats import Decisions, File, TaskRead, read_task
from ordquant_core.measures.registry import MAIN_MEASURES, RAW_MEASURES
from ordquant_core.records import FloatArray, Preferences, Scores, Task
from pages.shared.memory import Key, remembered


@dataclass(frozen=True, slots=True)
class TaskKey:
    """All that decides what files are read as."""

    digest: str  # of the files: names and bytes
    gold: str | None
    scale: str | None
    choices: Decisions


@dataclass(frozen=True, slots=True, eq=False)
class Versus:
    """Two runs of a task under every measure."""

    task: Task
    run_a: str
    run_b: str
    scores: Scores
    deltas: FloatArray  # (measures, cases), score of A - score of B
    preferences: Preferences  # by the main measures; the unnormalised variants prefer the same runs
    key: Key  # all that decides what the other fields hold


@st.cache_resource(max_entries=12, show_spinner="Reading the files…", show_time=True)
def read(key: TaskKey, title: str, _load: Callable[[], tuple[File, ...]], before: tuple[str, ...] = ()) -> TaskRead:
    """Read all files of a task, those in archives included; its notes say all that was done, `before` first."""
    found = read_task(_load(), gold=key.gold, scale=key.scale, choices=key.choices, name=title)
    notes = (*before, *found.notes)
    if found.task is None:
        return found._replace(notes=notes)
    return found._replace(task=replace(found.task, notes=tuple(dict.fromkeys((*found.task.notes, *notes)))))


@st.cache_resource(max_entries=12, show_spinner=False)
def complete(key: TaskKey, _task: Task) -> Task:
    """Return the task with the baselines behind its runs."""
    return with_baselines(_task)


def scores_of(key: TaskKey, task: Task) -> Scores:
    """Score all runs of the task, baselines included, with the main measures."""
    return remembered(
        ("all runs", key),
        "Scoring all runs, cases",
        lambda progress: score(task, MAIN_MEASURES, progress=progress),
    )


@st.cache_resource(max_entries=24, show_spinner="Scoring two runs…")
def versus(key: TaskKey, run_a: str, run_b: str, _task: Task) -> Versus:
    """Score two runs, A and B, with every measure."""
    task = _task.only([run_a, run_b])
    scores = score(task, MAIN_MEASURES + RAW_MEASURES)
    deltas = comparison.deltas(scores, run_a, run_b)
    main = Scores(MAIN_MEASURES, scores.runs, scores.cases, scores.values[: len(MAIN_MEASURES)])
    return Versus(task, run_a, run_b, scores, deltas, comparison.preferences(main, run_a, run_b), (key, run_a, run_b))


def figure(build: Callable[..., Figure], *inputs: object, **options: object) -> Figure:
    """Return what `build` makes of its arguments, colours included; for the same ones it is built once, for everybody.

    Nobody changes it. The arguments are compared by what they hold: reading them takes a hundredth of the time.
    """
    held = hashlib.sha256(pickle.dumps((inputs, options))).digest()

    def made(_: object) -> Figure:
        drawn = build(*inputs, **options)
        drawn.to_dict()  # what is sent is kept with it, and counted
        return drawn

    return remembered(("figure", build.__module__, build.__qualname__, held), "", made)
