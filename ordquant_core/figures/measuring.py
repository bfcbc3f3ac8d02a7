"""Figures that compare measures: matrices of pairs, curves of p-values, consistency and its growth."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from ordquant_core.analysis.consistency import Consistency, Curve
from ordquant_core.analysis.discrimination import Discrimination, curves
from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.parts import (
    apart,
    axis,
    dots,
    labels_of,
    legend_below,
    lines,
    margin_for,
    margins_of,
    note,
    outlined,
    tiles,
)
from ordquant_core.figures.template import LIGHT, Look, Part, figure_of, mix, plain, titled
from ordquant_core.findings import rankings
from ordquant_core.numerals import count, listed, p_text, score, setting
from ordquant_core.records import FloatArray

ROW = 24  # pixels a measure
KEY = {"font": {"size": 12}, "itemwidth": 30}


def matrix_figure(
    cells: ArrayLike,
    texts: Sequence[Sequence[str]],
    words: Sequence[Sequence[str]],
    labels: Sequence[str],
    *,
    title: str,
    under: str = "",
    low: float = 0.0,
    high: float = 1.0,
    pair: tuple[int, int] | None = None,
    odd: int | None = None,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw a number for every pair of measures, (measures, measures): larger numbers have a stronger shade.

    The diagonal is empty.

    `texts` stand in the cells, `words` are shown on hover; NaN leaves a cell empty. `pair` is framed, and its names
    stand out; the row of measure `odd` has an amber edge. Raises `ShapeMismatchError`.
    """
    values = np.asarray(cells, dtype=np.float64)
    if values.shape != (len(labels), len(labels)) or not len(texts) == len(words) == len(labels):
        raise ShapeMismatchError(f"Give one row and one column per measure, got {values.shape} for {len(labels)}.")
    order = np.arange(len(labels))
    drawn = np.where(np.eye(len(labels), dtype=np.bool_), np.nan, values)
    heat = tiles(
        drawn,
        x=order,
        y=order,
        text=[list(row) for row in texts],
        texttemplate="%{text}",
        textfont={"size": 12, "color": look.ink},
        customdata=[list(row) for row in words],
        hover="%{customdata}",
        zmin=low,
        zmax=high,
        colorscale=[[0, look.background], [1, mix(look.background, look.muted, 0.5)]],
    )
    frame = {"type": "rect", "line": {"color": look.ink, "width": 2}}
    framed = [] if pair is None else [pair, pair[::-1]]
    shapes = [frame | {"x0": x - 0.5, "x1": x + 0.5, "y0": y - 0.5, "y1": y + 0.5} for x, y in framed]
    if odd is not None:
        edge = {"type": "line", "line": {"color": look.disagreement, "width": 4}}
        shapes.append(edge | {"x0": -0.5, "x1": -0.5, "y0": odd - 0.45, "y1": odd + 0.45})
    strong = f'<b style="color:{look.gold}">{{}}</b>'
    names = [strong.format(name) if m in (pair or ()) else name for m, name in enumerate(plain(labels))]
    ticks = {"tickvals": order, "ticktext": names, "showgrid": False, "ticks": ""}
    left, below = margins_of(labels, 80, 84)
    return figure_of(
        [heat],
        look,
        title=titled(title, under),
        height=50 + below + ROW * len(labels),
        margin={"l": left, "r": 2, "t": 54, "b": below},
        shapes=shapes,
        xaxis={**ticks, "tickangle": -60},
        yaxis={**ticks, "autorange": "reversed"},
    )


def power_figure(
    curves: ArrayLike,
    labels: Sequence[str],
    *,
    level: float,
    title: str,
    pair: Sequence[int] = (),
    height: int = 400,
    n_trials: int,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw the sorted p-values of all pairs of runs, (measures, pairs), one line per measure, and the level.

    A line that falls early discriminates. The lines of a `pair` of measures stand out, with their names. The p-values
    were counted in `n_trials`.
    """
    rows = _rows(curves, labels)
    x = np.arange(1, rows.shape[1] + 1)
    read = [plain([p_text(p, n_trials) for p in row]) for row in rows.tolist()]
    traces = _curves(x, rows, read, labels, look, pair=pair, pointed="%{x}. largest p-value: p %{text}")
    # A name stands where its line is nearest to a height of its own, so that no name lies on another.
    places = [int(np.argmin(np.abs(rows[m] - height))) for m, height in zip(pair, (0.7, 0.35), strict=False)]
    ends = apart([rows[m, place] for m, place in zip(pair, places, strict=False)], 0.06)
    beyond = max([1.0, *ends]) - 1  # a name outside of the axis would not be drawn
    notes = [
        _name(labels[m], look, x=place + 1, y=end - beyond, xanchor="left", xshift=4)
        for m, place, end in zip(pair, places, ends, strict=False)
    ]
    across = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": level, "y1": level}
    return figure_of(
        traces,
        look,
        title=title,
        height=height,
        margin={"l": 48, "r": 12, "t": 46, "b": 48},
        shapes=[across | {"line": {"color": look.ink, "width": 1, "dash": "dot"}}],
        annotations=[
            note(setting(level), look.ink, x=1, xref="paper", y=level, xanchor="right", yanchor="bottom"),
            *notes,
        ],
        hovermode="closest",
        xaxis=axis("pairs of runs, by p-value", look, range=[0, len(x) + 1], showgrid=False),
        yaxis=axis("p-value", look, range=[0, 1.02], nticks=6),
    )


def consistency_figure(
    taus: ArrayLike, labels: Sequence[str], *, title: str, chosen: int | None = None, look: Look = LIGHT
) -> go.Figure:
    """Draw how the taus of many splits, (splits, measures), are spread: mean, middle half, middle 90%.

    Measures stand in the order given, the first on top.
    """
    values = np.asarray(taus, dtype=np.float64)
    if values.ndim != 2 or values.shape[1] != len(labels) or not values.size:
        raise ShapeMismatchError(f"Give the taus of {len(labels)} measures on one split or more, got {values.shape}.")
    few, quarter, most, many = np.quantile(values, [0.05, 0.25, 0.75, 0.95], axis=0)
    means, rows = values.mean(axis=0), np.arange(len(labels))
    colours = [look.ink if m == chosen else look.muted for m in range(len(labels))]
    traces = [
        lines(
            np.stack([left, right, np.full(len(rows), np.nan)], axis=1).ravel(),
            np.repeat(rows, 3),
            {"color": look.muted, "width": width},
            name,
            opacity=0.45,
        )
        for left, right, width, name in ((few, many, 2, "middle 90%"), (quarter, most, 8, "middle half"))
    ]
    traces.append(
        dots(
            means,
            rows,
            outlined(10, colours, look.background, 1),
            "mean",
            customdata=[
                f"{label}: mean tau {score(means[m])}<br>middle half {score(quarter[m])} to {score(most[m])}"
                f"<br>middle 90% {score(few[m])} to {score(many[m])}"
                for m, label in enumerate(plain(labels))
            ],
            hover="%{customdata}",
        )
    )
    return figure_of(
        traces,
        look,
        title=title,
        height=130 + ROW * len(labels),
        margin={"l": margins_of(labels, 96, 84)[0], "r": 12, "t": 46, "b": 84},
        showlegend=True,
        legend=legend_below(**KEY),
        xaxis=axis("tau of the two rankings · more consistent ▶", look, nticks=7),
        yaxis={"showgrid": False, "autorange": "reversed", "tickvals": rows, "ticktext": plain(labels)},
    )


def growth_figure(
    sizes: Sequence[int],
    means: ArrayLike,
    labels: Sequence[str],
    *,
    target: float,
    smallest: int | None,
    title: str,
    pair: Sequence[int] = (),
    height: int = 400,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw mean tau (sizes, measures) over the cases in a set, on a logarithmic axis, and the tau to be reached.

    The lines of a `pair` of measures stand out; they, the highest and the lowest have their names. `smallest` is where
    the first of the pair reaches that tau. Raises `ShapeMismatchError`.
    """
    rows = _rows(np.asarray(means, dtype=np.float64).T, labels)
    if rows.shape[1] != len(sizes):
        raise ShapeMismatchError(f"Give a mean for each of the {len(sizes)} sizes, got {rows.shape[1]}.")
    x = np.asarray(sizes, dtype=np.float64)
    read = [[score(tau) for tau in row] for row in rows]
    traces = _curves(x, rows, read, labels, look, pair=pair, pointed="%{x} cases: mean tau %{text}")
    defined = rows[np.isfinite(rows)]
    bottom, top = (float(f(defined, initial=target)) for f in (np.min, np.max))
    pad = 0.06 * max(top - bottom, 1e-6)
    quiet = {"color": look.ink, "width": 1, "dash": "dot"}
    shapes = [{"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": target, "y1": target, "line": quiet}]
    notes = [note(f"tau {setting(target)}", look.ink, x=0, xref="paper", y=target, xanchor="left", yanchor="bottom")]
    if smallest is not None:
        shapes.append({"type": "line", "x0": smallest, "x1": smallest, "y0": bottom - pad, "y1": target, "line": quiet})
        notes.append(
            note(
                count(smallest, "case"),
                look.ink,
                x=float(np.log10(smallest)),
                y=bottom - pad,
                xanchor="left",
                yanchor="bottom",
            )
        )
    last = [_last(row, bottom) for row in rows]
    named = list(dict.fromkeys([*pair, int(np.argmax(last)), int(np.argmin(last))]))  # besides the pair, both ends
    ends = apart([_last(rows[m], top) for m in named], 0.06 * (top - bottom + 2 * pad))
    notes += [
        _name(labels[m], look, x=1, xref="paper", y=end, xanchor="left", xshift=6, strong=m in pair)
        for m, end in zip(named, ends, strict=True)
    ]
    return figure_of(
        traces,
        look,
        title=title,
        height=height,
        margin={"l": 48, "r": margin_for([labels[m] for m in named], 14) + 10, "t": 46, "b": 48},
        shapes=shapes,
        annotations=notes,
        hovermode="closest",
        xaxis=axis(
            "cases in each of two sets",
            look,
            type="log",
            tickvals=_ticks(sizes),
            ticktext=[str(size) for size in _ticks(sizes)],
            showgrid=False,
        ),
        yaxis=axis("mean tau · more consistent ▶", look, range=[bottom - pad, max([top + pad, *ends])], nticks=6),
    )


def _rows(values: ArrayLike, labels: Sequence[str]) -> FloatArray:
    rows = np.asarray(values, dtype=np.float64)
    if rows.ndim != 2 or len(rows) != len(labels) or not rows.size:
        raise ShapeMismatchError(f"Give a line for each of the {len(labels)} measures, got {rows.shape}.")
    return rows


def _last(row: FloatArray, otherwise: float) -> float:
    defined = row[np.isfinite(row)]
    return float(defined[-1]) if len(defined) else otherwise


def _name(label: str, look: Look, *, strong: bool = True, **place: Any) -> Part:
    (name,) = plain([label])
    said, colour = (f"<b>{name}</b>", look.ink) if strong else (name, look.muted)
    return note(said, colour, bgcolor=look.background, borderpad=1, **place)


def _curves(
    x: ArrayLike,
    rows: FloatArray,
    read: Sequence[Sequence[str]],
    labels: Sequence[str],
    look: Look,
    *,
    pair: Sequence[int],
    pointed: str,
) -> list[Part]:
    """Return a line for every measure; those of the `pair` stand out and lie on top. `read`: the text of all points."""
    names = plain(labels)
    return [
        lines(
            x,
            rows[m],
            {
                "color": look.ink if m in pair else look.muted,
                "width": 3 if m in pair else 1.4,
                "dash": "dash" if m in pair[1:] else "solid",
            },
            names[m],
            text=read[m],
            hover=f"{names[m]}<br>{pointed}",
            showlegend=False,
        )
        for m in sorted(range(len(names)), key=lambda m: m in pair)
    ]


def _ticks(sizes: Sequence[int]) -> list[int]:
    """Return round sizes that do not crowd, and the last one."""
    last = max(sizes)
    round_ones = [size for size in sizes if str(size)[0] in "125" and str(size).strip("0") in ("1", "2", "5")]
    return [*(size for size in round_ones if size <= last / 1.5), last]


def draw_p_values(
    discrimination: Discrimination, alpha: float, pair: Sequence[int], *, look: Look = LIGHT
) -> go.Figure:
    """Draw the sorted p-values of all pairs of runs, a line per measure; those of a `pair` of measures stand out."""
    return power_figure(
        curves(discrimination),
        labels_of(discrimination.measures),
        n_trials=discrimination.n_trials,
        level=alpha,
        title="Sorted p-values of all pairs of runs",
        pair=pair,
        height=120 + 24 * len(discrimination.measures),
        look=look,
    )


def draw_consistency(consistency: Consistency, order: Sequence[int], chosen: int, *, look: Look = LIGHT) -> go.Figure:
    """Draw tau of the rankings by two sets of cases, measure by measure in this `order`."""
    return consistency_figure(
        consistency.taus[:, order],
        [labels_of(consistency.measures)[m] for m in order],
        title=f"Tau between {rankings.sets_of_cases(consistency)}",
        chosen=order.index(chosen),
        look=look,
    )


def draw_growth(
    curve: Curve, target: float, needed: int | None, pair: Sequence[int], *, look: Look = LIGHT
) -> go.Figure:
    """Draw the mean tau of two sets of cases by their size; those of a `pair` of measures stand out.

    `needed`: the cases at which the first of them reaches the `target`.
    """
    return growth_figure(
        curve.sizes,
        curve.means,
        labels_of(curve.measures),
        target=target,
        smallest=needed,
        title=rankings.growth(curve.measures[pair[0]], target, needed),
        pair=pair,
        height=130 + 24 * len(curve.measures),
        look=look,
    )


def draw_matrix(
    cells: FloatArray,
    measures: Sequence[str],
    written: Callable[[float], str],
    pointed: Callable[[int, int], str],
    *,
    title: str,
    pair: tuple[int, int] | None = None,
    odd: int | None = None,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw a number for every pair of measures, and what it says when pointed at; what is not defined stays empty."""
    numbers = range(len(cells))
    inside = cells[np.isfinite(cells) & ~np.eye(len(cells), dtype=np.bool_)]
    texts = [["" if i == j or np.isnan(cells[i, j]) else written(float(cells[i, j])) for j in numbers] for i in numbers]
    labels = labels_of(measures)
    framed = "" if pair is None else f" Framed: {listed([labels[m] for m in pair])}."
    return matrix_figure(
        cells,
        texts,
        [["" if i == j else pointed(i, j) for j in numbers] for i in numbers],
        labels,
        title=title,
        under=f"Stronger shade: larger number.{framed}",
        low=min(0.0, float(inside.min(initial=0.0))),
        high=float(inside.max(initial=1e-9)),
        pair=pair,
        odd=odd,
        look=look,
    )
