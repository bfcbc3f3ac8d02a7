"""Text in columns: the separator, the header, and the rows in pieces."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import chain, islice, repeat
from operator import itemgetter
from typing import TYPE_CHECKING, Literal, NamedTuple, NoReturn

import numpy as np

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.limits import MAX_LINE, MAX_TEXT, long_cell
from ordquant_core.formats.tables.columns import is_annotator, is_item, is_key, is_surely_label
from ordquant_core.formats.tables.short_numbers import short_numbers
from ordquant_core.formats.text import is_number, label, numbers
from ordquant_core.records import FloatArray

if TYPE_CHECKING:
    from _csv import Reader as CsvReader

DELIMITERS = (",", "\t", ";")
FIRST_PIECE = 256  # rows that are looked at before all others
PIECE = 8192  # rows that are converted at a time: memory stays bounded by the numbers, not by the text
BLOCK = 512 * 1024  # bytes, likewise
NEAR_ONE = 0.1  # how far from 1 the numbers of a first line may sum to be taken for probabilities
_COMMA = re.compile(r"\s*[+-]?\d+,\d+([eE][+-]?\d+)?\s*")
_PERCENT = re.compile(r"\s*(\d{1,9}(?:\.\d{1,15})?)\s?%\s*")
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")
_THOUSANDS_WITH_POINTS = re.compile(r"[1-9]\d{0,2}(\.\d{3})+")
_CELL = re.compile(r'"[^"]*"|\S+')  # between spaces
_RULE = re.compile(r"[\s:=-]*")  # below the header of a table in Markdown
_LINE_END = re.compile(r"\r\n?|\n")
Row = tuple[int, list[str]]  # the number of its (last) line, its cells


def first_line(text: str) -> str:
    """Return the first line that is not blank, "" if there is none in reach."""
    lines = re.finditer(r"[^\r\n]+", text[: 2 * MAX_LINE])
    return next((line for match in lines if (line := match.group()).strip()), "")


def delimiter_of(line: str) -> str:
    """Return the character that separates the columns of a line: the one that makes the most of them.

    A comma inside of numbers that something else separates is a decimal comma: `x;0,25;0,75` has three columns.
    """
    for delimiter in DELIMITERS[1:]:
        cells = line.split(delimiter)[1:]
        if any(map(_COMMA.fullmatch, cells)) and numbers(map(with_point, cells)) is not None:
            return delimiter
    return max(DELIMITERS, key=lambda delimiter: len(split(line, delimiter)))


def with_tabs(text: str) -> str | None:
    """Return a table that separates its columns by spaces, or by |, with tabs instead; None for all else.

    Such a table needs a header, which sets it apart from TREC's files: it has a usual name for ids, annotators or
    labels, or a name that is no number above a column of numbers, or numbers one after the other. It names every
    column, or all but the first, as R writes it.
    """
    first = first_line(text)
    if first.count("|") > 1 and not any(delimiter in text for delimiter in '\t"'):
        return _with_tabs_for_bars(text)
    header = _CELL.findall(first)
    if len(header) < 2 or any(delimiter in first for delimiter in DELIMITERS):
        return None
    lines = _LINE_END.split(text)
    rows = [cells for line in islice(filter(str.strip, lines), 1, FIRST_PIECE) if (cells := _CELL.findall(line))]
    widths = {len(row) for row in rows}
    if len(set(header)) < len(header) or len(widths) != 1:
        return None
    (width,) = widths
    without_ids = width == len(header) + 1 and all(is_number(cell) for row in rows for cell in row[1:])
    if not without_ids and (width != len(header) or width < 3 or not _is_header(header, rows)):
        return None
    start = next(number for number, line in enumerate(lines) if line.strip())
    made = ["\t".join(_CELL.findall(line)) for line in lines]
    if without_ids:
        made[start] = f"\t{made[start]}"
    return "\n".join(made)


def _with_tabs_for_bars(text: str) -> str | None:
    """Return a table whose columns | separates, as in Markdown with one at both ends, too, with tabs instead."""
    lines = _LINE_END.split(text)
    framed = all(line.strip()[0] == line.strip()[-1] == "|" for line in lines if line.strip())
    rows = [[cell.strip() for cell in (line.strip()[1:-1] if framed else line).split("|")] for line in lines]
    rows = [[] if _RULE.fullmatch("".join(row)) else row for row in rows]
    filled = [row for row in rows if any(row)]
    same = len({len(row) for row in filled}) == 1 and len(filled) > 1
    return (
        "\n".join("\t".join(row if any(row) else []) for row in rows)
        if same and _is_header(filled[0], filled[1:])
        else None
    )


def _is_header(header: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Return whether a line says what the columns of others are."""
    names = [cell.strip('"') for cell in header]
    if any(is_item(name) or is_annotator(name) or is_surely_label(name) for name in names):
        return True
    numeric = [place for place in range(len(names)) if all(is_number(row[place]) for row in rows)]
    if len(rows) > 1 and any(not is_number(names[place]) for place in numeric):
        return True
    steps = numbers(names[1:])
    in_order = steps is not None and set(np.diff(steps).tolist()) in ({1.0}, {-1.0})
    return in_order and len(numeric) >= len(names) - 1 and len({row[1] for row in rows}) > 1


def split(line: str, delimiter: str) -> list[str]:
    """Return the cells of a line."""
    if line.count('"') % 2:  # a quote in an id, or one that is closed in another line
        return line.split(delimiter)
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return line.split(delimiter)


def has_no_header(cells: Sequence[str]) -> bool:
    """Return whether a first line is already data: an id, then numbers that do not name classes.

    >>> lines = "thor 0.1 0.9", "topic 1 9", "tag -1 0 1", "tag -1 0 -1", "0.1 0.2 0.7"
    >>> [has_no_header(line.split()) for line in lines]
    [True, False, False, True, True]
    """
    row = numbers(cells)
    if row is not None and any("." in cell for cell in cells) and abs(row.sum() - 1) < NEAR_ONE and row.min() >= 0:
        return True  # a distribution without an id, or with one that is a number
    if len(cells) < 3:
        return False
    values = numbers(cells[1:])
    if values is None:
        return False
    if values.min() < 0:  # labels of classes, unless these would be without an order
        differences = values[1:] - values[:-1]
        return not (is_key(cells[0]) or (differences > 0).all() or (differences < 0).all())
    if any("." in cell for cell in cells[1:]) and abs(values.sum() - 1) < NEAR_ONE:
        return True
    if is_key(cells[0]):
        return False
    steps = set((values[1:] - values[:-1]).tolist())
    return steps not in ({1.0}, {-1.0})


class Reader:
    """The rows of UTF-8 bytes that are not blank, a piece at a time: the first as rows, the others as they come."""

    def __init__(self, data: bytes, delimiter: str, name: str, *, quotes: bool = True) -> None:
        self._name, self._data, self.delimiter = name, data, delimiter
        self.stopped: tuple[int, Problem] | None = None  # what ended the reading early, if anything did
        self._quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if quotes else csv.QUOTE_NONE
        # Without quotes and lone carriage returns, a row is a line: text that can be converted many lines at a time.
        self._plain = not (quotes and b'"' in data) and data.count(b"\r") == data.count(b"\r\n")
        self.decimal_comma = self.percent = False

    @property
    def plain(self) -> bool:
        """Whether numbers are written as Python writes them."""
        return not (self.decimal_comma or self.percent)

    def _number(self, cell: str) -> str:
        cell = with_point(cell) if self.decimal_comma else cell
        percent = _PERCENT.fullmatch(cell) if self.percent else None
        return str(Decimal(percent[1]).scaleb(-2)) if percent else cell

    def numbers(self, cells: Iterable[str]) -> FloatArray | None:
        """Convert cells, as this file writes numbers, to floats; None if any of them is not a number."""
        return numbers(cells if self.plain else map(self._number, cells))

    def label(self, cell: str) -> str:
        """Return a label with a decimal point, where the file has commas in numbers."""
        return with_point(cell) if self.decimal_comma and _COMMA.fullmatch(cell) else cell

    def with_points(self, rows: Iterable[list[str]]) -> list[list[str]]:
        """Return rows with decimal points, where the file has commas, and parts of 1 for its percentages."""
        return list(rows) if self.plain else [list(map(self._number, row)) for row in rows]

    def is_number(self, cell: str) -> bool:
        """Return whether `numbers` takes this cell."""
        return self.numbers([cell]) is not None

    def find_decimal_comma(self, rows: Iterable[Row]) -> None:
        """Detect decimal commas and signs for percent from some rows. Raises `InputError` for marks of thousands."""
        seen = list(rows)
        percents = (cell for _, row in seen for cell in row[1:] if "%" in cell)
        self.percent = any(_PERCENT.fullmatch(with_point(cell.strip())) for cell in percents)
        if self.delimiter == ",":
            return
        cells = [(line, cell.strip().rstrip(" %")) for line, row in seen for cell in row[1:]]
        commas = [(line, cell) for line, cell in cells if _COMMA.fullmatch(cell)]
        if commas and all(_THOUSANDS.fullmatch(cell) for _, cell in commas):
            self._refuse_thousands(*commas[0], "comma")
        self.decimal_comma = bool(commas)
        points = [(line, cell) for line, cell in cells if "." in cell and is_number(cell)]
        whole = any(cell.isdigit() and int(cell) > 1 for _, cell in cells if len(cell) < 10)
        if points and whole and all(_THOUSANDS_WITH_POINTS.fullmatch(cell) for _, cell in points):
            self._refuse_thousands(*points[0], "point")

    def _refuse_thousands(self, line: int, cell: str, mark: str) -> NoReturn:
        seen = f"{label(cell)} may have a thousands separator or a decimal {mark}"
        raise InputError([Problem(self._name, f"line {line}", seen, f"write whole numbers without a {mark}")])

    def mentions(self, key: str) -> bool:
        """Return whether some line starts with this text as its first cell, in any case."""
        pattern = rb"(?im)^[\xef\xbb\xbf]*[\" ]*%b[\" ]*%b" % (
            re.escape(key.encode()),
            re.escape(self.delimiter.encode()),
        )
        return re.search(pattern, self._data) is not None

    def pieces(self) -> "Iterator[list[Row] | Block]":
        """Yield all rows, the first few of them as such."""
        text = io.TextIOWrapper(io.BytesIO(self._data), encoding="utf-8-sig", newline="")  # decoded as it is read
        reader = self._csv(text)
        size = FIRST_PIECE
        while piece := self._rows(reader, size, 0):
            yield piece
            if self._plain:
                yield from self._blocks(reader.line_num)
                return
            size = PIECE

    def _blocks(self, line: int) -> "Iterator[Block]":
        """Yield the lines from this one (from 0) on in blocks of text."""
        data, start = self._data, 0
        for _ in range(line):
            start = data.find(b"\n", start) + 1
            if start == 0:
                return
        while start < len(data) and self.stopped is None:
            end = data.rfind(b"\n", start, start + BLOCK) + 1 or data.find(b"\n", start) + 1 or len(data)
            text = data[start:end].decode().replace("\r\n", "\n")
            yield Block(self, line, text)
            line += text.count("\n")
            start = end

    def rows(self, text: str, line: int) -> list[Row]:
        """Return the rows of some lines, the first of which has the number `line` + 1."""
        return self._rows(self._csv(io.StringIO(text, newline="")), None, line)

    def _csv(self, lines: Iterable[str]) -> "CsvReader":
        # strict: an open quote would swallow rows
        return csv.reader(lines, delimiter=self.delimiter, strict=True, quoting=self._quoting)

    def _rows(self, reader: "CsvReader", size: int | None, line: int) -> list[Row]:
        rows = ((line + reader.line_num, cells) for cells in reader if len(cells) > 1 or "".join(cells).strip())
        piece: list[Row] = []
        if self.stopped is None:
            try:
                piece.extend(islice(rows, size))
            except csv.Error as problem:
                where = line + reader.line_num
                found = Problem(self._name, f"line {where}", f"not CSV ({problem})", "check the quotes in this line")
                self.stopped = where, found
        if not long_cell(chain.from_iterable(map(itemgetter(1), piece))):  # at once: there are millions of cells
            return piece
        place, fault = next((place, fault) for place, (_, cells) in enumerate(piece) if (fault := long_cell(cells)))
        self.stopped = piece[place][0], Problem(self._name, f"line {piece[place][0]}", *fault)
        return piece[:place]


class Block(NamedTuple):
    """Some lines of a table."""

    reader: Reader
    line: int  # the number of the line before
    text: str

    def rows(self) -> list[Row]:
        """Return the lines as rows."""
        return self.reader.rows(self.text, self.line)

    def split(self, width: int) -> tuple[list[str], FloatArray] | None:
        """Return the first cells of all lines, and the numbers in the others; None where that is not all there is."""
        delimiter = self.reader.delimiter
        found = short_numbers(self.text, delimiter, width) if self.reader.plain else None
        if found is not None:
            return found
        lines = self.text.split("\n")
        if not lines[-1]:
            lines.pop()
        commas = width - 1
        if any(line.count(delimiter) != commas or len(line) > MAX_TEXT for line in lines):
            return None
        parts = [line.partition(delimiter) for line in lines]
        values = self.reader.numbers(delimiter.join([part[2] for part in parts]).split(delimiter))
        return None if values is None else ([part[0] for part in parts], values.reshape(len(lines), commas))

    def columns(self, width: int) -> list[list[str]] | None:
        """Return the cells of all lines, column by column; None where some line has another number of them."""
        delimiter, text = self.reader.delimiter, self.text.removesuffix("\n")
        lines = text.split("\n")
        if set(map(str.count, lines, repeat(delimiter))) != {width - 1} or max(map(len, lines)) > MAX_TEXT:
            return None
        cells = text.replace("\n", delimiter).split(delimiter)
        return [cells[place::width] for place in range(width)]


def by_column(piece: list[Row] | Block, width: int) -> tuple[Sequence[int], list[list[str]], list[Row]]:
    """Return the lines of a piece and their cells, column by column; and the rows of another width by themselves."""
    columns = piece.columns(width) if isinstance(piece, Block) else None
    if isinstance(piece, Block) and columns is not None:
        return range(piece.line + 1, piece.line + 1 + len(columns[0])), columns, []
    rows = rows_of(piece)
    whole = [(line, row) for line, row in rows if len(row) == width]
    columns = [[row[place] for _, row in whole] for place in range(width)]
    return [line for line, _ in whole], columns, [(line, row) for line, row in rows if len(row) != width]


def with_point(cell: str) -> str:
    """Return a number with a decimal point; with a comma and a point it is none."""
    return cell.replace(",", ".") if "." not in cell or "," not in cell else "."


def rows_of(piece: list[Row] | Block) -> list[Row]:
    """Return a piece as rows."""
    return piece.rows() if isinstance(piece, Block) else piece
