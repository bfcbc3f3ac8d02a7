"""Files to gold and runs. One entry: what a file is, is seen from its content, never from its name."""

import os
from pathlib import PurePath
from typing import Literal

from ordquant_core.errors import UnknownNameError
from ordquant_core.formats import ntcir, table
from ordquant_core.formats.assembly import assemble
from ordquant_core.formats.files import MAX_BYTES, check_size, read_bytes
from ordquant_core.formats.rows import Content
from ordquant_core.records import Gold, Run

__all__ = [
    "MAX_BYTES",
    "assemble",
    "check_size",
    "kind_of",
    "list_scales",
    "load_gold",
    "load_run",
    "parse_gold",
    "parse_run",
    "read_bytes",
]

Kind = Literal["ntcir", "table"]
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def kind_of(data: bytes) -> Kind:
    """Recognise a file by its first character: JSON opens a bracket, anything else must be a table."""
    return "ntcir" if data.removeprefix(_BYTE_ORDER_MARK).lstrip()[:1] in (b"[", b"{") else "table"


def list_scales(data: bytes, name: str) -> tuple[str, ...]:
    """Return the quality scales of a file in the order of their first appearance, () for a CSV table.

    Raises `InputError` for JSON that cannot be read at all. `name`, here and below, is the file's name: every
    problem starts with it.
    """
    check_size(data, name)
    return ntcir.list_scales(data, name) if kind_of(data) == "ntcir" else ()


def parse_gold(data: bytes, name: str, *, scale: str | None = None, renormalise: bool = False) -> Gold:
    """Read the gold distributions of a file; votes are kept where it holds votes.

    `scale` may be left out where there is only one. With `renormalise`, rows of probabilities whose sum is off by
    up to 0.02 are divided by it, and noted. Raises `InputError` with all problems of the file, or
    `UnknownNameError` for a scale that is not there or not chosen.
    """
    content = _content(data, name, annotated=True, scale=scale, renormalise=renormalise)
    return Gold(
        _stem(name), content.scale, content.classes, content.cases, content.probabilities, content.votes, content.notes
    )


def parse_run(data: bytes, name: str, *, scale: str | None = None, renormalise: bool = False) -> Run:
    """Read the estimates of a file, as `parse_gold` does; the run is called as the file, without the extension."""
    content = _content(data, name, annotated=False, scale=scale, renormalise=renormalise)
    return Run(_stem(name), content.classes, content.cases, content.probabilities, content.notes, name)


def load_gold(path: str | os.PathLike[str], *, scale: str | None = None, renormalise: bool = False) -> Gold:
    """Read a gold file from a path, which problems show as it was given."""
    return parse_gold(read_bytes(path), os.fspath(path), scale=scale, renormalise=renormalise)


def load_run(path: str | os.PathLike[str], *, scale: str | None = None, renormalise: bool = False) -> Run:
    """Read a run from a path, which problems show as it was given."""
    return parse_run(read_bytes(path), os.fspath(path), scale=scale, renormalise=renormalise)


def _content(data: bytes, name: str, *, annotated: bool, scale: str | None, renormalise: bool) -> Content:
    check_size(data, name)
    if kind_of(data) == "ntcir":
        return ntcir.read(data, name, annotated=annotated, scale=scale, renormalise=renormalise)
    if scale is not None:
        raise UnknownNameError(f"{name} is a table: it has no scales, not even {scale!r}; leave the scale out")
    return table.read(data, name, renormalise=renormalise)


def _stem(name: str) -> str:
    return PurePath(name).stem
