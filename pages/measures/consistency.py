"""Consistency: how alike two disjoint sets of cases rank the runs, and how many cases it takes."""

import html
import string

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core.analysis.consistency import Consistency, outperformed
from ordquant_core.figures.measuring import consistency_figure, growth_figure
from ordquant_core.numerals import score as number
from ordquant_core.records import FloatArray
from ordquant_core.statistics.resampling import TukeyHSD
from pages.measures import parts, state
from pages.measures.state import Shown
from pages.shared import look, measured, several
from pages.shared.measured import Consistent


def show(shown: Shown) -> list[parts.Download]:
    """Draw the view; return the tables to keep."""
    said = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        sets = st.segmented_control(
            "Sets of cases",
            list(state.SETS),
            key=state.STATE.key("sets"),
            format_func=state.SETS.__getitem__,
            required=True,
            persist_state="session",
        )
        st.number_input(
            "Cases in a small set", 1, state.MOST_CASES, key=state.STATE.key("size"), persist_state="session", width=150
        )
        st.number_input(
            "Tau to be reached",
            *state.TARGETS,
            step=0.05,
            key=state.STATE.key("target"),
            persist_state="session",
            width=150,
        )
    found = measured.consistencies(shown.tasks, shown.measures, state.STATE["size"], shown.settings)
    first, halves = found[0], sets != "small"
    means = _means(found, halves)
    order = parts.ordered(means)
    tested = [_chosen(one, halves) for one in found]
    better = outperformed(tested[0][1], shown.settings.alpha)
    with said:
        parts.finding(
            _said(shown, means, order, _between(shown, tested[0][0])),
            _because(shown, first, tested[0]),
            shown,
        )
    left, right = st.columns([1, 1.1], gap="medium")
    with left.container(border=True):
        _spread(shown, tested[0][0], order)
    with right.container(border=True):
        _growth(shown, first)
    with st.container(border=True):
        _table(shown, found, order, better)
    return [
        ("Mean tau, task by task (CSV)", lambda: _frame(shown, found), "measures-consistency.csv"),
        ("Growth with the cases (CSV)", lambda: _curve_frame(shown, found), "measures-growth.csv"),
    ]


def _because(shown: Shown, first: Consistent, tested: tuple[Consistency, TukeyHSD]) -> str:
    one, test = tested
    settings = shown.settings
    tied = one.n_splits - len(one.taus)
    left_out = f" {tied} splits are left out: all runs tie by one of the measures." if tied else ""
    return (
        f"The cases are split at random B = {one.n_splits:,} times (seed {settings.seed}); runs are ranked on either "
        "set, and Kendall’s tau-b says how alike the two rankings are. Which measure is more consistent: randomised "
        f"Tukey HSD over the taus, {settings.trials:,} trials, alpha = {settings.alpha:g}, standard error of p there "
        f"{test.error_at(settings.alpha):.4f}.{left_out}"
    )


def _spread(shown: Shown, one: Consistency, order: list[int]) -> None:
    labels = [shown.labels[m] for m in order]
    figure = consistency_figure(
        one.taus[:, order],
        labels,
        look.palette(),
        title=f"Tau between {_sizes(one)}",
        chosen=order.index(shown.pair[0]),
    )
    st.plotly_chart(figure, theme=None, key="consistency_plot", config=look.plot_config("measures-consistency"))
    parts.which(shown)


def _growth(shown: Shown, first: Consistent) -> None:
    target, chosen = state.STATE["target"], shown.pair[0]
    needed = measured.smallest(shown.tasks[0], first, shown.measures, target, shown.settings)[chosen]
    label = shown.labels[chosen]
    figure = growth_figure(
        first.curve.sizes,
        first.curve.means,
        shown.labels,
        shown.families,
        look.palette(),
        target=target,
        smallest=needed,
        title=f"{label} reaches tau {target:g} with {needed} case{'s' * (needed > 1)}"
        if needed
        else f"{label} does not reach tau {target:g} with half of the cases",
        chosen=chosen,
        height=130 + 24 * len(shown.measures),
    )
    st.plotly_chart(figure, theme=None, key="growth_plot", config=look.plot_config("measures-growth"))
    parts.which(shown)


def _table(shown: Shown, found: tuple[Consistent, ...], order: list[int], better: tuple[tuple[int, ...], ...]) -> None:
    letters = dict(zip(order, string.ascii_letters, strict=False))
    halves, small = _means(found, True), _means(found, False)
    needed = measured.smallest(shown.tasks[0], found[0], shown.measures, state.STATE["target"], shown.settings)
    rows = []
    for m in order:
        rows.append(
            (
                m,
                (
                    letters.get(m, ""),
                    f'<span title="{float(halves[m])!r}">{number(halves[m])}</span>',
                    f'<span title="{float(small[m])!r}">{number(small[m])}</span>',
                    _letters(better[m], letters, order),
                    f"{needed[m]}" if needed[m] else '<span class="oq-muted">more than half</span>',
                ),
            )
        )
    size = found[0].small.size
    where = f" on {html.escape(several.name(shown.tasks[0]))}" if len(shown.tasks) > 1 else ""
    heads = (
        "",
        f"mean tau, halves{shown.over}",
        f"mean tau, {size} against {size}{shown.over}",
        f"significantly more consistent than{where}",
        f"cases for tau {state.STATE['target']:g}{where}",
    )
    parts.table(shown, heads, rows, name="consistency")


def _letters(places: tuple[int, ...], letters: dict[int, str], order: list[int]) -> str:
    inside = [letters.get(m, "") for m in order if m in places]
    return (
        f'<span style="letter-spacing:0.15em">{"".join(inside)}</span>'
        if inside
        else '<span class="oq-muted">none</span>'
    )


def _chosen(one: Consistent, halves: bool) -> tuple[Consistency, TukeyHSD]:
    return (one.half, one.half_test) if halves else (one.small, one.small_test)


def _means(found: tuple[Consistent, ...], halves: bool) -> FloatArray:
    """Average the mean taus over tasks."""
    return np.asarray(np.mean([_chosen(one, halves)[0].means for one in found], axis=0))


def _said(shown: Shown, means: FloatArray, order: list[int], between: str) -> str:
    best, worst = means[order[0]], means[order[-1]]
    if worst == best:
        return (
            f"All {len(order)} measures rank the runs equally consistently{shown.over} "
            f"(mean tau {number(best)} between {between})."
        )
    return (
        f"{shown.labels[order[0]]} ranks the runs most consistently{shown.over} (mean tau {number(best)} between "
        f"{between}), {shown.labels[order[-1]]} least ({number(worst)})."
    )


def _between(shown: Shown, one: Consistency) -> str:
    return _sizes(one) if len(shown.tasks) == 1 else "halves" if one.size is None else f"sets of {one.size} cases"


def _sizes(one: Consistency) -> str:
    kind = "halves of" if one.size is None else "two sets of"
    first, second = one.n_cases
    return f"{kind} {first if first == second else f'{first} and {second}'} cases"


def _frame(shown: Shown, found: tuple[Consistent, ...]) -> pd.DataFrame:
    rows = []
    for current, one in zip(shown.tasks, found, strict=True):
        for halves in (True, False):
            part, test = _chosen(one, halves)
            better = outperformed(test, shown.settings.alpha)
            split = "half" if part.size is None else str(part.size)
            for m, key in enumerate(shown.measures):
                than = " ".join(shown.measures[other] for other in better[m])
                rows.append((several.name(current), key, split, float(part.means[m]), than, len(part.taus)))
    columns = ["task", "measure", "split", "tau", "significantly more consistent than", "splits"]
    settings = shown.settings
    return pd.DataFrame(rows, columns=columns).assign(alpha=settings.alpha, trials=settings.trials, seed=settings.seed)


def _curve_frame(shown: Shown, found: tuple[Consistent, ...]) -> pd.DataFrame:
    rows = [
        (several.name(current), key, size, float(one.curve.means[place, m]))
        for current, one in zip(shown.tasks, found, strict=True)
        for place, size in enumerate(one.curve.sizes)
        for m, key in enumerate(shown.measures)
    ]
    frame = pd.DataFrame(rows, columns=["task", "measure", "cases in a set", "mean tau"])
    return frame.assign(splits=shown.settings.splits, seed=shown.settings.seed)
