"""Many small tables of the same cases and classes, as the runs of a task often are, read together.

To open one table takes longer than to read its few rows. Of tables that differ only in their numbers, the first is read
like any other; the others are known to be what it is. Only rows that sum to 1 are taken here: all else that a table may
be (votes, percentages, columns that may not be classes) is for the ordinary reader to judge.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

import numpy as np

from ordquant_core.distributions import ROUNDING, SUM_TOLERANCE, sum_classes
from ordquant_core.errors import InputError
from ordquant_core.formats.decisions import Decisions
from ordquant_core.formats.files import File
from ordquant_core.formats.opened import COLUMN_PER_CLASS, Opened, Part
from ordquant_core.formats.rows import Content, Problems
from ordquant_core.formats.tables.wide import Table
from ordquant_core.formats.text import NUMERIC, numbers
from ordquant_core.records import FloatArray

FEW = 8  # tables; so many must be alike before they are read together
SMALL = 16 * 1024  # bytes of a table
TOGETHER = 512 * 1024  # bytes that are converted at a time: memory stays bounded by the numbers, not by the text
_CELLS = NUMERIC + b","
_OTHER = b'"\t;\r\0'  # what makes a line more than its cells
Place = int  # of a file among those of a task
Shape = tuple[bytes, ...]  # the header, then the ids


class _Small(NamedTuple):
    place: Place
    cells: bytes  # all numbers, row after row


@dataclass(slots=True)
class Alike(Opened):
    """A table whose numbers are known to be sound: all else about it is as in another one."""

    kind: ClassVar[str] = Table.kind
    words: ClassVar[str] = COLUMN_PER_CLASS
    header: tuple[str, ...]
    content: Content

    @property
    def headers(self) -> tuple[tuple[str, ...], ...]:
        """The names of its columns."""
        return (self.header,)

    def read(self, problems: Problems, *, scale: str | None, as_gold: bool) -> list[Part]:
        """Return what was read."""
        return [Part("", self.content, problems)]


def read_alike(files: Sequence[File], choices: Decisions, open_one: Callable[[File], Opened]) -> dict[Place, Alike]:
    """Return the tables that many others are like, read. `open_one` opens a file by itself, or raises `InputError`."""
    found: dict[Place, Alike] = {}
    for (header, *ids), some in _by_shape(files).items():
        shape = len(ids), header.count(b",")
        read = [pair for portion in _portions(some) for pair in _distributions(portion, shape)]
        model = _content(files[read[0][0]], choices, open_one) if len(read) >= FEW else None
        if model is not None:
            names, content = model
            found |= {
                place: Alike(files[place].name, names, replace(content, probabilities=rows)) for place, rows in read
            }
    return found


def _by_shape(files: Sequence[File]) -> dict[Shape, list[_Small]]:
    """Return the small tables of numbers, together with those of the same header and the same ids in the same order."""
    found: dict[Shape, list[_Small]] = {}
    for place, (_, data) in enumerate(files):
        if len(data) > SMALL:
            continue
        data = data.replace(b"\r\n", b"\n").removesuffix(b"\n")
        header, *lines = data.split(b"\n")
        commas = header.count(b",")
        if commas < 2 or not lines or data.translate(None, _OTHER) != data:
            continue
        if any(line.count(b",") != commas for line in lines):
            continue
        parts = [line.partition(b",") for line in lines]
        cells = b",".join([part[2] for part in parts])
        if not cells.translate(None, _CELLS):
            found.setdefault((header, *[part[0] for part in parts]), []).append(_Small(place, cells))
    return {shape: some for shape, some in found.items() if len(some) >= FEW}


def _content(
    file: File, choices: Decisions, open_one: Callable[[File], Opened]
) -> tuple[tuple[str, ...], Content] | None:
    """Return the header and content of a table about which nothing is in doubt, whatever sound numbers it holds."""
    problems = Problems(file.name, choices)
    try:
        table = open_one(file)
        if type(table) is not Table or table.notes or not (table.columns.named and table.columns.keys == (0,)):
            return None
        (part,) = table.read(problems, scale=None, as_gold=False)
    except InputError:
        return None
    plain = table.columns.keys == (0,) and table.columns.classes == tuple(range(1, len(table.header)))
    if not plain or problems != Problems(file.name, choices) or part.content.numbered:
        return None
    return table.headers[0], part.content


def _portions(some: Sequence[_Small]) -> Iterator[list[_Small]]:
    portion: list[_Small] = []
    size = 0
    for one in some:
        portion.append(one)
        size += len(one.cells)
        if size > TOGETHER:
            yield portion
            portion, size = [], 0
    if portion:
        yield portion


def _distributions(some: Sequence[_Small], shape: tuple[int, int]) -> list[tuple[Place, FloatArray]]:
    """Return the distributions of those tables all of whose rows sum to 1."""
    values = numbers(b",".join([one.cells for one in some]).decode().split(","))
    if values is None:  # some table holds what is no number: each by itself
        return [] if len(some) == 1 else [pair for one in some for pair in _distributions([one], shape)]
    values = values.reshape(len(some), *shape)
    with np.errstate(over="ignore", invalid="ignore"):  # beyond the floats: not sound
        sums = sum_classes(np.moveaxis(values, -1, 0))
    fits = (values >= 0).all(axis=2) & (np.abs(sums - 1) <= SUM_TOLERANCE + ROUNDING)
    sound = np.flatnonzero(fits.all(axis=1))
    probabilities = values[sound] / sums[sound, :, None]
    return [(some[number].place, rows) for number, rows in zip(sound.tolist(), probabilities, strict=True)]
