"""What figures are put together from, as plain data: dictionaries in Plotly's own words, for `template.figure_of`.

Here is what several builders repeat; the rest they write out themselves. No part is a Plotly object: those check every
property they are given, which takes ten times as long as all the rest. The tests check every figure instead.

Numbers and names in figures: numbers as on the rest of the page, names that fit a margin and do not overlap.

Plotly writes ticks with a true minus sign, but not the formats of a hover or of a text: of −0.0004, `%{x:.3f}` makes
"0.000" and `%{x:+.3f}` "-0.000" with a hyphen, and 0.0375 becomes 0.037 where every table has 0.038. No setting
changes that. So a hover has no format: numbers go in as texts by `numerals.written`, which costs little::

    dots(x, y, marker, customdata=written(x, sign=True), hover="Δ %{customdata}")
    dots(x, y, marker, customdata=beside(written(x), written(y)), hover="%{customdata[0]}, %{customdata[1]}")
    tiles(z, customdata=written(z), hover="%{customdata}")
    dots(x, y, marker, customdata=case_numbers, hovertext=written(x), hover="%{hovertext}")

The last where `customdata` identifies clicks. Formats of ticks (`tickformat`) stay Plotly's.

A text for each point of a large plot is half of what is sent for it. There, and in images of ten thousand cells, a bare
`%{x}`, `%{y}` or `%{z}` says the coordinate, which Plotly then writes as a tick, with the true minus sign: the axis
gets `hovered_axis`, the coordinates go through `hovered`, and an image has `zhoverformat=HOVER`.
"""

import textwrap
from collections.abc import Sequence
from itertools import pairwise
from typing import Any
from unicodedata import east_asian_width

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordquant_core.figures.template import GOLD_OPACITY, Look, Part, RunStyle, axis_title, plain
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import MINUS, NOISE, UP, USUAL
from ordquant_core.records import FloatArray

LONGEST_NAME = 16
NARROW = 270  # pixels: the width of a plot on a phone, where the texts under the axis must fit, too
CHARACTER, GAP = 6.5, 4  # pixels of a text of 12 pixels, and between two of them
HOVER = ",.3f"
Column = ArrayLike | Sequence[object]  # a value for each point; None leaves a gap
CLEAR = "rgba(0,0,0,0)"


def axis(title: str, look: Look, **more: Any) -> Part:
    """Return an axis with a title."""
    return {"title": axis_title(title, look), **more}


def lines(x: Column, y: Column, line: Part, name: str | None = None, *, hover: str = "", **more: Any) -> Part:
    """Return lines; `hover` says what is read where one is pointed at, without it nothing is."""
    return {"type": "scatter", "mode": "lines", "x": x, "y": y, "line": line, "name": name, **_said(hover), **more}


def dots(x: Column, y: Column, marker: Part, name: str | None = None, *, hover: str = "", **more: Any) -> Part:
    """Return points; `hover` as for lines."""
    drawn = {"type": "scatter", "mode": "markers", "x": x, "y": y, "marker": marker, "name": name}
    return {**drawn, **_said(hover), **more}


def gold_bars(x: Column, y: Column, width: float, look: Look, *, hover: str, **more: Any) -> Part:
    """Return the gold as filled bars."""
    marker = {"color": look.gold, "opacity": GOLD_OPACITY, "line": {"width": 0}}
    return {"type": "bar", "x": x, "y": y, "width": width, "marker": marker, "name": "Gold", **_said(hover), **more}


def gold_edges(x: ArrayLike, tops: FloatArray, width: float, look: Look) -> Part:
    """Return the upper edges of the gold's bars, as one trace: seen through the outlines of estimates."""
    middles = np.asarray(x, dtype=np.float64)
    across = np.stack([middles - width / 2, middles + width / 2, np.full(len(tops), np.nan)], axis=1)
    return lines(across.ravel(), np.repeat(tops, 3), {"color": look.gold, "width": 2})


def bar_outlines(
    x: ArrayLike, base: FloatArray, top: FloatArray, width: float, style: RunStyle, name: str | None = None
) -> Part:
    """Return the outlines of an estimate's bars, which are open at their base, as one trace."""
    middles, gap = np.asarray(x, dtype=np.float64), np.full(len(base), np.nan)
    left, right = middles - width / 2, middles + width / 2
    across = np.stack([left, left, right, right, gap], axis=1)
    upwards = np.stack([base, top, top, base, gap], axis=1)
    return lines(across.ravel(), upwards.ravel(), {"color": style.colour, "width": 2, "dash": style.dash}, name)


def written_at(x: Column, y: Column, text: Sequence[str], font: Part, name: str) -> Part:
    """Return texts in the plane, to be read only."""
    drawn = {"type": "scatter", "mode": "text", "x": x, "y": y, "text": text, "textfont": font, "name": name}
    return {**drawn, **_said("")}


def tiles(z: ArrayLike, *, hover: str, **more: Any) -> Part:
    """Return a table of colours with gaps between its cells; an empty cell says nothing."""
    quiet = {"hoverongaps": False, "showscale": False, "xgap": 1, "ygap": 1}
    return {"type": "heatmap", "z": z, **_said(hover), **quiet, **more}


def outlined(size: float, fill: object, colour: object, width: float = 2) -> Part:
    """Return a marker with an outline; fill and colour are one each, or one for every point."""
    return {"size": size, "color": fill, "line": {"color": colour, "width": width}}


def dot_of(style: RunStyle, size: float, fill: object) -> Part:
    """Return the marker of a run: its symbol, outlined in its colour."""
    return outlined(size, fill, style.colour) | {"symbol": style.symbol}


def steady(**marker: object) -> Part:
    """Return what keeps points as they are when some are selected: Plotly would fade the others."""
    return {"selected": {"marker": marker}, "unselected": {"marker": marker}}


def note(text: str, colour: str, size: int = 12, **place: object) -> Part:
    """Return a text at a place, without an arrow."""
    return {"text": text, "showarrow": False, "font": {"size": size, "color": colour}, **place}


def dotted(colour: str, **place: object) -> Part:
    """Return a thin dotted line below all traces, from (x0, y0) to (x1, y1)."""
    return {"type": "line", "layer": "below", "line": {"color": colour, "width": 1, "dash": "dot"}, **place}


def level(y: float, look: Look) -> Part:
    """Return a dotted line across the plot, above all traces: a number that others are read against."""
    return dotted(look.ink, layer="above", xref="paper", x0=0, x1=1, y0=y, y1=y)


def at_end(text: str, colour: str, y: float, **more: Any) -> Part:
    """Return the name of a line, to the right of where it ends."""
    place: Part = {"xref": "paper", "x": 1, "xanchor": "left", "xshift": 6, "y": y}
    return note(text, colour, **{**place, **more})


def spans(left: ArrayLike, right: ArrayLike, rows: ArrayLike, line: Part, name: str, **more: Any) -> Part:
    """Return a line from left to right on each row, as one trace."""
    ends = np.stack([left, right, np.full(np.shape(rows), np.nan)], axis=1)
    return lines(ends.ravel(), np.repeat(rows, 3), line, name, **more)


def whiskers(values: FloatArray, low: FloatArray, high: FloatArray, colour: str, thickness: float, width: int) -> Part:
    """Return intervals around values, which may lie anywhere in them, as the errors of a trace."""
    ends = {"array": high - values, "arrayminus": values - low}
    return {"type": "data", "symmetric": False, **ends, "color": colour, "thickness": thickness, "width": width}


def legend_below(**more: object) -> Part:
    """Return a legend in one row at the bottom of a figure."""
    return {"orientation": "h", "x": 0, "y": 0, "yref": "container", "yanchor": "bottom", **more}


def _said(hover: str) -> Part:
    return {"hovertemplate": f"{hover}<extra></extra>"} if hover else {"hoverinfo": "skip"}


def hovered_axis() -> dict[str, object]:
    """Return what makes an axis write the coordinates that are pointed at as `numerals.written` does."""
    return {"hoverformat": HOVER, "labelalias": {f"{MINUS}0.000": "0.000"}}


def hovered(values: FloatArray) -> FloatArray:
    """Return coordinates of which Plotly writes those halfway between two texts as `numerals.written` does.

    >>> hovered(np.array([0.0625, -0.0375, 0.1])).round(3).tolist()
    [0.063, -0.038, 0.1]
    """
    return np.round(values, NOISE) * UP


def in_four_bytes(values: FloatArray) -> NDArray[np.floating]:
    """Return coordinates as `hovered` does, of which half as much is sent where these write the same texts.

    >>> in_four_bytes(np.array([0.9375, 0.93749999, 0.1])).tolist()
    [0.9375, 0.9374999403953552, 0.10000000149011612]
    """
    exact, steps = hovered(values), 10**USUAL
    if np.nanmax(np.abs(exact), initial=0) > steps:
        return exact
    near = exact.astype(np.float32)
    beyond = np.nextafter(near, np.where(exact > near, np.float32(np.inf), np.float32(-np.inf)))
    texts = [np.floor(np.abs(one, dtype=np.float64) * steps + 0.5) for one in (exact, near)]
    return np.where(np.equal(*texts), near, beyond)


def beside(*columns: Sequence[object]) -> list[list[object]]:
    """Put columns beside each other, a row for each point, as `customdata` takes them."""
    return [list(row) for row in zip(*columns, strict=True)]


def elided(name: str, longest: int = LONGEST_NAME) -> str:
    """Cut a name that is too long, in its middle: names of runs and of cases differ at their ends.

    >>> elided("NISTRetrieval-reason0")
    'NISTRetr…reason0'
    """
    if _wide(name) <= longest:
        return name
    kept = longest if _wide(name) < 1.5 * len(name) else longest // 2  # characters
    head = kept // 2
    return f"{name[:head]}…{name[head + 1 - kept :]}"


def _wide(text: str) -> int:
    """Return how many usual characters a text is wide: a Chinese one is two."""
    return len(text) + sum(east_asian_width(character) in "WF" for character in text)


def short(name: str, longest: int = LONGEST_NAME) -> str:
    """Cut a name as `elided` does, and make it safe to draw."""
    return plain([elided(name, longest)])[0]


def in_lines(classes: Sequence[str], width: int = NARROW) -> list[list[str]]:
    """Return the lines, two at the most, of the labels of classes below a plot so many pixels wide; see `elided`.

    >>> in_lines(["dissatisfied", "very satisfied", "none"], 150)
    [['di…ed'], ['very', 'sa…ed'], ['none']]
    """
    longest = max(4, int((width / max(len(classes), 1) - 2 * GAP) / CHARACTER) - 1)
    wrapped = [textwrap.wrap(label, longest, break_long_words=False) or [label] for label in classes]
    return [[elided(line, longest) for line in (first, " ".join(more)) if line] for first, *more in wrapped]


def margin_for(names: Sequence[str], longest: int = LONGEST_NAME) -> int:
    """Return the width of a margin for the longest of some names, in pixels."""
    return 10 + 7 * max((min(_wide(name), longest) for name in names), default=0)


def margin_of(labels: Sequence[str], least: int) -> int:
    """Return a margin that has room for labels of measures, in pixels.

    `least` is enough for the measures of the registry; others may have longer names.

    >>> margin_of(["NMD", "DNKT·RNOD"], 96), margin_of(["NMD", "alpha-nDCG (own)"], 96)
    (96, 122)
    """
    return max(least, 10 + 7 * max(map(len, labels), default=0))


def labels_of(measures: Sequence[str]) -> list[str]:
    """Return the labels of measures."""
    return [MEASURES[key].label for key in measures]


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
