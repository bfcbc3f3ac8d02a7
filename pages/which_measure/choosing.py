"""The five questions, the measures that fit the answers, and two candidates with the gold that separates them."""

import streamlit as st

from ordquant_core.analysis.case_scores import CaseScores
from ordquant_core.analysis.picture import to_query
from ordquant_core.analysis.spaces.concentration import USUALLY
from ordquant_core.figures.distributions import Estimate, distribution_figure
from ordquant_core.findings.papers import recommends
from ordquant_core.measure_tables import measure_table
from ordquant_core.numerals import count, percent
from ordquant_core.teaching import which_measure_views as views
from ordquant_core.teaching.which_measure import (
    CLASSES,
    COMPARED_VOTES,
    QUESTIONS,
    VOTES,
    Known,
    Outcome,
    known,
    which_measure,
)
from pages.shared import controls, links, look, write
from pages.shared.case_card import COMPARE
from pages.shared.result_cache import compute_with_bar
from pages.which_measure.state import ANSWERS, NAMES, STATE, answers


def show() -> None:
    """Draw the questions beside the table, and the candidates below the questions."""
    outcome = which_measure(answers(), _known())
    write.verdict(outcome.finding)
    left, right = st.columns([1.12, 1.6], gap="medium")
    with left.container(border=True):
        for question in QUESTIONS:
            controls.segments(STATE, NAMES[question.key], question.text, ANSWERS)
    if outcome.because or outcome.picture is not None:
        with left.container(border=True):
            _candidates(outcome)
    with right.container(border=True, height="stretch"):
        write.table(*views.answered_table(outcome, links.to_compare), id="answered", lines=True)
        write.because(
            f"✓ the property holds on all pairs of distributions of {count(VOTES, 'vote')} over {CLASSES} classes, "
            "with classes one step apart; – on some pair it does not. Large errors: one estimate "
            "has the same votes in wrong classes, moved as far in total as those of the other, but in fewer, larger "
            f"errors; ✓ where it scores worse in {percent(USUALLY)} or more of all such comparisons."
        )


def _known() -> Known:
    return compute_with_bar(("which measure",), "Checking the properties of the measures", lambda _: known())


def _candidates(outcome: Outcome) -> None:
    shown = outcome.picture
    if shown is None:
        write.because(outcome.because)
        return
    names = shown.name("a"), shown.name("b")
    write.because(outcome.because)
    if outcome.recommended is not None:
        write.because(recommends(outcome.recommended), id="recommended_together")
    figure = look.draw(
        distribution_figure,
        shown.classes,
        shown.probabilities("gold"),
        [Estimate(name, shown.probabilities(side)) for name, side in zip(names, ("a", "b"), strict=True)],
        votes=COMPARED_VOTES,
        title=f"Gold (bars), {names[0]} and {names[1]} (outlines)",
        height=230,
    )
    look.plot(figure, "candidates_picture", "candidates")
    a, b = shown.scores_of_both(list(outcome.candidates))
    write.html(measure_table(CaseScores(a, b, names), len(shown.classes), plain=True))
    links.page_link(COMPARE, "Open in Compare", ":material/open_in_new:", to_query(shown))
