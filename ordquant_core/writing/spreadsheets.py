"""Frames as CSV: exact for programs; safe to open in a spreadsheet, where texts that it would run get an apostrophe."""

import csv
import re
from collections.abc import Sequence
from functools import partial

import pandas as pd

from ordquant_core.tasks.wording import split_notes

GUARDED = (
    "A text that a spreadsheet would run as a formula (it begins with =, +, - or @ and is no number) gets an "
    "apostrophe in front; the column “file_notes” says where."
)
GUARD_NOTE = "for spreadsheets, texts like formulas have an apostrophe in front in: {}"
# A formula starts a cell, or a part of a cell if the spreadsheet uses another separator than the comma. What may stand
# before its first character is looked at once (++ never goes back), whatever number of parts begins in it.
_BLANK = re.compile(r"(^|[;\t\r\n])([\s']*+)([=+\-@＝＋－＠]?)")
_FORMULA, _GUARD = re.compile(r"(^|[\t\r\n])('*+)"), re.compile(r"(^|[\t\r\n])'('*+)")
_NUMBER = re.compile(r"[+-]?(\d++(\.\d*+)?|\.\d++)([eE][+-]?\d++)?")


def csv_text(frame: pd.DataFrame) -> str:
    """Return a frame as CSV. Numbers read back as the same numbers; an empty cell is not defined."""
    text: str = frame.to_csv(index=False, lineterminator="\n")
    if "\r" in text:  # which is not quoted before Python 3.13
        text = frame.to_csv(index=False, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    return text


def spreadsheet_csv(frame: pd.DataFrame, notes: Sequence[str] = ()) -> bytes:
    """Return a frame to be looked at as UTF-8 CSV; every text, headings too, is `guarded`, and that is noted.

    `notes`: those on reading the files. Files to be read back are written by `formats`, every text as it is.
    """
    safe = frame.apply(_safe).rename(columns=guarded)
    changed = [name for name, new in zip(frame, safe, strict=True) if name != new or not frame[name].equals(safe[new])]
    if changed:
        notes = (*notes, GUARD_NOTE.format(", ".join(changed)))
    return csv_text(with_notes(safe, [guarded(note) for note in notes])).encode()


def with_notes(frame: pd.DataFrame, notes: Sequence[str]) -> pd.DataFrame:
    """Add the repairs, and the other notes, as last columns, where there are any: a table shows what was repaired."""
    texts = map("; ".join, split_notes(notes))
    return frame.assign(**{name: text for name, text in zip(("repairs", "file_notes"), texts, strict=True) if text})


def guarded(text: str) -> str:
    """Put an apostrophe where a spreadsheet would begin to read a formula; numbers stay numbers.

    >>> guarded("=1+1"), guarded("-2"), guarded("a;@SUM(A1)"), guarded("'=1")
    ("'=1+1", '-2', "a;'@SUM(A1)", "''=1")
    """
    return text if _NUMBER.fullmatch(text) else _BLANK.sub(partial(_before_formulas, _FORMULA, r"\1\2'"), text)


def restored(text: str) -> str:
    """Return the text that was `guarded`.

    >>> restored("'=1+1"), restored("-2"), restored("''=1"), restored("it's")
    ('=1+1', '-2', "'=1", "it's")
    """
    return _BLANK.sub(partial(_before_formulas, _GUARD, r"\1\2"), text)


def _before_formulas(pattern: re.Pattern[str], template: str, blank: re.Match[str]) -> str:
    """Substitute at each part of a cell, of those that begin in a blank, that a formula, a tab or a return follows."""
    start, within, sign = blank.groups()
    end = len(within) if sign else max(within.rfind("\t"), within.rfind("\r"))
    return blank[0] if end < 0 else f"{start}{pattern.sub(template, within[:end])}{within[end:]}{sign}"


def _safe(column: pd.Series) -> pd.Series:
    """Return a column with its texts guarded."""
    if pd.api.types.is_numeric_dtype(column):
        return column
    return column.map(lambda value: guarded(value) if isinstance(value, str) else value)
