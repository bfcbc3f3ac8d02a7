"""Pairs of runs: what every measure says of one pair, what one measure alone says."""

from functools import partial

import streamlit as st

from ordquant_core.analysis.discrimination import LoneDifference, lone_differences
from ordquant_core.findings import runs as findings
from ordquant_core.findings.words import ALIKE, EFFECT_SIZE, confidence
from ordquant_core.frame_html import Rows
from ordquant_core.glossary import Kind, drawn_as
from ordquant_core.markup import Html, tag
from ordquant_core.numerals import count, interval, p_error, setting
from pages.shared import carried, clicks, controls, links, write
from pages.systems.state import STATE, RunComparison, show_pair

CASES = "cases/page.py"
LISTED = 60
MEASURE = drawn_as(Kind.MEASURE, "measure", "Measure")


def colours(compared: RunComparison) -> Html:
    """Return the style sheet that gives the names of runs A and B their colours: other runs change no table."""
    rules = (
        f"span[data-run='{compared.numbers[run]}'] {{ color: var(--oq-run-{letter}-text); font-weight: 650; }}"
        for run, letter in zip(compared.pair, "ab", strict=True)
    )
    return tag("style", Html(" ".join(rules)))


def pair(compared: RunComparison) -> None:
    """Show what every measure says of runs A and B."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for letter in "ab":
            controls.run(STATE, letter, compared.runs, 160)
    a, b = compared.pair
    if a == b:
        st.info("Choose two different runs.")
        return
    alpha = compared.alpha
    write.verdict(findings.two_runs(compared.test, compared.pair, alpha), id="pair")
    test = compared.test.between(a, b)
    frame = test.to_frame(alpha)
    jointly = f"{confidence(alpha)} interval, jointly for all pairs {ALIKE}"
    ends = zip(frame["difference"], frame["low"], frame["high"], strict=True)
    within = [f"A − B: {gap!r}; {jointly}: {interval(low, high, sign=True)}" for gap, low, high in ends]
    errors = zip(frame["p"], test.errors[:, 0, 1].tolist(), strict=True)
    tested = "randomised Tukey HSD test of all runs; bold where significant"
    columns = [
        MEASURE,
        drawn_as(Kind.MARGIN, "difference", "better by", "difference of the means", hover=within),
        drawn_as(
            *(Kind.P, "p", "p", tested),
            trials=test.n_trials,
            alpha=alpha,
            hover=[f"{p!r} ± {p_error(error)}" for p, error in errors],
        ),
        drawn_as(Kind.MARGIN, "effect_size", "effect size", EFFECT_SIZE),
    ]
    write.frame(frame, columns, Rows(data="measure", styles={compared.measure: "oq-chosen"}), id="pair_table")
    write.note(f"p: randomised Tukey HSD test of all runs; bold: below {setting(alpha)}.")
    query = compared.tasks[0].query() | {"a": a, "b": b} | carried.beside(compared.measure)
    links.page_link(CASES, "See the cases of these two runs", ":material/scatter_plot:", query)


def lone(compared: RunComparison) -> None:
    """List the differences that one measure alone finds; a click makes their runs A and B."""
    differences = lone_differences(compared.test, compared.alpha)
    st.header("Significant by one measure only", anchor=False)
    if not differences:
        any_found = compared.test.significant(compared.alpha).any()
        write.muted(
            "None: every difference that one measure finds is also found by another."
            if any_found
            else "None: no measure finds a significant difference."
        )
        return
    write.because(f"{count(len(differences), 'pair')}. Choose one to make its runs A and B.")
    frame = LoneDifference.frame(differences[:LISTED])
    numbers = [
        f"{compared.numbers[better]},{compared.numbers[worse]}"
        for better, worse in zip(frame["run_1"], frame["run_2"], strict=True)
    ]
    frame = frame.assign(effect_size=frame["effect_size"].abs(), runs=numbers)
    columns = [
        MEASURE,
        drawn_as(Kind.TEXT, "run_1", "better"),
        drawn_as(Kind.TEXT, "run_2", "worse"),
        drawn_as(Kind.P, "p", trials=compared.test.n_trials),
        drawn_as(Kind.SCORE, "effect_size", "effect size", EFFECT_SIZE),
    ]
    a, b = (compared.numbers[run] for run in compared.pair)
    more = f"… and {count(len(differences) - LISTED)} more." if len(differences) > LISTED else ""
    write.frame(
        *(frame, columns, Rows(choice="runs", chosen=(f"{a},{b}", f"{b},{a}"))),
        id="lone",
        after=write.styled(more, style="muted") if more else "",
    )
    clicks.on_choice("lone", partial(show_pair, compared.runs), opens=".st-key-systems_pair")
