"""What is judged, estimated and compared in a task on dialogues: EVIA 2017, Figure 5 (a) and (b) [sakai2017]."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from ordquant_core.figures.parts import CLEAR, axis, gold_bars, note
from ordquant_core.figures.template import LIGHT, Look, Part, figure_of, plain
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, score
from ordquant_core.papers.subtasks import Subtask

BLOCKS = (0.0, 0.32)  # the columns of the figure, as shares of its width: the dialogue, the votes
VOTES = (0.42, 1.0)
UPPER, LOWER = (0.64, 0.92), (0.12, 0.4)  # of the height: the system's estimate above the gold


def draw_subtask(one: Subtask, *, look: Look = LIGHT) -> go.Figure:
    """Draw a dialogue, the annotators that a system estimates and those of the gold, and the scores of the estimate."""
    senders, labels, block = one.senders, one.labels, one.block
    drawn, true = np.array(one.estimate, dtype=np.float64), np.array(one.gold, dtype=np.float64)
    places = np.arange(len(labels))
    outline = {"color": CLEAR, "line": {"color": look.run_a, "width": 2}}
    of_system: Part = {"type": "bar", "x": places, "y": drawn, "width": 0.6, "marker": outline, "name": "Estimate"}
    texts = [[count(round(value)) for value in values.tolist()] for values in (drawn, true)]
    shared = {"textposition": "outside", "cliponaxis": False, "textfont": {"size": 12}}
    traces = [
        of_system | shared | {"text": texts[0], "hoverinfo": "skip"},
        gold_bars(places, true, 0.6, look, hover="", xaxis="x2", yaxis="y2", text=texts[1], **shared),
    ]
    top = 1.25 * max(float(drawn.max()), float(true.max()), 1.0)
    of = "d" if block is None else "b"
    ticks = {
        "tickvals": places.tolist(),
        "ticktext": plain(labels),
        "showgrid": False,
        "tickangle": 0,
        "domain": list(VOTES),
    }
    hidden = {"range": [0, top], "visible": False}
    scores = {key: float(MEASURES[key](one.gold, one.estimate)) for key in one.measures}
    written = "   ".join(f"{plain([key])[0]}({of}) = {score(value)}" for key, value in scores.items())
    words = [
        _label("dialogue d", BLOCKS[0], 1.0, look),
        _label("annotators: estimate", VOTES[0], 1.0, look),
        _label("annotators: gold", VOTES[0], LOWER[1] + 0.09, look),
        note(written, look.ink, 13, x=0, y=0, xref="paper", yref="paper", xanchor="left", yanchor="top", yshift=-14),
    ]
    return figure_of(
        traces,
        look,
        title=one.title,
        height=340,
        margin={"l": 8, "r": 8, "t": 52, "b": 40},
        annotations=[*words, *_names(senders, look)],
        shapes=[*_boxes(senders, block, look), *_leads(senders, block, look)],
        xaxis=axis("", look, **ticks),
        xaxis2=axis("", look, anchor="y2", tickfont={"size": 12, "color": look.ink}, fixedrange=True, **ticks),
        yaxis={**hidden, "domain": list(UPPER)},
        yaxis2={**hidden, "domain": list(LOWER), "anchor": "x2", "fixedrange": True},
    )


def _label(text: str, x: float, y: float, look: Look) -> Part:
    return note(text, look.ink, 12, x=x, y=y, xref="paper", yref="paper", xanchor="left", yanchor="middle")


def _edges(senders: Sequence[str], number: int) -> tuple[float, float, float, float]:
    """Return the corners of a block: customer on the left, helpdesk on the right, from the top."""
    step = (UPPER[1] - LOWER[0]) / len(senders)
    upper = UPPER[1] - number * step
    left = BLOCKS[0] + (0.05 if senders[number] == "helpdesk" else 0.0)
    return left, upper - 0.8 * step, left + (BLOCKS[1] - BLOCKS[0]) - 0.05, upper


def _boxes(senders: Sequence[str], block: int | None, look: Look) -> list[Part]:
    boxes = []
    for number in range(len(senders)):
        left, low, right, high = _edges(senders, number)
        judged = block is None or block == number
        line = {"color": look.ink if judged else look.line, "width": 1.5 if judged else 1}
        place = {"x0": left, "x1": right, "y0": low, "y1": high, "xref": "paper", "yref": "paper"}
        boxes.append({"type": "rect", "fillcolor": look.panel, "line": line, **place})
    return boxes


def _names(senders: Sequence[str], look: Look) -> list[Part]:
    found = []
    for number, sender in enumerate(senders):
        left, low, right, high = _edges(senders, number)
        place = {"x": (left + right) / 2, "y": (low + high) / 2, "xref": "paper", "yref": "paper"}
        found.append(note(plain([sender])[0], look.ink, 12, xanchor="center", yanchor="middle", **place))
    return found


def _leads(senders: Sequence[str], block: int | None, look: Look) -> list[Part]:
    """Return lines from what is judged to both distributions."""
    if block is None:
        start = BLOCKS[1] + 0.03
        upper, lower = _edges(senders, 0)[3], _edges(senders, len(senders) - 1)[1]
        bracket = [_line(start, lower, start, upper, look)]
        middle = (upper + lower) / 2
    else:
        _, low, start, high = _edges(senders, block)
        bracket, middle = [], (low + high) / 2
    ends = [(one[0] + one[1]) / 2 for one in (UPPER, LOWER)]
    return [*bracket, *(_line(start, middle, VOTES[0] - 0.02, end, look) for end in ends)]


def _line(x0: float, y0: float, x1: float, y1: float, look: Look) -> Part:
    place = {"x0": x0, "y0": y0, "x1": x1, "y1": y1, "xref": "paper", "yref": "paper"}
    return {"type": "line", "line": {"color": look.muted, "width": 1}, **place}
