"""The figures of the atlas: preferences on all gold distributions of three classes, and how similarly measures rank."""

from collections.abc import Callable

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from ordquant_core.errors import OrdquantError
from ordquant_core.figures.deltas import draw_deltas
from ordquant_core.figures.distributions import draw_picture
from ordquant_core.figures.parts import beside, dots, labels_of, legend_below, lines, tiles, whiskers
from ordquant_core.figures.points import DRAWN_AS_POINTS
from ordquant_core.figures.template import LIGHT, Look, figure_of, mix, plain
from ordquant_core.figures.ternary import colour_bar, ternary_figure
from ordquant_core.figures.workings import RunLetter
from ordquant_core.findings.spaces import disagreement_in_brief
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, percent, written
from ordquant_core.spaces.artificial import Study, spreads
from ordquant_core.spaces.compare_estimators import KEPT, Comparison
from ordquant_core.spaces.gold_distributions import Estimator, VotesTexts
from ordquant_core.spaces.pairs import Votes, classes, picture

Pair = tuple[str, str]
SIDES: tuple[RunLetter, RunLetter] = ("a", "b")


def draw_disagreements(compared: Comparison, *, look: Look = LIGHT) -> go.Figure:
    """Draw the share of gold distributions on which every two measures disagree, in percent."""
    names, shares = plain(labels_of(compared.measures)), compared.disagreements() / compared.n_distributions
    drawn = np.where(np.eye(len(names), dtype=bool), np.nan, 100 * shares)
    table = tiles(
        drawn,
        x=names,
        y=names,
        colorscale=[[0, look.background], [1, mix(look.background, look.disagreement, 0.5)]],
        zmin=0,
        zmax=max(float(np.nanmax(drawn, initial=0.0)), 1e-9),
        text=_percents(drawn, lambda share: percent(share).removesuffix("%")),
        customdata=_percents(drawn, lambda share: percent(share, 2)),
        texttemplate="%{text}",
        textfont={"size": 12, "color": look.ink},
        hover="%{y} and %{x} disagree on %{customdata} of the gold distributions",
    )
    return figure_of(
        [table],
        look,
        title="Disagreement, in percent of gold distributions",
        height=110 + 24 * len(names),
        margin={"l": 96, "r": 8, "t": 46, "b": 90},
        xaxis={"showgrid": False, "tickangle": -60},
        yaxis={"showgrid": False, "autorange": "reversed"},
    )


def _percents(percents: NDArray[np.float64], write: Callable[[float], str]) -> list[list[str]]:
    return [["" if np.isnan(value) else write(value / 100) for value in row] for row in percents.tolist()]


def draw_atlas(compared: Comparison, pair: Pair, *, hint: str = "", look: Look = LIGHT) -> go.Figure:
    """Draw the deltas of the two estimators by two measures, a dot per gold distribution.

    `hint`: said under the title where dots lie too close to be drawn one by one.
    """
    x, y = (compared.deltas[compared.index(key)] for key in pair)
    dense = compared.n_distributions > DRAWN_AS_POINTS
    return draw_deltas(
        x,
        y,
        VotesTexts(compared.votes),
        pair,
        (compared.a.name, compared.b.name),
        title=disagreement_in_brief(compared, *pair),
        under=f"gold distributions; stronger colour: more{hint}" if dense else "gold distributions",
        counts=compared.quadrants(*pair),
        height=400,
        look=look,  # as the card beside it
    )


def draw_gold(gold: Votes, a: Estimator, b: Estimator, *, height: int = 250, look: Look = LIGHT) -> go.Figure:
    """Draw one gold distribution of a space, and what both estimators make of it."""
    return draw_picture(picture(gold, a, b), height=height, look=look)


def has_map(compared: Comparison) -> bool:
    """Return whether all gold distributions have a place on a map."""
    return compared.votes.shape[1] == 3 and compared.step == 1


def draw_preferences(compared: Comparison, key: str, *, look: Look = LIGHT) -> go.Figure:
    """Draw which estimator a measure prefers on every gold distribution of three classes: orange A, green B.

    A stronger colour is a larger difference; the palest are ties. Raises `OrdquantError` where `has_map` says no.
    """
    if not has_map(compared):
        raise OrdquantError(f"The map shows three classes and at most {count(KEPT, 'gold distribution')}.")
    order = np.lexsort((compared.votes[:, 2], compared.votes[:, 1]))
    values = compared.deltas[compared.index(key)][order]
    reach = max(float(np.abs(values[np.isfinite(values)]).max(initial=0.0)), 1e-9)
    name_a, name_b = plain((compared.a.name, compared.b.name))
    bar = {**colour_bar(f"{name_a} better ◀ ▶ {name_b} better", look), "tickformat": "+.2f", "nticks": 5}
    scale = [[0, look.run_a], [0.5, look.panel], [1, look.run_b]]
    return ternary_figure(
        compared.votes[order] / compared.n_votes,
        values,
        labels=classes(3),
        title=f"{MEASURES[key].label}: preference on every gold distribution",
        colours={"zmin": -reach, "zmax": reach, "colorscale": scale, "colorbar": bar},
        value="Δ %{z}",
        height=360,
        look=look,
    )


def draw_artificial(study: Study, n_seeds: int, *, look: Look = LIGHT) -> go.Figure:
    """Draw for every two measures of the published table the spread of tau over the seeds, and what is printed.

    Printed values have their intervals; those outside of the spread have the colour of disagreement.
    """
    rows = spreads(study)
    names = np.array(plain([", ".join(labels_of(row.measures)) for row in rows]), dtype=object)
    taus, gap = np.array([row.values for row in rows]), np.full(len(rows), None)
    low, high, mean = taus.min(axis=1), taus.max(axis=1), taus.mean(axis=1)
    traces = [
        lines(
            np.stack([low, high, gap], axis=1).ravel().tolist(),
            np.stack([names, names, gap], axis=1).ravel().tolist(),
            {"color": look.muted, "width": 5},
            "spread",
            opacity=0.45,
        ),
        dots(
            mean,
            names,
            {"color": look.ink, "size": 8},
            "mean of the seeds",
            customdata=beside(written(mean), written(low), written(high)),
            hover="%{y}: mean %{customdata[0]}, from %{customdata[1]} to %{customdata[2]}",
        ),
    ]
    for outside, colour, kind in (
        (False, look.gold, "printed"),
        (True, look.disagreement, "printed, outside the spread"),
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
        title=f"Kendall’s tau over {count(n_seeds, 'seed')}",
        height=142 + 30 * len(rows),
        margin={"l": 116, "r": 12, "t": 46, "b": 96},
        showlegend=True,
        legend=legend_below(font={"size": 12}),
        yaxis={"autorange": "reversed", "showgrid": False, "categoryorder": "array", "categoryarray": names.tolist()},
    )
