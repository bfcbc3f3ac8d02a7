"""How robust are the preferences? What each measure prefers with simulated panels, on all cases at once."""

import streamlit as st

from ordquant_core.analysis.case_robustness import SINGLE_VOTES
from ordquant_core.numerals import count
from ordquant_core.tables.two_runs import robustness as case_robustness
from pages.cases import computed
from pages.cases.state import STATE, View
from pages.shared import controls, downloads, write
from pages.shared.task_files import TaskKey
from pages.shared.task_scores import Versus

NO_VOTES = "The gold is made of probabilities: nothing shows how far annotators differ. Robustness needs votes."
LISTED = 500
LEAST = 0.8  # share of panels, where the filter names none


def show(key: TaskKey, versus: Versus, shown: View, case: int | None) -> str:
    """Draw the finding, the table of measures, and the most robust disagreements; return how they are computed."""
    task = versus.task
    if not set(shown.pair).isdisjoint(versus.outside):
        write.because("Choose two measures that are computed here; simulated votes have no outside scores.")
        return ""
    if task.votes is None or task.votes.sum(axis=1).max() < 2:
        write.because(NO_VOTES if task.votes is None else SINGLE_VOTES)
        return ""
    if any(computed.of_baselines(versus)):
        controls.draw(
            st.toggle,
            STATE,
            "follow",
            "Recompute baselines from the simulated gold",
            help="Off: A and B stay as they are. On: Popularity and Uniform are recomputed from every simulated gold.",
        )
    asked = (key, versus, shown.measures, shown.seed, STATE["follow"])
    seconds = count(round(len(task.cases) / computed.CASES_A_SECOND))
    label = f"Simulate panels of annotators for {count(len(task.cases), 'case')} (about {seconds} s)"
    if not computed.at_once(*asked) and not st.button(label):
        return ""
    found = computed.robustness(*asked)
    write.verdict(case_robustness.verdict(found, shown.pair, shown.robust or LEAST), id="robust")
    if case is not None:
        write.because(case_robustness.of_case(found, shown.pair, case, task.cases[case]))
    left, right = st.columns([1, 1.25], gap="medium")
    with left:
        write.html(case_robustness.robustness_bars(found))
    with right:
        if len(case_robustness.most_robust(found, shown.pair)):
            st.caption("Disagreements, the most robust first: share of panels that keep the preference.")
            write.scrolling(case_robustness.disagreement_list(found, shown.pair, task.cases, LISTED))
        downloads.table_button(
            "Robustness of every case (CSV)",
            lambda: case_robustness.robustness_table(found, shown.pair, task.cases).beside(seed=shown.seed),
            "robustness.csv",
            task.notes,
        )
    return case_robustness.of_simulation(found, shown.seed)
