"""Two measures on the cases of two runs: their plots. A click in one of them chooses a case, a region several."""

from collections.abc import Mapping
from functools import partial
from typing import Literal

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.figures.deltas import delta_frame, delta_scatter
from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import Correlation, FloatArray, IntArray
from ordquant_core.statistics.correlation import pearson
from pages.shared import cached, choice, links, look, picking
from pages.shared.cached import Versus
from pages.shared.escaping import escape
from pages.shared.tasks import first_sample

Pair = tuple[str, str]
REGIONS: tuple[Literal["points", "box", "lasso"], ...] = ("points", "box", "lasso")


def follow(query: Mapping[str, str] | None) -> None:
    """Set the pair and the case to what a link says."""
    for axis, default in (("x", "NMD"), ("y", "RNOD")):
        wanted = (query or {}).get(axis)
        if wanted is not None and wanted not in MEASURES:
            st.warning(f"The link names the measure “{escape(wanted[:30])}”; there is none of that name.")
        if wanted in MEASURES:
            st.session_state[f"pair_{axis}"] = wanted
        links.carry(f"pair_{axis}", default)
    choice.follow((query or {}).get("case"))


def choose_pair() -> Pair:
    """Draw the choice of two measures and return it."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        pair = [
            st.selectbox(
                label,
                list(MEASURES),
                key=f"pair_{axis}",
                format_func=lambda key: MEASURES[key].label,
                persist_state="session",
                width=150,
            )
            for axis, label in (("x", "Measure across"), ("y", "Measure upwards"))
        ]
    return pair[0], pair[1]


def preview() -> None:
    """Draw the plot of the bundled sample, for a page that waits for a file."""
    sample = first_sample()
    st.caption(f"What you will see, here for “{escape(sample.source.title)}”:")
    st.plotly_chart(
        figure(cached.versus(sample.key, *sample.baselines, sample.task), ("NMD", "RNOD"), None),
        theme=None,
        config=look.plot_config("sample"),
    )


def deltas_of(versus: Versus, pair: Pair, shown: IntArray | None = None) -> tuple[FloatArray, FloatArray]:
    """Return the deltas of two measures, of all cases or of those shown."""
    x, y = (versus.deltas[versus.scores.measures.index(measure)] for measure in pair)
    return (x, y) if shown is None else (x[shown], y[shown])


def scatter(
    versus: Versus,
    pair: Pair,
    selected: int | None,
    *,
    key: str,
    small: bool = False,
    shown: IntArray | None = None,
    digest: str | None = None,
) -> None:
    """Draw the deltas of two measures; a click on a point makes its case the current one.

    `shown` are the numbers of the cases to draw, all of them if it is left out. With `digest`, which stands for the
    task, boxes and lassos select cases together.
    """
    st.plotly_chart(
        figure(versus, pair, selected, small=small, shown=shown, marked=choice.marked(digest) if digest else None),
        theme=None,
        key=key,
        on_select=partial(_pick_point, key, versus, pair, shown, digest),
        selection_mode=REGIONS if digest else REGIONS[:1],
        config=look.plot_config(f"deltas-{pair[0]}-{pair[1]}"),
    )


def figure(
    versus: Versus,
    pair: Pair,
    selected: int | None,
    *,
    small: bool = False,
    shown: IntArray | None = None,
    marked: IntArray | None = None,
) -> go.Figure:
    """Return the plot of the deltas of two measures."""
    x, y = deltas_of(versus, pair, shown)
    counts = comparison.quadrants(x, y)
    labels = (MEASURES[pair[0]].label, MEASURES[pair[1]].label)
    cases = versus.task.cases if shown is None else [versus.task.cases[case] for case in shown]
    few = "listed " if len(x) < len(versus.task.cases) else ""
    parted = f"{labels[0]} and {labels[1]} part on {counts.second + counts.fourth:,} of {len(x):,} {few}cases"
    return delta_scatter(
        x,
        y,
        cases,
        comparison.disagreement(x, y),
        counts,
        look.palette(),
        measures=labels,
        runs=(versus.run_a, versus.run_b),
        title=f"{parted}<br><span style='font-size:11px'>{tell_correlation(pearson(x, y))}</span>",
        selected=_place(selected, shown),
        marked=_places(marked, shown),
        small=small,
        height=250 if small else 420,
    )


def tell_correlation(correlation: Correlation, name: str = "r") -> str:
    """Word a correlation: 'r = 0.81 [0.78, 0.84]', or why there is none."""
    if correlation.value is None:
        return correlation.undefined
    if correlation.low is None or correlation.high is None:
        return f"{name} = {correlation.value:.2f} ({correlation.undefined})"
    return f"{name} = {correlation.value:.2f} [{correlation.low:.2f}, {correlation.high:.2f}]"


def step(versus: Versus, order: IntArray, selected: int) -> None:
    """Draw the buttons to the previous and the next case of the ranking."""
    place = int(np.flatnonzero(order == selected)[0])
    for label, to in (("‹ previous", place - 1), ("next ›", place + 1)):
        inside = 0 <= to < len(order)
        st.button(
            label,
            disabled=not inside,
            on_click=choice.pick,
            args=(versus.task.cases[order[to]],) if inside else None,
            key=f"step_{label}",
        )


def chosen_case(versus: Versus, order: IntArray) -> int:
    """Return the number of the current case: the one chosen, else the first of the ranking."""
    return choice.current(versus.task.cases, order)


def _place(case: int | None, shown: IntArray | None) -> int | None:
    """Return where a case stands among those shown."""
    if case is None or shown is None:
        return case
    found = np.flatnonzero(shown == case)
    return int(found[0]) if len(found) else None


def _places(cases: IntArray | None, shown: IntArray | None) -> IntArray | None:
    return cases if cases is None or shown is None else np.flatnonzero(np.isin(shown, cases))


def _pick_point(key: str, versus: Versus, pair: Pair, shown: IntArray | None = None, digest: str | None = None) -> None:
    x, y = deltas_of(versus, pair, shown)
    picking.take(key, x, y, delta_frame(x, y), versus.task.cases, shown=shown, digest=digest)
