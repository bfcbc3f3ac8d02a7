"""Values over all distributions of three classes: a ternary map."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.parts import HOVER, dots, lines, note, outlined
from ordquant_core.figures.template import LIGHT, Look, Part, axis_title, figure_of, plain
from ordquant_core.numerals import percent
from ordquant_core.records import FloatArray

HEIGHT = float(np.sqrt(3) / 2)  # of a triangle with sides of length 1
CORNERS = (("left", "top"), ("center", "bottom"), ("right", "top"))  # where the names of the classes are anchored


def ternary_figure(
    points: ArrayLike,
    values: ArrayLike,
    *,
    labels: Sequence[str],
    title: str,
    colours: Part,
    value: str = "%{z}",
    gold: ArrayLike | None = None,
    line: ArrayLike | None = None,
    height: int = 380,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw values of shape (points,) over the grid of all distributions of three classes, shape (points, 3).

    The first class is at the bottom left, the middle one at the top, the last at the bottom right. `colours` are
    properties of Plotly's heatmap: its scale, range and bar; `value` is how a value is written where one points at it.
    `gold`, shape (3,), is a distribution to mark, `line`, shape (2, 3), leads from one to another. Infinite values are
    left blank. Every cell of the map is one point: finer grids give finer maps. Raises `ShapeMismatchError` where the
    points are no such grid or the shapes do not fit.
    """
    grid, scores = np.asarray(points, dtype=np.float64), np.asarray(values, dtype=np.float64)
    resolution = (np.sqrt(8 * len(grid) + 1) - 3) / 2
    if grid.shape != (len(grid), 3) or resolution < 1 or resolution != int(resolution):
        raise ShapeMismatchError(f"`points` has shape {grid.shape}, expected a whole grid over three classes.")
    if scores.shape != grid.shape[:1] or len(labels) != 3:
        raise ShapeMismatchError(f"Give three labels and one value for each of the {len(grid)} points.")
    names = plain(labels)
    traces = [_map(grid, scores, int(resolution), names, value) | colours, *_frame(int(resolution), look)]
    if line is not None:
        traces += _leading(_checked(line, "line", 2, 3), look)
    if gold is not None:
        traces.append(_mark(_checked(gold, "gold", 3), look))
    return figure_of(
        traces,
        look,
        title=title,
        height=height,
        margin={"l": 8, "r": 8, "t": 40, "b": 8},
        annotations=[_corner(*corner, look) for corner in zip(np.eye(3), names, CORNERS, strict=True)],
        xaxis={"visible": False, "range": [-0.1, 1.1], "constrain": "domain"},
        yaxis={"visible": False, "range": [-0.09, HEIGHT + 0.09], "scaleanchor": "x", "constrain": "domain"},
    )


def colour_bar(title: str, look: Look) -> Part:
    """Return the bar beside a map that explains its colours."""
    return {
        "title": {**axis_title(title, look), "side": "right"},
        "tickfont": {"color": look.ink, "size": 12},
        "thickness": 12,
        "outlinewidth": 0,
        "len": 0.85,
    }


def _map(grid: FloatArray, scores: FloatArray, resolution: int, labels: list[str], value: str) -> Part:
    """Lay the points like bricks: a row for each share of the middle class, every point two half columns wide.

    A heatmap is drawn as one image, so ten thousand bricks cost no more than one.
    """
    row = np.rint(grid[:, 1] * resolution).astype(np.int64)
    column = np.rint(2 * grid[:, 2] * resolution).astype(np.int64) + row
    shape = (resolution + 1, 2 * resolution + 2)
    cells = np.full(shape, np.nan, dtype=np.float32)
    # Whole percent are sent in a quarter of the room; a finer grid would make 0 or 100 of what is neither.
    shown = np.zeros((*shape, 3), dtype=np.uint8 if resolution <= 100 else np.float32)
    for half in (0, 1):
        cells[row, column + half] = np.where(np.isfinite(scores), scores, np.nan)
        shown[row, column + half] = np.rint(100 * grid) if resolution <= 100 else 100 * grid
    shares = "<br>".join(f"{label}: %{{customdata[{place}]:.3~g}}%" for place, label in enumerate(labels))
    return {
        "type": "heatmap",
        "z": cells,
        "x0": -0.25 / resolution,
        "dx": 0.5 / resolution,
        "y0": 0,
        "dy": HEIGHT / resolution,
        "customdata": shown,
        "hoverongaps": False,
        "zhoverformat": HOVER,
        "hovertemplate": f"{value}<br>{shares}<extra></extra>",
        "name": "score",
    }


def _frame(resolution: int, look: Look) -> list[Part]:
    """Draw a line at every quarter, cover the ragged rim of the bricks, and draw the sides."""
    corners = np.eye(3)
    at_quarters = [
        _drawn(
            share * corners[:, None] + (1 - share) * corners[[[1, 2], [2, 0], [0, 1]]],
            {"color": "rgba(255,255,255,0.3)", "width": 1},
            "quarters",
        )
        for share in (0.25, 0.5, 0.75)
    ]
    sides = np.stack([corners, np.roll(corners, 1, axis=0)], axis=1)
    outwards = (sides - 1 / 3) * (1 + 3 / resolution) + 1 / 3
    covers = np.concatenate([sides, outwards[:, ::-1], sides[:, :1]], axis=1)
    return [
        *at_quarters,
        _drawn(covers, {"width": 0}, "covers", fill="toself", fillcolor=look.background),
        _drawn(sides, {"color": look.muted, "width": 2}, "sides"),
    ]


def _plane(points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Place distributions (..., 3) in the plane: x from the first class to the last, y towards the middle one."""
    return points[..., 2] + points[..., 1] / 2, points[..., 1] * HEIGHT


def _drawn(runs: FloatArray, line: Part, name: str, **more: Any) -> Part:
    """Draw lines of shape (lines, points, 3) as one trace, a gap after each."""
    x, y = (np.pad(ends, ((0, 0), (0, 1)), constant_values=np.nan).ravel() for ends in _plane(runs))
    return lines(x, y, line, name, cliponaxis=False, **more)


def _leading(line: FloatArray, look: Look) -> list[Part]:
    return [
        _drawn(line[None], {"color": look.background, "width": 5}, "border, halo"),  # seen on dark and on bright
        _drawn(line[None], {"color": look.ink, "width": 2}, "border"),
    ]


def _corner(corner: FloatArray, label: str, anchor: tuple[str, str], look: Look) -> Part:
    x, y = (float(value) for value in _plane(corner))
    shift = 14 if anchor[1] == "bottom" else -10
    return note(f"all in {label}", look.ink, x=x, y=y, xanchor=anchor[0], yanchor=anchor[1], yshift=shift)


def _mark(gold: FloatArray, look: Look) -> Part:
    """Mark the gold as a filled dot in a ring of the background."""
    x, y = (float(value) for value in _plane(gold))
    shares = ", ".join(percent(share, 1) for share in gold)
    marker = outlined(10, look.gold, look.background, 2.5)
    return dots([x], [y], marker, "Gold", hover=f"Gold: {shares}", cliponaxis=False)


def _checked(values: ArrayLike, name: str, *shape: int) -> FloatArray:
    array = np.asarray(values, dtype=np.float64)
    if array.shape != shape:
        raise ShapeMismatchError(f"{name} has shape {array.shape}, expected {shape}.")
    return array
