"""The canvas: a gold distribution as filled bars, the estimates as outlines with dots."""

from collections.abc import Sequence
from itertools import chain

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from ordquant_core.analysis.picture import Picture
from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.parts import (
    CHARACTER,
    GAP,
    NARROW,
    axis,
    bar_outlines,
    dot_of,
    dots,
    gold_bars,
    gold_edges,
    in_lines,
    note,
    short,
)
from ordquant_core.figures.template import (
    LIGHT,
    SUBTITLED,
    Look,
    Part,
    axis_title,
    figure_of,
    plain,
    run_styles,
    titled,
)
from ordquant_core.numerals import count, decimals
from ordquant_core.records import FloatArray, Task

GOLD_WIDTH = 0.68
OUTLINE_WIDTHS = (0.86, 0.78)  # A just outside B, so that both stay visible where they agree
LEFT, BOTTOM = 44, 40  # pixels of the usual margins
DOTS = (-0.43, 0.39)  # A's dot at the left corner of its outline, B's at the right one of its own
WHOLE = 1e-9
LINE = 15.6  # pixels: the height that Plotly gives such a text


def draw_distributions(
    classes: Sequence[str],
    gold: ArrayLike,
    estimates: ArrayLike,
    runs: Sequence[str],
    *,
    votes: int | None = None,
    title: str = "Gold as bars, runs as outlines",
    under: str = "",
    numbers: bool = True,
    height: int = 320,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw gold probabilities of shape (classes,) and estimates of one run or two, A then B, shape (runs, classes).

    With `votes` (the number of annotators) the axis counts votes instead of shares. `under`: a line under the title.
    The numbers stand under the axis, a row each for the gold and the estimates, where they fit; the figure is then so
    much higher than `height`. Without `numbers` (one of several small pictures) the axes have no titles either.
    """
    gold, rows = np.asarray(gold, dtype=np.float64), np.asarray(estimates, dtype=np.float64)
    if gold.shape != (len(classes),) or rows.shape not in ((1, len(classes)), (2, len(classes))):
        raise ShapeMismatchError(f"Draw one gold and one estimate or two over {len(classes)} classes.")
    scale = votes or 1
    labels, x = in_lines(classes), np.arange(len(classes))
    n_lines = max(map(len, labels))
    names = ["<br>".join(plain([*label, *[" "] * (n_lines - len(label))])) for label in labels]
    written = numbers_below(classes, [gold, *rows], votes) if numbers else []
    traces: list[Part] = [
        gold_bars(
            x,
            gold * scale,
            GOLD_WIDTH,
            look,
            customdata=_hover("Gold", gold, votes, classes),
            hover="%{customdata}",
        ),
        gold_edges(x, gold * scale, GOLD_WIDTH, look),
    ]
    looking = zip(rows, plain(runs), run_styles(look), OUTLINE_WIDTHS, DOTS, strict=False)
    for row, name, style, width, aside in looking:
        marker, hover = dot_of(style, 8, look.background), _hover(name, row, votes, classes)
        traces.append(bar_outlines(x, 0 * row, row * scale, width, style))
        traces.append(
            dots(x + aside, row * scale, marker, name, customdata=hover, hover="%{customdata}", cliponaxis=False)
        )
    top = max(float(np.max([gold, *rows])) * scale, 1e-9)
    across = axis("class, in order", look, tickvals=x, ticktext=names, showgrid=False)
    layout: Part = {} if n_lines == 1 else {"margin": {"l": LEFT, "r": 12, "t": 46, "b": BOTTOM + LINE * (n_lines - 1)}}
    if written or labels != [[name] for name in classes]:
        across["tickangle"] = 0
    if written:
        colours = [look.gold, look.run_a_text, look.run_b_text]
        heads = ["gold", *("AB" if len(rows) == 2 else [short(runs[0], 9)])]
        names = [_lines([name, *column], colours) for name, *column in zip(names, *written, strict=True)]
        across |= {"title": axis_title("", look), "ticktext": names}
        bottom = 6 + LINE * (n_lines + len(heads))
        height += round(bottom) - BOTTOM  # the plot keeps its size
        layout = {
            "margin": {
                "l": LEFT if len(rows) == 2 else LEFT + 34,
                "r": 12,
                "t": 8 if not title else SUBTITLED if under else 46,
                "b": bottom,
            },
            "annotations": [_heads(_lines(["<br>".join(["class", *[" "] * (n_lines - 1)]), *heads], colours), look)],
        }
    upwards = "votes" if votes else "probability"
    if not numbers:
        across |= {"title": axis_title("", look)}
        upwards, layout = "", {"margin": {"l": 28, "r": 12, "t": 8 if not title else 46, "b": 6 + LINE * n_lines}}
    return figure_of(
        traces,
        look,
        title=titled(title, under),
        height=height,
        xaxis=across,
        yaxis=axis(upwards, look, range=[0, top * 1.12], **({} if votes else {"nticks": 4})),
        **layout,
    )


def numbers_below(
    classes: Sequence[str], rows: Sequence[FloatArray], votes: int | None, width: int = NARROW
) -> list[list[str]]:
    """Return the numbers under an axis, a row each for the gold and the estimates; [] where they would not fit.

    `width`: that of the plot, in pixels.
    """
    room = width / len(classes) - GAP
    for places in (1,) if votes else (3, 2):
        texts = [[amount(share, votes, places) for share in row.tolist()] for row in rows]
        if CHARACTER * max(map(len, chain(*texts))) <= room:
            return texts
    return []


def amount(share: float, votes: int | None, places: int = 3) -> str:
    """Return the text beside a bar: votes (whole ones without decimals) or a probability.

    >>> amount(0.45, 20), amount(0.2, 19), amount(0.45, None)
    ('9', '3.800', '0.450')
    """
    value = float(share) * (votes or 1)
    whole = votes is not None and abs(value - round(value)) < WHOLE
    return count(round(value)) if whole else decimals(value, places)


def _lines(texts: Sequence[str], colours: Sequence[str]) -> str:
    """Return texts below each other: the first in the colour of the figure, the others in those given."""
    first, *others = texts
    spans = (f'<span style="color:{colour}">{text}</span>' for text, colour in zip(others, colours, strict=False))
    return "<br>".join([first, *spans])


def _heads(text: str, look: Look) -> Part:
    """Return the heads of the rows under the axis, to the left of it."""
    place = {
        "xref": "paper",
        "x": 0,
        "xanchor": "right",
        "xshift": -6,
        "yref": "paper",
        "y": 0,
        "yanchor": "top",
        "yshift": -2,
    }
    return note(text, look.muted, 12, align="right", borderpad=0, **place)


def _hover(name: str, shares: FloatArray, votes: int | None, classes: Sequence[str]) -> list[str]:
    unit, drawn = " votes" if votes else "", in_lines(classes)
    heads = ["" if lines == [name] else f"{plain([name])[0]}<br>" for name, lines in zip(classes, drawn, strict=True)]
    return [f"{head}{name}: {amount(share, votes)}{unit}" for head, share in zip(heads, shares.tolist(), strict=True)]


def has_numbers(task: Task, case: int) -> bool:
    """Return whether the numbers of a case fit under its picture."""
    return bool(numbers_below(task.classes, [task.gold[case], *task.estimates[:, case]], votes_of(task, case)))


def votes_of(task: Task, case: int) -> int | None:
    """Return how many annotators a case has, None where the gold is not made of votes."""
    return None if task.votes is None else int(task.votes[case].sum())


def draw_case(
    task: Task, case: int, runs: Sequence[str], *, title: str = "Gold as bars, A and B as outlines", look: Look = LIGHT
) -> go.Figure:
    """Draw the gold of a case, and the estimates of two runs."""
    return draw_distributions(
        task.classes,
        task.gold[case],
        task.estimates[[task.runs.index(run) for run in runs], case],
        runs,
        votes=votes_of(task, case),
        title=title,
        height=280 if title else 180,
        look=look,
    )


def draw_average(task: Task, run: int, *, look: Look = LIGHT) -> go.Figure:
    """Draw the gold and one run on average over the cases."""
    return draw_distributions(
        task.classes,
        task.gold.mean(axis=0),
        [task.estimates[run].mean(axis=0)],
        [task.runs[run]],
        title=f"On average over {count(len(task.cases), 'case')}",
        under=f"Gold as bars, {short(task.runs[run], 24)} as outline",
        height=329,  # as high as the list of cases beside it
        look=look,
    )


def draw_picture(
    picture: Picture, *, height: int = 280, titled: bool = True, numbers: bool = True, look: Look = LIGHT
) -> go.Figure:
    """Draw the gold as bars and both estimates as outlines; on its own it is `titled`."""
    names = picture.name("a"), picture.name("b")
    return draw_distributions(
        picture.classes,
        picture.probabilities("gold"),
        [picture.probabilities("a"), picture.probabilities("b")],
        names,
        votes=picture.votes,
        title=f"Gold (bars), {names[0]} and {names[1]} (outlines)" if titled else "",
        numbers=numbers,
        height=height,
        look=look,
    )
