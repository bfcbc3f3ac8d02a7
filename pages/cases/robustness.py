"""How robust are the preferences? What each measure prefers with simulated panels, on all cases at once."""

from collections.abc import Hashable
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core.analysis.baselines import baseline_of
from ordquant_core.analysis.case_margins import Pair
from ordquant_core.analysis.case_robustness import SINGLE_VOTES, SURE, CaseRobustness, resample_cases
from ordquant_core.findings import case_robustness as findings
from ordquant_core.findings.disagreement import label_pair
from ordquant_core.frame_html import Rows, in_families
from ordquant_core.glossary import Kind, column, drawn_as
from ordquant_core.numerals import count, percent
from pages.cases.state import STATE, View
from pages.shared import controls, downloads, write
from pages.shared.result_cache import Key, compute_with_bar, is_computed
from pages.shared.task_files import TaskKey
from pages.shared.task_scores import Versus

NO_VOTES = "The gold is made of probabilities: nothing shows how far annotators differ. Robustness needs votes."
LISTED = 500
RESAMPLES = 200  # simulated panels of annotators for every case
UNASKED_UP_TO = 20_000  # cases for which panels are simulated without being asked for
CASES_A_SECOND = 2000  # with all main measures on one core; said before a long computation
LEAST = 0.8  # share of panels, where the filter names none


def simulate(key: TaskKey, versus: Versus, measures: tuple[str, ...], seed: int, follow: bool) -> CaseRobustness:
    """Recompute all preferences with simulated panels for a task of votes; with `follow`, baselines as well."""
    task = versus.task
    votes = task.votes if task.votes is not None else np.empty((0, 0), dtype=np.int64)
    baselines = of_baselines(versus) if follow else (None, None)
    a, b = (name or estimates for name, estimates in zip(baselines, task.estimates, strict=True))
    return compute_with_bar(
        _robustness_key(key, versus, measures, seed, follow),
        "Simulating panels of annotators, cases",
        lambda progress: resample_cases(
            votes,
            a,
            b,
            measures,
            n_resamples=RESAMPLES,
            positions=task.positions,
            rng=np.random.default_rng(seed),
            progress=progress,
        ),
    )


def at_once(key: TaskKey, versus: Versus, *asked: Hashable) -> bool:
    """Return whether `simulate` answers without a long computation."""
    return len(versus.task.cases) <= UNASKED_UP_TO or is_computed(_robustness_key(key, versus, *asked))


def of_baselines(versus: Versus) -> tuple[str | None, str | None]:
    """Return the keys of the baselines that runs A and B are, None for any other run."""
    task = versus.task
    a, b = (baseline_of(run, task.gold, rows) for run, rows in zip(task.runs, task.estimates, strict=True))
    return a, b


def _robustness_key(key: TaskKey, versus: Versus, *asked: Hashable) -> Key:
    return "case robustness", key, versus.run_a, versus.run_b, *asked


def show(key: TaskKey, versus: Versus, view: View, case: int | None) -> str:
    """Draw the finding, the table of measures, and the most robust disagreements; return how they are computed."""
    task = versus.task
    if task.votes is None or task.votes.sum(axis=1).max() < 2:
        write.because(NO_VOTES if task.votes is None else SINGLE_VOTES)
        return ""
    if any(of_baselines(versus)):
        controls.draw(
            st.toggle,
            STATE,
            "follow",
            "Recompute baselines from the simulated gold",
            help="Off: A and B stay as they are. On: Popularity and Uniform are recomputed from every simulated gold.",
        )
    asked = (key, versus, view.measures, view.seed, STATE["follow"])
    seconds = count(round(len(task.cases) / CASES_A_SECOND))
    label = f"Simulate panels of annotators for {count(len(task.cases), 'case')} (about {seconds} s)"
    if not at_once(*asked) and not st.button(label):
        return ""
    robustness = simulate(*asked)
    write.verdict(findings.robust(robustness, view.pair, view.robust or LEAST), id="robust")
    if case is not None:
        write.because(findings.of_case(robustness, view.pair, case, task.cases[case]))
    left, right = st.columns([1, 1.25], gap="medium")
    with left:
        by_measure = robustness.by_measure()
        _of_measures(by_measure)
        make = lambda: by_measure.assign(seed=view.seed)  # noqa: E731
        downloads.table_button("Robustness by measure", make, "robustness-measures.csv", task.notes)
    every_case = partial(robustness.to_frame, view.pair, task.cases)
    with right:
        most_robust = robustness.most_robust(*view.pair)[:LISTED]
        if len(most_robust):
            st.caption("Disagreements, the most robust first: share of panels that keep the preference.")
            _of_cases(every_case().iloc[most_robust], view.pair)
        make = lambda: every_case().assign(seed=view.seed)  # noqa: E731
        downloads.table_button("Robustness of every case", make, "robustness.csv", task.notes)
    return findings.simulated(robustness, view.seed)


def _of_measures(robustness: pd.DataFrame) -> None:
    """Draw a row per measure: how often a preference stays, on average, and on how many cases nearly always."""
    columns = [
        drawn_as(Kind.MEASURE, "measure", "Measure"),
        drawn_as(Kind.SHARE_BAR, "kept", "keeps its preference or tie, mean over the cases", places=1, hairline=True),
        column("sure", f"cases with {percent(SURE)} or more"),
    ]
    rows = Rows(data="measure", family="family")
    write.frame(in_families(robustness), columns, rows, id="robustness", scrolls=False)


def _of_cases(robustness: pd.DataFrame, pair: Pair) -> None:
    """Draw a row per disagreement: in which share of the panels both measures keep their preference, and each."""
    kept = dict(zip(pair, label_pair(pair), strict=True))
    each = [column(f"kept_{key}", label, places=0) for key, label in kept.items()]
    columns = [column("case", class_="oq-name"), column("both", places=0), *each]
    write.frame(robustness, columns, id="robust-cases")
