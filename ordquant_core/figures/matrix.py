"""All pairs of the chosen measures: small plots of deltas below the diagonal, agreement above it."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.parts import CLEAR, dots, lines, margins_of, steady, written_at
from ordquant_core.figures.style import Figure, Palette, Part, build, plain, titled
from ordquant_core.numerals import count, percent
from ordquant_core.records import FloatArray, IntArray, Quadrants

PIXELS = 40  # a side of a small plot; even, so that its middle lines fall between two of them
GAP = 3
SHADES = 16  # of grey and of amber
TINT = 1  # levels of the picture: 0 is clear, then the tint, the greys, the ambers


def delta_matrix(
    deltas: ArrayLike,
    sides: ArrayLike,
    labels: Sequence[str],
    counts: Mapping[tuple[int, int], Quadrants],
    agreement: ArrayLike,
    palette: Palette,
    *,
    title: str,
    subtitle: str = "",
) -> Figure:
    """Draw deltas of shape (measures, cases): one small plot per pair, its column on the x-axis, its row on the y-axis.

    `sides` (the same shape) say which run every measure prefers: -1, 0 or 1. `counts[i, j]` (i < j) are the quadrants
    of measure i (x-axis) and measure j (y-axis), `agreement` (measures, measures) the shares of cases with the same
    preference, written above the diagonal. Every small plot counts all cases in a grid of 40 x 40; amber are the cases
    on which the two prefer different runs. The `customdata` of a cell is [i, j], the x-axis measure and the y-axis
    measure. Raises `ShapeMismatchError`.
    """
    values = np.asarray(deltas, dtype=np.float64)
    preferred = np.asarray(sides, dtype=np.int64)
    shares: FloatArray = np.asarray(agreement, dtype=np.float64)
    k = len(labels)
    if values.ndim != 2 or len(values) != k or preferred.shape != values.shape or shares.shape != (k, k):
        raise ShapeMismatchError(f"Give deltas and agreement of {k} measures, got {values.shape} and {shares.shape}.")
    names = plain(labels)
    step = PIXELS + GAP
    side = k * step
    picture = np.zeros((side, side), dtype=np.uint8)
    for i, j in counts:
        picture[j * step : j * step + PIXELS, i * step : i * step + PIXELS] = _small_plot(
            values[i], values[j], preferred[i] * preferred[j] == -1
        )
    centres = np.asarray(np.arange(k) * step + (PIXELS - 1) / 2, dtype=np.float64)
    colours = {"colorscale": _scale(palette), "zmin": 0, "zmax": 2 * SHADES + 1, "showscale": False}
    traces = [
        {"type": "heatmap", "z": picture, **colours, "hoverinfo": "skip"},
        _middle_lines(k, step, palette),
        _hits(counts, names, shares, centres),
        _written(counts, shares, centres, k, palette),
    ]
    axis = {
        "range": [-GAP, side],
        "tickvals": centres,
        "ticktext": names,
        "showgrid": False,
        "ticks": "",
        "showline": False,
        "constrain": "domain",
    }
    slanted = 84 if k > 5 else 40
    left, below = margins_of(names, 84, slanted)
    return build(
        traces,
        palette,
        title=titled(title, subtitle),
        height=130 + min(70 * k, 540) + below - slanted,
        xaxis={**axis, "tickangle": -60 if k > 5 else 0},
        yaxis={**axis, "range": [side, -GAP], "scaleanchor": "x", "constraintoward": "top"},
        margin={"l": left, "r": 6, "t": 46, "b": below},
    )


def _small_plot(x: FloatArray, y: FloatArray, apart: NDArray[np.bool_]) -> IntArray:
    """Return the levels of one small plot, row 0 at the top: amber wherever a case of a disagreement lies."""
    finite = np.isfinite(x) & np.isfinite(y)
    x, y, apart = x[finite], y[finite], apart[finite]
    places = []
    for values in (x, -y):
        reach = 1.05 * max(float(np.abs(values).max(initial=0)), 1e-9)
        places.append(np.clip(np.floor((values / reach + 1) / 2 * PIXELS), 0, PIXELS - 1).astype(np.int64))
    levels = np.zeros((PIXELS, PIXELS), dtype=np.int64)
    half = PIXELS // 2
    levels[:half, :half] = levels[half:, half:] = TINT
    for members, first in ((~apart, TINT + 1), (apart, TINT + 1 + SHADES)):
        cells = places[1][members] * PIXELS + places[0][members]
        found = np.bincount(cells, minlength=PIXELS * PIXELS).reshape(PIXELS, PIXELS)
        top = np.log(max(int(found.max()), 8) + 1)
        shades = np.ceil(np.log(found + 1) / top * (SHADES - 1)).astype(np.int64)
        levels = np.where(found > 0, first + np.clip(shades, 0, SHADES - 1), levels)
    return levels


def _scale(palette: Palette) -> list[list[object]]:
    """Return a colour for every level, at its exact place on the scale."""
    colours = [CLEAR, palette.disagreement_fill]
    for colour in (palette.muted, palette.disagreement):
        red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
        colours += [f"rgba({red},{green},{blue},{0.35 + 0.65 * shade / (SHADES - 1):.2f})" for shade in range(SHADES)]
    return [[level / (len(colours) - 1), colour] for level, colour in enumerate(colours)]


def _middle_lines(k: int, step: int, palette: Palette) -> Part:
    """Draw the lines of no difference and the borders of all small plots as one trace."""
    x: list[float | None] = []
    y: list[float | None] = []
    low, middle, high = -0.5, PIXELS / 2 - 0.5, PIXELS - 0.5
    for j in range(k):
        for i in range(j):
            left, top = i * step, j * step
            x += [left + low, left + high, None, left + middle, left + middle, None]
            y += [top + middle, top + middle, None, top + low, top + high, None]
            x += [left + low, left + high, left + high, left + low, left + low, None]
            y += [top + low, top + low, top + high, top + high, top + low, None]
    return lines(x, y, {"color": palette.line, "width": 1}, "middle")


def _hits(
    counts: Mapping[tuple[int, int], Quadrants], names: Sequence[str], shares: FloatArray, centres: FloatArray
) -> Part:
    """Lay clear squares over the plots and the shares: they take the clicks and show the counts."""
    x, y, data, texts = [], [], [], []
    for (i, j), found in counts.items():
        odd = found.second + found.fourth
        n = found.first + found.third + odd + found.on_axis
        words = f"{names[i]} and {names[j]}: the same preference on {percent(shares[i, j], 1)}<br>"
        words += (
            f"they disagree on {count(odd)} of {count(n, 'case')}; ties: {count(found.on_axis)}<br>click to enlarge"
        )
        for column, row in ((i, j), (j, i)):
            x.append(centres[column])
            y.append(centres[row])
            data.append([i, j])
            texts.append(words)
    marker = {"symbol": "square", "size": 30, "color": CLEAR, "opacity": 0}
    return dots(x, y, marker, "pairs", customdata=data, text=texts, hover="%{text}", **steady(opacity=0))


def _written(
    counts: Mapping[tuple[int, int], Quadrants], shares: FloatArray, centres: FloatArray, k: int, palette: Palette
) -> Part:
    """Write the share of cases with the same preference above the diagonal."""
    pairs = list(counts)
    return written_at(
        [centres[j] for _, j in pairs],
        [centres[i] for i, _ in pairs],
        [percent(shares[i, j]) for i, j in pairs],
        {"color": palette.ink, "size": 13 if k <= 8 else 12},
        "agreement",
    )


def pair_cell(i: int, j: int) -> tuple[float, float, float, float]:
    """Return where the small plot of a pair stands: x and y of its upper left corner, and of the lower right one."""
    x, y = (measure * (PIXELS + GAP) for measure in sorted((i, j)))
    return x - 1.5, y - 1.5, x + PIXELS + 0.5, y + PIXELS + 0.5
