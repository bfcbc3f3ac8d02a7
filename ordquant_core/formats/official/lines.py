"""Shared by the formats in lines: an id, then a number for each class."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from ordquant_core.formats.limits import check_table
from ordquant_core.formats.rows import Content, Problems, to_content
from ordquant_core.formats.text import EXPECTED_NUMBER, case_place, id_fault, is_number, numbers, shown
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
    values = numbers(chain.from_iterable(line.cells for line in kept.values()))
    if values is None:  # some cell is none
        for case, line in [*kept.items()]:
            odd = next((cell for cell in line.cells if not is_number(cell)), None)
            if odd is not None:
                place, seen = f"line {line.number} ({case_place(case)})", f"{shown(odd)} is no number"
                problems.fault(line.number, place, seen, EXPECTED_NUMBER, case=case)
                del kept[case]
        values = numbers(chain.from_iterable(line.cells for line in kept.values()))
    rows = np.zeros(0) if values is None else values
    positions = [line.number for line in kept.values()]
    rows = rows.reshape(len(kept), len(classes))
    return to_content(classes, list(kept), rows, positions, problems, labelled=labelled)
