"""How fast the gap between the best report and the truth closes with more annotators, and where it is wide."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from ordquant_core.analysis.propriety import Propriety
from ordquant_core.analysis.propriety_map import ProprietyMap
from ordquant_core.analysis.spaces.pairs import classes
from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.distributions import Estimate, distribution_figure
from ordquant_core.figures.parts import axis, lines
from ordquant_core.figures.template import LIGHT, Look, figure_of
from ordquant_core.figures.ternary import colour_bar, ternary_figure
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, score

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


def gap_figure(
    annotators: Sequence[int],
    gaps: ArrayLike,
    *,
    title: str,
    chosen: int | None = None,
    height: int = 250,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw the gap, (annotators,), by the number of annotators, `chosen` marked. Raises `ShapeMismatchError`."""
    values = np.asarray(gaps, dtype=np.float64)
    if values.shape != (len(annotators),) or not len(values):
        raise ShapeMismatchError(f"Give a gap for each of {len(annotators)} numbers of annotators: {values.shape}.")
    sizes = [10 if number == chosen else 6 for number in annotators]
    said = [f"{count(n, 'annotator')}: gap {score(gap)}" for n, gap in zip(annotators, values.tolist(), strict=True)]
    drawn = lines(
        list(annotators),
        values,
        {"color": look.gold, "width": 2},
        "gap",
        mode="lines+markers",
        marker={"size": sizes, "color": look.gold},
        customdata=said,
        hover="%{customdata}",
    )
    top = 1.12 * max(float(values.max()), 1e-3)
    return figure_of(
        [drawn],
        look,
        title=title,
        height=height,
        xaxis=axis("annotators", look, tickvals=list(annotators)),
        yaxis=axis("gap", look, range=[0, top]),
    )


def propriety_map_figure(
    truths: ArrayLike, distances: ArrayLike, ends: tuple[ArrayLike, ArrayLike], *, title: str, look: Look = LIGHT
) -> go.Figure:
    """Draw for true distributions over three classes, (n, 3), how far the best report is from each, (n,).

    `ends`: the true distribution that is chosen, marked as a dot, and its best report, to which a line leads.
    """
    line, values = np.asarray(ends, dtype=np.float64), np.asarray(distances, dtype=np.float64)
    return ternary_figure(
        truths,
        values,
        labels=("1", "2", "3"),
        title=title,
        colours={
            "colorscale": SCALE,
            "zmin": 0,
            "zmax": max(float(values.max(initial=0.0)), 1e-9),
            "colorbar": colour_bar("probability moved", look),
        },
        gold=line[0],
        line=line if np.abs(line[0] - line[1]).max() > 0 else None,
        look=look,
    )


def draw_best_report(one: Propriety, *, look: Look = LIGHT) -> go.Figure:
    """Draw a true distribution with the report that has the smallest expected score."""
    label = MEASURES[one.measure].label
    reports = [Estimate(f"Best report under {label}", one.best)]
    title = f"p and the best report under {label}"
    return distribution_figure(classes(len(one.truth)), one.truth, reports, title=title, height=230, look=look)


def draw_gap(closing: Sequence[Propriety], annotators: int, *, look: Look = LIGHT) -> go.Figure:
    """Draw how the gap of a measure closes with the number of annotators."""
    numbers, gaps = tuple(one.annotators for one in closing), [one.gap for one in closing]
    title = f"Gap of {MEASURES[closing[0].measure].label} by the number of annotators"
    return gap_figure(numbers, gaps, title=title, chosen=annotators, height=210, look=look)


def draw_best_reports(one: Propriety, mapped: ProprietyMap, *, look: Look = LIGHT) -> go.Figure:
    """Draw how far the best report is from every true distribution of three classes."""
    ends: tuple[tuple[float, ...], tuple[float, ...]] = (one.truth, one.best)
    title = f"How far the best report under {MEASURES[one.measure].label} is from p"
    return propriety_map_figure(mapped.truths, mapped.distances, ends, title=title, look=look)
