"""Pairs of runs: which the test separates, what every measure says of one pair, what one measure alone says."""

from functools import partial

import streamlit as st

from ordquant_core.analysis.discrimination import in_order, lone_differences, powers, sides
from ordquant_core.figures.systems import significance_figure
from ordquant_core.markup import Cell, Column, Row, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, p_cell, score
from ordquant_core.tables import significance_sentences as say
from ordquant_core.tables.sentences import lettered
from pages.shared import clicks, links, look, write
from pages.systems.state import STATE, Shown, show_pair

CASES = "pages/cases/page.py"
LISTED = 60
EFFECT_SIZE = "difference of the means over the residual standard deviation of the two-way layout of runs and cases"


def matrix(shown: Shown) -> None:
    """Draw how sure the test is of every pair."""
    found, layer = in_order(shown.found, shown.order), shown.layer
    power = powers(found, shown.settings.alpha)[layer]
    figure = significance_figure(
        found.p_values[layer],
        found.differences[layer],
        found.effect_sizes[layer],
        found.runs,
        look.palette(),
        n_trials=found.n_trials,
        level=shown.settings.alpha,
        title=f"{count(power.significant)} of {count(power.pairs, 'pair')} differ by {shown.label}",
    )
    config = look.plot_config(f"pairs-{found.measures[layer]}")
    st.plotly_chart(figure, theme=None, key="significance_plot", config=config)


def pair(shown: Shown) -> None:
    """Show what every measure says of runs A and B."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for letter in "ab":
            label = f"Run {letter.upper()}"
            st.selectbox(label, list(shown.runs), key=STATE.key(letter), persist_state="session", width=210)
    a, b = shown.pair
    if a == b:
        st.info("Choose two different runs.")
        return
    found, names = shown.found, [shown.runs[run] for run in shown.pair]
    better = sides(found, a, b, shown.settings.alpha)
    write.verdict(say.of_pair(found.measures, better, lettered(names[0], "A"), lettered(names[1], "B")), id="pair")
    write.table(
        [
            "Measure",
            "mean better",
            "p, Tukey HSD",
            Column(
                "p, bootstrap",
                f"paired bootstrap of this pair by itself, {count(shown.bootstrap.n_trials, 'sample')}",
                "oq-wide",
            ),
            Column("effect size", EFFECT_SIZE),
            "significant",
        ],
        [_measure(shown, m, better[m]) for m in range(len(better))],
        id="pair_table",
        scrolls=False,
    )
    query = shown.tasks[0].query() | dict(zip("ab", names, strict=True))
    links.door(CASES, "See the cases of these two runs", ":material/scatter_plot:", query)


def _measure(shown: Shown, m: int, side: int) -> Row:
    """Return what a measure says of runs A and B."""
    found, place, no_break = shown.found, (m, *shown.pair), "white-space:nowrap"
    gap, p, alone = (float(table[place]) for table in (found.differences, found.p_values, shown.bootstrap.p_values))
    verdict = {-1: tag("span", "◀ A", class_="oq-a"), 0: tag("span", "no", class_="oq-muted")}
    return Row(
        [
            Cell(MEASURES[found.measures[m]].label, heads=True),
            Cell(f"{'A' if gap < 0 else 'B'} by {score(abs(gap))}" if gap else "equal", repr(gap), style=no_break),
            Cell(p_cell(p, found.n_trials), f"{p!r} ± {found.errors[place]:.4f}"),
            Cell(p_cell(alone, shown.bootstrap.n_trials), repr(alone), "oq-wide"),
            score(abs(found.effect_sizes[place])),
            Cell(verdict.get(side, tag("span", "B ▶", class_="oq-b")), style=no_break),
        ],
        class_="oq-chosen" if m == shown.layer else None,
        data={"measure": found.measures[m]},
    )


def lone(shown: Shown) -> None:
    """List the differences that one measure alone finds; a click makes their runs A and B."""
    listed = lone_differences(shown.found, shown.settings.alpha)
    st.subheader("Significant by one measure only", anchor=False)
    if not listed:
        write.muted("None: every difference that one measure finds, another one finds, too.")
        return
    rows = []
    for one in listed[:LISTED]:
        runs = shown.runs.index(one.run_1), shown.runs.index(one.run_2)
        rows.append(
            Row(
                [
                    Cell(MEASURES[one.measure].label, heads=True),
                    one.run_1,
                    one.run_2,
                    Cell(p_cell(one.p_value, shown.found.n_trials), repr(one.p_value)),
                    score(abs(one.effect_size)),
                ],
                choice=f"{runs[0]},{runs[1]}",
                chosen=runs in (shown.pair, shown.pair[::-1]),
            )
        )
    more = f"… and {count(len(listed) - LISTED)} more." if len(listed) > LISTED else ""
    write.because(f"{count(len(listed), 'pair')}. Choose one to make its runs A and B.")
    columns = ["Measure", "better", "worse", "p", Column("effect size", EFFECT_SIZE)]
    write.table(columns, rows, id="lone", height="26rem", after=write.styled(more, style="muted") if more else "")
    clicks.on_choice("lone", partial(show_pair, shown.runs), opens=".st-key-systems_pair")
