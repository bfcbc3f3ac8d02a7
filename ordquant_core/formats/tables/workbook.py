"""Excel workbooks (.xlsx): each sheet is a table, the sheets of a workbook are its scales."""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import unescape
from typing import ClassVar

from ordquant_core import numerals
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
    XLSX_TAGS,
    XLSX_UNPACKED,
    long_cell,
    refuse,
)
from ordquant_core.formats.opened import Part, WithTables, choose_scale
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.tables.above import is_above
from ordquant_core.formats.tables.delimited import FIRST_PIECE, PIECE, Block, Reader, Row
from ordquant_core.formats.text import is_number, label

_HEAD = 1_000  # bytes in which XML says how it is encoded
MOST_DIGITS = 15  # what Excel keeps of a number
_SHEET = re.compile(rb"<(?:\w+:)?sheet\b")
_STYLE = re.compile(rb"<(?:\w+:)?xf\b")
_FORMAT = re.compile(rb"formatCode\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)')")
_MOST_FORMAT = 255  # characters of the format of a number, in Excel
_STYLES = "xl/styles.xml"
_DECLARED = re.compile(rb"(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*+=\s*+[\"']([^\"'>]*+)")
_ENTITIES = tuple(word.encode(code) for word in ("<!DOCTYPE", "<!ENTITY") for code in ("ascii", "utf-16le", "utf-16be"))
# What the library raises for broken XML, or XML that is not a workbook's.
_BROKEN = (
    ArithmeticError,
    AttributeError,
    AssertionError,
    LookupError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    EOFError,
    zlib.error,
    zipfile.BadZipFile,
)
_ACTION = "save it as .xlsx or as CSV"


class SheetReader(Reader):
    """The rows of a sheet, already read."""

    def __init__(self, rows: Sequence[Row], name: str, uncalculated: str = "", notes: Sequence[str] = ()) -> None:
        super().__init__(b"", ",", name)
        self.sheet = rows
        self.notes = notes  # on rows above the table
        self.uncalculated = uncalculated  # the first cell whose formula has no value

    def pieces(self) -> Iterator[list[Row] | Block]:
        """Yield the rows in lists."""
        for start in range(0, len(self.sheet), PIECE):
            yield list(self.sheet[start : start + PIECE])

    def check_calculated(self) -> None:
        """Raise `InputError` where a sheet that may be a table has a formula without a value."""
        if self.uncalculated and len(self.sheet) > 1 and len(self.sheet[0][1]) > 1:
            seen = "holds a formula that was never calculated"
            action = "open the workbook in a spreadsheet program and save it, or paste the values"
            raise InputError([Problem(self._name, f"cell {self.uncalculated}", seen, action)])

    def holds_numbers(self) -> bool:
        """Return whether two columns or more have numbers below their first row."""
        rows = [row for _, row in self.sheet[1:FIRST_PIECE]]
        width = len(self.sheet[0][1])
        return (
            sum(any(place < len(row) and is_number(row[place].rstrip(" %")) for row in rows) for place in range(width))
            > 1
        )

    def is_even(self) -> bool:
        """Return whether most rows are filled as the first one is, as those of a table are."""
        widths = [sum(map(bool, row)) for _, row in self.sheet[:FIRST_PIECE]]
        return len(widths) > 1 and 2 * widths.count(widths[0]) > len(widths)

    def mentions(self, key: str) -> bool:
        """Return whether some row starts with this text, in any case."""
        return any(row[0].strip().casefold() == key for _, row in self.sheet)


def sheets(data: bytes, name: str) -> dict[str, SheetReader]:
    """Return the rows of all sheets that hold any. Raises `InputError`."""
    with extra("formats", "Reading an Excel workbook"):
        import openpyxl

    data, formulas = _checked(data, name)
    found: dict[str, SheetReader] = {}
    cells = 0
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        empty = _uncalculated(data) if formulas else {}
        for sheet in book.worksheets:
            rows: list[Row] = []
            sheet.reset_dimensions()  # the size that the file declares may be wrong
            for number, values in enumerate(sheet.iter_rows(values_only=True), start=1):
                if number > XLSX_ROWS:
                    raise refuse(
                        name,
                        f"sheet {sheet.title} has more than {numerals.count(XLSX_ROWS)} rows",
                        numerals.count(XLSX_ROWS),
                    )
                cells += len(values)
                if cells > XLSX_CELLS:
                    raise refuse(
                        name,
                        f"the workbook has more than {numerals.count(XLSX_CELLS)} cells",
                        numerals.count(XLSX_CELLS),
                    )
                row = [_text(value, name, sheet.title, number) for value in values]
                if fault := long_cell(row):
                    place = f"line {number}"
                    raise InputError([Problem(name, place, f"{fault[0]} in sheet {label(sheet.title)}", fault[1])])
                while row and not row[-1]:
                    row.pop()
                if row:
                    rows.append((number, row))
            if rows:
                first = min(next(place for place, text in enumerate(row) if text) for _, row in rows)
                rows = [(number, row[first:]) for number, row in rows]  # a table may begin in any column
                titles: list[str] = []
                while is_above(rows[0][1], [row for _, row in rows[1:FIRST_PIECE]]):
                    number, row = rows.pop(0)
                    words = label("".join(row).strip())
                    titles.append(f"{name}: line {number} of sheet {label(sheet.title)} is left out: {words}")
                width = len(rows[0][1])
                padded = [(line, row + [""] * (width - len(row))) for line, row in rows]
                found[sheet.title] = SheetReader(padded, name, empty.get(sheet.title, ""), titles)
    except InputError:
        raise
    except _BROKEN as problem:
        seen = f"not a workbook that can be read ({type(problem).__name__})"
        raise InputError([Problem(name, "", seen, _ACTION)]) from None
    if not found:
        raise InputError([Problem(name, "", "all sheets are empty", "give a sheet with a header and a row per case")])
    return found


def _uncalculated(data: bytes) -> dict[str, str]:
    """Return the first cell of each sheet whose formula has no value: a program wrote it that does not calculate."""
    import openpyxl

    found: dict[str, str] = {}
    books = [
        openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=values, keep_links=False)
        for values in (True, False)
    ]
    for valued, written in zip(*(book.worksheets for book in books), strict=True):
        valued.reset_dimensions()
        written.reset_dimensions()
        pairs = zip(valued.iter_rows(), written.iter_rows(), strict=True)
        for cell, formula in (both for rows in pairs for both in zip(*rows, strict=True)):
            if cell.value is None and isinstance(formula.value, str) and formula.value.startswith("="):
                found[valued.title] = f"{formula.coordinate} of sheet {label(valued.title)}"
                break
    return found


def _checked(data: bytes, name: str) -> tuple[bytes, bool]:
    """Raise `InputError` for a workbook that is damaged, or beyond the limits before anything in it is parsed.

    Return what was unpacked and checked, as an archive that says of its members what they are, and whether there are
    formulas in it.
    """
    size = tags = others = 0
    formulas = False
    parts: dict[str, bytes] = {}
    for info, archive in members(File(name, data)):
        part = content(archive, info, name)
        size += len(part)
        if size > XLSX_UNPACKED:
            limit = f"{XLSX_UNPACKED // MEBIBYTE} MiB; save it as CSV"
            raise refuse(name, "the workbook is too large unpacked", limit)
        _check_part(part, info.filename, name)
        parts[info.filename] = part
        if info.filename.startswith(("xl/worksheets/", "xl/sharedStrings")):
            tags += part.count(b"<")
            formulas |= b"<f>" in part or b"<f " in part
        else:
            others += part.count(b"<")
        if info.filename == "xl/workbook.xml":
            count = len(_SHEET.findall(part))
            if count > XLSX_SHEETS:
                raise refuse(name, f"the workbook has {numerals.count(count)} sheets", f"{XLSX_SHEETS}")
        if tags > XLSX_TAGS or others > XLSX_OTHER_TAGS:
            raise refuse(name, "the workbook holds too much", f"{numerals.count(XLSX_CELLS)} cells; save it as CSV")
    stored = io.BytesIO()
    with zipfile.ZipFile(stored, "w") as archive:
        for called, part in parts.items():
            archive.writestr(zipfile.ZipInfo(called), part)
    return stored.getvalue(), formulas


def _check_part(part: bytes, called: str, name: str) -> None:
    """Raise `InputError` for XML that would grow while it is parsed, or that cannot be checked before."""
    seen = ""
    if any(word in part for word in _ENTITIES):
        seen = "defines XML entities"
    elif called.endswith((".xml", ".rels")) and not _is_utf8(part):
        seen = "is not UTF-8"
    if seen:
        raise InputError([Problem(name, "", f"its part {label(called)} {seen}", _ACTION)])
    if called != _STYLES:
        return
    styles, codes = len(_STYLE.findall(part)), _FORMAT.findall(part)
    if styles > XLSX_STYLES:
        action = f"{numerals.count(XLSX_STYLES)}; save it as CSV"
        raise refuse(name, f"the workbook has {numerals.count(styles)} styles of cells", action)
    longest = max((len(unescape(code.decode())) for pair in codes for code in pair), default=0)
    if longest > _MOST_FORMAT:
        raise refuse(name, f"a format of numbers has {numerals.count(longest)} characters", f"{_MOST_FORMAT}")


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


def _text(value: object, name: str, sheet: str, line: int) -> str:
    """Return a cell as the text that a person sees in it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**63:
        value = int(value)
    if isinstance(value, int) and len(str(abs(value))) > MOST_DIGITS:
        place, seen = f"line {line}", f"the number {value} in sheet {sheet} has more digits than Excel keeps"
        action = f"format the column as text and enter it again (Excel keeps {MOST_DIGITS} digits of a number)"
        raise InputError([Problem(name, place, seen, action)])
    return repr(value) if isinstance(value, float) else str(value)


class Workbook(WithTables):
    """The tables of a workbook, by sheet."""

    __slots__ = ()
    kind: ClassVar[str] = "xlsx"
    words: ClassVar[str] = "an Excel workbook"

    @property
    def scales(self) -> tuple[str, ...]:
        """The sheets, where there are several."""
        return tuple(self.tables) if len(self.tables) > 1 else ()

    def read(self, problems: Problems, *, scale: str | None, as_gold: bool) -> list[Part]:
        """Read the sheet that was chosen."""
        sheet = choose_scale(self.scales, scale, self.name)
        parts = super().read(problems, scale=sheet, as_gold=as_gold)
        return [part._replace(content=replace(part.content, scale=sheet)) for part in parts]
