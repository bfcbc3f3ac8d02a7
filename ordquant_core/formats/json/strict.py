"""Strict JSON: repeated keys are errors, as is everything that is not JSON. Nothing is lost silently.

In a description NaN is an error, too; in a table it is a text, which may stand for a vote that is missing.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.limits import MAX_KEYS, check_json, refuse
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import brief, case_place, id_fault, text_of
from ordquant_core.numerals import count

LONGEST_INTEGER = 300  # digits: longer ones have no float
CASES = "a JSON list with an object per case"
_HALF = re.compile(r"\\u[dD][89a-fA-F]")  # an escape for half of a character: both must stand together
JsonObject = dict[str, object]


def load(data: bytes, name: str, expected: str = CASES) -> object:
    """Return the value that the bytes describe. Raises `InputError`."""
    check_json(data, name)
    constants: list[str] = []
    value, lines = load_lines(text_of(data, name), name, expected, constants)
    if lines:
        seen = "not JSON (several values follow each other)"
        raise InputError([Problem(name, f"line {lines[1]}", seen, f"expected {expected}")])
    if constants:
        raise InputError([Problem(name, "", f"holds {brief(constants[0])}", "give finite numbers")])
    return value


def load_lines(
    text: str, name: str, expected: str = CASES, constants: list[str] | None = None
) -> tuple[object, Sequence[int]]:
    """Return a value, and (); or a list of those in JSON Lines, and the numbers of their lines. Raises `InputError`.

    NaN, Infinity and integers too long for a float are texts, which are added to `constants`. Halves of characters,
    which escapes can write, are refused: no file and no page can be written with those.
    """
    constants = [] if constants is None else constants
    repeated: dict[int, tuple[str, JsonObject]] = {}  # a key that occurs twice, by the identity of its object

    def object_of(pairs: list[tuple[str, object]]) -> JsonObject:
        if len(pairs) > MAX_KEYS:
            raise refuse(name, f"an object of the JSON has {count(len(pairs))} keys", count(MAX_KEYS))
        value = dict(pairs)
        if len(value) < len(pairs):
            repeated[id(value)] = Counter(key for key, _ in pairs).most_common(1)[0][0], value
        return value

    def constant(text: str) -> str:
        constants.append(text)
        return text

    def integer(digits: str) -> int | str:
        return int(digits) if len(digits) < LONGEST_INTEGER else constant(digits)

    parser = json.JSONDecoder(object_pairs_hook=object_of, parse_constant=constant, parse_int=integer)
    value, numbers = _decoded(parser, text, name, expected)
    if repeated or _HALF.search(text):
        _refuse_odd(value, name, {at: key for at, (key, _) in repeated.items()})
    return value, numbers


def _decoded(parser: json.JSONDecoder, text: str, name: str, expected: str) -> tuple[object, Sequence[int]]:
    """Return the value of a text, and (); or those of its lines, and their numbers. Raises `InputError`."""
    numbers: list[int] = []
    values: list[object] = []
    try:
        try:
            return parser.decode(text), ()
        except json.JSONDecodeError as problem:
            if problem.msg != "Extra data":
                raise
        for number, line in enumerate(text.split("\n"), start=1):
            if line.strip():
                numbers.append(number)
                values.append(parser.decode(line))
    except json.JSONDecodeError as problem:
        place = f"line {numbers[-1] if numbers else problem.lineno}, column {problem.colno}"
        raise InputError([Problem(name, place, f"not JSON ({problem.msg})", f"expected {expected}")]) from None
    except RecursionError:
        raise too_deep(name) from None
    return values, numbers


def too_deep(name: str) -> InputError:
    """Return the error for a value in values in values."""
    return InputError([Problem(name, "", "lists or objects are nested too deeply", f"expected {CASES}")])


def place_of(entry: object, position: int) -> str:
    """Return the words for an entry of the outermost list: its case where it has a usable id, else its place."""
    case = entry.get("id") if isinstance(entry, dict) else None
    if isinstance(case, int) and not isinstance(case, bool):
        case = str(case)
    return case_place(case) if isinstance(case, str) and id_fault(case) is None else f"entry {position}"


def _refuse_odd(value: object, name: str, repeated: dict[int, str]) -> None:
    """Raise for every object with a key that occurs twice, and for texts with half a character."""
    problems = Problems(name)
    for position, entry in enumerate(value if isinstance(value, list) else [value], start=1):
        place = place_of(entry, position) if isinstance(value, list) else ""
        for part in _parts(entry):
            if id(part) in repeated:
                seen = f"the key {brief(repeated[id(part)])} occurs twice"
                problems.add(position, place, seen, "give every key once")
            for text in part if isinstance(part, dict) else [part]:
                if isinstance(text, str) and re.search("[\ud800-\udfff]", text):
                    seen = f"the text {brief(text)} holds half a character"
                    problems.add(position, place, seen, "write both halves of the escape, or the character itself")
    problems.raise_if_any()


def _parts(value: object) -> Iterator[object]:
    """Yield all that a value holds, itself included."""
    waiting = [value]
    while waiting:  # no recursion: the parser may have gone as deep as it can
        part = waiting.pop()
        yield part
        if isinstance(part, dict | list):
            waiting.extend(reversed(part.values() if isinstance(part, dict) else part))
