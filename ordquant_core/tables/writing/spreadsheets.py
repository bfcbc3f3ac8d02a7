"""CSV that is safe to open in a spreadsheet: texts that it would run as formulas get an apostrophe in front."""

import re
from collections.abc import Sequence
from functools import partial

import numpy as np

from ordquant_core.formats.task.wording import split_notes
from ordquant_core.tables.table import Coded, Table, Values
from ordquant_core.tables.writing.renderings import csv_text

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


def spreadsheet_csv(table: Table, notes: Sequence[str] = ()) -> bytes:
    """Return a table to be looked at as UTF-8 CSV; every text, headings too, is `guarded`, and that is noted.

    `notes`: those on reading the files. Files to be read back are written by `formats`, every text as it is.
    """
    columns: dict[str, Values] = {}
    changed = []
    for heading, values in table.columns.items():
        safe = _safe(values)
        columns[guarded(heading)] = safe
        if guarded(heading) != heading or safe is not values:
            changed.append(heading)
    if changed:
        notes = (*notes, GUARD_NOTE.format(", ".join(changed)))
    return csv_text(with_notes(Table(columns), [guarded(note) for note in notes])).encode()


def with_notes(table: Table, notes: Sequence[str]) -> Table:
    """Add the repairs, and the other notes, as last columns, where there are any: a table shows what was repaired."""
    texts = map("; ".join, split_notes(notes))
    return table.beside(**{name: text for name, text in zip(("repairs", "file_notes"), texts, strict=True) if text})


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


def _safe(values: Values) -> Values:
    """Return the column with its texts guarded; the column itself where there was nothing to guard."""
    if isinstance(values, Coded):
        names = [guarded(name) for name in values.names]
        return values if names == list(values.names) else Coded(values.codes, names)
    if isinstance(values, np.ndarray) and values.dtype.kind in "fiu":
        return values
    safe = [guarded(value) if isinstance(value, str) else value for value in values]
    return values if safe == list(values) else safe
