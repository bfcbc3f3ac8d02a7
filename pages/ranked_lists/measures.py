"""How alike measures rank the systems, what they share beyond others, and by which more pairs of runs differ."""

import streamlit as st

from ordquant_core.analysis.retrieval import LEVEL, RESAMPLES
from ordquant_core.figures.colour_table import agreement_table
from ordquant_core.numerals import count, listed, setting
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.statistics.rank_correlation import tau_matrix
from ordquant_core.tables.ranked_lists.findings import power_table
from pages.ranked_lists.results import SEED, power
from pages.ranked_lists.state import STATE, VIEWS, Shown
from pages.shared import cached, controls, look, write
from pages.shared.sample_or_own import Opened


def agreement(shown: Shown) -> None:
    """Draw tau or information tau of the rankings by every two measures."""
    results, measures = shown.results, shown.results.scores.measures
    st.subheader("How similar are the rankings by two measures?", anchor=False)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.segments(STATE, "view", "Shown", VIEWS)
        by_tau, key = STATE["view"] == "tau", STATE.key("given")
        st.multiselect("Beyond the rankings by", measures, key=key, disabled=by_tau, placeholder="none", width=300)
    beyond = f", beyond {listed(STATE['given'])}" if STATE["given"] else ""
    figure = cached.figure(
        agreement_table,
        tau_matrix(results.means) if by_tau else results.information_tau(STATE["given"]),
        measures,
        look.palette(),
        title="Kendall’s tau of the means: 1 is the same order" if by_tau else f"Bits two rankings share{beyond}",
        words=VIEWS[STATE["view"]].lower(),
    )
    look.plot(figure, "lists_agreement", "agreement-of-measures")
    write.note(
        "Information tau is the mutual information of two rankings about a pair of systems, in bits: "
        "1 − H₂((1 − tau)/2). Beyond other rankings, what remains is what two measures share and the others do not "
        "explain."
    )


def discrimination(opened: Opened[Collection], shown: Shown) -> None:
    """List how many pairs of runs differ significantly by each measure."""
    st.subheader("Which measures find more significant differences?", anchor=False)
    found = power(opened.key, shown.results.scores)
    if not found:
        write.note("This needs two runs and two topics or more.")
        return
    write.table(*power_table(found), id="power", scrolls=False)
    write.note(
        f"Pairs with p < {setting(LEVEL)} by the two-sided paired bootstrap test over topics, {count(RESAMPLES)} "
        f"samples, seed {SEED}, the same samples for every measure.",
        id="power_method",
    )
