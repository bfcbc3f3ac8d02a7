"""JSON that holds a table: a list of records (also one in each line), an object of records, what pandas writes.

Each of these becomes the rows of a table, header first, and is then read like any other:

- `[{"id": "a", "1": 0.2, "2": 0.8}, …]`, also with the numbers in an object of their own,
  `{"id": "a", "probabilities": {"1": 0.2, "2": 0.8}}`
- `{"a": {"1": 0.2, "2": 0.8}, …}`, or column by column, `{"1": {"a": 0.2, …}, …}`, where only the columns add up so
- `{"id": ["a", …], "1": [0.2, …], …}` and `{"columns": […], "index": […], "data": [[…], …]}`
- `[["a", 0.2, 0.8], …]` and `{"a": [0.2, 0.8], …}`, whose classes have no labels
- a list of votes per case, `{"id": "a", "votes": [1, 2, 2]}`, becomes a row per vote; a list of objects a row for each
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from math import nan
from typing import ClassVar, NamedTuple

import numpy as np

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.json.strict import JsonObject
from ordquant_core.formats.labels import ascending
from ordquant_core.formats.limits import MAX_COLUMNS, MAX_JSON_VALUES, refuse
from ordquant_core.formats.opened import Part, WithTables
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.tables.columns import (
    MOST,
    NEAR_ONE,
    agreement,
    is_key,
    is_numbered_annotator,
    normal,
)
from ordquant_core.formats.tables.delimited import Row, has_no_header
from ordquant_core.formats.tables.ratings import are_sure_classes, looks_like_ratings
from ordquant_core.formats.tables.wide import Headerless
from ordquant_core.formats.text import shown
from ordquant_core.known_scales import rank_words
from ordquant_core.numerals import count

ID = "id"
_VOTES = re.compile(r"(raw_|human_|all_)?(annotations?|votes?|labels?|ratings?|answers?|judge?ments?)")
_SHARES = re.compile(
    r"(prob|probs|probabilit(y|ies)|distributions?|soft_?labels?|p|predictions?|estimates?)(_.*)?"
    r"|(vote_|label_)?(counts?|histogram)"
)
_LINE = re.compile(r"\blines? (\d+)( and (\d+))?")


class Rows(NamedTuple):
    """The rows of a table, each with the number of its record; that of a header is 0 where the file has none."""

    rows: list[Row]
    headed: bool = True  # False: the classes have no labels, and the id comes first if there is one
    has_ids: bool = True
    names_voters: bool = True  # False: votes in lists, one after the other
    by_column: bool = False  # the file has an object per column, as only the sums or labels show


def table_of(value: object, name: str) -> Rows | None:
    """Return the rows of the table that a value holds, None where it holds none.

    Raises `InputError` for lists that may be several things.
    """
    table = _table_of(value, name)
    return table if table is not None and len(table.rows[0][1]) > 1 else None


def _table_of(value: object, name: str) -> Rows | None:
    if isinstance(value, dict):
        value = _unwrapped(value)
    if isinstance(value, dict):
        return _of_object(value, name)
    if _lists(value):
        rows = _as_texts(enumerate(_lists(value), start=1), name)
        return None if rows is None else Rows(rows, headed=not has_no_header(rows[0][1]), has_ids=False)
    return _of_records(_objects(value), name)


def _objects(value: object) -> list[JsonObject]:
    """Return a list of objects as it is, [] for anything else."""
    whole = isinstance(value, list) and all(isinstance(entry, dict) for entry in value)
    return value if whole else []  # type: ignore[return-value]


def _lists(value: object) -> list[list[object]]:
    """Return a list of lists as it is, [] for anything else."""
    whole = isinstance(value, list) and all(isinstance(entry, list) for entry in value)
    return value if whole else []  # type: ignore[return-value]


def _is_scalar(value: object) -> bool:
    return not isinstance(value, dict | list)


def _unwrapped(value: JsonObject) -> object:
    """Return the only list of records in an object, as `{"data": […]}` has it; the object itself where it has none."""
    columns, index, data = (value.get(key) for key in ("columns", "index", "data"))
    if isinstance(columns, list) and _lists(data):
        if isinstance(index, list) and len(index) == len(_lists(data)):
            key = "" if any(is_key(str(column)) for column in columns) else ID
            return [[key, *columns], *([case, *row] for case, row in zip(index, _lists(data), strict=True))]
        return [columns, *_lists(data)]
    given = [entry for entry in value.values() if isinstance(entry, list) and entry]
    return given[0] if len(given) == 1 and _objects(given[0]) else value


def _of_object(value: JsonObject, name: str) -> Rows | None:
    inner = list(value.values())
    if _objects(inner):
        entries = dict(zip(value, _objects(inner), strict=True))
        named = any(map(is_key, value)) and not any(is_key(key) for entry in entries.values() for key in entry)
        turned = _is_by_column(entries, named=named)
        entries = _turned(entries) if turned else entries
        key = "" if any(is_key(key) for entry in entries.values() for key in entry) else ID
        found = _of_records([{key: case, **entry} for case, entry in entries.items()], name)
        return found and found._replace(by_column=turned and not named)
    if _lists(inner):
        columns = _lists(inner)
        if any(map(is_key, value)) and len(set(map(len, columns))) == 1:
            rows = enumerate([[*value], *map(list, zip(*columns, strict=True))])
            texts = _as_texts(rows, name)
            return None if texts is None else Rows(texts)
        return _of_records([{ID: case, "": entry} for case, entry in value.items()], name)
    if len(inner) > 1 and all(map(_is_scalar, inner)):
        if any(map(is_key, value)):
            return _of_records([value], name)
        texts = _as_texts(enumerate([[ID, "prediction"], *map(list, value.items())]), name)
        return None if texts is None else Rows(texts)
    return None


def _is_by_column(value: Mapping[str, JsonObject], *, named: bool) -> bool:
    """Return whether the outer keys of an object of objects are its columns, as pandas writes by default.

    `named`: one of them alone has the name of ids.
    """
    entries = list(value.values())
    keys = list(entries[0])
    if not keys or any(entry.keys() != entries[0].keys() for entry in entries):
        return False
    if named:
        return True
    people = [all(map(is_numbered_annotator, labels)) for labels in (keys, value)]
    if any(people):
        return not people[0]
    numbers = np.array([[_number(entry[key]) for key in keys] for entry in entries])
    if not np.isfinite(numbers).all():
        return False
    with np.errstate(over="ignore"):
        rows, columns = agreement(numbers.sum(axis=1)) >= MOST, agreement(numbers.sum(axis=0)) >= MOST
    if rows != columns:
        return columns
    rated = len(keys) <= len(entries) and looks_like_ratings(keys, numbers)  # by few people, whatever they are called
    numbered = are_sure_classes([*value]) and not are_sure_classes(keys) and all(map(_is_numbered, keys))
    return _is_scale([*value]) and (numbered or not _is_scale(keys)) and not rated


def _is_numbered(key: str) -> bool:
    """Return whether a key ends with a number after a letter, as ids do."""
    return key[-1:].isdecimal() and any(map(str.isalpha, key))


def _number(cell: object) -> float:
    return float(cell) if isinstance(cell, int | float) and not isinstance(cell, bool) else nan


def _is_scale(labels: Sequence[str]) -> bool:
    return ascending(labels) is not None or rank_words(labels) is not None


def _turned(value: Mapping[str, JsonObject]) -> dict[str, JsonObject]:
    return {case: {column: entry[case] for column, entry in value.items()} for case in next(iter(value.values()))}


def _of_records(records: Sequence[JsonObject], name: str) -> Rows | None:
    """Return the rows of a list of objects; what is nested in them becomes columns, or rows."""
    flat: list[JsonObject] = []
    lists: dict[str, None] = {}
    for position, record in enumerate(records, start=1):
        cells: JsonObject = {}
        nested = [key for key, entry in record.items() if isinstance(entry, dict)]
        if len(nested) > 1:
            seen = f"{' and '.join(map(shown, nested[:2]))} hold objects"
            action = "give the numbers of each in a file of its own"
            raise InputError([Problem(name, f"record {position}", seen, action)])
        for key, entry in record.items():
            if isinstance(entry, dict):
                if not all(map(_is_scalar, entry.values())):
                    return None
                cells |= entry
            else:
                cells[key] = entry
        lists |= dict.fromkeys(key for key, entry in record.items() if isinstance(entry, list))
        flat.append(cells)
    if not flat:
        return None
    if not lists:
        return _of_flat(flat, name)
    if len(lists) == 1 and (entries := _entries_of(records, next(iter(lists)))):
        return _of_entries(flat, entries, next(iter(lists)), name)
    voters = next((key for key in lists if normal(key) == "annotators"), None) if len(lists) > 1 else None
    if voters is not None:
        del lists[voters]
    if len(lists) > 1:
        seen = f"{' and '.join(map(shown, list(lists)[:2]))} hold lists"
        raise InputError([Problem(name, "", seen, "give the numbers of each in a file of its own")])
    return _of_lists(flat, next(iter(lists)), voters, name)


def _of_flat(records: Sequence[JsonObject], name: str) -> Rows | None:
    columns: dict[str, None] = {}
    for record in records:
        columns |= dict.fromkeys(record)
        if len(columns) > MAX_COLUMNS:
            raise refuse(name, f"the records have more than {count(MAX_COLUMNS)} keys", count(MAX_COLUMNS))
    if len(columns) < 2:
        return None
    if len(columns) * len(records) > MAX_JSON_VALUES:
        raise refuse(name, f"the records have more than {count(MAX_JSON_VALUES)} cells", count(MAX_JSON_VALUES))
    cells = ([record.get(column) for column in columns] for record in records)
    rows = _as_texts(enumerate(chain([[*columns]], cells)), name)
    return None if rows is None else Rows(rows)


def _entries_of(records: Sequence[JsonObject], key: str) -> list[list[JsonObject]]:
    """Return the lists of objects that all records have under a key; [] where they hold something else."""
    entries = [_objects(record.get(key)) for record in records]
    return entries if all(entries) else []


def _of_entries(
    records: Sequence[JsonObject], entries: Sequence[Sequence[JsonObject]], key: str, file: str
) -> Rows | None:
    """Return a row per object in the lists under a key, beside what else each record holds."""
    flat: list[JsonObject] = []
    places, cells = [0], 0
    for place, (record, inner) in enumerate(zip(records, entries, strict=True), start=1):
        outer = {name: cell for name, cell in record.items() if name != key}
        for entry in inner:
            own = {f"{key.removesuffix('s')}_{name}" if name in outer else name: cell for name, cell in entry.items()}
            cells += len(outer) + len(own)
            if cells > MAX_JSON_VALUES:
                raise refuse(file, f"the records have more than {count(MAX_JSON_VALUES)} cells", count(MAX_JSON_VALUES))
            flat.append(outer | own)
            places.append(place)
    found = _of_flat(flat, file)
    return found and Rows([(place, row) for place, (_, row) in zip(places, found.rows, strict=True)])


def _of_lists(records: Sequence[JsonObject], key: str, voters: str | None, name: str) -> Rows | None:
    """Return a row per vote, or a row of numbers without labels per record, by the name of the list or its numbers."""
    every = [entry if isinstance(entry := record.get(key), list) else [] for record in records]
    kept = [column for column in records[0] if column not in (key, voters)]
    ids = next((column for column in kept if is_key(column)), kept[0] if kept else None)
    called = normal(key)
    votes = _VOTES.fullmatch(called) is not None or any(isinstance(cell, str) for entry in every for cell in entry)
    numbers = _SHARES.fullmatch(called) is not None or all(map(_is_distribution, every))
    if not votes and not numbers:
        seen = f"{f'the lists of {shown(key)}' if key else 'the lists'} may hold votes, or a number per class"
        action = 'write {"id": …, "votes": […]} or {"id": …, "counts": […]} for each case'
        raise InputError([Problem(name, "", seen, action)])
    if not votes:
        cells = [
            [*([] if ids is None else [record.get(ids)]), *row] for record, row in zip(records, every, strict=True)
        ]
        rows = _as_texts(enumerate(cells, start=1), name)
        return None if rows is None else Rows(rows, headed=False, has_ids=ids is not None)
    texts = _as_texts(chain([(0, [ids or ID, "annotator", "label"])], _each_vote(records, every, ids, voters)), name)
    return None if texts is None else Rows(texts, names_voters=voters is not None)


def _each_vote(
    records: Sequence[JsonObject], every: Iterable[list[object]], ids: str | None, voters: str | None
) -> Iterator[tuple[int, list[object]]]:
    """Yield a case, an annotator and a label for each entry of the lists; `ids`, `voters`: the keys of both."""
    for place, (record, row) in enumerate(zip(records, every, strict=True), start=1):
        given = record.get(voters) if voters is not None else None
        names = given if isinstance(given, list) and len(given) == len(row) else range(1, len(row) + 1)
        case = place if ids is None else record.get(ids)
        yield from ((place, [case, voter, vote]) for voter, vote in zip(names, row, strict=True))


def _is_distribution(entry: Sequence[object]) -> bool:
    numbers = list(map(_number, entry))
    return not all(number.is_integer() for number in numbers) and abs(sum(numbers) - 1) <= NEAR_ONE


def _as_texts(rows: Iterable[tuple[int, Sequence[object]]], name: str) -> list[Row] | None:
    """Return rows of cells as texts, None where some cell is none."""
    found: list[Row] = []
    cells = 0
    for number, row in rows:
        if not all(map(_is_scalar, row)):
            return None
        cells += len(row)
        if cells > MAX_JSON_VALUES:
            raise refuse(name, f"the records have more than {count(MAX_JSON_VALUES)} cells", count(MAX_JSON_VALUES))
        found.append((number, [*map(_text, row)]))
    return found


def _text(value: object) -> str:
    """Return a cell as a table would have it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else repr(value)


class Arrays(Headerless):
    """An array of numbers per case."""

    __slots__ = ("has_ids",)
    has_ids: bool

    labelled: ClassVar[bool] = False  # the gold says what the numbers belong to

    def decide_columns(self, rows: Sequence[list[str]], problems: Problems) -> None:
        """Say whether the first column holds ids, where the names of the records do not."""
        if self.has_ids:
            self.put_ids_first()
        else:
            super().decide_columns(rows, problems)


class Records(WithTables):
    """A table in JSON."""

    __slots__ = ()
    kind: ClassVar[str] = "json-records"
    words: ClassVar[str] = "JSON with a record per row"

    def read(self, problems: Problems, *, scale: str | None, as_gold: bool) -> list[Part]:
        """Read the table; its lines are called records."""
        try:
            parts = super().read(problems, scale=None, as_gold=as_gold)
        except InputError as error:
            raise InputError([_with_records(problem) for problem in error.problems]) from None
        for some in {id(part.problems): part.problems for part in parts}.values():
            some.found[:] = [(position, _with_records(problem)) for position, problem in some.found]
        return parts


def _with_records(problem: Problem) -> Problem:
    return replace(problem, case=_records(problem.case), seen=_records(problem.seen))


def _records(text: str) -> str:
    """Return a text that names records of JSON where a table has lines; the header, line 0, has no place.

    >>> _records("line 2 (case x)"), _records("this id stands in lines 1 and 3"), _records("line 0")
    ('record 2 (case x)', 'this id stands in records 1 and 3', '')
    """
    return "" if text == "line 0" else _LINE.sub(lambda found: found[0].replace("line", "record"), text)
