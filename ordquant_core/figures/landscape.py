"""A measure over all distributions of three classes (a ternary map), and measures along a path between estimates."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.labels import HOVER, written
from ordquant_core.figures.parts import axis, dots, lines, note, outlined
from ordquant_core.figures.style import Figure, Palette, Part, axis_title, build, plain
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
HEIGHT = float(np.sqrt(3) / 2)  # of a triangle with sides of length 1
CORNERS = (("left", "top"), ("center", "bottom"), ("right", "top"))  # where the names of the classes are anchored
LABEL_PITCH = 15  # pixels between the names at the ends of lines
DASHES = {"ordinal": "solid", "nominal": "dash", "priority": "dot", "combined": "dashdot"}
# None is a colour that already means gold, a run or a disagreement; as text each has a contrast of 4.5 or more.
_NOMINAL, _PRIORITY = ("#8a3f7d", "#d98cc4"), ("#7d5a2b", "#cfa76b")  # on light, on dark


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
) -> Figure:
    """Draw scores of shape (points,) over the grid of all distributions of three classes, shape (points, 3).

    The first class is at the bottom left, the middle one at the top, the last at the bottom right. `gold`, `a` and
    `b` are distributions of shape (3,) to mark, `border` is a line of segments of shape (segments, 2, 3) between
    distributions. Infinite scores are left blank. Every cell of the map is one point: finer grids give finer maps.
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
    traces += _frame(int(resolution), palette)
    notes = [_corner(*corner, palette) for corner in zip(np.eye(3), names, CORNERS, strict=True)]
    if border is not None:
        traces += _segments(np.asarray(border, dtype=np.float64), palette)
    marks = (("A", a, palette.run_a, 19), ("B", b, palette.run_b, 15), ("Gold", gold, palette.gold, 10))
    for name, point, colour, size in marks:  # from large to small: marks on one spot all stay visible
        if point is not None:
            dot, letters = _mark(np.asarray(point, dtype=np.float64), name, colour, size, palette)
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


def paths_figure(
    amounts: ArrayLike,
    scores: ArrayLike,
    labels: Sequence[str],
    families: Sequence[str],
    palette: Palette,
    *,
    title: str,
    x_title: str,
    height: int = 360,
) -> Figure:
    """Draw scores of shape (measures, steps) over amounts of shape (steps,): one line per measure, labelled at its end.

    `families` holds the family of each measure: "ordinal", "nominal", "priority" or "combined". Dash and colour
    show it. Raises `ShapeMismatchError` where the shapes do not fit or a family is none of these.
    """
    x, rows = np.asarray(amounts, dtype=np.float64), np.asarray(scores, dtype=np.float64)
    if rows.shape != (len(labels), len(x)) or len(families) != len(labels) or not set(families) <= set(DASHES):
        raise ShapeMismatchError(
            f"`scores` has shape {rows.shape}; give one row, label and family ({', '.join(DASHES)}) a measure "
            f"and one column for each of the {len(x)} amounts."
        )
    if not rows.size:
        raise ShapeMismatchError("Give at least one measure and one amount.")
    rows = np.where(np.isfinite(rows), rows, np.nan)  # an infinite score leaves a gap
    colours = _family_colours(palette)
    names = plain(labels)
    margin = {"l": 44, "r": 24 + 8 * max(map(len, labels)), "t": 40, "b": 44}
    top = 1.05 * max(float(np.nanmax(rows, initial=0.0)), 1e-9)
    drawn = height - margin["t"] - margin["b"]
    ends = np.array([row[np.isfinite(row)][-1] if np.isfinite(row).any() else 0.0 for row in rows])
    heights = _spread(ends / top * drawn, drawn)
    return build(
        [
            lines(
                x,
                row,
                {"color": colours[family], "dash": DASHES[family], "width": 2},
                name,
                customdata=texts,
                hover=f"{name} %{{customdata}}",
            )
            for row, texts, name, family in zip(rows, written(rows), names, families, strict=True)
        ],
        palette,
        title=title,
        height=height,
        margin=margin,
        hovermode="closest",
        annotations=[
            note(
                name,
                colours[family],
                xref="paper",
                x=1,
                y=end,
                ax=10,
                ay=float(end / top * drawn - at),
                xanchor="left",
                **_leader(colours[family], 1),
            )
            for name, family, end, at in zip(names, families, ends, heights, strict=True)
        ],
        xaxis=axis(x_title, palette, range=[float(x[0]), float(x[-1])]),
        yaxis=axis("score (smaller is better)", palette, range=[0, top]),
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


def _plane(points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Place distributions (..., 3) in the plane: x from the first class to the last, y towards the middle one."""
    return points[..., 2] + points[..., 1] / 2, points[..., 1] * HEIGHT


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


def _frame(resolution: int, palette: Palette) -> list[Part]:
    """Cover the ragged rim of the bricks; draw the sides, and a line at every quarter."""
    corners = np.eye(3)
    quarters = [
        _lines(
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
        *quarters,
        _lines(covers, {"width": 0}, "covers", fill="toself", fillcolor=palette.background),
        _lines(sides, {"color": palette.muted, "width": 2}, "sides"),
    ]


def _corner(corner: FloatArray, label: str, anchor: tuple[str, str], palette: Palette) -> Part:
    x, y = (float(value) for value in _plane(corner))
    shift = 14 if anchor[1] == "bottom" else -10
    return note(f"all in {label}", palette.ink, x=x, y=y, xanchor=anchor[0], yanchor=anchor[1], yshift=shift)


def _segments(border: FloatArray, palette: Palette) -> list[Part]:
    if border.ndim != 3 or border.shape[1:] != (2, 3):
        raise ShapeMismatchError(f"`border` has shape {border.shape}, expected (segments, 2, 3).")
    return [
        _lines(border, {"color": palette.background, "width": 5}, "border, halo"),  # seen on dark and on bright
        _lines(border, {"color": palette.ink, "width": 2}, "border"),
    ]


def _lines(runs: FloatArray, line: Part, name: str, **more: Any) -> Part:
    """Draw lines of shape (lines, points, 3) as one trace, a gap after each."""
    x, y = (np.pad(ends, ((0, 0), (0, 1)), constant_values=np.nan).ravel() for ends in _plane(runs))
    return lines(x, y, line, name, cliponaxis=False, **more)


def _mark(point: FloatArray, name: str, colour: str, size: int, palette: Palette) -> tuple[Part, list[Part]]:
    """Mark the gold as a filled dot in a ring of the background, a run as an outlined dot with its letter beside it."""
    if point.shape != (3,):
        raise ShapeMismatchError(f"{name} has shape {point.shape}, expected (3,): one share a class.")
    x, y = (float(value) for value in _plane(point))
    fill, ring = (colour, palette.background) if name == "Gold" else (palette.background, colour)
    shares = ", ".join(percent(share, 1) for share in point)
    dot = dots([x], [y], outlined(size, fill, ring, 2.5), name, hover=f"{name}: {shares}", cliponaxis=False)
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


def _family_colours(palette: Palette) -> dict[str, str]:
    dark = int(palette.background[1:3], 16) < 128
    return {
        "ordinal": palette.ink,
        "nominal": _NOMINAL[dark],
        "priority": _PRIORITY[dark],
        "combined": palette.muted,
    }


def _spread(heights: FloatArray, most: float) -> FloatArray:
    """Move heights in pixels apart by at least the pitch of a label, in their order, around where they were."""
    order = np.argsort(heights, kind="stable")
    offsets = np.arange(len(heights)) * min(LABEL_PITCH, most / max(len(heights) - 1, 1))
    wanted = heights[order] - offsets  # apart enough exactly where this does not fall
    rising: NDArray[np.float64] = (np.maximum.accumulate(wanted) + np.minimum.accumulate(wanted[::-1])[::-1]) / 2
    placed = np.clip(rising, 0, max(most - offsets[-1], 0)) + offsets
    spread = np.empty_like(heights)
    spread[order] = placed
    return spread
