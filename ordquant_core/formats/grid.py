"""From the names and cells of a table, however it was written, to a `RawTable`: what is checked of each of them."""

from __future__ import annotations  # help() shows types as they are written

import json
import re
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.limits import MAX_ID, check_table, long_cell
from ordquant_core.formats.mapping import TableMapping
from ordquant_core.formats.raw_table import Cells, RawTable, Reason
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import column_numbers, is_number, label
from ordquant_core.numerals import count

FIRST_NAMES = ("", "Unnamed: 0")  # of a first column without a name; the second is pandas' word for it
_EITHER = re.compile(r"[+-]?[1-9][0-9]{0,2}[,.][0-9]{3}")  # a decimal, or thousands


class NamedCells(NamedTuple):
    """The names of columns, the cells below, and what counts the rows."""

    names: Sequence[str]
    cells: Cells
    numbers: Sequence[int]  # of the rows in the file
    place: str = "line"

    def turned(self) -> NamedCells:
        """Return the grid with what stood in columns in rows; the first column's cells become the names.

        >>> NamedCells(["class", "A", "B"], cells_of([["bad", "1", "2"], ["good", "3", "4"]]), [2, 3]).turned().names
        ['class', 'bad', 'good']
        """
        first, *others = self.names
        names = [first, *self.cells[:, 0]]
        cells = np.column_stack([np.array(others, dtype=object), self.cells[:, 1:].T])
        return NamedCells(names, cells, range(2, len(others) + 2), "column")


def cell_of(value: object) -> str:
    """Return a value as a cell: a number as Python writes it shortest, a list or an object as JSON, "" for none.

    >>> cell_of(0.5), cell_of(True), cell_of([1, "é"]), cell_of(None)
    ('0.5', 'true', '[1, "é"]', '')
    """
    if isinstance(value, str):
        return value
    if value is None or value != value:  # NaN
        return ""
    if isinstance(value, bool | list | dict):
        return json.dumps(value, ensure_ascii=False, default=str)
    return value.decode() if isinstance(value, bytes) else str(value)


def cells_of(rows: Sequence[Sequence[str]], width: int = 0) -> Cells:
    """Return rows of the same length as an array of texts; `width` says it where there may be no row."""
    width = len(rows[0]) if rows else width
    cells = np.empty(len(rows) * width, dtype=object)
    cells[:] = list(chain.from_iterable(rows))
    return cells.reshape(len(rows), width)


def table_of(file: str, grid: NamedCells, *, header_at: str = "", turned: bool = False, **described: Any) -> RawTable:
    """Return a table without empty rows and columns. Raises `InputError` for what no table may have.

    `header_at`: where the names stand, as problems name it; `described`: further fields of the table.
    """
    if not len(grid.cells) or not grid.names:
        raise InputError([Problem(file, "", "there is no row below the header", "give a row for each case")])
    grid = grid.turned() if turned else grid
    check_table(file, len(grid.cells), len(grid.names), "columns")
    names = [name.strip() for name in grid.names]
    cells, numbers = filled(grid.cells, grid.numbers)
    kept = [place for place, name in enumerate(names) if name or (cells[:, place] != "").any()]
    if len(kept) < len(names):
        names, cells = [names[place] for place in kept], cells[:, kept]
    if len(names) < 2 or not len(cells):
        action = "give a column for the cases, and others for votes or classes"
        seen = f"the table has one column, {label(names[0])}" if names and len(cells) else "all rows are empty"
        raise InputError([Problem(file, "", seen, action)])
    _check_names(file, names, header_at)
    _check_cells(file, grid, names, cells, numbers, header_at)
    return RawTable(file, tuple(names), cells, numbers, grid.place, **described)


def filled(cells: Cells, numbers: Sequence[int]) -> tuple[Cells, Sequence[int]]:
    """Return the rows that are not empty, and their numbers."""
    maybe = np.flatnonzero(cells[:, 0] == "") if cells.size else ()
    empty = maybe[(cells[maybe] == "").all(axis=1)] if len(maybe) else ()
    if not len(empty):
        return cells, numbers
    kept = np.delete(np.arange(len(cells)), empty)
    return cells[kept], np.asarray(numbers)[kept].tolist()


def _check_names(file: str, names: Sequence[str], header_at: str) -> None:
    problems = Problems(file)
    for name in dict.fromkeys(names):
        if (times := names.count(name)) > 1:
            problems.add(0, header_at, f"{times} columns are called {label(name)}", "give each a name of its own")
        if len(name) > MAX_ID:
            seen = f"the name of a column has {count(len(name))} characters"
            problems.add(0, header_at, seen, f"the limit is {count(MAX_ID)}")
    problems.raise_if_any()


def _check_cells(
    file: str, grid: NamedCells, names: Sequence[str], cells: Cells, numbers: Sequence[int], header_at: str
) -> None:
    """Raise `InputError` for cells that are too long, and for rows that repeat the header."""
    problems = Problems(file)
    if long_cell(cells.ravel(order="K")):
        for number, row in zip(numbers, cells, strict=True):
            if fault := long_cell(row):
                problems.add(number, f"{grid.place} {number}", *fault)
    word = next((place for place, name in enumerate(names) if name and not is_number(name)), None)
    for row in [] if word is None or not header_at else np.flatnonzero(cells[:, word] == names[word]).tolist():
        if cells[row].tolist() == list(names):
            where = f"{grid.place} {numbers[row]}"
            problems.add(numbers[row], where, f"repeats the header of {header_at}", "remove it")
    problems.raise_if_any()


def decimal_of(cells: Cells, given: TableMapping, *, points: bool = False) -> tuple[str, Reason | None]:
    """Return the sign in the decimal numbers of a table, and the question where the table does not show it.

    `points`: those, too, may stand for thousands, as columns are separated by semicolons or tabs.

    >>> decimal_of(cells_of([["a", "0,5"], ["b", "1"]]), TableMapping())[0]
    ','
    >>> decimal_of(cells_of([["a", "1,000"], ["b", "12"]]), TableMapping())[1].words
    '1,000: does the comma mark decimals or thousands?'
    """
    if given.decimal:
        return given.decimal, None
    commas = _signs(",", cells)
    signs = commas | {".": _signs(".", cells)["."]} if commas[","] and not commas["."] else commas
    if signs[","] and signs["."]:
        return ".", _which(f"{signs[',']} and {signs['.']}: which is the decimal sign?")
    unclear = commas[""] if not (signs[","] or signs["."]) else ""
    if unclear and not _signs(".", cells)["."]:
        return ".", _which(f"{unclear}: does the comma mark decimals or thousands?")
    if points and not commas[""] and not signs[","] and (unclear := _points_of_thousands(cells)):
        return ".", _which(f"{unclear}: does the point mark decimals or thousands?")
    return "," if signs[","] else ".", None


def _which(words: str) -> Reason:
    return Reason("decimal", words, (",", "."))


def _signs(mark: str, cells: Cells) -> dict[str, str]:
    """Return a number with a comma or point that shows it to be the decimal sign, and "": one that may be thousands.

    Only columns in which it stands in numbers alone show that; in others there are texts or lists.
    """
    signs = {",": "", ".": "", "": ""}
    for place in range(cells.shape[1]):
        some = [cell for cell in cells[:, place] if mark in cell]
        if not some:
            continue
        fits = [sign for sign in ",." if column_numbers(some, sign) is not None]
        sign = "" if len(fits) == 2 else fits[0] if fits else None
        if sign is not None and not signs[sign]:
            signs[sign] = next((cell for cell in some if sign and not _EITHER.fullmatch(cell)), some[0])
    return signs


def _points_of_thousands(cells: Cells) -> str:
    """Return a number such as 1.000 where all numbers with a point look so, and others are whole; otherwise ""."""
    points = (cell for cell in cells.flat if "." in cell and is_number(cell))
    first = next(points, "")
    if not first or not _EITHER.fullmatch(first) or not all(map(_EITHER.fullmatch, points)):
        return ""
    return first if any(cell.isdecimal() and int(cell) > 1 for cell in cells.flat if len(cell) < 10) else ""


def columns_of(given: TableMapping) -> set[str]:
    """Return the columns that a mapping names.

    >>> sorted(columns_of(TableMapping("class-columns", case=("id",), classes=("1", "2"))))
    ['1', '2', 'id']
    """
    if given.turned:  # they are names of the turned table
        return set()
    classes = given.classes if given.layout == "class-columns" and not given.split else ()
    several: Iterable[str] = chain(given.case, given.columns, classes, given.keep, given.ignore)
    rows = (column for column, _ in chain(given.where, given.drop))
    return {*several, *rows, given.label, given.annotator, given.value, given.system} - {""}
