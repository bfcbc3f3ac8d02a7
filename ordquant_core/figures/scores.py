"""One run under two measures: a scatterplot of the scores, one point per case."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from ordquant_core.analysis.case_margins import Pair
from ordquant_core.figures.parts import axis, hovered_axis
from ordquant_core.figures.points import DRAWN_AS_POINTS, DRAWN_AS_SVG, Frame, case_points, cell_hits, density
from ordquant_core.figures.template import LIGHT, Look, Part, figure_of, plain
from ordquant_core.figures.workings import RunLetter
from ordquant_core.findings.disagreement import correlation, label_pair
from ordquant_core.records import Correlation, FloatArray


def score_frame(first: FloatArray, second: FloatArray) -> Frame:
    """Return the part of the plane that `draw_scores` draws: 0 and all finite scores of each measure."""
    x_range, y_range = (_range_of(values[np.isfinite(values)]) for values in (first, second))
    return Frame(x_range, y_range)


def _range_of(scores: FloatArray) -> tuple[float, float]:
    room = 1.06 * max(float(scores.max(initial=0)), 1e-9)
    return -0.02 * room, room


def draw_scores(
    x: FloatArray,
    y: FloatArray,
    cases: Sequence[str],
    pair: Pair,
    run: RunLetter,
    name: str,
    r: Correlation,
    *,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw the scores of one run, shape (cases,) each, by an x-axis and a y-axis measure; `r`: their correlation.

    Points and cells carry the `customdata` of figures/points.py; past DRAWN_AS_POINTS cases cells are drawn.
    """
    colour = look.run_a if run == "a" else look.run_b
    name_x, name_y = plain(label_pair(pair))
    frame = score_frame(x, y)
    traces: list[Part]
    if len(cases) > DRAWN_AS_POINTS:
        cells = frame.cells(x, y)
        nothing = np.zeros(len(cases), dtype=bool)
        traces = [density(frame, cells, colour, "cases"), cell_hits(frame, cells, nothing, "", 5)]
    else:
        everyone = np.arange(len(cases))
        as_svg = len(cases) <= DRAWN_AS_SVG
        traces = [
            case_points(
                x,
                y,
                cases,
                everyone,
                colour,
                hover=f"{name_x} %{{x}}<br>{name_y} %{{y}}",
                name="cases",
                opacity=0.6,
                size=6,
                as_svg=as_svg,
            )
        ]
    shared = {"nticks": 6, **hovered_axis()}
    return figure_of(
        traces,
        look,
        title=f"{run.upper()} {plain([name])[0]}: {correlation(r)}",
        height=320,
        xaxis=axis(f"◀ better · {name_x}", look, range=list(frame.across), **shared),
        yaxis=axis(f"◀ better · {name_y}", look, range=list(frame.upwards), **shared),
    )
