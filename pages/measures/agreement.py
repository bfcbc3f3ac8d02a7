"""Agreement: how alike measures rank the runs, Kendall's tau with two intervals."""

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core.analysis.agreement import averaged, ranks
from ordquant_core.figures.systems import draw_ranks
from ordquant_core.findings import rankings as findings
from ordquant_core.findings.sentence import plain
from ordquant_core.findings.superlatives import LIKELY
from ordquant_core.findings.words import labels
from ordquant_core.glossary import Column, Kind, column, drawn_as
from ordquant_core.numerals import count, in_cell, score
from ordquant_core.numerals import moved as movement
from pages.measures import drawing, papers
from pages.measures.state import MeasureComparison
from pages.shared import look, run_analyses, write
from pages.shared.downloads import Tables
from pages.shared.result_cache import compute_once

DRAWN = 40  # runs, whose names fit below each other
MOVED = 12  # runs that are listed, those that move most; on a phone the first five
SIMILARITY: tuple[str | Column, ...] = (
    drawn_as(Kind.MEASURE, "measure", ""),
    drawn_as(Kind.DOT, "similarity", "average tau"),
    drawn_as(Kind.MEASURE, "most_like", "most like", class_="oq-number oq-muted"),
    column("tau", "", class_="oq-wide"),
)
INTERVALS: tuple[str | Column, ...] = (
    column("task", class_="oq-name"),
    "runs",
    "tau",
    drawn_as(
        *(Kind.RANGE, "long_cliff", "95% interval", findings.LONG_CLIFF),
        parts=("low_long_cliff", "high_long_cliff"),
        missing="none",
    ),
    drawn_as(
        *(Kind.RANGE, "fisher", "as in the 2022 study"),
        "Fisher’s z with variance 0.437 / (n - 4): too narrow where tau is large or runs tie; none below five runs",
        parts=("low", "high"),
        missing="none",
    ),
)


def show(compared: MeasureComparison) -> Tables:
    """Draw the view; return the tables to download."""
    by_task = run_analyses.compare_rankings(compared.tasks, compared.measures)
    mean = compute_once(("agreement, averaged", *compared.key), lambda: averaged(by_task))
    over, pair = compared.over, compared.pair
    more = findings.fewer_tasks(mean, len(by_task)) if over else f" {findings.both_intervals(by_task[0], pair)}"
    over_cases = run_analyses.resample_similarity(compared.tasks, compared.measures, compared.settings.seed)
    verdict, rest = findings.similarity(over_cases, over)
    drawing.finding(compared, verdict, f"{findings.TAU}{more}")
    with compared.top:
        write.because(f"{rest} {findings.SCALE}", style="because wide", id="rest")
    every_tau = compared.by_task(lambda agreement: agreement.to_frame().assign(runs=agreement.n_runs), by_task)
    similarity = partial(mean.to_frame, over_cases)
    least = over_cases.first()
    with st.container(key="agreement"):
        left, right = look.cards(1.3, 1)
    with left:
        drawing.matrix(
            *(compared, mean.tau, in_cell),
            lambda i, j: f"{labels([mean.measures[i], mean.measures[j]])}: tau {score(mean.tau[i, j])}",
            title=f"Tau of every pair of measures{over}",
            unit="Kendall’s tau",
            name="agreement",
        )
    with right:
        others = len(compared.measures) - 1
        st.header(f"Average tau with the other {count(others, 'measure') if others > 1 else 'one'}", anchor=False)
        amber = least.names if least.share >= LIKELY else ()
        after = write.styled("Smaller: less like the other measures.", style="small")
        drawing.table(compared, similarity, SIMILARITY, name="similarity", amber=amber, after=after)
        write.because(f"{rest} {findings.SCALE}", style="because narrow")  # on a phone
    with st.container(border=True):
        tau = findings.tau(mean if over else by_task[0], pair, over)
        if over:
            drawing.pair(compared, findings.both(pair), tau)
            taus = every_tau()
            of_pair = taus["measure_1"].isin(pair) & taus["measure_2"].isin(pair)
            write.frame(taus[of_pair], INTERVALS, id="intervals")
            write.muted(findings.LONG_CLIFF, id="no_interval")
        else:
            _rankings(compared, tau)
    papers.combinations(compared)
    return [
        ("Agreement, task by task", every_tau, "measures-agreement.csv"),
        ("Average similarity", similarity, "measures-similarity.csv"),
    ]


def _rankings(compared: MeasureComparison, tau: str) -> None:
    """Draw how the two measures rank the runs of a task, and which runs move most; of more than fit, only these."""
    scores = run_analyses.score_runs(compared.tasks[0], compared.pair)
    places = ranks(scores.values.mean(axis=2))
    drawing.pair(compared, said := findings.reordered(compared.pair, places), tau)
    drawn = len(scores.runs) <= DRAWN
    left, right = st.columns([1.9, 1], gap="medium") if drawn else (st.container(), st.container())
    if drawn:
        with left:
            figure = look.draw_once(("ranks", *compared.key, compared.settings, compared.pair), draw_ranks, scores)
            look.plot(figure, "rankings_plot", "measures-ranks", name=plain(said))
    with right:
        x, y = places
        moved = pd.DataFrame({"run": scores.runs, "x": x, "y": y, "moves": [*map(movement, x - y)]})
        order = np.argsort(-np.abs(x - y), kind="stable")[:MOVED]
        st.header("Runs that move most on these cases", anchor=False)
        columns = [drawn_as(Kind.RUN, "run", class_="oq-name")]
        columns += [
            drawn_as(Kind.COUNT, axis, f"by {labels([key])}") for axis, key in zip("xy", compared.pair, strict=True)
        ]
        columns.append(drawn_as(Kind.TEXT, "moves", class_="oq-number"))
        write.frame(moved.iloc[order[x[order] != y[order]]], columns, id="moved", scrolls=False)
