"""All runs of a task under measures: significance groups before ranks, and ranks by several measures."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from ordquant_core.analysis.agreement import moving_most, ranks
from ordquant_core.analysis.official import Official
from ordquant_core.figures.parts import apart, axis, dots, labels_of, margin_for, margins_of, note, short, whiskers
from ordquant_core.figures.template import LIGHT, Look, figure_of, plain, run_style
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import interval, score
from ordquant_core.records import Scores

ROW = 19  # pixels a run
NAME = 18  # letters of a run's name
BAR = 11  # pixels from one bar to the next


def draw_groups(
    results: Official, measure: str, *, alpha: float = 0.05, pair: Sequence[str] = (), look: Look = LIGHT
) -> go.Figure:
    """Draw runs from the best (on top) to the worst, with intervals, and a bar beside every significance group.

    `pair` names runs A and B, which have their colours.
    """
    intervals, runs, label = results.interval, results.scores.runs, MEASURES[measure].label
    layer = results.scores.measures.index(measure)
    order = np.argsort(intervals.means[layer], kind="stable")
    means, low, high = (values[layer][order] for values in (intervals.means, intervals.low, intervals.high))
    rows, place = np.arange(len(runs)), np.argsort(order, kind="stable")
    groups = [place[list(group)].tolist() for group in results.test.groups(layer, alpha)]
    bars = _columns([(min(group), max(group)) for group in groups])
    styles = [run_style(runs[run], pair, look, others=look.ink) for run in order]
    marker = {"size": 9, "color": [style.colour for style in styles], "symbol": [style.symbol for style in styles]}
    hovers = [
        f"{name}<br>mean {score(mean)}, 95% interval {interval(least, most)}"
        for name, mean, least, most in zip(plain([runs[run] for run in order]), means, low, high, strict=True)
    ]
    within = whiskers(means, low, high, look.muted, 1.5, 0)
    bar = {"type": "line", "xref": "paper", "yref": "y", "xsizemode": "pixel", "xanchor": 1}
    bar |= {"line": {"color": look.ink, "width": 4}}
    return figure_of(
        [dots(means, rows, marker, "means", error_x=within, customdata=hovers, hover="%{customdata}")],
        look,
        title="Runs joined by a bar do not differ significantly",
        height=118 + ROW * len(runs),
        margin={
            "l": margin_for(runs, NAME),
            "r": 14 + BAR * (1 + max((column for *_, column in bars), default=0)),
            "t": 46,
            "b": 44,
        },
        shapes=[
            bar | {"x0": 8 + BAR * column, "x1": 8 + BAR * column, "y0": first - 0.32, "y1": last + 0.32}
            for first, last, column in bars
        ],
        xaxis=axis(f"◀ better · mean {label} · worse ▶", look, nticks=6),
        yaxis={
            "range": [len(runs) - 0.4, -0.6],
            "showgrid": False,
            "tickvals": rows,
            "ticktext": [short(runs[run], NAME) for run in order],
        },
    )


def _columns(bars: Sequence[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Give every bar, from a first to a last row, the first column in which it touches no other."""
    ends: list[int] = []  # the last row taken in every column
    placed = []
    for first, last in sorted(bars):
        column = next((number for number, end in enumerate(ends) if end < first), len(ends))
        ends[column : column + 1] = [last]
        placed.append((first, last, column))
    return placed


def draw_ranks(scores: Scores, *, look: Look = LIGHT) -> go.Figure:
    """Draw how measures rank the runs, by their mean scores, from left to right, a line per run.

    The names stand above and below; the two runs that move most are amber.
    """
    runs, columns = scores.runs, plain(labels_of(scores.measures))
    places = ranks(scores.values.mean(axis=2))
    moving = moving_most(places)
    y, style = np.arange(len(columns)), run_style("", (), look, others=look.ink)
    traces = [
        dots(
            places[:, run],
            y,
            {"size": 7 if run in moving else 5, "symbol": style.symbol},
            name,
            mode="lines+markers",
            line={
                "color": look.disagreement if run in moving else style.colour,
                "width": 3 if run in moving else 1.3,
                "dash": style.dash,
            },
            opacity=1 if run in moving else 0.7,
            text=[name] * len(y),
            customdata=columns,
            hover="%{text}: rank %{x} by %{customdata}",
        )
        for run, name in enumerate(plain(runs))
    ]
    traces.sort(key=lambda trace: trace["opacity"])  # those that move most on top
    ended = [f"<b>{short(name, NAME)}</b>" if run in moving else short(name, NAME) for run, name in enumerate(runs)]
    left, _ = margins_of(labels_of(scores.measures), 34, 84)
    room = margin_for(runs, NAME)
    numbers = [(1, "rank 1"), *((n, str(n)) for n in range(5, len(runs) + 1, 5))]
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
                note(text, look.muted, x=at, y=1, yanchor="bottom", yshift=room + 4, yref="paper")
                for at, text in numbers
            ),
        ],
        showlegend=False,
        hovermode="closest",
        xaxis={"range": [0.4, len(runs) + 0.6], "showgrid": False, "showticklabels": False, "ticks": ""},
        yaxis={"range": [len(columns) - 0.9, -0.1], "tickvals": y, "ticktext": columns, "showgrid": False},
    )
