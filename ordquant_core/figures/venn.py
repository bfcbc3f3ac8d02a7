"""The information of two runs about the judgements, as circles whose areas are bits (figure 4 of [golbus2013])."""

import math

import plotly.graph_objects as go

from ordquant_core.analysis.list_results import ListResults
from ordquant_core.figures.colour_table import shortened
from ordquant_core.figures.parts import dots, note
from ordquant_core.figures.template import LIGHT, Look, Part, RunStyle, figure_of, run_styles
from ordquant_core.numerals import score

STEPS = 60  # halvings: beyond the precision of a float


def draw_knowledge(results: ListResults, pair: tuple[int, int], *, look: Look = LIGHT) -> go.Figure:
    """Draw the information of two runs as circles, to scale, in a frame: the one bit of the judgements (not to scale).

    The parts that only one knows are tinted: their sum is the information difference. Where what they share is below 0,
    the runs say more together than one by one, and the circles stand apart.
    """
    only_a, both, only_b = results.shares(*pair)
    name_a, name_b = (shortened(results.runs[run]) for run in pair)
    areas = max(only_a + both, 0.0), max(only_b + both, 0.0)
    r, s = (math.sqrt(area / math.pi) for area in areas)
    gap = _distance(r, s, both) if both > 0 else (r + s) * 1.08 + 1e-3
    left, right = -(r + gap + s) / 2 + r, (r + gap + s) / 2 - s
    reach = max((r + gap + s) / 2, r, s, 1e-3)
    look_a, look_b = run_styles(look)
    filled = [_circle(left, r, look_a, look.disagreement_fill), _circle(right, s, look_b, look.disagreement_fill)]
    lens = [_lens(left, r, right, s, look.background)] if both > 0 else []
    rings = [_circle(left, r, look_a, None), _circle(right, s, look_b, None)]
    frame = {"type": "rect", "xref": "paper", "yref": "paper", "x0": 0, "x1": 1, "y0": 0, "y1": 1, "layer": "below"}
    neither = 1 - only_a - both - only_b
    said = [
        (0.02, 0.97, f"only <b>A {name_a}</b><br>{score(only_a)}", look.run_a_text),
        (0.98, 0.97, f"only <b>B {name_b}</b><br>{score(only_b)}", look.run_b_text),
        (0.02, 0.03, f"both<br>{score(both)}", look.ink),
        (0.98, 0.03, f"neither<br>{score(neither)} of 1 bit", look.gold),
    ]
    notes = [
        note(
            text,
            colour,
            13,
            xref="paper",
            yref="paper",
            x=x,
            y=y,
            xanchor="left" if x < 0.5 else "right",
            yanchor="top" if y > 0.5 else "bottom",
            align="left" if x < 0.5 else "right",
        )
        for x, y, text, colour in said
    ]
    axis = {"visible": False, "showgrid": False}
    return figure_of(
        [dots([left, right], [0, 0], {"opacity": 0}, "runs")],
        look,
        title=f"Shaded: only one run carries it, {score(results.difference[pair])} bits",
        height=300,
        margin={"l": 8, "r": 8, "t": 46, "b": 8},
        shapes=[{**frame, "line": {"color": look.gold, "width": 1.5, "dash": "dot"}}, *filled, *lens, *rings],
        annotations=notes,
        xaxis={**axis, "range": [-1.1 * reach, 1.1 * reach]},
        yaxis={**axis, "range": [-1.5 * max(r, s, 1e-3), 1.5 * max(r, s, 1e-3)], "scaleanchor": "x"},
    )


def overlap_area(r: float, s: float, distance: float) -> float:
    """Return the area that two circles of radius r and s share, their centres being that far apart.

    >>> overlap_area(1, 1, 2), overlap_area(1, 0.5, 0.2) == math.pi / 4
    (0.0, True)
    """
    if distance >= r + s:
        return 0.0
    if distance <= abs(r - s):
        return math.pi * min(r, s) ** 2
    a = (distance**2 + r**2 - s**2) / (2 * distance)
    b = distance - a
    height = math.sqrt(max(r**2 - a**2, 0.0))
    return r**2 * math.atan2(height, a) + s**2 * math.atan2(height, b) - distance * height


def _distance(r: float, s: float, area: float) -> float:
    """Return how far apart the centres of two circles are that share an area."""
    near, far = abs(r - s), r + s
    for _ in range(STEPS):
        middle = (near + far) / 2
        near, far = (middle, far) if overlap_area(r, s, middle) > area else (near, middle)
    return (near + far) / 2


def _circle(x: float, radius: float, style: RunStyle, fill: str | None) -> Part:
    shape = {"type": "circle", "x0": x - radius, "x1": x + radius, "y0": -radius, "y1": radius}
    line = {"color": style.colour, "width": 2.5, "dash": style.dash}
    return shape | {"line": line} | ({"fillcolor": fill, "layer": "below"} if fill else {})


def _lens(left: float, r: float, right: float, s: float, colour: str) -> Part:
    """Return the part that both circles share, as a path of straight steps."""
    distance = right - left
    a = (distance**2 + r**2 - s**2) / (2 * distance) if distance else 0.0
    if distance <= abs(r - s):  # one inside the other
        x, radius = (left, r) if r < s else (right, s)
        return _circle(x, radius, RunStyle(colour, colour), colour)
    turn, back = math.acos(max(-1.0, min(1.0, a / r))), math.acos(max(-1.0, min(1.0, (distance - a) / s)))
    steps = [i / 40 for i in range(41)]
    edge = [(left + r * math.cos(turn * (1 - 2 * t)), r * math.sin(turn * (1 - 2 * t))) for t in steps]
    edge += [(right - s * math.cos(back * (1 - 2 * t)), -s * math.sin(back * (1 - 2 * t))) for t in steps]
    path = "M " + " L ".join(f"{x:.6f},{y:.6f}" for x, y in edge) + " Z"
    return {"type": "path", "path": path, "fillcolor": colour, "line": {"width": 0}, "layer": "below"}
