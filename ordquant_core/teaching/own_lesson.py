"""Lessons of one's own: each a picture and a question about it, as a link or as a JSON file.

A lesson is a JSON object; several are a list of them. The answer is not part of it: it is computed when the lesson is
opened. In a link the JSON is packed (zlib, then base64url after the version and a point), and is at most 2,000
characters long.
"""

import base64
import binascii
import json
import math
import zlib
from dataclasses import dataclass

from ordquant_core.analysis.baselines import BASELINES
from ordquant_core.analysis.picture import (
    LONGEST_LABEL,
    LONGEST_NAME,
    MOST_CLASSES,
    MOST_VOTES,
    Entry,
    Picture,
    checked,
)
from ordquant_core.errors import OrdquantError
from ordquant_core.formats.json import strict
from ordquant_core.measures.measure import OWN
from ordquant_core.measures.registry import MEASURES, get_measures
from ordquant_core.numerals import count, setting
from ordquant_core.teaching.lesson import Lesson
from ordquant_core.teaching.lesson_pictures import asked_about

VERSION = 1
VERSION_KEY = "ordquant_lesson"
LONGEST_LINK = 2000  # characters
LONGEST_JSON = 20_000  # bytes, in a file or unpacked from a link
LONGEST_TITLE, LONGEST_TAKE_AWAY, LONGEST_TASK, LONGEST_WHY = 60, 200, 200, 300
MOST_MEASURES = 6
MOST_LESSONS = 20  # in a link or a file
EXPECTED = "a lesson: one JSON object, or a list of them"
SHOWN = 30  # characters of what was found
_TEXTS = {
    "title": LONGEST_TITLE,
    "take_away": LONGEST_TAKE_AWAY,
    "name_a": LONGEST_NAME,
    "name_b": LONGEST_NAME,
    "task": LONGEST_TASK,
    "why": LONGEST_WHY,
}
_REQUIRED = ("classes", "gold", "a", "b", "asks", "measures")
_KEYS = (VERSION_KEY, *_REQUIRED, "given", *_TEXTS)


@dataclass(frozen=True, slots=True)
class OwnLesson:
    """A picture, the measure whose preference is to be predicted, and the rows of the table; see `checked_lesson`."""

    picture: Picture
    asks: str
    measures: tuple[str, ...]
    given: tuple[str, ...] = ()  # measures whose preference is stated before the prediction; the others are hidden
    title: str = ""
    take_away: str = ""
    task: str = ""  # what to try after the answer
    why: str = ""  # why the measure prefers what it prefers, after the scores


def checked_lesson(own: OwnLesson) -> OwnLesson:
    """Return the lesson, or raise `OrdquantError` that says what was found and what was expected."""
    checked(own.picture)
    _check_measures("measures", own.measures)
    if own.asks not in own.measures:
        raise OrdquantError(f"lesson: it asks about {own.asks[:SHOWN]!r}; expected one of {', '.join(own.measures)}.")
    if len(set(own.given)) != len(own.given) or not set(own.given) <= set(own.measures) - {own.asks}:
        raise OrdquantError(
            f"lesson: 'given' is {', '.join(own.given)[:SHOWN]!r}; expected measures of the table, each once, without "
            f"{own.asks}, which is asked about."
        )
    for name, text in _texts_of(own).items():
        _check_text(name, text, _TEXTS[name])
    if own.picture.positions is not None:
        raise OrdquantError(
            "lesson: the classes of its picture are not equally far apart, as a lesson requires; choose Equal "
            "distances in the menu of the canvas."
        )
    for label in own.picture.classes:
        _check_text("classes", label, LONGEST_LABEL)
    return own


def as_lesson(own: OwnLesson) -> Lesson:
    """Return a lesson of the board: which estimate does a measure prefer? The answer is computed."""
    checked_lesson(own)
    key, picture = own.asks, own.picture
    names = [f"{side.upper()}: {picture.name(side)}" for side in ("a", "b")]
    return asked_about(
        picture,
        key,
        own.measures,
        hidden=tuple(one for one in own.measures if one not in own.given),
        key="own",
        title=own.title or "A lesson of your own",
        dialogue=", ".join(names),
        own_task=own.task,
        own_why=own.why,
        take_away=own.take_away or f"{MEASURES[key].label}: {MEASURES[key].summary}",
    )


def to_json(*lessons: OwnLesson) -> str:
    """Write lessons as a file. Raises `OrdquantError` where there are too many, or their texts are too long."""
    written = json.dumps(_as_json(lessons), ensure_ascii=False, indent=1) + "\n"
    _check_size(written.encode())
    return written


def from_json(data: bytes) -> tuple[OwnLesson, ...]:
    """Read the lessons of a file. Raises `OrdquantError`."""
    _check_size(data)
    found = strict.load(data, "lesson", EXPECTED)
    lessons = found if isinstance(found, list) else [found]
    _check_number(len(lessons))
    return tuple(_read_fields(one) for one in lessons)


def to_link(*lessons: OwnLesson) -> str:
    """Write lessons as the value of a link. Raises `OrdquantError` where it would be too long."""
    packed = json.dumps(_as_json(lessons), ensure_ascii=False, separators=(",", ":")).encode()
    written = base64.urlsafe_b64encode(zlib.compress(packed, 9)).rstrip(b"=").decode()
    link = f"{VERSION}.{written}"
    if len(link) > LONGEST_LINK:
        raise OrdquantError(
            f"lesson: its link would have {count(len(link), 'character')}; expected at most {count(LONGEST_LINK)}. "
            "Shorten the labels and the texts, or save it as a file."
        )
    return link


def from_link(text: str) -> tuple[OwnLesson, ...]:
    """Read the lessons of the value of a link. Raises `OrdquantError`."""
    if len(text) > LONGEST_LINK:
        raise OrdquantError(
            f"lesson: {count(len(text), 'character')} in the link; expected at most {count(LONGEST_LINK)}."
        )
    version, point, packed = text.partition(".")
    if not point or version != str(VERSION):
        found = f"version {version[:SHOWN]!r}" if point else "no version"
        raise OrdquantError(f"lesson: the link has {found}; expected one that starts with “{VERSION}.”.")
    unpacker = zlib.decompressobj()
    try:
        compressed = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
        data = unpacker.decompress(compressed, LONGEST_JSON)
    except (binascii.Error, ValueError, zlib.error):
        raise OrdquantError("lesson: the link is damaged; copy the whole link again.") from None
    if unpacker.unconsumed_tail:
        raise OrdquantError(f"lesson: the link holds more than {count(LONGEST_JSON)} bytes; expected fewer.")
    if not unpacker.eof or unpacker.unused_data:
        raise OrdquantError("lesson: the link is damaged; copy the whole link again.")
    return from_json(data)


def _as_json(lessons: tuple[OwnLesson, ...]) -> object:
    _check_number(len(lessons))
    written = [_fields(checked_lesson(own)) for own in lessons]
    return written if len(written) > 1 else written[0]


def _check_number(n_lessons: int) -> None:
    if not 1 <= n_lessons <= MOST_LESSONS:
        raise OrdquantError(f"lesson: {count(n_lessons, 'lesson')}; expected 1 to {MOST_LESSONS}.")


def _check_size(data: bytes) -> None:
    if len(data) > LONGEST_JSON:
        raise OrdquantError(f"lesson: {count(len(data), 'byte')}; expected at most {count(LONGEST_JSON)}.")


def _fields(own: OwnLesson) -> dict[str, object]:
    picture = own.picture
    return {
        VERSION_KEY: VERSION,
        "classes": list(picture.classes),
        "gold": _write_entry(picture.gold),
        "a": _write_entry(picture.a),
        "b": _write_entry(picture.b),
        "asks": own.asks,
        "measures": list(own.measures),
        **({"given": list(own.given)} if own.given else {}),
        **{name: text for name, text in _texts_of(own).items() if text},
    }


def _texts_of(own: OwnLesson) -> dict[str, str]:
    return {name: getattr(own.picture if name in ("name_a", "name_b") else own, name) for name in _TEXTS}


def _write_entry(entry: Entry) -> object:
    return entry if isinstance(entry, str) else [int(value) if value == int(value) else value for value in entry]


def _read_fields(value: object) -> OwnLesson:
    if not isinstance(value, dict):
        raise OrdquantError(f"lesson: {_kind(value)} was found; expected {EXPECTED}.")
    version = value.get(VERSION_KEY)
    if version != VERSION or isinstance(version, bool):
        found = f"is {_short(version)}" if VERSION_KEY in value else "is missing"
        raise OrdquantError(f"lesson: {VERSION_KEY!r} {found}; expected {VERSION}.")
    unknown = [key for key in value if key not in _KEYS]
    if unknown:
        raise OrdquantError(f"lesson: {unknown[0][:SHOWN]!r} is unknown; expected {', '.join(_KEYS)}.")
    missing = [key for key in _REQUIRED if key not in value]
    if missing:
        raise OrdquantError(f"lesson: {missing[0]!r} is missing; expected {', '.join(_REQUIRED)}.")
    texts = {name: _text(name, value.get(name, "")) for name in _TEXTS}
    picture = Picture(
        classes=_labels("classes", value["classes"]),
        gold=_numbers("gold", value["gold"]),
        a=_entry("a", value["a"]),
        b=_entry("b", value["b"]),
        name_a=texts["name_a"],
        name_b=texts["name_b"],
    )
    return checked_lesson(
        OwnLesson(
            picture,
            _text("asks", value["asks"]),
            _labels("measures", value["measures"]),
            _labels("given", value.get("given", [])),
            texts["title"],
            texts["take_away"],
            texts["task"],
            texts["why"],
        )
    )


def _check_measures(name: str, keys: tuple[str, ...]) -> None:
    if not 1 <= len(keys) <= MOST_MEASURES or len(set(keys)) != len(keys):
        raise OrdquantError(
            f"lesson: {name!r} holds {count(len(keys), 'measure')}; expected 1 to {MOST_MEASURES}, each once."
        )
    own = [measure.key for measure in get_measures([key[:SHOWN] for key in keys]) if measure.family == OWN]
    if own:
        raise OrdquantError(
            f"lesson: {name!r} holds {own[0]}, a measure of this installation; expected measures of OrdQuant, whose "
            "scores every browser computes while votes are carried."
        )


def _check_text(name: str, text: str, longest: int) -> None:
    if len(text) > longest or not text.isprintable():
        found = f"{count(len(text))} characters" if text.isprintable() else "a character that cannot be printed"
        raise OrdquantError(f"lesson: {name!r} holds {found}; expected at most {longest} characters on one line.")


def _labels(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MOST_CLASSES or not all(isinstance(one, str) for one in value):
        raise OrdquantError(f"lesson: {name!r} is {_short(value)}; expected a list of at most {MOST_CLASSES} texts.")
    return tuple(value)


def _entry(name: str, value: object) -> Entry:
    if isinstance(value, str):
        if value not in BASELINES:
            raise OrdquantError(f"lesson: {name!r} is {_short(value)}; expected numbers, or {' or '.join(BASELINES)}.")
        return value
    return _numbers(name, value)


def _numbers(name: str, value: object) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) > MOST_CLASSES:
        raise OrdquantError(f"lesson: {name!r} is {_short(value)}; expected a list of at most {MOST_CLASSES} numbers.")
    return tuple(_number(name, one) for one in value)


def _number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value > MOST_VOTES:
        expected = f"a number from 0 to {setting(MOST_VOTES)}"
        raise OrdquantError(f"lesson: {name!r} holds {_short(value)}; expected {expected}.")
    return float(value)


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise OrdquantError(f"lesson: {name!r} is {_short(value)}; expected a text.")
    return value


def _kind(value: object) -> str:
    if value is None:
        return "nothing"
    kinds = ((list, "a list"), (str, "a text"), (bool, "true or false"), (int | float, "a number"))
    return next((words for kind, words in kinds if isinstance(value, kind)), "an object")


def _short(value: object) -> str:
    if isinstance(value, list | dict) or value is None:
        return _kind(value)
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
