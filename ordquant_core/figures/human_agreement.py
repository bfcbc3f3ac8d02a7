"""How often people prefer what measures prefer: a dot per measure, with its interval."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.parts import axis, dots, dotted, lines, outlined
from ordquant_core.figures.template import LIGHT, Look, figure_of, plain
from ordquant_core.numerals import percent


def agreement_figure(
    measures: Sequence[str], shares: ArrayLike, lows: ArrayLike, highs: ArrayLike, *, title: str, look: Look = LIGHT
) -> go.Figure:
    """Draw the share of answers that agree with each measure, and its 95% interval, both of shape (measures,).

    A measure without answers (NaN) gets its label and no dot; one without an interval (NaN) gets a dot alone. The
    dotted line is half of the answers. Raises `ShapeMismatchError` unless there is one of each per measure.
    """
    values, low, high = (np.asarray(one, dtype=np.float64) for one in (shares, lows, highs))
    if not measures or not values.shape == low.shape == high.shape == (len(measures),):
        raise ShapeMismatchError(f"Give a share and both ends of its interval for each of {len(measures)} measures.")
    names = plain(measures)
    x: list[float | None] = []
    y: list[str | None] = []
    hover: list[str] = []
    known = np.flatnonzero(np.isfinite(values)).tolist()
    for at in known:
        words = f"{names[at]}: {percent(values[at])}"
        if np.isfinite(low[at]):
            words += f", 95% interval {percent(low[at])} to {percent(high[at])}"
            x += [float(low[at]), float(high[at]), None]
            y += [names[at], names[at], None]
        hover.append(words)
    return figure_of(
        [
            lines(x, y, {"color": look.muted, "width": 3}),
            dots(
                [float(values[at]) for at in known],
                [names[at] for at in known],
                outlined(10, look.gold, look.gold),
                "agreement",
                hovertext=hover,
                hover="%{hovertext}",
            ),
        ],
        look,
        title=title,
        height=100 + 30 * len(names),
        margin={"l": 72, "r": 14, "t": 46, "b": 44},
        xaxis=axis("answers that agree", look, range=[0, 1], tickformat=".0%"),
        yaxis={"categoryorder": "array", "categoryarray": names[::-1], "range": [-0.6, len(names) - 0.4]},
        shapes=[dotted(look.ink, x0=0.5, x1=0.5, yref="paper", y0=0, y1=1)],
    )
