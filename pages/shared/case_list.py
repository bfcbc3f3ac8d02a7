"""The ranked list of cases: a row chosen there is the current case."""

from collections.abc import Hashable, Mapping
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import FloatArray, IntArray
from pages.shared import choice, look
from pages.shared.cached import Versus
from pages.shared.pair_view import Pair, deltas_of

LISTED = 500  # rows: nobody reads further, and a longer list takes longer than a click should


def show(
    versus: Versus,
    pair: Pair,
    order: IntArray,
    selected: int,
    *,
    more: Mapping[str, FloatArray] | None = None,
    tag: Hashable = "",
    height: int = 640,
) -> None:
    """List the cases with the numbers `order`; choosing a row makes its case the current one.

    `more` are further columns, over all cases; `tag` tells this list from others of the same pair (another order).
    """
    shown = order[:LISTED]
    frame = _frame(versus, pair, shown, more or {})
    place = np.flatnonzero(shown == selected)
    numbers = st.column_config.NumberColumn(format="%+.3f", width=60, help="negative: A is preferred")
    # A case picked elsewhere must be the marked row here, too: a new key makes the table take the new default.
    version = choice.version()
    key = f"ranked_{'_'.join(pair)}_{abs(hash(tag)):x}_{version}"
    st.dataframe(
        frame,
        key=key,
        hide_index=True,
        height=height,
        on_select=partial(_pick_row, key, version, [versus.task.cases[case] for case in shown]),
        selection_mode="single-row",
        selection_default={"selection": {"rows": [int(place[0])] if len(place) else [], "columns": [], "cells": []}},
        column_config={
            "case": st.column_config.TextColumn(width=108),
            "gold": st.column_config.BarChartColumn(width=66, y_min=0, color=look.palette().gold),
            **dict.fromkeys(frame.columns[2:5], numbers),
            **dict.fromkeys(more or {}, st.column_config.NumberColumn(format="%.3f", width=70)),
        },
    )
    if len(order) > LISTED:
        st.caption(f"The first {LISTED} of {len(order):,} cases.")


def _frame(versus: Versus, pair: Pair, shown: IntArray, more: Mapping[str, FloatArray]) -> pd.DataFrame:
    # ties show as 0, not as the rounding (-0.000) they are made of
    x, y = (deltas.round(comparison.TIE_DECIMALS) + 0.0 for deltas in deltas_of(versus, pair, shown))
    labels = [f"Δ{MEASURES[measure].label}" for measure in pair]
    with np.errstate(invalid="ignore"):
        difference = x - y
    gold = versus.task.gold if versus.task.votes is None else versus.task.votes
    return pd.DataFrame(
        {
            "case": [versus.task.cases[case] for case in shown],
            "gold": gold[shown].tolist(),
            labels[0]: x,
            labels[1] if labels[1] != labels[0] else f"{labels[1]} ": y,
            "Δ − Δ": difference,
        }
        | {name: values[shown] for name, values in more.items()}
    )


def _pick_row(key: str, version: int, cases: list[str]) -> None:
    if version != choice.version():
        return  # a table that was replaced is reported once more
    rows = st.session_state[key]["selection"]["rows"]
    if rows and rows[0] < len(cases):
        choice.pick_row(cases[rows[0]])
