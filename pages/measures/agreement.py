"""Agreement: how alike measures rank the runs, Kendall's tau with two intervals."""

import streamlit as st

from ordquant_core.analysis.agreement import AverageAgreement, averaged, largest_first, nearest_and_farthest
from ordquant_core.markup import Cell, Column, Row, tag
from ordquant_core.numerals import score, short
from ordquant_core.tables import ranking_sentences as say
from ordquant_core.tables.agreement import agreement_table
from pages.measures import drawing
from pages.measures.state import Download, Shown
from pages.shared import results, several, write


def show(shown: Shown) -> list[Download]:
    """Draw the view; return the tables to download."""
    found = results.agreements(shown.tasks, shown.measures)
    mean = averaged(found)
    labels, (x, y) = shown.labels, shown.pair
    drawing.finding(
        shown,
        say.agreement(shown.measures, mean.average_similarity, shown.over),
        say.TAU,
    )
    left, right = st.columns([1.1, 1], gap="medium")
    with left.container(border=True):
        drawing.matrix(
            shown,
            mean.tau,
            short,
            lambda i, j: f"{labels[i]} and {labels[j]}: tau {score(mean.tau[i, j])}",
            title=f"Tau of every pair{shown.over}: darker, more alike",
            name="agreement",
        )
    with right.container(border=True):
        rows = {m: _similarity(shown, mean, m) for m in largest_first(mean.average_similarity)}
        drawing.table(shown, ("average similarity", "most like", "least like"), rows, name="similarity")
    with left.container(border=True):
        average = shown.over and " on average"
        write.verdict(f"{labels[x]} and {labels[y]}: tau {score(mean.tau[x, y])}{average}", id="pair")
        columns = [
            "task",
            "runs",
            "tau",
            Column("95%, Fisher", "Fisher’s z with variance 0.437 / (n - 4)"),
            Column("95%, Long and Cliff", "from the data: Long and Cliff 1997"),
        ]
        tau_rows = [
            Row(
                [
                    Cell(several.name(current), class_="oq-name", heads=True),
                    one.n_runs,
                    Cell(score(one.tau[x, y]), repr(float(one.tau[x, y]))),
                    say.interval(one.low[x, y], one.high[x, y]),
                    say.interval(one.low_long_cliff[x, y], one.high_long_cliff[x, y]),
                ]
            )
            for current, one in zip(shown.tasks, found, strict=True)
        ]
        write.table(columns, tau_rows, id="intervals")
    tables = [agreement_table(one).beside(runs=one.n_runs) for one in found]
    return [("Agreement, task by task (CSV)", lambda: shown.by_task(tables), "measures-agreement.csv")]


def _similarity(shown: Shown, mean: AverageAgreement, m: int) -> list[object]:
    """Return how alike a measure is to the others, and which of them is the most and the least like it."""
    similar, ends = float(mean.average_similarity[m]), nearest_and_farthest(mean.tau, m) or ()
    texts = [tag("span", f"{shown.labels[j]} {score(mean.tau[m, j])}", style="white-space:nowrap") for j in ends]
    return [Cell(tag("b", score(similar)), repr(similar)), *(texts or ("", ""))]
