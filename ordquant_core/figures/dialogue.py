"""A dialogue, block by block: the distributions of the annotators and up to two runs over nugget types."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.parts import bar_outlines, dot_of, dots, gold_bars, note, written_at
from ordquant_core.figures.template import LIGHT, Look, Part, figure_of, plain, run_styles
from ordquant_core.numerals import count, score
from ordquant_core.records import FloatArray

WIDTHS = (0.86, 0.72)  # of the outlines of A and B
GOLD_WIDTH = 0.6
BETWEEN = 0.7  # bars between those of the customer and the helpdesk's
SENDERS = ("customer", "helpdesk")
ROW = 1.85  # from the blocks of one row to those of the next; the highest bar is 1
ROW_PIXELS = 150


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """One utterance block, as it is to be drawn."""

    sender: str  # customer: on the left; helpdesk: on the right
    types: Sequence[str]
    gold: ArrayLike  # (types,), probabilities
    estimates: Sequence[ArrayLike]  # of run A, then of run B, if there is one
    scores: Sequence[float]  # likewise
    annotators: int | None = None  # then bars are labelled with votes


def dialogue_figure(
    blocks: Sequence[Block],
    *,
    runs: Sequence[str],
    title: str,
    selected: int | None = None,
    selected_as: str = "chosen",
    look: Look = LIGHT,
) -> go.Figure:
    """Draw the blocks of a dialogue in order, from the top: the customer's on the left, the helpdesk's on the right.

    A block of the helpdesk stands beside the one it answers. Gold is a filled bar, the runs (A, then B) are outlines
    with dots; the block with the number `selected` is framed, and called `selected_as` in its heading.
    """
    if not blocks or any(len(block.scores) != len(runs) or len(block.estimates) != len(runs) for block in blocks):
        raise ShapeMismatchError(f"Give one block or more, each with an estimate and a score of {len(runs)} runs.")
    rows = _rows([block.sender for block in blocks])
    most = {side: max([len(block.types) for block in blocks if block.sender == side], default=2) for side in SENDERS}
    right = most["customer"] + BETWEEN
    positions = [
        (np.arange(len(block.types), dtype=np.float64) + (right if block.sender == "helpdesk" else 0), -ROW * row)
        for block, row in zip(blocks, rows, strict=True)
    ]
    gold_rows = [np.asarray(block.gold, dtype=np.float64) for block in blocks]
    estimates = [[np.asarray(block.estimates[run], dtype=np.float64) for block in blocks] for run in range(len(runs))]
    top = max(float(np.concatenate([*gold_rows, *(row for rows in estimates for row in rows)]).max()), 1e-9)
    x = np.concatenate([position[0] for position in positions])
    base = np.concatenate([np.full(len(across), down) for across, down in positions])
    gold = np.concatenate(gold_rows)
    said = [
        f"{score(share)} ({count(round(share * block.annotators), 'vote')})" if block.annotators else score(share)
        for row, block in zip(gold_rows, blocks, strict=True)
        for share in row.tolist()
    ]
    traces = [
        gold_bars(x, gold / top, GOLD_WIDTH, look, base=base.tolist(), customdata=said, hover="Gold: %{customdata}")
    ]
    for rows_of, name, style, width in zip(estimates, plain(runs), run_styles(look), WIDTHS, strict=False):
        values = np.concatenate(rows_of)
        heights, scores = base + values / top, list(map(score, values))
        traces += [
            bar_outlines(x, base, heights, width, style, f"{name}, outline"),
            dots(
                x,
                heights,
                dot_of(style, 7, look.background),
                name,
                customdata=scores,
                hover=f"{name}: %{{customdata}}",
                cliponaxis=False,
            ),
        ]
    types = plain([kind for block in blocks for kind in block.types])
    traces.append(written_at(x, base - 0.11, types, {"color": look.ink, "size": 12}, "types"))
    pixels = ROW_PIXELS * (max(rows) + 1)
    return figure_of(
        traces,
        look,
        title=title,
        height=pixels + 62,
        margin={"l": 4, "r": 4, "t": 46, "b": 8},
        annotations=[
            _heading(number + 1, block, position, runs, look, selected_as if number == selected else "")
            for number, (block, position) in enumerate(zip(blocks, positions, strict=True))
        ],
        shapes=[] if selected is None else [_mark(blocks[selected], positions[selected], look)],
        xaxis={"range": [-0.65, right + most["helpdesk"] - 0.35], "visible": False},
        yaxis={"range": [-ROW * max(rows) - 0.3, 1.55], "visible": False},
    )


def _rows(senders: Sequence[str]) -> list[int]:
    """Return the row of every block: a new one for each customer block, and where the helpdesk speaks on."""
    rows: list[int] = []
    for position, sender in enumerate(senders):
        beside = sender == "helpdesk" and position > 0 and senders[position - 1] == "customer"
        rows.append(rows[-1] if beside else rows[-1] + 1 if rows else 0)
    return rows


def _heading(
    number: int, block: Block, position: tuple[FloatArray, float], runs: Sequence[str], look: Look, mark: str
) -> Part:
    """Return who speaks in a block, the word that marks it if it is framed, and the score of each run."""
    colours = (look.run_a_text, look.run_b_text)
    scores = "   ".join(
        f"<span style='color:{colour}'>{letter} {score(value)}</span>"
        for letter, colour, value, _ in zip("AB", colours, block.scores, runs, strict=False)
    )
    return note(
        f"<b>{number}</b> {block.sender}{f' · {mark}' * bool(mark)}<br>{scores}",
        look.ink,
        x=float(position[0][0]) - 0.5,
        y=position[1] + 1.04,
        xanchor="left",
        yanchor="bottom",
        align="left",
    )


def _mark(block: Block, position: tuple[FloatArray, float], look: Look) -> Part:
    left, base = float(position[0][0]), position[1]
    return {
        "type": "rect",
        "x0": left - 0.6,
        "x1": left + len(block.types) - 0.4,
        "y0": base - 0.24,
        "y1": base + 1.5,
        "fillcolor": look.panel,
        "line": {"color": look.ink, "width": 1},
        "layer": "below",
    }
