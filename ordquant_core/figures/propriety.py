"""How fast the gap between the best report and the truth closes with more annotators, and where it is wide."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from ordquant_core.figures.distributions import draw_distributions
from ordquant_core.figures.parts import axis, lines
from ordquant_core.figures.template import LIGHT, Look, figure_of
from ordquant_core.figures.ternary import colour_bar, ternary_figure
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, score
from ordquant_core.spaces.pairs import classes
from ordquant_core.spaces.propriety import Propriety
from ordquant_core.spaces.propriety_map import ProprietyMap

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


def draw_best_report(one: Propriety, *, look: Look = LIGHT) -> go.Figure:
    """Draw a true distribution with the report that has the smallest expected score."""
    label = MEASURES[one.measure].label
    return draw_distributions(
        classes(len(one.truth)),
        one.truth,
        [one.best],
        [f"Best report under {label}"],
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


def draw_best_reports(one: Propriety, mapped: ProprietyMap, *, look: Look = LIGHT) -> go.Figure:
    """Draw how far the best report is from every true distribution of three classes.

    The true distribution that is chosen is a dot, from which a line leads to its best report.
    """
    ends, distances = np.array([one.truth, one.best]), mapped.distances
    return ternary_figure(
        mapped.truths,
        distances,
        labels=("1", "2", "3"),
        title=f"How far the best report under {MEASURES[one.measure].label} is from p",
        colours={
            "colorscale": SCALE,
            "zmin": 0,
            "zmax": max(float(distances.max(initial=0.0)), 1e-9),
            "colorbar": colour_bar("probability moved", look),
        },
        gold=ends[0],
        line=ends if np.abs(ends[0] - ends[1]).max() > 0 else None,
        look=look,
    )
