"""Figures that compare measures: matrices of pairs, curves of p-values, consistency and its growth."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from ordquant_core.analysis.agreement import order_by_similarity
from ordquant_core.analysis.consistency import Consistency, Curve
from ordquant_core.analysis.discrimination import Discrimination, curves
from ordquant_core.figures.parts import (
    CLEAR,
    apart,
    at_end,
    axis,
    dots,
    dotted,
    labels_of,
    legend_below,
    level,
    lines,
    margin_for,
    margin_of,
    note,
    outlined,
    spans,
    tiles,
    written_at,
)
from ordquant_core.figures.template import LIGHT, Look, Part, figure_of, mix, plain
from ordquant_core.findings import rankings
from ordquant_core.numerals import count, p_text, score, setting
from ordquant_core.records import FloatArray

ROW, CELL = 24, 27  # pixels a measure, in a list and in a matrix
NARROW, NAME = 22, 8  # pixels a measure in a matrix on a phone; a character of its name
ASIDE = "\u2002"  # a space of 6 pixels, between a cell and a name
NEAR, FLAT = 0.2, 0.002  # p-values that are seen: up to the first, on pairs of runs with one above the second
LARGEST = 1.0  # that a similarity can be: tau, a share, bits of one bit


def draw_matrix(
    cells: FloatArray,
    measures: Sequence[str],
    written: Callable[[float], str],
    pointed: Callable[[int, int], str],
    *,
    title: str,
    unit: str,
    pair: tuple[int, int] | None = None,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw how similar every pair of measures is, (measures, measures): a cell per pair, similar measures side by side.

    The name of a measure stands before its row, and where the row ends and its column begins. Shades run from the
    smallest similarity to 1, about half of it at the median, so that most can be told apart; what is not defined stays
    empty. `written` makes what stands in a cell, `pointed` what it says on hover, `unit` says what it is. The cell of a
    `pair` is framed, and its names stand out. A point of the last trace carries the two numbers of its measures.
    """
    order = order_by_similarity(cells)
    places = [(i, j) for i in range(len(order)) for j in range(i) if np.isfinite(cells[order[i], order[j]])]
    pairs = [sorted((order[i], order[j])) for i, j in places]
    below = np.full((len(order), max(len(order) - 1, 1)), np.nan)
    for i, j in places:
        below[i, j] = cells[order[i], order[j]]
    least = min(float(np.nanmin(below, initial=LARGEST)), LARGEST - 0.01)
    middle = np.median([below[place] for place in places] or [least])
    bend = np.log(0.5) / np.log(np.clip((middle - least) / (LARGEST - least), 0.2, 0.7))
    shade = mix(look.muted, look.gold, 0.5)
    heat = tiles(
        below,
        text=[["" if np.isnan(cell) else written(cell) for cell in row] for row in below.tolist()],
        texttemplate="%{text}",
        textfont={"size": 12, "color": look.ink},
        hover="",
        zmin=least,
        zmax=LARGEST,
        colorscale=[[at / 8, mix(look.background, shade, 0.12 + 0.48 * float((at / 8) ** bend))] for at in range(9)],
        showscale=True,
        colorbar={
            "orientation": "h",
            "title": {"text": unit, "side": "top", "font": {"size": 12, "color": look.muted}},
            "tickvals": [least, LARGEST],
            "ticktext": [written(least), written(LARGEST)],
            "tickfont": {"size": 12, "color": look.muted},
            "ticks": "",
            "outlinewidth": 0,
            "thickness": 9,
            **{"len": 0.3, "lenmode": "fraction", "x": 1, "xanchor": "right", "y": 1, "yanchor": "top", "ypad": 0},
        },
    )
    labels = plain(labels_of(measures))
    beyond = [NAME * len(labels[m]) - NARROW * at for at, m in enumerate(reversed(order))]  # of a name, past the cells
    heads = [f"<b>{labels[m]}</b>" if m in (pair or ()) else labels[m] for m in order]
    numbers = np.arange(len(order))
    font = {"size": 12, "color": look.ink}
    named = written_at(numbers - 0.5, numbers, [ASIDE + head for head in heads], font, "measures")
    clear = {"symbol": "square", "size": CELL - 2, "color": CLEAR, "line": {"width": 0}}
    columns, rows = [j for _, j in places], [i for i, _ in places]
    said = [pointed(*both) for both in pairs]
    clicked = dots(columns, rows, clear, "pairs", text=said, customdata=pairs, hover="%{text}")
    framed = [place for place, both in zip(places, pairs, strict=True) if both == sorted(pair or ())]
    frame = {"type": "rect", "line": {"color": look.disagreement, "width": 2}}
    return figure_of(
        [heat, {**named, "textposition": "middle right", "cliponaxis": False}, clicked],
        look,
        title=title,
        height=44 + CELL * len(labels),
        margin={"l": 2, "r": 10 + max(beyond, default=0), "t": 36, "b": 8},
        shapes=[frame | {"x0": j - 0.5, "x1": j + 0.5, "y0": i - 0.5, "y1": i + 0.5} for i, j in framed],
        hovermode="closest",
        xaxis={"visible": False, "range": [-0.5, below.shape[1] - 0.5]},
        yaxis={
            "range": [len(order) - 0.5, -0.5],
            "tickvals": numbers[1:].tolist(),
            "ticktext": heads[1:],
            "tickfont": font,
            "ticklabelstandoff": 2,
            "ticks": "",
            **dict.fromkeys(("showgrid", "zeroline", "showline"), False),
            "automargin": True,
        },
    )


def draw_p_values(
    discrimination: Discrimination, alpha: float, pair: Sequence[int], *, look: Look = LIGHT
) -> go.Figure:
    """Draw the sorted p-values of all pairs of runs, a line per measure, and the level `alpha`.

    A line that falls early discriminates. The lines of a `pair` of measures stand out and are named below. Only what is
    near the level is drawn: a line enters at the upper edge, and ends where all are close to 0.
    """
    rows, labels = curves(discrimination), labels_of(discrimination.measures)
    top = max(NEAR, 2 * alpha)
    near = np.flatnonzero(((rows < top) & (rows > FLAT)).any(axis=0))
    drawn = slice(max(near[0] - 1, 0), near[-1] + 1) if len(near) else slice(None)
    x, following = np.arange(1, rows.shape[1] + 1)[drawn], np.pad(rows[:, 1:], ((0, 0), (0, 1)), constant_values=np.inf)
    read = [plain([p_text(p, discrimination.n_trials) for p in row]) for row in rows[:, drawn].tolist()]
    rows = np.where(np.minimum(rows, following) > top, np.nan, np.minimum(rows, top))[:, drawn]
    traces = _curves(x, rows, read, labels, look, pair=pair, pointed="%{x}. largest p-value: p %{text}")
    for trace in traces[-len(pair) :]:
        trace["showlegend"] = True
    at_level = note(f"p = {setting(alpha)}", look.ink, x=1, xref="paper", y=alpha, xanchor="right", yanchor="bottom")
    return figure_of(
        traces,
        look,
        title=f"Sorted p-values of pairs of runs, up to {setting(top)}",
        height=120 + ROW * len(labels),
        margin={"l": 48, "r": 12, "t": 46, "b": 78},
        shapes=[level(alpha, look)],
        annotations=[at_level],
        showlegend=True,
        legend=legend_below(font={"size": 12}),
        hovermode="closest",
        xaxis=axis("pairs of runs, from the largest p-value", look, range=[x[0] - 1, x[-1] + 1], showgrid=False),
        yaxis=axis("p-value", look, range=[0, top], nticks=6),
    )


def draw_consistency(consistency: Consistency, order: Sequence[int], chosen: int, *, look: Look = LIGHT) -> go.Figure:
    """Draw how tau of the rankings by two sets of cases is spread over the splits: mean, middle half, middle 90%.

    Measures stand in this `order`, the first on top.
    """
    taus, labels = consistency.taus[:, order], [labels_of(consistency.measures)[m] for m in order]
    few, quarter, most, many = np.quantile(taus, [0.05, 0.25, 0.75, 0.95], axis=0)
    means, rows, least, largest = taus.mean(axis=0), np.arange(len(labels)), np.min(few), np.max(many)
    pad = 0.04 * max(largest - least, 1e-6)
    colours = [look.gold if m == chosen else look.muted for m in order]
    hovers = [
        f"{label}: mean tau {score(means[m])}<br>middle half {score(quarter[m])} to {score(most[m])}"
        f"<br>middle 90% {score(few[m])} to {score(many[m])}"
        for m, label in enumerate(plain(labels))
    ]
    traces = [
        spans(few, many, rows, {"color": look.muted, "width": 2}, "middle 90%", opacity=0.45),
        spans(quarter, most, rows, {"color": look.muted, "width": 8}, "middle half", opacity=0.45),
        dots(means, rows, outlined(10, colours, look.background, 1), "mean", customdata=hovers, hover="%{customdata}"),
    ]
    return figure_of(
        traces,
        look,
        title=f"Tau between {rankings.sets_of_cases(consistency)}",
        height=182 + ROW * len(labels),  # as high as the growth beside it, with its sentence
        margin={"l": margin_of(labels, 96), "r": 12, "t": 46, "b": 84},
        showlegend=True,
        legend=legend_below(font={"size": 12}, itemwidth=30),
        xaxis=axis("tau of the two rankings · more consistent ▶", look, nticks=7, range=[least - pad, largest + pad]),
        yaxis={"showgrid": False, "autorange": "reversed", "tickvals": rows, "ticktext": plain(labels)},
    )


def draw_growth(
    curve: Curve, target: float, needed: int | None, pair: Sequence[int], *, look: Look = LIGHT
) -> go.Figure:
    """Draw the mean tau of two sets of cases by their size, on a logarithmic axis, and the `target` to be reached.

    The lines of a `pair` of measures stand out; they, the highest and the lowest have their names. `needed`: the cases
    at which the first of them reaches the target.
    """
    rows, labels = curve.means.T, labels_of(curve.measures)
    read = [[score(tau) for tau in row] for row in rows]
    x = np.asarray(curve.sizes, dtype=np.float64)
    traces = _curves(x, rows, read, labels, look, pair=pair, pointed="%{x} cases: mean tau %{text}")
    defined = rows[np.isfinite(rows)]
    bottom, top = (float(f(defined, initial=target)) for f in (np.min, np.max))
    pad = 0.06 * max(top - bottom, 1e-6)
    shapes = [level(target, look)]
    notes = [note(f"tau {setting(target)}", look.ink, x=0, xref="paper", y=target, xanchor="left", yanchor="bottom")]
    if needed is not None:
        shapes.append(dotted(look.ink, layer="above", x0=needed, x1=needed, y0=bottom - pad, y1=target))
        place: Part = {"x": float(np.log10(needed)), "y": bottom - pad, "xanchor": "left", "yanchor": "bottom"}
        notes.append(note(count(needed, "case"), look.ink, **place))
    last = [_last(row, bottom) for row in rows]
    named = list(dict.fromkeys([*pair, int(np.argmax(last)), int(np.argmin(last))]))  # besides the pair, both ends
    ends = apart([_last(rows[m], top) for m in named], 0.06 * (top - bottom + 2 * pad))
    notes += [at_end(y=end, **_name(labels[m], look, strong=m in pair)) for m, end in zip(named, ends, strict=True)]
    ticks = _ticks(curve.sizes)
    of_sizes = {"type": "log", "tickvals": ticks, "ticktext": list(map(str, ticks)), "showgrid": False}
    return figure_of(
        traces,
        look,
        title="Mean tau by the number of cases",
        height=130 + ROW * len(labels),
        margin={"l": 48, "r": margin_for([labels[m] for m in named], 14) + 10, "t": 46, "b": 48},
        shapes=shapes,
        annotations=notes,
        hovermode="closest",
        xaxis=axis("cases in each of two sets", look, **of_sizes),
        yaxis=axis("mean tau · more consistent ▶", look, range=[bottom - pad, max([top + pad, *ends])], nticks=6),
    )


def _last(row: FloatArray, otherwise: float) -> float:
    defined = row[np.isfinite(row)]
    return float(defined[-1]) if len(defined) else otherwise


def _name(label: str, look: Look, *, strong: bool = True) -> dict[str, Any]:
    """Return the name of a line as the text of a note, on the ground of the plot."""
    (name,) = plain([label])
    text, colour = (f"<b>{name}</b>", look.ink) if strong else (name, look.muted)
    return {"text": text, "colour": colour, "bgcolor": look.background, "borderpad": 1}


def _curves(
    x: FloatArray,
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
                "color": look.gold
                if m in pair[:1]
                else look.ink
                if m in pair
                else mix(look.background, look.muted, 0.5),
                "width": 3 if m in pair else 1,
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
    return [*(size for size in round_ones if size <= last / 2), last]
