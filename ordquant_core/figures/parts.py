"""What figures are put together from, as plain data: dictionaries in Plotly's own words, for `style.build`.

Here is what several builders repeat; the rest they write out themselves. No part is a Plotly object: those check every
property they are given, which takes ten times as long as all the rest. The tests check every figure instead.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.figures.style import GOLD_OPACITY, Palette, Part, RunLook, axis_title
from ordquant_core.records import FloatArray

Column = ArrayLike | Sequence[object]  # a value for each point; None leaves a gap
CLEAR = "rgba(0,0,0,0)"


def axis(title: str, palette: Palette, **more: Any) -> Part:
    """Return an axis with a title."""
    return {"title": axis_title(title, palette), **more}


def lines(x: Column, y: Column, line: Part, name: str | None = None, *, hover: str = "", **more: Any) -> Part:
    """Return lines; `hover` says what is read where one is pointed at, without it nothing is."""
    return {"type": "scatter", "mode": "lines", "x": x, "y": y, "line": line, "name": name, **_said(hover), **more}


def dots(x: Column, y: Column, marker: Part, name: str | None = None, *, hover: str = "", **more: Any) -> Part:
    """Return points; `hover` as for lines."""
    drawn = {"type": "scatter", "mode": "markers", "x": x, "y": y, "marker": marker, "name": name}
    return {**drawn, **_said(hover), **more}


def gold_bars(x: Column, y: Column, width: float, palette: Palette, *, hover: str, **more: Any) -> Part:
    """Return the gold as filled bars."""
    marker = {"color": palette.gold, "opacity": GOLD_OPACITY, "line": {"width": 0}}
    return {"type": "bar", "x": x, "y": y, "width": width, "marker": marker, "name": "Gold", **_said(hover), **more}


def bar_outlines(
    x: ArrayLike, base: FloatArray, top: FloatArray, width: float, look: RunLook, name: str | None = None
) -> Part:
    """Return the outlines of an estimate's bars, which are open at their base, as one trace."""
    middles, gap = np.asarray(x, dtype=np.float64), np.full(len(base), np.nan)
    left, right = middles - width / 2, middles + width / 2
    across = np.stack([left, left, right, right, gap], axis=1)
    upwards = np.stack([base, top, top, base, gap], axis=1)
    return lines(across.ravel(), upwards.ravel(), {"color": look.colour, "width": 2, "dash": look.dash}, name)


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


def dot_of(look: RunLook, size: float, fill: object) -> Part:
    """Return the marker of a run: its symbol, outlined in its colour."""
    return outlined(size, fill, look.colour) | {"symbol": look.symbol}


def steady(**marker: object) -> Part:
    """Return what keeps points as they are when some are selected: Plotly would fade the others."""
    return {"selected": {"marker": marker}, "unselected": {"marker": marker}}


def note(text: str, colour: str, size: int = 12, **place: object) -> Part:
    """Return a text at a place, without an arrow."""
    return {"text": text, "showarrow": False, "font": {"size": size, "color": colour}, **place}


def dotted(colour: str, **place: object) -> Part:
    """Return a thin dotted line below all traces, from (x0, y0) to (x1, y1)."""
    return {"type": "line", "layer": "below", "line": {"color": colour, "width": 1, "dash": "dot"}, **place}


def legend_below(**more: object) -> Part:
    """Return a legend in one row at the bottom of a figure."""
    return {"orientation": "h", "x": 0, "y": 0, "yref": "container", "yanchor": "bottom", **more}


def _said(hover: str) -> Part:
    return {"hovertemplate": f"{hover}<extra></extra>"} if hover else {"hoverinfo": "skip"}
