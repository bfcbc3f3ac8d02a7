"""Scatterplot of two measures: one point per case, the delta by one measure against the delta by the other."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from ordquant_core.analysis.case_margins import Pair
from ordquant_core.analysis.comparison import disagreement, quadrants
from ordquant_core.figures.parts import LONGEST_NAME, axis, note, short
from ordquant_core.figures.points import (
    DRAWN_AS_DOTS,
    DRAWN_AS_POINTS,
    DRAWN_AS_SVG,
    Frame,
    case_points,
    cell_hits,
    density,
)
from ordquant_core.figures.template import LIGHT, Look, Part, figure_of, plain, titled
from ordquant_core.findings.disagreement import headline, label_pair
from ordquant_core.numerals import count, named_margins, setting
from ordquant_core.records import FloatArray, Quadrants

LONGEST_SUBTITLE = 54  # characters above a plot of a phone
SHORTEST_NAME = 6  # characters that tell a run; a longer subtitle leaves the names to the page
STEPS = 0.5, 1.0, 2.0, 2.5, 5.0  # between the ticks, times a power of ten
SHORT = 8  # characters of two measures whose words fit beside each other, on a phone, too
TINTED = ("left", "top"), ("right", "bottom")  # the quadrants of disagreements
NOTHING = 1e-8  # deltas that reach no further are all ties


def delta_frame(first: FloatArray, second: FloatArray) -> Frame:
    """Return the part of the plane that `draw_deltas` draws: both axes reach equally far to both sides.

    Beyond the farthest case there is room for a line of text, the count of a corner.
    """
    finite = np.abs(np.r_[first[np.isfinite(first)], second[np.isfinite(second)], 1e-9])
    reach = 1.16 * float(finite.max())
    if reach < NOTHING:
        reach = 0.1  # all ties: an axis in billionths would say there is something to see
    return Frame((-reach, reach), (-reach, reach))


def draw_deltas(
    x: FloatArray,
    y: FloatArray,
    cases: Sequence[str],
    pair: Pair,
    runs: tuple[str, str],
    *,
    title: str = "",
    under: str = "",
    counts: Quadrants | None = None,
    small: bool = False,
    height: int = 420,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw the deltas of two runs by two measures, shape (cases,) each, a dot per case.

    The axes say the run that is better on each side of their middle, and by how much: they have no signs. `customdata`
    of a point is the number of its case. Past DRAWN_AS_POINTS cases, the others (and the disagreements,
    too, if they are many) become the cells of a grid, coloured by how many they hold; see figures/points.py for their
    `customdata`. The quadrants in which the measures disagree are tinted and carry their counts: of all cases, which
    are `counts` where those drawn are a part of them. `title`: by default, on how many cases the measures disagree.
    `under`: a line under it, after the runs.
    """
    name_x, name_y = plain(label_pair(pair))
    counts, disagree = counts or quadrants(x, y), disagreement(x, y)
    frame = delta_frame(x, y)
    reach = frame.across[1]
    of_disagreement, together = np.flatnonzero(disagree), np.flatnonzero(~disagree)
    size = 5 if small else 7
    traces: list[Part] = []
    if len(cases) > DRAWN_AS_POINTS:
        cells = frame.cells(x, y)
        traces.append(density(frame, cells[together], look.muted, "agree or tie"))
        if len(of_disagreement) > DRAWN_AS_DOTS:
            traces.append(density(frame, cells[of_disagreement], look.disagreement, "disagree"))
            of_disagreement = of_disagreement[:0]
        traces.append(cell_hits(frame, cells, disagree, "on which they disagree", 4 if small else 6))
        together = together[:0]
    as_svg = len(of_disagreement) + len(together) <= DRAWN_AS_SVG
    traces += [
        case_points(
            x,
            y,
            cases,
            members,
            colour,
            hover="%{hovertext}",
            hovertext=[
                f"{name_x}: {one}<br>{name_y}: {other}"
                for one, other in zip(named_margins(x[members]), named_margins(y[members]), strict=True)
            ],
            name=name,
            opacity=opacity,
            size=size,
            as_svg=as_svg,
        )
        for members, colour, opacity, name in (
            (together, look.muted, 0.55, "agree or tie"),
            (of_disagreement, look.disagreement, 0.9, "disagree"),
        )
        if len(members) or len(cases) <= DRAWN_AS_POINTS
    ]
    room = (LONGEST_SUBTITLE - len(f"A , B  · {under}")) // 2  # for each name
    if room >= SHORTEST_NAME and not small:
        named = "A {}, B {}".format(*(short(run, min(room, LONGEST_NAME)) for run in runs))
        under = " · ".join(filter(None, [named, under]))
    middle = {
        "range": [-reach, reach],
        "zeroline": True,
        "zerolinecolor": look.muted,
        "zerolinewidth": 1,
        "showgrid": False,
        **_ticks(reach, 2 if small else 3),
    }
    narrow = {"margin": {"l": 48, "r": 6, "t": 46, "b": 34}} if small else {}
    return figure_of(
        traces,
        look,
        title=titled(title or headline(counts, pair, len(x)), under)
        | ({"font": {"size": 12, "weight": 600, "color": look.ink}} if small else {}),
        height=height,
        xaxis=axis(_sides(name_x, small=small), look, **middle),
        yaxis=axis(_sides(name_y, small=small), look, **middle),
        shapes=[_tint(x0, y0, reach, look) for x0, y0 in ((-reach, 0), (0, -reach))],
        annotations=_corners(counts, (name_x, name_y), look, small=small),
        **narrow,
    )


def _sides(measure: str, *, small: bool) -> str:
    """Return the title of an axis: which run is better on which side of its middle."""
    return f"margin by {measure}" if small else f"◂ A better · margin by {measure} · B better ▸"


def _ticks(reach: float, most: int) -> Part:
    """Return the ticks of an axis from -reach to reach: margins, which have no sign; at most so many to each side.

    >>> _ticks(0.47, 3)
    {'tickvals': [-0.4, -0.2, 0.0, 0.2, 0.4], 'ticktext': ['0.4', '0.2', '0', '0.2', '0.4']}
    """
    power = 10.0 ** float(np.floor(np.log10(reach)))
    step = next(step * power for step in STEPS if reach / (step * power) < most + 1)
    n = int(reach / step)
    values = [number * step for number in range(-n, n + 1)]
    return {"tickvals": values, "ticktext": [setting(abs(value)) for value in values]}


def _tint(x0: float, y0: float, reach: float, look: Look) -> Part:
    """Shade a quadrant in which the measures prefer different runs."""
    return {
        "type": "rect",
        "x0": x0,
        "x1": x0 + reach,
        "y0": y0,
        "y1": y0 + reach,
        "fillcolor": look.disagreement_fill,
        "line": {"width": 0},
        "layer": "below",
    }


def _corners(counts: Quadrants, measures: tuple[str, str], look: Look, *, small: bool) -> list[Part]:
    """Write the counts of the quadrants into their corners; in a small plot those of the disagreements alone."""
    first, second = measures
    gap = ", " if len(first) + len(second) <= SHORT else ",<br>"
    corners = (
        (TINTED[0], counts.second, f"{first}: A{gap}{second}: B"),
        (TINTED[1], counts.fourth, f"{first}: B{gap}{second}: A"),
        (("right", "top"), counts.first, "both B"),
        (("left", "bottom"), counts.third, "both A"),
    )
    if small:
        return [_corner(f"<b>{count(n)}</b>", place, look) for place, n, _ in corners[:2]]
    return [_corner(f"{words} · <b>{count(n)}</b>", place, look) for place, n, words in corners]


def _corner(words: str, place: tuple[str, str], look: Look) -> Part:
    ground = look.disagreement_fill if place in TINTED else look.background
    font = {"size": 12, "color": look.ink, "shadow": ", ".join([f"0 0 3px {ground}"] * 4)}  # over the dots
    return note(
        words,
        look.ink,
        font=font,
        xref="x domain",
        yref="y domain",
        x=0 if place[0] == "left" else 1,
        y=1 if place[1] == "top" else 0,
        xanchor=place[0],
        yanchor=place[1],
        align=place[0],
    )
