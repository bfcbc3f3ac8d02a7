"""Figures that explain a score: cumulative curves, contributions of the classes, pairs of classes."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike, NDArray

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.parts import CLEAR, axis, dot_of, dots, lines, tiles, written_at
from ordquant_core.figures.template import LIGHT, Look, Part, RunStyle, figure_of, plain, run_styles
from ordquant_core.markup import Html, join, tag
from ordquant_core.numerals import decimals, score
from ordquant_core.records import FloatArray

RunLetter = Literal["a", "b"]

SHADE = 0.28  # opacity of the area between the curves
LONGEST_NAME = 28
SMALLEST = 12  # pixels of text
LETTERS = {"concordant": "C", "discordant": "D", "tied": "–"}
ON_COLOUR = "#10151b"  # text on amber, in light and dark
MARGINS = {"l": 44, "r": 12, "t": 62, "b": 40}
LOWEST_AREA = 17  # pixels that a number needs
LABELS_UP_TO = 11
LETTERS_UP_TO = 14  # classes whose pairs are large enough for a letter
ROOMY_UP_TO = 7  # classes whose numbers may have three digits on a phone


def cumulative_figure(
    classes: Sequence[str],
    cumulative_gold: ArrayLike,
    cumulative_estimate: ArrayLike,
    *,
    run: RunLetter,
    name: str,
    title: str,
    height: int = 300,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw the two cumulative distributions, both of shape (classes,), with the area between them shaded.

    The gap of each class is written into its area where it fits.
    """
    gold, estimate = rows_of(classes, cumulative_gold, cumulative_estimate)
    x = np.arange(len(classes))
    gaps = np.abs(estimate - gold)
    top = 1.04
    pixels = (height - MARGINS["t"] - MARGINS["b"]) / top
    fits = (gaps * pixels >= LOWEST_AREA) & (len(classes) <= LABELS_UP_TO)
    names = plain(classes)
    hover = [
        f"Up to {label}<br>gold {score(below)}, estimate {score(estimated)}<br>difference {score(gap)}"
        for label, below, estimated, gap in zip(names, gold, estimate, gaps, strict=True)
    ]
    called = called_in_key(run, name)
    drawn = cumulative_traces(gold, estimate, look, run=run, called=called)
    marker = dot_of(style_of(look, run), 7, look.background)
    points = dots(x, estimate, marker, "dots", customdata=hover, hover="%{customdata}", cliponaxis=False)
    numbers = written_at(
        x[fits],
        ((gold + estimate) / 2)[fits],
        [decimals(gap, _places(classes)) for gap in gaps[fits]],
        {"color": look.ink, "size": 13 if len(classes) <= ROOMY_UP_TO else SMALLEST},
        "numbers",
    )
    return _finished(
        [*drawn, points, numbers],
        look,
        names,
        title,
        height,
        key=[("━ Gold", look.gold), (f"○ {called}", run_text_colour(look, run))],
        xaxis={"range": [-0.5, len(classes) - 0.5]},
        yaxis=axis("cumulative probability", look, range=[0, top], tickvals=[0, 0.5, 1]),
    )


def terms_figure(
    classes: Sequence[str],
    terms: ArrayLike,
    *,
    run: RunLetter,
    name: str,
    title: str,
    signed: bool = False,
    counted: ArrayLike | None = None,
    value_title: str = "contribution",
    look: Look = LIGHT,
) -> go.Figure:
    """Draw what each class contributes, shape (classes,); bars of classes outside the mask `counted` are hollow.

    An infinite term is drawn up to the top of the figure, hatched. Terms below zero need `signed`.
    """
    (values,) = rows_of(classes, terms)
    counts = np.ones(len(classes), dtype=bool) if counted is None else np.asarray(counted, dtype=bool)
    if counts.shape != values.shape:
        raise ShapeMismatchError(f"`counted` must say yes or no for {len(classes)} classes, got shape {counts.shape}.")
    if not signed and (values < 0).any():
        raise ShapeMismatchError("A contribution below 0 was given; say `signed` to draw it.")
    names = plain(classes)
    texts = [decimals(value, _places(classes)) for value in values] if len(classes) <= LABELS_UP_TO else None
    size = 13 if len(classes) <= ROOMY_UP_TO else SMALLEST
    bars, (low, high) = term_bars(
        values, counts, names, texts, look, run=run, called=called_in_key(run, name), size=size
    )
    key = [(f"■ {called_in_key(run, name)}", run_text_colour(look, run))]
    if not counts.all():
        key.append(("□ not counted", look.muted))
    return _finished(
        [bars],
        look,
        names,
        title,
        260,
        key=key,
        shapes=[zero_line(look)] if low < 0 else [],
        yaxis=axis(value_title, look, range=[low, high], nticks=5),
    )


def pairs_figure(classes: Sequence[str], kinds: ArrayLike, title: str, *, look: Look = LIGHT) -> go.Figure:
    """Draw every pair of classes in the upper triangle of a matrix of shape (classes, classes).

    Kinds are "concordant", "discordant" and words that start with "tied"; what stands elsewhere is not read.
    """
    table = np.asarray(kinds, dtype=np.str_)
    size = len(classes)
    if table.shape != (size, size):
        raise ShapeMismatchError(f"`kinds` must have a row and a column for {size} classes, got shape {table.shape}.")
    places = [(i, j) for i in range(size) for j in range(i + 1, size)]
    words = {place: str(table[place]) for place in places}
    unknown = [word for word in words.values() if word.split(" ")[0] not in LETTERS]
    if unknown:
        raise ShapeMismatchError(f"{unknown[0]!r} is no kind of pair; choose from {', '.join(LETTERS)}.")
    names, codes = plain(classes), list(LETTERS)
    z, letters, hover = np.full((size, size), np.nan), np.full((size, size), "", dtype="U1"), table.astype(object)
    for (i, j), word in words.items():
        kind = word.split(" ")[0]
        z[i, j], letters[i, j] = codes.index(kind), LETTERS[kind]
        hover[i, j] = f"{names[i]} and {names[j]}: {word}"
    colours = [look.gold, look.disagreement, look.line]
    scale = [[edge, colour] for k, colour in enumerate(colours) for edge in (k / 3, (k + 1) / 3)]
    drawn = tiles(
        z[:-1, 1:],
        x=np.arange(1, size),
        y=np.arange(size - 1),
        zmin=-0.5,
        zmax=2.5,
        colorscale=scale,
        xgap=3,
        ygap=3,
        customdata=hover[:-1, 1:],
        hover="%{customdata}",
        name="pairs",
    )
    ink = {"C": look.background, "D": ON_COLOUR, "–": look.ink}
    written = written_at(
        [j for _, j in places],
        [i for i, _ in places],
        [letters[place] if size <= LETTERS_UP_TO else "" for place in places],
        {"color": [ink[letters[place]] for place in places], "size": 14 if size <= LABELS_UP_TO else SMALLEST},
        "letters",
    )
    counts = {kind: sum(word.startswith(kind) for word in words.values()) for kind in LETTERS}
    key_colours = {"concordant": look.gold, "discordant": look.ink, "tied": look.muted}
    return _finished(
        [drawn, written],
        look,
        names,
        title,
        300,
        key=[(f"{LETTERS[kind]} {kind}: {counts[kind]}", key_colours[kind]) for kind in LETTERS],
        xaxis=axis("and class j", look, range=[0.5, size - 0.5]),
        yaxis=axis(
            "class i",
            look,
            range=[size - 1.5, -0.5],
            tickvals=np.arange(size - 1),
            ticktext=names[:-1],
            showgrid=False,
            automargin=True,
        ),
    )


def _places(classes: Sequence[str]) -> int:
    return 3 if len(classes) <= ROOMY_UP_TO else 2


def _finished(
    traces: Sequence[Part],
    look: Look,
    names: Sequence[str],
    title: str,
    height: int,
    *,
    key: Sequence[tuple[str, str]],
    yaxis: Part,
    xaxis: Mapping[str, Any] = MappingProxyType({}),
    **layout: Any,
) -> go.Figure:
    """Build a figure over the classes; `key` names the colours in one line between the title and the plot."""
    text = join([tag("span", Html(label), style=f"color:{colour}") for label, colour in key], "   ")
    place = {"xref": "paper", "yref": "paper", "x": 0, "y": 1, "xanchor": "left", "yanchor": "bottom", "yshift": 6}
    classes = axis("class, in order", look, tickvals=np.arange(len(names)), ticktext=names, showgrid=False)
    return figure_of(
        traces,
        look,
        title={"text": title, "yref": "container", "y": 1, "yanchor": "top", "pad": {"t": 10}},
        height=height,
        margin=MARGINS,
        annotations=[{"text": str(text), "showarrow": False, "font": {"size": 12}, **place}],
        xaxis={**classes, **xaxis},
        yaxis=yaxis,
        **layout,
    )


def cumulative_traces(gold: FloatArray, estimate: FloatArray, look: Look, *, run: RunLetter, called: str) -> list[Part]:
    """Return the area between two cumulative distributions, shaded, and both curves."""
    x, style = np.arange(len(gold)), style_of(look, run)
    ends = np.stack([x - 0.5, x + 0.5], 1).ravel()
    curves = [
        lines(ends, np.repeat(values, 2), line, label, cliponaxis=False)
        for values, label, line in (
            (gold, "Gold", {"color": look.gold, "width": 3.5}),
            (estimate, called, {"color": style.colour, "width": 2.2, "dash": style.dash}),
        )
    ]
    return [shaded(gold, estimate, 1.0, style.colour), *curves]


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
    look: Look,
    *,
    run: RunLetter,
    called: str,
    size: int = SMALLEST,
    headroom: float = 0.2,
) -> tuple[Part, tuple[float, float]]:
    """Return a bar per term and the range of the axis; see `terms_figure`. `headroom`: for the texts, of the range."""
    colour, infinite = style_of(look, run).colour, np.isinf(values)
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
        "textfont": {"color": [look.ink if count else look.muted for count in counts], "size": size},
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


def zero_line(look: Look) -> Part:
    """Return a line at 0, for terms on both sides of it."""
    place = {"xref": "x domain", "yref": "y", "x0": 0, "x1": 1, "y0": 0, "y1": 0}
    return {"type": "line", "line": {"color": look.muted, "width": 1}, **place}


def rows_of(classes: Sequence[str], *rows: ArrayLike) -> list[FloatArray]:
    """Return arrays of one number per class, or raise `ShapeMismatchError`."""
    arrays = [np.asarray(row, dtype=np.float64) for row in rows]
    for array in arrays:
        if array.shape != (len(classes),):
            raise ShapeMismatchError(f"Give one number for each of {len(classes)} classes, not shape {array.shape}.")
    return arrays


def style_of(look: Look, run: RunLetter) -> RunStyle:
    """Return what marks of a run style like."""
    return run_styles(look)["ab".index(run)]


def run_text_colour(look: Look, run: RunLetter) -> str:
    """Return the colour of text."""
    return style_of(look, run).text


def called_in_key(run: RunLetter, name: str) -> str:
    """Return what a run is called in a figure: its letter and its name, cut where it is long."""
    letter = run.upper()
    if name in ("", letter, f"Run {letter}"):
        return f"Run {letter}"
    (shown,) = plain([name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"])
    return f"{letter} {shown}"
