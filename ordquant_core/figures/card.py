"""The canvas as plain SVG, for documents that must work without any script: gold as bars, estimates as outlines."""

import html
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.distributions import GOLD_WIDTH, OUTLINE_WIDTHS, Estimate
from ordquant_core.figures.style import GOLD_OPACITY, Palette

WIDTH, HEIGHT = 480, 250
LEFT, RIGHT, TOP, BOTTOM = 8, 8, 20, 26
LONGEST_LABEL = 12


def distribution_svg(
    classes: Sequence[str],
    gold: ArrayLike,
    estimates: Sequence[Estimate],
    palette: Palette,
    *,
    votes: int | None = None,
) -> str:
    """Return an SVG of gold probabilities of shape (classes,) and up to two estimates (run A, then run B).

    With `votes` the bars carry votes, else probabilities. Text from files is escaped. Raises `ShapeMismatchError`.
    """
    values = np.asarray(gold, dtype=np.float64)
    rows = [np.asarray(estimate.probabilities, dtype=np.float64) for estimate in estimates]
    if any(row.shape != (len(classes),) for row in [values, *rows]) or len(rows) > len(OUTLINE_WIDTHS):
        raise ShapeMismatchError(f"Draw one gold and at most two estimates over {len(classes)} classes.")
    step = (WIDTH - LEFT - RIGHT) / len(classes)
    room = HEIGHT - TOP - BOTTOM
    top = max(float(np.max([values, *rows])), 1e-9)
    middles = [LEFT + step * (place + 0.5) for place in range(len(classes))]
    base = HEIGHT - BOTTOM
    parts = [f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{base}" y2="{base}" stroke="{palette.line}"/>']
    for x, value, label in zip(middles, values.tolist(), classes, strict=True):
        height, width = room * value / top, step * GOLD_WIDTH
        shown = f"{value * votes:.3g}" if votes else f"{value:.3g}"
        name = label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}…"
        parts.append(
            f'<rect x="{x - width / 2:.1f}" y="{base - height:.1f}" width="{width:.1f}" height="{height:.1f}" '
            f'fill="{palette.gold}" fill-opacity="{GOLD_OPACITY}"/>'
            f'<text x="{x:.1f}" y="{base - height - 4:.1f}" text-anchor="middle" font-size="11" '
            f'fill="{palette.ink}">{shown}</text>'
            f'<text x="{x:.1f}" y="{HEIGHT - 8}" text-anchor="middle" font-size="12" '
            f'fill="{palette.muted}">{html.escape(name)}</text>'
        )
    colours = (palette.run_a, palette.run_b)
    for row, colour, share in zip(rows, colours, OUTLINE_WIDTHS, strict=False):
        half = step * share / 2
        for x, value in zip(middles, row.tolist(), strict=True):
            y = base - room * value / top
            parts.append(
                f'<path d="M{x - half:.1f} {base}V{y:.1f}H{x + half:.1f}V{base}" fill="none" stroke="{colour}" '
                f'stroke-width="2"/><circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{palette.background}" '
                f'stroke="{colour}" stroke-width="2"/>'
            )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="Gold as bars, A and B as outlines">{"".join(parts)}</svg>'
    )
