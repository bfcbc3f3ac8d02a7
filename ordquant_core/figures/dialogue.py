"""A dialogue, block by block: the distributions of the annotators and up to two runs over nugget types."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from ordquant_core.figures.nuggets import NuggetView
from ordquant_core.figures.parts import bar_outlines, dot_of, dots, gold_bars, gold_edges, note, written_at
from ordquant_core.figures.template import LIGHT, Look, Part, figure_of, plain, run_styles
from ordquant_core.numerals import count, score

WIDTHS = (0.86, 0.72)  # of the outlines of A and B
GOLD_WIDTH = 0.6
BETWEEN = 0.7  # bars between those of the customer and the helpdesk's
SENDERS = ("customer", "helpdesk")
ROW = 1.85  # from the blocks of one row to those of the next; the highest bar is 1
ROW_PIXELS, ALL_ROWS = (150, 280), 600  # the least and most of a row, and of all where those allow it


def draw_dialogue(view: NuggetView, *, title: str = "Gold as bars, runs as outlines", look: Look = LIGHT) -> go.Figure:
    """Draw the blocks of a dialogue in order, from the top: the customer's on the left, the helpdesk's on the right.

    A block of the helpdesk stands beside the one it answers. Gold is a filled bar, the runs (A, then B) are outlines
    with dots; the chosen block is framed, and its heading says whether A has no larger score than there.
    """
    task, senders = view.task, view.task.senders[view.dialogue]
    first, rows = int(task.starts[view.dialogue]), np.array(_rows(senders))
    blocks, runs = slice(first, first + len(senders)), list(view.runs)
    types = [task.types.of(sender) for sender in senders]
    sizes = np.array([len(kinds) for kinds in types])
    most = {side: len(task.types.of(side)) if side in senders else 2 for side in SENDERS}
    right = most["customer"] + BETWEEN
    lefts = np.where(np.array(senders) == "helpdesk", right, 0.0)
    x = np.concatenate([left + np.arange(size) for left, size in zip(lefts, sizes, strict=True)])
    base = np.repeat(-ROW * rows, sizes)
    filled = np.arange(task.gold.shape[1]) < sizes[:, None]
    gold, estimates = task.gold[blocks][filled], task.estimates[runs, blocks][:, filled]
    top = max(float(gold.max()), float(estimates.max()), 1e-9)
    votes = np.zeros(len(gold)) if task.votes is None else np.repeat(task.votes[blocks].sum(axis=1), sizes)
    hovers = [
        score(share) + (f" ({count(round(share * annotators), 'vote')})" if annotators else "")
        for share, annotators in zip(gold.tolist(), votes.tolist(), strict=True)
    ]
    traces = [
        gold_bars(x, gold / top, GOLD_WIDTH, look, base=base.tolist(), customdata=hovers, hover="Gold: %{customdata}"),
        gold_edges(x, base + gold / top, GOLD_WIDTH, look),
    ]
    for values, name, style, width in zip(estimates, plain(view.names), run_styles(look), WIDTHS, strict=False):
        heights, marker = base + values / top, dot_of(style, 7, look.background)
        written, hover = list(map(score, values)), f"{name}: %{{customdata}}"
        traces += [
            bar_outlines(x, base, heights, width, style, f"{name}, outline"),
            dots(x, heights, marker, name, customdata=written, hover=hover, cliponaxis=False),
        ]
    labels = plain([kind for kinds in types for kind in kinds])
    traces.append(written_at(x, base - 0.11, labels, {"color": look.ink, "size": 12}, "types"))
    of_blocks = view.ranking.averages.scores.blocks[view.layer, runs]
    scores = of_blocks[:, blocks]
    marks, n_rows, top_margin = [""] * len(senders), int(rows.max()) + 1, 46 if title else 0
    shapes = []
    if view.block is not None:
        left, bottom = float(lefts[view.block]), -ROW * float(rows[view.block])
        marks[view.block] = " · A’s worst" if scores[0, view.block] == of_blocks[0].max() else " · chosen"
        shapes = [_frame(left - 0.6, left + float(sizes[view.block]) - 0.4, bottom, look)]
    headings = zip(senders, marks, scores.T.tolist(), lefts.tolist(), rows.tolist(), strict=True)
    return figure_of(
        traces,
        look,
        title=title,
        height=int(np.clip(ALL_ROWS // n_rows, *ROW_PIXELS)) * n_rows + 16 + top_margin,
        margin={"l": 4, "r": 4, "t": top_margin, "b": 8},
        annotations=[
            note(
                f"<b>{number}</b> {sender}{mark}<br>{_lettered(of_runs, look)}",
                look.ink,
                x=left - 0.5,
                y=-ROW * row + 1.04,
                xanchor="left",
                yanchor="bottom",
                align="left",
            )
            for number, (sender, mark, of_runs, left, row) in enumerate(headings, start=1)
        ],
        shapes=shapes,
        xaxis={"range": [-0.65, right + most["helpdesk"] - 0.35], "visible": False},
        yaxis={"range": [-ROW * int(rows.max()) - 0.3, 1.55], "visible": False},
    )


def _rows(senders: Sequence[str]) -> list[int]:
    """Return the row of every block: a new one for each customer block, and where the helpdesk speaks on."""
    rows: list[int] = []
    for position, sender in enumerate(senders):
        beside = sender == "helpdesk" and position > 0 and senders[position - 1] == "customer"
        rows.append(rows[-1] if beside else rows[-1] + 1 if rows else 0)
    return rows


def _lettered(scores: Sequence[float], look: Look) -> str:
    """Return the score of each run after its letter, in its colour."""
    colours = (look.run_a_text, look.run_b_text)
    return "   ".join(
        f"<span style='color:{colour}'>{letter} {score(value)}</span>"
        for letter, colour, value in zip("AB", colours, scores, strict=False)
    )


def _frame(left: float, right: float, bottom: float, look: Look) -> Part:
    return {
        "type": "rect",
        "x0": left,
        "x1": right,
        "y0": bottom - 0.24,
        "y1": bottom + 1.5,
        "fillcolor": look.panel,
        "line": {"color": look.ink, "width": 1},
        "layer": "below",
    }
