"""Discriminative power: how many pairs of runs every measure separates, pooled over tasks, by three tests."""

import streamlit as st

from ordquant_core.analysis.discrimination import Power, curves, pooled, powers
from ordquant_core.figures.measuring import power_figure
from ordquant_core.markup import Cell, Column, tag
from ordquant_core.numerals import count, percent
from ordquant_core.statistics.bootstrap import RESAMPLES
from ordquant_core.tables import significance_sentences as say
from ordquant_core.tables.significance import curve_table, power_table
from ordquant_core.tables.table import Table, stacked
from pages.measures import drawing
from pages.measures.state import Download, Shown
from pages.shared import look, results, several, write


def show(shown: Shown) -> list[Download]:
    """Draw the view; return the tables to download."""
    settings, alpha = shown.settings, shown.settings.alpha
    found = results.tests_of_runs(shown.tasks, shown.measures, settings)
    second = results.tests_of_pairs(shown.tasks, shown.measures, settings)
    by_tasks = [powers(one, alpha) for one in found]
    total, bootstrap = pooled(by_tasks), pooled([powers(one, alpha) for one in second])
    unpaired = pooled(results.unpaired(shown.tasks, shown.measures, alpha))
    order = sorted(range(len(total)), key=lambda m: -total[m].significant)
    over = f" pooled{shown.over}" if shown.over else ""
    drawing.finding(
        shown,
        say.power(total, over),
        f"{say.settings(found, alpha, settings.seed)} To discriminate is not to be right, but a measure that separates "
        "few runs leaves little to conclude.",
    )
    left, right = st.columns([1, 1.1], gap="medium")
    with left.container(border=True):
        figure = power_figure(
            curves(found[0]),
            shown.labels,
            shown.families,
            look.palette(),
            n_trials=found[0].n_trials,
            level=alpha,
            title="The sooner a line falls, the more it separates",
            chosen=shown.pair[0],
            height=480,
        )
        st.plotly_chart(figure, theme=None, key="power_plot", config=look.plot_config("measures-p-values"))
        drawing.which(shown)
    with right.container(border=True):
        paired_title = f"every pair by itself, {count(RESAMPLES, 'sample')}, seed {settings.seed}"
        columns = [
            f"significant of {count(total[0].pairs)}",
            f"power{over}",
            Column("paired bootstrap", paired_title),
            Column("unpaired test", "the Tukey HSD test of general packages: every run a sample of its own"),
        ]
        rows = {
            m: [tag("b", count(total[m].significant)), *(_share(one[m]) for one in (total, bootstrap, unpaired))]
            for m in order
        }
        drawing.table(shown, columns, rows, name="power")
        write.note(
            "The bootstrap tests every pair by itself, so that some of its many tests are significant by chance. The "
            "unpaired test counts the differences between cases as noise."
        )
    if len(shown.tasks) > 1:
        with st.container(border=True):
            each = {
                m: [f"{one[m].significant} of {one[m].pairs} ({percent(one[m].share, 1)})" for one in by_tasks]
                for m in order
            }
            drawing.table(shown, list(map(several.name, shown.tasks)), each, name="power_tasks", choosable=False)

    def power() -> Table:
        tables = [
            stacked([power_table(powers(one, alpha)).beside(test=one.method, trials=one.n_trials) for one in tests])
            for tests in zip(found, second, strict=True)
        ]
        return shown.by_task(tables, "alpha", "seed")

    def p_values() -> Table:
        return shown.by_task([curve_table(one) for one in found], "trials", "seed")

    return [
        ("Power, task by task (CSV)", power, "measures-power.csv"),
        ("Sorted p-values (CSV)", p_values, "measures-p-values.csv"),
    ]


def _share(power: Power) -> Cell:
    return Cell(percent(power.share, 1), repr(power.share))
