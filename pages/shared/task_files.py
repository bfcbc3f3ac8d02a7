"""Files of tasks, read once for all visitors."""

from dataclasses import dataclass, replace

from ordquant_core.errors import Problem, ReadingTimeError
from ordquant_core.tasks import Decisions, TaskRead, read_task
from ordquant_core.tasks.published.reading import with_groups
from ordquant_core.tasks.published.source import Source
from pages.shared.reading import reading
from pages.shared.result_cache import read_once


@dataclass(frozen=True, slots=True)
class TaskKey:
    """All that decides what files are read as."""

    digest: str  # of the files: names and bytes
    gold: str | None
    scale: str | None
    choices: Decisions
    title: str
    notes: tuple[str, ...] = ()  # on the archives that held the files
    runs: tuple[str, ...] | None = None  # those that are tested together, where these are not all


def read_source(source: Source, scale: str | None = None) -> tuple[TaskRead, TaskKey]:
    """Read the files of a task, those in archives included; the runs that a visitor has added never become its gold.

    The notes on the task say all that was done, those of the key first.
    """
    key = TaskKey(source.digest, source.gold, scale, source.choices, source.title, source.notes)
    if source.problems:
        return TaskRead(task=None, gold=None, runs=(), problems=source.problems, recognised=()), key
    if source.official is not None and source.gold is None:
        read, official_key = read_source(replace(source.official, choices=source.choices), scale)
        if read.gold_file is None:  # nothing that the visitor's runs could stand beside
            return read, official_key
        key = replace(key, gold=read.gold_file)

    def read_and_note() -> TaskRead:
        files = source.load()
        try:
            with reading(sum(len(file.data) for file in files)):
                read = read_task(files, gold=key.gold, scale=key.scale, choices=key.choices, name=key.title)
        except ReadingTimeError as problem:  # kept: it would take as long again
            name, _, action = str(problem).partition(": ")
            problems = (Problem(name, "", "reading it was given up", action),)
            return TaskRead(task=None, gold=None, runs=(), problems=problems, recognised=())
        read = read if source.groups is None else with_groups(read, source.groups)  # the digest knows them
        notes = (*key.notes, *read.notes)
        if read.task is None:
            return read._replace(notes=notes)
        return read._replace(task=replace(read.task, notes=tuple(dict.fromkeys((*read.task.notes, *notes)))))

    return read_once(("read", key), read_and_note), key
