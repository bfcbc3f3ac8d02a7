"""Distributions as plain SVG, for documents without scripts: gold as bars, estimates as outlines."""

import numpy as np

from ordquant_core.figures.distributions import GOLD_WIDTH, OUTLINE_WIDTHS, numbers_below, votes_of
from ordquant_core.figures.template import GOLD_OPACITY, LIGHT, Look, RunStyle, run_styles
from ordquant_core.markup import Html, tag
from ordquant_core.records import Task

WIDTH, HEIGHT = 480, 250
LEFT, RIGHT, TOP, BOTTOM = 34, 8, 8, 26
LINE = 15
LONGEST_LABEL = 12


def draw_card(task: Task, case: int, *, look: Look = LIGHT) -> Html:
    """Return an SVG of the gold of a case, and the estimates of the one or two runs of its task, A and B.

    The numbers below are votes where the gold is made of them, else probabilities; there are none where they would not
    fit. Text from files is escaped.
    """
    classes, values, rows = task.classes, task.gold[case], task.estimates[:, case]
    names = [name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1]}…" for name in classes]
    below = numbers_below(names, [values, *rows], votes_of(task, case), WIDTH - LEFT - RIGHT)
    step, room, base = (WIDTH - LEFT - RIGHT) / len(classes), HEIGHT - TOP - BOTTOM, HEIGHT - BOTTOM
    top = max(float(np.max([values, *rows])), 1e-9)
    middles = [LEFT + step * (number + 0.5) for number in range(len(classes))]
    parts = [tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=base, y2=base, stroke=look.line)]
    for x, value, name in zip(middles, values.tolist(), names, strict=True):
        height, width = room * value / top, step * GOLD_WIDTH
        parts += [
            tag(
                "rect",
                x=f"{x - width / 2:.1f}",
                y=f"{base - height:.1f}",
                width=f"{width:.1f}",
                height=f"{height:.1f}",
                fill=look.gold,
                fill_opacity=GOLD_OPACITY,
            ),
            tag("path", d=f"M{x - width / 2:.1f} {base - height:.1f}h{width:.1f}", stroke=look.gold, stroke_width=2),
            _text(name, x, HEIGHT - 8, 12, look.muted),
        ]
    colours = look.gold, look.run_a_text, look.run_b_text
    for number, (head, colour, texts) in enumerate(zip(("gold", *"AB"), colours, below, strict=False), start=1):
        written = zip((LEFT / 2, *middles), (head, *texts), strict=True)
        parts += [_text(text, x, HEIGHT - 8 + number * LINE, 12, colour) for x, text in written]
    for row, style, share in zip(rows, run_styles(look), OUTLINE_WIDTHS, strict=False):
        half = step * share / 2
        for x, value in zip(middles, row.tolist(), strict=True):
            y = f"{base - room * value / top:.1f}"
            outline = f"M{x - half:.1f} {base}V{y}H{x + half:.1f}V{base}"
            line = {"stroke": style.colour, "stroke_width": 2}
            dashes = None if style.dash == "solid" else style.dash.replace("px", "")
            parts += [
                tag("path", d=outline, fill="none", stroke_dasharray=dashes, **line),
                _dot(style, x, float(y), fill=look.background, **line),
            ]
    return tag(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT + LINE * len(below)}",
        role="img",
        aria_label="Gold as bars, A and B as outlines",
    )


def _dot(style: RunStyle, x: float, y: float, **line: object) -> Html:
    if style.symbol == "circle":
        return tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=3.5, **line)
    return tag("rect", x=f"{x - 3.2:.1f}", y=f"{y - 3.2:.1f}", width=6.4, height=6.4, **line)


def _text(content: str, x: float, y: float, size: int, colour: str) -> Html:
    return tag("text", content, x=f"{x:.1f}", y=f"{y:.1f}", text_anchor="middle", font_size=size, fill=colour)
