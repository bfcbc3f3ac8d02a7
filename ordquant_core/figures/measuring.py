"""Figures that compare measures: matrices of pairs, curves of p-values, consistency and its growth."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.style import Palette, axis_title, build, mix, plain
from ordquant_core.numerals import count, p_text, score, setting

ROW = 24  # pixels a measure
DASHES = {"ordinal": "solid", "nominal": "dash", "priority": "dot", "combined": "dashdot"}  # of the families


def matrix_figure(
    cells: ArrayLike,
    texts: Sequence[Sequence[str]],
    words: Sequence[Sequence[str]],
    labels: Sequence[str],
    palette: Palette,
    *,
    title: str,
    low: float = 0.0,
    high: float = 1.0,
    pair: tuple[int, int] | None = None,
) -> go.Figure:
    """Draw a number for every pair of measures, (measures, measures): the larger, the darker; the diagonal is empty.

    `texts` stand in the cells, `words` are shown on hover; NaN leaves a cell empty. `pair` is framed.
    Raises `ShapeMismatchError`.
    """
    values = np.asarray(cells, dtype=np.float64)
    if values.shape != (len(labels), len(labels)) or not len(texts) == len(words) == len(labels):
        raise ShapeMismatchError(f"Give one row and one column per measure, got {values.shape} for {len(labels)}.")
    order = np.arange(len(labels))
    drawn = np.where(np.eye(len(labels), dtype=np.bool_), np.nan, values)
    heat = go.Heatmap(
        z=drawn,
        x=order,
        y=order,
        text=[list(row) for row in texts],
        texttemplate="%{text}",
        textfont={"size": 10, "color": palette.ink},
        customdata=[list(row) for row in words],
        hovertemplate="%{customdata}<extra></extra>",
        hoverongaps=False,
        zmin=low,
        zmax=high,
        colorscale=[[0, palette.background], [1, mix(palette.background, palette.muted, 0.5)]],
        showscale=False,
        xgap=1,
        ygap=1,
    )
    frame = {"type": "rect", "line": {"color": palette.ink, "width": 2}}
    framed = [] if pair is None else [pair, pair[::-1]]
    shapes = [frame | {"x0": x - 0.5, "x1": x + 0.5, "y0": y - 0.5, "y1": y + 0.5} for x, y in framed]
    ticks = {"tickvals": order, "ticktext": plain(labels), "showgrid": False}
    return build(
        [heat],
        palette,
        title=title,
        height=126 + ROW * len(labels),
        margin={"l": 96, "r": 8, "t": 46, "b": 84},
        shapes=shapes,
        xaxis={**ticks, "tickangle": -60},
        yaxis={**ticks, "autorange": "reversed"},
    )


def power_figure(
    curves: ArrayLike,
    labels: Sequence[str],
    families: Sequence[str],
    palette: Palette,
    *,
    level: float,
    title: str,
    chosen: int | None = None,
    height: int = 400,
    n_trials: int,
) -> go.Figure:
    """Draw the sorted p-values of all pairs of runs, (measures, pairs), one line per measure, and the level.

    A line that falls early discriminates. Families have their dashes; measure `chosen` stands out. The p-values
    were counted in `n_trials`.
    """
    lines = _lines(curves, labels, families)
    x = np.arange(1, lines.shape[1] + 1)
    read = [[p_text(p, n_trials) for p in line] for line in lines.tolist()]
    pointed = "%{x}. largest p-value: p %{text}"
    traces = [
        _line(x, lines[m], labels[m], families[m], palette, m == chosen, pointed).update(text=plain(read[m]))
        for m in _last(len(labels), chosen)
    ]
    across = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": level, "y1": level}
    return build(
        [*traces, *_keys(families, palette, None if chosen is None else labels[chosen])],
        palette,
        title=title,
        height=height,
        margin={"l": 48, "r": 12, "t": 46, "b": 84},
        shapes=[across | {"line": {"color": palette.disagreement, "width": 1.5}}],
        annotations=[_note(setting(level), palette, x=1, xref="paper", y=level, xanchor="right", yanchor="bottom")],
        showlegend=True,
        legend=_legend(),
        hovermode="closest",
        xaxis={"range": [0, len(x) + 1], "showgrid": False, "title": axis_title("pairs of runs, by p-value", palette)},
        yaxis={"range": [0, 1.02], "nticks": 6, "title": axis_title("p-value", palette)},
    )


def consistency_figure(
    taus: ArrayLike,
    labels: Sequence[str],
    palette: Palette,
    *,
    title: str,
    chosen: int | None = None,
) -> go.Figure:
    """Draw how the taus of many splits, (splits, measures), are spread: mean, middle half, middle 90%.

    Measures stand in the order given, the first on top.
    """
    values = np.asarray(taus, dtype=np.float64)
    if values.ndim != 2 or values.shape[1] != len(labels) or not values.size:
        raise ShapeMismatchError(f"Give the taus of {len(labels)} measures on one split or more, got {values.shape}.")
    few, quarter, most, many = np.quantile(values, [0.05, 0.25, 0.75, 0.95], axis=0)
    means, rows = values.mean(axis=0), np.arange(len(labels))
    colours = [palette.ink if m == chosen else palette.muted for m in range(len(labels))]
    traces = [
        go.Scatter(
            x=np.stack([left, right, np.full(len(rows), np.nan)], axis=1).ravel(),
            y=np.repeat(rows, 3),
            mode="lines",
            line={"color": palette.muted, "width": width},
            opacity=0.45,
            hoverinfo="skip",
            name=name,
        )
        for left, right, width, name in ((few, many, 2, "middle 90%"), (quarter, most, 8, "middle half"))
    ]
    traces.append(
        go.Scatter(
            x=means,
            y=rows,
            mode="markers",
            marker={"size": 10, "color": colours, "line": {"width": 1, "color": palette.background}},
            customdata=[
                f"{label}: mean tau {score(means[m])}<br>middle half {score(quarter[m])} to {score(most[m])}"
                f"<br>middle 90% {score(few[m])} to {score(many[m])}"
                for m, label in enumerate(plain(labels))
            ],
            hovertemplate="%{customdata}<extra></extra>",
            name="mean",
        )
    )
    return build(
        traces,
        palette,
        title=title,
        height=130 + ROW * len(labels),
        margin={"l": 96, "r": 12, "t": 46, "b": 84},
        showlegend=True,
        legend=_legend(),
        xaxis={"nticks": 7, "title": axis_title("tau of the two rankings · more consistent ▶", palette)},
        yaxis={"showgrid": False, "autorange": "reversed", "tickvals": rows, "ticktext": plain(labels)},
    )


def growth_figure(
    sizes: Sequence[int],
    means: ArrayLike,
    labels: Sequence[str],
    families: Sequence[str],
    palette: Palette,
    *,
    target: float,
    smallest: int | None,
    title: str,
    chosen: int | None = None,
    height: int = 400,
) -> go.Figure:
    """Draw mean tau (sizes, measures) over the cases in a set, on a logarithmic axis, and the tau to be reached.

    `smallest` is where measure `chosen` reaches it. Raises `ShapeMismatchError`.
    """
    lines = _lines(np.asarray(means, dtype=np.float64).T, labels, families)
    if lines.shape[1] != len(sizes):
        raise ShapeMismatchError(f"Give a mean for each of the {len(sizes)} sizes, got {lines.shape[1]}.")
    x = np.asarray(sizes, dtype=np.float64)
    traces = [
        _line(x, lines[m], labels[m], families[m], palette, m == chosen, "%{x} cases: mean tau %{text}").update(
            text=[score(tau) for tau in lines[m]]
        )
        for m in _last(len(labels), chosen)
    ]
    defined = lines[np.isfinite(lines)]
    bottom, top = (float(f(defined, initial=target)) for f in (np.min, np.max))
    pad = 0.06 * max(top - bottom, 1e-6)
    quiet = {"color": palette.disagreement, "width": 1.5}
    shapes = [{"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": target, "y1": target, "line": quiet}]
    notes = [_note(f"tau {setting(target)}", palette, x=0, xref="paper", y=target, xanchor="left", yanchor="bottom")]
    if smallest is not None:
        shapes.append({"type": "line", "x0": smallest, "x1": smallest, "y0": bottom - pad, "y1": target, "line": quiet})
        notes.append(
            _note(
                count(smallest, "case"),
                palette,
                x=float(np.log10(smallest)),
                y=bottom - pad,
                xanchor="left",
                yanchor="bottom",
            )
        )
    return build(
        [*traces, *_keys(families, palette, None if chosen is None else labels[chosen])],
        palette,
        title=title,
        height=height,
        margin={"l": 48, "r": 12, "t": 46, "b": 84},
        shapes=shapes,
        annotations=notes,
        showlegend=True,
        legend=_legend(),
        hovermode="closest",
        xaxis={
            "type": "log",
            "tickvals": _ticks(sizes),
            "ticktext": [str(size) for size in _ticks(sizes)],
            "showgrid": False,
            "title": axis_title("cases in each of two sets", palette),
        },
        yaxis={
            "range": [bottom - pad, top + pad],
            "nticks": 6,
            "title": axis_title("mean tau · more consistent ▶", palette),
        },
    )


def _lines(
    values: ArrayLike, labels: Sequence[str], families: Sequence[str]
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    lines = np.asarray(values, dtype=np.float64)
    if lines.ndim != 2 or len(lines) != len(labels) or len(families) != len(labels) or not lines.size:
        raise ShapeMismatchError(f"Give a line and a family for each of the {len(labels)} measures, got {lines.shape}.")
    return lines


def _line(
    x: ArrayLike, y: ArrayLike, label: str, family: str, palette: Palette, stands_out: bool, words: str
) -> go.Scatter:
    return go.Scatter(
        x=x,
        y=y,
        mode="lines",
        line={
            "color": palette.ink if stands_out else palette.muted,
            "width": 3 if stands_out else 1.4,
            "dash": DASHES.get(family, "solid"),
        },
        hovertemplate=f"{plain([label])[0]}<br>{words}<extra></extra>",
        name=plain([label])[0],
        showlegend=False,
    )


def _last(n_measures: int, chosen: int | None) -> list[int]:
    """Return the measures in the order of drawing: what stands out lies on top."""
    return sorted(range(n_measures), key=lambda m: m == chosen)


def _keys(families: Sequence[str], palette: Palette, chosen: str | None) -> list[go.Scatter]:
    """Return empty lines that say in the legend what dashes and the thick line mean."""
    present = [family for family in DASHES if family in families]
    lines = [(family, {"color": palette.muted, "width": 1.4, "dash": DASHES[family]}) for family in present]
    if chosen is not None:
        lines.append((plain([chosen])[0], {"color": palette.ink, "width": 3}))
    return [go.Scatter(x=[None], y=[None], mode="lines", line=line, name=name) for name, line in lines]


def _ticks(sizes: Sequence[int]) -> list[int]:
    """Return round sizes that do not crowd, and the last one."""
    last = max(sizes)
    round_ones = [size for size in sizes if str(size)[0] in "125" and str(size).strip("0") in ("1", "2", "5")]
    return [*(size for size in round_ones if size <= last / 1.5), last]


def _note(text: str, palette: Palette, **place: object) -> dict[str, object]:
    return {"text": text, "showarrow": False, "font": {"size": 12, "color": palette.ink}, **place}


def _legend() -> dict[str, object]:
    return {
        "orientation": "h",
        "x": 0,
        "y": 0,
        "yref": "container",
        "yanchor": "bottom",
        "font": {"size": 11},
        "itemwidth": 30,
    }
