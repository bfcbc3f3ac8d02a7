"""Excel workbooks (.xlsx): the cells of each sheet. Everything is scanned before the library that parses it sees it."""

from __future__ import annotations  # help() shows types as they are written

import io
import re
import zipfile
import zlib
from collections.abc import Sequence
from html import unescape
from typing import Any, NamedTuple

from ordquant_core.errors import InputError, Problem, extra
from ordquant_core.formats.archive import content, members
from ordquant_core.formats.files import File
from ordquant_core.formats.limits import (
    MEBIBYTE,
    XLSX_CELLS,
    XLSX_OTHER_TAGS,
    XLSX_ROWS,
    XLSX_SHEETS,
    XLSX_STYLES,
    XLSX_TAG,
    XLSX_TAGS,
    XLSX_UNPACKED,
    long_cell,
    refuse,
)
from ordquant_core.formats.text import is_number, label
from ordquant_core.numerals import count

MOST_DIGITS = 15  # what Excel keeps of a number
_HEAD = 1_000  # bytes in which XML says how it is encoded
_MOST_FORMAT = 255  # characters of the format of a number, in Excel
_SHEET = re.compile(rb"<(?:\w+:)?sheet\b")
_STYLE = re.compile(rb"<(?:\w+:)?xf\b")
_FORMAT = re.compile(rb"formatCode\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)')")
_DECLARED = re.compile(rb"(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*+=\s*+[\"']([^\"'>]*+)")
_ENTITIES = tuple(word.encode(code) for word in ("<!DOCTYPE", "<!ENTITY") for code in ("ascii", "utf-16le", "utf-16be"))
_BROKEN = (  # what the library raises for broken XML, or XML that is not a workbook's
    *(ArithmeticError, AttributeError, AssertionError, LookupError, OSError, RuntimeError, SyntaxError, TypeError),
    *(ValueError, EOFError, zlib.error, zipfile.BadZipFile),
)
# A tag ends at the first > that is in no value of an attribute; none of these may hold a <.
_TAG = re.compile(rb"[^<>\"']*+(?:\"[^<\"]*+\"[^<>\"']*+|'[^<']*+'[^<>\"']*+)*+>")
_FAR_FROM_THE_NEXT = re.compile(b"<(?=[^<]{%d})" % XLSX_TAG)  # a long tag, or a long text after it
_ACTION = "save it as .xlsx or as CSV"


class Sheet(NamedTuple):
    """The rows of a sheet that hold something, all as long as the longest of them."""

    numbers: list[int]
    rows: list[list[str]]
    uncalculated: str = ""  # the first cell whose formula has no value
    percent: str = ""  # the first number that is shown as a percentage

    @property
    def holds_numbers(self) -> bool:
        """Whether a row below the first has a number beside another cell."""
        return any(len(row) > 1 and any(is_number(cell.rstrip(" %")) for cell in row) for row in self.rows[1:])

    @property
    def is_table(self) -> bool:
        """Whether it has two columns and two rows at least."""
        return len(self.rows) > 1 and sum(map(bool, self.rows[0])) > 1


def sheets(data: bytes, name: str) -> dict[str, Sheet]:
    """Return all sheets that hold something. Raises `InputError` beyond the limits, and for a damaged workbook."""
    with extra("formats", "Reading an Excel workbook"):
        from openpyxl import load_workbook

    data, formulas = _checked(data, name)
    sheets_with_cells: dict[str, Sheet] = {}
    room = XLSX_CELLS
    try:
        books = [
            load_workbook(io.BytesIO(data), read_only=True, data_only=values, keep_links=False)
            for values in ((True, False) if formulas else (True,))
        ]
        for pair in zip(*(book.worksheets for book in books), strict=True):
            sheet, room = _sheet(pair, name, room)
            if sheet.rows:
                sheets_with_cells[pair[0].title] = sheet
    except InputError:
        raise
    except _BROKEN as problem:
        seen = f"not a workbook that can be read ({type(problem).__name__})"
        raise InputError([Problem(name, "", seen, _ACTION)]) from None
    if not sheets_with_cells:
        raise InputError([Problem(name, "", "all sheets are empty", "give a sheet with a header and a row per case")])
    return sheets_with_cells


def _sheet(pair: Sequence[Any], name: str, room: int) -> tuple[Sheet, int]:
    """Return a sheet, and for how many cells there is room after it; `pair`: its values, and its formulas if any."""
    rows: dict[int, list[str]] = {}
    uncalculated = percent = ""
    title = label(pair[0].title)
    for sheet in pair:
        sheet.reset_dimensions()  # the size that the file declares may be wrong
    for number, (cells, *written) in enumerate(zip(*(sheet.iter_rows() for sheet in pair), strict=True), start=1):
        room -= len(cells)
        if number > XLSX_ROWS:
            raise refuse(name, f"sheet {title} has more than {count(XLSX_ROWS)} rows", count(XLSX_ROWS))
        if room < 0:
            raise refuse(name, f"the workbook has more than {count(XLSX_CELLS)} cells", count(XLSX_CELLS))
        place = f"row {number} of sheet {title}"
        row = [_text(cell.value, name, place) for cell in cells]
        if fault := long_cell(row):
            raise InputError([Problem(name, place, *fault)])
        while row and not row[-1]:
            row.pop()
        if row:
            rows[number] = row
        percent = percent or next((cell.coordinate for cell in cells if _is_percent(cell)), "")
        pairs = zip(cells, *written, strict=True) if written else ()
        uncalculated = uncalculated or next((one.coordinate for cell, one in pairs if _has_no_value(cell, one)), "")
    width = max(map(len, rows.values()), default=0)
    padded = [row + [""] * (width - len(row)) for row in rows.values()]
    return Sheet(list(rows), padded, uncalculated, percent), room


def _is_percent(cell: Any) -> bool:
    return isinstance(cell.value, int | float) and "%" in (cell.number_format or "")


def _has_no_value(cell: Any, formula: Any) -> bool:
    """Return whether a formula was never calculated: a program wrote it that does not calculate."""
    return cell.value is None and isinstance(formula.value, str) and formula.value.startswith("=")


def _text(value: object, name: str, place: str) -> str:
    """Return a cell as the text that a person sees in it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**63:
        value = int(value)
    if isinstance(value, int) and len(str(abs(value))) > MOST_DIGITS:
        seen = f"the number {value} has more digits than Excel keeps"
        action = f"format the column as text and enter it again (Excel keeps {MOST_DIGITS} digits of a number)"
        raise InputError([Problem(name, place, seen, action)])
    return repr(value) if isinstance(value, float) else str(value)


def _checked(data: bytes, name: str) -> tuple[bytes, bool]:
    """Raise `InputError` for a workbook that is damaged, or beyond the limits before anything in it is parsed.

    Return what was unpacked and checked, as an archive that says of its members what they are; and whether there are
    formulas in it.
    """
    size = tags = others = 0
    formulas = False
    stored = io.BytesIO()
    with zipfile.ZipFile(stored, "w") as checked:
        for info, archive in members(File(name, data)):
            part = content(archive, info, name)
            size += len(part)
            if size > XLSX_UNPACKED:
                raise refuse(name, "the workbook is too large unpacked", f"{XLSX_UNPACKED // MEBIBYTE} MiB; {_ACTION}")
            _check_part(part, info.filename, name)
            checked.writestr(zipfile.ZipInfo(info.filename), part)
            if info.filename.startswith(("xl/worksheets/", "xl/sharedStrings")):
                tags += part.count(b"<")
                formulas |= b"<f>" in part or b"<f " in part
            else:
                others += part.count(b"<")
            if tags > XLSX_TAGS or others > XLSX_OTHER_TAGS:
                raise refuse(name, "the workbook holds too much", f"{count(XLSX_CELLS)} cells; {_ACTION}")
    return stored.getvalue(), formulas


def _check_part(part: bytes, called: str, name: str) -> None:
    """Raise `InputError` for XML that would grow while it is parsed, that cannot be checked, or holds too much."""
    seen = "defines XML entities" if any(word in part for word in _ENTITIES) else ""
    if not seen and called.endswith((".xml", ".rels")) and not _is_utf8(part):
        seen = "is not UTF-8"
    if seen:
        raise InputError([Problem(name, "", f"its part {label(called)} {seen}", _ACTION)])
    if called.endswith((".xml", ".rels")) and _has_long_tag(part):
        raise refuse(name, f"a tag in its part {label(called)} is too long", f"{count(XLSX_TAG)} bytes; {_ACTION}")
    if called == "xl/workbook.xml" and (sheets := len(_SHEET.findall(part))) > XLSX_SHEETS:
        raise refuse(name, f"the workbook has {count(sheets, 'sheet')}", f"{XLSX_SHEETS}")
    if called == "xl/styles.xml":
        styles = len(_STYLE.findall(part))
        longest = max((len(unescape(code.decode())) for codes in _FORMAT.findall(part) for code in codes), default=0)
        if styles > XLSX_STYLES:
            raise refuse(name, f"the workbook has {count(styles)} styles of cells", f"{count(XLSX_STYLES)}; {_ACTION}")
        if longest > _MOST_FORMAT:
            raise refuse(name, f"a format of numbers has {count(longest)} characters", f"{_MOST_FORMAT}")


def _has_long_tag(part: bytes) -> bool:
    """Return whether there is a tag that would be searched for its end again and again, or has a million attributes."""
    return any(not _TAG.match(part, begun.end(), begun.end() + XLSX_TAG) for begun in _FAR_FROM_THE_NEXT.finditer(part))


def _is_utf8(part: bytes) -> bool:
    """Return whether a parser of XML takes these bytes for UTF-8, and they are."""
    declared = _DECLARED.match(part[:_HEAD])
    if declared and declared[1].upper() not in (b"UTF-8", b"UTF8", b"US-ASCII", b"ASCII"):
        return False
    try:
        part.decode()
    except UnicodeDecodeError:
        return False
    return b"\0" not in part  # which UTF-16 has, and XML in UTF-8 has not
