"""Overlaps and contradictions: which measures separate the same pairs of runs, and which say the opposite."""

from functools import partial

import pandas as pd
import streamlit as st

from ordquant_core.analysis.discrimination import (
    Contradiction,
    Overlap,
    contradictions,
    identical_runs,
    joined,
    overlap_over_cases,
    overlaps,
    overlaps_left,
    overlaps_left_to_frame,
    pooled_overlaps,
    sso_matrix,
)
from ordquant_core.findings import discrimination as findings
from ordquant_core.findings import runs as findings_of_runs
from ordquant_core.findings.superlatives import HOW
from ordquant_core.frame_html import Rows
from ordquant_core.glossary import Column, Kind, drawn_as
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, percent
from pages.measures import drawing, papers
from pages.measures.state import CONTRADICTION, STATE, MeasureComparison
from pages.shared import clicks, links, look, run_analyses, several, write
from pages.shared.downloads import Tables
from pages.shared.tasks import Current

LISTED = 200
Against = tuple[tuple[Current, Contradiction], ...]


def show(compared: MeasureComparison) -> Tables:
    """Draw the view; return the tables to download."""
    settings, alpha = compared.settings, compared.alpha
    tests = run_analyses.test_runs(compared.tasks, compared.measures, settings)
    total = pooled_overlaps([overlaps(test, alpha) for test in tests])
    of_tasks = zip(compared.tasks, tests, strict=True)
    against: Against = tuple((current, each) for current, test in of_tasks for each in contradictions(test, alpha))
    separated = run_analyses.resample_separated(compared.tasks, compared.measures, tests, settings)
    verdict, contradict = findings.overlaps(
        total,
        overlap_over_cases(total, separated, min(test.n_cases for test in tests)),
        [(current.key, each) for current, each in against],
        compared.over,
    )
    drawing.finding(
        compared,
        verdict,
        "Overlap: SSO = b / (a + b + c). A contradiction: by one measure a run is significantly better, by the other "
        f"significantly worse. {HOW}, and with them the critical difference. "
        f"{findings_of_runs.settings(tests, alpha, settings.seed)}",
    )
    with compared.top:
        write.because(contradict, id="contradict")
    left, right = look.cards(1.25, 1)
    with left:
        _matrix(compared, total)
    with right.container(key="measures_pair"):
        _pair(compared, total, against)
    with st.container(border=True):
        _list(compared, against)
    papers.overlaps(compared, tests)
    of = tests, "alpha", "trials", "seed"
    left_out = compared.by_task(lambda test: overlaps_left_to_frame(overlaps_left(test, alpha)), *of)
    contradicting = compared.by_task(lambda test: Contradiction.frame(contradictions(test, alpha)), *of)
    return [
        ("Overlaps, task by task", left_out, "measures-overlaps.csv"),
        ("Contradictions", contradicting, "contradictions.csv"),
    ]


def _matrix(compared: MeasureComparison, total: tuple[Overlap, ...]) -> None:
    cells = {frozenset((each.measure_1, each.measure_2)): each for each in total}
    drawing.matrix(
        compared,
        sso_matrix(total, compared.measures),
        lambda value: percent(value).removesuffix("%"),
        lambda i, j: findings.counted(cells[frozenset((compared.measures[i], compared.measures[j]))]),
        title=f"Overlap of significant differences{compared.over}",
        unit="percent",
        name="overlap",
    )


def _pair(compared: MeasureComparison, total: tuple[Overlap, ...], against: Against) -> None:
    """Show what the two measures share, and lead to the cases behind a contradiction."""
    keys = {*compared.pair}
    shared = next(each for each in total if {each.measure_1, each.measure_2} == keys)
    drawing.pair(compared, findings.overlap(shared, compared.pair))
    first, second = MEASURES[shared.measure_1].label, MEASURES[shared.measure_2].label
    by = [f"significant by {who}" for who in (f"{first} only", "both", f"{second} only")]
    frame = pd.DataFrame({"part": ["a", "b", "c"], "by": by, "pairs": [shared.a, shared.b, shared.c]})
    kinds = ((Kind.TEXT, "part"), (Kind.TEXT, "by"), (Kind.COUNT, "pairs"))
    write.frame(frame, [drawn_as(kind, name, "") for kind, name in kinds], id="overlap_pair", scrolls=False)
    own = [number for number, (_, each) in enumerate(against) if {each.measure_1, each.measure_2} == keys]
    if not own:
        write.because("They contradict each other on no pair of these runs.")
        return
    chosen = CONTRADICTION.get()
    current, contradiction = against[chosen if chosen in own else own[0]]
    of_task = {task: [each for other, each in (against[n] for n in own) if other is task] for task, _ in against}
    once = sum(len(joined(listed, identical_runs(task.task))) for task, listed in of_task.items())
    write.because(findings.contradicting(shared, len(own), once))
    write.paragraph(findings.contradiction(contradiction), id="contradiction")
    runs = {"a": contradiction.run_1, "b": contradiction.run_2}
    measures = {"x": contradiction.measure_1, "y": contradiction.measure_2}
    query = current.query() | runs | measures | {"only": "disagreements"}
    links.page_link(links.CASES, "See the cases behind this contradiction", "", query)


def _list(compared: MeasureComparison, against: Against) -> None:
    st.header("Contradictions", anchor=False)
    if not against:
        write.muted("None at this level.")
        return
    frame = Contradiction.frame([each for _, each in against[:LISTED]])
    frame = frame.assign(number=range(len(frame)), task=[several.name(current) for current, _ in against[:LISTED]])
    columns: list[str | Column] = [
        drawn_as(Kind.MEASURE, "measure_1", "Measure 1"),
        drawn_as(Kind.MEASURE, "measure_2", "Measure 2"),
        drawn_as(Kind.TEXT, "run_1", "better by measure 1"),
        drawn_as(Kind.TEXT, "run_2", "better by measure 2"),
        *(["task"] if compared.over else []),
    ]
    more = f"… and {count(len(against) - LISTED)} more." if len(against) > LISTED else ""
    after = write.styled(more, style="muted") if more else ""
    rows = Rows(choice="number", chosen=[CONTRADICTION.get()])
    write.frame(frame, columns, rows, id="contradictions", after=after, first=9)
    clicks.on_choice("contradictions", partial(_pick, against), opens=".st-key-measures_pair")


def _pick(against: Against, choice: str) -> None:
    """Show a contradiction; what comes from the browser is checked here."""
    if choice.isdecimal() and len(choice) < 7 and int(choice) < len(against):
        CONTRADICTION.set(int(choice))
        contradiction = against[int(choice)][1]
        STATE["x"], STATE["y"] = contradiction.measure_1, contradiction.measure_2
