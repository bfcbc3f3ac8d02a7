"""Text in columns: which character separates them, what the header says they are, and the rows in pieces."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Literal, NamedTuple

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.limits import MAX_COLUMNS, MAX_LINE, refuse
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import id_fault, is_number, label, numbers, shown
from ordquant_core.records import FloatArray

if TYPE_CHECKING:
    from _csv import Reader as CsvReader

DELIMITERS = (",", "\t", ";")
FIRST_PIECE = 256  # rows that are looked at before all others
PIECE = 8192  # rows that are converted at a time: memory stays bounded by the numbers, not by the text
BLOCK = 512 * 1024  # bytes, likewise
NEAR_ONE = 0.1  # how far from 1 the numbers of a first line may sum to be taken for probabilities
LONGEST_LINE = 100_000  # characters of a line in a block; the csv module, for the others, knows cells up to 131,072
HEADER = "expected a header: case,class1,class2,…"
# Columns by their name, in lower case, with _ for every space and hyphen.
_KEY = re.compile(
    r"case|id|topic|query|qid|hashtag|item|dialogue|dialog|conversation|session|document|doc|turn|index|idx"
    r"|split|set|system|run|team|.*_(id|index|idx|no|number|key)|(case|dialogue|dialog|turn|topic|query|item|doc)id"
)
_TEXT = re.compile(
    r"(tweet_)?text\d*|utterance|sentence_?\d*|title|description|content|context|response|question|comments?|notes?"
    r"|link|url|href|lang|language"
)
ANNOTATORS = frozenset({"annotator", "annotator_id", "worker", "worker_id", "rater", "user", "coder", "judge"})
LABELS = frozenset({"label", "vote", "rating", "grade", "answer", "annotation", "class"})
SYSTEMS = frozenset({"system", "run", "run_id", "team", "model"})
Row = tuple[int, list[str]]  # the number of its (last) line, its cells


class Columns(NamedTuple):
    """What the columns of a table are, by their places."""

    keys: tuple[int, ...]  # the id of a case, in parts
    classes: tuple[int, ...]
    extras: tuple[int, ...]
    annotator: int | None = None
    label: int | None = None


def first_line(text: str) -> str:
    """Return the first line that is not blank, "" if there is none in reach."""
    match = re.search(r"[^\r\n]*\S[^\r\n]*", text[: 2 * MAX_LINE])
    return match.group() if match else ""


def delimiter_of(line: str) -> str:
    """Return the character that separates the columns of a line: the one that makes the most of them."""
    return max(DELIMITERS, key=lambda delimiter: len(_split(line, delimiter)))


def _split(line: str, delimiter: str) -> list[str]:
    if line.count('"') % 2:  # a quote in an id, or one that is closed in another line
        return line.split(delimiter)
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return line.split(delimiter)


def has_no_header(cells: Sequence[str]) -> bool:
    """Tell whether a first line is data already: an id, then numbers that name no classes.

    >>> [has_no_header(line.split()) for line in ("thor 0.1 0.9", "topic 1 9", "tag -1 0 1")]
    [True, False, False]
    """
    if len(cells) < 3:
        return False
    values = numbers(cells[1:])
    if values is None or values.min() < 0:
        return False
    if any("." in cell for cell in cells[1:]) and abs(values.sum() - 1) < NEAR_ONE:
        return True
    if _KEY.fullmatch(normal(cells[0])):
        return False
    steps = set((values[1:] - values[:-1]).tolist())
    return steps not in ({1.0}, {-1.0})


def normal(header: str) -> str:
    """Return the name of a column as the lists above spell it."""
    return re.sub(r"[\s\-]+", "_", header.strip().lower())


def columns_of(header: Sequence[str]) -> Columns:
    """Tell by their names what the columns of a table are: keys from the left, texts anywhere, the rest are classes."""
    names = [normal(cell) for cell in header]
    annotator = next((place for place, text in enumerate(names) if text in ANNOTATORS), None)
    votes = next((place for place, text in enumerate(names) if text in LABELS), None)
    if annotator is None or votes is None or annotator == 0 or votes == 0:
        annotator = votes = None
    extras = [place for place, text in enumerate(names) if place and _TEXT.fullmatch(text)]
    others = [place for place in range(len(names)) if place not in {annotator, votes, *extras}]
    keys = others[:1]
    for place in others[1:]:
        if not _KEY.fullmatch(names[place]):
            break
        keys.append(place)
    classes = [place for place in others if place not in keys]
    return Columns(tuple(keys), tuple(classes), tuple(extras), annotator, votes)


def is_key(header: str) -> bool:
    """Tell whether a column of this name holds ids."""
    return _KEY.fullmatch(normal(header)) is not None


def check_header(line: int, header: Sequence[str], columns: Columns, name: str, first_ids: Sequence[str]) -> None:
    """Raise `InputError` for a header that is none, or whose classes cannot be told apart."""
    place = f"line {line}"
    if len(header) > MAX_COLUMNS:
        raise refuse(name, f"the file has {len(header):,} columns", f"{MAX_COLUMNS:,}")
    known = is_key(header[0]) if header else False
    if not known and (len(header) < 3 or not header[0].strip() or (first_ids and all(map(is_number, first_ids)))):
        seen = f"the file starts with {shown(header[0] if header else '')}"
        raise InputError([Problem(name, place, seen, f"{HEADER} (or a JSON list of cases)")])
    if not known and numbers(header[1:]) is not None and min(map(float, header[1:])) >= 0:
        seen = f"the file starts with {shown(header[0])}"
        raise InputError([Problem(name, place, seen, f"{HEADER} (or a JSON list of cases)")])
    problems = Problems(name)
    labels: set[str] = set()
    for column in columns.classes:
        text = header[column].strip()
        fault = id_fault(text)
        if fault:
            problems.add(column, place, f"the class in column {column + 1} {fault}", "give every class a label")
        elif text in labels:
            problems.add(column, place, f"the class {label(text)} occurs twice", "give every class its own label")
        labels.add(text)
    problems.raise_if_any()


class Reader:
    """The rows of UTF-8 bytes that are not blank, a piece at a time: the first as rows, the others as they come."""

    def __init__(self, data: bytes, delimiter: str, name: str, *, quotes: bool = True) -> None:
        self._name, self._data, self.delimiter = name, data, delimiter
        self.stopped: tuple[int, Problem] | None = None  # what ended the reading early, if anything did
        self._quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if quotes else csv.QUOTE_NONE
        # Without quotes and lone carriage returns, a row is a line: text that can be converted many lines at a time.
        self._plain = not (quotes and b'"' in data) and data.count(b"\r") == data.count(b"\r\n")

    def mentions(self, key: str) -> bool:
        """Tell whether some line starts with this text as its first cell, in any case."""
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
        found = self._rows(self._csv(io.StringIO(text, newline="")), None, line)
        return found

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
                told = Problem(self._name, f"line {where}", f"not CSV ({problem})", "check the quotes in this line")
                self.stopped = where, told
        return piece


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
        lines = self.text.split("\n")
        if not lines[-1]:
            lines.pop()
        commas = width - 1
        if any(line.count(delimiter) != commas or len(line) > LONGEST_LINE for line in lines):
            return None
        parts = [line.partition(delimiter) for line in lines]
        values = numbers(delimiter.join([part[2] for part in parts]).split(delimiter))
        return None if values is None else ([part[0] for part in parts], values.reshape(len(lines), commas))


def rows_of(piece: list[Row] | Block) -> list[Row]:
    """Return a piece as rows."""
    return piece.rows() if isinstance(piece, Block) else piece
