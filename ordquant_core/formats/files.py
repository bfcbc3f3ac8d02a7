"""Read bytes from a path or a stream, up to a size limit, with an error message for everything that can go wrong."""

import os
import stat
from pathlib import Path
from typing import BinaryIO, NamedTuple

from ordquant_core.errors import InputError, OrdquantError, Problem
from ordquant_core.formats.limits import MAX_BYTES, MAX_NAME, check_bytes, refuse
from ordquant_core.numerals import count

STANDARD_INPUT = "-"  # as a path


class File(NamedTuple):
    """A file as it was opened or uploaded; one in a zip or folder is named by its path, `runs.zip/team/a.csv`."""

    name: str
    data: bytes


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return the content of a file of 1 to `MAX_BYTES` bytes.

    The size is asked for before anything is read; pipes, which have none, are read no further than the limit.
    Raises `InputError` naming the path as it was given.
    """
    name = os.fspath(path) or "''"
    try:
        status = os.stat(path)  # noqa: PTH116 - the path as given: Path("") would be the current folder
        if stat.S_ISDIR(status.st_mode):
            raise InputError([Problem(name, "", "this is a folder", "give a file")])
        check_bytes(status.st_size, name, MAX_BYTES)
        with open(path, "rb") as file:  # noqa: PTH123
            return read_stream(file, name)
    except InputError:
        raise
    except FileNotFoundError:
        raise InputError([Problem(name, "", "there is no such file", "check the path")]) from None
    except (OSError, ValueError) as problem:  # ValueError: a path that cannot be one, with a zero character
        raise _unreadable(problem, name) from None


def read_stream(stream: BinaryIO, name: str) -> bytes:
    """Return what a stream holds, up to `MAX_BYTES` bytes. Raises `InputError`."""
    try:
        data = stream.read(MAX_BYTES + 1)
    except OSError as problem:
        raise _unreadable(problem, name) from None
    check_size(data, name)
    return data


def _unreadable(problem: Exception, name: str) -> InputError:
    seen = f"cannot be read ({getattr(problem, 'strerror', None) or problem})"
    return InputError([Problem(name, "", seen, "give a readable file")])


def write_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file. Raises `OrdquantError` where it cannot be written."""
    try:
        Path(path).write_bytes(data)
    except OSError as problem:
        raise OrdquantError(f"{path} cannot be written ({problem.strerror or problem})") from None


def check_size(data: bytes, name: str) -> None:
    """Raise `InputError` for an empty or too large content, or a name that is too long; `name` is the file's name."""
    if len(name) > MAX_NAME:
        raise refuse(f"{name[:60]}…", f"the name of the file has {count(len(name))} characters", count(MAX_NAME))
    if not data:
        raise InputError([Problem(name, "", "the file is empty", "give a file with a line or an entry per case")])
    check_bytes(len(data), name, MAX_BYTES)
