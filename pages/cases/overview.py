"""Where two measures disagree on two runs: the sentence, the quadrants in words, the correlations."""

import numpy as np
import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.analysis.case_filters import RANKINGS
from ordquant_core.analysis.comparison import QUADRANTS
from ordquant_core.markup import Html
from ordquant_core.numerals import count
from ordquant_core.records import IntArray
from ordquant_core.tables import sentences
from ordquant_core.tables.two_runs import disagreement
from pages.cases import computed, state
from pages.shared import (
    case_card,
    clicks,
    controls,
    current_mark,
    pair_view,
    presenting,
    selection,
    skeleton,
    task_scores,
    write,
)
from pages.shared.common import COMMON
from pages.shared.task_scores import Versus
from pages.shared.tasks import Current

SUBTITLE = (
    "On which cases do two measures prefer different runs? Choose any two runs of the task. Smaller scores are "
    "better; Δ is the score of run A minus the score of run B."
)


PLOT, PLOT_HEIGHT = "cases_focus", 380  # its key, and its pixels


def current(versus: Versus, order: IntArray) -> int | None:
    """Return the number of the current case, None where none is listed."""
    return selection.current(versus.task.cases, order) if len(order) else None


def _choose_runs(runs: tuple[str, ...]) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", width="content"):
        controls.run(COMMON, "a", runs, 165)
        st.button("⇄", key="cases_swap", on_click=state.swap, help="Exchange A and B")
        controls.run(COMMON, "b", runs, 165)


def _scatter(current: Current, versus: Versus, shown: state.View, listed: IntArray, *, stretched: bool = False) -> None:
    """Draw the deltas of the cases that pass the filter."""
    drawn, digest = _drawn(shown, listed), current.key.digest
    pair_view.scatter(
        versus, shown.pair, key=PLOT, case_numbers=drawn, digest=digest, height=PLOT_HEIGHT, stretched=stretched
    )


def place(versus: Versus, shown: state.View, listed: IntArray, case: int | None) -> dict[str, current_mark.Point]:
    """Return where a case stands in that plot."""
    return {PLOT: pair_view.point_of(versus, shown.pair, case, _drawn(shown, listed))}


def _drawn(shown: state.View, listed: IntArray) -> IntArray | None:
    return listed if shown.filtered else None  # None: all of them


def on_stage(current: Current, versus: Versus, shown: state.View, listed: IntArray, case: int | None) -> None:
    """Draw the finding, the scatterplot and the case for a lecture hall, and nothing else."""
    link = current.query() | state.query(shown, versus, case)
    with presenting.stage(state.PAGE, link, shared=not current.source.own) as (top, left, right):
        with top:
            write.said(finding(versus, shown), f"{_correlations(versus, shown)} {presenting.HINT}")
        with left:
            _scatter(current, versus, shown, listed, stretched=True)
            current_mark.show("case", points=place(versus, shown, listed, case))
        if case is not None:
            with right:
                case_card.on_stage(versus, case, shown.pair)
    skeleton.stop()


def choose(current: Current, versus: Versus, shown: state.View) -> None:
    """Draw the choice of runs and measures."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        _choose_runs(task_scores.offered_runs(current))
        pair_view.choose_pair(versus.outside)
    if shown.pair[0] == shown.pair[1]:
        st.caption("Choose two different measures to see where they disagree.")


def show(current: Current, versus: Versus, shown: state.View, listed: IntArray) -> None:
    """Draw the deltas and the counts; `listed` are the cases that pass the filter."""
    x, y = pair_view.deltas_of(versus, shown.pair)
    counts = comparison.quadrants(x, y)
    _scatter(current, versus, shown, listed)
    st.caption("Click a dot, or select several with the box or lasso tool at the top right of the plot.")
    of_listed = comparison.quadrants(x[listed], y[listed]) if shown.filtered else None
    write.html(disagreement.quadrant_table(counts, shown.pair, of_listed))

    def select(name: str) -> None:
        if name in (*QUADRANTS, "on_axis"):  # what comes from the browser is checked
            numbers = listed[comparison.in_quadrant(x[listed], y[listed], name)]
            selection.select_together(current.key.digest, numbers)
            if len(numbers):
                COMMON["case"] = versus.task.cases[numbers[0]]  # other cases are listed: all is drawn again

    clicks.on_choice("quadrants", select)
    unseen = int((~(np.isfinite(x) & np.isfinite(y))).sum())
    if unseen:
        st.caption(f"{count(unseen, 'case')} with an infinite Δ: counted, but not drawn.")


def finding(versus: Versus, shown: state.View) -> Html:
    """Say on how many cases the two measures prefer different runs."""
    counts = comparison.quadrants(*pair_view.deltas_of(versus, shown.pair))
    names = sentences.lettered(versus.run_a, "A"), sentences.lettered(versus.run_b, "B")
    return disagreement.verdict(counts, shown.pair, names, identical=bool(np.array_equal(*versus.task.estimates)))


def method(versus: Versus, shown: state.View) -> None:
    """Say how alike the two measures are over all cases, and how the list is ordered."""
    write.because(_correlations(versus, shown))
    ranking = RANKINGS[shown.ranking]
    write.because(f"Order of the list: {ranking.label.lower()}, {ranking.meaning}.")


def _correlations(versus: Versus, shown: state.View) -> str:
    return disagreement.correlations(*computed.correlations(versus, shown.pair))
