"""Square tables of colours: the similarity of every pair of runs or measures."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from ordquant_core.analysis.list_results import ListResults
from ordquant_core.errors import ShapeMismatchError
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


def difference_table(difference: ArrayLike, runs: Sequence[str], *, title: str, look: Look = LIGHT) -> go.Figure:
    """Draw the information difference of every two runs, (runs, runs): a stronger colour is more similar.

    Invisible points over the cells carry [row, column].
    """
    n = len(runs)
    cells = np.where(np.eye(n, dtype=bool), np.nan, _square(difference, n))
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
    return _table(traces, runs, look, title=title)


def cell_at(row: int, column: int) -> tuple[float, float, float, float]:
    """Return where a cell of a table stands: x and y of two opposite corners."""
    return column - 0.5, row - 0.5, column + 0.5, row + 0.5


def agreement_table(
    values: ArrayLike, measures: Sequence[str], *, title: str, words: str, look: Look = LIGHT
) -> go.Figure:
    """Draw how similarly measures rank systems, (measures, measures), 1 being the same; NaN stays empty.

    `words` say what a number is, such as "tau".
    """
    cells = _square(values, len(measures))
    scale = [[0, look.background], [1, mix(look.background, look.gold, STRONGEST)]]
    least = float(np.nanmin(cells, initial=1.0))
    bounds = min(np.floor(10 * least) / 10 - 0.1, 0.9), 1.0
    trace = _cells(cells, measures, look, scale, bounds, f"{words} of %{{customdata[0]}}: %{{customdata[1]}}", places=3)
    return _table([trace], measures, look, title=title)


def shortened(name: str) -> str:
    """Return a name that fits beside an axis, safe to draw.

    >>> shortened("<b>bold</b> names that are too long")
    '&lt;b&gt;bold&lt;/b&gt; names…'
    """
    return plain([name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"])[0]


def _square(values: ArrayLike, n: int) -> FloatArray:
    cells = np.asarray(values, dtype=np.float64)
    if cells.shape != (n, n):
        raise ShapeMismatchError(f"Give one row and one column for each of {n} names, got {cells.shape}.")
    return cells


def _cells(
    cells: ArrayLike,
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
        text=[["" if np.isnan(value) else short(value, places) for value in row] for row in np.asarray(cells)],
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


def draw_information_difference(results: ListResults, *, look: Look = LIGHT) -> go.Figure:
    """Draw the information difference of all pairs of runs as a table of colours."""
    order = list(results.order)
    return difference_table(
        results.difference[order][:, order],
        [results.runs[run] for run in order],
        title="Information difference: bluer is more alike",
        look=look,
    )


def draw_agreement(
    results: ListResults, cells: FloatArray, given: Sequence[str] | None, *, look: Look = LIGHT
) -> go.Figure:
    """Draw how alike every two measures rank the runs; `cells`: those of `rankings_alike`."""
    beyond = f", beyond {listed(given)}" if given else ""
    by_tau = given is None
    return agreement_table(
        cells,
        results.defined,
        title=f"{TAU} of the means: 1 is the same order" if by_tau else f"Bits two rankings share{beyond}",
        words=(TAU if by_tau else BITS).lower(),
        look=look,
    )
