"""The distribution of the scores of every run over the cases, as box plots of precomputed quantiles."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.parts import axis, dots, short
from ordquant_core.figures.template import LIGHT, Look, Part, figure_of, plain
from ordquant_core.numerals import written


def score_boxes(
    quantiles: ArrayLike, means: ArrayLike, runs: Sequence[str], *, measure: str, title: str, look: Look = LIGHT
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
    boxes: Part = {
        "type": "box",
        "y": places,
        "lowerfence": low,
        "q1": first,
        "median": middle,
        "q3": third,
        "upperfence": high,
        "orientation": "h",
        "width": 0.55,
        "line": {"color": look.muted, "width": 1.5},
        "fillcolor": look.panel,
        "hoverinfo": "skip",
        "name": "cases",
    }
    hovers = [
        f"{name}<br>mean {mean}, median {row[2]}<br>90% of the cases from {row[0]} to {row[4]}"
        for name, mean, row in zip(names, written(centres), written(values), strict=True)
    ]
    marker = {"color": look.ink, "size": 8, "symbol": "diamond"}
    return figure_of(
        [boxes, dots(centres, places, marker, "mean", text=hovers, hover="%{text}")],
        look,
        title=title,
        height=110 + 30 * len(runs),
        xaxis=axis(f"◀ better   {measure} of a case", look, rangemode="tozero"),
        yaxis={
            "tickmode": "array",
            "tickvals": places,
            "ticktext": [short(run) for run in runs],
            "range": [len(runs) - 0.5, -0.5],
            "automargin": True,
            "showgrid": False,
        },
        margin={"l": 20, "r": 12, "t": 46, "b": 46},
    )
