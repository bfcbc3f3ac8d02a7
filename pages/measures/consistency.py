"""Consistency: how alike two disjoint sets of cases rank the runs, and how many cases it takes."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from ordquant_core.analysis.agreement import largest_first, mean_over_tasks
from ordquant_core.analysis.consistency import Consistency, Experiment
from ordquant_core.figures.measuring import draw_consistency, draw_growth
from ordquant_core.tables.runs import ranking_sentences as say
from ordquant_core.tables.runs import ranking_views as rankings
from pages.measures import drawing, papers, state
from pages.measures.state import STATE, Shown
from pages.shared import controls, look, run_analyses, several, write
from pages.shared.downloads import Tables


def show(shown: Shown) -> Tables:
    """Draw the view; return the tables to download."""
    sets = _choose()
    found = run_analyses.test_consistency(shown.tasks, shown.measures, STATE["size"], shown.settings)
    first = found[0]
    means = {kind: mean_over_tasks([one.by(kind)[0].means for one in found]) for kind in state.SETS}
    order = largest_first(means[sets])
    needed = run_analyses.find_cases_needed(shown.tasks[0], shown.measures, first, STATE["target"])
    of_task = several.name(shown.tasks[0]) if shown.over else ""
    verdict = say.consistency(first.by(sets)[0], means[sets], shown.over)
    drawing.finding(shown, verdict, say.splits(first, sets, shown.settings.alpha, of_task))
    with shown.top:
        write.because(say.differing(first, sets, shown.settings.alpha, of_task), id="differing")
    left, right = look.cards(1, 1.1)
    with left:
        _spread(shown, first.by(sets)[0], order)
    with right:
        _growth(shown, first, needed[shown.pair[0]])
    with st.container(border=True):
        grid = rankings.consistency(
            first,
            sets,
            means,
            needed,
            shown.pair[0],
            alpha=shown.settings.alpha,
            target=STATE["target"],
            over=shown.over,
        )
        st.header("Consistency of every measure", anchor=False)
        drawing.table(grid, name="consistency")
    papers.consistency(shown, found)

    def tested() -> pd.DataFrame:
        return shown.by_task([one.to_frame(alpha=shown.settings.alpha) for one in found], "alpha", "trials", "seed")

    def growth() -> pd.DataFrame:
        return shown.by_task([one.curve.to_frame() for one in found], "seed")

    return [
        ("Mean tau, task by task", tested, "measures-consistency.csv"),
        ("Growth with the cases", growth, "measures-growth.csv"),
    ]


def _choose() -> str:
    """Draw the choices of this view; return which sets of cases it is about."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.segments(STATE, "sets", "Sets of cases", state.SETS)
        controls.number(STATE, "size", "Cases in a small set", width=150)
        controls.number(STATE, "target", "Target tau", step=0.05, width=150)
    return str(STATE["sets"])


def _spread(shown: Shown, one: Consistency, order: Sequence[int]) -> None:
    look.plot(look.draw(draw_consistency, one, order, shown.pair[0]), "consistency_plot", "measures-consistency")
    drawing.which(shown)


def _growth(shown: Shown, first: Experiment, needed: int | None) -> None:
    look.plot(
        look.draw(draw_growth, first.curve, STATE["target"], needed, shown.pair), "growth_plot", "measures-growth"
    )
    drawing.which(shown)
