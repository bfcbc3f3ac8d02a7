"""Shared by the JSON formats of NTCIR: a list of objects, each with an id, and objects of numbers in them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ordquant_core.errors import InputError, Problem, Repair
from ordquant_core.formats.json.strict import JsonObject, place_of
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import canonical, id_fault, shown


class FaultError(Exception):
    """What is wrong with one case: `seen` and `action` of its Problem."""

    choices: tuple[Repair, ...] = ()

    def report(self, problems: Problems, position: int, place: str, case: str) -> None:
        """Note the fault of this case."""
        seen, action = self.args
        problems.fault(position, place, seen, action, self.choices, case=case)


class NoVoteError(FaultError):
    """All votes of a case are missing. As long as nobody has decided what that means, the question is enough."""

    def __init__(self) -> None:
        super().__init__("all of its votes are missing", "give every case one vote or more")

    def report(self, problems: Problems, position: int, place: str, case: str) -> None:
        """Note the fault once missing votes are left out; before, only the case is known to be faulty."""
        if problems.choices.missing_votes:
            super().report(problems, position, place, case)
        else:
            problems.faulty[case] = None


class Case(NamedTuple):
    """An entry of the list that has an id of its own."""

    position: int
    id: str
    entry: JsonObject


def listed(value: object, name: str) -> list[object]:
    """Return the cases of a file if they are a list of one entry or more. Raises `InputError`."""
    action = 'expected a list of cases, [{"id": …}, …]'
    if not isinstance(value, list):
        raise InputError([Problem(name, "", f"the file holds {shown(value)}", action)])
    if not value:
        raise InputError([Problem(name, "", "the list is empty", action)])
    return value


def named(listed: Sequence[object], problems: Problems) -> Iterator[Case]:
    """Yield the entries with a valid, unique id; note what is wrong with the others."""
    places: dict[str, int] = {}
    for position, entry in enumerate(listed, start=1):
        try:
            case = _named(position, entry)
        except FaultError as fault:
            fault.report(problems, position, place_of(entry, position), "")
            continue
        if case.id in places:
            seen = f"this id occurs twice (entries {places[case.id]} and {position})"
            problems.repeat(position, case.id, seen)
        else:
            places[case.id] = position
            yield case


def numbers_by_key(
    values: JsonObject,
    keys: Sequence[str],
    one: str = "class",
    many: str = "classes",
    *,
    drop: dict[str, None] | None = None,
) -> list[float]:
    """Return the numbers of an object in the order of `keys`, all of which it must have, and no other.

    Numbers as keys are the same however they are written. `drop` takes other keys whose number is 0, instead.
    """
    known = set(keys)
    if not values.keys() <= known:
        values = _spelled(values, one)
    unknown = [key for key in values if key not in known]
    empty = all(values[key] == 0 and not isinstance(values[key], bool) for key in unknown)
    if unknown and (drop is None or not empty):
        fault = FaultError(f"unknown {one} {shown(unknown[0])}", f"the {many} are {', '.join(keys)}")
        fault.choices = ("drop-classes",) if empty else ()
        raise fault
    if drop is not None:
        drop |= dict.fromkeys(unknown)
    missing = [key for key in keys if key not in values]
    if missing:
        raise FaultError(f"{one} {', '.join(missing)} is missing", f"give a number for every {one} (0 is one)")
    numbers = []
    for key in keys:
        value = values[key]
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise FaultError(f"{one} {key} holds {shown(value)}", "expected a number")
        numbers.append(float(value))
    return numbers


def _spelled(values: JsonObject, one: str) -> JsonObject:
    """Return the object with its keys in canonical spelling. Raises `FaultError` if two become the same."""
    found: JsonObject = {}
    for key, value in values.items():
        text = canonical(key)
        if text in found:
            raise FaultError(f"{one} {shown(key)} occurs twice, written in two ways", f"give every {one} once")
        found[text] = value
    return found


def _named(position: int, entry: object) -> Case:
    if not isinstance(entry, dict):
        raise FaultError(f"this is {shown(entry)}", 'expected an object {"id": …}')
    if "id" not in entry:
        raise FaultError('there is no "id"', "every case needs one")
    case = entry["id"]
    if isinstance(case, int) and not isinstance(case, bool):
        return Case(position, str(case), entry)
    if not isinstance(case, str):
        raise FaultError(f"the id is {shown(case)}", "an id is a string")
    fault = id_fault(case)
    if fault:
        raise FaultError(f"the id {fault}", "give every case an id of printable characters")
    return Case(position, case, entry)
