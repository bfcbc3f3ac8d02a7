"""A table and a mapping become distributions: from here on everything is strict."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import chain
from typing import NamedTuple

import numpy as np
import pandas as pd

from ordquant_core.distributions import RENORMALISE_TOLERANCE
from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.labels import MOST_GAPS, arrange_by_label, far_labels, gaps_in, match, order_of
from ordquant_core.formats.limits import check_table
from ordquant_core.formats.mapping import LAYOUT_WORDS, ROLES, TableMapping
from ordquant_core.formats.names import REJECTED, without_prefix
from ordquant_core.formats.raw_table import Coded, Codes, RawTable, named
from ordquant_core.formats.rows import PERCENT, Content, Part, Problems, by_person, portions, to_content
from ordquant_core.formats.text import (
    EXPECTED_NUMBER,
    PLAIN_NUMBER,
    brief,
    canonical,
    case_place,
    column_numbers,
    id_fault,
    is_list,
    label,
)
from ordquant_core.numerals import count, listed
from ordquant_core.records import Annotations, FloatArray

GOLD = "gold"  # what a system is called whose rows are the gold of a table with several
_NAMED = 5  # labels in a message
_MOST_VOTES = 10**15  # beyond, the numbers of a column are none
_MARKS = {"true": "1", "false": "0", "yes": "1", "no": "0", "x": "1", "✓": "1", "-": "0", "1": "1", "0": "0"}
_KEYS = "key", "outer key", "key of the object"  # what the column of outer keys of JSON is called
_DECIMAL_COMMA = re.compile(r"\s*[+-]?\d+,\d+\s*")


class Ballots(NamedTuple):
    """Votes one by one: of which case, by whom, for which label, and the row of the table they stand in."""

    cases: Coded
    annotators: Coded | None  # None: nobody is named
    labels: Coded
    rows: Codes


class _Mapped(NamedTuple):
    """A table with its mapping, the ids of its rows, and where problems are collected."""

    table: RawTable
    mapping: TableMapping
    ids: list[str]
    problems: Problems

    def cells(self, column: str) -> list[str]:
        """Return the cells of a column."""
        return self.table.column(column)

    def fault(self, row: int, seen: str, action: str) -> None:
        """Note what is wrong with the case of a row."""
        case = self.ids[row]
        place = ", ".join([self.table.place_of(row), *([case_place(case)] if case else [])])
        self.problems.fault(row, place, seen, action, case=case)

    def stop(self, seen: str, action: str) -> InputError:
        """Return the error for a mapping that cannot be used as it is."""
        return InputError([Problem(self.table.file, "", seen, action, asks="reading")])


def apply_mapping(table: RawTable, mapping: TableMapping, problems: Problems, *, of_gold: bool = True) -> list[Part]:
    """Read a table as a mapping says: one part, or one for each system.

    Rows with a fault are left out and noted among the `problems`. A run beside the gold has its columns, but need not
    have the rows that `drop` leaves out of it (`of_gold`). Raises `InputError` where a column that the mapping names is
    not there, or nothing can be read at all.
    """
    if table.outer:
        table, mapping = _with_outer_keys(table, mapping)
    _check_columns(table, mapping)
    if mapping.where or mapping.drop:
        table = _kept_rows(table, mapping, strict=of_gold)
    unused = _unused(table, mapping)
    if unused:
        problems.notes.append(f"{table.file}: not used: {', '.join(unused)}")
    if not mapping.system:
        return [Part("", _read(table, mapping, problems), problems)]
    _check_systems(table, mapping.system, problems)
    parts: list[Part] = []
    systems = table.coded(mapping.system)
    by_system = np.split(np.argsort(systems.codes, kind="stable"), np.cumsum(np.bincount(systems.codes))[:-1])
    for system, rows in zip(systems.names, by_system, strict=True):
        room = problems.room - sum(len(part.problems.kept) for part in parts)
        own = Problems(f"{table.file}:{system}", problems.choices, room=room)
        own.notes += [] if parts else problems.notes
        content = _read(table.take(rows), mapping, own)
        parts.append(Part(system, content, own, is_gold=system.casefold() == GOLD))
    return parts


def _check_systems(table: RawTable, column: str, problems: Problems) -> None:
    """Raise `InputError` for rows that name no system, and for names that cannot be one."""
    names = table.column(column)
    for name in dict.fromkeys(names):
        if fault := id_fault(name):
            row = names.index(name)
            problems.add(row, table.place_of(row), f"{label(column)} {fault}", "name the system of every row")
    problems.raise_if_any()


def _read(table: RawTable, mapping: TableMapping, problems: Problems) -> Content:
    if not len(table):
        if mapping.where or mapping.drop:
            raise InputError([Problem(table.file, "", "all rows are left out", "leave fewer rows out")])
        raise InputError([Problem(table.file, "", "there is no row below the header", "give a row for every case")])
    source = _Mapped(table, mapping, _ids(table, mapping, problems), problems)
    if mapping.layout == "class-columns":
        return _read_class_columns(source)
    if mapping.layout == "values":
        return _read_values(source)
    _ask_for_rejected(source)
    read_ballots = {"votes": _read_votes, "people": _read_people, "annotator-columns": _read_annotator_columns}
    return _count(source, read_ballots[mapping.layout](source))


def _ask_for_rejected(source: _Mapped) -> None:
    """Add a problem for a column that says which work was rejected, where the mapping does not name it."""
    table, mapping, _, problems = source
    votes = () if mapping.layout == "votes" else mapping.columns or _other_columns(table, mapping)
    used = {*_named_in(mapping), *votes}
    for name in (name for name in table.header if name not in used):
        values = [text for text in table.values(name) if text.casefold() in REJECTED]
        if values:
            seen = f"{label(name)} is {named(values)} in some rows"
            action = f"say which rows count (--where or --drop COLUMN=VALUE), or that all do (--ignore {label(name)})"
            problems.add(0, "", seen, action, asks="reading")


# ---- columns and rows ------------------------------------------------------------------------------------------------


def _with_outer_keys(table: RawTable, mapping: TableMapping) -> tuple[RawTable, TableMapping]:
    """Return both with the column of outer keys of JSON, which needs no name, as the case or the annotator."""
    first = table.header[0] or next(text for text in _KEYS if text not in table.header)  # "" means no column
    table = replace(table, header=(first, *table.header[1:]))
    if mapping.layout != "people":
        return table, mapping if any(mapping.case) else replace(mapping, case=(first,))
    return table, mapping if mapping.annotator else replace(mapping, annotator=first)


def _check_columns(table: RawTable, mapping: TableMapping) -> None:
    """Raise `InputError` for a column that is not in the table, and where one is missing that the layout needs."""
    lacking = [name for name in (*_named_in(mapping), *mapping.columns) if name not in table.header]
    if lacking:
        seen, action = f"there is no column {named(lacking)}", f"the columns are {named(table.header)}"
        raise InputError([Problem(table.file, "", seen, action, asks="reading")])
    may_be_numbered = ("case",) if mapping.layout in ("class-columns", "annotator-columns") else ()
    needed = [name for name in ROLES[mapping.layout] if name not in ("annotator", *may_be_numbered)]
    for name in needed:
        if not getattr(mapping, name) and not (name == "case" and table.outer):
            seen = f"{LAYOUT_WORDS[mapping.layout]}, and it is not said which column is the {name}"
            raise InputError([Problem(table.file, "", seen, f"name it (--{name} COLUMN)", asks="reading")])


def _kept_rows(table: RawTable, mapping: TableMapping, *, strict: bool) -> RawTable:
    """Return the table with the rows that `where` keeps and `drop` does not leave out."""
    for rows, keeps in ((mapping.where, True), (mapping.drop, False)):
        for column in dict.fromkeys(column for column, _ in rows):
            values = [value for other, value in rows if other == column]
            known = table.values(column)
            unknown = [value for value in values if value not in known]
            if unknown and strict:
                seen = f"no row has {brief(unknown[0])} in {label(column)}"
                action = f"the values there are {listed([label(text) for text in known], at_most=_NAMED)}"
                raise InputError([Problem(table.file, "", seen, action, asks="reading")])
            table = table.take([row for row, cell in enumerate(table.column(column)) if (cell in values) == keeps])
    return table


def _named_in(mapping: TableMapping) -> dict[str, None]:
    """Return the columns with a role other than to hold classes, annotators or cases, as a set in their order."""
    single = filter(None, (mapping.label, mapping.annotator, mapping.value, mapping.system))
    rows = (column for column, _ in (*mapping.where, *mapping.drop))
    return dict.fromkeys([*mapping.case, *mapping.keep, *mapping.ignore, *rows, *single])


def _other_columns(table: RawTable, mapping: TableMapping) -> tuple[str, ...]:
    """Return the columns that hold classes, annotators or cases where the mapping does not name them: all others."""
    taken = _named_in(mapping)
    return tuple(name for name in table.header if name not in taken)


def _unused(table: RawTable, mapping: TableMapping) -> list[str]:
    """Return the columns that a mapping leaves out, with the sum of those that hold numbers beside classes."""
    all_others = mapping.layout in ("class-columns", "annotator-columns", "people") and not mapping.columns
    if all_others and not (mapping.layout == "class-columns" and mapping.classes):
        return []
    columns = _columns_of_classes(table, mapping)[0] if all_others else mapping.columns
    used = {*_named_in(mapping), *columns}
    others = [name for name in table.header if name not in used]
    return [_with_sum(table, name) if mapping.layout == "class-columns" else label(name) for name in others]


def _with_sum(table: RawTable, name: str) -> str:
    """Return a column with the sum of its whole numbers: they may be votes that are left out."""
    numbers = table.numbers(name)
    if numbers is None or not (numbers == np.rint(numbers)).all() or not 0 < numbers.sum() < _MOST_VOTES:
        return label(name)
    return f"{label(name)} (its numbers sum to {count(int(numbers.sum()))})"


def _ids(table: RawTable, mapping: TableMapping, problems: Problems) -> list[str]:
    """Return the id of each row; a row without one is a problem. Without columns for them, rows are numbered."""
    if not mapping.case:
        return list(map(str, range(1, len(table) + 1)))
    parts = [table.column(column) for column in mapping.case]
    ids = parts[0] if len(parts) == 1 else ["/".join(some) if all(some) else "" for some in zip(*parts, strict=True)]
    if "" in ids or not "".join(ids).isprintable() or id_fault(max(ids, key=len)):
        for row, text in enumerate(ids):
            if fault := id_fault(text):
                problems.add(row, table.place_of(row), f"the id {fault}", "give every row the id of its case")
    return ids


def _extras(source: _Mapped, rows: Sequence[int]) -> dict[str, list[str]]:
    """Return the texts that go with the cases, each from the first row of its case."""
    kept = {name: source.cells(name) for name in source.mapping.keep}
    return {name: [cells[row] for row in rows] for name, cells in kept.items()}


# ---- numbers: a column per class, a row per case and class -----------------------------------------------------------


def _read_class_columns(source: _Mapped) -> Content:
    table, mapping, ids, _ = source
    if mapping.split:
        return _lists_of_shares(source)
    columns, classes = _columns_of_classes(table, mapping)
    if len(columns) < 2:
        seen = f"{count(len(columns), 'column')} left for classes ({named(columns)})"
        in_lists = len(columns) == 1 and all(map(is_list, source.cells(columns[0])[:1]))
        action = "say what stands between the numbers (--split), and name the classes (--classes)"
        raise source.stop(seen, action if in_lists else "name two or more classes (--classes)")
    check_table(table.file, len(ids), len(columns))
    values, sound = _numbers(source, columns)
    repeats = len({*ids}) < len(ids)
    if mapping.annotator or (repeats and _is_one_hot(values[sound])):
        marks = _marks(source, classes, values, sound)
        return _count(source._replace(mapping=replace(mapping, classes=mapping.classes or classes)), marks, mapping)
    return _distributions(source, classes, values, _first_of_each(source, sound) if repeats else sound)


def _is_one_hot(values: FloatArray) -> bool:
    return len(values) > 0 and bool(((values == 0) | (values == 1)).all() and (values.sum(axis=1) == 1).all())


def _columns_of_classes(table: RawTable, mapping: TableMapping) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the columns of the classes, and their labels. Raises `InputError` for a class without a column."""
    columns = mapping.columns or _other_columns(table, mapping)
    labels = without_prefix(columns)
    if not mapping.classes:
        return columns, labels
    places, _ = match(mapping.classes, columns)
    if None in places:
        places, _ = match(mapping.classes, labels)
    lacking = [text for text, place in zip(mapping.classes, places, strict=True) if place is None]
    if not lacking:
        return tuple(columns[place] for place in places if place is not None), mapping.classes
    if mapping.columns and len(mapping.columns) == len(mapping.classes):
        return mapping.columns, mapping.classes  # the labels of these columns, one by one
    seen = f"there is no column for the class {named(lacking)}"
    raise InputError([Problem(table.file, "", seen, f"the columns are {named(table.header)}", asks="reading")])


def _numbers(source: _Mapped, columns: Sequence[str]) -> tuple[FloatArray, list[int]]:
    """Return the numbers of some columns, and the rows where all of them are numbers; all others are faults."""
    table, mapping, ids, _ = source
    values = np.zeros((len(ids), len(columns)))
    bad: dict[int, tuple[str, str]] = {}  # the column and the cell
    others: list[tuple[int, str]] = []  # columns with other cells than numbers, and their places
    for place, column in enumerate(columns):
        numbers = table.numbers(column, keep=False)
        if numbers is not None:
            values[:, place] = numbers
        else:
            others.append((place, column))
    marks = _MARKS if others and all(_holds_marks(source.cells(column)) for column in columns) else {}
    for place, column in others:
        written = source.cells(column)
        cells = ["0" if cell == "" and mapping.empty == "0" else marks.get(cell.casefold(), cell) for cell in written]
        values[:, place], odd = _numbers_and_others(cells, table.decimal, source.problems.room)
        for row in odd:
            bad.setdefault(row, (column, written[row]))
    for row, (column, cell) in bad.items():
        source.fault(
            row, f"column {label(column)} is {f'{brief(cell)}, not a number' if cell else 'empty'}", _expected(cell)
        )
    faulty = {ids[row] for row in bad}
    return values, [row for row, case in enumerate(ids) if case and (not bad or case not in faulty)]


def _numbers_and_others(cells: list[str], decimal: str, most: int) -> tuple[FloatArray, list[int]]:
    """Return the numbers of a column, 0 where a cell holds none, and the places of such cells; a few above `most`.

    >>> _numbers_and_others(["1", "x", "0.5"], ".", 10)
    (array([1. , 0. , 0.5]), [1])
    """
    numbers = column_numbers(cells, decimal)
    if numbers is not None:
        return numbers, []
    if len(cells) == 1:
        return np.zeros(1), [0]
    half = len(cells) // 2
    first_half, odd = _numbers_and_others(cells[:half], decimal, most)
    if len(odd) > most:  # more are not listed
        return np.concatenate([first_half, np.zeros(len(cells) - half)]), odd
    second_half, more = _numbers_and_others(cells[half:], decimal, most - len(odd))
    return np.concatenate([first_half, second_half]), [*odd, *(half + place for place in more)]


def _holds_marks(cells: Sequence[str]) -> bool:
    return all(cell.casefold() in _MARKS or cell == "" for cell in {*cells})


def _expected(cell: str) -> str:
    words = "fill it in, or say what empty cells mean (--empty 0: no vote for the class)"
    return EXPECTED_NUMBER if cell else words


def _marks(source: _Mapped, classes: Sequence[str], values: FloatArray, sound: Sequence[int]) -> Ballots:
    """Return rows that mark one class each as votes; a row with another number of marks is a fault."""
    marked = (values != 0).sum(axis=1)
    rows = [row for row in sound if marked[row] == 1 and values[row].max() == 1]
    for row in sorted({*sound} - {*rows}):
        seen = f"marks {count(int(marked[row]), 'class', 'classes')}"
        source.fault(row, seen, "mark one class with 1, all others with 0")
    who = Coded.of(source.cells(source.mapping.annotator)) if source.mapping.annotator else None
    cases = Coded.of([source.ids[row] for row in rows])
    labels = Coded(values.argmax(axis=1)[rows], classes)
    return Ballots(cases, None if who is None else who.take(rows), labels, np.array(rows, dtype=np.intp))


def _first_of_each(source: _Mapped, sound: Sequence[int]) -> Sequence[int]:
    """Return the first row of each case; a further one is a fault of the case."""
    first: dict[str, int] = {}
    for row in sound:
        case, place = source.ids[row], source.table.place_of
        if first.setdefault(case, row) != row:
            source.problems.repeat(row, case, f"{place(first[case])} and {place(row)} are of this case")
    return list(first.values())


def _distributions(source: _Mapped, classes: Sequence[str], values: FloatArray, rows: Sequence[int]) -> Content:
    """Return the distributions of the chosen rows, of which the mapping may say whether they hold votes or shares."""
    mapping, whole = source.mapping, len(rows) == len(values)
    chosen = values if whole else values[list(rows)]
    if mapping.numbers == "shares":
        chosen = _as_shares(chosen)
    return to_content(
        tuple(classes),
        source.ids if whole else [source.ids[row] for row in rows],
        chosen,
        rows,
        source.problems,
        votes=mapping.numbers == "counts" if mapping.numbers else None,
        extras=_extras(source, rows),
        numbered=not mapping.case,
        place_of=source.table.place_of,
        ordered_by="chosen" if mapping.classes else "file",
        open_ended=source.table.open_ended,
    )


def _as_shares(values: FloatArray) -> FloatArray:
    """Return rows of percentages, which sum to 100 or nearly, divided by their sum.

    >>> _as_shares(np.array([[50.0, 51.0], [0.3, 0.7]])).round(3).tolist()
    [[0.495, 0.505], [0.3, 0.7]]
    """
    sums = values.sum(axis=1, keepdims=True)
    return values / np.where(np.abs(sums - PERCENT) <= RENORMALISE_TOLERANCE * PERCENT, sums, 1)


def _lists_of_shares(source: _Mapped) -> Content:
    """Read the numbers of all classes from the lists in one column."""
    columns, classes = source.mapping.columns or _other_columns(source.table, source.mapping), source.mapping.classes
    if len(columns) != 1 or len(classes) < 2:
        action = "name the column (--columns) and the classes in their order (--classes)"
        raise source.stop("the numbers of a case stand in one cell", action)
    values, sound = np.zeros((len(source.ids), len(classes))), []
    for row, cell in enumerate(source.cells(columns[0])):
        shares = column_numbers(_entries(cell, source.mapping.split), source.table.decimal)
        if shares is None or len(shares) != len(classes):
            action = f"give {count(len(classes), 'number')}, one per class"
            source.fault(row, f"{label(columns[0])} is {brief(cell)}", action)
        else:
            values[row] = shares
            sound.append(row)
    return _distributions(source, classes, values, _first_of_each(source, sound))


def _read_values(source: _Mapped) -> Content:
    """Read a row per case and class: a pair without a row counts as 0."""
    table, mapping, ids, problems = source
    numbers, sound = _numbers(source, [mapping.value])
    labels = _spelled(Coded.of(source.cells(mapping.label)), table.decimal)
    left_out = {canonical(text) for text in mapping.no_vote}
    rows: Codes = np.array([row for row in sound if labels.at(row) not in left_out], dtype=np.intp)
    classes, rows = _classes_of(source, Ballots(Coded.of(ids), None, labels, np.arange(len(ids))), rows)
    cases, labels = Coded.of([ids[row] for row in rows.tolist()]), labels.take(rows)
    check_table(table.file, len(cases.names), len(classes))
    column_of = {text: place for place, text in enumerate(map(canonical, classes))}
    columns = np.array([column_of.get(text, 0) for text in labels.names])[labels.codes]
    for place in np.flatnonzero(pd.Index(cases.codes * len(classes) + columns).duplicated()).tolist():
        seen = f"class {label(labels.at(place))} stands in several rows"
        source.fault(int(rows[place]), seen, "give every case and class once")
    values = np.zeros((len(cases.names), len(classes)))
    values[cases.codes, columns] = numbers[rows, 0]
    first = rows[_first_places(cases)].tolist()
    new = _Mapped(table.take(first), mapping, list(cases.names), problems)  # a row for each case
    content = _distributions(new._replace(mapping=replace(mapping, keep=())), classes, values, range(len(first)))
    row_of = dict(zip(cases.names, first, strict=True))
    kept = _extras(source, [row_of[case] for case in content.cases])
    extras = {name: tuple(texts) for name, texts in kept.items()}
    return replace(content, extras=extras, open_ended=not mapping.classes)  # no row may name a class that nobody chose


# ---- votes, one by one -----------------------------------------------------------------------------------------------


def _read_votes(source: _Mapped) -> Ballots:
    """Read a row per vote, or a list of votes in a cell."""
    mapping, ids = source.mapping, source.ids
    labels = source.cells(mapping.label)
    who = source.cells(mapping.annotator) if mapping.annotator else None
    if not mapping.split and not any(cell[:1] == "[" for cell in labels):
        voters = None if who is None else Coded.of(who)
        return Ballots(Coded.of(ids), voters, Coded.of(labels), np.arange(len(ids)))
    entries = [_entries(cell, mapping.split) for cell in labels]
    rows = np.repeat(np.arange(len(ids)), [*map(len, entries)])
    names = None if who is None else [_entries(cell, mapping.split) for cell in who]
    if names is not None and list(map(len, names)) != list(map(len, entries)):
        names = None  # one name beside several votes says nothing about them
    voters = None if names is None else Coded.of([*chain.from_iterable(names)])
    return Ballots(Coded.of([ids[row] for row in rows]), voters, Coded.of([*chain.from_iterable(entries)]), rows)


def _entries(cell: str, split: str) -> list[str]:
    """Return the entries of a list in a cell, `[4, 5, 4]` or `4;5;4`; a cell without a list is its only entry.

    >>> _entries('["a", null]', ""), _entries("4; 5", ";"), _entries("4", "")
    (['a', ''], ['4', '5'], ['4'])
    """
    if cell[:1] == "[" and cell[-1:] == "]":
        try:
            values = json.loads(cell)
            return ["" if one is None else one if isinstance(one, str) else json.dumps(one) for one in values]
        except ValueError:
            cell, split = cell[1:-1], split or ","
    entries = cell.split() if split == " " else cell.split(split) if split else [cell]
    return [one.strip().strip("'\"") for one in entries]


def _read_annotator_columns(source: _Mapped) -> Ballots:
    """Read a column per annotator: the rows are cases, the cells labels."""
    columns, n = source.mapping.columns or _other_columns(source.table, source.mapping), len(source.ids)
    _first_of_each(source, range(n))
    rows = np.repeat(np.arange(n, dtype=np.int32), len(columns))
    labels = Coded.of(source.table.columns(columns).ravel())
    who = Coded(np.tile(np.arange(len(columns), dtype=np.int32), n), columns)
    return Ballots(Coded.of(source.ids).take(rows), who, labels, rows)


def _read_people(source: _Mapped) -> Ballots:
    """Read a row per person: the columns are cases, the cells labels."""
    columns, n = source.mapping.columns or _other_columns(source.table, source.mapping), len(source.ids)
    who = source.cells(source.mapping.annotator) if source.mapping.annotator else list(map(str, range(1, n + 1)))
    cases = Coded(np.repeat(np.arange(len(columns), dtype=np.int32), n), columns)
    labels = Coded.of(source.table.columns(columns).ravel(order="F"))
    rows = np.tile(np.arange(n, dtype=np.int32), len(columns))
    return Ballots(cases, Coded.of(who).take(rows), labels, rows)


def _count(source: _Mapped, ballots: Ballots, given: TableMapping | None = None) -> Content:
    """Count votes by case; those that are none are left out and noted. `given`: the mapping as it was given."""
    table, mapping, _, problems = source
    ballots = ballots._replace(labels=_spelled(ballots.labels, table.decimal))
    kept = _counting(source, ballots)
    first = ballots.rows[_first_places(ballots.cases)].tolist()
    _check_voters(source, ballots, kept)
    classes, kept = _classes_of(source, ballots, kept)
    cases = ballots.cases.names
    check_table(table.file, len(cases), len(classes))
    class_of = {text: place for place, text in enumerate(map(canonical, classes))}
    places = np.array([class_of.get(text, 0) for text in ballots.labels.names], dtype=np.int32)
    votes, annotations = _tally(ballots, kept, places, (len(cases), len(classes)))
    for place in np.flatnonzero(votes.sum(axis=1) == 0).tolist():
        if cases[place] not in problems.faulty:
            action = "give every case one vote or more"
            problems.fault(first[place], case_place(cases[place]), "no vote is left", action, case=cases[place])
    sound = np.flatnonzero(votes.sum(axis=1)).tolist()
    rows = [first[place] for place in sound]
    return to_content(
        tuple(classes),
        [cases[place] for place in sound],
        votes[sound],
        rows,
        problems,
        votes=True,
        extras={} if mapping.layout == "people" else _extras(source, rows),
        ordered_by="chosen" if (given or mapping).classes else "file",
        open_ended=not mapping.classes,
        numbered=not mapping.case and mapping.layout != "people",
        annotations=None if annotations is None else annotations[sound],
    )


def _tally(
    ballots: Ballots, kept: Codes, class_of_label: Codes, shape: tuple[int, int]
) -> tuple[FloatArray, Annotations | None]:
    """Return the votes, cases × classes, and the class that each person gave each case where persons are known."""
    votes = np.zeros(shape)
    cases, chosen = ballots.cases.codes[kept], class_of_label[ballots.labels.codes[kept]]
    for part in portions(len(chosen)):
        np.add.at(votes, (cases[part], chosen[part]), 1)
    if ballots.annotators is None:
        return votes, None
    return votes, by_person(cases, ballots.annotators.codes[kept], chosen, len(votes))


def _first_places(texts: Coded) -> Codes:
    """Return where each text is met first: its number is larger than all before."""
    highest = np.maximum.accumulate(texts.codes)
    return np.flatnonzero(np.diff(highest, prepend=-1))


def _spelled(labels: Coded, decimal: str) -> Coded:
    """Return labels in canonical spelling, with a point in numbers that the table writes with a comma."""
    comma = decimal == ","
    names = (one.replace(",", ".") if comma and _DECIMAL_COMMA.fullmatch(one) else one for one in labels.names)
    new = Coded.of(list(map(canonical, names)))
    return Coded(new.codes[labels.codes], new.names)


def _counting(source: _Mapped, ballots: Ballots) -> Codes:
    """Return the votes without those that are none: left out as the mapping says, and counted in a note."""
    table, mapping, _, problems = source
    labels = ballots.labels
    left_out = {canonical(text) for text in mapping.no_vote} | ({""} if mapping.empty != "refuse" else set())
    none = np.array([text in left_out for text in labels.names], dtype=bool)
    empty = np.array([not text and text not in left_out for text in labels.names], dtype=bool)
    lost = [text for text, is_none in zip(labels.names, none, strict=True) if is_none]
    if lost:
        words = listed([label(text) if text else "empty" for text in lost], at_most=_NAMED)
        number = int(none[labels.codes].sum())
        problems.notes.append(f"{table.file}: {count(number, 'label')} left out as no vote ({words})")
    for place in np.flatnonzero(empty[labels.codes]).tolist() if empty.any() else ():
        who = f" of {label(ballots.annotators.at(place))}" if ballots.annotators is not None else ""
        row, case = int(ballots.rows[place]), ballots.cases.at(place)
        seen = f"the label{who} is empty ({table.place_of(row)})"
        action = "write the label, or say that it is a missing vote (--empty missing)"
        problems.fault(row, case_place(case), seen, action, case=case)
    return np.flatnonzero(~(none | empty)[labels.codes])


def _check_voters(source: _Mapped, ballots: Ballots, kept: Codes) -> None:
    """Note a fault for everybody who votes twice on a case."""
    if ballots.annotators is None:
        return
    pairs = ballots.cases.codes[kept].astype(np.int64) * len(ballots.annotators.names) + ballots.annotators.codes[kept]
    again = pd.Index(pairs).duplicated()
    if not again.any():
        return
    those = kept[np.isin(pairs, pairs[again])].tolist()
    first: dict[tuple[str, str], int] = {}
    for place in those:
        case, who = ballots.cases.at(place), ballots.annotators.at(place)
        before = first.setdefault((case, who), place)
        if before != place:
            rows = [source.table.place_of(int(ballots.rows[one])) for one in (before, place)]
            seen = f"{label(who)} votes twice ({' and '.join(dict.fromkeys(rows))})"
            action = "keep one vote, or name more columns of the case (--case A,B)"
            source.problems.fault(int(ballots.rows[place]), case_place(case), seen, action, case=case)


def _classes_of(source: _Mapped, ballots: Ballots, kept: Codes) -> tuple[tuple[str, ...], Codes]:
    """Return the classes, and the votes for one of them; labels that are none, or may be none, are problems."""
    mapping, problems = source.mapping, source.problems
    codes, names = ballots.labels.codes[kept], ballots.labels.names
    times = np.bincount(codes, minlength=len(names))
    labels = [names[code] for code in np.flatnonzero(times).tolist()]
    check_table(source.table.file, 1, 0 if mapping.classes else len(labels))
    known = {*map(canonical, mapping.classes)} if mapping.classes else {*labels}
    far = {*far_labels(labels)}
    wrong: dict[int, tuple[str, str]] = {}
    for code in np.flatnonzero(times).tolist():
        text = names[code]
        if text not in known:
            wrong[code] = "it is not among the classes", "name it as a class (--classes), or as no vote (--no-vote)"
        elif not mapping.classes and is_list(text):
            wrong[code] = "it seems to hold several votes", "say what stands between them (--split)"
        elif not mapping.classes and text in far:
            wrong[code] = "it may stand for no vote", "say so (--no-vote), or name all classes (--classes)"
    order = kept[np.argsort(codes, kind="stable")] if wrong else kept  # the votes for each label follow each other
    ends = np.cumsum(times)
    for code, (seen, action) in wrong.items():
        places = order[ends[code] - times[code] : ends[code]].tolist()
        cases = dict.fromkeys(ballots.cases.at(place) for place in places)
        words = f"{seen} ({count(len(places), 'time')}, in {listed([*map(label, cases)], at_most=_NAMED)})"
        row = int(ballots.rows[places[0]])
        problems.add(row, f"label {label(names[code])}", words, action, asks="reading")
    rows = kept[np.array([text in known for text in names], dtype=bool)[codes]]
    if mapping.classes:
        return mapping.classes, rows
    classes = arrange_by_label(labels)
    numeric = [text for text in classes if PLAIN_NUMBER.fullmatch(text)]
    if not wrong and 0 < len(numeric) < len(classes) and order_of(classes)[1] == "file":
        some = named([*numeric[:2], *[text for text in classes if text not in numeric][:2]])
        raise source.stop(f"some labels are numbers, others are words ({some})", "name all classes (--classes)")
    if len(classes) < 2:
        seen = f"all votes are for {label(classes[0])}" if classes else "there is no vote"
        raise source.stop(seen, "name the classes in their order (--classes)")
    if len(numeric) == len(classes) and Decimal(classes[-1]) - Decimal(classes[0]) > MOST_GAPS:
        seen = f"the labels go from {classes[0]} to {classes[-1]}, which is no scale"
        raise source.stop(seen, "leave a column of other numbers out (--ignore), or name all classes (--classes)")
    if gaps := gaps_in(classes):
        words = f"nobody votes for {', '.join(gaps)}: a class without votes counts only if all classes are named"
        problems.notes.append(f"{problems.file}: {words} (--classes)")
    return classes, rows
