"""Runs on the nuggets of a task: their means over alpha, and one point per dialogue."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.figures.dialogue import Block, dialogue_figure
from ordquant_core.figures.parts import apart, axis, dots, dotted, lines, note, outlined, short, steady
from ordquant_core.figures.points import ring
from ordquant_core.figures.template import LIGHT, Look, figure_of, plain, run_style
from ordquant_core.formats.official.nuggets import NuggetTask
from ordquant_core.nuggets import NUGGET_MEASURES, Ranking
from ordquant_core.numerals import count, score, setting

DRAWN_AS_SVG = 3000  # up to here every point is an SVG node that takes clicks
FEW = 10  # runs: with more, the dots have no numbers


def alpha_figure(
    at_zero: ArrayLike,
    at_one: ArrayLike,
    runs: Sequence[str],
    *,
    alpha: float,
    measure: str,
    title: str,
    pair: Sequence[str] = (),
    height: int = 400,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw the mean of every run as alpha goes from 0 (`at_zero`, helpdesk alone) to 1 (`at_one`, customer alone).

    Both have shape (runs,); in between means are straight lines. `pair` names runs A and B, which have their colours.
    The dots on the line at `alpha` have their ranks beside them; where two lines cross, two runs swap ranks.
    """
    low, high = np.asarray(at_zero, dtype=np.float64), np.asarray(at_one, dtype=np.float64)
    if not low.shape == high.shape == (len(runs),) or not runs:
        raise ShapeMismatchError(f"Give the mean of each of the {len(runs)} runs at both ends.")
    now = alpha * high + (1 - alpha) * low
    ranks = [1 + int((now < value - 1e-12).sum()) for value in now]
    least, most = float(min(low.min(), high.min())), float(max(low.max(), high.max()))
    room = max(most - least, 1e-6)
    shown = [run_style(run, pair, look, others=look.muted) for run in runs]
    order = sorted(range(len(runs)), key=lambda run: runs[run] not in pair)  # A and B on top
    traces = [
        lines(
            [0, 1],
            [low[run], high[run]],
            {"color": shown[run].colour, "width": 2.5 if runs[run] in pair else 1.5, "dash": shown[run].dash},
            name,
        )
        for run, name in ((run, plain([runs[run]])[0]) for run in order)
    ]
    traces.append(
        dots(
            [alpha] * len(runs),
            now[order],
            outlined(10, look.background, [shown[run].colour for run in order])
            | {"symbol": [shown[run].symbol for run in order]},
            "rank",
            text=[str(ranks[run]) for run in order],
            customdata=list(zip(plain([runs[run] for run in order]), map(score, now[order]), strict=True)),
            hover=f"%{{customdata[0]}}<br>rank %{{text}}, mean {measure} %{{customdata[1]}}",
            cliponaxis=False,
        )
    )
    line = 15 * room * 1.12 / max(height - 90, 60)
    positions, beside = apart(high, line), apart(now, line) if len(runs) <= FEW else []
    names = [
        note(short(run), style.text, xref="paper", x=1.01, y=position, xanchor="left")
        for run, style, position in zip(runs, shown, positions, strict=True)
    ]
    side, aside = ("left", 7) if alpha <= 0.5 else ("right", -7)  # on the right there are the names
    numbers = [
        note(
            str(rank),
            style.text,
            x=alpha,
            y=position,
            bgcolor=look.background,
            borderpad=0,
            xanchor=side,
            xshift=aside,
        )
        for rank, style, position in zip(ranks, shown, beside, strict=False)
    ]
    return figure_of(
        traces,
        look,
        title=title,
        height=height,
        margin={"l": 48, "r": 10 + 7 * max(len(short(run)) for run in runs), "t": 46, "b": 40},
        annotations=[*names, *numbers],
        shapes=[dotted(look.ink, x0=alpha, x1=alpha, yref="paper", y0=0, y1=1)],
        xaxis=axis(
            "◀ helpdesk alone · alpha · customer alone ▶",
            look,
            range=[-0.03, 1.01],
            tickvals=[0, 0.25, 0.5, 0.75, 1],
        ),
        yaxis=axis(
            f"mean {measure}",
            look,
            range=[least - 0.06 * room, max(most, *positions, *beside) + 0.06 * room],
            nticks=6,
        ),
    )


def dialogue_scatter(
    x: ArrayLike,
    y: ArrayLike,
    dialogues: Sequence[str],
    *,
    axes: tuple[str, str],
    title: str,
    selected: int | None = None,
    diagonal: bool = True,
    height: int = 400,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw one point per dialogue: one score (dialogues,) against another; `customdata` is the dialogue's number.

    With `diagonal`, both axes have the same range and the line of equal scores is drawn.
    """
    first, second = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if not first.shape == second.shape == (len(dialogues),):
        raise ShapeMismatchError(f"Give two scores for each of the {len(dialogues)} dialogues.")
    reach = [1.06 * max(float(values.max(initial=0)), 1e-3) for values in (first, second)]
    if diagonal:
        reach = [max(reach)] * 2
    names = plain(axes)
    traces = [
        dots(
            first,
            second,
            {"color": look.muted, "opacity": 0.65, "size": 8, "line": {"width": 0}},
            "dialogues",
            type="scattergl" if len(dialogues) > DRAWN_AS_SVG else "scatter",
            customdata=np.arange(len(dialogues)),
            text=[
                f"dialogue {name}<br>{names[0]} {score(one)}<br>{names[1]} {score(other)}"
                for name, one, other in zip(plain(dialogues), first, second, strict=True)
            ],
            hover="%{text}",
            **steady(opacity=0.65),
        )
    ]
    if selected is not None:
        traces.append(ring(first[selected], second[selected], look, size=15, name="chosen"))
    quiet = {"nticks": 6, "showgrid": False, "showline": True}
    return figure_of(
        traces,
        look,
        title=title,
        height=height,
        shapes=[dotted(look.muted, x0=0, y0=0, x1=reach[0], y1=reach[1])] if diagonal else [],
        xaxis=axis(names[0], look, range=[-0.015 * reach[0], reach[0]], **quiet),
        yaxis=axis(names[1], look, range=[-0.015 * reach[1], reach[1]], **quiet),
    )


@dataclass(frozen=True, slots=True)
class NuggetView:
    """A task, its runs ranked, and what of it is shown."""

    task: NuggetTask
    ranking: Ranking
    measure: str
    runs: tuple[int, ...]  # run A and, if there is another, run B
    dialogue: int
    block: int | None = None  # counted from 0 in the dialogue

    @property
    def layer(self) -> int:
        """The number of the measure."""
        return NUGGET_MEASURES.index(self.measure)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of runs A and B."""
        return tuple(self.task.runs[run] for run in self.runs)


def draw_over_alpha(ranking: Ranking, measure: str, runs: tuple[int, ...], *, look: Look = LIGHT) -> go.Figure:
    """Draw how the means of the runs move with alpha. Raises `OrdquantError` for the micro average, which has none."""
    alpha, layer, names = ranking.averages.alpha, NUGGET_MEASURES.index(measure), ranking.averages.scores.runs
    if alpha is None:
        raise OrdquantError("The micro average has no alpha.")
    return alpha_figure(
        ranking.helpdesk[layer],
        ranking.customer[layer],
        names,
        alpha=alpha,
        measure=measure,
        title=f"Ranks at alpha {setting(alpha)}",
        pair=tuple(names[run] for run in runs),
        height=max(380, 120 + 20 * len(names)),
        look=look,
    )


def draw_dialogues(shown: NuggetView, *, of_runs: bool, selected: int | None = None, look: Look = LIGHT) -> go.Figure:
    """Draw a dot per dialogue: run A against run B or, of run A alone, RNSS against JSD."""
    task, averages, names = shown.task, shown.ranking.averages, shown.names
    if of_runs:
        if len(names) < 2:
            raise OrdquantError("The figure compares two runs, and the task has one.")
        x, y = (averages.values[shown.layer, run] for run in shown.runs)
        axes = (f"{shown.measure} of A {names[0]} (A is better above the line)", f"{shown.measure} of B {names[1]}")
        better = averages.better(shown.layer, shown.runs[0], shown.runs[1])
        title = f"A is better on {count(better[0])} of {count(len(x), 'dialogue')}, B on {count(better[1])}"
    else:
        x, y = (averages.values[NUGGET_MEASURES.index(key), shown.runs[0]] for key in ("RNSS", "JSD"))
        axes = ("RNSS", "JSD")
        title = f"RNSS and JSD of A {plain(names)[0]}"
    return dialogue_scatter(
        x,
        y,
        task.dialogues,
        axes=axes,
        title=title,
        selected=selected,
        diagonal=of_runs,
        height=380,
        look=look,
    )


def draw_dialogue(shown: NuggetView, *, look: Look = LIGHT) -> go.Figure:
    """Draw one dialogue block by block: gold as bars, runs as outlines."""
    return dialogue_figure(
        _blocks(shown),
        runs=shown.names,
        title="Gold as bars, runs as outlines",
        selected=shown.block,
        selected_as="A’s worst" if _is_worst(shown) else "chosen",
        look=look,
    )


def _is_worst(shown: NuggetView) -> bool:
    """Return whether run A has no larger score than on the chosen block."""
    if shown.block is None:
        return False
    scores = shown.ranking.averages.scores.blocks[shown.layer, shown.runs[0]]
    return bool(scores[int(shown.task.starts[shown.dialogue]) + shown.block] == scores.max())


def _blocks(shown: NuggetView) -> list[Block]:
    task, scores = shown.task, shown.ranking.averages.scores.blocks[shown.layer]
    return [
        Block(
            sender,
            task.types.of(sender),
            task.gold[block, : len(task.types.of(sender))],
            [task.estimates[run, block, : len(task.types.of(sender))] for run in shown.runs],
            [float(scores[run, block]) for run in shown.runs],
            None if task.votes is None else int(task.votes[block].sum()),
        )
        for block, sender in enumerate(task.senders[shown.dialogue], start=int(task.starts[shown.dialogue]))
    ]
