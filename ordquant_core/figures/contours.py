"""Lines on a ternary map with labels that cover neither each other nor the marks of the map."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ordquant_core.figures.parts import lines, note
from ordquant_core.figures.style import Palette, Part
from ordquant_core.records import FloatArray

HEIGHT = float(np.sqrt(3) / 2)  # of a triangle with sides of length 1
SIDE = 220  # pixels of a side of the triangle on a phone: where labels fit there, they fit everywhere
FREE = 2.0  # pixels that are left between two labels at least
RIM = 0.05  # a label stands where every class has at least that share
LETTER, LINE = 7.5, 18  # pixels of a letter and of a line of a label
MARK, ASIDE = 12, 46  # pixels from the middle of a mark to its rim, and to the far side of its letter
_Box = tuple[float, float, float, float]  # pixels: left, right, below, above


@dataclass(frozen=True, eq=False)
class Labelled:
    """A line of segments, shape (segments, 2, 3), with the text on it."""

    text: str
    segments: FloatArray
    strong: bool = False  # drawn with more weight


def plane(points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Place distributions (..., 3) in the plane: x from the first class to the last, y towards the middle one."""
    return points[..., 2] + points[..., 1] / 2, points[..., 1] * HEIGHT


def drawn_lines(runs: FloatArray, line: Part, name: str, **more: Any) -> Part:
    """Draw lines of shape (lines, points, 3) as one trace, a gap after each."""
    x, y = (np.pad(ends, ((0, 0), (0, 1)), constant_values=np.nan).ravel() for ends in plane(runs))
    return lines(x, y, line, name, cliponaxis=False, **more)


def labelled(
    shown: Sequence[Labelled],
    written: Sequence[tuple[str, FloatArray]],
    marks: Mapping[str, FloatArray],
    palette: Palette,
) -> tuple[list[Part], list[Part]]:
    """Return the traces of lines and the notes on them; a written text stands at the first of its points,
    (n, 3), that is free.

    A label goes where it is farthest from marks and other labels; one that fits nowhere is left out. Strong lines
    have the first choice.
    """
    boxes = [_mark_box(name, point) for name, point in marks.items()]
    wanted = [(text, points, False, FREE) for text, points in written]
    for one in sorted(shown, key=lambda one: not one.strong):
        middles = one.segments.mean(axis=1)
        wanted.append((one.text, middles[middles.min(axis=1) > RIM], one.strong, float(SIDE)))
    notes = []
    for text, points, strong, enough in wanted:
        point = _free(points, _size(text), boxes, enough)
        if point is not None:
            boxes.append(_box(point, *_size(text)))
            notes.append(_note(text, point, palette, strong=strong))
    traces = [part for one in shown for part in _drawn(one, palette)]
    return traces, notes


def _free(points: FloatArray, size: tuple[float, float], boxes: Sequence[_Box], enough: float) -> FloatArray | None:
    """Return the point where a label is farthest from all boxes, or the first where it is `enough` pixels away.

    None if it meets a box everywhere.
    """
    x, y = (SIDE * ends for ends in plane(points))
    room = np.full(len(points), float(SIDE))
    for left, right, below, above in boxes:
        across = np.maximum(left - x, x - right) - size[0] / 2
        upwards = np.maximum(below - y, y - above) - size[1] / 2
        room = np.minimum(room, np.maximum(across, upwards))
    return points[int(np.minimum(room, enough).argmax())] if len(points) and room.max() >= FREE else None


def _drawn(one: Labelled, palette: Palette) -> list[Part]:
    halo, width = (5, 2.0) if one.strong else (2.5, 1.0)
    name = f"line {one.text}"
    return [
        drawn_lines(one.segments, {"color": palette.background, "width": halo}, f"{name}, halo", opacity=0.7),
        drawn_lines(one.segments, {"color": palette.ink, "width": width}, name),
    ]


def _size(text: str) -> tuple[float, float]:
    return LETTER * len(text) + 6, LINE


def _box(point: FloatArray, width: float, height: float) -> _Box:
    x, y = (float(SIDE * value) for value in plane(point))
    return x - width / 2, x + width / 2, y - height / 2, y + height / 2


def _mark_box(name: str, point: FloatArray) -> _Box:
    """Return the box of a mark, with its letter on the left (A) or on the right (B) of it."""
    x, y = (float(SIDE * value) for value in plane(point))
    return x - (ASIDE if name == "A" else MARK), x + (ASIDE if name == "B" else MARK), y - MARK, y + MARK


def _note(text: str, point: FloatArray, palette: Palette, *, strong: bool) -> Part:
    x, y = (float(value) for value in plane(point))
    shown = f"<b>{text}</b>" if strong else text
    return note(shown, palette.ink, x=x, y=y, name=f"label {text}", bgcolor=palette.background, borderpad=1)
