"""`task.json`, the description of a published task in its folder.

`assets/schemas/task.schema.json` states the same as a JSON Schema; a test compares the two.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from difflib import get_close_matches
from typing import Literal, TypeAlias, TypeVar, get_args

from ordquant_core.errors import REPAIRS, InputError, OrdquantError, Problem, Repair
from ordquant_core.formats.decisions import NOTHING, Decisions, Missing
from ordquant_core.formats.json.strict import load
from ordquant_core.formats.limits import MAX_ID
from ordquant_core.formats.mapping import Mappings, mappings_in
from ordquant_core.formats.text import brief, canonical, id_fault, spelling
from ordquant_core.numerals import count
from ordquant_core.tasks.merging import FEWEST, Merge
from ordquant_core.tasks.positions import FARTHEST, Positions, checked_positions

FACTS = "task.json"
TaskKind: TypeAlias = Literal["quantification", "nuggets", "ranked lists"]
KINDS: tuple[TaskKind, ...] = get_args(TaskKind)
KEYS = (
    *("title", "description", "kind", "synthetic", "gold", "runs"),
    *("mapping", "classes", "scale", "run_scale", "repairs", "missing", "merge", "positions"),
    *("measures", "primary", "teams", "groups"),
    *("deadline", "opens", "instructions", "contact"),
    *("venue", "subtask", "type", "language", "annotators", "runs_per"),
    *("name", "choices_made", "notes"),  # written into downloads, and not used
)
REPAIRS_OF: dict[TaskKind, tuple[Repair, ...]] = {
    "quantification": REPAIRS,
    "nuggets": ("renormalise",),
    "ranked lists": (),
}
OFFICIAL = ("measures", "primary", "teams", "groups")
_QUANTIFICATION_ONLY = ("classes", "scale", "run_scale", "missing", "merge", "positions", *OFFICIAL)
_NOT_OF: dict[TaskKind, tuple[str, ...]] = {  # the keys that a kind of task does not have
    "quantification": (),
    "nuggets": ("mapping", *_QUANTIFICATION_ONLY),
    "ranked lists": ("repairs", *_QUANTIFICATION_ONLY),
}
_TEXT = "expected a text in quotes"
_PATH = 'expected a path inside the folder, such as "gold.csv" or "runs/team.csv"'
_RUNS = 'expected a list of files, folders or patterns inside the folder, such as ["runs/*.csv"]'
_MAPPING = 'expected how a table is read, such as {"layout": "votes", "case": "id", "label": "rating"}'
_CLASSES = 'expected two or more different labels in their order, such as ["NB", "PB", "B"]'
_MERGE = 'expected neighbouring classes that become one, such as ["PB", "B"], or a list of such lists'
_POSITIONS = "expected numbers that increase from class to class, one for each, such as [1, 2, 4, 5]"
_MEASURES = 'expected keys of measures, such as ["NMD", "RNOD"]'
_TEAMS = 'expected the team of each run, such as {"run-1": "Team A"}, or a table run,team inside the folder'
_GROUPS = 'expected the group of each case, such as {"case-1": "zh"}, or the name of a column of the gold'
_RUNS_PER = 'expected how many runs each language or team has, such as {"Chinese": 10, "English": 9}'
_DATE = 'expected a date or a time with its zone, such as "2026-12-01" or "2026-12-01 23:59+00:00"'
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d))?")
MOST_RUNS_PER = 1_000_000
_DRIVE = re.compile("[A-Za-z]:")
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
_MOST_STARS = 2  # ** in a pattern: each further one multiplies what is searched
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Announcement:
    """Announcements of the publisher to participants. The dates are shown; nothing opens or closes at them."""

    deadline: str = ""  # for runs: a date, or a time with its zone, in the ISO format
    opens: str = ""  # when the gold becomes public
    instructions: str = ""  # how and where to submit a run
    contact: str = ""


NOTHING_ANNOUNCED = Announcement()


@dataclass(frozen=True, slots=True)
class OverviewFacts:
    """What an overview of tasks says of one, as Table 2 of [sakai2021lq] does. All is shown only."""

    venue: str = ""  # such as SemEval-2016
    subtask: str = ""  # of which task it is, such as Task 4 (Subtask E)
    type: str = ""  # such as OQ, ordinal quantification
    language: str = ""
    annotators: str = ""  # "": as the votes of the gold say
    runs_per: tuple[tuple[str, int], ...] = ()  # runs per language or team


NO_FACTS = OverviewFacts()


@dataclass(frozen=True, slots=True)
class TaskDescription:
    """The entries of a `task.json`, with defaults for those left out."""

    title: str
    description: str = ""
    kind: TaskKind = "quantification"
    gold: str | None = None  # a path inside the folder; None: detected from the content of the files
    runs: tuple[str, ...] | None = None  # files, folders and patterns, as written; None: all files but the gold
    scale: str | None = None  # shown first where the files have several
    choices: Decisions = NOTHING  # how tables are read, the repairs allowed, the classes in their order, and the like
    synthetic: bool = False
    measures: tuple[str, ...] | None = None  # keys of the official measures; None: all
    primary: str | None = None  # the key of the measure that comes first
    teams: Mapping[str, str] | None = None  # run -> team
    teams_file: str | None = None  # a table run,team inside the folder instead
    groups: Mapping[str, str] | None = None  # case -> group
    by: str | None = None  # the column of the gold that groups the cases instead
    announced: Announcement = NOTHING_ANNOUNCED
    facts: OverviewFacts = NO_FACTS


class _EntryError(Exception):
    """What is wrong with one entry: `seen` and `action` of its Problem."""


class _ListError(Exception):
    """What is wrong with the members of a list: (number, seen, action) each."""


def parse_description(data: bytes, *, title: str) -> tuple[TaskDescription | None, list[Problem]]:
    """Read the bytes of a `task.json`; `title` is for one that gives none.

    Never raises: input that is not a JSON object gives a problem and no description. Every problem names the key, what
    was found and what is expected; what a wrong entry would have said is left at its default.
    """
    try:
        facts = load(data, FACTS)
    except InputError as error:
        return None, [replace(problem, action="correct this line of JSON") for problem in error.problems]
    if not isinstance(facts, dict):
        example = '{"title": "…", "gold": "gold.csv", "runs": ["runs/*.csv"]}'
        return None, [Problem(FACTS, "", f"holds {brief(facts)}", f"expected an object such as {example}")]
    reading = _Reading(facts)
    reading.check_keys()
    kind: TaskKind = reading.entry("kind", _kind, KINDS[0])
    reading.check_kind(kind)
    none: tuple[Repair, ...] = ()
    choices = NOTHING.with_(
        reading.entry("repairs", lambda value: _repairs(value, kind), none) if REPAIRS_OF[kind] else none
    )
    choices = replace(
        choices,
        mappings=reading.entry("mapping", lambda value: _mappings(value, kind), ()),
        classes=reading.entry("classes", _classes, None),
        run_scale=reading.entry("run_scale", _scale, None),
        missing=reading.entry("missing", _missing, None),
        merge=reading.entry("merge", _merge, ()),
        positions=reading.entry("positions", _positions, None),
    )
    for key in ("name", "choices_made", "notes"):
        reading.entry(key, _text if key == "name" else _texts, None)
    teams = reading.entry("teams", lambda value: _pairs_or_text(value, _TEAMS, _path), None)
    groups = reading.entry("groups", lambda value: _pairs_or_text(value, _GROUPS, _column), None)
    description = TaskDescription(
        title=reading.entry("title", _title, title),
        description=reading.entry("description", _text, ""),
        kind=kind,
        gold=reading.entry("gold", _path, None),
        runs=reading.entry("runs", _paths, None),
        scale=reading.entry("scale", _scale, None),
        choices=choices,
        synthetic=reading.entry("synthetic", _switch, False),
        measures=reading.entry("measures", _measures, None),
        primary=reading.entry("primary", _measure, None),
        teams=None if isinstance(teams, str) else teams,
        teams_file=teams if isinstance(teams, str) else None,
        groups=None if isinstance(groups, str) else groups,
        by=groups if isinstance(groups, str) else None,
        announced=Announcement(
            deadline=reading.entry("deadline", _moment, ""),
            opens=reading.entry("opens", _moment, ""),
            instructions=reading.entry("instructions", _words, ""),
            contact=reading.entry("contact", _words, ""),
        ),
        facts=OverviewFacts(
            **{key: reading.entry(key, _words, "") for key in ("venue", "subtask", "type", "language", "annotators")},
            runs_per=reading.entry("runs_per", _runs_per, ()),
        ),
    )
    reading.check_dates(description.announced)
    return description, reading.problems


def is_description(name: str) -> bool:
    """Return whether a file of this name is a `task.json`, or was meant to be one.

    >>> is_description("task.json"), is_description("Task.JSON.txt"), is_description("gold.json")
    (True, True, False)
    """
    return name.casefold().startswith(FACTS)


class _Reading:
    """The entries of a `task.json`, and the problems found so far."""

    def __init__(self, facts: dict[str, object]) -> None:
        self.facts = facts
        self.problems: list[Problem] = []

    def entry(self, key: str, read: Callable[[object], Value], default: Value) -> Value:
        """Return what `read` makes of an entry; the default where there is none, or a wrong one."""
        if key not in self.facts:
            return default
        try:
            return read(self.facts[key])
        except _EntryError as error:
            self.problems.append(Problem(FACTS, key, *error.args))
        except _ListError as error:
            for number, seen, action in error.args:
                self.problems.append(Problem(FACTS, f"{key}, entry {number}", seen, action))
        return default

    def check_keys(self) -> None:
        """Report unknown keys, with the known one that was probably meant. `$schema` and `_…` are for editors."""
        for key in self.facts:
            if key in KEYS or key == "$schema" or key.startswith("_"):
                continue
            used = KEYS[:-3]
            near = get_close_matches(key.casefold(), used, n=1, cutoff=0.7)  # "blind" is not a misspelt "kind"
            action = f'did you mean "{near[0]}"?' if near else f"the keys are {', '.join(used)}"
            self.problems.append(Problem(FACTS, brief(key)[1:-1], "this key is unknown", action))

    def check_dates(self, announced: Announcement) -> None:
        """Report a gold that opens before the deadline: whoever waits for it needs no system."""
        opens, deadline = announced.opens, announced.deadline
        if opens and deadline and _instant(opens) < _instant(deadline):
            seen = f"{brief(opens)} is before the deadline, {brief(deadline)}"
            self.problems.append(Problem(FACTS, "opens", seen, "open the gold after the deadline"))

    def check_kind(self, kind: TaskKind) -> None:
        """Report runs without a gold, and entries that this kind of task does not have."""
        if "gold" not in self.facts and ("runs" in self.facts or kind == "nuggets"):
            seen = 'there are "runs" but no "gold"' if "runs" in self.facts else 'there is no "gold"'
            self.problems.append(Problem(FACTS, "gold", seen, "name the file that holds the gold"))
        for key in _NOT_OF[kind]:
            if key in self.facts:
                action = f'remove it, or change "kind" ({brief(kind)})'
                self.problems.append(Problem(FACTS, key, "this kind of task has no such entry", action))


def path_fault(path: str) -> tuple[str, str] | None:
    """Return why a text cannot be a path inside the folder (what was seen, what to do), or None if it can.

    >>> path_fault("runs/*.csv"), path_fault("../gold.csv")[0], path_fault("/etc/gold.csv")[0]
    (None, "'../gold.csv' leads out of the folder", "'/etc/gold.csv' is an absolute path")
    """
    if not path:
        return "an empty path", _PATH
    if _UNPRINTABLE.search(path):
        return f"{brief(path)} holds a character that cannot be printed", _PATH
    if "\\" in path:
        return f"{brief(path)} holds a backslash", "write / between folder and file"
    if path.startswith("/") or _DRIVE.match(path):
        return f"{brief(path)} is an absolute path", _PATH
    if path.count("**") > _MOST_STARS:
        return f"{brief(path)} holds ** more than twice", "name the folders"
    if ".." in path.split("/"):
        return f"{brief(path)} leads out of the folder", "put the file into the folder of task.json"
    return None


def _text(value: object, expected: str = _TEXT) -> str:
    if not isinstance(value, str):
        raise _EntryError(f"found {brief(value)}", expected)
    return value


def _title(value: object) -> str:
    text = _text(value)
    if not text.strip():
        raise _EntryError("the title is empty", "give a title, or leave the entry out")
    return text


def _words(value: object) -> str:
    text = _text(value)
    if not text.strip():
        raise _EntryError("the text is empty", "give one, or leave the entry out")
    return text


def _runs_per(value: object) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, dict) or not value:
        raise _EntryError(f"found {brief(value)}", _RUNS_PER)
    for name, number in value.items():
        if not name.strip() or type(number) is not int or not 0 <= number <= MOST_RUNS_PER:
            raise _EntryError(f"{brief(name)}: found {brief(number)}", _RUNS_PER)
    return tuple(value.items())


def _moment(value: object) -> str:
    text = _text(value, _DATE)
    try:
        if not _MOMENT.fullmatch(text):
            raise ValueError
        datetime.fromisoformat(text)
    except ValueError:
        raise _EntryError(f"found {brief(value)}", _DATE) from None
    return text


def _instant(moment: str) -> datetime:
    """Return a moment to compare; a date without a time is its start in UTC."""
    instant = datetime.fromisoformat(moment)
    return instant if instant.tzinfo else instant.replace(tzinfo=UTC)


def _each(value: object, expected: str, read: Callable[[object], Value]) -> tuple[Value, ...]:
    """Return what `read` makes of every member of a list."""
    if not isinstance(value, list):
        raise _EntryError(f"found {brief(value)}", expected)
    members, wrong = [], []
    for number, member in enumerate(value, start=1):
        try:
            members.append(read(member))
        except _EntryError as error:
            wrong.append((number, *error.args))
    if wrong:
        raise _ListError(*wrong)
    return tuple(members)


def _texts(value: object) -> tuple[str, ...]:
    return _each(value, "expected a list of texts", _text)


def _switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise _EntryError(f"found {brief(value)}", "expected true or false")
    return value


def _one_of(value: object, names: Sequence[Value]) -> Value:
    for name in names:
        if name == value:
            return name
    listed = ", ".join(f'"{name}"' for name in names)
    near = get_close_matches(str(value), [str(name) for name in names], n=1)
    action = f'did you mean "{near[0]}"? Expected one of {listed}' if near else f"expected one of {listed}"
    raise _EntryError(f"found {brief(value)}", action)


def _kind(value: object) -> TaskKind:
    return _one_of(value, KINDS)


def _missing(value: object) -> Missing:
    return _one_of(value, get_args(Missing))


def _merge(value: object) -> Merge:
    """Return groups of labels: one group, or a list of them."""
    if not isinstance(value, list) or not value:
        raise _EntryError(f"found {brief(value)}", _MERGE)
    nested = all(isinstance(group, list) for group in value)
    return tuple(map(_classes, value)) if nested else (_classes(value),)


def _positions(value: object) -> Positions:
    """Return where the classes stand, 1, 2, 3, … included: whether there is one for each is checked later."""
    numbers = _each(value, _POSITIONS, _number)
    if len(numbers) < FEWEST:
        raise _EntryError(f"found {count(len(numbers), 'number')}", _POSITIONS)
    try:
        checked_positions(numbers)
    except OrdquantError as problem:
        raise _EntryError(str(problem), _POSITIONS) from None
    return numbers


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > FARTHEST:
        raise _EntryError(f"found {brief(value)}", f"expected a number from −{count(FARTHEST)} to {count(FARTHEST)}")
    return float(value)


def _name(value: object, expected: str) -> str:
    text = _text(value, expected)
    if not text.strip():
        raise _EntryError("the name is empty", f"{expected}, or leave the entry out")
    return _short(text)


def _short(name: str) -> str:
    if len(name) > MAX_ID:
        raise _EntryError(f"found a name of {count(len(name))} characters", f"the limit is {count(MAX_ID)}")
    return name


def _scale(value: object) -> str | None:
    return None if value is None else _name(value, 'expected the name of a scale, such as "A"')


def _mappings(value: object, kind: TaskKind) -> Mappings:
    """Return how tables are read; of ranked lists only the encoding can be said."""
    try:
        mappings = mappings_in(value, "mapping")
    except OrdquantError as problem:
        seen, _, action = str(problem).removeprefix("mapping: ").partition("; ")
        raise _EntryError(seen, action or _MAPPING) from None
    fault = next(filter(None, (path_fault(name) for name, _ in mappings if name)), None)
    if fault:
        raise _EntryError(*fault)
    other = [name for name in (mappings[0][1].to_json() if mappings else ()) if name != "encoding"]
    if kind == "ranked lists" and (other or len(mappings) > 1 or mappings[0][0]):
        raise _EntryError(f"found {brief(value)}", 'expected the encoding, such as {"encoding": "latin-1"}')
    return mappings


def _path(value: object) -> str:
    fault = path_fault(_text(value, _PATH))
    if fault:
        raise _EntryError(*fault)
    return str(value)


def _measure(value: object) -> str:
    return _name(value, 'expected the key of a measure, such as "NMD"')


def _column(value: object) -> str:
    return _name(value, _GROUPS)


def _measures(value: object) -> tuple[str, ...]:
    keys = _each(value, _MEASURES, lambda key: _name(key, _MEASURES))
    if not keys:
        raise _EntryError("found an empty list", _MEASURES)
    return tuple(dict.fromkeys(keys))


def _pairs_or_text(value: object, expected: str, text: Callable[[object], str]) -> Mapping[str, str] | str:
    """Return a name for each key of an object, or what `text` makes of a text in its place."""
    if isinstance(value, str):
        return text(value)
    if not isinstance(value, dict) or not value:
        raise _EntryError(f"found {brief(value)}", expected)
    wrong = [one for one in value.values() if not isinstance(one, str) or not one.strip()]
    if wrong:
        raise _EntryError(f"found {brief(wrong[0])}", expected)
    return {_short(key): _short(one.strip()) for key, one in value.items()}


def _paths(value: object) -> tuple[str, ...]:
    return _each(value, _RUNS, _path)


def _repairs(value: object, kind: TaskKind) -> tuple[Repair, ...]:
    listed = [value] if isinstance(value, str) else value
    return _each(listed, 'expected a list such as ["renormalise"]', lambda key: _one_of(key, REPAIRS_OF[kind]))


def _label(value: object) -> str:
    text = value.strip() if isinstance(value, str) else spelling(value)
    if not text or id_fault(text):
        raise _EntryError(f"found {brief(value)}", "expected a label in quotes, or a number")
    return text


def _classes(value: object) -> tuple[str, ...]:
    labels = _each(value, _CLASSES, _label)
    if len(labels) < 2:
        raise _EntryError(f"found {len(labels)} label{'s' * (len(labels) != 1)}", _CLASSES)
    known: set[str] = set()
    for text in labels:
        if canonical(text) in known:
            raise _EntryError(f"{brief(text)} occurs twice", _CLASSES)
        known.add(canonical(text))
    return labels
