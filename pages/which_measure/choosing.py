"""Five questions, one at a time; the measures that fit the answers; two candidates and the gold that separates them."""

from functools import partial

import streamlit as st

from ordquant_core.analysis.case_scores import CaseScores
from ordquant_core.analysis.picture import Picture
from ordquant_core.figures.distributions import draw_picture
from ordquant_core.findings import which_measure as findings
from ordquant_core.findings.papers import recommends
from ordquant_core.findings.sentence import Link, Sentence, say
from ordquant_core.frame_html import Rows, grid, in_families
from ordquant_core.glossary import Kind, drawn_as
from ordquant_core.markup import Grid, tag
from ordquant_core.measure_tables import measure_table
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count
from ordquant_core.spaces.which_measure import (
    CLASSES,
    QUESTIONS,
    VOTES,
    Outcome,
    Question,
    RowOfMeasure,
    apply_answers,
    gather_facts,
)
from pages.shared import cached, links, look, presenting, write
from pages.shared.result_cache import compute_with_bar
from pages.which_measure.state import ANSWERS, NAMES, OPEN, STATE, answer, answers

GIVEN_WORDS = {"yes": "yes", "no": "no", "any": "skipped"}


def show() -> None:
    """Draw the question that comes next, or the candidates, above the table of measures."""
    title = "Checking the properties of the measures"
    facts = compute_with_bar(("which measure",), title, lambda progress: gather_facts())
    given = answers()
    outcome = apply_answers(given, facts)
    asked = next((question for question in QUESTIONS if question.key not in given), None)
    finding = look.finding()  # always there: the buttons of an answer keep their places, and with these the focus
    if given:
        with finding:
            write.verdict(findings.candidates(outcome))
            if asked is None and outcome.picture is not None:
                write.because(findings.disagreement_of_candidates(outcome), " ", presenting.HINT)
    with st.container(border=True):
        if asked is None and outcome.picture is not None:
            _candidates(outcome, outcome.picture)
        _answered(list(given))
        if asked is not None:
            _ask(asked, first=not given)
        else:
            write.small(say("None of these? ", Link("Make a measure", links.to_make()), "."))
    with st.container(border=True):
        write.title(findings.how_many_fit(outcome))
        key = "answered", asked and asked.key, *given.items()
        make = partial(_measures, outcome, asked)
        cached.write_table(key, make, id="answered", styles="oq-measures", lines=True)
        write.small("✓ yes, – no; n/a: no distances between classes.")
    with look.method(f"checked on all pairs of distributions of {count(VOTES, 'vote')} over {CLASSES} classes"):
        write.because(findings.HOW_DECIDED)


def _answered(given: list[str]) -> None:
    """Draw the answers so far; each can be taken back."""
    with st.container(horizontal=True, gap="xsmall", key="given"):
        for question in QUESTIONS:
            if question.key in given:
                words = f"{question.short}: **{GIVEN_WORDS[STATE[NAMES[question.key]]]}** :primary[:material/edit:]"
                st.button(words, key=f"change_{NAMES[question.key]}", on_click=answer, args=(question.key, OPEN))


def _ask(question: Question, *, first: bool) -> None:
    """Draw a question and its answers; the `first` one is what the page says."""
    number = QUESTIONS.index(question)
    steps = (
        tag("i", class_="oq-now" if step == number else step < number and "oq-done") for step in range(len(QUESTIONS))
    )
    write.html(
        tag("p", f"Question {number + 1} of {len(QUESTIONS)}", *steps, class_="oq oq-muted oq-steps"),
        write.styled(question.text, style="question", id="verdict" if first else "question"),
        write.styled(question.hint, style="because"),
    )
    with st.container(horizontal=True, key="which_answers"):
        for word, label in ANSWERS.items():
            st.button(label, key=f"answer_{word}", width="stretch", on_click=answer, args=(question.key, word))


def _candidates(outcome: Outcome, picture: Picture) -> None:
    """Draw the gold on which the candidates disagree most, and their scores."""
    names = picture.name("a"), picture.name("b")
    drawn, scores = st.columns(2, gap="medium", vertical_alignment="center")
    with drawn:
        look.plot(look.draw(draw_picture, picture, height=230, titled=False), "candidates_picture", "candidates")
    with scores:
        a, b = picture.scores_of_both(list(outcome.candidates))
        write.html(measure_table(CaseScores(a, b, names), plain=True))
        links.open_in_compare(picture)
        if outcome.recommended is not None:
            write.because(recommends(outcome.recommended), id="recommended_together")


def _measures(outcome: Outcome, asked: Question | None) -> Grid:
    """Return a row per measure; one that contradicts an answer is struck out and says why, with an example."""
    row_of = {row.measure: row for row in outcome.rows}
    frame = in_families(outcome.to_frame())
    remarks = [_conflicts(row_of[key]) for key in frame["measure"]]
    columns = [
        drawn_as(Kind.MEASURE, "measure", "Measure", hover=[MEASURES[key].name for key in frame["measure"]]),
        *(
            drawn_as(
                Kind.FLAG,
                f"holds_{question.property}",
                write.by_width(question.heading, question.brief),
                question.text,
                signs=True,
                class_="oq-sign oq-asked" if question is asked else "oq-sign",
            )
            for question in QUESTIONS
        ),
        *([drawn_as(Kind.SENTENCE, "fit", "")] if any(remarks) else []),
    ]
    rows = Rows(
        data="measure", family="family", styles={row.measure: "oq-ruled-out" for row in outcome.rows if row.conflicts}
    )
    return grid(frame.assign(fit=remarks), columns, rows)


def _conflicts(row: RowOfMeasure) -> str | list[Sentence]:
    """Return a line for each answer that a measure contradicts, with an example; else what to do for it to fit."""
    if not row.conflicts:
        return row.remark
    return [say(conflict.why, " ", Link("Example", links.to_compare(conflict.example))) for conflict in row.conflicts]
