"""Agreement: how alike measures rank the runs, Kendall's tau with two intervals."""

import html
from itertools import combinations

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core.analysis.agreement import averaged
from ordquant_core.numerals import score as number
from ordquant_core.records import FloatArray
from pages.measures import parts
from pages.measures.state import Shown
from pages.shared import measured, several


def show(shown: Shown) -> list[parts.Download]:
    """Draw the view; return the tables to keep."""
    found = measured.agreements(shown.tasks, shown.measures)
    mean = averaged(found)
    order = parts.ordered(mean.average_similarity)
    labels, similar = shown.labels, mean.average_similarity
    x, y = shown.pair
    parts.finding(
        _said(shown, similar, [m for m in order if np.isfinite(similar[m])]),
        "Kendall’s tau-b between the rankings of the runs by two measures. Runs rank by their mean score, rounded to "
        "12 decimals; runs with equal means tie.",
        shown,
    )
    left, right = st.columns([1.1, 1], gap="medium")
    with left.container(border=True):
        parts.matrix(
            shown,
            mean.tau,
            parts.hundredths,
            lambda i, j: f"{labels[i]} and {labels[j]}: tau {mean.tau[i, j]:.4f}",
            title=f"Tau of every pair{shown.over}: darker, more alike",
            name="agreement",
        )
    with right.container(border=True):
        rows = []
        for m in order:
            others = [j for j in parts.ordered(mean.tau[m]) if j != m and np.isfinite(mean.tau[m, j])]
            near, away = (
                (
                    f'<span style="white-space:nowrap">{labels[j]} {number(mean.tau[m, j])}</span>'
                    for j in (others[0], others[-1])
                )
                if others
                else ("", "")
            )
            value = f'<b title="{float(similar[m])!r}">{number(similar[m])}</b>'
            rows.append((m, (value, near, away)))
        parts.table(shown, ("average similarity", "most like", "least like"), rows, name="similarity")
    with left.container(border=True):
        st.html(
            f'<p class="oq oq-verdict" id="pair">{labels[x]} and {labels[y]}: tau {number(mean.tau[x, y])}'
            f"{shown.over and ' on average'}</p>"
        )
        rows_html = "".join(
            f"<tr><th scope=row class=oq-name>{html.escape(several.name(current))}</th><td>{one.n_runs}</td>"
            f'<td title="{float(one.tau[x, y])!r}">{number(one.tau[x, y])}</td>'
            f"<td>{_interval(one.low[x, y], one.high[x, y])}</td>"
            f"<td>{_interval(one.low_long_cliff[x, y], one.high_long_cliff[x, y])}</td></tr>"
            for current, one in zip(shown.tasks, found, strict=True)
        )
        st.html(
            '<div style="overflow-x:auto" tabindex="0"><table class="oq oq-table" id="intervals"><thead><tr>'
            "<th scope=col>task</th><th scope=col>runs</th><th scope=col>tau</th>"
            '<th scope=col title="Fisher’s z with variance 0.437 / (n - 4)">95%, Fisher</th>'
            '<th scope=col title="from the data: Long and Cliff 1997">95%, Long and Cliff</th></tr></thead>'
            f"<tbody>{rows_html}</tbody></table></div>"
        )
    return [
        ("Agreement, task by task (CSV)", lambda: _frame(shown), "measures-agreement.csv"),
    ]


def _said(shown: Shown, similar: FloatArray, order: list[int]) -> str:
    if not order:
        return "All runs tie by every measure but one, or by all: there are no two rankings to compare."
    most, least = order[0], order[-1]
    return (
        f"{shown.labels[least]} ranks the runs least like the other measures (average tau {number(similar[least])}"
        f"{shown.over}), {shown.labels[most]} most ({number(similar[most])})."
    )


def _interval(low: float, high: float) -> str:
    return "n/a" if np.isnan(low) else f"{number(low)} to {number(high)}"


def _frame(shown: Shown) -> pd.DataFrame:
    rows = []
    for current, one in zip(shown.tasks, measured.agreements(shown.tasks, shown.measures), strict=True):
        tables = (one.tau, one.low, one.high, one.low_long_cliff, one.high_long_cliff)
        for i, j in combinations(range(len(shown.measures)), 2):
            values = (float(table[i, j]) for table in tables)
            rows.append((several.name(current), one.n_runs, shown.measures[i], shown.measures[j], *values))
    columns = ["task", "runs", "measure_1", "measure_2", "tau", "low", "high", "low_long_cliff", "high_long_cliff"]
    return pd.DataFrame(rows, columns=columns)
