"""Open a file: its text, separator, header and decimal sign, the sheet of a workbook, what a value of JSON holds.

The first of four steps. What the file itself does not show for certain is a question, which a mapping answers.
"""

from __future__ import annotations  # help() shows types as they are written

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats import json_table, official, parquet, workbook
from ordquant_core.formats.archive import gunzip, is_workbook, is_zip
from ordquant_core.formats.delimited import Lines, lines_in, lines_of, no_text
from ordquant_core.formats.files import File, check_size
from ordquant_core.formats.formulas import unguarded
from ordquant_core.formats.grid import FIRST_NAMES, NamedCells, cell_of, cells_of, columns_of, decimal_of, table_of
from ordquant_core.formats.header import Header, header_of, unnamed
from ordquant_core.formats.json.strict import load_lines
from ordquant_core.formats.limits import check_json, check_lines, check_time
from ordquant_core.formats.mapping import TableMapping
from ordquant_core.formats.official import Official
from ordquant_core.formats.raw_table import RawTable, Reason
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import NotUnicodeError, encodings_of, label, text_of
from ordquant_core.numerals import count, listed

SHOWN = 12  # lines of a preview


@dataclass(frozen=True, eq=False)
class OpenedFile:
    """What a file holds: a table, a file of a known official format, or the reasons why somebody must say more."""

    file: str
    digest: bytes  # of its content
    table: RawTable | None = None
    official: Official | None = None
    reasons: tuple[Reason, ...] = ()  # questions, in the order header, encoding, decimal, sheet
    lines: tuple[tuple[str, ...], ...] = ()  # the cells of its first lines, as they stand there
    notes: tuple[str, ...] = ()
    given: TableMapping | None = None  # how somebody said that it is opened


def open_file(file: File, given: TableMapping | None = None) -> OpenedFile:
    """Open a file, whose type its content shows, never its name.

    `given` answers questions: the line of the header, the encoding, the decimal sign, the sheet, whether the table is
    turned; the columns that it names show the header, too. Raises `InputError` with all problems of the file.
    """
    data, name, mapping = gunzip(file).data, file.name, given or TableMapping()
    check_size(data, name)
    check_time(name)
    opened = OpenedFile(name, hashlib.sha256(file.data).digest(), given=given)
    if is_zip(data):
        return _open_workbook(data, opened, mapping)
    if data.startswith(parquet.MARK):
        return _with_table(opened, table_of(name, parquet.grid_of(data, name), turned=mapping.turned), mapping)
    try:
        text = text_of(data, name, mapping.encoding)
    except NotUnicodeError:
        return replace(opened, reasons=(_which_encoding(data, name),))
    if text.lstrip()[:1] in ("[", "{"):
        check_json(data, name)
        return _open_json(text, opened, mapping)
    check_lines(text.encode() if b"\0" in data else data, name)
    known = official.recognise_text(text, name)
    if known is not None:
        return replace(opened, official=known)
    lines, separator, note = lines_in(text, name)
    if separator == "," and '"' not in text and not mapping.decimal:
        mapping = replace(mapping, decimal=".")  # no cell has a comma
    opened = replace(opened, notes=(note,) if note else ())
    return _open_lines(lines, opened, mapping, points=separator != ",")


def _which_encoding(data: bytes, name: str) -> Reason:
    """Return the question how a text is encoded, with three words of it in each encoding. Raises without any."""
    words_of = encodings_of(data)
    if not words_of:
        raise InputError([Problem(name, "", "this is no text", "save the table as CSV")])
    words = "; ".join(f"{encoding}: {some}" for encoding, some in words_of.items())
    return Reason("encoding", f"The text is not UTF-8. In which encoding are its words right? {words}", tuple(words_of))


def _which_sheet(what: str, names: Sequence[str]) -> Reason:
    return Reason("sheet", f"The file holds the {what} {listed([*map(label, names)])}: choose one.", tuple(names))


def _open_json(text: str, opened: OpenedFile, given: TableMapping) -> OpenedFile:
    name = opened.file
    value, lines = load_lines(text, name)
    known = official.recognise_json(value, name)
    if known is not None:
        return replace(opened, official=known)
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        rows = [list(map(cell_of, row)) for row in value]
        numbers, place = (lines, "line") if lines else (range(1, len(rows) + 1), "entry")
        return _open_lines(lines_of(numbers, rows, place), opened, given)
    keys = json_table.tables_in(value)
    if len(keys) > 1 and given.sheet not in keys:
        return replace(opened, reasons=(_which_sheet("lists", keys),))
    return _with_table(opened, json_table.table_of(value, name, given, lines=lines), given)


def _with_table(opened: OpenedFile, table: RawTable, given: TableMapping) -> OpenedFile:
    """Return an opened table with its decimal sign, or the question which it is."""
    decimal, unclear = decimal_of(table.cells, given)
    opened = replace(opened, lines=(table.header, *map(tuple, table.cells[:SHOWN])), notes=table.notes)
    if unclear is not None:
        return replace(opened, reasons=(unclear,))
    return replace(opened, table=replace(table, decimal=decimal))


def _open_workbook(data: bytes, opened: OpenedFile, given: TableMapping) -> OpenedFile:
    name = opened.file
    if not is_workbook(data):
        raise InputError([Problem(name, "", "this is a zip archive", "unpack it, or open it with all files of a task")])
    sheets = workbook.sheets(data, name)
    numbers = [title for title, sheet in sheets.items() if sheet.holds_numbers]
    tables = numbers or [title for title, sheet in sheets.items() if sheet.is_table] or list(sheets)
    title = given.sheet or tables[0]
    if title not in sheets:
        seen = f"there is no sheet {label(title)} with cells"
        raise InputError([Problem(name, "", seen, f"choose one of {listed([*map(label, sheets)])}")])
    sheet = sheets[title]
    if len(tables) > 1 and not given.sheet:
        preview = tuple(map(tuple, sheet.rows[:SHOWN]))
        return replace(opened, reasons=(_which_sheet("sheets", tables),), lines=preview)
    if sheet.uncalculated:
        seen = "holds a formula that was never calculated"
        action = "open the workbook in a spreadsheet program and save it, or paste the values"
        raise InputError([Problem(name, f"cell {sheet.uncalculated} of sheet {label(title)}", seen, action)])
    notes = [f"{name}: sheet {label(other)} is left out" for other in sheets if other != title]
    if sheet.percent:
        notes.append(f"{name}: cell {sheet.percent} and others are shown as percentages; 50% is read as 0.5")
    return _open_lines(lines_of(sheet.numbers, sheet.rows, "row"), replace(opened, notes=tuple(notes)), given)


def _open_lines(lines: Lines, opened: OpenedFile, given: TableMapping, *, points: bool = False) -> OpenedFile:
    """Open the table that stands in lines: its header, then the rows below, all of the same number of cells."""
    name = opened.file
    if not len(lines.cells):
        raise no_text(name)
    top = dict(zip(lines.numbers, lines.top(SHOWN), strict=False))
    places = range(1, min(SHOWN, max(top)) + 1)  # lines left out are ()
    opened = replace(opened, lines=tuple(tuple(top.get(number, ())) for number in places))
    header = header_of(lines, given, name)
    where, numbers = f"{lines.place} {lines.numbers[header.at]}", lines.numbers[header.at + 1 :]
    cells = lines.cells[header.at + 1 :]
    if header.reason is None and not isinstance(cells, np.ndarray):
        _check_widths(lines, header, where, name)
        cells = cells_of(cells, len(header.names))
    decimal, unclear = decimal_of(cells, given, points=points) if isinstance(cells, np.ndarray) else (".", None)
    reasons = tuple(reason for reason in (header.reason, unclear) if reason is not None)
    if reasons or not isinstance(cells, np.ndarray):
        return replace(opened, reasons=reasons)
    above = zip(lines.numbers, lines.top(0 if header.levels else header.at), strict=False)
    notes = [
        *opened.notes,
        *(
            f"{name}: {lines.place} {number} above the header is left out: {label(' '.join(filter(None, row)))}"
            for number, row in above
        ),
    ]
    names, nameless = header.names, unnamed(header.names, cells)
    if nameless:
        notes += [f"{name}: column {place + 1} has no name and is left out" for place in nameless]
        cells = np.delete(cells, nameless, axis=1)
        names = [column for place, column in enumerate(names) if place not in nameless]
    if names[0] in FIRST_NAMES and names[0] not in columns_of(given):
        names = ["", *names[1:]]
    grid = unguarded(NamedCells(names, cells, numbers, lines.place))
    table = table_of(name, grid, header_at=where, turned=given.turned, decimal=decimal, notes=tuple(notes))
    return replace(opened, table=table, notes=table.notes)


def _check_widths(lines: Lines, header: Header, where: str, name: str) -> None:
    """Raise `InputError` for each row below the header that has another number of cells."""
    rows, width = lines.cells[header.at + 1 :], len(header.names)
    widths = {len(row) for row in rows}
    if len(widths) == 1 and width not in widths and len(rows) > 1:
        seen = f"the header has {count(width, 'cell')}, all rows have {count(widths.pop())}"
        raise InputError([Problem(name, where, seen, "give each column one name")])
    problems = Problems(name)
    for number, row in zip(lines.numbers[header.at + 1 :], rows, strict=True):
        if len(row) != width:
            action = f"the header has {count(width)}: give each row as many"
            problems.add(number, f"{lines.place} {number}", count(len(row), "cell"), action)
    problems.raise_if_any()
