"""Small figures of workings, to stand beside a table: what each class contributes, without a title or a legend.

They have a fixed size, so it is known what fits: a number is written only into an area that is large enough for it,
and a label only as far as its class is wide. The rest is read by pointing at it.
"""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from ordquant_core.figures.parts import dots, dotted, lines, note, outlined, written_at
from ordquant_core.figures.template import LIGHT, Look, Part, RunStyle, figure_of, plain
from ordquant_core.figures.workings import (
    SMALLEST,
    Range,
    RunLetter,
    called_in_key,
    cumulative_traces,
    levels,
    read_up_to,
    shaded,
    style_of,
    term_bars,
    zero_line,
)
from ordquant_core.measures.workings import ShortWorking
from ordquant_core.numerals import count, score
from ordquant_core.records import FloatArray

WIDTH, HEIGHT = 200, 132  # pixels
MARGINS = {"l": 30, "r": 4, "t": 6, "b": 22}
ORDER_MARGINS = {"l": 56, "r": 56, "t": 22, "b": 6}
HIGH_ENOUGH = 14  # pixels of an area with a number in it
PER_CHARACTER = 6.2  # pixels
GAP_WIDTH = 0.8  # of a class
LONGEST_LABEL = 8  # characters beside the order of the bars


def draw_calculation(
    calculated: ShortWorking, *, run: RunLetter, name: str, within: Range = (0.0, 0.0), look: Look = LIGHT
) -> go.Figure:
    """Draw a calculation in short: what one contribution is says how.

    `within`: its axis has at least this range, that of the figure beside it.
    """
    called, style = called_in_key(run, name), style_of(look, run)
    match calculated.row.unit:
        case "difference":
            return _cumulative(calculated, called, style, look)
        case "absolute error":
            return _gaps(calculated, called, style, look, within)
        case "½\u00a0(C\u00a0−\u00a0D)":
            return _order(calculated, run.upper(), style, look)
        case unit:
            return _terms(calculated, called, style, look, within, calculated.value if unit == "score" else None)


def _cumulative(calculated: ShortWorking, called: str, style: RunStyle, look: Look) -> go.Figure:
    """Draw the cumulative distributions with the area between them shaded."""
    classes, gold, estimated = calculated.row.labels, np.cumsum(calculated.gold), np.cumsum(calculated.estimated)
    top = 1.04
    drawn = cumulative_traces(gold, estimated, called, style, look)
    written = _in_areas(gold, estimated, calculated.contributions, top, 1.0, look)
    hover = _hover(estimated, read_up_to(plain(classes), gold, estimated))
    return _figure([*drawn, written, hover], classes, look, {"range": [0, top], "tickvals": [0, 0.5, 1]})


def _gaps(calculated: ShortWorking, called: str, style: RunStyle, look: Look, within: Range) -> go.Figure:
    """Draw gold and estimate as levels, with the error of each class shaded between them."""
    classes, gold, estimated = calculated.row.labels, calculated.gold, calculated.estimated
    top = max(1.08 * max(float(gold.max()), float(estimated.max())), within[1])
    x, gap = np.arange(len(classes)), np.full(len(classes), np.nan)
    ends = np.stack([x - GAP_WIDTH / 2, x + GAP_WIDTH / 2, gap], axis=1).ravel()
    drawn = [
        lines(ends, np.stack([values, values, gap], axis=1).ravel(), line, label, cliponaxis=False)
        for values, label, line in levels(gold, estimated, called, style, look)
    ]
    written = _in_areas(gold, estimated, calculated.contributions, top, GAP_WIDTH, look)
    hover = _hover(estimated, read_up_to(plain(classes), gold, estimated, ""))
    traces = [shaded(gold, estimated, GAP_WIDTH, style.colour), *drawn, written, hover]
    return _figure(traces, classes, look, {"range": [0, top], "nticks": 4})


def _terms(
    calculated: ShortWorking, called: str, style: RunStyle, look: Look, within: Range, mean: float | None
) -> go.Figure:
    """Draw contributions as bars; those that are not counted are hollow, and infinite ones reach the top, hatched.

    `mean` is drawn as a dotted line across the bars, with its number, which then is the only one.
    """
    row, texts = calculated.row, calculated.contributions
    infinite, width = np.isinf(row.values), (WIDTH - MARGINS["l"] - MARGINS["r"]) / len(row.values)
    fit = mean is None and all(_wide(text) <= width for text in texts)
    bars, (low, high) = term_bars(
        row.values,
        row.counted,
        plain(row.labels),
        [text if fit or endless else "" for text, endless in zip(texts, infinite, strict=True)],
        called,
        style,
        look,
        headroom=0.18 if fit or infinite.any() else 0.06,
        within=within,
    )
    across = {"range": [low, high], "nticks": 4}
    if mean is None:
        return _figure([bars], row.labels, look, across, shapes=[zero_line(look)] if low < 0 else [])
    place = {"xref": "paper", "x": 1, "y": mean, "xanchor": "left", "yanchor": "middle", "xshift": 3}
    return _figure(
        [bars],
        row.labels,
        look,
        across,
        shapes=[{**dotted(look.ink, x0=-0.5, x1=len(row.values) - 0.5, y0=mean, y1=mean), "layer": "above"}],
        annotations=[note(score(mean), style.text, SMALLEST, **place)],
        margin={**MARGINS, "r": 40},
    )


def _order(calculated: ShortWorking, letter: str, style: RunStyle, look: Look) -> go.Figure:
    """Draw the classes in the order of the gold (left) and of the estimate (right), the most probable on top.

    Each class is a line. Of a discordant pair of classes the lines cross; of a tied pair they meet on the side that
    ties them.
    """
    classes, gold, estimated = calculated.row.labels, calculated.gold, calculated.estimated
    names = plain(classes)
    heights = [_ranks(gold), _ranks(estimated)]
    line = {"color": look.muted, "width": 1.5}
    traces: list[Part] = [
        lines([0, 1], [left, right], line, "class", cliponaxis=False)
        for left, right in zip(heights[0].tolist(), heights[1].tolist(), strict=True)
    ]
    sides = ("Gold", gold, look.gold, "circle"), (letter, estimated, style.colour, style.symbol)
    for side, (title, values, colour, symbol) in enumerate(sides):
        reads = [f"{label}<br>{title} {score(value)}" for label, value in zip(names, values.tolist(), strict=True)]
        marker = outlined(8, colour, look.background, 1) | {"symbol": symbol}
        place = np.full(len(classes), side)
        traces.append(
            dots(place, heights[side], marker, title, customdata=reads, hover="%{customdata}", cliponaxis=False)
        )
    notes = [
        *_tie_labels(classes, heights[0], look.ink, x=0, xanchor="right", xshift=-8),
        *_tie_labels(classes, heights[1], look.ink, x=1, xanchor="left", xshift=8),
        _head("Gold", look.gold, 0),
        _head(letter, style.text, 1),
    ]
    hidden = {"visible": False, "fixedrange": True}
    return figure_of(
        traces,
        look,
        title="",
        height=HEIGHT,
        width=WIDTH,
        margin=ORDER_MARGINS,
        annotations=notes,
        xaxis={**hidden, "range": [0, 1]},
        yaxis={**hidden, "range": [-0.04, 1.04]},
        hovermode="closest",
    )


def _figure(traces: Sequence[Part], labels: Sequence[str], look: Look, yaxis: Part, **layout: object) -> go.Figure:
    ticks = {"tickvals": np.arange(len(labels)), "ticktext": _ticks(labels), "showgrid": False, "tickangle": 0}
    return figure_of(
        traces,
        look,
        title="",
        height=HEIGHT,
        width=WIDTH,
        xaxis={**ticks, "range": [-0.5, len(labels) - 0.5]},
        yaxis=yaxis,
        hovermode="closest",
        **{"margin": MARGINS, **layout},
    )


def _wide(text: str) -> float:
    return PER_CHARACTER * len(text)


def _ticks(labels: Sequence[str]) -> list[str]:
    """Cut labels to the width of a class."""
    longest = int((WIDTH - MARGINS["l"] - MARGINS["r"]) / len(labels) / PER_CHARACTER)
    return plain([_cut(label, max(longest, 2)) for label in labels])


def _cut(label: str, longest: int) -> str:
    return label if len(label) <= longest else f"{label[: longest - 1]}…"


def _in_areas(
    gold: FloatArray, estimated: FloatArray, texts: Sequence[str], top: float, width: float, look: Look
) -> Part:
    """Write the texts into the areas between gold and estimate that are large enough."""
    pixels_high = np.abs(gold - estimated) / top * (HEIGHT - MARGINS["t"] - MARGINS["b"])
    pixels_wide = width * (WIDTH - MARGINS["l"] - MARGINS["r"]) / len(gold)
    fits = [
        bool(high >= HIGH_ENOUGH and _wide(text) <= pixels_wide)
        for high, text in zip(pixels_high, texts, strict=True)
    ]  # fmt: skip
    middles = (gold + estimated) / 2
    return written_at(
        np.arange(len(gold))[fits],
        middles[fits],
        [text for text, fit in zip(texts, fits, strict=True) if fit],
        {"color": look.ink, "size": SMALLEST},
        "numbers",
    )


def _hover(values: FloatArray, reads: Sequence[str]) -> Part:
    """Return points that are not seen, but can be pointed at: an area of no height cannot."""
    place, marker = np.arange(len(values)), {"size": 14, "opacity": 0}
    return dots(place, values, marker, "dots", customdata=reads, hover="%{customdata}", cliponaxis=False)


def _ranks(values: FloatArray) -> FloatArray:
    """Return where each class stands, 0 (least probable) to 1, tied ones at one height; all tied: in the middle."""
    levels, ranks = np.unique(values, return_inverse=True)
    return np.asarray(ranks / (len(levels) - 1)) if len(levels) > 1 else np.full(len(values), 0.5)


def _tie_labels(classes: Sequence[str], heights: FloatArray, colour: str, **place: object) -> list[Part]:
    """Return a label for each height: the class there, or the tied classes as far as there is room."""
    notes = []
    for height in np.unique(heights).tolist():
        tied = [label for label, own in zip(classes, heights.tolist(), strict=True) if own == height]
        joined = ", ".join(tied)
        several = len(tied) > 1 and len(joined) > LONGEST_LABEL
        text = f"{count(len(tied))} tied" if several else _cut(joined, LONGEST_LABEL)
        notes.append(note(plain([text])[0], colour, SMALLEST, y=height, yanchor="middle", **place))
    return notes


def _head(text: str, colour: str, x: float) -> Part:
    return note(text, colour, SMALLEST, x=x, y=1, yref="paper", yanchor="bottom", yshift=6)
