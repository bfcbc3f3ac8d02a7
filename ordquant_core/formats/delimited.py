"""Text in columns: what separates them, and the cells of each line."""

from __future__ import annotations  # help() shows types as they are written

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice, repeat
from typing import NamedTuple

import numpy as np

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.grid import cells_of, filled
from ordquant_core.formats.names import is_annotator, is_case, is_label
from ordquant_core.formats.raw_table import Cells
from ordquant_core.formats.text import brief, column_numbers, is_number

SEPARATORS = {",": "commas", "\t": "tabs", ";": "semicolons", "|": "bars"}
_LOOKED_AT = 200  # lines that show the separator
_BLOCK = 1 << 19  # characters that are split at a time
_MOST_KEPT = 1 << 16  # different cells of a column
_SAID = re.compile(r'"?sep=([,;\t|])"?[ ,;\t|]*(\n|$)', re.IGNORECASE)  # what Excel writes above a table
_CELL = re.compile(r'"[^"]*"|\S+')  # between spaces
_RULE = re.compile(r"\s*:?-*:?\s*")  # a cell below the header of a table in Markdown


class Lines(NamedTuple):
    """Cells in lines, empty ones left out, before anybody knows which line is the header."""

    numbers: Sequence[int]
    cells: Cells | list[list[str]]  # an array where all lines have the same number of cells
    place: str = "line"

    def top(self, most: int) -> list[list[str]]:
        """Return the first lines."""
        return [list(row) for row in self.cells[:most]]


def lines_in(text: str, name: str) -> tuple[Lines, str, str]:
    """Return the lines of a text, the sign that separates their cells, and a note ("" without one).

    Raises `InputError` where no sign does, or two of them do.
    """
    announced = _SAID.match(text)
    note = f"{name}: line 1 says what separates the columns" if announced else ""
    text = text[announced.end() :] if announced else text
    if not text.strip():
        raise no_text(name)
    separator = announced[1] if announced else separator_of(text, name)
    lines = _lines(text, separator, name, 2 if announced else 1)
    if separator == "|" and len(lines.cells) > 1 and all(map(_RULE.fullmatch, lines.cells[1])):
        lines = Lines([lines.numbers[0], *lines.numbers[2:]], [*lines.cells[:1], *lines.cells[2:]])
    return lines, separator, note


def no_text(name: str) -> InputError:
    """Return the error for a file without any."""
    return InputError([Problem(name, "", "the file holds no text", "expected a CSV header: case,class1,class2,…")])


def separator_of(text: str, name: str) -> str:
    r"""Return the sign that makes the same number of cells in all lines, or else in most; spaces only without another.

    >>> separator_of("case;1;2\nA;0,5;0,5\n", "a.csv"), separator_of("case  1 2\nA   1 10\n", "a.txt")
    (';', ' ')
    """
    start = "".join(islice(_line_by_line(text), _LOOKED_AT))
    widths = {separator: _widths(start, separator, whole=len(start) == len(text)) for separator in SEPARATORS}
    usual = {separator: some.most_common(1)[0] for separator, some in widths.items() if some}
    most = [sign for sign, (width, lines) in usual.items() if width > 1 and 2 * lines > widths[sign].total()]
    even = [sign for sign in most if len(widths[sign]) == 1]
    if len(even) == 2 and even[0] == "," and _is_decimal(start, even[1]):
        even = even[1:]
    if len(even) > 1:
        first, second, *_ = (SEPARATORS[sign] for sign in even)
        seen = f"both {first} and {second} make the same number of cells in every line"
        raise InputError([Problem(name, "", seen, f"put quotes around the cells that hold {first} or {second}")])
    if most:
        return even[0] if even else max(most, key=lambda sign: (usual[sign][1], usual[sign][0]))
    if _is_spaced(start):
        return " "
    for separator, some in widths.items():  # lines of different lengths, or a quote that is not closed: a problem
        if some and max(some) > 1 and (1 not in some or text.count('"') % 2):
            return separator
    seen = f"{brief(text.strip().partition(chr(10))[0])} has no columns"
    raise InputError([Problem(name, "line 1", seen, "expected a header with commas between names: case,class1,…")])


def _widths(start: str, separator: str, *, whole: bool) -> Counter[int]:
    """Return how many rows of a beginning have how many cells; `whole`: it is not cut within a quote."""
    if '"' not in start:
        return Counter(line.count(separator) + 1 for line in start.split("\n") if line.strip(separator + " "))
    rows = [len(row) for row in _parsed(start, separator) if any(map(str.strip, row))]
    return Counter(rows if whole or len(rows) < 2 else rows[:-1])


def _line_by_line(text: str) -> Iterator[str]:
    return (match.group() for match in re.finditer(r"[^\n]*\n|[^\n]+", text))


def _parsed(text: str, separator: str) -> list[list[str]]:
    """Return the rows of a beginning, as far as they can be read."""
    rows: list[list[str]] = []
    with suppress(csv.Error):  # it is met again, and reported, where all lines are read
        rows.extend(csv.reader(_line_by_line(text), delimiter=separator))
    return rows


def _is_decimal(text: str, separator: str) -> bool:
    """Return whether all commas in the cells between other separators are decimal commas."""
    cells = [cell for row in _parsed(text, separator) for cell in row if "," in cell]
    return column_numbers(cells, ",") is not None


def _is_spaced(text: str) -> bool:
    """Return whether spaces separate the columns of a table: as many in all lines, a column of numbers below names."""
    rows = [_CELL.findall(line) for line in _line_by_line(text) if line.strip()]
    if len(rows) < 2 or len({len(row) for row in rows[1:]}) > 1 or len(rows[0]) not in (len(rows[1]), len(rows[1]) - 1):
        return False
    numeric = all(is_number(row[-1]) for row in rows[1:])
    return len(rows[1]) > 1 and (
        numeric or any(is_case(name) or is_annotator(name) or is_label(name) for name in rows[0])
    )


def _lines(text: str, separator: str, name: str, first: int) -> Lines:
    """Return the cells of all lines that hold any; `first`: the number of the first line."""
    if '"' in text and separator != " ":
        return lines_of(*_quoted(text, separator, name, first))
    text = text.rstrip("\n")
    numbers = range(first, first + text.count("\n") + 1)
    if separator == " ":
        split = _CELL.findall if '"' in text else str.split
        return lines_of(numbers, [[cell.strip('"') for cell in split(line)] for line in text.split("\n")])
    cells = _even_cells(text, separator, len(numbers))
    if cells is not None:
        cells, kept = filled(cells, numbers)
        return Lines(kept, cells)
    return lines_of(numbers, [[*map(str.strip, line.split(separator))] for line in text.split("\n")])


def _even_cells(text: str, separator: str, rows: int) -> Cells | None:
    """Return the cells of a text without quotes; None where its lines do not all have the same number of them.

    The text is split a block at a time, and equal cells of a column are kept once, where there are many: this way it
    takes a fifth of the time of `csv`, and of memory little more than the cells.
    """
    width = text[: text.find("\n") if "\n" in text else None].count(separator) + 1
    cells = np.empty((rows, width), dtype=object)
    known: list[dict[str, str] | None] = []
    start = at = 0
    while start < len(text):
        end = start + _BLOCK if start + _BLOCK >= len(text) else text.find("\n", start + _BLOCK)
        lines = text[start : end if end >= 0 else None].split("\n")
        if set(map(str.count, lines, repeat(separator))) != {width - 1}:
            return None
        entries = [*map(str.strip, separator.join(lines).split(separator))]
        known = known or [{} if 2 * len({*entries[place::width]}) <= len(lines) else None for place in range(width)]
        for place, same in enumerate(known):
            if same is not None and len(same) < _MOST_KEPT:
                column = entries[place::width]
                entries[place::width] = map(same.setdefault, column, column)
        cells[at : at + len(lines)] = np.array(entries, dtype=object).reshape(-1, width)
        start, at = (end + 1 if end >= 0 else len(text)), at + len(lines)
    return cells


def lines_of(numbers: Sequence[int], rows: list[list[str]], place: str = "line") -> Lines:
    """Return rows as lines, without the empty ones."""
    kept = [at for at, row in enumerate(rows) if any(row)]
    numbers, rows = [numbers[at] for at in kept], [rows[at] for at in kept]
    if len(set(map(len, rows))) == 1:
        cells, numbers = filled(cells_of(rows), numbers)
        return Lines(numbers, cells, place)
    return Lines(numbers, rows, place)


def _quoted(text: str, separator: str, name: str, first: int) -> tuple[Sequence[int], list[list[str]]]:
    """Return the rows of CSV with quotes, and the numbers of the lines in which they begin."""
    reader = csv.reader(_line_by_line(text), delimiter=separator, strict=True)
    starts, rows, line = [], [], first
    try:
        for row in reader:
            starts.append(line)
            rows.append([*map(str.strip, row)])
            line = first + reader.line_num
    except csv.Error as problem:
        seen = f"not CSV ({problem})"
        raise InputError([Problem(name, f"line {line}", seen, "check the quotes in this line")]) from None
    return starts, rows
