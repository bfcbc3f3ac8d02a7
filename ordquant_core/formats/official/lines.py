"""Shared by the formats in lines: an id, then a number for each class."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ordquant_core.formats.limits import check_table
from ordquant_core.formats.rows import Content, Problems, to_content
from ordquant_core.formats.text import EXPECTED_NUMBER, brief, case_place, id_fault, is_number, numbers
from ordquant_core.numerals import count

BEGINNING = 65_536  # characters by which a file is recognised
SEEN = 20  # lines, likewise


class Line(NamedTuple):
    """A line that holds something: its number, the id, and the other cells."""

    number: int
    case: str
    cells: Sequence[str]


def split_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that hold something, and their numbers."""
    return ((number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip())


def first_lines(text: str) -> list[str]:
    """Return the first lines of a text that hold something."""
    start = [line for _, line in split_lines(text[:BEGINNING])]
    return start[:SEEN] if len(text) <= BEGINNING or len(start) < 2 else start[:-1][:SEEN]  # the last may go on


def content_of(
    lines: Iterable[Line],
    classes: tuple[str, ...],
    problems: Problems,
    expected: str,
    *,
    unit: str = "number",
    labelled: bool = True,
) -> Content:
    """Read a number per class of each case; `expected`: the words for a line, `unit` for what it is made of."""
    kept: dict[str, Line] = {}
    for line in lines:
        place, fault = f"line {line.number}", id_fault(line.case)
        if fault:
            problems.fault(line.number, place, f"the id {fault}", "every row starts with the id of its case")
        elif len(line.cells) != len(classes):
            seen = count(len(line.cells), unit)
            problems.fault(line.number, place, seen, f"expected {expected}", case=line.case)
        elif line.case in kept:
            seen = f"this id stands in lines {kept[line.case].number} and {line.number}"
            problems.repeat(line.number, line.case, seen)
        else:
            kept[line.case] = line
    check_table(problems.file, len(kept), len(classes))
    every = list(kept.values())
    cells = [cell for line in every for cell in line.cells]
    values = numbers(cells)
    if values is None:  # some cell is none: its case is left out
        values = np.array([float(cell) if is_number(cell) else np.nan for cell in cells])
    rows = values.reshape(len(kept), len(classes))
    for at in np.flatnonzero(np.isnan(rows).any(axis=1)).tolist():
        line = every[at]
        odd = next(cell for cell in line.cells if not is_number(cell))
        place = f"line {line.number} ({case_place(line.case)})"
        problems.fault(line.number, place, f"{brief(odd)} is no number", EXPECTED_NUMBER, case=line.case)
    return to_content(classes, [*kept], rows, [line.number for line in every], problems, labelled=labelled)
