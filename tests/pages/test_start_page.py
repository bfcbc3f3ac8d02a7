"""Start: a question, then what two measures say; no measure is named before the answer."""

from dataclasses import replace

import pytest

from ordquant_core.analysis.picture import DEFAULT
from ordquant_core.measures.registry import MEASURES
from pages.start import question
from tests.html_tables import cells_of
from tests.pages.apps import app_at, go_to, shown, text_of, verdict


def words(app):
    return " ".join(text_of(block.value) for block in app.html if "<style>" not in block.value)


def answered(letter):
    return app_at("pages/dashboard.py").button(key=f"say_{letter}").click().run()


def drawn(app, **sides):
    app.session_state["start_shown"] = question.Question(replace(DEFAULT, **sides), "a")
    return app.run()


def test_the_entrypoint_opens_on_start_with_a_question_and_its_entries():
    app = app_at("pages/dashboard.py")
    assert [title.value for title in app.title] == ["Twenty people rated a dialogue. Two systems guessed how."]
    assert verdict(app) == "Two systems, one gold. Which is better?"
    assert [button.label for button in app.main.button] == ["A is better", "B is better", "Terms and measures"]
    assert [link.label for link in app.main.get("page_link")] == ["Draw your own", "Explore a task", "Bring your data"]
    assert "A synthetic sample: 300 cases" in words(app)


def test_no_measure_and_no_score_is_named_before_the_answer():
    app = app_at("pages/dashboard.py")
    sent = str([*words(app).split(), *(link.label for link in app.get("page_link"))])
    assert not [key for key in MEASURES if key in sent]
    assert "0.150" not in sent


@pytest.mark.parametrize(("letter", "measure"), [("a", "NMD"), ("b", "RNOD")])
def test_after_the_answer_two_measures_disagree_about_it(letter, measure):
    app = answered(letter)
    assert f"You said {letter.upper()}. So does {measure}." in words(app)
    assert verdict(app) == "NMD prefers A and RNOD prefers B: the measures disagree."
    assert cells_of(shown(app, 'id="measures"'), "measures") == [
        ["NMD", "0.150", "0.300", "", "◂ A 0.150"],
        ["RNOD", "0.373", "0.258", "", "B 0.115 ▸"],
    ]  # LQ 2021, Figure 3 (a): deltas -.1500 and .1148
    assert "The largest error in one class: A has 11 votes too many on 1." in words(app)
    assert "Smaller is better" in words(app)


def test_the_answer_stays_while_the_picture_changes_and_the_sentences_follow_it():
    app = drawn(answered("a"), a=(0.0, 1.0, 2.0, 9.0, 8.0))
    assert "You said A. So do NMD and RNOD." in words(app)
    assert verdict(app) == "NMD and RNOD both prefer A."
    app = drawn(app, b=(0.0, 1.0, 2.0, 9.0, 8.0), a="uniform")
    assert "You said A. Neither measure does." in words(app)


def test_the_link_to_compare_carries_the_picture():
    app = drawn(answered("a"), gold=(5.0, 5.0, 5.0, 4.0, 1.0))
    (link,) = (link for link in app.get("page_link") if link.label == "See all 13 measures")
    assert "gold=5%2C5%2C5%2C4%2C1" in link.proto.query_string or "gold=5,5,5,4,1" in link.proto.query_string


@pytest.mark.parametrize(("page", "label"), [("start", "Terms and measures"), ("start", "Terms"), ("atlas", "Terms")])
def test_the_terms_open_on_request_on_every_page(page, label):
    app = go_to(app_at("pages/dashboard.py"), f"pages/{page}/page.py")
    (button,) = (button for button in app.button if button.label == label)
    assert "smaller is better" in words(button.click().run())


def test_further_pages_are_folded_unless_the_visitor_is_on_one_of_them():
    app = app_at("pages/dashboard.py")
    assert [link.label for link in app.sidebar.get("page_link")] == ["Atlas", "Nuggets", "Ranked lists", "Papers"]
    assert not app.sidebar.expander[0].proto.expanded
    assert go_to(app, "pages/papers/page.py").sidebar.expander[0].proto.expanded
    assert not go_to(app, "pages/compare/page.py").sidebar.expander[0].proto.expanded
