"""What lies behind single cases, a section at a time: all measures, the tests, robustness, properties, scores."""

from itertools import combinations

import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.analysis.agreement import ranking_agreement
from ordquant_core.analysis.properties import Properties
from ordquant_core.analysis.study import OnCases
from ordquant_core.figures.matrix import delta_matrix, pair_cell
from ordquant_core.figures.points import DRAWN_AS_SVG
from ordquant_core.figures.scores import score_frame, score_scatter
from ordquant_core.figures.style import Figure, plain
from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import FloatArray
from ordquant_core.statistics.correlation import pearson
from ordquant_core.tables.papers import cases as papers
from ordquant_core.tables.two_runs import disagreement
from pages.cases import groups, properties, robustness, tests
from pages.cases.state import SECTIONS, STATE, View
from pages.shared import (
    cached,
    controls,
    current_mark,
    downloads,
    look,
    pair_view,
    paper_tables,
    selection,
    session,
    write,
)
from pages.shared.common import COMMON
from pages.shared.result_cache import compute_once, compute_with_bar
from pages.shared.task_files import TaskKey
from pages.shared.task_scores import Versus
from pages.shared.tasks import Current

MATRIX = "cases_matrix"
OF_A_CASE = "robustness"  # the section that shows more of the current case than a mark


def show(current: Current, versus: Versus, shown: View, described: Properties, case: int | None) -> str:
    """Draw the choice of section, and the one that is chosen; return it."""
    key = current.key
    section = controls.sections(STATE, "show", "Section", SECTIONS, wrap=False)
    drawn = {
        "matrix": lambda: _matrix(versus, shown, case),
        "tests": lambda: tests.show(current, versus, shown),
        "robustness": lambda: robustness.show(key, versus, shown, case),
        "properties": lambda: properties.show(versus, shown, described),
        "scores": lambda: _scores(key, versus, shown),
        "groups": lambda: groups.show(versus, shown),
    }
    with st.container(border=True, key="cases_behind"):
        drawn[section]()
    return section


def _matrix(versus: Versus, shown: View, case: int | None) -> None:
    """Draw every pair of the chosen measures. A click shows another pair, and the same case."""
    names = controls.labels()
    chosen = controls.draw(
        st.pills, STATE, "measures", "Measures", list(names), format_func=names.get, selection_mode="multi"
    )
    measures = (*(measure for measure in MEASURES if measure in chosen), *versus.outside)
    if len(measures) < 2:
        st.info("Choose two measures or more.")
        return
    deltas = versus.deltas[[versus.scores.measures.index(measure) for measure in measures]]
    key = ("agreement", versus.key, measures)
    agreement = compute_once(key, lambda: comparison.preference_agreement(deltas))
    in_it = set(shown.pair) <= {*measures} and shown.pair[0] != shown.pair[1]
    colours = look.palette()

    def build() -> Figure:
        pairs = combinations(range(len(measures)), 2)
        counts = {(i, j): comparison.quadrants(deltas[i], deltas[j]) for i, j in pairs}
        labels = [MEASURES[measure].label for measure in measures]
        title, under = disagreement.agreement_headline(measures, agreement)
        sides = comparison.signs(deltas)
        return delta_matrix(deltas, sides, labels, counts, agreement, colours, title=title, subtitle=under)

    figure = compute_once(("delta matrix", versus.key, measures, colours), build)

    def enlarge() -> None:
        cell = session.selected_numbers(MATRIX)
        if len(cell) == 2 and all(number in range(len(measures)) for number in cell):
            COMMON["x"], COMMON["y"] = (measures[number] for number in cell)
            if COMMON["case"] is None and case is not None:
                COMMON["case"] = versus.task.cases[case]

    left, right = st.columns([1.6, 1], gap="medium")
    with left:
        look.plot(figure, MATRIX, "pairs-of-measures", on_select=enlarge)
        if in_it:
            current_mark.show("pair", cells={MATRIX: pair_cell(*map(measures.index, shown.pair))})
    with right:
        write.because(
            "Below the diagonal: the deltas of every pair of measures, the column on the x-axis, the row on the "
            "y-axis; amber where they prefer different runs. Above it: the share of cases on which they prefer the "
            "same run or both see a tie, as in SIGIR 2018, Table 2 (II). A click enlarges a pair."
        )
        write.scrolling(cached.build_html(disagreement.agreement_bars, measures, agreement))
        downloads.table_button(
            "Agreement of every pair (CSV)",
            lambda: disagreement.agreement_table(measures, deltas).beside(run_a=versus.run_a, run_b=versus.run_b),
            "agreement.csv",
            versus.task.notes,
        )
    _taus(versus, measures, agreement)


def _taus(versus: Versus, measures: tuple[str, ...], shares: FloatArray) -> None:
    """Draw tau between measures over the cases of run A, and of run B; `shares`: on which two prefer the same run."""
    st.header("How similarly do measures rank the cases of one run?", anchor=False)
    rows = [versus.scores.measures.index(key) for key in measures]

    def of_run(number: int) -> OnCases:
        run, values = versus.task.runs[number], versus.scores.values[rows, number]
        key = ("taus over cases", versus.key[0], run, measures)  # whatever the other run is
        found = compute_with_bar(key, "Ranking cases", lambda _: ranking_agreement(measures, values))
        return OnCases(run, versus.task.runs[1 - number], found, shares)

    paper_tables.show(papers.of_run([("Run A", of_run(0)), ("Run B", of_run(1))], "runs A and B"), versus.task.notes)


def places(section: str, versus: Versus, shown: View, case: int) -> dict[str, current_mark.Place]:
    """Return where a case stands in the plots of a section."""
    if section != "scores":
        return {}
    rows = [versus.scores.measures.index(measure) for measure in shown.pair]
    return {f"cases_scores_{'ab'[run]}": tuple(versus.scores.values[rows, run, case].tolist()) for run in range(2)}


def _scores(key: TaskKey, versus: Versus, shown: View) -> None:
    """Draw the scores of both runs by two measures; a click chooses a case here, too."""
    digest = key.digest
    write.because(
        "Each dot is one case. Where two measures weigh errors alike the dots form a line; off it lie the cases that "
        "they score differently."
    )
    rows = [versus.scores.measures.index(measure) for measure in shown.pair]
    for run, (column, name) in enumerate(zip(st.columns(2, gap="medium"), versus.task.runs, strict=True)):
        x, y = versus.scores.values[rows, run]
        side = "ab"[run]
        widget = f"cases_scores_{side}"

        def pick(widget: str = widget, x: FloatArray = x, y: FloatArray = y) -> None:
            selection.take(widget, x, y, score_frame(x, y), versus.task.cases, digest=digest)

        figure = cached.build_figure(
            score_scatter,
            x,
            y,
            versus.task.cases,
            look.palette(),
            measures=disagreement.label_pair(shown.pair),
            run="a" if side == "a" else "b",
            title=f"{side.upper()} {plain([name])[0]}: {disagreement.correlation(pearson(x, y))}",
        )
        with column:
            name = f"scores-{side.upper()}-{shown.pair[0]}-{shown.pair[1]}"
            look.plot(figure, widget, name, on_select=pick, modes=pair_view.REGIONS)
    together = selection.selected_together(digest)
    if together is not None:
        marked = versus.scores.values[rows][:, :, together[:DRAWN_AS_SVG]]
        current_mark.show("scores", points={f"cases_scores_{'ab'[run]}": marked[:, run].T for run in range(2)})
