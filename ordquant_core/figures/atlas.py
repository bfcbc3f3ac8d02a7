"""The figures of the atlas: preferences on all gold distributions of three classes, and how similarly measures rank."""

from collections.abc import Callable, Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike, NDArray

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.labels import HOVER, beside, written
from ordquant_core.figures.landscape import ternary_figure
from ordquant_core.figures.style import Palette, build, mix, plain
from ordquant_core.numerals import percent


def preference_map(
    gold_points: ArrayLike,
    deltas: ArrayLike,
    palette: Palette,
    *,
    labels: Sequence[str],
    runs: tuple[str, str],
    title: str,
    chosen: ArrayLike | None = None,
    border: ArrayLike | None = None,
    height: int = 360,
) -> go.Figure:
    """Draw deltas of shape (n,) on all gold distributions over three classes, (n, 3): orange prefers A, green B.

    `gold_points` are probabilities on a whole grid; `chosen` (3,) is marked; `border` has segments as for
    `ternary_figure`. A stronger colour is a larger difference; the palest are ties. Raises
    `ShapeMismatchError`.
    """
    values = np.asarray(deltas, dtype=np.float64)
    figure = ternary_figure(
        gold_points, values, palette, labels=labels, gold=chosen, border=border, title=title, height=height
    )
    reach = max(float(np.abs(values[np.isfinite(values)]).max(initial=0.0)), 1e-9)
    name_a, name_b = plain(runs)
    shares = "<br>".join(f"{label}: %{{customdata[{place}]:.3~g}}%" for place, label in enumerate(plain(labels)))
    cells = figure.data[0]
    cells.update(
        zmin=-reach,
        zmax=reach,
        colorscale=[[0, palette.run_a], [0.5, palette.panel], [1, palette.run_b]],
        zhoverformat=HOVER,
        hovertemplate=f"Δ %{{z}}<br>{shares}<extra></extra>",
        colorbar={
            "title": {"text": f"{name_a} better ◀ ▶ {name_b} better", "side": "right"},
            "tickformat": "+.2f",
            "nticks": 5,
        },
    )
    return figure


def disagreement_heatmap(shares: ArrayLike, labels: Sequence[str], palette: Palette, *, title: str) -> go.Figure:
    """Draw for every two measures the share of gold distributions on which they disagree, shape (k, k)."""
    cells = np.asarray(shares, dtype=np.float64)
    if cells.shape != (len(labels), len(labels)):
        raise ShapeMismatchError(f"Give one row and one column per measure, got {cells.shape} for {len(labels)}.")
    names = plain(labels)
    drawn = np.where(np.eye(len(labels), dtype=bool), np.nan, 100 * cells)
    cell = go.Heatmap(
        z=drawn,
        x=names,
        y=names,
        colorscale=[[0, palette.background], [1, mix(palette.background, palette.disagreement, 0.5)]],
        zmin=0,
        zmax=max(float(np.nanmax(drawn, initial=0.0)), 1e-9),
        text=_percents(drawn, lambda share: percent(share).removesuffix("%")),
        customdata=_percents(drawn, lambda share: percent(share, 2)),
        texttemplate="%{text}",
        textfont={"size": 11, "color": palette.ink},
        hovertemplate="%{y} and %{x} disagree on %{customdata} of the gold distributions<extra></extra>",
        hoverongaps=False,
        showscale=False,
        xgap=1,
        ygap=1,
    )
    return build(
        [cell],
        palette,
        title=title,
        height=110 + 24 * len(labels),
        margin={"l": 96, "r": 8, "t": 46, "b": 90},
        xaxis={"showgrid": False, "tickangle": -60},
        yaxis={"showgrid": False, "autorange": "reversed"},
    )


def _percents(percents: NDArray[np.float64], write: Callable[[float], str]) -> list[list[str]]:
    return [["" if np.isnan(value) else write(value / 100) for value in row] for row in percents.tolist()]


def tau_figure(
    labels: Sequence[str],
    spreads: ArrayLike,
    printed: ArrayLike,
    outside: ArrayLike,
    palette: Palette,
    *,
    title: str,
) -> go.Figure:
    """Draw for every two measures the spread of tau over the seeds, its mean, and the printed value beside it.

    `spreads` has shape (rows, seeds), `printed` (rows, 3): tau and its interval, NaN where nothing is printed. The
    printed values that are `outside` (rows,) of the spread are drawn in the colour of disagreement.
    """
    taus, published = np.asarray(spreads, dtype=np.float64), np.asarray(printed, dtype=np.float64)
    apart, n = np.asarray(outside, dtype=bool), len(labels)
    if not n or taus.ndim != 2 or not taus.size or not (len(taus), *apart.shape, *published.shape) == (n, n, n, 3):
        raise ShapeMismatchError("Give at least one row, with at least one tau and one printed value each.")
    names = np.array(plain(labels), dtype=object)
    low, high, mean = taus.min(axis=1), taus.max(axis=1), taus.mean(axis=1)
    gap = np.full(n, None)
    traces: list[object] = [
        go.Scatter(
            x=np.stack([low, high, gap], axis=1).ravel().tolist(),
            y=np.stack([names, names, gap], axis=1).ravel().tolist(),
            mode="lines",
            line={"color": palette.muted, "width": 5},
            opacity=0.45,
            hoverinfo="skip",
            name="spread",
        ),
        go.Scatter(
            x=mean,
            y=names,
            mode="markers",
            marker={"color": palette.ink, "size": 8},
            customdata=beside(written(mean), written(low), written(high)),
            hovertemplate="%{y}: mean %{customdata[0]}, from %{customdata[1]} to %{customdata[2]}<extra></extra>",
            name="mean of the seeds",
        ),
    ]
    for members, colour, name in (
        (~apart, palette.gold, "printed"),
        (apart, palette.disagreement, "printed, outside the spread"),
    ):
        rows = np.flatnonzero(members & np.isfinite(published[:, 0]))
        if len(rows):
            tau, least, most = published[rows].T
            traces.append(
                go.Scatter(
                    x=tau,
                    y=names[rows],
                    mode="markers",
                    marker={"color": colour, "size": 12, "symbol": "diamond-open", "line": {"width": 2}},
                    error_x={
                        "type": "data",
                        "symmetric": False,
                        "array": most - tau,
                        "arrayminus": tau - least,
                        "color": colour,
                        "thickness": 1,
                        "width": 3,
                    },
                    customdata=written(tau),
                    hovertemplate="%{y}: %{customdata} printed<extra></extra>",
                    name=name,
                )
            )
    return build(
        traces,
        palette,
        title=title,
        height=142 + 30 * n,
        margin={"l": 116, "r": 12, "t": 46, "b": 96},
        showlegend=True,
        legend={"orientation": "h", "x": 0, "y": 0, "yref": "container", "yanchor": "bottom", "font": {"size": 12}},
        yaxis={"autorange": "reversed", "showgrid": False, "categoryorder": "array", "categoryarray": names.tolist()},
    )
