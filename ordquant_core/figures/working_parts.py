"""What figures of workings share: areas between gold and estimate, bars of contributions, the names of the runs."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.parts import CLEAR, lines
from ordquant_core.figures.style import Palette, Part, RunLook, looks, plain
from ordquant_core.numerals import score
from ordquant_core.records import FloatArray

RunLetter = Literal["a", "b"]

SHADE = 0.28  # opacity of the area between the curves
LONGEST_NAME = 28
SMALLEST = 12  # pixels of text


def cumulative_traces(
    gold: FloatArray, estimate: FloatArray, palette: Palette, *, run: RunLetter, called: str
) -> list[Part]:
    """Return the area between two cumulative distributions, shaded, and both curves."""
    x, look = np.arange(len(gold)), run_look(palette, run)
    ends = np.stack([x - 0.5, x + 0.5], 1).ravel()
    curves = [
        lines(ends, np.repeat(values, 2), line, label, cliponaxis=False)
        for values, label, line in (
            (gold, "Gold", {"color": palette.gold, "width": 3.5}),
            (estimate, called, {"color": look.colour, "width": 2.2, "dash": look.dash}),
        )
    ]
    return [shaded(gold, estimate, 1.0, look.colour), *curves]


def shaded(gold: FloatArray, estimate: FloatArray, width: float, colour: str) -> Part:
    """Return what lies between gold and estimate in each class as areas."""
    return {
        "type": "bar",
        "x": np.arange(len(gold)),
        "base": np.minimum(gold, estimate).tolist(),  # only columns of data may be sent in binary
        "y": np.abs(estimate - gold),
        "width": width,
        "marker": {"color": colour, "opacity": SHADE, "line": {"width": 0}},
        "hoverinfo": "skip",
        "name": "gap",
    }


def term_bars(
    values: FloatArray,
    counts: NDArray[np.bool_],
    names: Sequence[str],
    texts: Sequence[str] | None,
    palette: Palette,
    *,
    run: RunLetter,
    called: str,
    size: int = SMALLEST,
    headroom: float = 0.2,
) -> tuple[Part, tuple[float, float]]:
    """Return a bar per term and the range of the axis; see `terms_figure`. `headroom`: for the texts, of the range."""
    colour, infinite = run_look(palette, run).colour, np.isinf(values)
    finite = values[~infinite]
    highest = max(float(finite.max(initial=0.0)), 0.0)
    lowest = min(float(finite.min(initial=0.0)), 0.0)
    span = max(highest - lowest, 1e-9)
    low, high = lowest - headroom * span * (lowest < 0), highest + headroom * span
    if infinite.any():
        high = max(high, lowest + 1.6 * span)
    bars: Part = {
        "type": "bar",
        "x": np.arange(len(values)),
        "y": np.where(infinite, high - headroom * (high - low), values),
        "width": 0.68,
        "marker": {
            "color": [colour if count else CLEAR for count in counts],
            "line": {"color": colour, "width": np.where(counts, 0, 1.5)},
            "pattern": {"shape": ["/" if is_infinite else "" for is_infinite in infinite]},
        },
        "text": texts,
        "textposition": "outside",
        "textangle": 0,
        "textfont": {"color": [palette.ink if count else palette.muted for count in counts], "size": size},
        "constraintext": "none",
        "cliponaxis": False,
        "customdata": [
            f"{name}: {score(value)}{'' if count else ' (not counted)'}"
            for name, value, count in zip(names, values, counts, strict=True)
        ],
        "hovertemplate": "%{customdata}<extra></extra>",
        "name": called,
    }
    return bars, (low, high)


def zero_line(palette: Palette) -> Part:
    """Return a line at 0, for terms on both sides of it."""
    place = {"xref": "x domain", "yref": "y", "x0": 0, "x1": 1, "y0": 0, "y1": 0}
    return {"type": "line", "line": {"color": palette.muted, "width": 1}, **place}


def rows_of(classes: Sequence[str], *rows: ArrayLike) -> list[FloatArray]:
    """Return arrays of one number per class, or raise `ShapeMismatchError`."""
    arrays = [np.asarray(row, dtype=np.float64) for row in rows]
    for array in arrays:
        if array.shape != (len(classes),):
            raise ShapeMismatchError(f"Give one number for each of {len(classes)} classes, not shape {array.shape}.")
    return arrays


def run_look(palette: Palette, run: RunLetter) -> RunLook:
    """Return what marks of a run look like."""
    return looks(palette)["ab".index(run)]


def run_text_colour(palette: Palette, run: RunLetter) -> str:
    """Return the colour of text."""
    return run_look(palette, run).text


def called_in_key(run: RunLetter, name: str) -> str:
    """Return what a run is called in a figure: its letter and its name, cut where it is long."""
    letter = run.upper()
    if name in ("", letter, f"Run {letter}"):
        return f"Run {letter}"
    (shown,) = plain([name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"])
    return f"{letter} {shown}"
