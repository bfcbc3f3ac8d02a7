"""All runs of a task under measures: significance groups before ranks, and ranks by several measures."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from ordquant_core.analysis.agreement import moving_most, ranks
from ordquant_core.analysis.official import Official
from ordquant_core.figures.parts import axis, dots, labels_of, margin_for, short, whiskers, written_at
from ordquant_core.figures.template import LIGHT, Look, Part, figure_of, mix, plain, run_style
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import interval, score
from ordquant_core.records import Scores

ROW = 19  # pixels a run
NAME = 18  # letters of a run's name
BAR = 11  # pixels from one bar to the next
DIGIT = "\u2007"  # a space as wide as a digit
BESIDE, BETWEEN = 14, 20  # letters of a name beside a line, pixels from one to the next


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
    """Draw how two measures rank the runs, by their mean scores: a line per run, from its rank by one to the other.

    Runs that tie share a rank and a point; their names stand below each other, beside a bar. Runs that keep their rank
    are pale, and those that move most are amber, on top.
    """
    runs, labels = scores.runs, plain(labels_of(scores.measures))
    places = ranks(scores.values.mean(axis=2))
    moving, names = moving_most(places), plain(runs)
    rows = np.arange(1, len(runs) + 1)
    traces: list[Part] = []
    for run in sorted(range(len(runs)), key=lambda run: (run in moving, places[0, run] != places[1, run])):
        first, second = places[:, run].tolist()
        colour = (
            look.disagreement
            if run in moving
            else mix(look.background, look.muted, 0.35)
            if first == second
            else look.muted
        )
        alike = [name for name, both in zip(names, places.T.tolist(), strict=True) if both == [first, second]]
        style = {
            "line": {"color": colour, "width": 2.5 if run in moving else 1.3},
            "text": [f"{', '.join(alike)}<br>rank {first} by {labels[0]}, {second} by {labels[1]}"] * 2,
            "mode": "lines+markers",
            "cliponaxis": False,
        }
        marker = {"size": 8 if run in moving else 6, "color": colour}
        traces.append(dots([0, 1], [first, second], marker, names[run], hover="%{text}", **style))
    bars: list[Part] = []
    for side, at in enumerate(places):
        order = np.argsort(at, kind="stable").tolist()
        tied = {rank: int((at == rank).sum()) for rank in at.tolist()}
        written = []
        for run in order:
            name = short(runs[run], BESIDE)
            rank = f"{at[run]}{'=' * (tied[at[run]] > 1)}"
            number = f'<span style="color:{look.muted}">{rank}</span>'
            pad = DIGIT * (3 - len(rank))
            name = f"<b>{name}</b>" if run in moving else name
            written.append(f"{DIGIT}{number}{pad} {name}" if side else f"{name} {pad}{number}{DIGIT}")
        beside = written_at([side] * len(runs), rows, written, {"size": 12, "color": look.ink}, "names")
        traces.append({**beside, "textposition": f"middle {'right' if side else 'left'}", "cliponaxis": False})
        bar: Part = {"type": "line", "x0": side, "x1": side, "line": {"color": look.muted, "width": 2}}
        bars += [bar | {"y0": rank, "y1": rank + number - 1} for rank, number in tied.items() if number > 1]
    room = margin_for(runs, BESIDE) + 24
    by = [f"<b>by {label}</b>" for label in labels]
    return figure_of(
        traces,
        look,
        title="",
        height=32 + BETWEEN * len(runs),
        margin={"l": room, "r": room, "t": 22, "b": 10},
        shapes=bars,
        hovermode="closest",
        xaxis={"range": [0, 1], "side": "top", "tickvals": [0, 1], "ticktext": by, "ticks": "", "showline": False},
        yaxis={"range": [len(runs) + 0.6, 0.4], "visible": False},
    )
