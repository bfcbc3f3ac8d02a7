"""Figures that explain a score: cumulative curves, contributions of the classes, pairs of classes."""

from collections.abc import Mapping, Sequence
from html import unescape
from itertools import combinations
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from ordquant_core.figures.parts import CLEAR, axis, dot_of, dots, in_lines, lines, tiles, written_at
from ordquant_core.figures.template import LIGHT, Look, Part, RunStyle, figure_of, plain, run_styles
from ordquant_core.markup import Html, join, tag
from ordquant_core.measures.workings import Working
from ordquant_core.numerals import decimals, score
from ordquant_core.records import FloatArray

RunLetter = Literal["a", "b"]
Range = tuple[float, float]  # of an axis

TERMS = {  # a column of contributions, the title of its figure
    "|p − p*|": "Absolute error of each class",
    "(p − p*)²": "Squared error of each class",
    "half their sum": "Bits that each class adds",
    "p log₂(p / p*)": "Bits that each class adds or saves",
    "(cp − cp*)²": "Squared difference of the cumulative distributions",
    "half their divergence": "Nats that each class adds",
    "(√p − √p*)²": "Squared difference of the roots",
    "|p − p*| / (p + p*)": "Error of each class, relative to the sum of both sides",
    "their product": "Product of both sides, each divided by its length",
}
COUNTED = {  # a column that says which classes count, the title of its figure
    "counts": "DW: the classes of the gold count",
    "counts, gold": "DW: the classes of the gold count",
    "counts, estimate": "DW: the classes of the estimate count",
}
SHADE = 0.28  # opacity of the area between the curves
LONGEST_NAME = 28
SMALLEST = 12  # pixels of text
LETTERS = {"concordant": "C", "discordant": "D", "tied": "–"}
ON_COLOUR = "#10151b"  # text on amber, in light and dark
HEIGHT = 300  # pixels
MARGINS = {"l": 44, "r": 12, "t": 62, "b": 40}
LOWEST_AREA = 17  # pixels that a number needs
LABELS_UP_TO = 11
LETTERS_UP_TO = 14  # classes whose pairs are large enough for a letter
ROOMY_UP_TO = 7  # classes whose numbers may have three digits on a phone


def draw_steps(
    calculated: Working, classes: Sequence[str], *, run: RunLetter, name: str, look: Look = LIGHT
) -> list[go.Figure]:
    """Draw what a calculation goes through, as many figures as it takes: its columns say which."""
    columns, names, called, style = calculated.columns, plain(classes), called_in_key(run, name), style_of(look, run)
    figures: list[go.Figure] = []
    if "pair" in columns:
        figures.append(_pairs(names, [str(kind) for kind in columns["pair"]], look))
    if "|cp − cp*|" in columns:
        cumulative = calculated.numbers("gold cp*"), calculated.numbers("estimate cp")
        figures.append(_cumulative(names, *cumulative, called, style, look))
    if "DW" in columns:
        masks = {title: np.array(columns[mask]) == "yes" for mask, title in COUNTED.items() if mask in columns}
        for title, counted in (masks or {"DW: all classes count": np.ones(len(names), dtype=bool)}).items():
            figures.append(_terms(names, calculated.numbers("DW"), counted, called, style, look, title, "DW"))
    for column, title in TERMS.items():
        if column in columns:
            everyone = np.ones(len(names), dtype=bool)
            figures.append(_terms(names, calculated.numbers(column), everyone, called, style, look, title))
    return figures


def _cumulative(
    names: Sequence[str], gold: FloatArray, estimate: FloatArray, called: str, style: RunStyle, look: Look
) -> go.Figure:
    """Draw two cumulative distributions with the area between them shaded; its parts have numbers where they fit."""
    x, gaps, top = np.arange(len(names)), np.abs(estimate - gold), 1.04
    pixels = (HEIGHT - MARGINS["t"] - MARGINS["b"]) / top
    fits = (gaps * pixels >= LOWEST_AREA) & (len(names) <= LABELS_UP_TO)
    hover, marker = read_up_to(names, gold, estimate), dot_of(style, 7, look.background)
    points = dots(x, estimate, marker, "dots", customdata=hover, hover="%{customdata}", cliponaxis=False)
    font = {"color": look.ink, "size": 13 if len(names) <= ROOMY_UP_TO else SMALLEST}
    texts = [decimals(gap, _places(names)) for gap in gaps[fits]]
    return _finished(
        [
            *cumulative_traces(gold, estimate, called, style, look),
            points,
            written_at(x[fits], ((gold + estimate) / 2)[fits], texts, font, "numbers"),
        ],
        look,
        names,
        "Shaded area = match distance",
        HEIGHT,
        key=[("━ Gold", look.gold), (f"○ {called}", style.text)],
        xaxis={"range": [-0.5, len(names) - 0.5]},
        yaxis=axis("cumulative probability", look, range=[0, top], tickvals=[0, 0.5, 1]),
    )


def _terms(
    names: Sequence[str],
    values: FloatArray,
    counts: NDArray[np.bool_],
    called: str,
    style: RunStyle,
    look: Look,
    title: str,
    value_title: str = "contribution",
) -> go.Figure:
    """Draw what each class contributes; bars of classes that do not count are hollow."""
    texts = [decimals(value, _places(names)) for value in values] if len(names) <= LABELS_UP_TO else None
    size = 13 if len(names) <= ROOMY_UP_TO else SMALLEST
    bars, (low, high) = term_bars(values, counts, names, texts, called, style, look, size=size)
    key = [(f"■ {called}", style.text), *([] if counts.all() else [("□ not counted", look.muted)])]
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


def _pairs(names: Sequence[str], kinds: Sequence[str], look: Look) -> go.Figure:
    """Draw every pair of classes in the upper triangle of a matrix, row by row: what both sides say of their order."""
    size = len(names)
    rows, columns = np.triu_indices(size, 1)
    codes, of_pairs = list(LETTERS), [kind.split(" ")[0] for kind in kinds]
    z, hover = np.full((size, size), np.nan), np.full((size, size), "", dtype=object)
    z[rows, columns] = [codes.index(kind) for kind in of_pairs]
    hover[rows, columns] = [
        f"{first} and {second}: {kind}" for (first, second), kind in zip(combinations(names, 2), kinds, strict=True)
    ]
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
    ink = {"concordant": look.background, "discordant": ON_COLOUR, "tied": look.ink}
    written = written_at(
        columns,
        rows,
        [LETTERS[kind] if size <= LETTERS_UP_TO else "" for kind in of_pairs],
        {"color": [ink[kind] for kind in of_pairs], "size": 14 if size <= LABELS_UP_TO else SMALLEST},
        "letters",
    )
    key_colours = {"concordant": look.gold, "discordant": look.ink, "tied": look.muted}
    return _finished(
        [drawn, written],
        look,
        names,
        "Same order in the estimate as in the gold?",
        HEIGHT,
        key=[(f"{LETTERS[kind]} {kind}: {of_pairs.count(kind)}", key_colours[kind]) for kind in LETTERS],
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


def _places(names: Sequence[str]) -> int:
    return 3 if len(names) <= ROOMY_UP_TO else 2


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
    labels = in_lines([*map(unescape, names)])
    ticks = ["<br>".join(plain(of_class)) for of_class in labels]
    below = MARGINS["b"] + 16 * (max(map(len, labels)) - 1)
    classes = axis("class, in order", look, tickvals=np.arange(len(names)), ticktext=ticks, showgrid=False)
    classes |= {} if ticks == [*names] else {"tickangle": 0}
    return figure_of(
        traces,
        look,
        title={"text": title, "yref": "container", "y": 1, "yanchor": "top", "pad": {"t": 10}},
        height=height,
        margin=MARGINS | {"b": below},
        annotations=[{"text": str(text), "showarrow": False, "font": {"size": 12}, **place}],
        xaxis={**classes, **xaxis},
        yaxis=yaxis,
        **layout,
    )


def cumulative_traces(gold: FloatArray, estimate: FloatArray, called: str, style: RunStyle, look: Look) -> list[Part]:
    """Return the area between two cumulative distributions, shaded, and both curves."""
    x = np.arange(len(gold))
    ends = np.stack([x - 0.5, x + 0.5], 1).ravel()
    curves = [
        lines(ends, np.repeat(values, 2), line, label, cliponaxis=False)
        for values, label, line in levels(gold, estimate, called, style, look)
    ]
    return [shaded(gold, estimate, 1.0, style.colour), *curves]


def levels(
    gold: FloatArray, estimate: FloatArray, called: str, style: RunStyle, look: Look
) -> list[tuple[FloatArray, str, Part]]:
    """Return both sides of a comparison, what each is called, and the line that draws it."""
    return [
        (gold, "Gold", {"color": look.gold, "width": 3.5}),
        (estimate, called, {"color": style.colour, "width": 2.2, "dash": style.dash}),
    ]


def read_up_to(names: Sequence[str], gold: FloatArray, estimate: FloatArray, before: str = "Up to ") -> list[str]:
    """Return what is read of each class where one points at it."""
    numbers = np.stack([gold, estimate, np.abs(gold - estimate)], axis=1).tolist()
    return [
        f"{before}{label}<br>gold {score(true)}, estimate {score(estimated)}<br>difference {score(gap)}"
        for label, (true, estimated, gap) in zip(names, numbers, strict=True)
    ]


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
    called: str,
    style: RunStyle,
    look: Look,
    *,
    size: int = SMALLEST,
    headroom: float = 0.2,
    within: Range = (0.0, 0.0),
) -> tuple[Part, Range]:
    """Return a bar per term and the range of the axis; `headroom`: for the texts, of the range; `within`: at least it.

    Bars of terms that do not count are hollow. An infinite term is drawn up to the top of the figure, hatched.
    """
    colour, infinite = style.colour, np.isinf(values)
    finite = values[~infinite]
    highest = max(float(finite.max(initial=0.0)), 0.0)
    lowest = min(float(finite.min(initial=0.0)), 0.0)
    span = max(highest - lowest, 1e-9)
    low, high = lowest - headroom * span * (lowest < 0), highest + headroom * span
    if infinite.any():
        high = max(high, lowest + 1.6 * span)
    low, high = min(low, within[0]), max(high, within[1])
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


def style_of(look: Look, run: RunLetter) -> RunStyle:
    """Return what marks of a run look like."""
    return run_styles(look)["ab".index(run)]


def called_in_key(run: RunLetter, name: str) -> str:
    """Return what a run is called in a figure: its letter and its name, cut where it is long."""
    letter = run.upper()
    if name in ("", letter, f"Run {letter}"):
        return f"Run {letter}"
    (short_name,) = plain([name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"])
    return f"{letter} {short_name}"
