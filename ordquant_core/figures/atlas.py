"""The figures of the atlas: who is preferred on every gold of three classes, and how alike two measures rank."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike, NDArray

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.landscape import ternary_figure
from ordquant_core.figures.style import Palette, dress, mix, plain
from ordquant_core.numerals import percent


@dataclass(frozen=True, slots=True)
class TauRow:
    """Two measures: tau for every seed, and what was printed, if anything was."""

    label: str
    spread: tuple[float, ...]
    printed: float | None = None
    printed_low: float | None = None
    printed_high: float | None = None

    @property
    def outside(self) -> bool:
        """Whether the printed tau lies outside all that the seeds give, at the three decimals that are printed."""
        return self.printed is not None and not round(min(self.spread), 3) <= self.printed <= round(max(self.spread), 3)


def preference_map(
    golds: ArrayLike,
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
    """Draw deltas of shape (n,) on all golds over three classes, shape (n, 3): orange prefers A, green prefers B.

    `golds` are probabilities on a whole grid; `chosen` (3,) is marked, `border` are segments as `ternary_figure` takes
    them. The stronger the colour, the larger the difference; the palest are ties. Raises `ShapeMismatchError`.
    """
    values = np.asarray(deltas, dtype=np.float64)
    figure = ternary_figure(
        golds, values, palette, labels=labels, gold=chosen, border=border, title=title, height=height
    )
    reach = max(float(np.abs(values[np.isfinite(values)]).max(initial=0.0)), 1e-9)
    name_a, name_b = plain(runs)
    shares = "<br>".join(f"{label}: %{{customdata[{place}]:.3~g}}%" for place, label in enumerate(plain(labels)))
    cells = figure.data[0]
    cells.update(
        zmin=-reach,
        zmax=reach,
        colorscale=[[0, palette.run_a], [0.5, palette.panel], [1, palette.run_b]],
        hovertemplate=f"Δ %{{z:+.3f}}<br>{shares}<extra></extra>",
        colorbar={
            "title": {"text": f"{name_a} better ◀ ▶ {name_b} better", "side": "right"},
            "tickformat": "+.2f",
            "nticks": 5,
        },
    )
    return figure


def parting_heatmap(shares: ArrayLike, labels: Sequence[str], palette: Palette, *, title: str) -> go.Figure:
    """Draw for every two measures the share of golds on which they prefer different estimates, shape (k, k)."""
    cells = np.asarray(shares, dtype=np.float64)
    if cells.shape != (len(labels), len(labels)):
        raise ShapeMismatchError(f"Give one row and one column a measure, got {cells.shape} for {len(labels)}.")
    names = plain(labels)
    drawn = np.where(np.eye(len(labels), dtype=bool), np.nan, 100 * cells)
    figure = go.Figure(
        go.Heatmap(
            z=drawn,
            x=names,
            y=names,
            colorscale=[[0, palette.background], [1, mix(palette.background, palette.disagreement, 0.5)]],
            zmin=0,
            zmax=max(float(np.nanmax(drawn, initial=0.0)), 1e-9),
            text=_written(drawn, lambda share: percent(share).removesuffix("%")),
            customdata=_written(drawn, lambda share: percent(share, 2)),
            texttemplate="%{text}",
            textfont={"size": 11, "color": palette.ink},
            hovertemplate="%{y} and %{x} part on %{customdata} of the golds<extra></extra>",
            hoverongaps=False,
            showscale=False,
            xgap=1,
            ygap=1,
        )
    )
    dress(figure, palette, title=title, height=110 + 24 * len(labels))
    figure.update_layout(
        margin={"l": 96, "r": 8, "t": 46, "b": 90},
        xaxis={"showgrid": False, "tickangle": -60},
        yaxis={"showgrid": False, "autorange": "reversed"},
    )
    return figure


def _written(percents: NDArray[np.float64], write: Callable[[float], str]) -> list[list[str]]:
    return [["" if np.isnan(value) else write(value / 100) for value in row] for row in percents.tolist()]


def tau_figure(rows: Sequence[TauRow], palette: Palette, *, title: str) -> go.Figure:
    """Draw for every two measures the spread of tau over the seeds, its mean, and the printed value beside it.

    A printed value outside the spread is drawn in the colour of disagreement, with its printed interval.
    """
    if not rows or not all(row.spread for row in rows):
        raise ShapeMismatchError("Give at least one row, and at least one tau a row.")
    names = plain([row.label for row in rows])
    spreads = [np.array(row.spread) for row in rows]
    figure = go.Figure()
    x: list[float | None] = []
    y: list[str | None] = []
    for name, spread in zip(names, spreads, strict=True):
        x += [float(spread.min()), float(spread.max()), None]
        y += [name, name, None]
    figure.add_scatter(
        x=x, y=y, mode="lines", line={"color": palette.muted, "width": 5}, opacity=0.45, hoverinfo="skip", name="spread"
    )
    figure.add_scatter(
        x=[float(spread.mean()) for spread in spreads],
        y=names,
        mode="markers",
        marker={"color": palette.ink, "size": 8},
        customdata=[[float(spread.min()), float(spread.max())] for spread in spreads],
        hovertemplate="%{y}: mean %{x:.3f}, from %{customdata[0]:.3f} to %{customdata[1]:.3f}<extra></extra>",
        name="mean of the seeds",
    )
    for outside, colour in ((False, palette.gold), (True, palette.disagreement)):
        printed = [(name, row) for name, row in zip(names, rows, strict=True) if row.printed is not None]
        shown = [(name, row) for name, row in printed if row.outside == outside]
        if not shown:
            continue
        figure.add_scatter(
            x=[row.printed for _, row in shown],
            y=[name for name, _ in shown],
            mode="markers",
            marker={"color": colour, "size": 12, "symbol": "diamond-open", "line": {"width": 2}},
            error_x={
                "type": "data",
                "symmetric": False,
                "array": [(row.printed_high or 0) - (row.printed or 0) for _, row in shown],
                "arrayminus": [(row.printed or 0) - (row.printed_low or 0) for _, row in shown],
                "color": colour,
                "thickness": 1,
                "width": 3,
            },
            hovertemplate="%{y}: %{x:.3f} printed<extra></extra>",
            name="printed, outside the spread" if outside else "printed",
        )
    dress(figure, palette, title=title, height=142 + 30 * len(rows))
    figure.update_layout(
        margin={"l": 116, "r": 12, "t": 46, "b": 96},
        showlegend=True,
        legend={"orientation": "h", "x": 0, "y": 0, "yref": "container", "yanchor": "bottom", "font": {"size": 12}},
        yaxis={"autorange": "reversed", "showgrid": False, "categoryorder": "array", "categoryarray": names},
    )
    return figure
