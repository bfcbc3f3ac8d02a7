"""st.cache_* around core calls: the core stays free of streamlit, pages stay free of caching.

Arguments with an underscore are not hashed: the key beside them says what they hold. What is cached is shared
between sessions, so nobody writes to it; a key holds the digest of all files, so nobody finds what they do not have.
"""

import hashlib
import pickle
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar, Unpack

import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.blind import BlindOutline, check_own_runs
from ordquant_core.analysis.outside_scores import layered
from ordquant_core.analysis.scoring import choose, score
from ordquant_core.figures.style import Figure
from ordquant_core.formats import Decisions, File, TaskRead, read_task
from ordquant_core.formats.archive import unpacked_size
from ordquant_core.formats.outside_scores import OutsideScores
from ordquant_core.formats.published.groups import with_groups
from ordquant_core.markup import Band, Html, Row
from ordquant_core.measures.registry import DEFAULT_MEASURES, MAIN_MEASURES, OTHER_MEASURES, RAW_MEASURES
from ordquant_core.records import FloatArray, Preferences, Scores, Task
from ordquant_core.statistics.divided import Whole
from ordquant_core.statistics.portions import Progress
from pages.shared import write
from pages.shared.memory import Key, carried_out, held, known, remembered

Listing = tuple[Sequence[object], Iterable[Row | Band]]  # columns and rows
Result = TypeVar("Result")
READ_HERE = 300_000  # bytes, unpacked, that are read in a moment; more are read by a worker process
SCORED_HERE = 1_000_000  # scores that take a moment
OPENED = 1_000  # bytes that could be read in the time it takes to open a file


@dataclass(frozen=True, slots=True)
class TaskKey:
    """All that decides what files are read as."""

    digest: str  # of the files: names and bytes
    gold: str | None
    scale: str | None
    choices: Decisions
    outside: str = ""  # the digest of the scores that stand beside those that are computed
    runs: tuple[str, ...] | None = None  # those that are tested together, where these are not all


@dataclass(frozen=True, slots=True, eq=False)
class Versus:
    """Two runs of a task under every measure."""

    task: Task
    run_a: str
    run_b: str
    scores: Scores
    deltas: FloatArray  # (measures, cases), score of A - score of B
    preferences: Preferences  # by the main measures; the unnormalised variants prefer the same runs
    key: Key  # task and runs: what decides the deltas by a measure

    @property
    def main(self) -> tuple[str, ...]:
        """The main measures, and those of scores that the visitor has brought."""
        return self.preferences.measures

    @property
    def outside(self) -> tuple[str, ...]:
        """The measures of scores that the visitor has brought."""
        return self.main[len(MAIN_MEASURES) :]


def read(
    key: TaskKey,
    title: str,
    load: Callable[[], tuple[File, ...]],
    before: tuple[str, ...] = (),
    groups: Mapping[str, str] | None = None,
) -> TaskRead:
    """Read all files of a task, those in archives included; its notes say all that was done, `before` first.

    `groups`: the group of each case, as a further column; the digest of the key knows them.
    """
    return held(("read", key, title, before), partial(_read, key, title, load, before, groups))


def _read(
    key: TaskKey,
    title: str,
    load: Callable[[], tuple[File, ...]],
    before: tuple[str, ...],
    groups: Mapping[str, str] | None,
) -> TaskRead:
    files = load()
    reading = partial(read_task, gold=key.gold, scale=key.scale, choices=key.choices, name=title)
    found = with_groups(carried_out_on(("read", key, title), reading, files), groups)
    notes = (*before, *found.notes)
    if found.task is None:
        return found._replace(notes=notes)
    return found._replace(task=replace(found.task, notes=tuple(dict.fromkeys((*found.task.notes, *notes)))))


def check(key: Key, known: BlindOutline, files: tuple[File, ...]) -> TaskRead:
    """Check a visitor's runs in a blind task."""
    return held(key, partial(carried_out_on, key, partial(check_own_runs, known), files))


def carried_out_on(key: Key, reading: Callable[[tuple[File, ...]], Result], files: tuple[File, ...]) -> Result:
    """Return what `reading` makes of files: by a worker process, unless they are read in a moment."""
    with st.spinner("Reading the files…", show_time=True):
        packed = sum(OPENED + len(file.data) for file in files)
        if packed < READ_HERE and sum(OPENED + unpacked_size(file.data, READ_HERE) for file in files) < READ_HERE:
            return reading(files)
        return _elsewhere(key, reading, files)


def _elsewhere(key: Key, function: Callable[..., Result], *arguments: object) -> Result:
    """Return what a worker process makes of the arguments."""
    slot = st.empty()  # drawn while it waits: that is where the run ends if the visitor is gone

    def show(done: int, of: int) -> None:
        slot.empty()

    return carried_out(key, show, partial(Whole[Result], function, *arguments), keep=False)


def complete(key: TaskKey, task: Task) -> Task:
    """Return the task with the baselines behind its runs."""
    return held(("complete", key), partial(with_baselines, task))


def scores_of(key: TaskKey, task: Task) -> Scores:
    """Score all runs of the task, baselines included, with the main measures."""
    return remembered(
        ("all runs", key),
        "Scoring all runs, cases",
        lambda progress: scored(key, task, MAIN_MEASURES, progress),
    )


def scored(key: Hashable, task: Task, measures: tuple[str, ...], progress: Progress | None = None) -> Scores:
    """Score all runs of a task: by a worker process, unless that takes a moment. `key`: which task it is."""
    if len(task.cases) * len(task.runs) * len(measures) <= SCORED_HERE:
        return score(task, measures, progress=progress)
    with st.spinner("Scoring the runs…", show_time=True):
        return _elsewhere(("being scored", key, task.runs, measures), score, task, measures)


def versus(
    key: TaskKey,
    run_a: str,
    run_b: str,
    task: Task,
    wanted: Iterable[str] = (),
    outside: OutsideScores | None = None,
) -> Versus:
    """Score two runs, A and B, with every default measure, and with those of other fields that are `wanted`.

    The key knows what stands `outside`.
    """
    wanted = {*wanted}
    more = tuple(measure for measure in OTHER_MEASURES if measure in wanted)
    name = ("versus", key, run_a, run_b, more)
    if known(*name):
        return remembered(name, "", lambda _: _versus(key, run_a, run_b, task, more, outside))
    with st.spinner("Scoring two runs…"):
        return remembered(name, "", lambda _: _versus(key, run_a, run_b, task, more, outside))


def _versus(
    key: TaskKey, run_a: str, run_b: str, whole: Task, more: tuple[str, ...], outside: OutsideScores | None
) -> Versus:
    task = whole.only([run_a, run_b])
    scores = scored(key, task, DEFAULT_MEASURES + more)
    scores = scores if outside is None else layered(scores, outside)
    deltas = comparison.deltas(scores, run_a, run_b)
    main = choose(scores, [key for key in scores.measures if key not in RAW_MEASURES + more])
    preferences = comparison.preferences(main, run_a, run_b)
    return Versus(task, run_a, run_b, scores, deltas, preferences, (key, run_a, run_b))


def figure(build: Callable[..., Figure], *inputs: object, **options: object) -> Figure:
    """Return what `build` makes of its arguments, colours included; for the same ones it is built once, for everybody.

    Nobody changes it. The arguments are compared by what they hold: reading them takes a hundredth of the time.
    """
    return drawn(_call(build, inputs, options), lambda: build(*inputs, **options))


def drawn(key: Key, build: Callable[[], Figure]) -> Figure:
    """Return a figure that is built once for everybody; `key`: all that decides what it shows."""
    return remembered(key, "", lambda _: build())


def html(build: Callable[..., Html], *inputs: object, **options: object) -> Html:
    """Return the table, or other HTML, that `build` makes of its arguments, once for the same ones as `figure` does."""
    return remembered(_call(build, inputs, options), "", lambda _: build(*inputs, **options))


def _call(build: Callable[..., object], inputs: object, options: object) -> Key:
    held = hashlib.sha256(pickle.dumps((inputs, options))).digest()
    return "built", build.__module__, build.__qualname__, held


def table(key: Key, make: Callable[[], Listing], **options: Unpack[write.Options]) -> None:
    """Draw a table that is built once for everybody; `key`: all that decides what `make` returns."""
    write.html(remembered(("table", *key), "", lambda _: write.as_table(*make(), **options)))
