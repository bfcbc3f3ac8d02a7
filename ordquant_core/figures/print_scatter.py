"""Deltas by two measures as a drawing for print: one column of a paper wide, in light colours, without a browser."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.style import LIGHT
from ordquant_core.markup import Html, tag
from ordquant_core.numerals import count, decimals, exact_places

SIDE = 85  # mm: one column of a paper
UNITS = 340  # per side: 4 units are a millimetre
LEFT, RIGHT, TOP, BOTTOM = 46, 12, 30, 40
FONT = "Helvetica, Arial, sans-serif"
TICKS = 5


def delta_svg(
    x: ArrayLike,
    y: ArrayLike,
    labels: tuple[str, str],
    *,
    title: str,
    second: int,
    fourth: int,
    notes: Sequence[str] = (),
) -> Html:
    """Return deltas by measure 1 (x) and measure 2 (y), both (cases,), as SVG of 85 mm by 85 mm.

    `second` and `fourth` are the cases in these quadrants, where the measures prefer different runs; `notes` stand in
    the fourth one. Both axes have one scale. Raises `ShapeMismatchError`.
    """
    first, other = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if first.ndim != 1 or first.shape != other.shape or not len(first):
        raise ShapeMismatchError(f"Draw two vectors of one length, got {first.shape} and {other.shape}.")
    most = _round_up(float(np.abs([first, other]).max()))
    room = UNITS - max(LEFT + RIGHT, TOP + BOTTOM)
    scale = room / (2 * most)
    middle_x, middle_y = LEFT + room / 2, TOP + room / 2
    corner = {"fill": LIGHT.disagreement_fill}
    half = room / 2
    parts = [
        _box(LEFT, TOP, half, half, **corner),
        _box(middle_x, middle_y, half, half, **corner),
        _box(LEFT, TOP, room, room, fill="none", stroke=LIGHT.line),
        _line(LEFT, middle_y, LEFT + room, middle_y),
        _line(middle_x, TOP, middle_x, TOP + room),
    ]
    for tick in np.linspace(-most, most, TICKS).tolist():
        text = decimals(tick, exact_places([most / 2, most], fewest=1))
        parts.append(_text(text, middle_x + tick * scale, TOP + room + 14, size=11, colour=LIGHT.muted))
        parts.append(_text(text, LEFT - 4, middle_y - tick * scale + 4, size=11, colour=LIGHT.muted, anchor="end"))
    points = "".join(
        f"M{middle_x + one * scale:.2f} {middle_y - two * scale:.2f}h0"
        for one, two in zip(first.tolist(), other.tolist(), strict=True)
    )
    dots = {"stroke": LIGHT.gold, "stroke_width": 5, "stroke_linecap": "round", "stroke_opacity": 0.55}
    parts += [
        tag("path", d=points, fill="none", **dots),
        _text(count(second), LEFT + 6, TOP + 16, size=14, anchor="start", weight=700),
        _text(count(fourth), LEFT + room - 6, TOP + room - 8, size=14, anchor="end", weight=700),
        _text(title, LEFT + room / 2, 18, size=13, weight=700),
        _text(f"Δ{labels[0]}", LEFT + room / 2, UNITS - 8, size=13),
        _text(f"Δ{labels[1]}", 13, middle_y, size=13, turn=f"rotate(-90 13 {middle_y:.2f})"),
    ]
    for line, note in enumerate(notes):
        y_of = TOP + room - 8 - 14 * (len(notes) - line)
        parts.append(_text(note, LEFT + room - 6, y_of - 8, size=11, anchor="end", colour=LIGHT.muted))
    words = f"{title}: Δ{labels[0]} and Δ{labels[1]} of {count(len(first), 'case')}"
    return tag(
        "svg",
        tag("title", words),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        width=f"{SIDE}mm",
        height=f"{SIDE}mm",
        viewBox=f"0 0 {UNITS} {UNITS}",
        font_family=FONT,
    )


def _round_up(value: float) -> float:
    """Return an end of the axes that is easy to read, at least `value`.

    >>> _round_up(0.43), _round_up(0.5), _round_up(0.0), _round_up(1.01)
    (0.5, 0.5, 0.1, 1.1)
    """
    return max(1, int(np.ceil(round(value * 10, 9)))) / 10


def _box(x: float, y: float, width: float, height: float, **more: object) -> Html:
    return tag("rect", x=f"{x:.2f}", y=f"{y:.2f}", width=f"{width:.2f}", height=f"{height:.2f}", **more)


def _line(x1: float, y1: float, x2: float, y2: float) -> Html:
    places = {"x1": f"{x1:.2f}", "y1": f"{y1:.2f}", "x2": f"{x2:.2f}", "y2": f"{y2:.2f}"}
    return tag("line", **places, stroke=LIGHT.muted)


def _text(
    content: str,
    x: float,
    y: float,
    *,
    size: int,
    colour: str = LIGHT.ink,
    anchor: str = "middle",
    weight: int | None = None,
    turn: str | None = None,
) -> Html:
    return tag(
        "text",
        content,
        x=f"{x:.2f}",
        y=f"{y:.2f}",
        text_anchor=anchor,
        font_size=size,
        font_weight=weight,
        fill=colour,
        transform=turn,
    )
