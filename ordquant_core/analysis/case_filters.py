"""Which cases to list, and in which order: rankings, filters, groups.

Groups, such as languages or topics, are what the gold's table or the task's description says of each case.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ordquant_core.analysis.comparison import QUADRANTS, TIE_DECIMALS, disagreement, in_quadrant, rank_by_difference
from ordquant_core.analysis.properties import PROPERTIES, SHAPES, Properties
from ordquant_core.errors import OrdquantError, UnknownNameError
from ordquant_core.records import FloatArray, IntArray

ALL = "all cases"
NONE = "(none)"  # the group of cases of which the column says nothing
MOST = 50  # groups: a column with more, such as a text of each case, groups nothing
NOT_GROUPS = "groups nothing"
Mask = NDArray[np.bool_]
Bounds = tuple[int | None, int | None]  # None: no bound
KINDS: Mapping[str, tuple[str, ...]] = {  # of cases, by what two measures prefer: their quadrants
    "all": (*QUADRANTS, "on_axis"),
    "disagreements": ("second", "fourth"),
    "a_against_b": ("second",),
    "b_against_a": ("fourth",),
    "both_prefer_a": ("third",),
    "both_prefer_b": ("first",),
    "any_tie": ("on_axis",),
}


@dataclass(frozen=True, slots=True)
class Ranking:
    """An order of the cases."""

    key: str
    label: str
    meaning: str


RANKINGS: Mapping[str, Ranking] = {
    entry.key: entry
    for entry in (
        Ranking(
            "disagreement",
            "Strength of disagreement",
            "the smaller of the two margins where the measures prefer different runs, the largest first; then all "
            "other cases, by the difference of the two measures’ Δ",
        ),
        Ranking("difference", "Difference of the two measures’ Δ", "as in LQ 2021, the largest first"),
        Ranking("entropy", "Entropy of the gold", "in bits, the highest first"),
        Ranking("variance", "Variance of the gold", "of its class numbers, the highest first"),
        Ranking("dip", "Modality of the gold", "the depth of the dip between two peaks, the deepest first"),
    )
}


def parse_bounds(text: str) -> Bounds:
    """Return the bounds of a number of annotators: `10-20`, `10-` or `-20`. Raises `ValueError`.

    >>> parse_bounds("10-20"), parse_bounds("-20")
    ((10, 20), (None, 20))
    """
    low, dash, high = text.partition("-")
    if not dash or not all(end.isascii() and (end.isdecimal() or not end) and len(end) < 10 for end in (low, high)):
        raise ValueError("two whole numbers, such as 10-20, 10- or -20")
    return (int(low) if low else None, int(high) if high else None)


def write_bounds(bounds: Bounds) -> str:
    """Return bounds as a text that `parse_bounds` reads.

    >>> write_bounds((10, None))
    '10-'
    """
    return "-".join("" if end is None else str(end) for end in bounds)


@dataclass(frozen=True, slots=True)
class Filter:
    """The conditions that listed cases meet; with the defaults, every case passes."""

    majority: int | None = None  # this class is (or shares) the most frequent one of the gold
    fewest: int | None = None  # annotators, both bounds included
    most: int | None = None
    shapes: tuple[str, ...] = ()  # of SHAPES; none named: all of them


def rank(key: str, first: FloatArray, second: FloatArray, described: Properties) -> IntArray:
    """Order the cases by a ranking (a key of RANKINGS); equal cases (to 12 decimals) keep their order.

    `first` and `second` are the deltas of the two measures, shape (cases,). Raises `UnknownNameError`.
    """
    if key not in RANKINGS:
        raise UnknownNameError(f"Unknown ranking {key!r}; choose from {', '.join(RANKINGS)}.")
    if key == "difference":
        return rank_by_difference(first, second)
    if key == "disagreement":
        return rank_by_disagreement(first, second)
    return np.argsort(-described.of(key).round(TIE_DECIMALS), kind="stable")


def ranked_by(key: str, first: FloatArray, second: FloatArray, described: Properties) -> dict[str, FloatArray]:
    """Return what a ranking orders by, under its name."""
    if key == "difference":
        with np.errstate(invalid="ignore"):
            return {key: np.abs(first - second)}
    if key == "disagreement":
        return {"strength": disagreement_size(first, second)}
    return {PROPERTIES[key].name: described.of(key)}


def rank_by_disagreement(first: FloatArray, second: FloatArray) -> IntArray:
    """Order the cases by the size of the disagreement of two measures, the largest first; see `disagreement_size`.

    Of equal disagreements (to 12 decimals), and of the cases that are none, those by `rank_by_difference` come first.
    """
    order = rank_by_difference(first, second)
    return np.asarray(order[np.argsort(-disagreement_size(first, second)[order].round(TIE_DECIMALS), kind="stable")])


def disagreement_size(first: FloatArray, second: FloatArray) -> FloatArray:
    r"""Size of a disagreement: the smaller of the two absolute deltas, 0 where two measures do not disagree.

    .. math:: \min(|\Delta_1|, |\Delta_2|) \text{ if } \Delta_1 \Delta_2 < 0, \text{ else } 0

    Shape (cases,), as both arguments.

    >>> disagreement_size(np.array([-0.2, 0.3, 0.1]), np.array([0.1, 0.2, 0.0])).tolist()
    [0.1, 0.0, 0.0]
    """
    return np.asarray(np.where(disagreement(first, second), np.minimum(np.abs(first), np.abs(second)), 0.0))


def of_kind(kind: str, first: FloatArray, second: FloatArray) -> Mask:
    """Return for every case whether it is of a kind (a key of KINDS), from the deltas of two measures, shape (cases,).

    >>> of_kind("disagreements", np.array([-0.2, 0.3, 0.1]), np.array([0.1, 0.2, 0.0])).tolist()
    [True, False, False]
    """
    return np.asarray(np.any([in_quadrant(first, second, name) for name in KINDS[kind]], axis=0))


def passes(asked: Filter, described: Properties) -> Mask:
    """Return for every case whether it passes a filter. Raises `UnknownNameError` for an unknown shape.

    A filter for annotators lets everything pass where the gold is not made of votes.
    """
    unknown = [shape for shape in asked.shapes if shape not in SHAPES]
    if unknown:
        raise UnknownNameError(f"Unknown shape {unknown[0]!r}; choose from {', '.join(SHAPES)}.")
    passing = np.ones(len(described.shapes), dtype=bool)
    if asked.majority is not None:
        passing &= described.most_frequent[:, asked.majority]
    if "annotators" in described.keys:
        annotators = described.of("annotators")
        passing &= (annotators >= (asked.fewest or 0)) & (annotators <= (np.inf if asked.most is None else asked.most))
    if asked.shapes:
        passing &= np.isin(described.shapes, [SHAPES.index(shape) for shape in asked.shapes])
    return passing


class CaseGroup(NamedTuple):
    """Some cases of a task, by their numbers."""

    name: str
    rows: IntArray


def require_groups(groups: object) -> None:
    """Raise `OrdquantError` for what are no groups, such as an array with a label for every case."""
    if not isinstance(groups, Sequence) or not all(isinstance(group, CaseGroup) for group in groups):
        raise OrdquantError(
            f"`groups` is of the type {type(groups).__name__}; expected a list of `CaseGroup`, a name and numbers of "
            "cases each. case_groups({'group': labels}, 'group') makes them of a label for every case."
        )


def case_groups(columns: Mapping[str, Sequence[str]], by: str) -> tuple[CaseGroup, ...]:
    """Return the groups of cases with equal entries in a column, in the order of their names.

    Raises `UnknownNameError` where there is no such column, `OrdquantError` for one with more than 50 entries.

    >>> [(name, rows.tolist()) for name, rows in case_groups({"language": ["zh", "en", "zh"]}, "language")]
    [('en', [1]), ('zh', [0, 2])]
    """
    if by not in columns:
        known = f"the columns are {', '.join(columns)}" if columns else "its table has no further columns"
        raise UnknownNameError(f"The gold has no column {by!r} that groups its cases; {known}.")
    entries = [text.strip() or NONE for text in columns[by]]
    names = sorted(set(entries))
    if len(names) > MOST:
        raise OrdquantError(
            f"The column {by!r} {NOT_GROUPS}: it has {len(names)} different entries; expected {MOST} or fewer."
        )
    places = np.array(entries, dtype=object)
    return tuple(CaseGroup(name, np.flatnonzero(places == name)) for name in names)


def grouping_columns(columns: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return the columns that group the cases: with two different entries or more, and fewer than one per two cases."""
    return tuple(_grouping(columns))


def _grouping(columns: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for name, texts in columns.items():
        entries = {text.strip() for text in texts}
        if 2 <= len(entries) <= min(MOST, len(texts) // 2):
            yield name
