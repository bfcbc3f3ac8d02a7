"""Read files as gold and runs: open, recognise or map, align. The type of a file is detected from its content."""

from __future__ import annotations  # help() shows types as they are written

import os

from ordquant_core.errors import InputError, Problem, UnknownNameError
from ordquant_core.formats.archive import folder, unpack
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import File, check_size, read_bytes
from ordquant_core.formats.limits import MAX_BYTES
from ordquant_core.formats.mapping import TableMapping
from ordquant_core.formats.opening import open_file
from ordquant_core.records import Gold, Run
from ordquant_core.tasks.align import assemble
from ordquant_core.tasks.file_read import FileRead, Recognised, is_wanted
from ordquant_core.tasks.named_runs import Submission
from ordquant_core.tasks.reading import TaskRead, parse_runs, read_alone, read_task, recognise

__all__ = [
    "MAX_BYTES",
    "NOTHING",
    "Decisions",
    "File",
    "Recognised",
    "Submission",
    "TableMapping",
    "TaskRead",
    "assemble",
    "check_size",
    "folder",
    "is_wanted",
    "list_scales",
    "load_gold",
    "load_run",
    "parse_gold",
    "parse_run",
    "parse_runs",
    "read_bytes",
    "read_task",
    "recognise",
    "unpack",
]


def list_scales(data: bytes, name: str) -> tuple[str, ...]:
    """Return the scales of a file in the order of their first appearance, () for a file with only one.

    Raises `InputError` for a file that cannot be read at all. `name`, here and below, is the file's name: every problem
    starts with it.
    """
    official = open_file(File(name, data)).official
    return () if official is None else official.scales


def parse_gold(data: bytes, name: str, *, scale: str | None = None, choices: Decisions = NOTHING) -> Gold:
    """Read the gold distributions of a file; votes are kept where it holds votes.

    `scale` may be left out where there is only one. `choices`: how a table is read, and the repairs that are allowed;
    each one applied is noted. Raises `InputError` with all problems and questions of the file, or `UnknownNameError`
    for a scale that is not there or not chosen.
    """
    gold, problems = _read(data, name, scale, choices).gold()
    if problems or gold is None:
        raise InputError(problems, python=True)
    return gold


def parse_run(data: bytes, name: str, *, scale: str | None = None, choices: Decisions = NOTHING) -> Run:
    """Read the estimates of a file, as `parse_gold` does; the run is named after the file, without the extension."""
    runs = _read(data, name, scale, choices, as_run=True).runs(None)
    problems = [problem for _, wrong in runs for problem in wrong]
    if problems:
        raise InputError(problems, python=True)
    if len(runs) != 1:
        names = ", ".join(run.name for run, _ in runs)
        raise UnknownNameError(f"{name} has {len(runs)} runs: {names}; read it as a task")
    return runs[0][0]


def load_gold(path: str | os.PathLike[str], *, scale: str | None = None, choices: Decisions = NOTHING) -> Gold:
    """Read a gold file from a path; problems show the path as it was given.

    Raises `InputError` with every problem of the file.

    >>> import ordquant_core as oq
    >>> gold = oq.load_gold("ordquant_core/samples/breakdown-labels/gold.csv")
    >>> gold.cases[0], gold.votes[0].tolist()
    ('U01', [7, 14, 9])
    """
    return parse_gold(read_bytes(path), os.fspath(path), scale=scale, choices=choices)


def load_run(path: str | os.PathLike[str], *, scale: str | None = None, choices: Decisions = NOTHING) -> Run:
    """Read a run from a path; problems show the path as it was given.

    Raises `InputError` with every problem of the file.

    >>> import ordquant_core as oq
    >>> oq.load_run("ordquant_core/samples/breakdown-labels/runs/system-01.csv").name
    'system-01'
    """
    return parse_run(read_bytes(path), os.fspath(path), scale=scale, choices=choices)


def _read(data: bytes, name: str, scale: str | None, choices: Decisions, *, as_run: bool = False) -> FileRead:
    """Read one file by itself. Raises for what stops that."""
    read = read_alone(File(name, data), scale, choices, as_run=as_run)
    if scale is not None and not read.scales and read.role != "other":
        words = read.recognised().words
        raise UnknownNameError(f"{name} is {words}: it has no scales, not even {scale!r}; leave the scale out")
    if read.needs_scale:
        raise UnknownNameError(f"{name} has {len(read.scales)} scales; choose one: {', '.join(read.scales)}")
    if read.problems or not read.parts:
        raise InputError(
            read.problems or [Problem(name, "", "it holds no distributions", "give another file")], python=True
        )
    return read
