"""How robust are the preferences? What each measure prefers with resampled annotators, on all cases at once."""

import streamlit as st

from ordquant_core.numerals import count
from ordquant_core.tables.two_runs import robustness as case_robustness
from pages.cases import computed, tests
from pages.cases.state import STATE, View
from pages.shared import controls, downloads, write
from pages.shared.cached import TaskKey, Versus
from pages.shared.escaping import escape

LISTED = 500
LEAST = 0.8  # share of resamples, where the filter names none


def show(key: TaskKey, versus: Versus, shown: View, case: int | None) -> None:
    """Draw the finding, the table of measures, and the most robust disagreements."""
    task = versus.task
    if not set(shown.pair).isdisjoint(versus.outside):
        write.because("Choose two measures that are computed here; resampled votes have no outside scores.")
        return
    if task.votes is None:
        write.because("The gold is made of probabilities: there are no annotators to resample. Robustness needs votes.")
        return
    if any(computed.of_baselines(versus)):
        controls.draw(
            st.toggle,
            STATE,
            "follow",
            "Recompute baselines from the resampled gold",
            help="Off: A and B stay as they are. On: Popularity and Uniform are recomputed from every resampled gold.",
        )
    asked = (key, versus, shown.measures, shown.seed, STATE["follow"])
    seconds = count(round(len(task.cases) / computed.CASES_A_SECOND))
    label = f"Resample the annotators of {count(len(task.cases), 'case')} (about {seconds} s)"
    if not computed.at_once(*asked) and not st.button(label):
        return
    found = computed.robustness(*asked)
    write.verdict(case_robustness.verdict(found, shown.pair, shown.robust or LEAST), id="robust")
    if case is not None:
        write.because(case_robustness.of_case(found, shown.pair, case, task.cases[case]))
    left, right = st.columns([1, 1.25], gap="medium")
    with left:
        write.html(case_robustness.robustness_bars(found))
    with right:
        if len(case_robustness.most_robust(found, shown.pair)):
            st.caption("Disagreements, the most robust first: share of resamples with the same preference.")
            write.scrolling(case_robustness.disagreement_list(found, shown.pair, task.cases, LISTED))
        downloads.table_button(
            "Robustness of every case (CSV)",
            lambda: case_robustness.robustness_table(found, shown.pair, task.cases).beside(seed=shown.seed),
            "robustness.csv",
            task.notes,
        )
    tests.choose_seed()
    st.caption(
        escape(
            f"{found.n_resamples} multinomial resamples of the annotators of every case, seed {shown.seed}; all "
            "measures use the same. A disagreement is robust where both measures keep their preference in the same "
            "resample."
        )
    )
