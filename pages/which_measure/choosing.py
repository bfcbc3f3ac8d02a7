"""The five questions, the measures that fit the answers, and two candidates with the gold that separates them."""

from functools import partial

import streamlit as st

from ordquant_core.analysis.case_scores import CaseScores
from ordquant_core.analysis.picture import Picture, to_query
from ordquant_core.figures.distributions import draw_picture
from ordquant_core.findings import which_measure as findings
from ordquant_core.findings.papers import recommends
from ordquant_core.findings.sentence import Link, Sentence, say
from ordquant_core.frame_html import Rows, grid, in_families
from ordquant_core.glossary import Kind, drawn_as
from ordquant_core.markup import Grid
from ordquant_core.measure_tables import measure_table
from ordquant_core.measures.registry import MEASURES
from ordquant_core.spaces.which_measure import (
    QUESTIONS,
    Facts,
    Outcome,
    RowOfMeasure,
    apply_answers,
    gather_facts,
)
from pages.shared import cached, controls, links, look, write
from pages.shared.case_card import COMPARE
from pages.shared.result_cache import compute_with_bar
from pages.which_measure.state import ANSWERS, NAMES, STATE, answers


def show() -> None:
    """Draw the questions beside the table, and the candidates below the questions."""
    given = answers()
    outcome = apply_answers(given, _facts())
    write.verdict(findings.candidates(outcome))
    left, right = st.columns([1.12, 1.6], gap="medium")
    with left.container(border=True):
        for question in QUESTIONS:
            controls.segments(STATE, NAMES[question.key], question.text, ANSWERS)
    if outcome.picture is not None:
        with left.container(border=True):
            _candidates(outcome, outcome.picture)
    with right.container(border=True, height="stretch"):
        cached.write_table(("answered", *given.values()), partial(_measures, outcome), id="answered", lines=True)
        write.because(findings.HOW_DECIDED)


def _facts() -> Facts:
    return compute_with_bar(("which measure",), "Checking the properties of the measures", lambda _: gather_facts())


def _candidates(outcome: Outcome, picture: Picture) -> None:
    """Draw the gold on which the candidates disagree most, and their scores."""
    names = picture.name("a"), picture.name("b")
    write.because(findings.disagreement_of_candidates(outcome))
    if outcome.recommended is not None:
        write.because(recommends(outcome.recommended), id="recommended_together")
    look.plot(look.draw(draw_picture, picture, height=230), "candidates_picture", "candidates")
    a, b = picture.scores_of_both(list(outcome.candidates))
    write.html(measure_table(CaseScores(a, b, names), len(picture.classes), plain=True))
    links.page_link(COMPARE, "Open in Compare", ":material/open_in_new:", to_query(picture))


def _measures(outcome: Outcome) -> Grid:
    """Return a row per measure; one that contradicts an answer is grey and says why, with an example."""
    row_of = {row.measure: row for row in outcome.rows}
    frame = in_families(outcome.to_frame())
    frame["fit"] = [_fit(outcome, row_of[key]) for key in frame["measure"]]
    against = [{grey.question for grey in row_of[key].greyed} for key in frame["measure"]]
    columns = [
        drawn_as(Kind.MEASURE, "measure", "Measure", hover=[MEASURES[key].name for key in frame["measure"]]),
        *(
            drawn_as(
                Kind.FLAG,
                f"holds_{question.property}",
                question.heading,
                question.text,
                signs=True,
                class_="oq-sign",
                styles=["oq-against" * (question.key in keys) for keys in against],
            )
            for question in QUESTIONS
        ),
        drawn_as(Kind.SENTENCE, "fit", "fits your answers?"),
    ]
    rows = Rows(
        data="measure", family="family", styles={row.measure: "oq-greyed" for row in outcome.rows if row.greyed}
    )
    return grid(frame, columns, rows)


def _fit(outcome: Outcome, row: RowOfMeasure) -> str | list[Sentence]:
    """Return whether a measure fits, or a line for each answer that it contradicts, with an example."""
    if not row.greyed:
        return findings.fit(outcome, row)
    return [say(grey.why, " ", Link("Example", links.to_compare(grey.example))) for grey in row.greyed]
