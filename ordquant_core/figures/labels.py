"""Numbers and names in figures: numbers as on the rest of the page, names that fit a margin and do not overlap.

Plotly writes ticks with a true minus sign, but not the formats of a hover or of a text: of −0.0004, `%{x:.3f}` makes
"0.000" and `%{x:+.3f}` "-0.000" with a hyphen, and 0.0625 becomes 0.063 where Python, and so every table, has 0.062.
No setting changes that. So a hover has no format: numbers go in as texts by `numerals.written`, which costs little::

    dots(x, y, marker, customdata=written(x, sign=True), hover="Δ %{customdata}")
    dots(x, y, marker, customdata=beside(written(x), written(y)), hover="%{customdata[0]}, %{customdata[1]}")
    tiles(z, customdata=written(z), hover="%{customdata}")
    dots(x, y, marker, customdata=case_numbers, hovertext=written(x), hover="%{hovertext}")

The last where `customdata` identifies clicks. Formats of ticks (`tickformat`) stay Plotly's.

A text for each point of a large plot is half of what is sent for it. There, and in images of ten thousand cells, a bare
`%{x}`, `%{y}` or `%{z}` says the coordinate, which Plotly then writes as a tick, with the true minus sign: the axis
gets `hovered_axis`, the coordinates go through `hovered`, and an image has `zhoverformat=HOVER`.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.figures.style import plain
from ordquant_core.numerals import MINUS, USUAL, written
from ordquant_core.records import FloatArray

LONGEST_NAME = 16
HOVER = ",.3f"
_NUDGE = 1e-8


def hovered_axis(*, sign: bool) -> dict[str, object]:
    """Return what makes an axis write the coordinates that are pointed at as `numerals.written` does."""
    if not sign:
        return {"hoverformat": HOVER, "labelalias": {f"{MINUS}0.000": "0.000"}}
    return {"hoverformat": f"+{HOVER}", "labelalias": {"+0.000": "0.000", f"{MINUS}0.000": "0.000"}}


def hovered(values: FloatArray) -> FloatArray:
    """Return coordinates with those halfway between two texts moved by 1e-8 towards the one that `written` takes.

    >>> hovered(np.array([0.0625, 0.1])).tolist()
    [0.06249999, 0.1]
    """
    steps, moved = 10**USUAL, values.copy()
    with np.errstate(invalid="ignore"):  # infinite scores, which are not drawn
        halves = (np.floor(values * steps) + 0.5) / steps
        close = np.flatnonzero(np.abs(values - halves) < _NUDGE)
    up = np.equal(written(values[close]), written(halves[close] + _NUDGE))
    moved[close] = halves[close] + np.where(up, _NUDGE, -_NUDGE)
    return moved


def beside(*columns: Sequence[object]) -> list[list[object]]:
    """Put columns beside each other, a row for each point, as `customdata` takes them."""
    return [list(row) for row in zip(*columns, strict=True)]


def short(name: str, longest: int = LONGEST_NAME) -> str:
    """Cut a name that is too long, in its middle (names of runs differ at their ends), and make it safe to draw.

    >>> short("NISTRetrieval-reason0")
    'NISTRetr…reason0'
    """
    head = longest // 2
    return plain([name if len(name) <= longest else f"{name[:head]}…{name[head + 1 - longest :]}"])[0]


def margin_for(names: Sequence[str], longest: int = LONGEST_NAME) -> int:
    """Return the width of a margin for the longest of some names, in pixels."""
    return 10 + 7 * max((min(len(name), longest) for name in names), default=0)


USUAL_LABEL = 10  # characters: DNKT·RNADW


def margins_of(labels: Sequence[str], left: int, below: int) -> tuple[int, int]:
    """Return margins that have room for labels of measures at the left, and slanted ones below, in pixels.

    `left` and `below` are enough for the measures of the registry; others may have longer names.

    >>> margins_of(["NMD", "DNKT·RNOD"], 96, 84), margins_of(["NMD", "alpha-nDCG (outside)"], 96, 84)
    ((96, 84), (150, 134))
    """
    longest = max((len(label) for label in labels), default=0)
    return (max(left, 10 + 7 * longest), max(below, 14 + 6 * longest)) if longest > USUAL_LABEL else (left, below)


def apart(values: ArrayLike, least: float) -> list[float]:
    """Move positions of labels up until no two are closer than `least`; their order is kept.

    >>> apart([0.1, 0.5, 0.12], 0.1)
    [0.1, 0.5, 0.2]
    """
    places: list[float] = np.asarray(values, dtype=np.float64).tolist()
    order = sorted(range(len(places)), key=places.__getitem__)
    for lower, upper in pairwise(order):
        places[upper] = max(places[upper], places[lower] + least)
    return places
