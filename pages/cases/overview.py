"""Where two measures disagree on two runs: the sentence, the quadrants in words, the correlations."""

import numpy as np
import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.analysis.comparison import QUADRANTS
from ordquant_core.numerals import count
from ordquant_core.records import IntArray
from ordquant_core.tables import sentences
from ordquant_core.tables.two_runs import disagreement
from pages.cases import computed, state
from pages.shared import clicks, controls, pair_view, selection, write
from pages.shared.cached import TaskKey, Versus
from pages.shared.common import COMMON


def choose_runs(runs: tuple[str, ...]) -> None:
    """Draw the choice of the two runs."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.run(COMMON, "a", runs, 165)
        st.button("⇄", key="cases_swap", on_click=state.swap, help="Exchange A and B")
        controls.run(COMMON, "b", runs, 165)


def show(key: TaskKey, versus: Versus, shown: state.View, listed: IntArray) -> None:
    """Draw the finding and the counts; `listed` are the cases that pass the filter."""
    x, y = pair_view.deltas_of(versus, shown.pair)
    counts = comparison.quadrants(x, y)
    names = sentences.lettered(versus.run_a, "A"), sentences.lettered(versus.run_b, "B")
    identical = bool(np.array_equal(*versus.task.estimates))
    write.verdict(disagreement.verdict(counts, shown.pair, names, identical=identical))
    if shown.pair[0] == shown.pair[1]:
        st.caption("Choose two different measures to see where they disagree.")
    of_listed = comparison.quadrants(x[listed], y[listed]) if shown.filtered else None
    write.html(disagreement.quadrant_table(counts, shown.pair, of_listed))

    def select(name: str) -> None:
        if name in (*QUADRANTS, "on_axis"):  # what comes from the browser is checked
            numbers = listed[comparison.in_quadrant(x[listed], y[listed], name)]
            selection.mark(key.digest, numbers)
            if len(numbers):
                selection.pick(versus.task.cases[numbers[0]])

    clicks.on_choice("quadrants", select)
    found = computed.correlations(key, versus.run_a, versus.run_b, shown.pair, versus)
    write.because(disagreement.correlations(*found))
    unseen = int((~(np.isfinite(x) & np.isfinite(y))).sum())
    if unseen:
        st.caption(f"{count(unseen, 'case')} with an infinite Δ: counted, but not drawn.")
