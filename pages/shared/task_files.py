"""Files of tasks, read once for all visitors; what takes longer than a moment is read by a worker process.

A key holds the digest of all files, so nobody gets what is in files that they do not have.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

import streamlit as st

from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.blind import BlindOutline, check_own_runs
from ordquant_core.formats import Decisions, File, TaskRead, read_task
from ordquant_core.formats.archive import unpacked_size
from ordquant_core.formats.published.reading import with_groups
from ordquant_core.records import Task
from ordquant_core.statistics.progress import Progress
from pages.shared import result_cache
from pages.shared.progress_bar import stopping_point
from pages.shared.result_cache import Key
from pages.shared.shared_work import run_in_worker

Result = TypeVar("Result")
READ_HERE = 300_000  # bytes, unpacked, that are read in a moment; more are read by a worker process
BYTES_PER_FILE = 1_000  # what opening a file costs, in bytes that could be read meanwhile


@dataclass(frozen=True, slots=True)
class TaskKey:
    """All that decides what files are read as."""

    digest: str  # of the files: names and bytes
    gold: str | None
    scale: str | None
    choices: Decisions
    title: str
    notes: tuple[str, ...] = ()  # on the archives that held the files
    outside: str = ""  # the digest of the scores that stand beside those that are computed
    runs: tuple[str, ...] | None = None  # those that are tested together, where these are not all


def read_task_once(
    key: TaskKey, load: Callable[[], tuple[File, ...]], groups: Mapping[str, str] | None = None
) -> TaskRead:
    """Read all files of a task, those in archives included; its notes say all that was done, those of the key first.

    `groups`: the group of each case, as a further column; the digest of the key knows them.
    """

    def read_and_note(_: Progress) -> TaskRead:
        as_asked = partial(read_task, gold=key.gold, scale=key.scale, choices=key.choices, name=key.title)
        result = with_groups(read_here_or_in_worker(("read", key), as_asked, load()), groups)
        notes = (*key.notes, *result.notes)
        if result.task is None:
            return result._replace(notes=notes)
        return result._replace(task=replace(result.task, notes=tuple(dict.fromkeys((*result.task.notes, *notes)))))

    return result_cache.TASKS.compute_once(("read", key), read_and_note)


def check_blind_runs(key: Key, known: BlindOutline, files: tuple[File, ...]) -> TaskRead:
    """Check a visitor's runs in a blind task."""
    return result_cache.TASKS.compute_once(
        key, lambda _: read_here_or_in_worker(key, partial(check_own_runs, known), files)
    )


def read_here_or_in_worker(key: Key, read: Callable[[tuple[File, ...]], Result], files: tuple[File, ...]) -> Result:
    """Return what `read` makes of files: by a worker process, unless they are read in a moment."""
    with st.spinner("Reading the files…", show_time=True):
        packed = sum(BYTES_PER_FILE + len(file.data) for file in files)
        if (
            packed < READ_HERE
            and sum(BYTES_PER_FILE + unpacked_size(file.data, READ_HERE) for file in files) < READ_HERE
        ):
            return read(files)
        return run_in_worker(key, stopping_point(), read, files)


def add_baselines(key: TaskKey, task: Task) -> Task:
    """Return the task with the baselines behind its runs."""
    return result_cache.TASKS.compute_once(("complete", key), lambda _: with_baselines(task))
