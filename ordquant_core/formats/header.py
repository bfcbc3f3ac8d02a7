"""Which line of a table names its columns."""

from __future__ import annotations  # help() shows types as they are written

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.delimited import Lines
from ordquant_core.formats.grid import columns_of
from ordquant_core.formats.mapping import TableMapping
from ordquant_core.formats.names import is_annotator, is_case, is_class, is_label, is_system
from ordquant_core.formats.raw_table import Cells, Reason
from ordquant_core.formats.text import LONGEST_SHOWN, is_number, label
from ordquant_core.numerals import listed

TOP = 10  # lines in which a header may stand
_LOOKED_AT = 200  # lines that show what the columns hold
_NEAR_ONE = 0.1  # how far from 1 the numbers of a first line may sum to be taken for probabilities


class Header(NamedTuple):
    """Where the names of the columns stand, and the question where that is not certain."""

    at: int  # among the lines, from 0
    names: list[str]
    levels: bool = False  # the lines above are a part of it
    reason: Reason | None = None


def header_of(lines: Lines, given: TableMapping, name: str) -> Header:
    """Return which line names the columns: as somebody says, the levels of a pivot table, the one with the names that a
    mapping has, the first; or with the question whether it is.
    """
    top = lines.top(TOP)
    if given.header:
        if given.header not in lines.numbers:
            place, last = f"{lines.place} {given.header}", lines.numbers[-1]
            raise InputError([Problem(name, place, "is empty or not there", f"choose a header up to {last}")])
        at = list(lines.numbers).index(given.header)
        return Header(at, list(lines.cells[at]))
    wanted = columns_of(given)
    named = (Header(at, row) for at, row in enumerate(top) if wanted and wanted <= {*row})
    return _levels(top) or _by_r(lines, top[0]) or next(named, None) or Header(0, top[0], reason=_asked(lines, top))


def _levels(top: Sequence[Sequence[str]]) -> Header | None:
    """Return the names in a pivot table as pandas writes it: lines of the levels, then one with the index alone.

    >>> _levels([["", "user", "user"], ["rating", "1", "2"], ["item", "", ""], ["A", "3", "0"]]).names
    ['item', '1', '2']
    """
    for at in range(2, min(5, len(top) - 1)):
        row, above = top[at], top[:at]
        own = next((place for place, cell in enumerate(row) if not cell), 0)
        if not own or any(row[own:]) or any(len(other) != len(row) or not all(other[own:]) for other in above):
            continue
        if len(set(above[0][own:])) == len(row) - own:  # a usual header, and below it a row without numbers
            continue
        names = list(above[-1][own:])
        if len(set(names)) < len(names):
            names = [".".join(parts) for parts in zip(*(other[own:] for other in above), strict=True)]
        return Header(at, [*row[:own], *names], levels=True)
    return None


def _asked(lines: Lines, top: list[list[str]]) -> Reason | None:
    """Return the question whether the first line is the header, None where it is."""
    first, here = top[0], str(lines.numbers[0])
    usual = Counter(map(len, lines.cells[:_LOOKED_AT])).most_common(1)[0][0]
    title = len(first) < usual - 1 or 2 * sum(map(bool, first)) < len(first)
    if len(first) == usual and not _is_doubtful(lines, first, title=title):
        return None
    others = [str(number) for number, row in _possible(lines, top, usual) if row != first]
    if len(first) != usual and not (title and others):
        return None
    if title and others:
        words = label(" ".join(filter(None, first))[:LONGEST_SHOWN].strip())
        words = f"The header may be in {lines.place} {others[0]}, below {words}."
        return Reason("header", words, (*others, here) if len(first) == usual else tuple(others))
    words = f"Is {lines.place} {here} the header? It holds {listed([*map(label, first)], at_most=4)}."
    return Reason("header", words if others else f"{words} If not, add one to the file.", (here, *others))


def _is_doubtful(lines: Lines, first: Sequence[str], *, title: bool) -> bool:
    """Return whether a first line with a cell for each column may be something else than the names of these."""
    if isinstance(lines.cells, np.ndarray) and unnamed(first, lines.cells[1:]):
        return True
    below = [row for row in lines.cells[1:_LOOKED_AT] if len(row) == len(first)]
    return not title and (first[0][:1] == "#" != first[0] or may_be_data(first, [*map(list, below)]))


def unnamed(names: Sequence[str], cells: Cells) -> list[int]:
    """Return the columns, but for the first, that have cells and no name."""
    return [place for place, name in enumerate(names) if place and not name and (cells[:, place] != "").any()]


def _by_r(lines: Lines, header: list[str]) -> Header | None:
    """Return the header of a table as R writes it: ids without a name before columns of numbers."""
    rows = lines.cells[1:_LOOKED_AT]
    if {len(row) for row in rows} != {len(header) + 1} or any(map(_is_key, header)):
        return None
    numeric = all(is_number(cell.replace(",", ".")) for row in rows for cell in row[1:])
    return Header(0, ["", *header]) if numeric else None


def _is_key(name: str) -> bool:
    """Return whether a name is that of a column which holds no class."""
    return any(known(name) for known in (is_case, is_annotator, is_label, is_class, is_system)) and not is_number(name)


def may_be_data(header: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Return whether a first line may already be data.

    >>> lines = "thor 0.1 0.9", "topic 1 9", "thor 1 9", "x -1 0 1", "x 3 1 3", "0.1 0.2 0.7", "x 1 2 3"
    >>> [may_be_data(line.split(), []) for line in lines]
    [True, False, True, False, True, True, False]
    """
    points = [name.replace(",", ".") for name in header]
    numbers = [float(name) for name in points if is_number(name)]
    texts = [(place, name) for place, name in enumerate(header) if name and not is_number(points[place])]
    if any(row[place] == name for place, name in texts for row in rows if row != header):
        return True
    if not numbers:
        return False
    if any(_is_key(name) for _, name in texts):
        return False
    steps = {round(upper - lower, 9) for lower, upper in pairwise(numbers)}
    shares = abs(sum(numbers) - 1) < _NEAR_ONE and min(numbers) >= 0 and not all(map(float.is_integer, numbers))
    in_order = steps in ({1.0}, {-1.0}) or (
        min(numbers) < 0 and (min(steps, default=0) > 0 or max(steps, default=0) < 0)
    )
    return shares or not in_order or (not texts and "" not in header and len(header) < 3)


def _possible(lines: Lines, top: Sequence[list[str]], width: int) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines that may be the header: a name for each column, all different, and not data."""
    for at, row in enumerate(top):
        below = [other for other in top[at + 1 :] if len(other) == len(row)]
        if len(row) == width and all(row[1:]) and len(set(row)) == len(row) and not may_be_data(row, below):
            yield lines.numbers[at], row
