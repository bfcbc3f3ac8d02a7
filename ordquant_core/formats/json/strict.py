"""Strict JSON: repeated keys and NaN are errors, as is everything that is not JSON. Nothing is lost silently.

NaN among votes is a text, which stands for a vote that is missing.
"""

import json
import re
from collections.abc import Iterator

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.limits import check_json
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import case_place, decode, id_fault, shown
from ordquant_core.numerals import count

_HALF = re.compile(r"\\u[dD][89a-fA-F]")  # an escape for half of a character: both must stand together
_SEVERAL = object()  # what stands for values that follow each other
NAN = "NaN"
LONGEST_INTEGER = 300  # digits: longer ones have no float
JsonObject = dict[str, object]


class _Repeated(dict[str, object]):
    """An object with a key that occurs twice."""

    __slots__ = ("key",)
    key: str


class _NoNumber:
    """NaN, Infinity, or an integer too long for a float."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


def load(
    data: bytes,
    name: str,
    expected: str = "a JSON list with an object per case",
    *,
    whole: bool = False,
    lines: bool = False,
) -> object:
    """Return the value that the bytes describe. Raises `InputError`; integers are shorter than 300 digits.

    `whole`: half a character, which an escape can write, is refused in all texts, since pages show them. (The reader of
    cases refuses it in ids and labels.) `lines`: a value in each line (JSON Lines) is a list of them, and
    NaN among votes is a text.
    """
    oddities = 0

    def on_object(pairs: list[tuple[str, object]]) -> JsonObject:
        nonlocal oddities
        if oddities and lines:
            values = [_as_votes(entry) if isinstance(entry, list) else entry for _, entry in pairs]
            pairs = [(key, entry) for (key, _), entry in zip(pairs, _as_votes(values), strict=True)]
        value = dict(pairs)
        if len(value) == len(pairs):
            return value
        oddities += 1
        seen: set[str] = set()
        repeated = _Repeated(value)
        repeated.key = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        return repeated

    def on_constant(text: str) -> _NoNumber:
        nonlocal oddities
        oddities += 1
        return _NoNumber(text)

    def on_integer(text: str) -> object:
        return int(text) if len(text) < LONGEST_INTEGER else on_constant(f"a number of {count(len(text))} digits")

    check_json(data, name)
    text = decode(data, name)
    action = f"expected {expected}"

    def parse(text: str, line: int = 0) -> object:
        try:
            return json.loads(text, object_pairs_hook=on_object, parse_constant=on_constant, parse_int=on_integer)
        except json.JSONDecodeError as problem:
            if lines and not line and problem.msg == "Extra data":
                return _SEVERAL
            place = f"line {line or problem.lineno}, column {problem.colno}"
            raise InputError([Problem(name, place, f"not JSON ({problem.msg})", action)]) from None
        except RecursionError:
            raise InputError([Problem(name, "", "lists or objects are nested too deeply", action)]) from None

    value = parse(text)
    if value is _SEVERAL:
        oddities = 0
        value = [parse(line, number) for number, line in enumerate(_lines(text), start=1) if line.strip()]
    if oddities:
        _refuse_marked(value, name)
    if whole and _HALF.search(text):
        _refuse_halves(value, name)
    return value


def _as_votes(values: list[object]) -> list[object]:
    """Put texts for NaN where the others are whole numbers or texts: Python writes missing votes so."""
    single = [entry for entry in values if not isinstance(entry, dict | list | _NoNumber)]
    if not single or any(isinstance(entry, float) and not entry.is_integer() for entry in single):
        return values
    return [NAN if isinstance(entry, _NoNumber) and entry.text == NAN else entry for entry in values]


def _lines(text: str) -> list[str]:
    """Return the lines of JSON Lines: other characters that end lines elsewhere may stand in its texts."""
    return text.replace("\r\n", "\n").split("\n")


def place_of(entry: object, position: int) -> str:
    """Return the words for an entry of the outermost list: its case where it has a usable id, else its place."""
    case = entry.get("id") if isinstance(entry, dict) else None
    if isinstance(case, int) and not isinstance(case, bool):
        case = str(case)
    if isinstance(case, str) and id_fault(case) is None:
        return case_place(case)
    return f"entry {position}"


def _refuse_marked(value: object, name: str) -> None:
    """Raise for every object and number marked while parsing."""
    problems = Problems(name)
    for position, place, part in _parts(value):
        if isinstance(part, _NoNumber):
            problems.add(position, place, f"holds {part.text}", "give finite numbers")
        elif isinstance(part, _Repeated):
            problems.add(position, place, f"the key {shown(part.key)} occurs twice", "give every key once")
    problems.raise_if_any()


def _refuse_halves(value: object, name: str) -> None:
    """Raise for every text that holds half a character: no file and no page can be written with it."""
    problems = Problems(name)
    for position, place, part in _parts(value):
        for text in part if isinstance(part, dict) else [part]:
            if isinstance(text, str) and not _is_whole(text):
                seen = f"the text {shown(text)} holds half a character"
                problems.add(position, place, seen, "write both halves of the escape, or the character itself")
    problems.raise_if_any()


def _is_whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _parts(value: object) -> Iterator[tuple[int, str, object]]:
    """Yield all that a value holds, itself included, each with the number and the place of its entry."""
    for position, entry in enumerate(value if isinstance(value, list) else [value], start=1):
        place = place_of(entry, position) if isinstance(value, list) else ""
        waiting = [entry]
        while waiting:  # no recursion: the parser may have gone as deep as it can
            part = waiting.pop()
            yield position, place, part
            if isinstance(part, dict):
                waiting.extend(reversed(part.values()))
            elif isinstance(part, list):
                waiting.extend(reversed(part))
