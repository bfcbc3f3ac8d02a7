"""Deltas by two measures as a drawing for print: one column of a paper wide, in light colours, without a browser."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.print_drawing import UNITS, Box, Dots, Drawing, Line, Part, Words
from ordquant_core.figures.style import LIGHT
from ordquant_core.numerals import count, decimals, exact_places

LEFT, RIGHT, TOP, BOTTOM = 46, 12, 30, 40
TICKS = 5


def delta_drawing(
    x: ArrayLike,
    y: ArrayLike,
    labels: tuple[str, str],
    *,
    title: str,
    second: int,
    fourth: int,
    notes: Sequence[str] = (),
) -> Drawing:
    """Return deltas by measure 1 (x) and measure 2 (y), both (cases,), as a drawing of 85 mm by 85 mm.

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
    half = room / 2
    parts: list[Part] = [
        Box(LEFT, TOP, half, half, fill=LIGHT.disagreement_fill),
        Box(middle_x, middle_y, half, half, fill=LIGHT.disagreement_fill),
        Box(LEFT, TOP, room, room, stroke=LIGHT.line),
        Line(LEFT, middle_y, LEFT + room, middle_y),
        Line(middle_x, TOP, middle_x, TOP + room),
    ]
    for tick in np.linspace(-most, most, TICKS).tolist():
        text = decimals(tick, exact_places([most / 2, most], fewest=1))
        parts.append(Words(text, middle_x + tick * scale, TOP + room + 14, 11, LIGHT.muted))
        parts.append(Words(text, LEFT - 4, middle_y - tick * scale + 4, 11, LIGHT.muted, "end"))
    places = tuple(
        (middle_x + one * scale, middle_y - two * scale)
        for one, two in zip(first.tolist(), other.tolist(), strict=True)
    )
    parts += [
        Dots(places, LIGHT.gold, size=5, opacity=0.55),
        Words(count(second), LEFT + 6, TOP + 16, 14, anchor="start", bold=True),
        Words(count(fourth), LEFT + room - 6, TOP + room - 8, 14, anchor="end", bold=True),
        Words(title, LEFT + room / 2, 18, 13, bold=True),
        Words(f"Δ{labels[0]}", LEFT + room / 2, UNITS - 8, 13),
        Words(f"Δ{labels[1]}", 13, middle_y, 13, turned=True),
    ]
    for line, note in enumerate(notes):
        base = TOP + room - 16 - 14 * (len(notes) - line)
        parts.append(Words(note, LEFT + room - 6, base, 11, LIGHT.muted, "end"))
    words = f"{title}: Δ{labels[0]} and Δ{labels[1]} of {count(len(first), 'case')}"
    return Drawing(words, tuple(parts))


def _round_up(value: float) -> float:
    """Return an end of the axes that is easy to read, at least `value`.

    >>> _round_up(0.43), _round_up(0.5), _round_up(0.0), _round_up(1.01)
    (0.5, 0.5, 0.1, 1.1)
    """
    return max(1, int(np.ceil(round(value * 10, 9)))) / 10
