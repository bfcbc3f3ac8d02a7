"""Drawings for print: boxes, lines, dots and words at fixed places, which are written as SVG here and as PDF elsewhere.

Places and sizes are in units, of which `UNITS` are `SIDE` millimetres; x goes right and y goes down.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from ordquant_core.figures.style import LIGHT
from ordquant_core.markup import Html, tag

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
