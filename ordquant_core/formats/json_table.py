"""JSON that holds a table: it becomes rows and columns of texts, before anybody says what they are.

A list of records or an object of them, JSON Lines, one such list inside an object, and what pandas writes. Names within
names are joined by dots; one list of objects becomes rows; other lists stay as JSON in their cell.
"""

from __future__ import annotations  # help() shows types as they are written

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.grid import NamedCells, cell_of, columns_of
from ordquant_core.formats.grid import table_of as table_of_grid
from ordquant_core.formats.json.strict import too_deep
from ordquant_core.formats.limits import MAX_COLUMNS, MAX_JSON_VALUES, refuse
from ordquant_core.formats.mapping import TableMapping
from ordquant_core.formats.raw_table import RawTable
from ordquant_core.formats.text import brief, case_place, label
from ordquant_core.numerals import count, listed

VALUE = "value"  # the column of what an object holds under each of its outer keys
DEEPEST = 30  # objects in objects
_NAME_OF_IDS = re.compile(r"(.*[\W_])?(ids?|uid|case|item|name)", re.IGNORECASE)
_NUMBERS = {int, float, type(None)}

Record = dict[str, Any]
Path = tuple[str, ...]  # the keys that lead to a value
Row = dict[Path, Any]


def table_of(value: object, name: str, given: TableMapping, *, lines: Sequence[int] = ()) -> RawTable:
    """Return the table that a value of JSON holds; `lines`: the numbers of the lines of JSON Lines.

    `given` may name keys, which shows whether the outer ones of an object are cases or columns. Raises `InputError`
    where there is no table.
    """
    records, note, by_column = value, "", False
    chosen = _list_in(value, given)
    if isinstance(value, dict) and chosen is not None:
        records, others = value[chosen], [label(key) for key in value if key != chosen]
        note = f"{name}: the list {label(chosen)} is read, {listed(others)} not" if others else ""
    elif isinstance(value, dict):
        records, by_column = _records_in(value, given, name)
        note = f"{name}: the outer keys are read as columns" if by_column else ""
    if not isinstance(records, list) or not _are_objects(records):
        entries = enumerate(records, start=1) if isinstance(records, list) else ()
        place, odd = next(((f"entry {at}", one) for at, one in entries if not isinstance(one, dict)), ("", value))
        seen = f"the file holds {brief(odd)}" if odd is value else f"is {brief(odd)}"
        raise InputError([Problem(name, place, seen, 'expected a list of cases, [{"id": …}, …]')])
    turned = given.turned and not by_column
    outer = isinstance(value, dict) and chosen is None and "" in records[0] and not turned
    try:
        table = _of_records(records, name, given, lines, turned=turned)
    except RecursionError:  # from writing lists that are nested as deeply as the parser takes them
        raise too_deep(name) from None
    return replace(table, notes=(note,) if note else (), outer=outer)


def tables_in(value: object) -> tuple[str, ...]:
    """Return the keys of an object under which a list of records stands beside something else.

    >>> tables_in({"version": 1, "train": [{"id": 1}], "test": [{"id": 2}]})
    ('train', 'test')
    >>> tables_in({"A": [{"label": 1}], "B": [{"label": 2}]})
    ()
    """
    if not isinstance(value, dict):
        return ()
    keys = tuple(key for key, entry in value.items() if _are_objects(entry))
    return () if 1 < len(keys) == len(value) else keys  # otherwise each is a case


def _list_in(value: object, given: TableMapping) -> str | None:
    """Return the key of the list of records in an object; None where the object itself is the table, or a record."""
    keys = tables_in(value)
    if given.sheet in keys:
        return given.sheet
    within = any(name.startswith(f"{key}.") for name in columns_of(given) for key in keys)
    return keys[0] if keys and not within else None


def _are_objects(entry: object) -> bool:
    return isinstance(entry, list) and bool(entry) and all(isinstance(one, dict) for one in entry)


def _records_in(value: Record, given: TableMapping, name: str) -> tuple[list[Record] | None, bool]:
    """Return the records of an object, with its outer keys where those are cases, and whether they are columns."""
    inner = list(value.values())
    if {"columns", "data"} <= value.keys() and isinstance(value["columns"], list) and isinstance(value["data"], list):
        return _of_split(value, name), False
    if inner and all(isinstance(entry, dict) for entry in inner):
        if not _is_by_column(value, given):
            return [_under(key, entry, name) for key, entry in value.items()], False
        rows: dict[str, Record] = {key: {} for key in chain.from_iterable(inner)}
        for column, entry in value.items():
            for key, cell in entry.items():
                rows[key][column] = cell
        counted = list(rows) == [str(number) for number in range(len(rows))]  # which are no ids
        return list(rows.values()) if counted else [_under(key, row, name) for key, row in rows.items()], True
    if inner and all(isinstance(entry, list) for entry in inner):
        return _of_lists(value, given, name), False
    alike = len(inner) > 1 and len({type(entry) for entry in inner}) == 1 and isinstance(inner[0], str | int | float)
    if alike and not columns_of(given) & value.keys() and not any(map(_NAME_OF_IDS.fullmatch, value)):
        return [{"": key, VALUE: entry} for key, entry in value.items()], False
    return [value] if len(inner) > 1 else None, False


def _under(key: str, entry: Record, name: str) -> Record:
    """Return a record with its outer key."""
    if "" in entry:
        raise InputError([Problem(name, case_place(key), "holds a key without a name", "give every key a name")])
    return {"": key, **entry}


def _is_by_column(value: Mapping[str, Record], given: TableMapping) -> bool:
    """Return whether the outer keys are columns: somebody says so, or pandas has written the numbers of rows within."""
    keys = dict.fromkeys(chain.from_iterable(value.values()))
    names = columns_of(given) - {""}
    if given.turned:
        return True
    if names:
        return names <= value.keys() and not names <= keys.keys()
    if len(keys) > MAX_COLUMNS >= len(value):
        return True
    counted = list(keys) == [str(number) for number in range(len(keys))]
    texts = [all(isinstance(cell, str) for cell in entry.values()) for entry in value.values()]
    return counted and any(texts) and (not all(texts) or any(map(_NAME_OF_IDS.fullmatch, value)))


def _of_split(value: Record, name: str) -> list[Record]:
    """Return the records of `{"columns": […], "index": […], "data": [[…], …]}`."""
    columns = [".".join(map(cell_of, one)) if isinstance(one, list) else cell_of(one) for one in value["columns"]]
    index, data = value.get("index"), value["data"]
    rows = [row for row in data if isinstance(row, list)]
    if isinstance(index, list) and len(index) == len(rows):
        columns, rows = ["", *columns], [[key, *row] for key, row in zip(index, rows, strict=True)]
    if len(rows) < len(data) or {*map(len, rows)} - {len(columns)} or len({*columns}) < len(columns):
        action = "give each column a name of its own, and each row a cell in all of them"
        raise InputError([Problem(name, "", "its columns and the rows of its data do not fit each other", action)])
    return [dict(zip(columns, row, strict=True)) for row in rows]


def _of_lists(value: Record, given: TableMapping, name: str) -> list[Record]:
    """Return the records of an object of lists: columns, as they or somebody show, or a list for each case."""
    lists = list(value.values())
    if all(map(_are_objects, lists)):
        return [_under(key, entry, name) for key, entries in value.items() for entry in entries]
    even = len({len(entry) for entry in lists}) == 1 and len(lists) > 1
    texts = [all(isinstance(cell, str) for cell in entry) for entry in lists]
    ids = any(whole and _NAME_OF_IDS.fullmatch(key) for key, whole in zip(value, texts, strict=True))
    names = columns_of(given) - {"", VALUE}
    if even and (names <= value.keys() if names else ids or (any(texts) and not all(texts))):
        return [dict(zip(value, row, strict=True)) for row in zip(*lists, strict=True)]
    return [{"": key, VALUE: entry} for key, entry in value.items()]


def _of_records(
    records: Sequence[Record], name: str, given: TableMapping, lines: Sequence[int], *, turned: bool
) -> RawTable:
    """Return the table of records: what is nested in them becomes columns, one list of objects rows."""
    numbers, place = (lines, "line") if lines else (range(1, len(records) + 1), "entry")
    rows = [_flat(record, name) for record in records]
    others: set[Path] = set()  # what holds something else than numbers alone
    within: Path = ()
    while within := _list_to_walk(rows, given, within):
        rows, numbers = _walked(rows, numbers, within, name)
        others.add(within)
    columns: dict[Path, None] = {}
    for row in rows:
        columns |= dict.fromkeys(row)
        if len(columns) > MAX_COLUMNS:
            raise refuse(name, f"the records have more than {count(MAX_COLUMNS)} keys", count(MAX_COLUMNS))
    _check_cells(len(columns) * len(rows), name)
    cells = np.empty((len(rows), len(columns)), dtype=object)
    for at, column in enumerate(columns):
        values = [row.get(column) for row in rows]
        types = set(map(type, values))
        cells[:, at] = values if types == {str} else list(map(repr if types <= {int, float} else cell_of, values))
        objects = len(column) - 1 if types <= _NUMBERS else len(column)
        others |= {column[:depth] for depth in range(objects)}
    counted = {column for column in columns if len(column) > 1 and column[:-1] not in others}
    table = table_of_grid(
        name, NamedCells(_names(columns, counted), cells, numbers, place), turned=turned, ordered=False
    )
    return replace(table, open_ended=any(column not in row for row in rows for column in counted))


def _check_cells(cells: int, name: str) -> None:
    if cells > MAX_JSON_VALUES:
        raise refuse(name, f"the records have more than {count(MAX_JSON_VALUES)} cells", count(MAX_JSON_VALUES))


def _flat(record: Record, file: str, within: Path = ()) -> Row:
    """Return the values of a record by the keys that lead to them; `within`: those that lead to the record."""
    if len(within) > DEEPEST:
        raise too_deep(file)
    row: Row = {}
    for key, entry in record.items():
        if isinstance(entry, dict):
            row |= _flat(entry, file, (*within, key))
        else:
            row[*within, key] = entry
    return row


def _names(columns: Mapping[Path, None], counted: set[Path]) -> list[str]:
    """Return the names of columns: of a number in an object its own key, where nothing else is called so."""
    short = {column: column[-1] if column in counted else ".".join(column) for column in columns}
    times = Counter(short.values())
    clash = {column[:-1] for column in counted if times[short[column]] > 1}
    return [".".join(column) if column[:-1] in clash else short[column] for column in columns]


def _list_to_walk(rows: Sequence[Row], given: TableMapping, within: Path) -> Path:
    """Return the column whose cells are lists of objects: the only one, or the one in which somebody names a key.

    `within`: the one that was walked through before, in whose objects it must be; () where there is none. Where the
    label is said and is elsewhere, each object would only repeat it (the options that a tool showed).
    """
    held: dict[Path, bool] = {}
    for row in rows:
        for column, cell in row.items():
            if type(cell) is list and cell:
                held[column] = held.get(column, True) and all(isinstance(one, dict) for one in cell)
    lists = [column for column, whole in held.items() if whole and column[: len(within)] == within]
    if len(lists) > 1 or given.label:
        names = columns_of(given)
        lists = [column for column in lists if any(name.startswith(f"{'.'.join(column)}.") for name in names)]
    return lists[0] if len(lists) == 1 else ()


def _walked(rows: Sequence[Row], numbers: Sequence[int], key: Path, name: str) -> tuple[list[Row], list[int]]:
    """Return a row for each object in the lists of a column, beside what else each row holds."""
    walked: list[Row] = []
    places: list[int] = []
    cells = 0
    for row, number in zip(rows, numbers, strict=True):
        others = {column: cell for column, cell in row.items() if column != key}
        entries = row.get(key) or [{}]
        for entry in entries if isinstance(entries, list) else [{}]:
            walked.append(others | _flat(entry, name, key))
            places.append(number)
            cells += len(walked[-1])
            _check_cells(cells, name)
    return walked, places
