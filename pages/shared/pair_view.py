"""Two measures on the cases of two runs: the plots, and the ranked list of cases. Both choose a case."""

from collections.abc import Mapping
from functools import partial

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.figures.deltas import delta_scatter
from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import Correlation, IntArray
from ordquant_core.statistics.correlation import pearson
from pages.shared import cached, look
from pages.shared.cached import Versus
from pages.shared.tasks import escape, first_sample

Pair = tuple[str, str]
LISTED = 500  # rows of the ranked list: nobody reads further, and a longer one takes longer than a click should


def follow(query: Mapping[str, str] | None) -> None:
    """Set the pair and the case to what a link says."""
    for axis, default in (("x", "NMD"), ("y", "RNOD")):
        wanted = (query or {}).get(axis)
        if wanted is not None and wanted not in MEASURES:
            st.warning(f"The link names the measure “{escape(wanted[:30])}”; there is none of that name.")
        if wanted in MEASURES:
            st.session_state[f"pair_{axis}"] = wanted
        st.session_state.setdefault(f"pair_{axis}", default)
    if query and "case" in query:
        st.session_state["case"] = query["case"]
        st.session_state["case_from_link"] = True


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


def scatter(versus: Versus, pair: Pair, selected: int | None, *, key: str, small: bool = False) -> None:
    """Draw the deltas of two measures; a click on a point makes its case the current one."""
    st.plotly_chart(
        figure(versus, pair, selected, small=small),
        theme=None,
        key=key,
        on_select=partial(_pick_point, key, versus),
        selection_mode="points",
        config=look.plot_config(f"deltas-{pair[0]}-{pair[1]}"),
    )


def figure(versus: Versus, pair: Pair, selected: int | None, *, small: bool = False) -> go.Figure:
    """Return the plot of the deltas of two measures."""
    x, y = (versus.deltas[versus.scores.measures.index(measure)] for measure in pair)
    counts = comparison.quadrants(x, y)
    labels = (MEASURES[pair[0]].label, MEASURES[pair[1]].label)
    parted = f"{labels[0]} and {labels[1]} part on {counts.second + counts.fourth} of {len(x)} cases"
    return delta_scatter(
        x,
        y,
        versus.task.cases,
        comparison.disagreement(x, y),
        counts,
        look.palette(),
        measures=labels,
        runs=(versus.run_a, versus.run_b),
        title=f"{parted}<br><span style='font-size:11px'>{tell_correlation(pearson(x, y))}</span>",
        selected=selected,
        small=small,
        height=250 if small else 420,
    )


def tell_correlation(correlation: Correlation) -> str:
    """Word a correlation: 'r = 0.81 [0.78, 0.84]', or why there is none."""
    if correlation.value is None:
        return correlation.undefined
    if correlation.low is None or correlation.high is None:
        return f"r = {correlation.value:.2f} ({correlation.undefined})"
    return f"r = {correlation.value:.2f} [{correlation.low:.2f}, {correlation.high:.2f}]"


def ranked(versus: Versus, pair: Pair, order: IntArray, selected: int) -> None:
    """List the cases in the given order; choosing a row makes its case the current one."""
    # ties show as 0, not as the rounding (-0.000) they are made of
    rows = versus.deltas[[versus.scores.measures.index(measure) for measure in pair]]
    x, y = rows.round(comparison.TIE_DECIMALS) + 0.0
    labels = [f"Δ{MEASURES[measure].label}" for measure in pair]
    shown = order[:LISTED]
    with np.errstate(invalid="ignore"):
        difference = x - y
    gold = versus.task.gold if versus.task.votes is None else versus.task.votes
    frame = pd.DataFrame(
        {
            "case": [versus.task.cases[case] for case in shown],
            "gold": gold[shown].tolist(),
            labels[0]: x[shown],
            labels[1] if labels[1] != labels[0] else f"{labels[1]} ": y[shown],
            "Δ − Δ": difference[shown],
        }
    )
    place = np.flatnonzero(shown == selected)
    numbers = st.column_config.NumberColumn(format="%+.3f", width=60, help="negative: A is preferred")
    # A case picked elsewhere must be the marked row here, too: a new key makes the table take the new default.
    version = st.session_state.get("picked_elsewhere", 0)
    key = f"ranked_{'_'.join(pair)}_{version}"
    st.dataframe(
        frame,
        key=key,
        hide_index=True,
        height=640,
        on_select=partial(_pick_row, key, version, [versus.task.cases[case] for case in shown]),
        selection_mode="single-row",
        selection_default={"selection": {"rows": [int(place[0])] if len(place) else [], "columns": [], "cells": []}},
        column_config={
            "case": st.column_config.TextColumn(width=108),
            "gold": st.column_config.BarChartColumn(width=66, y_min=0, color=look.palette().gold),
            **dict.fromkeys(frame.columns[2:], numbers),
        },
    )
    if len(order) > LISTED:
        st.caption(f"The first {LISTED} of {len(order):,} cases.")


def step(versus: Versus, order: IntArray, selected: int) -> None:
    """Draw the buttons to the previous and the next case of the ranking."""
    place = int(np.flatnonzero(order == selected)[0])
    for label, to in (("‹ previous", place - 1), ("next ›", place + 1)):
        inside = 0 <= to < len(order)
        st.button(
            label,
            disabled=not inside,
            on_click=_pick,
            args=(versus.task.cases[order[to]],) if inside else None,
            key=f"step_{label}",
        )


def chosen_case(versus: Versus, order: IntArray) -> int:
    """Return the number of the current case: the one chosen, else the first of the ranking."""
    case = st.session_state.get("case")
    if case in versus.task.cases:
        st.session_state.pop("case_from_link", None)
        return versus.task.cases.index(case)
    if case is not None and st.session_state.pop("case_from_link", False):
        st.warning(f"The link names the case “{escape(case[:60])}”, which this task does not have.")
    return int(order[0])


def _pick(case: str) -> None:
    st.session_state["case"] = case
    st.session_state["picked_elsewhere"] = st.session_state.get("picked_elsewhere", 0) + 1


def _pick_point(key: str, versus: Versus) -> None:
    points = st.session_state[key]["selection"]["points"]
    if points:
        data = points[0].get("customdata")
        number = data[0] if isinstance(data, list) else data
        if isinstance(number, int) and 0 <= number < len(versus.task.cases):  # sent by a browser: not trusted
            _pick(versus.task.cases[number])


def _pick_row(key: str, version: int, cases: list[str]) -> None:
    if version != st.session_state.get("picked_elsewhere", 0):
        return  # a table that was replaced is reported once more
    rows = st.session_state[key]["selection"]["rows"]
    if rows and rows[0] < len(cases):
        st.session_state["case"] = cases[rows[0]]
