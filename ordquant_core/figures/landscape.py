"""A measure over all distributions of three classes: a ternary map."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.contours import HEIGHT, Labelled, drawn_lines, labelled, plane
from ordquant_core.figures.parts import HOVER, dots, note, outlined
from ordquant_core.figures.style import Figure, Palette, Part, axis_title, build, looks, plain
from ordquant_core.numerals import percent
from ordquant_core.records import FloatArray

# Cividis: perceptually uniform, and made for colour-blind readers.
_STOPS = [
    "#00224e",
    "#123570",
    "#3b496c",
    "#575d6d",
    "#707173",
    "#8a8678",
    "#a59c74",
    "#c3b369",
    "#e1cc55",
    "#fee838",
]
SCALE = [[step / 9, colour] for step, colour in enumerate(_STOPS)]
CORNERS = (("left", "top"), ("center", "bottom"), ("right", "top"))  # where the names of the classes are anchored


def ternary_figure(
    points: ArrayLike,
    values: ArrayLike,
    palette: Palette,
    *,
    labels: Sequence[str],
    gold: ArrayLike | None = None,
    a: ArrayLike | None = None,
    b: ArrayLike | None = None,
    border: ArrayLike | None = None,
    title: str,
    scale_title: str = "smaller is better",
    height: int = 380,
    look: Mapping[str, Any] = MappingProxyType({}),
    lines: Sequence[Labelled] = (),
    written: Sequence[tuple[str, ArrayLike]] = (),
) -> Figure:
    """Draw scores of shape (points,) over the grid of all distributions of three classes, shape (points, 3).

    The first class is at the bottom left, the middle one at the top, the last at the bottom right. `gold`, `a` and
    `b` are distributions of shape (3,) to mark, `border` is a line of segments of shape (segments, 2, 3) between
    distributions. Infinite scores are left blank. Every cell of the map is one point: finer grids give finer maps.
    `lines` have a text on each of them, such as a score, and `written` are texts with the points of shape (n, 3) at
    one of which each stands: none covers another one or a mark, and what fits nowhere is left out.
    `look` are properties of Plotly's heatmap to draw the map with instead, such as its colours and their bar.
    Raises `ShapeMismatchError` where the points are no such grid or the shapes do not fit.
    """
    grid, scores = np.asarray(points, dtype=np.float64), np.asarray(values, dtype=np.float64)
    resolution = (np.sqrt(8 * len(grid) + 1) - 3) / 2
    if grid.shape != (len(grid), 3) or resolution < 1 or resolution != int(resolution):
        raise ShapeMismatchError(f"`points` has shape {grid.shape}, expected a whole grid over three classes.")
    if scores.shape != grid.shape[:1] or len(labels) != 3:
        raise ShapeMismatchError(f"Give three labels and one value for each of the {len(grid)} points.")
    names = plain(labels)
    traces = [{**_map(grid, scores, int(resolution), palette, names, scale_title), **look}]
    traces += _frame(int(resolution), palette, quarters=not lines)
    notes = [_corner(*corner, palette) for corner in zip(np.eye(3), names, CORNERS, strict=True)]
    marks = [
        (name, _checked(point, name, 3), colour, size)
        for name, point, colour, size in (
            ("A", a, palette.run_a, 19),
            ("B", b, palette.run_b, 15),
            ("Gold", gold, palette.gold, 10),
        )
        if point is not None
    ]
    for line in lines:
        _checked(line.segments, line.text, -1, 2, 3)
    texts = [(text, _checked(points, text, -1, 3)) for text, points in written]
    drawn, on_lines = labelled(lines, texts, {name: point for name, point, _, _ in marks}, palette)
    traces += drawn
    notes += on_lines
    if border is not None:
        traces += _segments(_checked(border, "border", -1, 2, 3), palette)
    for name, point, colour, size in marks:  # from large to small: marks on one spot all stay visible
        dot, letters = _mark(point, name, colour, size, palette)
        traces.append(dot)
        notes += letters
    return build(
        traces,
        palette,
        title=title,
        height=height,
        margin={"l": 8, "r": 8, "t": 40, "b": 8},
        annotations=notes,
        xaxis={"visible": False, "range": [-0.1, 1.1], "constrain": "domain"},
        yaxis={"visible": False, "range": [-0.09, HEIGHT + 0.09], "scaleanchor": "x", "constrain": "domain"},
    )


def colour_bar(title: str, palette: Palette) -> Part:
    """Return the bar beside a map that explains its colours."""
    return {
        "title": {**axis_title(title, palette), "side": "right"},
        "tickfont": {"color": palette.ink, "size": 12},
        "thickness": 12,
        "outlinewidth": 0,
        "len": 0.85,
    }


def _map(
    grid: FloatArray, scores: FloatArray, resolution: int, palette: Palette, labels: list[str], scale_title: str
) -> Part:
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
        "colorscale": SCALE,
        "zmin": 0,
        "zmax": max(float(np.nanmax(cells, initial=0.0)), 1e-9),
        "hoverongaps": False,
        "zhoverformat": HOVER,
        "hovertemplate": f"%{{z}}<br>{shares}<extra></extra>",
        "colorbar": colour_bar(scale_title, palette),
        "name": "score",
    }


def _frame(resolution: int, palette: Palette, *, quarters: bool) -> list[Part]:
    """Cover the ragged rim of the bricks; draw the sides, and a line at every quarter where there are no others."""
    corners = np.eye(3)
    at_quarters = [
        drawn_lines(
            share * corners[:, None] + (1 - share) * corners[[[1, 2], [2, 0], [0, 1]]],
            {"color": "rgba(255,255,255,0.3)", "width": 1},
            "quarters",
        )
        for share in (0.25, 0.5, 0.75)
        if quarters
    ]
    sides = np.stack([corners, np.roll(corners, 1, axis=0)], axis=1)
    outwards = (sides - 1 / 3) * (1 + 3 / resolution) + 1 / 3
    covers = np.concatenate([sides, outwards[:, ::-1], sides[:, :1]], axis=1)
    return [
        *at_quarters,
        drawn_lines(covers, {"width": 0}, "covers", fill="toself", fillcolor=palette.background),
        drawn_lines(sides, {"color": palette.muted, "width": 2}, "sides"),
    ]


def _corner(corner: FloatArray, label: str, anchor: tuple[str, str], palette: Palette) -> Part:
    x, y = (float(value) for value in plane(corner))
    shift = 14 if anchor[1] == "bottom" else -10
    return note(f"all in {label}", palette.ink, x=x, y=y, xanchor=anchor[0], yanchor=anchor[1], yshift=shift)


def _checked(values: ArrayLike, name: str, *shape: int) -> FloatArray:
    """Return an array of that shape, in which -1 stands for any length, or raise."""
    array = np.asarray(values, dtype=np.float64)
    if len(shape) != array.ndim or any(-1 != length != found for length, found in zip(shape, array.shape, strict=True)):
        wanted = ", ".join("any" if length < 0 else str(length) for length in shape)
        raise ShapeMismatchError(f"{name} has shape {array.shape}, expected ({wanted}).")
    return array


def _segments(border: FloatArray, palette: Palette) -> list[Part]:
    return [
        drawn_lines(border, {"color": palette.background, "width": 5}, "border, halo"),  # seen on dark and on bright
        drawn_lines(border, {"color": palette.ink, "width": 2}, "border"),
    ]


def _mark(point: FloatArray, name: str, colour: str, size: int, palette: Palette) -> tuple[Part, list[Part]]:
    """Mark the gold as a filled dot in a ring of the background, a run as an outlined dot with its letter beside it."""
    x, y = (float(value) for value in plane(point))
    fill, ring = (colour, palette.background) if name == "Gold" else (palette.background, colour)
    shares = ", ".join(percent(share, 1) for share in point)
    marker = outlined(size, fill, ring, 2.5) | ({"symbol": looks(palette)[1].symbol} if name == "B" else {})
    dot = dots([x], [y], marker, name, hover=f"{name}: {shares}", cliponaxis=False)
    if name == "Gold":
        return dot, []
    letter = note(
        f"<b>{name}</b>",
        palette.run_a_text if name == "A" else palette.run_b_text,
        x=x,
        y=y,
        ax=-26 if name == "A" else 26,
        ay=0,
        standoff=size / 2,
        bgcolor=palette.background,
        bordercolor=colour,
        borderpad=2,
        **_leader(colour, 1.5),
    )
    return dot, [letter]


def _leader(colour: str, width: float) -> Part:
    """Return the line from a note to its place, an arrow without a head."""
    return {"showarrow": True, "arrowhead": 0, "arrowwidth": width, "arrowcolor": colour}
