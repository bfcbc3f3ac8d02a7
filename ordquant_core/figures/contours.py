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
    """Return the traces of lines and the notes on them, the texts at points among these.

    A label goes where it is farthest from marks and other labels; one that fits nowhere is left out. Strong lines
    have the first choice.
    """
    boxes = [_mark_box(name, point) for name, point in marks.items()]
    notes = [_note(text, point, palette, strong=False) for text, point in written]
    boxes += [_box(point, *_size(text)) for text, point in written]
    traces = [part for one in shown for part in _drawn(one, palette)]
    for one in sorted(shown, key=lambda one: not one.strong):
        middles = one.segments.mean(axis=1)
        point = _freest(middles[middles.min(axis=1) > 0.05], _size(one.text), boxes)
        if point is not None:
            boxes.append(_box(point, *_size(one.text)))
            notes.append(_note(one.text, point, palette, strong=one.strong))
    return traces, notes


def _freest(points: FloatArray, size: tuple[float, float], boxes: Sequence[_Box]) -> FloatArray | None:
    """Return the point where a label is farthest from all boxes, None if it meets one everywhere."""
    x, y = (SIDE * ends for ends in plane(points))
    room = np.full(len(points), float(SIDE))
    for left, right, below, above in boxes:
        across = np.maximum(left - x, x - right) - size[0] / 2
        upwards = np.maximum(below - y, y - above) - size[1] / 2
        room = np.minimum(room, np.maximum(across, upwards))
    return points[int(room.argmax())] if len(points) and room.max() > 2 else None


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
