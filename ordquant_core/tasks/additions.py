"""A visitor's own runs beside the official ones of a task: their files, and names that collide with no official run."""

import hashlib
from collections.abc import Iterable, Sequence
from itertools import chain, count
from pathlib import PurePosixPath

from ordquant_core.formats.archive import unpack
from ordquant_core.formats.files import File

YOURS = "your runs"  # the folder that the files of the visitor are shown in


def is_yours(name: str) -> bool:
    """Return whether a file of a task was added by the visitor."""
    return name.startswith(f"{YOURS}/")


def put_beside(official: Sequence[File], added: Sequence[File]) -> tuple[File, ...]:
    """Return the official files as they are, followed by those of the visitor.

    A run is named after its file, or after its folder: where an official one is called the same, the visitor's is
    renamed, `system-01 (yours)`.
    """
    taken = {word for file in unpack(official).files for word in map(_stem, PurePosixPath(file.name).parts)}
    return (*official, *(_renamed(member, taken) for file in added for member in _members(file)))


def digest_of(files: Iterable[File]) -> str:
    """Return a key that identifies files: their names and bytes."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{len(file.name)}:{file.name}:{len(file.data)}:".encode(errors="replace"))
        digest.update(file.data)
    return digest.hexdigest()


def _members(file: File) -> Sequence[File]:
    """Return the files of an archive, or the file itself; what cannot be opened is reported when the task is read."""
    unpacked = unpack([file])
    return [file] if unpacked.problems else unpacked.files


def _renamed(file: File, taken: set[str]) -> File:
    parts = []
    for part in PurePosixPath(file.name).parts:
        stem = _stem(part)
        words = chain([stem, f"{stem} (yours)"], (f"{stem} (yours {number})" for number in count(2)))
        parts.append(next(word for word in words if word not in taken) + part[len(stem) :])
    return File("/".join([YOURS, *parts]), file.data)


def _stem(part: str) -> str:
    return PurePosixPath(part.removesuffix(".gz")).stem
