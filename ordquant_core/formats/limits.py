"""Limits on what is read: each is reported when a file exceeds it.

They keep a malicious (or simply unsuitable) file from using up the machine's memory or time.
"""

import math
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from ordquant_core.errors import InputError, Problem, ReadingTimeError
from ordquant_core.numerals import count, decimals

MEBIBYTE = 1024 * 1024
MAX_BYTES = 100 * MEBIBYTE  # of one file; parsed, it takes some ten times its size in memory
MAX_JSON_BYTES = 64 * MEBIBYTE
MAX_JSON_VALUES = 3_000_000  # commas, objects and lists
MAX_KEYS = 100_000  # of one object of JSON
MAX_LINE = MEBIBYTE  # bytes of one line of a table
MAX_ROWS = 2_000_000
MAX_COLUMNS = 1_000
MAX_CELLS = 20_000_000
MAX_TOPICS = 100_000  # of judgements or a run
XLSX_CELLS = 500_000  # of a workbook: XML takes a hundred times as long as text
XLSX_SHEETS = 100
XLSX_ROWS = 200_000  # empty ones count
XLSX_TAGS = 4_000_000  # in its sheets and texts
XLSX_TAG = 65_536  # bytes of one tag, its attributes included
XLSX_OTHER_TAGS = 200_000  # in its styles and the like
XLSX_STYLES = 10_000  # styles of its cells: the format of each is looked at
XLSX_UNPACKED = 64 * MEBIBYTE
MAX_NAME = 1_000  # characters of the name of a file, its folders included
MAX_ID = 1_000  # characters of an id, the label of a class or the name of a run
MAX_TEXT = 32_767  # characters of a cell of a table, as in Excel
MAX_MEMBERS = 10_000  # files of a zip or folder
MAX_UNPACKED = 400 * MEBIBYTE  # all files of one task together
MAX_RATIO = 250  # a member of more than a mebibyte may be that many times larger than it is packed
_UNTIL = ContextVar("until", default=math.inf)  # by the CPU time of the thread that reads


@contextmanager
def for_seconds(most: float) -> Iterator[None]:
    """Let files be read, in this thread, for so many seconds of CPU; the next file then raises `ReadingTimeError`."""
    token = _UNTIL.set(min(_UNTIL.get(), time.thread_time() + most))
    try:
        yield
    finally:
        _UNTIL.reset(token)


def check_time(name: str) -> None:
    """Raise `ReadingTimeError` where the time for files is over before this one is read."""
    if time.thread_time() > _UNTIL.get():
        raise ReadingTimeError(f"{name}: the files before it took too long to read; give fewer or smaller files.")


def refuse(name: str, seen: str, limit: str) -> InputError:
    """Return the error for a file beyond a limit."""
    return InputError([Problem(name, "", seen, f"the limit is {limit}")])


def check_bytes(size: int, name: str, most: int, what: str = "the file has") -> None:
    """Raise `InputError` for more bytes than are read."""
    if size > most:
        seen = f"{what} {decimals(size / MEBIBYTE, 1)} MiB ({count(size)} bytes)"
        raise refuse(name, seen, f"{most // MEBIBYTE} MiB")


def long_cell(cells: Iterable[str], most: int = MAX_TEXT) -> tuple[str, str] | None:
    """Return what is seen and expected of a row with a longer cell than a table may have; None without one."""
    longest = max(map(len, cells), default=0)
    return (f"a cell has {count(longest)} characters", f"the limit is {count(most)}") if longest > most else None


def check_table(name: str, rows: int, columns: int, noun: str = "classes") -> None:
    """Raise `InputError` for more rows, classes or cells than a table may have."""
    if columns > MAX_COLUMNS:
        raise refuse(name, f"the file has {count(columns)} {noun}", count(MAX_COLUMNS))
    if rows > MAX_ROWS:
        raise refuse(name, f"the file has {count(rows)} rows", count(MAX_ROWS))
    if rows * columns > MAX_CELLS:
        raise refuse(name, f"{count(rows)} rows of {count(columns)} {noun}", f"{count(MAX_CELLS)} numbers")


def check_json(data: bytes, name: str) -> None:
    """Raise `InputError` for JSON that is larger, or holds more values, than what is parsed."""
    check_bytes(len(data), name, MAX_JSON_BYTES, "the JSON has")
    values = sum(map(data.count, (b",", b"{", b"[")))
    if values > MAX_JSON_VALUES:
        raise refuse(name, f"the JSON holds {count(values)} values", count(MAX_JSON_VALUES))


def check_lines(data: bytes, name: str) -> None:
    """Raise `InputError` if a line or the number of lines is beyond what a table may have."""
    check_table(name, max(data.count(b"\n"), data.count(b"\r")), 1)
    cells = max(data.count(b","), data.count(b"\t"), data.count(b";"))
    if cells > MAX_CELLS:
        raise refuse(name, f"the file has more than {count(cells)} cells", count(MAX_CELLS))
    start, line = 0, 1
    while len(data) - start > MAX_LINE:  # a step per mebibyte: the last line end in reach, or there is none
        end = max(data.rfind(b"\n", start, start + MAX_LINE + 1), data.rfind(b"\r", start, start + MAX_LINE + 1))
        if end < 0:
            line += data.count(b"\n", 0, start) or data.count(b"\r", 0, start)
            limit = f"{count(MAX_LINE)} bytes"
            raise refuse(name, f"line {line} has more than {limit}", f"{limit} per line")
        start = end + 1
