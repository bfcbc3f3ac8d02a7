"""Discriminative power: how many pairs of runs every measure separates, pooled over tasks, by three tests."""

import streamlit as st

from ordquant_core.analysis.discrimination import pooled, powers, separated_bounds
from ordquant_core.numerals import count
from ordquant_core.report import figures_of_runs as drawn
from ordquant_core.statistics.bootstrap import RESAMPLES
from ordquant_core.tables.runs import ranking_views as rankings
from ordquant_core.tables.runs import significance_sentences as say
from ordquant_core.tables.runs.significance import curve_table, power_table
from ordquant_core.tables.table import Table, stacked
from pages.measures import drawing
from pages.measures.state import Shown
from pages.shared import look, run_analyses, several, write
from pages.shared.downloads import Tables


def show(shown: Shown) -> Tables:
    """Draw the view; return the tables to download."""
    settings, alpha = shown.settings, shown.settings.alpha
    found = run_analyses.test_runs(shown.tasks, shown.measures, settings)
    second = run_analyses.test_pairs(shown.tasks, shown.measures, settings)
    by_tasks = [powers(one, alpha) for one in found]
    total, boot = pooled(by_tasks), pooled([powers(one, alpha) for one in second])
    unpaired = pooled(run_analyses.count_unpaired(shown.tasks, shown.measures, alpha))
    over = f" pooled{shown.over}" if shown.over else ""
    drawing.finding(
        shown,
        say.power(total, over, separated_bounds(found, alpha)),
        f"{say.settings(found, alpha, settings.seed)} A measure that separates few runs leaves "
        "little to conclude. Right of where a line crosses alpha lie the "
        f"pairs that the measure separates. The bootstrap ({count(RESAMPLES, 'resample')}, seed {settings.seed}) "
        "tests every pair by itself: of pairs without a difference, some are expected to count, too. The unpaired test "
        "counts the differences between cases as noise.",
    )
    with shown.top:
        write.because("Discriminating is not the same as being right.", id="not_right")
    left, right = look.cards(1, 1.1)
    with left:
        look.plot(drawn.sorted_p_values(found[0], alpha, shown.pair), "power_plot", "measures-p-values")
        drawing.which(shown)
    with right:
        st.header("Pairs of runs that each measure separates", anchor=False)
        drawing.table(rankings.power(total, boot, unpaired, over, shown.pair[0]), name="power")
    if len(shown.tasks) > 1:
        with st.container(border=True):
            named = list(zip(map(several.name, shown.tasks), by_tasks, strict=True))
            write.table(*rankings.power_by_task(total, named), id="power_tasks")

    def power() -> Table:
        tables = [
            stacked([power_table(powers(one, alpha)).beside(test=one.method, trials=one.n_trials) for one in tests])
            for tests in zip(found, second, strict=True)
        ]
        return shown.by_task(tables, "alpha", "seed")

    def p_values() -> Table:
        return shown.by_task([curve_table(one) for one in found], "trials", "seed")

    return [
        ("Power, task by task", power, "measures-power.csv"),
        ("Sorted p-values", p_values, "measures-p-values.csv"),
    ]
