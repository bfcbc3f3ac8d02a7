"""Drawings for print: boxes, lines, dots and words at fixed places, which are written as SVG here and as PDF elsewhere.

Places and sizes are in units, of which `UNITS` are `SIDE` millimetres; x goes right and y goes down.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.style import LIGHT
from ordquant_core.markup import Html, tag
from ordquant_core.numerals import count, decimals, exact_places

LEFT, RIGHT, TOP, BOTTOM = 46, 12, 30, 40
TICKS = 5
SIDE = 85  # mm: one column of a paper
UNITS = 340  # per side: 4 units are a millimetre
FONT = "Helvetica, Arial, sans-serif"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle; "" means no fill, or no outline."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    stroke: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line, one unit wide."""

    x: float
    y: float
    x2: float
    y2: float
    colour: str = LIGHT.muted


@dataclass(frozen=True, slots=True)
class Dots:
    """Round dots of one colour; what lies below them shows through."""

    places: tuple[tuple[float, float], ...]
    colour: str
    size: float
    opacity: float


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; y is its base line, the anchor is start, middle or end. Turned text reads upwards."""

    text: str
    x: float
    y: float
    size: int
    colour: str = LIGHT.ink
    anchor: str = "middle"
    bold: bool = False
    turned: bool = False


Part: TypeAlias = Box | Line | Dots | Words


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is drawn, and what it shows in words."""

    words: str
    parts: tuple[Part, ...]
    width: int = UNITS
    height: int = UNITS

    @property
    def millimetres(self) -> tuple[float, float]:
        """Width and height on paper."""
        return self.width * SIDE / UNITS, self.height * SIDE / UNITS


def beside(words: str, drawings: Sequence[Drawing], columns: int) -> Drawing:
    """Return drawings of one size as one sheet, row by row."""
    across, down = drawings[0].width, drawings[0].height
    parts = tuple(
        _moved(part, number % columns * across, number // columns * down)
        for number, drawing in enumerate(drawings)
        for part in drawing.parts
    )
    rows = -(-len(drawings) // columns)
    return Drawing(words, parts, across * min(columns, len(drawings)), down * rows)


def svg(drawing: Drawing) -> Html:
    """Return a drawing as SVG."""
    across, down = (f"{length:g}mm" for length in drawing.millimetres)
    return tag(
        "svg",
        tag("title", drawing.words),
        *map(_svg, drawing.parts),
        xmlns="http://www.w3.org/2000/svg",
        width=across,
        height=down,
        viewBox=f"0 0 {drawing.width} {drawing.height}",
        font_family=FONT,
    )


def _moved(part: Part, right: float, down: float) -> Part:
    if isinstance(part, Dots):
        return replace(part, places=tuple((x + right, y + down) for x, y in part.places))
    if isinstance(part, Line):
        return replace(part, x=part.x + right, y=part.y + down, x2=part.x2 + right, y2=part.y2 + down)
    return replace(part, x=part.x + right, y=part.y + down)


def _svg(part: Part) -> Html:
    if isinstance(part, Box):
        size = {"width": f"{part.width:.2f}", "height": f"{part.height:.2f}"}
        look = {"fill": part.fill or "none", "stroke": part.stroke or None}
        return tag("rect", x=f"{part.x:.2f}", y=f"{part.y:.2f}", **size, **look)
    if isinstance(part, Line):
        ends = {"x1": f"{part.x:.2f}", "y1": f"{part.y:.2f}", "x2": f"{part.x2:.2f}", "y2": f"{part.y2:.2f}"}
        return tag("line", **ends, stroke=part.colour)
    if isinstance(part, Dots):
        places = "".join(f"M{x:.2f} {y:.2f}h0" for x, y in part.places)
        round_dot = {"stroke_width": part.size, "stroke_linecap": "round", "stroke_opacity": part.opacity}
        return tag("path", d=places, fill="none", stroke=part.colour, **round_dot)
    return tag(
        "text",
        part.text,
        x=f"{part.x:.2f}",
        y=f"{part.y:.2f}",
        text_anchor=part.anchor,
        font_size=part.size,
        font_weight=700 if part.bold else None,
        fill=part.colour,
        transform=f"rotate(-90 {part.x:.2f} {part.y:.2f})" if part.turned else None,
    )


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
