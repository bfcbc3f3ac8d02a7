"""How robust are the preferences? What each measure prefers with simulated panels, on all cases at once."""

from collections.abc import Hashable

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core.analysis.baselines import baseline_of
from ordquant_core.analysis.case_margins import Pair
from ordquant_core.analysis.planning.votes import votes_of
from ordquant_core.analysis.robustness import MOSTLY_KEPT, OPEN, PANELS, ROBUST, Robustness, robustness
from ordquant_core.errors import OrdquantError
from ordquant_core.findings import robustness as findings
from ordquant_core.findings.disagreement import label_pair
from ordquant_core.frame_html import Rows, in_families
from ordquant_core.glossary import Kind, column, drawn_as
from ordquant_core.numerals import count
from pages.shared import controls, downloads, problems, write
from pages.shared.pair.state import Method, View
from pages.shared.panels import SEED, prior_of
from pages.shared.result_cache import Key, compute_with_bar, is_computed
from pages.shared.task_files import TaskKey
from pages.shared.task_scores import Versus

LISTED = 500
UNASKED_UP_TO = 20_000  # cases for which panels are simulated without being asked for
CASES_A_SECOND = 2000  # with all main measures on one core; said before a long computation


def simulate(key: TaskKey, versus: Versus, measures: tuple[str, ...], follow: bool) -> Robustness:
    """Recompute all preferences with simulated panels for a task of votes; with `follow`, baselines as well."""
    task = versus.task
    baselines = of_baselines(versus) if follow else (None, None)
    a, b = (name or estimates for name, estimates in zip(baselines, task.estimates, strict=True))
    return compute_with_bar(
        _robustness_key(key, versus, measures, follow),
        "Simulating panels of annotators, cases",
        lambda progress: robustness(
            votes_of(task),
            a,
            b,
            measures,
            prior=prior_of(key, task),
            positions=task.positions,
            rng=np.random.default_rng(SEED),
            progress=progress,
        ),
    )


def of_baselines(versus: Versus) -> tuple[str | None, str | None]:
    """Return the keys of the baselines that runs A and B are, None for any other run."""
    task = versus.task
    a, b = (baseline_of(run, task.gold, rows) for run, rows in zip(task.runs, task.estimates, strict=True))
    return a, b


def _robustness_key(key: TaskKey, versus: Versus, *asked: Hashable) -> Key:
    return "case robustness", key, versus.run_a, versus.run_b, *asked


def show(key: TaskKey, versus: Versus, view: View, case: int | None) -> Method:
    """Draw the finding, the table of measures, and the most robust disagreements; return how they are computed."""
    task = versus.task
    try:
        votes_of(task)
    except OrdquantError as problem:
        write.because(problems.words(problem))
        return "", []
    settings = [count(PANELS, "simulated panel"), f"seed {SEED}"]
    if any(of_baselines(versus)):
        help_ = "Off: A and B stay as they are. On: Popularity and Uniform are recomputed from every simulated gold."
        controls.toggle(view.state, "follow", "Recompute baselines from the simulated gold", help=help_)
    asked = (key, versus, view.measures, view.state["follow"])
    seconds = count(len(task.cases) / CASES_A_SECOND)
    label = f"Simulate panels of annotators for {count(len(task.cases), 'case')} (about {seconds} s)"
    takes_long = len(task.cases) > UNASKED_UP_TO and not is_computed(_robustness_key(*asked))
    if takes_long and not st.button(label):
        return "", settings
    simulated = simulate(*asked)
    write.verdict(findings.robust(simulated, view.pair), id="robust")
    write.because(findings.meaning(simulated.prior))
    if case is not None:
        write.because(findings.of_case(simulated, view.pair, case, task.cases[case]))
    if left_out := findings.left_out(simulated):
        write.because(left_out, id="left_out")
    every_case = simulated.to_frame(view.pair, task.cases)
    listed = [number for number in simulated.most_robust(*view.pair)[:LISTED] if every_case["both"][number] != OPEN]
    left, right = st.columns([1, 1.25], gap="medium") if listed else (st.container(), st.container())
    with left:
        by_measure = simulated.by_measure()
        if len(by_measure):
            st.caption("Mean share of panels that keep a measure's preference or tie (to 5%), and numbers of cases.")
            _of_measures(by_measure)
            downloads.table_button("Robustness by measure", lambda: by_measure, "robustness-measures.csv", task.notes)
    with right:
        if listed:
            st.caption("Disagreements that are kept in most panels or robust, the most robust first.")
            _of_cases(every_case.iloc[listed], view.pair)
        downloads.table_button("Robustness of every case", lambda: every_case, "robustness.csv", task.notes)
    return findings.simulated(simulated, SEED), settings


def _of_measures(by_measure: pd.DataFrame) -> None:
    """Draw a row per measure: how often it keeps its preference on average, and on how many cases how surely."""
    columns = [
        drawn_as(Kind.MEASURE, "measure", "Measure"),
        drawn_as(Kind.SHARE_BAR, "kept_mean", "mean share", places=0),
        column("robust", ROBUST),
        column("mostly_kept", MOSTLY_KEPT),
        column("kept_in_80", MOSTLY_KEPT),
        column("open", OPEN),
    ]
    columns = [entry for entry in columns if entry.name in by_measure]
    rows = Rows(data="measure", family="family")
    write.frame(in_families(by_measure), columns, rows, id="robustness", scrolls=False)


def _of_cases(frame: pd.DataFrame, pair: Pair) -> None:
    """Draw a row per disagreement: how surely the panels keep the preferences of both measures at once, and of each."""
    kept = {"both": "both", **{f"kept_{key}": label for key, label in zip(pair, label_pair(pair), strict=True)}}
    columns = [drawn_as(Kind.TEXT, *entry) for entry in kept.items()]
    write.frame(frame, [column("case", class_="oq-name"), *columns], id="robust-cases")
