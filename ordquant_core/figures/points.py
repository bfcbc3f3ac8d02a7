"""One clickable point per case; for many thousands of cases, the counts in the cells of a grid."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordquant_core.figures.parts import CLEAR, dots, hovered, steady
from ordquant_core.figures.template import Look, Part, faded, plain
from ordquant_core.numerals import count
from ordquant_core.records import FloatArray, IntArray

DRAWN_AS_SVG = 3000  # up to here every point is an SVG node that takes clicks; WebGL contexts are few per page
DRAWN_AS_POINTS = 5000  # beyond, points overlap so much that clicks miss: the cells of a grid are drawn instead
DRAWN_AS_DOTS = 300  # disagreements that are still drawn one by one over such cells
CELLS = 60  # a side, where a frame says no other; even, so that no cell lies on both sides of a middle line


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of the plane that is drawn, both bounds of each axis, and how many cells its grid has each way."""

    across: tuple[float, float]
    upwards: tuple[float, float]
    columns: int = CELLS
    rows: int = CELLS

    def cells(self, x: FloatArray, y: FloatArray) -> IntArray:
        """Return the number of the grid cell of every point, row by row from below; -1 outside and where infinite."""
        places = []
        outside = ~(np.isfinite(x) & np.isfinite(y))
        for values, (low, high), n in ((x, self.across, self.columns), (y, self.upwards, self.rows)):
            share = np.where(outside, -1.0, (np.where(outside, 0, values) - low) / (high - low))
            outside = outside | (share < 0) | (share > 1)
            # rounded: what lies on a line between two cells but for rounding belongs to the second one
            places.append(np.clip(np.floor((share * n).round(9)), 0, n - 1).astype(np.int64))
        return np.asarray(np.where(outside, -1, places[1] * self.columns + places[0]))

    def centres(self) -> tuple[FloatArray, FloatArray]:
        """Return where the middles of the columns and of the rows of cells lie."""
        ends = (self.across, self.columns), (self.upwards, self.rows)
        columns, rows = (low + (high - low) * ((np.arange(n) + 0.5) / n) for (low, high), n in ends)
        return columns, rows


def code_of(cell: int) -> int:
    """Return the `customdata` of a cell: negative, where that of a point is the number of its case.

    >>> code_of(0), cell_of(code_of(7)), cell_of(7) is None
    (-1, 7, True)
    """
    return -1 - cell


def cell_of(code: int) -> int | None:
    """Return the cell a `customdata` stands for, None where it is that of a single case."""
    return -1 - code if code < 0 else None


def case_points(
    x: FloatArray,
    y: FloatArray,
    cases: Sequence[str],
    members: NDArray[np.int64],
    colour: str,
    *,
    hover: str,
    hovertext: Sequence[str] | None = None,
    name: str,
    opacity: float = 0.9,
    size: int = 7,
    rim: str = "",
    as_svg: bool = True,
) -> Part:
    """Draw the cases with the numbers `members`, which are their `customdata`.

    `hover` is what is read under its name where a case is pointed at: with `%{x}` and `%{y}` the axes say how these are
    written, by `parts.hovered_axis`; `%{hovertext}` is a text for each of them.
    """
    return dots(
        hovered(x[members]),
        hovered(y[members]),
        {
            "color": colour,
            "opacity": opacity,
            "size": size,
            "line": {"width": 0.75, "color": rim} if rim else {"width": 0},
        },
        name,
        type="scatter" if as_svg else "scattergl",
        customdata=members,
        text=plain([cases[member] for member in members]),
        hover=f"case %{{text}}<br>{hover}",
        hovertext=hovertext,
        **steady(opacity=opacity),  # rings mark what is selected
    )


def density(frame: Frame, cells: IntArray, colour: str, name: str) -> Part:
    """Colour every cell by how many points it holds, on a scale of powers; `cells` are their numbers, -1 for none."""
    counts = _counted(frame, cells)
    columns, rows = frame.centres()
    top = max(float(np.log(max(counts.max(), 2))), 1.0)
    # in steps of 1/254, which are sent in a quarter of the room
    z = np.where(counts > 0, 1 + np.rint(254 * np.log(np.maximum(counts, 1)) / top), 0).astype(np.uint8)
    scale = [[0, CLEAR], [1 / 255, faded(colour, 0.22)], [1, faded(colour, 1)]]
    colours = {"colorscale": scale, "zmin": 0, "zmax": 255, "showscale": False}
    return {"type": "heatmap", "x": columns, "y": rows, "z": z, **colours, "hoverinfo": "skip", "name": name}


def cell_hits(frame: Frame, cells: IntArray, marked: NDArray[np.bool_], noun: str, size: int) -> Part:
    """Lay clear squares over the cells that hold points: heatmaps take no clicks. `noun` says what is `marked`.

    >>> cells = np.array([0, 0, 1])
    >>> squares = cell_hits(Frame((0, 1), (0, 1)), cells, np.array([True, False, False]), "which differ", 5)
    >>> squares["text"], squares["hovertext"], squares["hovertemplate"]
    (['2', '1'], ['1', '0'], 'cases here: %{text}<br>which differ: %{hovertext}<br>click for its cases<extra></extra>')
    """
    counts, odds = _counted(frame, cells), _counted(frame, cells[marked])
    row, column = np.nonzero(counts)
    columns, rows = frame.centres()
    numbers = {"text": [count(number) for number in counts[row, column].tolist()]}
    numbers |= {"hovertext": [count(odd) for odd in odds[row, column].tolist()]} if noun else {}
    hover = "cases here: %{text}<br>" + (f"{noun}: %{{hovertext}}<br>" if noun else "")
    return dots(
        columns[column],
        rows[row],
        {"symbol": "square", "size": size, "color": CLEAR, "opacity": 0, "line": {"width": 0}},
        "cells",
        customdata=[code_of(cell) for cell in (row * frame.columns + column).tolist()],
        hover=f"{hover}click for its cases",
        **numbers,
        **steady(opacity=0),
    )


def ring(x: float, y: float, look: Look, *, size: int = 13, name: str | None = None) -> Part:
    """Mark the current case; the ring takes no clicks away."""
    marker = {"symbol": "circle-open", "size": size, "color": look.ink, "line": {"width": 2}}
    return dots([x], [y], marker, name)


def _counted(frame: Frame, cells: IntArray) -> IntArray:
    return np.bincount(cells[cells >= 0], minlength=frame.rows * frame.columns).reshape(frame.rows, frame.columns)
