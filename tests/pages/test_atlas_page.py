"""The atlas: what is found on all gold distributions, the search by score, refusals, and clicks on points."""

import html
import re
from functools import partial
from urllib.parse import parse_qs, urlsplit

import pytest

from ordquant_core.figures import deltas
from ordquant_core.figures.deltas import place_deltas
from ordquant_core.figures.points import code_of
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.spaces.compare_estimators import compare_estimators
from ordquant_core.spaces.gold_distributions import Estimator
from pages.atlas import every
from pages.compare.state import from_query
from tests.pages.apps import link_of, messages, opened, said, scores, shown, text_of, verdict
from tests.pages.fresh_memory import begin_afresh

pytestmark = pytest.mark.slow

SMALL = {"n": "6", "l": "3"}
atlas = partial(opened, "atlas")
BASELINES = Estimator("popularity"), Estimator("uniform")


def compared_in(app, table):
    """Return the pictures to which the links of a table lead."""
    found = re.findall(r'href="(compare\?[^"]+)"', shown(app, f'id="{table}"'))
    queries = (parse_qs(urlsplit(html.unescape(link)).query) for link in found)
    return [from_query({key: values[0] for key, values in query.items()}) for query in queries]


def test_a_link_opens_space_estimates_measures_and_gold():
    query = {**SMALL, "a": "smoothed:2", "b": "1,2,3", "x": "JSD", "y": "NVD", "gold": "1,2,3"}
    app = atlas(**query)
    assert verdict(app) == "JSD and NVD disagree on none of the 28 gold distributions."
    assert text_of(shown(app, 'id="because"')).startswith("6 annotators, 3 classes.")
    assert said(app, "card").startswith("Gold 1,2,3: JSD and NVD both prefer")
    assert "B Fixed 1,2,3" in text_of(shown(app, 'id="wins"'))
    assert scores(app)["NVD"][1] == 0
    assert link_of(app) == query


@pytest.mark.parametrize(("a", "b", "n"), [("popularity", "popularity", 20), ("popularity", "median", 1)])
def test_estimators_that_are_the_same_are_not_compared(a, b, n):
    app = atlas(a=a, b=b, n=n)
    assert "give the same estimate for all" in verdict(app)
    assert 'id="wins"' not in " ".join(block.value for block in app.html)
    assert app.selectbox(key="atlas_b").value == b


def test_distributions_that_are_drawn_at_the_edge_are_counted(monkeypatch):
    monkeypatch.setattr(deltas, "SHOWN", 0.5)
    first, second = compare_estimators(6, 3, *BASELINES).deltas[[0, 1]]
    begin_afresh()
    app = atlas(**SMALL, x=MAIN_MEASURES[0], y=MAIN_MEASURES[1])
    at_edge = deltas.count_outliers(first, second)
    assert at_edge
    assert any(f"ring: chosen; {at_edge} at the edge" in text_of(block.value) for block in app.html)


REFUSED = [
    ({"n": "500"}, "2,656,615,626 distributions; the limit is 500,000. Take at most 56 votes"),
    ({"view": "by_score", "n": "4", "l": "3", "mode": "5", "if": "none"}, "mode"),
]


@pytest.mark.parametrize(("query", "said"), REFUSED, ids=[said[:20] for _, said in REFUSED])
def test_what_cannot_be_done_is_said(query, said):
    app = atlas(**query)
    assert said in messages(app)
    if query.get("n") == "500":
        app.number_input(key="atlas_n").set_value(10).run()
        assert not messages(app)
        assert "1,001 gold distributions" in verdict(app)


@pytest.mark.parametrize("gold", ["1,2,3", "20,0,0,0,-0"])
def test_a_gold_that_is_not_of_the_space_is_not_shown(gold):
    assert said(atlas(gold=gold), "card").startswith("Gold 1,1,3,8,7")


def test_the_search_finds_the_two_gold_distributions_of_the_paper_and_says_where_there_is_none():
    app = atlas(view="by_score")
    assert "Exactly one of the 10,626 gold distributions" in verdict(app)
    assert "0,1,2,9,8" in verdict(app)
    app.button(key="atlas_preset_b").click().run()
    assert "8,7,3,1,1" in verdict(app)
    assert compared_in(app, "found")[0].gold == (8, 7, 3, 1, 1)
    assert said(app, "card").startswith("Gold 8,7,3,1,1")
    app.number_input(key="atlas_if_0_value").set_value(0.5).run()
    assert verdict(app).startswith("None of the 10,626")
    assert link_of(app)["if"].startswith("NMD:delta:0.5")
    for more, n in (("more", 3), ("less", 2), ("less", 1), ("less", 0)):
        app.button(key=f"atlas_if_{more}").click().run()
        assert link_of(app)["if"].count(":") == 3 * n
    assert link_of(app)["if"] == "none"
    every_one = atlas(view="by_score", mode="0", **{"if": "none"})
    assert "Without conditions" in verdict(every_one)


def test_a_cell_of_points_that_is_clicked_makes_its_first_gold_the_chosen_one(monkeypatch):
    compared, pair = compare_estimators(20, 5, *BASELINES), ("NMD", "RNOD")
    x, y, frame = place_deltas(*(compared.deltas[compared.index(key)] for key in pair))
    cells = frame.cells(x, y)
    monkeypatch.setattr(every, "STATE", chosen := {})
    for customdata in (10**6, "x", code_of(int(cells[7]))):
        assert not chosen
        monkeypatch.setattr(every, "selected_points", lambda key, one=customdata: [{"customdata": one}])
        every.pick(compared, pair)
    place = compared.votes.tolist().index(list(map(int, chosen["gold"].split(","))))
    assert cells[place] == cells[7]
