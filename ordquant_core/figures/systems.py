"""All runs of a task under measures: significance groups before ranks, and ranks by several measures."""

from collections.abc import Collection, Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from ordquant_core.analysis.agreement import moving_most, ranks
from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.parts import apart, axis, dots, labels_of, margin_for, margins_of, note, short
from ordquant_core.figures.template import LIGHT, Look, figure_of, plain, run_style
from ordquant_core.numerals import interval, score
from ordquant_core.records import Scores

ROW = 19  # pixels a run
NAME = 18  # letters of a run's name
BAR = 11  # pixels from one bar to the next


def groups_figure(
    means: ArrayLike,
    low: ArrayLike,
    high: ArrayLike,
    runs: Sequence[str],
    groups: Sequence[Sequence[int]],
    *,
    measure: str,
    title: str,
    pair: Sequence[str] = (),
    look: Look = LIGHT,
) -> go.Figure:
    """Draw runs from the best (on top) to the worst, with intervals, and a bar beside every group of runs.

    `means`, `low` and `high` have shape (runs,); a group lists runs of which no two differ significantly, neighbours in
    the ranking. `pair` names runs A and B, which have their colours. Raises `ShapeMismatchError`.
    """
    values, lows, highs = (np.asarray(side, dtype=np.float64) for side in (means, low, high))
    if not values.shape == lows.shape == highs.shape == (len(runs),) or not runs:
        raise ShapeMismatchError(f"Give a mean and an interval for each of the {len(runs)} runs.")
    order = np.argsort(values, kind="stable")
    place = np.empty(len(runs), dtype=np.int64)
    place[order] = np.arange(len(runs))
    shown = [run_style(run, pair, look, others=look.ink) for run in runs]
    names = plain(runs)
    bars = _columns([(min(place[list(group)]), max(place[list(group)])) for group in groups])
    columns = max((column for *_, column in bars), default=0) + 1
    whiskers = {"type": "data", "symmetric": False, "thickness": 1.5, "width": 0, "color": look.muted}
    traces = [
        dots(
            values[order],
            np.arange(len(runs)),
            {
                "size": 9,
                "color": [shown[run].colour for run in order],
                "symbol": [shown[run].symbol for run in order],
            },
            "means",
            error_x=whiskers | {"array": (highs - values)[order], "arrayminus": (values - lows)[order]},
            customdata=[
                f"{names[run]}<br>mean {score(values[run])}, 95% interval {interval(lows[run], highs[run])}"
                for run in order
            ],
            hover="%{customdata}",
        )
    ]
    shapes = [
        {
            "type": "line",
            "xref": "paper",
            "yref": "y",
            "xsizemode": "pixel",
            "xanchor": 1,
            "x0": 8 + BAR * column,
            "x1": 8 + BAR * column,
            "y0": first - 0.32,
            "y1": last + 0.32,
            "line": {"color": look.ink, "width": 4},
        }
        for first, last, column in bars
    ]
    return figure_of(
        traces,
        look,
        title=title,
        height=118 + ROW * len(runs),
        margin={"l": margin_for(runs, NAME), "r": 14 + BAR * columns, "t": 46, "b": 44},
        shapes=shapes,
        xaxis=axis(f"◀ better · mean {measure} · worse ▶", look, nticks=6),
        yaxis={
            "range": [len(runs) - 0.4, -0.6],
            "showgrid": False,
            "tickvals": list(range(len(runs))),
            "ticktext": [short(runs[run], NAME) for run in order],
        },
    )


def slopes_figure(
    ranks: ArrayLike, runs: Sequence[str], measures: Sequence[str], *, marked: Collection[str] = (), look: Look = LIGHT
) -> go.Figure:
    """Draw the ranks of every run by a few measures, (measures, runs), from left to right, one line per run.

    The names stand above and below; lines of runs that are `marked` are amber. Raises `ShapeMismatchError`.
    """
    places = np.asarray(ranks, dtype=np.float64)
    if places.shape != (len(measures), len(runs)) or not places.size:
        raise ShapeMismatchError(f"Give a rank by {len(measures)} measures for {len(runs)} runs, got {places.shape}.")
    y, columns, style = np.arange(len(measures)), plain(measures), run_style("", (), look, others=look.ink)
    traces = [
        dots(
            places[:, run],
            y,
            {"size": 7 if runs[run] in marked else 5, "symbol": style.symbol},
            name,
            mode="lines+markers",
            line={
                "color": look.disagreement if runs[run] in marked else style.colour,
                "width": 3 if runs[run] in marked else 1.3,
                "dash": style.dash,
            },
            opacity=1 if runs[run] in marked else 0.7,
            text=[name] * len(y),
            customdata=columns,
            hover="%{text}: rank %{x} by %{customdata}",
        )
        for run, name in enumerate(plain(runs))
    ]
    traces.sort(key=lambda trace: trace["opacity"])  # those that are marked on top
    ended = [f"<b>{name}</b>" if run in marked else name for run in runs for name in [short(run, NAME)]]
    left, _ = margins_of(measures, 34, 84)
    room = margin_for(runs, NAME)
    return figure_of(
        traces,
        look,
        title="",
        height=2 * room + 112,
        margin={"l": left + 40, "r": 12, "t": room + 20, "b": room},
        annotations=[
            *(
                note(name, style.text, x=end, y=at, yanchor=anchor, yshift=shift, yref="paper", textangle=-90)
                for row, at, anchor, shift in ((places[0], 1, "bottom", 4), (places[-1], 0, "top", -4))
                for name, end in zip(ended, apart(row, 0.85), strict=True)
            ),
            *(
                note(said, look.muted, x=at, y=1, yanchor="bottom", yshift=room + 4, yref="paper")
                for at, said in [(1, "rank 1"), *((n, str(n)) for n in range(5, len(runs) + 1, 5))]
            ),
        ],
        showlegend=False,
        hovermode="closest",
        xaxis={"range": [0.4, len(runs) + 0.6], "showgrid": False, "showticklabels": False, "ticks": ""},
        yaxis={"range": [len(measures) - 0.9, -0.1], "tickvals": y, "ticktext": columns, "showgrid": False},
    )


def _columns(bars: Sequence[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Give every bar, from a first to a last row, the first column in which it touches no other."""
    ends: list[int] = []  # the last row taken in every column
    placed = []
    for first, last in sorted(bars):
        column = next((number for number, end in enumerate(ends) if end < first), len(ends))
        ends[column : column + 1] = [last]
        placed.append((int(first), int(last), column))
    return placed


def draw_ranks(scores: Scores, *, look: Look = LIGHT) -> go.Figure:
    """Draw how two measures rank the runs, by their mean scores; the two runs that move most are amber."""
    runs, places = scores.runs, ranks(scores.values.mean(axis=2))
    named = [runs[run] for run in moving_most(places)]
    return slopes_figure(places, runs, labels_of(scores.measures), marked=named, look=look)
