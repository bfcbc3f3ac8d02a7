"""The distribution of the scores of every run over the cases, as box plots of precomputed quantiles."""

import numpy as np
import plotly.graph_objects as go

from ordquant_core.analysis.task_report import TaskReport
from ordquant_core.figures.parts import axis, dots, short
from ordquant_core.figures.template import LIGHT, Look, Part, figure_of, plain
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import written


def draw_score_boxes(report: TaskReport, measure: str, *, look: Look = LIGHT) -> go.Figure:
    """Draw how the scores of every run by one measure spread over the cases, the first run on top.

    Whiskers reach from the 5% to the 95% quantile, a diamond is the mean. What is infinite is left out.
    """
    label, layer, runs = MEASURES[measure].label, report.scores.measures.index(measure), report.scores.runs
    drawn = np.where(np.isfinite(report.quantiles[layer]), report.quantiles[layer], np.nan)
    means = np.where(np.isfinite(report.means[layer]), report.means[layer], np.nan)
    low, first, middle, third, high = drawn.T
    places = list(range(len(runs)))
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
        for name, mean, row in zip(plain(runs), written(means), written(drawn), strict=True)
    ]
    marker = {"color": look.ink, "size": 8, "symbol": "diamond"}
    return figure_of(
        [boxes, dots(means, places, marker, "mean", text=hovers, hover="%{text}")],
        look,
        title=f"{label} of all cases, by run",
        height=110 + 30 * len(runs),
        xaxis=axis(f"◀ better   {label} of a case", look, rangemode="tozero"),
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
