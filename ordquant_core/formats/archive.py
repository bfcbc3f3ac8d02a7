"""Unpack zip archives, gzip files and folders, up to limits on the number and the sizes of their files."""

import io
import os
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ordquant_core.errors import InputError, Problem, collected
from ordquant_core.formats.files import File, read_bytes
from ordquant_core.formats.limits import (
    MAX_BYTES,
    MAX_MEMBERS,
    MAX_NAME,
    MAX_RATIO,
    MAX_UNPACKED,
    MEBIBYTE,
    check_bytes,
    check_time,
    refuse,
)
from ordquant_core.formats.rows import listing
from ordquant_core.numerals import count, decimals

GZIP = b"\x1f\x8b"
_WITH_HEADER = 16 + zlib.MAX_WBITS  # what zlib calls a gzip file
_LOCKED = 1  # the bit of a member's flags that says it needs a password
ZIP = (b"PK\x03\x04", b"PK\x05\x06")  # the second: an archive without members
_CONTENTS = "[Content_Types].xml"  # a member of every workbook
_ASIDE = frozenset({"__macosx", "thumbs.db", "desktop.ini"})
_DAMAGED = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, ValueError, OSError, EOFError)
_UNPACKED_HERE = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # of others zipfile unpacks all at once, whatever they hold


class Unpacked(NamedTuple):
    """The files found in archives, notes on those left out, and problems of those that could not be opened."""

    files: tuple[File, ...]
    notes: tuple[str, ...]
    problems: tuple[Problem, ...]


def is_zip(data: bytes) -> bool:
    """Return whether these bytes start like a zip archive."""
    return data[:4] in ZIP


def is_workbook(data: bytes) -> bool:
    """Return whether a zip archive is an Excel workbook."""
    if _CONTENTS.encode() not in data:  # no name of a member: what the archive lists need not be read
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _CONTENTS in archive.NameToInfo
    except _DAMAGED:
        return False


def unpack(files: Sequence[File]) -> Unpacked:
    """Open zip archives and the archives in them, but no deeper; other files and workbooks stay as they are.

    A member is called `archive.zip/folder/file`. Never raises: what cannot be opened is a problem.
    """
    unpacked: list[File] = []
    notes: list[str] = []
    problems: list[Problem] = []
    budget = _Budget()
    for file in files:
        with collected(problems):
            unpacked += _opened(file, budget, notes, depth=0)
    return Unpacked(tuple(unpacked), tuple(notes), tuple(problems))


def folder(path: str | os.PathLike[str]) -> tuple[File, ...]:
    """Return all files below a folder, in the order of their names; each is named by the given path and its own.

    Hidden files and links to folders are ignored. Raises `InputError` beyond the limits.
    """
    root, here = Path(path), os.fspath(path).rstrip("/")
    budget = _Budget()
    unpacked: list[File] = []
    for place, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not _is_aside(name))
        for name in sorted(names):
            file = Path(place) / name
            if _is_aside(name) or not file.is_file():
                continue
            budget.take(os.fspath(path), 0)
            data = read_bytes(file) if file.stat().st_size else b""
            budget.take(os.fspath(path), len(data), members=0)
            unpacked.append(File("/".join([here, *file.relative_to(root).parts]), data))
    if not unpacked:
        raise InputError([Problem(os.fspath(path), "", "there is no file in this folder", "give one with files")])
    return tuple(unpacked)


class _Budget:
    """What all archives of one task may still unpack."""

    def __init__(self) -> None:
        self.members = 0
        self.unpacked = 0

    def take(self, name: str, size: int, members: int = 1) -> None:
        """Count a file, or raise `InputError`."""
        self.members += members
        self.unpacked += size
        if self.members > MAX_MEMBERS:
            raise refuse(name, f"there are more than {count(MAX_MEMBERS)} files", f"{count(MAX_MEMBERS)} in all")
        if self.unpacked > MAX_UNPACKED:
            seen = f"the files have more than {MAX_UNPACKED // MEBIBYTE} MiB unpacked"
            raise refuse(name, seen, f"{MAX_UNPACKED // MEBIBYTE} MiB in all")


def gunzip(file: File) -> File:
    """Return a gzip file unpacked, under its own name; any other file as it is. Raises `InputError`."""
    if not file.data.startswith(GZIP):
        return file
    try:
        packed = zlib.decompressobj(_WITH_HEADER)
        data = packed.decompress(file.data, MAX_BYTES + 1)
    except _DAMAGED as problem:
        raise _damaged(file.name, problem, "as gzip ") from None
    if len(data) > MAX_BYTES:
        limit = f"{MAX_BYTES // MEBIBYTE} MiB"
        raise refuse(file.name, f"the file unpacks to more than {limit}", limit)
    if not packed.eof:
        raise _damaged(file.name, EOFError("its end is missing"), "as gzip ")
    if packed.unused_data.count(0) < len(packed.unused_data):  # zeros fill up a block of a tape
        raise InputError(
            [Problem(file.name, "", "several gzip files follow each other", "unpack it and pack it again")]
        )
    if data[257:262] == b"ustar":
        raise InputError([Problem(file.name, "", "this is a tar archive", "make a zip of the files")])
    return File(file.name, data)


def _opened(file: File, budget: _Budget, notes: list[str], *, depth: int) -> list[File]:
    if file.data.startswith(GZIP):
        file = gunzip(file)
        budget.take(file.name, len(file.data), members=0)
    if not is_zip(file.data) or is_workbook(file.data):
        return [file]
    if depth > 1:
        raise refuse(file.name, "this is an archive in an archive in an archive", "one archive in another")
    unpacked: list[File] = []
    aside: list[str] = []
    for info, archive in members(file):
        inside = f"{file.name}/{info.filename or 'unnamed'}"
        if len(info.filename) > MAX_NAME:
            seen = f"the name of a file in it has {count(len(info.filename))} characters"
            raise refuse(file.name, seen, count(MAX_NAME))
        if inside.endswith("/"):
            continue
        if any(_is_aside(part) for part in info.filename.split("/") if part != "."):
            aside.append(info.filename)
            continue
        budget.take(file.name, 0)
        data = content(archive, info, inside)
        budget.take(file.name, len(data), members=0)
        unpacked += _opened(File(inside, data), budget, notes, depth=depth + 1)
    if aside:
        notes.append(f"{file.name}: {count(len(aside), 'hidden or system file')} ignored ({listing(aside)})")
    if not unpacked:
        raise InputError([Problem(file.name, "", "there is no file in this archive", "give one with files")])
    return unpacked


def members(file: File) -> Iterator[tuple[zipfile.ZipInfo, zipfile.ZipFile]]:
    """Yield the members of an archive. Raises `InputError` if it is damaged, or declares too large a size."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(file.data))
        infos = archive.infolist()
    except _DAMAGED as problem:
        raise _damaged(file.name, problem) from None
    with archive:
        if len(infos) > MAX_MEMBERS:
            raise refuse(file.name, f"the archive holds {count(len(infos))} files", count(MAX_MEMBERS))
        if _overlap(file.data, infos):
            raise InputError([Problem(file.name, "", "members of the archive overlap", "create the archive again")])
        check_bytes(sum(info.file_size for info in infos), file.name, MAX_UNPACKED, "the archive unpacks to")
        for info in infos:
            yield info, archive


def _overlap(data: bytes, infos: Sequence[zipfile.ZipInfo]) -> bool:
    """Return whether some bytes belong to two members, as in archives that are made to unpack to far too much."""
    end = 0
    for info in sorted(infos, key=lambda info: info.header_offset):
        start = info.header_offset
        if start < end:
            return True
        names = [int.from_bytes(data[start + at : start + at + 2], "little") for at in (26, 28)]  # their lengths
        end = start + 30 + sum(names) + info.compress_size
    return False


def content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> bytes:
    """Unpack one member up to the limits, whatever size the archive declares."""
    if info.file_size > MEBIBYTE and info.file_size > MAX_RATIO * max(1, info.compress_size):
        seen = f"unpacks to {decimals(info.file_size / max(1, info.compress_size), 0)} times its packed size"
        raise refuse(name, seen, f"{MAX_RATIO} times")
    check_bytes(info.file_size, name, MAX_BYTES)
    check_time(name)
    if info.flag_bits & _LOCKED:
        raise InputError([Problem(name, "", "needs a password", "create the archive without a password")])
    if info.compress_type not in _UNPACKED_HERE:
        seen = f"is compressed in a way that is not read here (method {info.compress_type})"
        raise InputError([Problem(name, "", seen, "create the archive again, compressed as usual (deflated)")])
    try:
        with archive.open(info) as member:
            return member.read(info.file_size + 1)[: info.file_size + 1]
    except _DAMAGED as problem:
        raise _damaged(name, problem) from None


def _damaged(name: str, problem: Exception, how: str = "") -> InputError:
    words = " ".join(str(problem).split())[:80] or type(problem).__name__
    return InputError([Problem(name, "", f"cannot be unpacked {how}({words})", "create the archive again")])


def _is_aside(name: str) -> bool:
    return name.startswith(".") or name.casefold() in _ASIDE
