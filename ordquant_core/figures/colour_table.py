"""Square tables of colours: the similarity of every pair of runs or measures."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import plotly.graph_objects as go

from ordquant_core.analysis.list_results import ListResults
from ordquant_core.figures.parts import CLEAR, dots, steady, tiles
from ordquant_core.figures.template import LIGHT, Look, Part, figure_of, mix, plain
from ordquant_core.numerals import listed, short, written
from ordquant_core.records import FloatArray

TAU = "Kendall’s tau"
BITS = "Information tau"
MOST_NUMBERS = 14  # rows of a table that still holds numbers
MOST_TARGETS = 45  # rows of a table whose cells can be chosen
STRONGEST = 0.55  # of the colour of gold, that numbers can be read on, in the dark, too
LONGEST = 18  # characters of a name on an axis


def draw_information_difference(results: ListResults, *, look: Look = LIGHT) -> go.Figure:
    """Draw the information difference of every two runs, in the order of their likeness: a stronger colour is closer.

    Invisible points over the cells carry [row, column].
    """
    order, n = list(results.order), len(results.order)
    runs = [results.runs[run] for run in order]
    cells = np.where(np.eye(n, dtype=bool), np.nan, results.difference[order][:, order])
    most = max(float(np.nanmax(cells, initial=0.0)), 1e-9)
    strong = mix(look.background, look.gold, STRONGEST)
    scale = [[0, strong], [0.3, mix(look.background, look.gold, STRONGEST / 2)], [1, look.background]]
    traces = [_cells(cells, runs, look, scale, (0.0, most), "%{customdata[0]}: %{customdata[1]} bits", places=2)]
    if n <= MOST_TARGETS:
        targets = np.array(list(product(range(n), repeat=2))).reshape(-1, 2)
        traces.append(
            dots(
                targets[:, 1],
                targets[:, 0],
                {"symbol": "square", "size": 20 if n <= MOST_NUMBERS else 9, "color": CLEAR},
                "cells",
                customdata=targets.tolist(),  # not an array: the browser would not give back a list
                hoverinfo="none",
                **steady(color=CLEAR),
            )
        )
    return _table(traces, runs, look, title="Information difference: bluer is more alike")


def cell_at(row: int, column: int) -> tuple[float, float, float, float]:
    """Return where a cell of a table stands: x and y of two opposite corners."""
    return column - 0.5, row - 0.5, column + 0.5, row + 0.5


def draw_agreement(
    results: ListResults, cells: FloatArray, given: Sequence[str] | None, *, look: Look = LIGHT
) -> go.Figure:
    """Draw how alike every two measures rank the runs, (measures, measures), 1 being the same; NaN stays empty.

    `cells` are those of `rankings_alike`: tau where nothing is `given`, else the bits that are shared beyond that.
    """
    beyond = f", beyond {listed(given)}" if given else ""
    words, title = (BITS.lower(), f"Bits two rankings share{beyond}")
    if given is None:
        words, title = TAU.lower(), f"{TAU} of the means: 1 is the same order"
    scale = [[0, look.background], [1, mix(look.background, look.gold, STRONGEST)]]
    bounds = min(np.floor(10 * float(np.nanmin(cells, initial=1.0))) / 10 - 0.1, 0.9), 1.0
    hover = f"{words} of %{{customdata[0]}}: %{{customdata[1]}}"
    return _table(
        [_cells(cells, results.defined, look, scale, bounds, hover, places=3)], results.defined, look, title=title
    )


def shortened(name: str) -> str:
    """Return a name that fits beside an axis, safe to draw.

    >>> shortened("<b>bold</b> names that are too long")
    '&lt;b&gt;bold&lt;/b&gt; names…'
    """
    return plain([name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"])[0]


def _cells(
    cells: FloatArray,
    names: Sequence[str],
    look: Look,
    scale: list[list[object]],
    bounds: tuple[float, float],
    hover: str,
    *,
    places: int,
) -> Part:
    safe = plain(names)
    return tiles(
        cells,
        colorscale=scale,
        zmin=bounds[0],
        zmax=bounds[1],
        text=[["" if np.isnan(value) else short(value, places) for value in row] for row in cells],
        texttemplate="%{text}" if len(names) <= MOST_NUMBERS else None,
        textfont={"size": 12, "color": look.ink},
        customdata=[
            [[f"{row} and {column}", number] for column, number in zip(safe, numbers, strict=True)]
            for row, numbers in zip(safe, written(cells), strict=True)
        ],
        hover=hover,
    )


def _table(
    traces: Sequence[Part],
    names: Sequence[str],
    look: Look,
    *,
    title: str,
) -> go.Figure:
    n = len(names)
    size = 26 if n <= MOST_NUMBERS else 16 if n <= MOST_TARGETS else 8
    labels = [shortened(name) for name in names]
    room = 16 + 7 * max((min(len(name), LONGEST) for name in names), default=0)
    axis = {"tickvals": list(range(n)) if n <= MOST_TARGETS else [], "ticktext": labels, "showgrid": False}
    return figure_of(
        traces,
        look,
        title=title,
        height=60 + room + size * n,
        margin={"l": room, "r": 8, "t": 46, "b": room},
        xaxis={**axis, "tickangle": -60, "range": [-0.5, n - 0.5]},
        yaxis={**axis, "range": [n - 0.5, -0.5]},
    )
