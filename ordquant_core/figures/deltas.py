"""Scatterplot of two measures: one point per case, the delta by one measure against the delta by the other."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go

from ordquant_core.analysis.case_margins import Pair
from ordquant_core.analysis.comparison import disagreement, quadrants
from ordquant_core.figures.parts import LONGEST_NAME, axis, note, short
from ordquant_core.figures.points import (
    CELLS,
    DRAWN_AS_DOTS,
    DRAWN_AS_POINTS,
    DRAWN_AS_SVG,
    Frame,
    case_points,
    cell_hits,
    density,
)
from ordquant_core.figures.template import LIGHT, Look, Part, faded, figure_of, plain, run_styles, titled
from ordquant_core.findings.disagreement import dots, headline, label_pair
from ordquant_core.numerals import count, margin, named_margins, setting
from ordquant_core.records import FloatArray, Quadrants

LONGEST_CORNER = 24  # characters of a line in a corner: half of a plot of a phone
LONGEST_SUBTITLE = 54  # characters above a plot of a phone
SHORTEST_NAME = 6  # characters that tell a run; a longer subtitle leaves the names to the page
STEPS = 0.5, 1.0, 2.0, 2.5, 5.0  # between the ticks, times a power of ten
TINTED = ("left", "top"), ("right", "bottom")  # the quadrants of disagreements
NOTHING = 1e-8  # deltas that reach no further are all ties
SHOWN = 0.98  # of the cases are within the plot, the others at its edge, if that makes it
FARTHER = 1.5  # times as long or more
FEWEST_CELLS = 10  # of an axis; even, see points.CELLS
GAP = 10  # times less than the cells on both sides
ROOM = 1.16  # between the farthest case and the edge there is a line of text, the count of a corner
TICKED = 0.92, 0.86  # of the way to the sides, to above and below: nearer ticks would run into the count of a corner
EDGES = 0.98, 0.87  # of the way from the middle to the sides, to above and below: where outliers are; counts are beyond
MOST_WRITTEN = 6  # outliers whose margin stands beside them
FREE = 0.8, 0.9  # of half an edge, from its middle: where a margin has room, at the sides, above and below
APART = 0.12, 0.3  # of half an edge: between two of them at the sides, and above or below
WRITTEN = 0.32, 0.12  # of half an edge: how wide and how high a margin is written, in a plot of a phone


def delta_frame(first: FloatArray, second: FloatArray) -> Frame:
    """Return the part of the plane that `draw_deltas` draws: each axis reaches equally far to both sides.

    An axis ends beyond the farthest case; where 98% of the cases are much closer to its middle, beyond these.
    """
    across, upwards = _reach(first), _reach(second)
    frame = Frame((-across, across), (-upwards, upwards))
    if len(first) <= DRAWN_AS_POINTS:
        return frame
    return replace(frame, columns=_cells(first, across), rows=_cells(second, upwards))


def place_deltas(first: FloatArray, second: FloatArray) -> tuple[FloatArray, FloatArray, Frame]:
    """Return where `draw_deltas` draws the cases, shape (cases,) each, and the frame: outliers are at its edge.

    >>> place_deltas(np.r_[np.full(99, 0.1), -0.8], np.full(100, 0.1))[0][[0, 99]].round(3).tolist()
    [0.1, -0.114]
    """
    frame = delta_frame(first, second)
    return _inside(first, EDGES[0] * frame.across[1]), _inside(second, EDGES[1] * frame.upwards[1]), frame


def count_outliers(first: FloatArray, second: FloatArray) -> int:
    """Return how many cases `draw_deltas` draws at the edge of the frame; infinite deltas are not drawn.

    >>> count_outliers(np.r_[np.full(99, 0.1), -0.8], np.full(100, 0.1))
    1
    """
    x, y, _ = place_deltas(first, second)
    return int((np.isfinite(first) & np.isfinite(second) & ((x != first) | (y != second))).sum())


def _reach(deltas: FloatArray) -> float:
    sizes = np.abs(deltas[np.isfinite(deltas)])
    farthest = float(sizes.max(initial=0))
    most = float(np.quantile(sizes, SHOWN, method="higher")) if len(sizes) else 0.0
    reach = ROOM * (most if NOTHING < most * FARTHER < farthest else farthest)
    return reach if reach >= NOTHING else 0.1  # all ties: an axis in billionths would say there is something to see


def _cells(deltas: FloatArray, reach: float) -> int:
    """Return how many cells an axis has: the most that leave no gap in the middle 98% of the cases.

    Some measures take few values: narrower cells between them would look like missing cases. A gap is empty, or holds
    less than a tenth of what each of the cells beside it holds.
    """
    drawn = np.sort(deltas[np.isfinite(deltas)])
    outer = int(len(drawn) * (1 - SHOWN) / 2)
    shares = (drawn[outer : len(drawn) - outer] + reach) / (2 * reach)
    if not len(shares):
        return CELLS
    for n in range(CELLS, FEWEST_CELLS, -2):
        held = np.floor((shares * n).round(9)).astype(np.int64)  # in the order of the cells
        counts = np.bincount(held - held[0])
        if counts.all() and np.all(GAP * counts[1:-1] >= np.minimum(counts[:-2], counts[2:])):
            return n
    return FEWEST_CELLS


def _inside(deltas: FloatArray, edge: float) -> FloatArray:
    return np.where(np.isfinite(deltas), np.clip(deltas, -edge, edge), deltas)  # what is infinite is not drawn


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

    The axes say the run that is better on each side of their middle, and by how much: they have no signs. Cases far
    beyond the others are at the edge, the farthest with their margin. `customdata` of a point is the number of its
    case. Past DRAWN_AS_POINTS cases, the others (and the disagreements, too, if they are many) become the cells of a
    grid, coloured by how many they hold; see figures/points.py for their `customdata`. The quadrants in which the
    measures disagree are tinted and carry their counts: of all cases, which are `counts` where those drawn are a part
    of them. `title`: by default, what a dot is, and on how many cases the measures disagree. `under`: a line under it,
    after the runs.
    """
    name_x, name_y = plain(label_pair(pair))
    counts, disagree = counts or quadrants(x, y), disagreement(x, y)
    title = title or (headline(counts, pair, len(x)) if small else dots(counts, pair, dense=len(x) > DRAWN_AS_POINTS))
    at_x, at_y, frame = place_deltas(x, y)
    of_disagreement, together = np.flatnonzero(disagree), np.flatnonzero(~disagree)
    sizes = (5, 5) if small else (6, 7)  # the disagreements stand out
    traces: list[Part] = []
    if len(cases) > DRAWN_AS_POINTS:
        cells = frame.cells(at_x, at_y)
        traces.append(density(frame, cells[together], look.muted, "agree or tie"))
        if len(of_disagreement) > DRAWN_AS_DOTS:
            traces.append(density(frame, cells[of_disagreement], look.disagreement, "disagree"))
            of_disagreement = of_disagreement[:0]
        traces.append(cell_hits(frame, cells, disagree, "on which they disagree", 4 if small else 6))
        together = together[:0]
    as_svg = len(of_disagreement) + len(together) <= DRAWN_AS_SVG
    traces += [
        case_points(
            at_x,
            at_y,
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
            rim=rim,
            as_svg=as_svg,
        )
        for members, colour, opacity, size, rim, name in (
            (together, look.muted, 0.45, sizes[0], "", "agree or tie"),
            (of_disagreement, look.disagreement, 0.9, sizes[1], look.background, "disagree"),
        )
        if len(members) or len(cases) <= DRAWN_AS_POINTS
    ]
    room = (LONGEST_SUBTITLE - len(f"A , B  · {under}")) // 2  # for each name
    if room >= SHORTEST_NAME and not small:
        named = "A {}, B {}".format(*(short(run, min(room, LONGEST_NAME)) for run in runs))
        under = " · ".join(filter(None, [named, under]))
    narrow = {"margin": {"l": 48, "r": 6, "t": 46, "b": 34}} if small else {}
    return figure_of(
        traces,
        look,
        title=titled(title, under) | {"font": {"size": 12 if small else 14, "weight": 600, "color": look.ink}},
        height=height,
        xaxis=_axis(name_x, frame.across, look, TICKED[0], small=small),
        yaxis=_axis(name_y, frame.upwards, look, TICKED[1], small=small),
        shapes=[_tint(frame, look, left=left) for left in (True, False)],
        annotations=[
            *_corners(counts, (name_x, name_y), look, small=small),
            *_outliers(np.stack([x, y]), np.stack([at_x, at_y]), frame, look),
        ],
        **narrow,
    )


def _axis(measure: str, ends: tuple[float, float], look: Look, ticked: float, *, small: bool) -> Part:
    """Return an axis: its title says which run is better on which side of its middle."""
    styles = zip(run_styles(look), ("◂ A better", "B better ▸"), strict=True)
    a, b = (f"<span style='color:{style.text}'><b>{words}</b></span>" for style, words in styles)
    title = f"margin by {measure}" if small else f"{a} by {measure} {b}"
    middle = {"zeroline": True, "zerolinecolor": look.muted, "zerolinewidth": 1, "showgrid": not small, "ticks": ""}
    ticks = _ticks(ends[1], 2 if small else 3, ticked)
    return axis(title, look, range=[*ends], **middle, **ticks)


def _ticks(reach: float, most: int, ticked: float) -> Part:
    """Return the ticks of an axis from -reach to reach: margins, which have no sign; at most so many to each side.

    >>> _ticks(0.47, 3, 0.92)
    {'tickvals': [-0.4, -0.2, 0.0, 0.2, 0.4], 'ticktext': ['0.4', '0.2', '0', '0.2', '0.4']}
    """
    power = 10.0 ** float(np.floor(np.log10(reach)))
    step = next(step * power for step in STEPS if reach / (step * power) < most + 1)
    n = int(ticked * reach / step)
    values = [number * step for number in range(-n, n + 1)]
    return {"tickvals": values, "ticktext": [setting(abs(value)) for value in values]}


def _tint(frame: Frame, look: Look, *, left: bool) -> Part:
    """Shade the quadrant in which the measures prefer different runs, at the left above or at the right below."""
    return {
        "type": "rect",
        "x0": frame.across[0] if left else 0,
        "x1": 0 if left else frame.across[1],
        "y0": 0 if left else frame.upwards[0],
        "y1": frame.upwards[1] if left else 0,
        "fillcolor": look.disagreement_fill,
        "line": {"width": 0},
        "layer": "below",
    }


def _outliers(deltas: FloatArray, drawn: FloatArray, frame: Frame, look: Look) -> list[Part]:
    """Write the margins of the farthest cases that are at an edge beside them, shape (2, cases) each.

    Of two that are too close to each other, the farther one is written; none in a corner, where a count stands, and
    none over another case.
    """
    ends = np.array([[frame.across[1]], [frame.upwards[1]]])
    moved = np.isfinite(deltas) & (deltas != drawn)
    excess = np.abs(np.subtract(deltas, drawn, out=np.zeros(deltas.shape), where=moved))
    notes: dict[tuple[bool, bool, float], Part] = {}  # whether above or below, whether at the end, where on that edge
    for case in np.argsort(-excess.max(axis=0), kind="stable")[: moved.any(axis=0).sum()].tolist():
        upwards = bool(excess[1, case] > excess[0, case])
        after, words = bool(deltas[int(upwards), case] > 0), margin(deltas[int(upwards), case])
        x, y = drawn[:, case].tolist()
        along = x / frame.across[1] if upwards else y / frame.upwards[1]
        if abs(along) > FREE[upwards] or any(
            (above, end) == (upwards, after) and abs(at - along) < APART[upwards] for above, end, at in notes
        ):
            continue
        beside = (drawn - drawn[:, [case]]) / ends  # of the others, from this one
        beside[int(upwards)] *= -1 if after else 1  # the way that it is written
        inwards, along_edge = (beside[1], beside[0]) if upwards else beside
        if np.any((inwards > 0) & (inwards < WRITTEN[upwards]) & (np.abs(along_edge) < WRITTEN[1 - upwards] / 2)):
            continue
        arrow = "▾▴" if upwards else "◂▸"
        words = f"{words} {arrow[1]}" if after else f"{arrow[0]} {words}"
        place: Part = {"x": x, "y": y, "yshift" if upwards else "xshift": -6 if after else 6}
        place |= {"yanchor": "top" if after else "bottom"} if upwards else {"xanchor": "right" if after else "left"}
        notes[upwards, after, along] = note(words, look.ink, **place)
    return list(notes.values())[:MOST_WRITTEN]


def _corners(counts: Quadrants, measures: tuple[str, str], look: Look, *, small: bool) -> list[Part]:
    """Write the counts of the quadrants into their corners; in a small plot those of the disagreements alone."""
    first, second = measures
    longest = f"{first} prefers A, {second} B {count(max(counts.second, counts.fourth))}"
    comma = ", " if len(longest) <= LONGEST_CORNER else ",<br>"
    corners = (
        (TINTED[0], counts.second, f"{first} prefers A{comma}{second} B"),
        (TINTED[1], counts.fourth, f"{first} prefers B{comma}{second} A"),
        (("right", "top"), counts.first, "both prefer B"),
        (("left", "bottom"), counts.third, "both prefer A"),
    )
    if small:
        return [_corner(f"<b>{count(n)}</b>", place, look) for place, n, _ in corners[:2]]
    return [_corner(f"{words} <b>{count(n)}</b>", place, look) for place, n, words in corners]


def _corner(words: str, place: tuple[str, str], look: Look) -> Part:
    ground = look.disagreement_fill if place in TINTED else look.background
    return note(
        words,
        look.ink,
        borderpad=0,
        bgcolor=faded(ground, 0.8),  # the lines of the grid end there; a dot behind it is still seen
        xref="x domain",
        yref="y domain",
        x=0 if place[0] == "left" else 1,
        y=1 if place[1] == "top" else 0,
        xanchor=place[0],
        yanchor=place[1],
        xshift=3 if place[0] == "left" else -3,
        align=place[0],
    )
