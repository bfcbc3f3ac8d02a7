"""Which measure?: questions one by one, their answers are the link, and examples. What it says: test_said.py."""

import re
from functools import cache, partial

import pytest

from ordquant_core.errors import OrdquantError
from ordquant_core.findings.which_measure import candidates
from ordquant_core.spaces.which_measure import QUESTIONS, apply_answers, gather_facts
from pages.which_measure.state import GIVEN, NAMES, parse_truth
from tests.pages.apps import link_of, opened, plot, shown, text_of, verdict

page = partial(opened, "which_measure")


@cache
def facts():
    return gather_facts()


def asked(app):
    return text_of(re.search(r"<p[^>]*oq-question.*?</p>", shown(app, "oq-question"))[0])


def test_questions_are_answered_one_by_one_and_the_last_answer_shows_the_case_that_separates_two_candidates():
    app, given = page(), {}
    for question, word in zip(QUESTIONS, ("yes", "any", "yes", "no", "any"), strict=True):
        assert asked(app) == question.text
        assert not app.get("plotly_chart")
        app.button(key=f"answer_{word}").click().run()
        given[question.key] = GIVEN[word]
        assert link_of(app) == {NAMES[key]: "any" if of is None else "yes" if of else "no" for key, of in given.items()}
        assert verdict(app) == candidates(apply_answers(given, facts()))
    said = [one.label.split("**")[1] for one in app.button if one.key and one.key.startswith("change_")]
    assert said == ["yes", "skipped", "yes", "no", "skipped"]
    assert plot(app, "candidates_picture")["data"]
    app.button(key="change_spaced").click().run()  # an answer is taken back, and its question asked again
    assert asked(app) == QUESTIONS[1].text
    assert "spaced" not in link_of(app)


@pytest.mark.parametrize("text", ["", "1", "1,2,3,4,5,6,7", "x", "0,0", "-1,2", "1e999,1"])
def test_what_is_no_distribution_is_refused(text):
    with pytest.raises(OrdquantError):
        parse_truth(text)
