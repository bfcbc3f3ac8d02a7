"""Drawings for print as PDF: one page of the drawing's size, with the fonts that it uses."""

import io
from typing import Any

from ordquant_core.errors import extra
from ordquant_core.figures.print_drawing import SIDE, UNITS, Box, Dots, Drawing, Line, Part, Words

POINTS = SIDE / 25.4 * 72 / UNITS  # per unit
REGULAR, BOLD = "Vera", "VeraBd"  # Bitstream Vera, which ReportLab brings along
# Vera has no Greek letters; this sign has the shape of the one that figures need.
_SAME_SHAPE = str.maketrans({"Δ": "∆"})


def pdf(drawing: Drawing) -> bytes:
    """Return a drawing as PDF. The same drawing gives the same bytes: nothing in them depends on the day.

    Raises `MissingExtraError` where ReportLab is not installed.
    """
    with extra("figures", "Writing figures as PDF"):
        from reportlab.pdfgen.canvas import Canvas
    _register()
    width, height = (length * POINTS for length in (drawing.width, drawing.height))
    written = io.BytesIO()
    # A page names its first font even where no text uses it; printers refuse a font that is not inside.
    canvas = Canvas(written, pagesize=(width, height), invariant=1, initialFontName=REGULAR)
    canvas.setTitle(drawing.words)
    canvas.setCreator("OrdQuant")
    canvas.translate(0, height)
    canvas.scale(POINTS, POINTS)
    canvas.setLineWidth(1)
    for part in drawing.parts:
        _draw(canvas, part)
    canvas.showPage()
    canvas.save()
    return written.getvalue()


def not_in_font(text: str) -> str:
    """Return the characters of a text that the font has no sign for: a PDF shows a box in their place."""
    widths = _register().face.charWidths
    return "".join(dict.fromkeys(sign for sign in text.translate(_SAME_SHAPE) if ord(sign) not in widths))


def _register() -> Any:
    """Make the fonts known, once, and return the regular one."""
    with extra("figures", "Writing figures as PDF"):
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont
    known = pdfmetrics.getRegisteredFontNames()
    for name in (REGULAR, BOLD):
        if name not in known:
            pdfmetrics.registerFont(TTFont(name, f"{name}.ttf"))
    return pdfmetrics.getFont(REGULAR)


def _draw(canvas: Any, part: Part) -> None:
    """Draw a part; PDF counts from the bottom, so that y changes its sign."""
    if isinstance(part, Box):
        _colours(canvas, part.fill, part.stroke)
        shape = (part.x, -part.y - part.height, part.width, part.height)
        canvas.rect(*shape, stroke=int(bool(part.stroke)), fill=int(bool(part.fill)))
    elif isinstance(part, Line):
        _colours(canvas, "", part.colour)
        canvas.line(part.x, -part.y, part.x2, -part.y2)
    elif isinstance(part, Dots):
        _dots(canvas, part)
    else:
        _write(canvas, part)


def _dots(canvas: Any, part: Dots) -> None:
    """Draw dots as lines of no length with round ends, in one path, as in SVG."""
    canvas.saveState()
    canvas.setStrokeColor(part.colour, alpha=part.opacity)
    canvas.setLineWidth(part.size)
    canvas.setLineCap(1)
    path = canvas.beginPath()
    for x, y in part.places:
        path.moveTo(x, -y)
        path.lineTo(x, -y)
    canvas.drawPath(path, stroke=1, fill=0)
    canvas.restoreState()


def _write(canvas: Any, part: Words) -> None:
    text = part.text.translate(_SAME_SHAPE)
    _colours(canvas, part.colour, "")
    canvas.saveState()
    canvas.setFont(BOLD if part.bold else REGULAR, part.size)
    canvas.translate(part.x, -part.y)
    if part.turned:
        canvas.rotate(90)
    draw = {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}
    draw[part.anchor](0, 0, text)
    canvas.restoreState()


def _colours(canvas: Any, fill: str, stroke: str) -> None:
    if fill:
        canvas.setFillColor(fill)
    if stroke:
        canvas.setStrokeColor(stroke)
