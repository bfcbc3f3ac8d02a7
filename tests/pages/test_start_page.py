"""Start: a question, then what two measures say; no measure is named before the answer."""

from dataclasses import replace

import pytest

from ordquant_core.measures.registry import MEASURES
from pages.start import question
from tests.pages.apps import app_at, blocks, go_to, said, table, text_of, verdict


def words(app):
    return " ".join(map(text_of, blocks(app)))


def opened():
    return app_at("pages/dashboard.py")


def say(app, letter):
    return app.button(key=f"say_{letter}").click().run()


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


def test_after_the_answer_two_measures_disagree_about_it():
    app = say(opened(), "a")  # what is said after "b": tests/browser/test_start.py
    assert app.button(key="say_a").label == "✓ You said A"
    assert verdict(app) == "NMD agrees with you; RNOD prefers B."
    assert table(app, "measures") == [
        ["NMD", "0.150", "0.300", "", "◂ A 0.150"],
        ["RNOD", "0.373", "0.258", "", "B 0.115 ▸"],
    ]  # LQ 2021, Figure 3 (a): deltas -.1500 and .1148
    move = "a vote moved to the next class: A needs 12, B needs 24."
    for part in ("5 of the 13 measures prefer A, too.", move, "Smaller is better"):
        assert part in words(app)


def test_the_answer_stays_while_the_picture_changes_and_the_link_to_compare_carries_it():
    near = (0.0, 1.0, 2.0, 9.0, 8.0)
    app = drawn(say(opened(), "a"), a=near)
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


def test_after_three_pairs_the_visitor_sees_with_whom_they_agreed_and_can_go_on_to_eight():
    app = opened()
    for n_pairs, agreed in ((3, "2 of 3, and with RNOD on 1"), (6, "3 of 6, and with RNOD on 3"), (8, None)):
        for _ in range(n_pairs - len(app.session_state["rounds_of_start"].before)):
            app = say(app, "a").button(key="next_pair").click().run()
            assert app.title[0].value.startswith(("Another dialogue, another 20 people.", "You agreed"))
        if agreed:
            assert [title.value for title in app.title] == [f"You agreed with NMD on {agreed}."]
            assert "NMD measures how far probability has to move." in words(app)
            assert f"{n_pairs} pairs show no more than a tendency." in words(app)
            assert f"NMD {agreed.partition(',')[0]}" in said(app, "agreed")
            app = app.button(key="more_pairs").click().run()
    assert [title.value for title in app.title] == ["You agreed with NMD on 4 of 8, and with RNOD on 4."]
    assert "more_pairs" not in [button.key for button in app.button]
    assert len(app.get("plotly_chart")) == 8


@pytest.mark.parametrize(("page", "label"), [("start", "Terms and measures"), ("atlas", "Terms")])
def test_the_terms_open_on_request_on_every_page(page, label):
    app = go_to(opened(), f"pages/{page}/page.py")
    (button,) = (button for button in app.button if button.label == label)
    assert "smaller is better" in words(button.click().run())
