"""Where two measures part: one point per case, the delta by one measure against the delta by another."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike, NDArray

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.style import Palette, axis_title, build, plain
from ordquant_core.records import Quadrants

DRAWN_AS_SVG = 3000  # up to here every point is an SVG node that takes clicks; WebGL contexts are few per page
DRAWN_AT_MOST = 5000  # beyond, points overlap so much that clicks miss: all disagreements first, then an even sample


def delta_scatter(
    first: ArrayLike,
    second: ArrayLike,
    cases: Sequence[str],
    apart: NDArray[np.bool_],
    counts: Quadrants,
    palette: Palette,
    *,
    measures: tuple[str, str],
    runs: tuple[str, str],
    title: str,
    selected: int | None = None,
    small: bool = False,
    height: int = 400,
) -> go.Figure:
    """Draw deltas of shape (cases,) of two measures; `apart` marks the cases on which they prefer different runs.

    `customdata` of every point is the number of its case. The quadrants in which the measures disagree are tinted
    and carry their counts, which always count all cases.
    """
    x, y = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if not x.shape == y.shape == apart.shape == (len(cases),):
        raise ShapeMismatchError(f"Give one delta of each measure for each of the {len(cases)} cases.")
    name_a, name_b = plain(runs)
    name_x, name_y = plain(measures)
    reach = 1.08 * max(float(np.abs(np.r_[x[np.isfinite(x)], y[np.isfinite(y)], 1e-9]).max()), 1e-9)
    drawn = _drawn(apart, selected)
    points = go.Scattergl if len(drawn) > DRAWN_AS_SVG else go.Scatter
    traces: list[object] = [
        points(
            x=x[members],
            y=y[members],
            mode="markers",
            marker={"color": colour, "opacity": opacity, "size": 5 if small else 7, "line": {"width": 0}},
            selected={"marker": {"opacity": opacity}},
            unselected={"marker": {"opacity": opacity}},
            customdata=members,
            text=plain([cases[member] for member in members]),
            hovertemplate=f"case %{{text}}<br>Δ{name_x} %{{x:+.3f}}<br>Δ{name_y} %{{y:+.3f}}<extra></extra>",
            name=name,
        )
        for members, colour, opacity, name in (
            (drawn[~apart[drawn]], palette.muted, 0.55, "agree or tie"),
            (drawn[apart[drawn]], palette.disagreement, 0.9, "disagree"),
        )
    ]
    if selected is not None:
        ring = {"symbol": "circle-open", "size": 13, "color": palette.ink, "line": {"width": 2}}
        traces.append(go.Scatter(x=[x[selected]], y=[y[selected]], mode="markers", marker=ring, hoverinfo="skip"))
    direction = "" if small else f"   ◀ {name_a} better · {name_b} better ▶"
    axis = {
        "range": [-reach, reach],
        "zeroline": True,
        "zerolinecolor": palette.muted,
        "zerolinewidth": 1,
        "showgrid": False,
        "nticks": 5,
    }
    narrow = {"margin": {"l": 36, "r": 6, "t": 46, "b": 34}} if small else {}
    return build(
        traces,
        palette,
        title=f"<span style='font-size:12px'>{title}</span>" if small else title,
        height=height,
        xaxis={**axis, "title": axis_title(f"Δ{name_x}{direction}", palette)},
        yaxis={**axis, "title": axis_title(f"Δ{name_y}{direction}", palette)},
        shapes=[_tint(x0, y0, reach, palette) for x0, y0 in ((-reach, 0), (0, -reach))],
        annotations=[
            _corner(counts.second, ("left", "top"), palette),
            _corner(counts.fourth, ("right", "bottom"), palette),
        ],
        **narrow,
    )


def _tint(x0: float, y0: float, reach: float, palette: Palette) -> dict[str, Any]:
    """Shade a quadrant in which the measures prefer different runs."""
    return {
        "type": "rect",
        "x0": x0,
        "x1": x0 + reach,
        "y0": y0,
        "y1": y0 + reach,
        "fillcolor": palette.disagreement_fill,
        "line": {"width": 0},
        "layer": "below",
    }


def _corner(count: int, place: tuple[str, str], palette: Palette) -> dict[str, Any]:
    """Write the count of a quadrant into its corner."""
    return {
        "text": f"<b>{count}</b>",
        "xref": "x domain",
        "yref": "y domain",
        "x": 0 if place[0] == "left" else 1,
        "y": 1 if place[1] == "top" else 0,
        "xanchor": place[0],
        "yanchor": place[1],
        "showarrow": False,
        "font": {"color": palette.ink, "size": 13},
    }


def _drawn(apart: NDArray[np.bool_], selected: int | None) -> NDArray[np.int64]:
    """Return the numbers of the cases to draw: all, or (past the limit) an even sample, disagreements first."""
    if len(apart) <= DRAWN_AT_MOST:
        return np.arange(len(apart))
    chosen = np.flatnonzero(apart)[:: max(1, int(apart.sum()) // (DRAWN_AT_MOST // 2) + 1)]
    rest = np.flatnonzero(~apart)
    step = max(1, len(rest) // (DRAWN_AT_MOST - len(chosen)) + 1)
    kept = np.r_[chosen, rest[::step], [] if selected is None else [selected]]
    return np.unique(kept).astype(np.int64)
