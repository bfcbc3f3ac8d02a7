"""Shared by the formats in JSON: cases with an id, what they hold, step by step, and all of them as distributions."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.json.strict import JsonObject
from ordquant_core.formats.labels import ascending
from ordquant_core.formats.rows import Content, Problems, by_person, to_content
from ordquant_core.formats.text import brief, canonical, case_place, id_fault, label, spelling
from ordquant_core.records import Annotations

SEEN = 50  # entries of a file by which it is recognised
Before = TypeVar("Before")
After = TypeVar("After")
Vote = tuple[str, object]  # who chose, as a message says it, and what they chose


class FaultError(Exception):
    """What is wrong with one case: `seen` and `action` of its Problem, and words for a place `within` the case."""

    def __init__(self, seen: str, action: str, within: str = "") -> None:
        super().__init__(seen, action)
        self.within = within


class Case(NamedTuple, Generic[Before]):
    """A case of the file: its place and its id, and what it holds at this step of the reading."""

    position: int
    id: str
    value: Before
    texts: Mapping[str, str] = {}


def listed(value: object, name: str) -> list[object]:
    """Return the cases of a file if they are a list of one entry or more. Raises `InputError`."""
    if not isinstance(value, list) or not value:
        raise InputError(
            [Problem(name, "", f"the file holds {brief(value)}", 'expected a list of cases, [{"id": …}, …]')]
        )
    return value


def id_of(entry: object, key: str) -> str:
    """Return the id that stands below a key of an object: a text, or a whole number. Raises `FaultError`."""
    if not isinstance(entry, dict):
        raise FaultError(f"this is {brief(entry)}", f'expected an object {{"{key}": …}}')
    given = entry.get(key)
    text = str(given) if isinstance(given, int) and not isinstance(given, bool) else given
    fault = id_fault(text) if isinstance(text, str) else f"is {brief(text)}"
    if fault is not None or not isinstance(text, str):
        raise FaultError(f'the "{key}" {fault}', "expected a text of printable characters, or a whole number")
    return text


def named(entries: Iterable[object], problems: Problems) -> Iterator[Case[JsonObject]]:
    """Yield the entries with a valid, unique id; note what is wrong with the others."""
    positions: dict[str, int] = {}
    for position, entry in enumerate(entries, start=1):
        try:
            case = id_of(entry, "id")
        except FaultError as fault:
            problems.fault(position, f"entry {position}", *fault.args)
            continue
        if positions.setdefault(case, position) != position:
            problems.repeat(position, case, f"this id occurs twice (entries {positions[case]} and {position})")
        elif isinstance(entry, dict):
            yield Case(position, case, entry)


def each(
    cases: Iterable[Case[Before]],
    step: Callable[[Before], After],
    problems: Problems,
    place_of: Callable[[str], str] = case_place,
) -> list[Case[After]]:
    """Return the cases with what a step makes of what they hold; those in which it finds a fault are noted."""
    kept: list[Case[After]] = []
    for case in cases:
        try:
            kept.append(Case(case.position, case.id, step(case.value), case.texts))
        except FaultError as fault:
            problems.fault(case.position, place_of(case.id) + fault.within, *fault.args, case=case.id)
    return kept


def count_votes(votes: Iterable[Vote], classes: Sequence[str], no_label: str) -> list[float]:
    """Return how often each class was chosen; `no_label`: what to do where somebody gave none. Raises `FaultError`."""
    times = dict.fromkeys(classes, 0.0)
    for who, vote in votes:
        text = spelling(vote)
        if text not in times:
            action = f"the classes are {', '.join(map(label, classes))}; {no_label}"
            raise FaultError(f"{who} says {brief(vote)}", action)
        times[text] += 1
    return [times[text] for text in classes]


def by_name(cases: Iterable[Mapping[str, str]], classes: Sequence[str]) -> Annotations | None:
    """Return the class that each person gave each case: (cases, persons); `cases` holds their labels by their names."""
    names, number_of = dict[str, int](), {text: number for number, text in enumerate(classes)}
    rows = [*cases]
    votes = [
        (row, names.setdefault(who, len(names)), number_of[text])
        for row, labels in enumerate(rows)
        for who, text in labels.items()
    ]
    numbers, persons, chosen = np.array(votes, dtype=np.int64).reshape(-1, 3).T
    return by_person(numbers, persons, chosen, len(rows))


def numbers_by_key(
    values: JsonObject, keys: Sequence[str], noun: str = "class", nouns: str = "classes", *, whole: bool = True
) -> list[float]:
    """Return the numbers of an object in the order of `keys`; it must have no other, and all of them if it is `whole`.

    Numbers as keys are the same however they are written. Raises `FaultError`.
    """
    known, numbers = {*keys}, dict[str, float]()
    for key, value in values.items():
        text = key if key in known else canonical(key)
        if text not in known:
            raise FaultError(f"unknown {noun} {brief(key)}", f"the {nouns} are {', '.join(map(label, keys))}")
        if text in numbers:
            raise FaultError(f"{noun} {brief(key)} occurs twice, written in two ways", f"give every {noun} once")
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise FaultError(f"{noun} {label(text)} holds {brief(value)}", "expected a number")
        numbers[text] = float(value)
    missing = [label(key) for key in keys if key not in numbers]
    if missing and whole:
        raise FaultError(f"{noun} {', '.join(missing)} is missing", f"give a number for every {noun} (0 is one)")
    return [numbers.get(key, 0.0) for key in keys]


def in_order(labels: Iterable[str]) -> tuple[str, ...]:
    """Return labels in the order of their numbers; as they come where one is none."""
    given = tuple(labels)
    places = ascending(given)
    return given if places is None else tuple(given[place] for place in places)


def content_of_cases(
    classes: tuple[str, ...], rows: Sequence[Case[list[float]]], problems: Problems, **facts: Any
) -> Content:
    """Return what the cases hold, a number for each class, as distributions, with their texts; `facts` of the content.

    `facts` are those of `to_content`, such as `votes`.
    """
    values = np.array([case.value for case in rows], dtype=np.float64).reshape(len(rows), len(classes))
    columns = dict.fromkeys(column for case in rows for column in case.texts)
    extras = {column: [case.texts.get(column, "") for case in rows] for column in columns}
    ids, positions = [case.id for case in rows], [case.position for case in rows]
    return to_content(classes, ids, values, positions, problems, extras=extras, **facts)
