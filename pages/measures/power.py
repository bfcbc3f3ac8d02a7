"""Discriminative power: how many pairs of runs every measure separates, pooled over tasks, by three tests."""

import html
from collections.abc import Sequence

import pandas as pd
import streamlit as st

from ordquant_core.analysis.discrimination import Power, curves, pooled, powers
from ordquant_core.figures.measuring import power_figure
from ordquant_core.numerals import p_text
from ordquant_core.tables import sentences
from pages.measures import parts
from pages.measures.state import Shown
from pages.shared import look, measured, several
from pages.shared.measuring import RESAMPLES


def show(shown: Shown) -> list[parts.Download]:
    """Draw the view; return the tables to keep."""
    settings, alpha = shown.settings, shown.settings.alpha
    found = measured.separated(shown.tasks, shown.measures, settings)
    second = measured.separated_pairs(shown.tasks, shown.measures, settings)
    lesson = pooled(measured.unpaired(shown.tasks, shown.measures, settings))
    by_task = [powers(one, alpha) for one in found]
    total, other = pooled(by_task), pooled([powers(one, alpha) for one in second])
    order = sorted(range(len(total)), key=lambda m: -total[m].significant)
    best, labels = total[order[0]], shown.labels
    pooled_words = f" pooled{shown.over}" if shown.over else ""
    parts.finding(
        _said(total, pooled_words),
        f"Randomised Tukey HSD, alpha = {alpha:g}, B = {settings.trials:,} trials, seed {settings.seed}; the standard "
        f"error of a p-value at alpha is {found[0].error_at(alpha):.4f}. To discriminate is not to be right: a measure "
        "that separates little leaves little to conclude.",
        shown,
    )
    lines = curves(found[0])
    left, right = st.columns([1, 1.1], gap="medium")
    with left.container(border=True):
        figure = power_figure(
            lines,
            labels,
            shown.families,
            look.palette(),
            level=alpha,
            title="The sooner a line falls, the more it separates",
            chosen=shown.pair[0],
            height=480,
            words=[[p_text(p, found[0].n_trials) for p in line] for line in lines.tolist()],
        )
        st.plotly_chart(figure, theme=None, key="power_plot", config=look.plot_config("measures-p-values"))
        parts.which(shown)
    with right.container(border=True):
        rows = [
            (
                m,
                (
                    f"<b>{total[m].significant:,}</b>",
                    f'<span title="{total[m].share!r}">{parts.percent(total[m].share)}</span>',
                    parts.percent(other[m].share),
                    parts.percent(lesson[m].share),
                ),
            )
            for m in order
        ]
        heads = (
            f"significant of {best.pairs:,}",
            f"power{pooled_words}",
            f'<span title="every pair by itself, {RESAMPLES:,} samples, seed {settings.seed}">paired bootstrap</span>',
            '<span title="the Tukey HSD test of general packages: every run a sample of its own">unpaired test</span>',
        )
        parts.table(shown, heads, rows, name="power")
        st.html(
            '<p class="oq oq-note">The bootstrap tests every pair by itself, so that some of its many tests are '
            "significant by chance. The unpaired test takes for noise how much cases differ.</p>"
        )
    if len(shown.tasks) > 1:
        with st.container(border=True):
            _tasks(shown, order)
    return [
        ("Power, task by task (CSV)", lambda: _frame(shown), "measures-power.csv"),
        ("Sorted p-values (CSV)", lambda: _curve_frame(shown), "measures-p-values.csv"),
    ]


def _said(total: Sequence[Power], pooled_words: str) -> str:
    """Name the measures that separate the most and the fewest pairs of runs, all of them where several do."""
    best, worst = (end(total, key=lambda power: power.significant) for end in (max, min))
    most, fewest = ([power.measure for power in total if power.significant == end.significant] for end in (best, worst))
    amount = f"{best.significant:,} of {best.pairs:,} ({parts.percent(best.share)})"
    if best.significant == worst.significant:
        who = f"All {len(total)} measures separate" if len(total) > 1 else f"{sentences.some(most)} separates"
        return f"{who} the same number of pairs of runs{pooled_words}: {amount}."
    return (
        f"{sentences.some(most)} separate{'s' * (len(most) == 1)} the most pairs of runs{pooled_words}: {amount}"
        f"; {sentences.some(fewest)} the fewest, {worst.significant:,}."
    )


def _tasks(shown: Shown, order: list[int]) -> None:
    found = measured.separated(shown.tasks, shown.measures, shown.settings)
    every = [powers(one, shown.settings.alpha) for one in found]
    heads = [html.escape(several.name(current)) for current in shown.tasks]
    rows = [
        (m, [f"{task[m].significant} of {task[m].pairs} ({parts.percent(task[m].share)})" for task in every])
        for m in order
    ]
    parts.table(shown, heads, rows, name="power_tasks", choosable=False)


def _frame(shown: Shown) -> pd.DataFrame:
    settings = shown.settings
    tests = {
        "randomised Tukey HSD": measured.separated(shown.tasks, shown.measures, settings),
        "paired bootstrap": measured.separated_pairs(shown.tasks, shown.measures, settings),
    }
    rows = [
        (several.name(current), name, power.measure, power.significant, power.pairs, power.share, one.n_trials)
        for name, found in tests.items()
        for current, one in zip(shown.tasks, found, strict=True)
        for power in powers(one, settings.alpha)
    ]
    columns = ["task", "test", "measure", "significant", "pairs", "share", "trials"]
    return pd.DataFrame(rows, columns=columns).assign(alpha=settings.alpha, seed=settings.seed)


def _curve_frame(shown: Shown) -> pd.DataFrame:
    found = measured.separated(shown.tasks, shown.measures, shown.settings)
    rows = [
        (several.name(current), key, place, float(p))
        for current, one in zip(shown.tasks, found, strict=True)
        for key, line in zip(one.measures, curves(one), strict=True)
        for place, p in enumerate(line, 1)
    ]
    frame = pd.DataFrame(rows, columns=["task", "measure", "place", "p"])
    return frame.assign(trials=shown.settings.trials, seed=shown.settings.seed)
