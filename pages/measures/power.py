"""Discriminative power: how many pairs of runs every measure separates, pooled over tasks."""

import pandas as pd
import streamlit as st

from ordquant_core.analysis.discrimination import Power, pooled, powers, separated_bounds
from ordquant_core.figures.measuring import draw_p_values
from ordquant_core.tables.runs import ranking_views as rankings
from ordquant_core.tables.runs import significance_sentences as say
from pages.measures import drawing
from pages.measures.state import Shown
from pages.shared import look, run_analyses, several, write
from pages.shared.downloads import Tables


def show(shown: Shown) -> Tables:
    """Draw the view; return the tables to download."""
    settings, alpha = shown.settings, shown.settings.alpha
    found = run_analyses.test_runs(shown.tasks, shown.measures, settings)
    by_tasks = [powers(one, alpha) for one in found]
    total = pooled(by_tasks)
    over = f" pooled{shown.over}" if shown.over else ""
    drawing.finding(
        shown,
        say.power(total, over, separated_bounds(found, alpha)),
        f"{say.settings(found, alpha, settings.seed)} A measure that separates few runs leaves "
        "little to conclude. Right of where a line crosses alpha lie the pairs that the measure separates.",
    )
    with shown.top:
        write.because("Discriminating is not the same as being right.", id="not_right")
    left, right = look.cards(1, 1.1)
    with left:
        look.plot(look.draw(draw_p_values, found[0], alpha, shown.pair), "power_plot", "measures-p-values")
        drawing.which(shown)
    with right:
        st.header("Pairs of runs that each measure separates", anchor=False)
        drawing.table(rankings.power(total, over, shown.pair[0]), name="power")
    if len(shown.tasks) > 1:
        with st.container(border=True):
            named = list(zip(map(several.name, shown.tasks), by_tasks, strict=True))
            write.table(*rankings.power_by_task(total, named), id="power_tasks")

    def power() -> pd.DataFrame:
        return shown.by_task([Power.frame(one) for one in by_tasks], "alpha", "trials", "seed")

    def p_values() -> pd.DataFrame:
        return shown.by_task([one.p_values_to_frame() for one in found], "trials", "seed")

    return [
        ("Power, task by task", power, "measures-power.csv"),
        ("Sorted p-values", p_values, "measures-p-values.csv"),
    ]
