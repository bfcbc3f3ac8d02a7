"""All pairs: where any two measures prefer different runs, and how alike they rank the cases of one run."""

import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.analysis.agreement import ranking_agreement
from ordquant_core.analysis.study import OnCases
from ordquant_core.errors import OrdquantError
from ordquant_core.figures.matrix import pair_cell
from ordquant_core.records import FloatArray
from ordquant_core.report.figures_of_runs import deltas_of_every_pair
from ordquant_core.tables.papers import cases as papers
from ordquant_core.tables.sentences import labels
from ordquant_core.tables.table import Table
from ordquant_core.tables.two_runs import disagreement
from pages.measures.state import STATE, Shown
from pages.shared import cached, controls, current_mark, links, look, paper_tables, session, several, task_scores, write
from pages.shared.downloads import Tables
from pages.shared.result_cache import compute_once, compute_with_bar
from pages.shared.task_scores import Versus

CASES = "cases/page.py"
MATRIX = "measures_pairs"


def show(shown: Shown) -> Tables:
    """Draw the view; return the tables to download."""
    current = shown.tasks[0].whole or shown.tasks[0]
    runs = task_scores.settle_runs(STATE, current)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.run(STATE, "a", runs, 165)
        st.button("⇄", key="measures_swap", on_click=_swap, help="Exchange A and B")
        controls.run(STATE, "b", runs, 165)
    a, b, measures = STATE["a"], STATE["b"], shown.measures
    if a == b:
        raise OrdquantError("Choose two different runs.")
    versus = task_scores.score_two_runs(current.key, a, b, current.task, measures, current.outside)
    deltas = versus.deltas[[versus.scores.measures.index(measure) for measure in measures]]
    agreement = compute_once(("agreement", versus.key, measures), lambda: comparison.preference_agreement(deltas))
    title, under = disagreement.agreement_headline(measures, agreement)
    with shown.top:
        write.verdict(f"{title}: {under}." if under else f"{title}.")
    with shown.method:
        write.because(
            f"Of {several.name(current)}: " if shown.over else "",
            f"A is {a}, B is {b}. Two measures agree on a case where both prefer A, both prefer B, or both see a tie.",
            f" Left out, as infinite on some case: {labels(shown.infinite)}." if shown.infinite else "",
            id="because",
        )
    left, right = look.cards(2.2, 1)
    with left:
        _matrix(shown, versus, deltas, agreement)
    with right:
        st.header("Same preference, least often first", anchor=False)
        key = ("agreement bars", versus.key, measures)
        cached.write_table(key, lambda: disagreement.agreement_bars(measures, agreement), id="agreement")
        query = current.query() | {"a": a, "b": b, "x": STATE["x"], "y": STATE["y"]}
        links.page_link(CASES, "See the cases of these two runs", ":material/scatter_plot:", query)
    with st.expander("How similarly do measures rank the cases of one run?"):
        _taus(versus, measures, agreement)

    def of_pairs() -> Table:
        return disagreement.agreement_table(measures, deltas).beside(run_a=a, run_b=b)

    return [("Agreement of every pair", of_pairs, "agreement.csv")]


def _swap() -> None:
    STATE["a"], STATE["b"] = STATE["b"], STATE["a"]


def _matrix(shown: Shown, versus: Versus, deltas: FloatArray, agreement: FloatArray) -> None:
    """Draw a small plot for every pair; a click makes its measures the two that the page is about."""
    measures = shown.measures

    def choose() -> None:
        cell = session.selected_numbers(MATRIX)
        if len(cell) == 2 and all(number in range(len(measures)) for number in cell):
            STATE["x"], STATE["y"] = (measures[number] for number in cell)

    title = "Preferences of every pair of measures"
    figure = look.paint_once(
        ("delta matrix", versus.key, measures),
        lambda: deltas_of_every_pair(deltas, measures, agreement, title=title),
    )
    look.plot(figure, MATRIX, "pairs-of-measures", on_select=choose)
    current_mark.show("pair", cells={MATRIX: pair_cell(*shown.pair)})
    write.note(
        "Below the diagonal: the deltas of every pair of measures, the column on the x-axis, the row on the y-axis; "
        "amber where they prefer different runs. Above it: the share of cases on which they agree, as in SIGIR 2018, "
        "Table 2 (II). Click a cell to look at its pair."
    )


def _taus(versus: Versus, measures: tuple[str, ...], shares: FloatArray) -> None:
    """Draw tau between measures over the cases of run A, and of run B; `shares`: on which two prefer the same run."""
    rows = [versus.scores.measures.index(key) for key in measures]

    def of_run(number: int) -> OnCases:
        run, values = versus.task.runs[number], versus.scores.values[rows, number]
        key = ("taus over cases", versus.key[0], run, measures)  # whatever the other run is
        found = compute_with_bar(key, "Ranking cases", lambda _: ranking_agreement(measures, values))
        return OnCases(run, versus.task.runs[1 - number], found, shares)

    paper_tables.show(papers.of_run([("Run A", of_run(0)), ("Run B", of_run(1))], "runs A and B"), versus.task.notes)
