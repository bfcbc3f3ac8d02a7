"""Runs on the nuggets of a task: their means over alpha, and one point per dialogue."""

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from ordquant_core.errors import OrdquantError
from ordquant_core.figures.parts import apart, axis, dots, dotted, lines, note, outlined, short, steady
from ordquant_core.figures.points import DRAWN_AS_SVG, ring
from ordquant_core.figures.template import LIGHT, Look, figure_of, plain, run_style
from ordquant_core.formats.official.nuggets import NuggetTask
from ordquant_core.nuggets import NUGGET_MEASURES, Ranking
from ordquant_core.numerals import count, score


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


def draw_over_alpha(
    ranking: Ranking, measure: str, runs: tuple[int, ...], *, title: str | None = None, look: Look = LIGHT
) -> go.Figure:
    """Draw the mean of every run as alpha goes from 0 (helpdesk alone) to 1 (customer alone): straight lines.

    `runs` A and B have their colours. The dots on the line at the alpha of the ranking say their ranks; where two lines
    cross, two runs swap ranks. Raises `OrdquantError` for the micro average, which has no alpha.
    """
    alpha, layer, names = ranking.averages.alpha, NUGGET_MEASURES.index(measure), ranking.averages.scores.runs
    if alpha is None:
        raise OrdquantError("The micro average has no alpha.")
    words = f"Mean {measure} by alpha" if title is None else title
    top = 46 if words else 12
    low, high, height = ranking.helpdesk[layer], ranking.customer[layer], max(210, 74 + 20 * len(names)) + top
    now = alpha * high + (1 - alpha) * low
    ranks = [1 + int((now < value - 1e-12).sum()) for value in now]
    least, most = float(min(low.min(), high.min())), float(max(low.max(), high.max()))
    room = max(most - least, 1e-6)
    pair = tuple(names[run] for run in runs)
    styles = [run_style(run, pair, look, others=look.muted) for run in names]
    order = sorted(range(len(names)), key=lambda run: names[run] not in pair)  # A and B on top
    traces = [
        lines(
            [0, 1],
            [low[run], high[run]],
            {"color": styles[run].colour, "width": 2.5 if names[run] in pair else 1.5, "dash": styles[run].dash},
            plain([names[run]])[0],
        )
        for run in order
    ]
    marker = outlined(8, look.background, [styles[run].colour for run in order])
    traces.append(
        dots(
            [alpha] * len(names),
            now[order],
            marker | {"symbol": [styles[run].symbol for run in order]},
            "rank",
            text=[str(ranks[run]) for run in order],
            customdata=list(zip(plain([names[run] for run in order]), map(score, now[order]), strict=True)),
            hover=f"%{{customdata[0]}}<br>rank %{{text}}, mean {measure} %{{customdata[1]}}",
            cliponaxis=False,
        )
    )
    positions = apart(high, 15 * room * 1.12 / (height - top - 44))
    notes = [
        note(short(run), style.text, xref="paper", x=1.01, y=position, xanchor="left")
        for run, style, position in zip(names, styles, positions, strict=True)
    ]
    ends = [least - 0.06 * room, max(most, *positions) + 0.06 * room]
    across, ticks = "◀ helpdesk alone · alpha · customer alone ▶", [0, 0.25, 0.5, 0.75, 1]
    return figure_of(
        traces,
        look,
        title=words,
        height=height,
        margin={"l": 48, "r": 10 + 7 * max(len(short(run)) for run in names), "t": top, "b": 40},
        annotations=notes,
        shapes=[dotted(look.ink, x0=alpha, x1=alpha, yref="paper", y0=0, y1=1)],
        xaxis=axis(across, look, range=[0, 1], tickvals=ticks),
        yaxis=axis(f"mean {measure}", look, range=ends, nticks=6),
    )


def draw_dialogues(
    view: NuggetView, *, selected: int | None = None, title: str | None = None, look: Look = LIGHT
) -> go.Figure:
    """Draw a dot per dialogue, run A against run B, and the line of equal scores.

    `title`: by default, on how many dialogues each is better. `customdata` is the dialogue's number; `selected` has a
    ring. Raises `OrdquantError` where there is no run B.
    """
    averages, runs = view.ranking.averages, plain(view.names)
    if len(runs) < 2:
        raise OrdquantError("The figure compares two runs, and the task has one.")
    x, y = (averages.values[view.layer, run] for run in view.runs)
    axes = (f"{view.measure} of A {runs[0]}", f"{view.measure} of B {runs[1]}")
    better = averages.better(view.layer, view.runs[0], view.runs[1])
    by_default = f"A is better on {count(better[0])} of {count(len(x), 'dialogue')}, B on {count(better[1])}"
    reach = 1.06 * max(float(x.max(initial=0)), float(y.max(initial=0)), 1e-3)
    hovers = [
        f"dialogue {name}<br>{axes[0]} {score(one)}<br>{axes[1]} {score(other)}"
        for name, one, other in zip(plain(view.task.dialogues), x, y, strict=True)
    ]
    traces = [
        dots(
            x,
            y,
            {"color": look.muted, "opacity": 0.65, "size": 8, "line": {"width": 0}},
            "dialogues",
            type="scattergl" if len(x) > DRAWN_AS_SVG else "scatter",
            customdata=np.arange(len(x)),
            text=hovers,
            hover="%{text}",
            **steady(opacity=0.65),
        )
    ]
    if selected is not None:
        traces.append(ring(x[selected], y[selected], look, size=15, name="chosen"))
    quiet, words = {"nticks": 6, "showgrid": False, "showline": True}, by_default if title is None else title
    return figure_of(
        traces,
        look,
        title=words,
        height=380 if words else 346,
        margin={"l": 44, "r": 12, "t": 46 if words else 12, "b": 40},
        annotations=[  # smaller is better
            note("A is better", look.run_a_text, xref="paper", yref="paper", x=0.02, y=0.99, xanchor="left"),
            note("B is better", look.run_b_text, xref="paper", yref="paper", x=0.99, y=0.02, xanchor="right"),
        ],
        shapes=[dotted(look.muted, x0=0, y0=0, x1=reach, y1=reach)],
        xaxis=axis(axes[0], look, range=[-0.015 * reach, reach], **quiet),
        yaxis=axis(axes[1], look, range=[-0.015 * reach, reach], **quiet),
    )
