"""Start: a question, then what two measures say; no measure is named before the answer."""

from dataclasses import replace

import pytest

from ordquant_core.measures.registry import MEASURES
from pages.start import question
from tests.pages.apps import app_at, blocks, go_to, say, text_of, verdict


def words(app):
    return " ".join(map(text_of, blocks(app)))


def opened():
    return app_at("pages/dashboard.py")


def drawn(app, **sides):
    rounds = app.session_state["rounds_of_start"]
    app.session_state["rounds_of_start"] = replace(rounds, picture=replace(question.FIRST, **sides))
    return app.run()


def test_the_entrypoint_opens_on_start_with_a_question_and_names_no_measure_before_the_answer():
    app = opened()
    assert verdict(app) == "Which system is better?"
    assert "●○○" in words(app)
    links = app.main.get("page_link")
    assert [link.proto.query_string for link in links] == ["lesson=average", "", "task=dialogue-quality", "task=own"]
    sent = [*words(app).split(), *(link.label for link in app.get("page_link"))]
    assert not [key for key in (*MEASURES, "0.150") if key in str(sent)]


def test_the_answer_stays_while_the_picture_changes_and_the_link_to_compare_carries_it():
    near = (0.0, 1.0, 2.0, 9.0, 8.0)
    app = drawn(say(opened(), "say_a"), a=near)
    assert verdict(app) == "NMD and RNOD agree with you."
    app = drawn(app, b=near, a="uniform", gold=(0.0, 1.0, 2.0, 8.0, 9.0))
    assert verdict(app) == "NMD and RNOD both prefer B."
    assert "None of the 13 measures prefers A." in words(app)
    (link,) = (link for link in app.get("page_link") if link.label == "See all 13 measures")
    assert "gold=0,1,2,8,9" in link.proto.query_string.replace("%2C", ",")


def test_on_every_pair_two_measures_disagree_and_each_prefers_a_as_often_as_b():
    preferred = []
    for picture in question.PAIRS:
        votes = [side for side in (picture.gold, picture.a, picture.b) if not isinstance(side, str)]
        assert {sum(of) for of in votes} == {20}
        a, b = picture.scores_of_both(question.BOTH)
        assert min(abs(a[key] - b[key]) for key in question.BOTH) > 0.05
        assert (a["NMD"] < b["NMD"]) != (a["RNOD"] < b["RNOD"])
        preferred.append(a["NMD"] < b["NMD"])
    assert sum(preferred) == len(preferred) / 2


@pytest.mark.parametrize(("page", "label"), [("start", "Terms and measures"), ("atlas", "Terms")])
def test_the_terms_open_on_request_on_every_page(page, label):
    app = go_to(opened(), f"pages/{page}/page.py")
    assert "smaller is better" in words(say(app, label))
