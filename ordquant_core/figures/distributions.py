"""The canvas: a gold distribution as filled bars, the estimates as outlines with dots."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.parts import axis, bar_outlines, dot_of, dots, gold_bars, written_at
from ordquant_core.figures.style import Figure, Palette, Part, build, looks, plain, titled
from ordquant_core.numerals import count, decimals
from ordquant_core.records import FloatArray

GOLD_WIDTH = 0.68
OUTLINE_WIDTHS = (0.86, 0.78)  # A just outside B, so that both stay visible where they agree
DOTS = (-0.32, 0.32)  # A's dot to the left, B's to the right, as on the canvas: the gold's number stands between them
VALUE_LABELS_UP_TO = 11
WHOLE = 1e-9
FEW_CLASSES = 6  # three decimals fit above a bar, on a phone, too


@dataclass(frozen=True, slots=True, eq=False)
class Estimate:
    """One run's estimate for a case, as it is to be drawn."""

    name: str
    probabilities: ArrayLike  # (classes,)


def distribution_figure(
    classes: Sequence[str],
    gold: ArrayLike,
    estimates: Sequence[Estimate],
    palette: Palette,
    *,
    votes: int | None = None,
    title: str = "Gold as bars, runs as outlines",
    under: str = "",
    height: int = 320,
) -> Figure:
    """Draw gold probabilities of shape (classes,) and up to two estimates (run A, then run B).

    With `votes` (the number of annotators) the axis counts votes instead of shares. `under`: a line under the title.
    """
    gold = np.asarray(gold, dtype=np.float64)
    rows = [np.asarray(estimate.probabilities, dtype=np.float64) for estimate in estimates]
    if any(row.shape != (len(classes),) for row in [gold, *rows]) or len(rows) > len(OUTLINE_WIDTHS):
        raise ShapeMismatchError(f"Draw one gold and at most two estimates over {len(classes)} classes.")
    scale = votes or 1
    names, x = plain(classes), np.arange(len(classes))
    places = 3 if len(classes) <= FEW_CLASSES else 2
    traces: list[Part] = [
        gold_bars(
            x,
            gold * scale,
            GOLD_WIDTH,
            palette,
            customdata=_hover("Gold", gold, votes),
            hover="%{customdata}",
        )
    ]
    looking = zip(rows, plain([e.name for e in estimates]), looks(palette), OUTLINE_WIDTHS, DOTS, strict=False)
    points: list[Part] = []
    for row, name, look, width, aside in looking:
        marker, hover = dot_of(look, 8, palette.background), _hover(name, row, votes)
        traces.append(bar_outlines(x, 0 * row, row * scale, width, look))
        points.append(
            dots(x + aside, row * scale, marker, name, customdata=hover, hover="%{customdata}", cliponaxis=False)
        )
    if len(classes) <= VALUE_LABELS_UP_TO:  # above the outlines, with a halo: none of them crosses a value
        said, halo = [amount(value, votes, places) for value in gold], ", ".join([f"0 0 3px {palette.background}"] * 4)
        font = {"color": palette.ink, "size": 12, "shadow": halo}
        values = written_at(x, gold * scale, said, font, "Gold")
        traces.append(values | {"textposition": "top center", "cliponaxis": False})
    traces += points
    top = max(float(np.max([gold, *rows])) * scale, 1e-9)
    return build(
        traces,
        palette,
        title=titled(title, under),
        height=height,
        xaxis=axis("class, in order", palette, tickvals=x, ticktext=names, showgrid=False),
        yaxis=axis("votes" if votes else "probability", palette, range=[0, top * 1.12]),
    )


def amount(share: float, votes: int | None, places: int = 3) -> str:
    """Return the text beside a bar: votes (whole ones without decimals) or a probability.

    >>> amount(0.45, 20), amount(0.2, 19), amount(0.45, None)
    ('9', '3.800', '0.450')
    """
    value = float(share) * (votes or 1)
    whole = votes is not None and abs(value - round(value)) < WHOLE
    return count(round(value)) if whole else decimals(value, places)


def _hover(name: str, shares: FloatArray, votes: int | None) -> list[str]:
    unit = " votes" if votes else ""
    return [f"{name}: {amount(share, votes)}{unit}" for share in shares.tolist()]
