"""A task from its path: the folder of a published task, another folder, a zip, a file, or a list of files."""

from __future__ import annotations  # help() shows types as they are written

import os
from collections.abc import Sequence
from dataclasses import replace

from ordquant_core.errors import InputError, OrdquantError
from ordquant_core.formats.archive import folder
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import File, read_bytes
from ordquant_core.formats.published.contents import is_described
from ordquant_core.formats.published.reading import read_published
from ordquant_core.formats.task.reading import read_task
from ordquant_core.records import Task

Location = str | os.PathLike[str]


def load_task(
    path: Location | Sequence[Location],
    *,
    gold: str | None = None,
    runs: Sequence[str] | None = None,
    scale: str | None = None,
    choices: Decisions = NOTHING,
) -> Task:
    """Read the task of a folder (with a `task.json` or without), a zip or file, or a list of them.

    `gold` names the file with the gold, where nothing else says which it is, `runs` the runs to read: a file as it is
    given, or by its path in the folder. `scale` chooses one where files have several, and `choices` allows repairs:
    `oq.Decisions(renormalise=True)`. The notes of the task say what was repaired or ignored, and where nothing confirms
    the order of its classes. Raises `InputError` with every problem, as the commands show them.

    >>> import ordquant_core as oq
    >>> task = oq.load_task("assets/samples/breakdown-labels")
    >>> task.classes, len(task.cases), len(task.runs)
    (('NB', 'PB', 'B'), 60, 4)
    """
    if hasattr(path, "iloc"):
        raise OrdquantError("load_task reads files; oq.from_frames(gold, {name: run}) makes a task of pandas frames.")
    paths = [path] if isinstance(path, str | os.PathLike) else list(path)
    here = os.fspath(paths[0]).rstrip("/") if len(paths) == 1 else ""
    gold = None if gold is None else _inside(here, gold)
    runs = None if runs is None else [_inside(here, run) for run in runs]
    if here and is_described(here):
        read = read_published(here, runs=runs, scale=scale, choices=choices)
    else:
        files = [file for one in paths for file in _files(one)]
        read = read_task(files, gold=gold, runs=runs, scale=scale, choices=choices)
    if read.task is None:
        raise InputError(read.problems, python=True)
    return replace(read.task, notes=(*read.task.notes, *read.notes, *filter(None, [read.order_note])))


def _inside(here: str, file: str) -> str:
    """Return the name of a file that may be given by its path in the folder; of anything else, as it is given."""
    path = f"{here}/{file}"
    return path if here and os.path.isfile(path) else file  # noqa: PTH113 - names are compared as texts


def _files(path: Location) -> Sequence[File]:
    return folder(path) if os.path.isdir(path) else (File(os.fspath(path), read_bytes(path)),)  # noqa: PTH112 - "" is no folder
