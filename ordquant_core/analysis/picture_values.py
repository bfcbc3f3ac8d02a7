"""A picture as the plain values that a browser is sent and sends back. What comes back is not trusted."""

from typing import Any

from ordquant_core.analysis.picture import (
    FEWEST_CLASSES,
    LONGEST_LABEL,
    LONGEST_NAME,
    MOST_CLASSES,
    MOST_VOTES,
    SIDES,
    Entry,
    Picture,
    checked,
)
from ordquant_core.errors import OrdquantError

# The canvas knows no limit of its own (picture.js says which it needs).
LIMITS = {
    "fewest_classes": FEWEST_CLASSES,
    "most_classes": MOST_CLASSES,
    "longest_label": LONGEST_LABEL,
    "fewest_votes": 2,  # one vote reads as a probability of 1
    "most_votes": MOST_VOTES,
    "most_chosen_votes": 1000,  # that can be asked for here; a link or a file may bring more
}


def to_values(picture: Picture) -> dict[str, Any]:
    """Return a picture as lists, texts and numbers."""
    entries = {side: picture.entry(side) for side in SIDES}
    sides = {side: entry if isinstance(entry, str) else list(entry) for side, entry in entries.items()}
    positions = None if picture.positions is None else list(picture.positions)
    names = {"name_a": picture.name_a, "name_b": picture.name_b}
    return {"classes": list(picture.classes), **sides, **names, "positions": positions}


def from_values(value: Any) -> Picture:
    """Return the picture that `value` holds, checked. Raises `OrdquantError` on anything else."""
    try:
        names = _text(value["name_a"])[:LONGEST_NAME], _text(value["name_b"])[:LONGEST_NAME]
        classes = tuple(_text(label) for label in _few(value["classes"]))
        stand = value.get("positions")
        positions = None if stand is None else _numbers(stand)
        sides = _numbers(value["gold"]), _entry(value["a"]), _entry(value["b"])
        return checked(Picture(classes, *sides, *names, positions))
    except (AttributeError, KeyError, TypeError, UnicodeEncodeError, OverflowError):
        raise OrdquantError("These values are not a picture.") from None


def number(value: object) -> float:
    """Return a value that is a number. Raises `TypeError` on anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    return float(value)


def whole(value: object) -> int:
    """Return a value that is a whole number. Raises `TypeError` on anything else."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError
    return value


def _few(value: object) -> list[object]:
    if not isinstance(value, list) or len(value) > MOST_CLASSES:
        raise TypeError
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    value.encode()  # half a surrogate pair cannot be sent back to any browser
    return value


def _entry(value: object) -> Entry:
    return value if isinstance(value, str) else _numbers(value)


def _numbers(value: object) -> tuple[float, ...]:
    return tuple(number(one) for one in _few(value))
