"""Compare: links, worked examples and typed numbers."""

import base64
import re

import numpy as np
import pytest

from ordquant_core import MEASURES
from ordquant_core.analysis.case_scores import CaseScores
from ordquant_core.analysis.picture import DEFAULT, Picture, from_example, to_query
from ordquant_core.measures.built import Switches
from ordquant_core.measures.registry import DEFAULT_MEASURES, MAIN_MEASURES
from ordquant_core.papers.examples import EXAMPLES
from pages.compare.state import OF_CARD, STATE, from_query
from pages.shared.common import COMMON
from tests.depth import matrix
from tests.pages.apps import (
    compare,
    field,
    follow,
    messages,
    scores,
    shown,
    text_of,
    verdict,
    worked_example,
)
from tests.pages.grammar import check_round_trips

CONTRACT = {"classes": "-2,-1,0,1,2", "gold": "0,1,2,9,8", "a": "popularity", "b": "uniform"}


def picture(app):
    return app.session_state["compare_picture"].picture


def rest(app):
    return text_of(shown(app, 'id="rest"'))


def typed(app, **texts):
    """Type into the fields classes, gold, a, b."""
    for name, text in texts.items():
        field(app, name).set_value(text).run()
    assert not app.exception
    return app


# Links


def test_the_link_of_the_contract_opens_exactly_that_picture_with_the_published_deltas():
    app = compare(**CONTRACT)
    assert picture(app) == Picture(("-2", "-1", "0", "1", "2"), (0, 1, 2, 9, 8), "popularity", "uniform")
    deltas = {key: a - b for key, (a, b) in scores(app).items()}
    assert deltas["NMD"] == pytest.approx(-0.150, abs=0.0005)  # LQ 2021, Figure 3 (a)
    assert deltas["RNOD"] == pytest.approx(0.115, abs=0.0005)
    assert verdict(app) == "NMD prefers Popularity; 8 of the 9 quantity measures prefer Uniform."
    assert rest(app).startswith(EXAMPLES["lq2021-figure-3a"].look)


def test_the_table_holds_every_main_measure_at_full_precision_and_the_unnormalised_variants_when_asked():
    app = compare(classes="x,y,z", gold="1/2,1/4,1/4", a=".2,.3,.5", b="1/3,1/3,1/3")
    assert set(scores(app)) == set(MAIN_MEASURES)
    for key, (a, b) in scores(app).items():
        assert a == float(MEASURES[key]([0.5, 0.25, 0.25], [0.2, 0.3, 0.5]))
        assert b == float(MEASURES[key]([0.5, 0.25, 0.25], [1 / 3] * 3))
    app.toggle(key="compare_unnormalised").set_value(True).run()
    assert set(scores(app)) == set(DEFAULT_MEASURES)
    app.button_group(key="compare_families").set_value(["priority"]).run()
    assert set(scores(app)) == {"NMD", "DNKT"}  # the one that is explained, too
    assert not app.exception


def test_an_exact_tie_of_the_paper_is_a_tie_on_the_page():
    app = compare(**CONTRACT | {"gold": "8,7,3,1,1"})  # LQ 2021, Figure 3 (b)
    assert verdict(app) == "NMD sees a tie; 8 of the 9 quantity measures prefer Uniform."
    assert rest(app).startswith(EXAMPLES["lq2021-figure-3b"].look)
    own = compare(**CONTRACT | {"gold": "7,7,4,1,1"})  # no example: what the others prefer
    assert rest(own).startswith("DNKT prefers A (order of bars only); ")


def test_gold_alone_is_a_link_with_numbered_classes_and_both_baselines():
    assert picture(compare(gold="1, 2, 3")) == Picture(("1", "2", "3"), (1, 2, 3), "popularity", "uniform")


BROKEN = [  # parameters, what the message must name
    ({"gold": ",".join(["1"] * 100_000)}, "gold: 199,999 characters in the link"),
    ({"gold": ",".join(["1"] * 900)}, "gold: 900 numbers given"),
    ({"gold": "1,2", "classes": "x" * 100_000}, "classes: 100,000 characters in the link"),
    ({"gold": "1,2", "name_a": "x" * 100_000}, "name_a: 100,000 characters"),
    ({"gold": "nan,1"}, "gold: 'nan' (position 1) is not a number"),
    ({"gold": "1,inf"}, "gold: 'inf' (position 2) is not a number"),
    ({"gold": "1,1e999"}, "not finite"),
    ({"gold": "3,-1"}, "gold: (3, -1) holds the negative number -1"),
    ({"gold": "0,0,0"}, "sums to 0"),
    ({"gold": ".4,.4"}, "gold: (0.4, 0.4) sums to 0.8"),
    ({"gold": ".5,.49"}, "sums to 0.99"),
    ({"gold": "1,1/0"}, "gold: '1/0' (position 2) is not a number"),
    ({"gold": "1,1/00"}, "gold: '1/00' (position 2) is not a number"),
    ({"gold": "1,²"}, "gold: '²' (position 2) is not a number"),
    ({"gold": "1"}, "classes: 1 given; Compare draws 2 to 11"),
    ({"gold": ""}, "classes: 0 given"),
    ({"gold": "1,2", "classes": ""}, "classes: 0 given"),
    ({"gold": "1,2,3", "classes": "a,b"}, "gold: 3 numbers for 2 classes"),
    ({"gold": "1,2", "classes": "a,a"}, "classes: the label 'a' is used twice"),
    ({"gold": "1,2", "a": "1,0,0"}, "a: 3 numbers for 2 classes"),
    ({"gold": "1,2", "b": "best"}, "b: 'best'"),
    ({"gold": "popularity"}, "gold: 'popularity'"),
    ({"gold": "5000000,1"}, "gold: 5,000,000 votes for one class"),
    ({"gold": "1,2", "classes": "<script>alert(document.cookie)</script>,b"}, "label of 1 to 30 characters"),
    ({"gold": "1,2,3", "positions": "1,2"}, "positions: 2 numbers for 3 classes"),
    ({"gold": "1,2,3", "positions": "1,2,2"}, "positions: (1, 2, 2) must increase from class to class"),
    ({"gold": "1,2,3", "positions": "3,2,1"}, "positions: (3, 2, 1) must increase"),
    ({"gold": "1,2,3", "positions": "1,2,1e999"}, "must increase from class to class"),
    ({"gold": "1,2,3", "positions": "1,2,nan"}, "positions: 'nan' (position 3) is not a number"),
    ({"gold": "1,2,3", "positions": "1,2,5000000"}, "positions: give numbers from −1,000,000"),
    ({"classes": "a,b"}, "gold: missing in the link"),
    ({"utm_source": "mail"}, "gold: missing in the link"),
]


@pytest.mark.parametrize(("query", "said"), BROKEN, ids=[said for _, said in BROKEN])
def test_a_broken_link_is_refused_with_the_reason(query, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        from_query(query)


@pytest.mark.parametrize(("query", "said"), [BROKEN[0], BROKEN[4], BROKEN[13], BROKEN[-1]])
def test_a_broken_link_says_what_is_wrong_and_shows_the_default_picture(query, said):
    app = compare(**query)
    assert not app.exception
    assert len(app.warning) == 1
    assert "The link could not be opened." in messages(app)
    assert said in messages(app)
    assert picture(app) == DEFAULT
    assert set(scores(app)) == set(MAIN_MEASURES)


def test_a_link_of_a_million_classes_opens_the_default_picture():
    app = compare(gold=",".join(["1"] * 1_000_000))  # beyond what Streamlit itself reads of an address
    assert not app.exception
    assert picture(app) == DEFAULT


def test_a_broken_link_leaves_the_picture_of_a_visitor_as_it_was():
    app = compare(gold="1,2,3")
    before = picture(app)
    app.query_params["gold"] = "nonsense"
    app.run()
    assert picture(app) == before
    assert "'nonsense'" in messages(app)


def test_markup_in_a_link_is_text_in_every_place_it_shows():
    script, image = "<script>alert(1)</script>", "![x](http://outside.example/a)"
    app = compare(classes=f"{script},b,c", gold="1,2,3", a="1,0,0", b="0,1,0", name_a=script, name_b=image)
    assert not app.exception
    assert picture(app).name("a") == script
    for block in app.html:
        assert "<script" not in block.value
    assert any(f"B {image}" in text_of(block.value) for block in app.html if "oq-contributor" in block.value)


def test_what_the_page_writes_into_the_address_bar_opens_the_same_picture():
    app = compare(classes='"a, b",c d,é', gold="1/3,1/3,1/3", a="0.1,.2,.7", name_a="System & 7", b="uniform")
    query = to_query(picture(app))
    assert picture(compare(**query)) == picture(app)
    assert from_query(query).name("a") == "System & 7"


def test_a_link_that_says_nothing_of_the_view_opens_it_as_the_page_opens_by_itself():
    app = compare(**CONTRACT, card="robust", measure="JSD", families="nominal")
    assert set(scores(app)) == {"NVD", "RNSS", "JSD"}
    assert verdict(app) == "JSD prefers Uniform, as do NVD and RNSS."
    follow(app, **CONTRACT | {"gold": "8,7,3,1,1"})
    assert set(scores(app)) == set(MAIN_MEASURES)
    assert text_of(shown(app, "oq-title")).startswith("NMD is ")


# Worked examples


@pytest.mark.parametrize("key", matrix(EXAMPLES, next(iter(EXAMPLES))))
def test_every_worked_example_opens_with_words_on_what_to_look_at(key):
    app = compare()
    worked_example(app).set_value(key).run()
    assert not app.exception
    assert picture(app) == from_example(EXAMPLES[key])
    assert EXAMPLES[key].look in rest(app)
    assert worked_example(app).value == key


# Typed numbers


def test_typed_votes_probabilities_fractions_and_baselines_are_taken_as_they_are():
    app = typed(compare(**CONTRACT), gold="1 2 3 4 5", a=".1;.2;.3;.2;.2", b="1/5, 1/5, 1/5, 1/5, 1/5")
    assert picture(app).gold == (1, 2, 3, 4, 5)
    assert picture(app).votes == 15
    assert picture(app).a == (0.1, 0.2, 0.3, 0.2, 0.2)
    assert picture(app).b == (1 / 5,) * 5
    typed(app, a="Uniform", b=" popularity ")
    assert (picture(app).a, picture(app).b) == ("uniform", "popularity")
    assert worked_example(app).value == "own"
    assert not app.error


@pytest.mark.parametrize(
    ("side", "text", "said"),
    [
        ("a", ".2,.2,.2,.1,.1", "a: (0.2, 0.2, 0.2, 0.1, 0.1) sums to 0.8"),
        ("gold", "1,2,-3,4,5", "gold: (1, 2, -3, 4, 5) holds the negative number -3"),
        ("gold", "1,2,3", "gold: 3 numbers for 5 classes"),
        ("b", "1,2,x,4,5", "b: 'x' (position 3) is not a number"),
        ("b", "", "b: 0 numbers for 5 classes"),
        ("gold", "popularity", "gold: 'popularity' (position 1) is not a number"),
        ("a", "1.5,2,3,4,5", "a: (1.5, 2, 3, 4, 5) sums to 15.5"),
    ],
)
def test_what_cannot_be_used_is_reported_and_changes_nothing(side, text, said):
    app = typed(compare(**CONTRACT), **{side: text})
    assert said in messages(app)
    assert "The picture is unchanged." in messages(app)
    assert picture(app) == from_query(CONTRACT)
    assert field(app, side).value == text  # stays, to be corrected
    assert {button.key for button in app.button} == {"full_screen_measures", "present"}  # dividing repairs nothing here


def test_numbers_that_sum_to_99_percent_are_refused_with_the_offer_to_divide_them():
    app = typed(compare(**CONTRACT), a=".2,.2,.2,.2,.19")
    assert "sums to 0.99" in messages(app)
    assert picture(app) == from_query(CONTRACT)
    (divide,) = (button for button in app.button if button.label.startswith("Divide by the sum"))
    divide.click().run()
    assert sum(picture(app).a) == pytest.approx(1, abs=1e-12)
    assert picture(app).a[0] == pytest.approx(0.2 / 0.99)
    assert picture(app).gold == (0, 1, 2, 9, 8)  # votes stay votes
    assert picture(app).b == "uniform"
    assert not app.error


# The grammar of its links

OTHER = {  # for every parameter a value that is not its default
    "classes": ("bad", "fair, perhaps", "good", "x", "y"),
    "gold": (1.0, 0.0, 2.0, 9.0, 8.0),
    "a": (0.1, 0.2, 0.3, 0.2, 0.2),
    "b": "popularity",
    "name_a": "System & 7",
    "name_b": "System 8",
    "positions": (1.0, 2.5, 3.0, 4.0, 9.0),
    "families": ["ordinal", "priority"],
    "unnormalised": True,
    "built": Switches("totals", "squared", "distance", "all"),
    "card": "robust",
    "flip": "b",
    "follow": True,
    "move": "b",
    "from": "q",
    "to": "r",
}
BESIDE = {"gold": "0,1,2,9,8", "a": "1,0,0,0,0", "b": "0,1,0,0,0"}
MOVED = {"classes": "p,q,r,s,t", "gold": "0,1,2,9,8", "a": "uniform", "b": "uniform", "move": "b"}
NEEDS = {"from": MOVED, "to": MOVED}  # of the picture
CARDS = {name: card for card, names in OF_CARD.items() for name in names}


def beside(name):
    """Return what a link needs so that a parameter means something."""
    card = {"card": CARDS[name]} if name in CARDS else {}
    return {key: text for key, text in (NEEDS.get(name, BESIDE) | card).items() if key != name}


def test_every_parameter_makes_the_round_trip():
    assert set(OTHER) == set(STATE)
    check_round_trips("pages/compare/page.py", STATE, OTHER, beside)
    check_round_trips("pages/compare/page.py", COMMON, {"measure": "JSD", "steps": True})


# One number in all places


def numbers_of(values):
    return np.frombuffer(base64.b64decode(values["bdata"]), values["dtype"]) if isinstance(values, dict) else values


def test_the_download_holds_the_scores_of_the_table():
    picture = from_query(CONTRACT)
    a, b = (picture.scores(side, MAIN_MEASURES) for side in ("a", "b"))
    table = CaseScores(a, b, (picture.name("a"), picture.name("b"))).to_frame()
    shown_scores = scores(compare(**CONTRACT))
    assert {row[0]: row[2:4] for row in table.itertuples(index=False, name=None)} == shown_scores
    assert table["delta"].tolist() == [one - other for one, other in shown_scores.values()]
    assert {row[5:] for row in table.itertuples(index=False, name=None)} == {("Popularity", "Uniform")}
