"""The best report beside the truth, and how fast the gap between their scores closes with more annotators."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from ordquant_core.figures.distributions import draw_distributions
from ordquant_core.figures.parts import axis, lines
from ordquant_core.figures.template import LIGHT, Look, figure_of
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, score
from ordquant_core.spaces.pairs import classes
from ordquant_core.spaces.propriety import Propriety


def draw_best_report(report: Propriety, *, look: Look = LIGHT) -> go.Figure:
    """Draw a true distribution with the report that has the smallest expected score."""
    label = MEASURES[report.measure].label
    return draw_distributions(
        classes(len(report.truth)),
        report.truth,
        [report.best],
        ["report"],
        title=f"p and the best report under {label}",
        height=230,
        look=look,
    )


def draw_gap(closing: Sequence[Propriety], annotators: int, *, look: Look = LIGHT) -> go.Figure:
    """Draw how the gap of a measure closes with the number of annotators; the number that is chosen is marked."""
    numbers, gaps = [one.annotators for one in closing], np.array([one.gap for one in closing])
    hovers = [f"{count(n, 'annotator')}: gap {score(gap)}" for n, gap in zip(numbers, gaps.tolist(), strict=True)]
    drawn = lines(
        numbers,
        gaps,
        {"color": look.gold, "width": 2},
        "gap",
        mode="lines+markers",
        marker={"size": [10 if number == annotators else 6 for number in numbers], "color": look.gold},
        customdata=hovers,
        hover="%{customdata}",
    )
    return figure_of(
        [drawn],
        look,
        title=f"Gap of {MEASURES[closing[0].measure].label} by the number of annotators",
        height=210,
        xaxis=axis("annotators", look, tickvals=numbers),
        yaxis=axis("gap", look, range=[0, 1.12 * max(float(gaps.max()), 1e-3)]),
    )
