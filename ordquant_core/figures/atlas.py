"""The figures of the atlas, and the one of the study of artificial distributions."""

import numpy as np
import plotly.graph_objects as go

from ordquant_core.figures.deltas import draw_deltas
from ordquant_core.figures.parts import beside, dots, labels_of, legend_below, lines, whiskers
from ordquant_core.figures.points import DRAWN_AS_POINTS
from ordquant_core.figures.template import LIGHT, Look, figure_of, plain
from ordquant_core.numerals import written
from ordquant_core.spaces.artificial import Study, spreads
from ordquant_core.spaces.compare_estimators import Comparison
from ordquant_core.spaces.gold_distributions import votes_text

Pair = tuple[str, str]
DENSE = "stronger colour: more"  # where dots would lie too close to be drawn one by one


def draw_atlas(compared: Comparison, pair: Pair, *, look: Look = LIGHT) -> go.Figure:
    """Draw the deltas of the two estimators by two measures, a dot per gold distribution."""
    x, y = (compared.deltas[compared.index(key)] for key in pair)
    return draw_deltas(
        x,
        y,
        list(map(votes_text, compared.votes.tolist())),
        pair,
        (compared.a.name, compared.b.name),
        title=title_of_atlas(pair),
        under=DENSE if compared.n_distributions > DRAWN_AS_POINTS else "",
        counts=compared.quadrants(*pair),
        look=look,
    )


def title_of_atlas(pair: Pair) -> str:
    """Return the title of that figure."""
    amber = "" if pair[0] == pair[1] else f"; amber: {' and '.join(labels_of(pair))} disagree"
    return f"All gold distributions{amber}"


def draw_artificial(study: Study, *, look: Look = LIGHT) -> go.Figure:
    """Draw for every two measures of the published table the range of tau over the seeds, and what is printed.

    Printed values have their intervals; those outside of the range have the colour of disagreement. One seed has no
    range.
    """
    rows, n_seeds = spreads(study), len(study.seeds)
    names = np.array(plain([", ".join(labels_of(row.measures)) for row in rows]), dtype=object)
    taus, gap = np.array([row.values for row in rows]), np.full(len(rows), None)
    low, high, mean = taus.min(axis=1), taus.max(axis=1), taus.mean(axis=1)
    drawn_range = lines(
        np.stack([low, high, gap], axis=1).ravel().tolist(),
        np.stack([names, names, gap], axis=1).ravel().tolist(),
        {"color": look.muted, "width": 5},
        "range",
        opacity=0.45,
    )
    of_range = ": mean %{customdata[0]}, from %{customdata[1]} to %{customdata[2]}"
    means = dots(
        mean,
        names,
        {"color": look.ink, "size": 8},
        "mean of the seeds" if n_seeds > 1 else "seed 0",
        customdata=beside(written(mean), written(low), written(high)),
        hover=f"%{{y}}{of_range if n_seeds > 1 else ': %{customdata[0]}'}",
    )
    traces = [drawn_range, means] if n_seeds > 1 else [means]
    for outside, colour, kind in (
        (False, look.gold, "printed"),
        (True, look.disagreement, "printed, outside the range"),
    ):
        known = [(at, row.printed) for at, row in enumerate(rows) if row.printed and row.outside == outside]
        if known:
            tau, least, most = np.array([(cell.tau, cell.low, cell.high) for _, cell in known]).T
            traces.append(
                dots(
                    tau,
                    names[[at for at, _ in known]],
                    {"color": colour, "size": 12, "symbol": "diamond-open", "line": {"width": 2}},
                    kind,
                    error_x=whiskers(tau, least, most, colour, 1, 3),
                    customdata=written(tau),
                    hover="%{y}: %{customdata} printed",
                )
            )
    return figure_of(
        traces,
        look,
        title=f"Kendall’s tau {f'over {n_seeds} seeds' if n_seeds > 1 else 'of seed 0'}",
        height=158 + 30 * len(rows),
        margin={"l": 116, "r": 12, "t": 46, "b": 112},
        showlegend=True,
        legend=legend_below(font={"size": 12}),
        xaxis={"autorangeoptions": {"clipmax": 1.05}},
        yaxis={"autorange": "reversed", "showgrid": False, "categoryorder": "array", "categoryarray": names.tolist()},
    )
