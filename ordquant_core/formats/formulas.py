"""Texts that a spreadsheet would run as formulas: an apostrophe before them, and tables read back without it."""

import re
from functools import partial

import numpy as np

from ordquant_core.formats.grid import NamedCells

NOTES = "file_notes"  # the column of a table of ours in which is noted that it has such texts
GUARD_NOTE = "for spreadsheets, texts like formulas have an apostrophe in front in"
# A formula starts a cell, or a part of a cell if the spreadsheet uses another separator than the comma. What may stand
# before its first character is looked at once (++ never goes back), whatever number of parts begins in it.
_BLANK = re.compile(r"(^|[;\t\r\n])([\s']*+)([=+\-@＝＋－＠]?)")
_FORMULA, _GUARD = re.compile(r"(^|[\t\r\n])('*+)"), re.compile(r"(^|[\t\r\n])'('*+)")
_NUMBER = re.compile(r"[+-]?(\d++(\.\d*+)?|\.\d++)([eE][+-]?\d++)?")


def unguarded(grid: NamedCells) -> NamedCells:
    """Return a table of ours with the texts that were `guarded` restored, without the note that says so."""
    at = list(grid.names).index(NOTES) if NOTES in grid.names else None
    if at is None or not len(grid.cells) or GUARD_NOTE not in grid.cells[0, at]:
        return grid
    names, cells = [*grid.names[:at], *grid.names[at + 1 :]], np.delete(grid.cells, at, axis=1)
    restore = np.vectorize(restored, otypes=[object])
    return grid._replace(names=[*map(restored, names)], cells=restore(cells))


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
