"""The figures of a report on a task: how scores spread over the cases, and how alike measures rank the runs."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.style import Palette, axis_title, build, plain

LABEL_LENGTH = 22


def score_boxes(
    quantiles: ArrayLike, means: ArrayLike, runs: Sequence[str], palette: Palette, *, measure: str, title: str
) -> go.Figure:
    """Draw how the scores of every run spread over the cases, the first run on top.

    `quantiles` has shape (runs, 5): whiskers from the first to the last, the box from the second to the fourth, a
    line at the third. `means` has shape (runs,). What is infinite is left out.
    """
    values, centres = np.asarray(quantiles, dtype=np.float64), np.asarray(means, dtype=np.float64)
    if values.shape != (len(runs), 5) or centres.shape != (len(runs),):
        raise ShapeMismatchError(f"Give five quantiles and a mean for each of the {len(runs)} runs.")
    values, centres = (np.where(np.isfinite(array), array, np.nan) for array in (values, centres))
    low, first, middle, third, high = values.T
    places = list(range(len(runs)))
    names = plain(runs)
    boxes = go.Box(
        y=places,
        lowerfence=low,
        q1=first,
        median=middle,
        q3=third,
        upperfence=high,
        orientation="h",
        width=0.55,
        line={"color": palette.muted, "width": 1.5},
        fillcolor=palette.panel,
        hoverinfo="skip",
        name="cases",
    )
    told = [
        f"{name}<br>mean {centre:.3f}, median {row[2]:.3f}<br>90% of the cases from {row[0]:.3f} to {row[4]:.3f}"
        for name, centre, row in zip(names, centres, values, strict=True)
    ]
    dots = go.Scatter(
        x=centres,
        y=places,
        mode="markers",
        marker={"color": palette.ink, "size": 8, "symbol": "diamond"},
        text=told,
        hovertemplate="%{text}<extra></extra>",
        name="mean",
    )
    shown = [
        name if len(run) <= LABEL_LENGTH else plain([f"{run[:LABEL_LENGTH]}…"])[0]
        for name, run in zip(names, runs, strict=True)
    ]
    return build(
        [boxes, dots],
        palette,
        title=title,
        height=110 + 30 * len(runs),
        xaxis={"title": axis_title(f"◀ better   {measure} of a case", palette), "rangemode": "tozero"},
        yaxis={
            "tickmode": "array",
            "tickvals": places,
            "ticktext": shown,
            "range": [len(runs) - 0.5, -0.5],
            "automargin": True,
            "showgrid": False,
        },
        margin={"l": 20, "r": 12, "t": 46, "b": 46},
    )


def tau_heatmap(tau: ArrayLike, measures: Sequence[str], palette: Palette, *, title: str) -> go.Figure:
    """Draw Kendall's tau of every two measures, shape (measures, measures), on a scale from -1 to 1."""
    cells = np.asarray(tau, dtype=np.float64)
    if cells.shape != (len(measures), len(measures)):
        raise ShapeMismatchError(f"Give one row and one column a measure, got {cells.shape} for {len(measures)}.")
    names = plain(measures)
    heat = go.Heatmap(
        z=np.where(np.eye(len(measures), dtype=bool), np.nan, cells),
        x=names,
        y=names,
        zmin=-1,
        zmax=1,
        colorscale=[[0, palette.disagreement], [1, palette.background]],
        texttemplate="%{z:.2f}",
        textfont={"size": 11},  # without a colour: black or white, whichever can be read on the cell
        hovertemplate="%{y} and %{x}: tau %{z:.3f}<extra></extra>",
        hoverongaps=False,
        showscale=False,
        xgap=1,
        ygap=1,
    )
    return build(
        [heat],
        palette,
        title=title,
        height=130 + 26 * len(measures),
        xaxis={"showgrid": False, "tickangle": -60},
        yaxis={"showgrid": False, "autorange": "reversed"},
        margin={"l": 96, "r": 8, "t": 46, "b": 90},
    )
