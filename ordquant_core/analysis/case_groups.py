"""Groups of cases, such as languages or topics: what the gold's table or the task's description says of each case."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ordquant_core.errors import OrdquantError, UnknownNameError
from ordquant_core.records import IntArray

ALL = "all cases"
NONE = "(none)"  # the group of cases of which the column says nothing
MOST = 50  # groups: a column with more, such as a text of each case, groups nothing
NOT_GROUPS = "groups nothing"


class CaseGroup(NamedTuple):
    """Some cases of a task, by their numbers."""

    name: str
    rows: IntArray


def case_groups(columns: Mapping[str, Sequence[str]], by: str) -> tuple[CaseGroup, ...]:
    """Return the groups of cases with equal entries in a column, in the order of their names.

    Raises `UnknownNameError` where there is no such column, `OrdquantError` for one with more than 50 entries.

    >>> [(name, rows.tolist()) for name, rows in case_groups({"language": ["zh", "en", "zh"]}, "language")]
    [('en', [1]), ('zh', [0, 2])]
    """
    if by not in columns:
        known = f"the columns are {', '.join(columns)}" if columns else "its table has no further columns"
        raise UnknownNameError(f"The gold has no column {by!r} that groups its cases; {known}.")
    entries = [text.strip() or NONE for text in columns[by]]
    names = sorted(set(entries))
    if len(names) > MOST:
        raise OrdquantError(
            f"The column {by!r} {NOT_GROUPS}: it has {len(names)} different entries; expected {MOST} or fewer."
        )
    places = np.array(entries, dtype=object)
    return tuple(CaseGroup(name, np.flatnonzero(places == name)) for name in names)


def grouping_columns(columns: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return the columns that group the cases: with two different entries or more, and fewer than one per two cases."""
    return tuple(_grouping(columns))


def _grouping(columns: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for name, texts in columns.items():
        entries = {text.strip() for text in texts}
        if 2 <= len(entries) <= min(MOST, len(texts) // 2):
            yield name
