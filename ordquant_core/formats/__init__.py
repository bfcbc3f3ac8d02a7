"""Read files as gold and runs. The type of a file is detected from its content, never from its name."""

from __future__ import annotations  # help() shows types as they are written

import os

from ordquant_core.errors import InputError, UnknownNameError
from ordquant_core.formats.archive import folder, gunzip, unpack
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import File, check_size, read_bytes
from ordquant_core.formats.limits import MAX_BYTES
from ordquant_core.formats.opened import Opened
from ordquant_core.formats.sniff import is_json, open_data
from ordquant_core.formats.task.assembly import assemble
from ordquant_core.formats.task.named_runs import Submission
from ordquant_core.formats.task.reading import TaskRead, parse_runs, read_task, recognise
from ordquant_core.formats.task.task_file import Recognised, is_wanted, read_gold, read_runs
from ordquant_core.formats.text import as_utf8
from ordquant_core.records import Gold, Run

__all__ = [
    "MAX_BYTES",
    "NOTHING",
    "Decisions",
    "File",
    "Recognised",
    "Submission",
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

    Raises `InputError` for JSON that cannot be read at all. `name`, here and below, is the file's name: every
    problem starts with it.
    """
    data = gunzip(File(name, data)).data
    check_size(data, name)
    return open_data(data, name).scales if is_json(as_utf8(data, name, latin_1=False)[0]) else ()


def parse_gold(data: bytes, name: str, *, scale: str | None = None, choices: Decisions = NOTHING) -> Gold:
    """Read the gold distributions of a file; votes are kept where it holds votes.

    `scale` may be left out where there is only one. `choices`: the repairs that are allowed; each one applied is noted.
    Raises `InputError` with all problems of the file, or `UnknownNameError` for a scale that is not there or not
    chosen.
    """
    opened = _opened(data, name, scale, choices)
    gold, problems = read_gold(opened, scale, choices)
    if problems:
        raise InputError(problems, python=True)
    return gold


def parse_run(data: bytes, name: str, *, scale: str | None = None, choices: Decisions = NOTHING) -> Run:
    """Read the estimates of a file, as `parse_gold` does; the run is named after the file, without the extension."""
    opened = _opened(data, name, scale, choices)
    runs, problems = read_runs(opened, scale, choices)
    if problems:
        raise InputError(problems, python=True)
    if len(runs) != 1:
        raise UnknownNameError(f"{name} has {len(runs)} runs: {', '.join(run.name for run in runs)}; read it as a task")
    return runs[0]


def load_gold(path: str | os.PathLike[str], *, scale: str | None = None, choices: Decisions = NOTHING) -> Gold:
    """Read a gold file from a path; problems show the path as it was given.

    Raises `InputError` with every problem of the file.

    >>> import ordquant_core as oq
    >>> gold = oq.load_gold("assets/samples/breakdown-labels/gold.csv")
    >>> gold.cases[0], gold.votes[0].tolist()
    ('U01', [7, 14, 9])
    """
    return parse_gold(read_bytes(path), os.fspath(path), scale=scale, choices=choices)


def load_run(path: str | os.PathLike[str], *, scale: str | None = None, choices: Decisions = NOTHING) -> Run:
    """Read a run from a path; problems show the path as it was given.

    Raises `InputError` with every problem of the file.

    >>> import ordquant_core as oq
    >>> oq.load_run("assets/samples/breakdown-labels/runs/system-01.csv").name
    'system-01'
    """
    return parse_run(read_bytes(path), os.fspath(path), scale=scale, choices=choices)


def _opened(data: bytes, name: str, scale: str | None, choices: Decisions) -> Opened:
    opened = open_data(data, name, choices)
    if scale is not None and not opened.scales and opened.kind != "ntcir":
        raise UnknownNameError(f"{name} is {opened.words}: it has no scales, not even {scale!r}; leave the scale out")
    return opened
