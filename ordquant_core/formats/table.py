"""A plain CSV table: a header `case,class1,class2,…` (`id` will do for `case`), then a row of numbers per case."""

import csv
import io
from itertools import chain

import numpy as np

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.rows import Content, Problems, to_content
from ordquant_core.formats.text import case_place, decode, id_fault, is_number, label, numbers, shown
from ordquant_core.records import FloatArray

ID_HEADERS = ("case", "id")
_HEADER = "expected a CSV header: case,class1,class2,…"
_Row = tuple[int, list[str]]  # the number of its (last) line, its cells
_OTHER_DELIMITERS = {"\t": "tabs", ";": "semicolons"}


def read(data: bytes, name: str, *, renormalise: bool = False) -> Content:
    """Read a table in UTF-8. Ids stay as they are, the order of the classes is that of the header.

    Raises `InputError` with every problem of the file.
    """
    lines, cut_short = _lines(decode(data, name), name)
    problems = Problems(name)
    if cut_short:
        problems.found.append(cut_short)
    if not lines:
        problems.raise_if_any()
        raise InputError([Problem(name, "", "the file holds no text", _HEADER)])
    classes = _classes(*lines[0], name)
    if len(lines) == 1 and not cut_short:
        problems.add(lines[0][0], "", "there is no row after the header", "give a row per case")
    first_lines: dict[str, int] = {}
    rows: list[_Row] = []
    for line, cells in lines[1:]:
        place, case = f"line {line}", cells[0]
        fault = id_fault(case)
        if len(cells) != len(classes) + 1:
            seen = f"{len(cells)} column{'s' * (len(cells) != 1)}"
            problems.add(line, place, seen, f"the header has {len(classes) + 1}")
        elif fault:
            problems.add(line, place, f"the id {fault}", "every row starts with the id of its case")
        elif case in first_lines:
            seen = f"this id stands in lines {first_lines[case]} and {line}"
            problems.add(line, case_place(case), seen, "give every case once")
        else:
            first_lines[case] = line
            rows.append((line, cells))
    rows, values = _values(rows, classes, problems)
    return to_content(
        classes,
        [cells[0] for _, cells in rows],
        values,
        [line for line, _ in rows],
        problems,
        renormalise=renormalise,
    )


def _lines(text: str, name: str) -> tuple[list[_Row], tuple[int, Problem] | None]:
    """Split the text into the rows that are not blank, and what stopped it, if anything did."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)  # strict: an open quote would swallow rows
    lines: list[_Row] = []
    try:
        lines.extend((reader.line_num, cells) for cells in reader if len(cells) > 1 or "".join(cells).strip())
    except csv.Error as problem:
        line = reader.line_num
        return lines, (line, Problem(name, f"line {line}", f"not CSV ({problem})", "check the quotes in this line"))
    return lines, None


def _classes(line: int, header: list[str], name: str) -> tuple[str, ...]:
    """Return the classes that a header names, or raise."""
    place = f"line {line}"
    if len(header) == 1:
        for delimiter, words in _OTHER_DELIMITERS.items():
            if delimiter in header[0]:
                seen = f"the columns are separated by {words}"
                raise InputError([Problem(name, place, seen, "separate them by commas")])
    if header[0].strip().lower() not in ID_HEADERS:
        seen = f"the file starts with {shown(header[0])}"
        raise InputError([Problem(name, place, seen, f"{_HEADER} (or a JSON list of cases)")])
    classes = tuple(cell.strip() for cell in header[1:])
    if len(classes) < 2:
        seen = f"the header names {len(classes)} class{'es' * (len(classes) != 1)}"
        raise InputError([Problem(name, place, seen, "at least two are needed: case,class1,class2,…")])
    problems = Problems(name)
    labels: set[str] = set()
    for column, text in enumerate(classes, start=2):
        fault = id_fault(text)
        if fault:
            problems.add(column, place, f"the class in column {column} {fault}", "give every class a label")
        elif text in labels:
            problems.add(column, place, f"the class {label(text)} occurs twice", "give every class its own label")
        labels.add(text)
    problems.raise_if_any()
    return classes


def _values(rows: list[_Row], classes: tuple[str, ...], problems: Problems) -> tuple[list[_Row], FloatArray]:
    """Convert the cells of all rows at once; where that fails, note the cells that are no numbers, keep the rest."""
    values = numbers(chain.from_iterable(cells[1:] for _, cells in rows))
    if values is None:
        rows = [row for row in rows if not _tell_cells(*row, classes, problems)]
        values = numbers(chain.from_iterable(cells[1:] for _, cells in rows))
    return rows, np.asarray(values, dtype=np.float64).reshape(len(rows), len(classes))


def _tell_cells(line: int, cells: list[str], classes: tuple[str, ...], problems: Problems) -> bool:
    """Note the cells of a row that are not numbers; tell whether there are any."""
    wrong = [(text, cell) for text, cell in zip(classes, cells[1:], strict=True) if not is_number(cell)]
    for text, cell in wrong:
        seen = f"column {label(text)} holds {shown(cell)}" if cell.strip() else f"column {label(text)} is empty"
        problems.add(line, f"line {line} ({case_place(cells[0])})", seen, "expected a finite number such as 0.25")
    return bool(wrong)
