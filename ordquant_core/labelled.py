"""pandas frames and series as arguments of measures: rows and classes are matched by their labels, never by position.

A frame has a row per case and a column per class; a series is one distribution, its index the classes. pandas is never
imported here unless an argument already is one of its objects.
"""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordquant_core.errors import InvalidDistributionError, ShapeMismatchError
from ordquant_core.known_scales import rank_words
from ordquant_core.numerals import count

Labels = Any  # an index of pandas
CLASS, ROW, ITEM = "class", "row", "item"
MOST_NAMED = 5  # labels in a message
_SEVERAL = {CLASS: "classes", ROW: "rows", ITEM: "items"}
IDS = frozenset({"case", "case_id", "id", "item", "item_id", "index", "dialogue", "topic"})  # names of columns of ids


class Pair(NamedTuple):
    """Both sides of a comparison as plain arrays, matched by their labels, classes in their order."""

    gold: ArrayLike
    estimated: ArrayLike
    positions: ArrayLike | None
    rows: Labels | None  # the index of the result; None where there is one pair, or the rows have no labels


def has_labels(*values: object) -> bool:
    """Return whether any of the arguments is a frame or series of pandas, or a list of them."""
    return any(
        type(value) is not np.ndarray and (_is_labelled(value) or _holds_labelled(value) or _is_foreign(value))
        for value in values
    )


def _is_labelled(value: object) -> bool:
    return hasattr(value, "iloc")


def _is_foreign(value: object) -> bool:
    """Return whether this is a table of another library (Polars, Arrow), whose columns have labels as well."""
    return hasattr(value, "to_pandas") and not _is_labelled(value)


def _holds_labelled(value: object) -> bool:
    return isinstance(value, list | tuple) and any(map(_is_labelled, value))


def match(gold: Any, estimated: Any, positions: Any = None) -> Pair:
    """Match the rows and classes of both sides by their labels, in the order of the gold's rows and of the classes.

    Labels that differ in their type only are the same: a file has "1" where a program has 1.
    The classes have the order of ordered categories, of their numbers, or of a known scale of words; else that in
    which they stand in the gold. Raises `ShapeMismatchError`, naming the label and the side, for one that is missing,
    surplus, repeated or undefined, and for an argument without labels where it is not plain which order it has.
    """
    sides = {"gold": gold, "estimated": estimated}
    for name, side in {**sides, "positions": positions}.items():
        _check(side, name)
    if _is_labelled(gold) and _is_labelled(estimated):
        estimated = sides["estimated"] = _spelled_as(gold, estimated)
    given = {name: _classes(side) for name, side in sides.items() if _is_labelled(side)}
    if not given:
        raise ShapeMismatchError("`positions` have labels, but the distributions have none: give positions as a list.")
    (first, classes), *second = given.items()
    for name, others in second:
        _check_same(classes, others, CLASS, first, name)
    order = _order(given)
    chosen = [classes[place] for place in order]
    frames = {name: side for name, side in sides.items() if _is_labelled(side) and side.ndim == 2}
    rows = next((side.index for side in frames.values()), None)
    if len(frames) == 2:
        _check_same(gold.index, estimated.index, ROW, "gold", "estimated")
    plain = [name for name, side in sides.items() if not _is_labelled(side)]
    for name in plain:
        _check_plain(sides[name], name, first, sides[first], order)
    if positions is not None and not _is_labelled(positions):
        _check_order("positions", first, classes, order)
    elif positions is not None:
        positions = positions.set_axis(_labels_as(classes, positions.index))
        _check_same(classes, positions.index, CLASS, first, "positions")
        positions = _values(positions, chosen, None)
    arrays = {name: _values(side, chosen, rows) if name in given else side for name, side in sides.items()}
    return Pair(arrays["gold"], arrays["estimated"], positions, rows)


def match_items(x: Any, y: Any) -> tuple[ArrayLike, ArrayLike]:
    """Put the numbers of two series into one order, by their labels; anything else stays as it is.

    Raises `ShapeMismatchError` for a label that is missing, surplus, repeated or undefined.
    """
    if not (_is_labelled(x) and _is_labelled(y) and x.ndim == y.ndim == 1):
        return x, y
    for name, side in (("x", x), ("y", y)):
        _check_labels(side.index, ITEM, name)
    y = y.set_axis(_labels_as(x.index, y.index))
    _check_same(x.index, y.index, ITEM, "x", "y")
    return x.to_numpy(), _values(y, list(x.index), None)


def as_labelled(scores: NDArray[np.float64], rows: Labels | None, name: str) -> Any:
    """Return scores as a series over the rows; a single score as a float."""
    if rows is None:
        return float(scores) if scores.ndim == 0 else scores
    import pandas as pd

    return pd.Series(scores, index=rows, name=name)


def like(values: NDArray[np.float64], given: Any) -> Any:
    """Return distributions that were computed from others with the labels of those, if they have any."""
    if not _is_labelled(given):
        return values
    import pandas as pd

    if given.ndim == 1:
        return pd.Series(values, index=given.index, name=given.name)
    return pd.DataFrame(values, index=given.index, columns=given.columns)


def rows_of(given: Any) -> Labels | None:
    """Return the labels of the rows of a frame, None of anything else; refuse a frame that is not one of numbers."""
    _check(given, "gold")
    return given.index if _is_labelled(given) and given.ndim == 2 else None


def _classes(side: Any) -> Labels:
    return side.index if side.ndim == 1 else side.columns


def _check(side: Any, name: str) -> None:
    """Refuse a side whose labels do not say which number is which."""
    if _holds_labelled(side):
        raise ShapeMismatchError(
            f"`{name}` is a list of pandas objects, each with its own labels; give one DataFrame with a row per case."
        )
    if _is_foreign(side):
        kind = type(side).__name__
        raise ShapeMismatchError(f"`{name}` is an object of the type {kind}; give it as pandas: .to_pandas().")
    if _is_labelled(side):
        _check_labels(_classes(side), CLASS, name)
        if side.ndim == 2:
            _check_labels(side.index, ROW, name)
            for label, column in side.items():
                fault = no_number(column, written=True)
                if fault:
                    raise InvalidDistributionError(
                        f"`{name}`: column {label!r} holds {fault}, no number; a column of ids is set as the index: "
                        f".set_index({label!r})."
                    )


def _check_labels(labels: Labels, noun: str, side: str) -> None:
    if labels.nlevels == 1 and labels.isna().any():
        place = int(labels.isna().argmax())
        raise ShapeMismatchError(f"`{side}`: {noun} {place + 1} has no label (NaN); give every {noun} one.")
    if not labels.is_unique:
        counts: Counter[object] = Counter(labels)
        twice = [label for label, times in counts.items() if times > 1]
        raise ShapeMismatchError(f"`{side}` has the {_named(twice, noun)} more than once; give each label once.")


def _spelled_as(gold: Any, estimated: Any) -> Any:
    """Return a side with the labels of its classes and rows as the gold has them."""
    estimated = estimated.set_axis(_labels_as(_classes(gold), _classes(estimated)), axis=estimated.ndim - 1)
    both = gold.ndim == estimated.ndim == 2
    return estimated.set_axis(_labels_as(gold.index, estimated.index), axis=0) if both else estimated


def _labels_as(wanted: Labels, given: Labels) -> Labels:
    """Return labels as another side has them where they differ in their type only, such as 1 and "1"."""
    spelled = {_spelling(label): label for label in wanted} if set(wanted) != set(given) else {}
    renamed = given.map(lambda label: spelled.get(_spelling(label), label)) if len(spelled) == len(wanted) else given
    return renamed if renamed.is_unique else given


def _spelling(label: object) -> object:
    number = _number(label)
    return str(label).strip() if number is None else number


def _check_same(wanted: Labels, given: Labels, noun: str, first: str, second: str) -> None:
    """Refuse sides that do not have the same labels, in any order."""
    if wanted.equals(given):
        return
    known, given_labels = set(wanted), set(given)
    lacking = [label for label in wanted if label not in given_labels]
    surplus = [label for label in given if label not in known]
    if not (lacking or surplus):
        return
    faults = []
    if lacking:
        faults.append(f"`{second}` lacks the {_named(lacking, noun)} of `{first}`")
    if surplus:
        faults.append(f"`{second}` has the {_named(surplus, noun)}, which `{first}` lacks")
    raise ShapeMismatchError(f"{'; '.join(faults)}.{_hint(lacking, surplus, noun)}")


def _hint(lacking: Sequence[object], surplus: Sequence[object], noun: str) -> str:
    """Say what a difference comes from, where that is plain: a column of ids."""
    ids = [label for label in (*lacking, *surplus) if str(label).casefold() in IDS]
    if noun == CLASS and ids:
        return f" If {ids[0]!r} holds the ids of the rows, set it as the index: .set_index({ids[0]!r})."
    return ""


def other_types(lacking: Sequence[object], given: Sequence[object], fix: str) -> str:
    """Say so where labels differ only in their type, as those of a file and those of a program do; else ""."""
    spelled = {str(label).strip(): label for label in given}
    for label in lacking:
        other = spelled.get(str(label).strip())
        if other is not None and other != label:
            return f" Labels of one type match: {_plain(label)!r} is not {_plain(other)!r}; {fix} makes text of them."
    return ""


def no_number(column: Any, *, written: bool = False) -> str:
    """Return the first value of a column of pandas that is no number, and its row; "" where all are numbers.

    `written`: a number that is written as text is one.
    """
    column = column.infer_objects()
    if column.dtype.kind in "iuf" or (written and column.dtype.kind == "b"):
        return ""
    for row, value in column.items():
        if isinstance(value, bool | np.bool_) or not isinstance(value, int | float | np.integer | np.floating):
            try:
                if written and np.isfinite(float(value)):
                    continue
            except (TypeError, ValueError):
                pass
            return f"{_plain(value)!r} in row {_plain(row)!r}"
    return ""


def _named(labels: Sequence[object], noun: str) -> str:
    listed = ", ".join(repr(_plain(label)) for label in labels[:MOST_NAMED])
    more = len(labels) - MOST_NAMED
    return f"{noun if len(labels) == 1 else _SEVERAL[noun]} {listed}{f' and {count(more)} more' if more > 0 else ''}"


def _plain(label: object) -> object:
    """Return a label without the type that NumPy gives it, which its representation would show."""
    return label.item() if isinstance(label, np.generic) else label


def _order(given: dict[str, Labels]) -> list[int]:
    """Return the places of the classes of the first side, in the order of the classes."""
    classes = next(iter(given.values()))
    categories = {
        name: [label for label in labels.categories if label in set(labels)]
        for name, labels in given.items()
        if getattr(labels, "ordered", False)
    }
    orders = list(categories.values())
    if len(orders) == 2 and orders[0] != orders[1]:
        raise ShapeMismatchError(
            f"the ordered categories of `gold` and `estimated` contradict each other: {orders[0]} and {orders[1]}."
        )
    labels = list(classes)
    if orders:
        return [labels.index(label) for label in orders[0]]
    return known_order(labels) or list(range(len(labels)))


def known_order(labels: Sequence[object]) -> list[int] | None:
    """Return the places of labels in the order of their numbers, or of a known scale of words; None for others.

    >>> known_order([3, 1, 2]), known_order(["10", "9", "-1"]), known_order(["B", "NB", "PB"]), known_order(["x", "ab"])
    ([1, 2, 0], [2, 1, 0], [1, 2, 0], None)
    """
    numbers = [_number(label) for label in labels]
    numeric = [number for number in numbers if number is not None]
    if len(numeric) == len(labels):
        distinct = len(set(numeric)) == len(numeric)
        return sorted(range(len(numeric)), key=numeric.__getitem__) if distinct else None
    if all(isinstance(label, str) for label in labels):
        return rank_words([str(label) for label in labels])
    return None


def _number(label: object) -> Decimal | None:
    if not isinstance(label, str | int | float | np.integer | np.floating | np.bool_):
        return None
    try:
        number = Decimal(str(int(label) if isinstance(label, bool | np.bool_) else label).strip())
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _check_plain(side: ArrayLike, name: str, other: str, labelled: Any, order: Sequence[int]) -> None:
    """Refuse an array beside a frame or series unless it is plain which number is which."""
    _check_order(name, other, _classes(labelled), order)
    shape = np.shape(side)
    if labelled.ndim == 2 and shape not in (labelled.shape, labelled.shape[1:]):
        raise ShapeMismatchError(
            f"`{name}` has no labels and the shape {shape}, but `{other}` is a frame of shape {labelled.shape}; "
            f"give one of the shape {labelled.shape} or {labelled.shape[1:]}, or `{other}.to_numpy()`."
        )


def _check_order(name: str, other: str, classes: Labels, order: Sequence[int]) -> None:
    if list(order) == list(range(len(order))):
        return
    stands, ordered = ([repr(_plain(classes[place])) for place in places] for places in (range(len(order)), order))
    raise ShapeMismatchError(
        f"`{name}` has no labels, and the classes of `{other}` stand as {', '.join(stands)}, but their order is "
        f"{', '.join(ordered)}: which number of `{name}` belongs to which class? Give it labels, too, or put the "
        f"columns of `{other}` in that order."
    )


def _values(side: Any, classes: Sequence[object], rows: Labels | None) -> NDArray[Any]:
    """Return the numbers of a side, with these classes and rows."""
    place_of = {label: place for place, label in enumerate(_classes(side))}
    columns = [place_of[label] for label in classes]
    values = side.to_numpy()
    if side.ndim == 1:
        return np.asarray(values[columns])
    if rows is not None and not rows.equals(side.index):
        place_of = {label: place for place, label in enumerate(side.index)}
        values = values[[place_of[label] for label in rows]]
    return np.asarray(values[:, columns])
