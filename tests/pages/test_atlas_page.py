"""The atlas: the search by score, and clicks on points. What it says of rare links: test_said.py."""

import html
import re
from functools import partial
from urllib.parse import parse_qs

import pytest

from ordquant_core.figures import deltas
from ordquant_core.figures.deltas import place_deltas
from ordquant_core.figures.points import code_of
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.spaces.compare_estimators import compare_estimators
from ordquant_core.spaces.gold_distributions import Estimator
from pages.atlas import every
from pages.shared import result_cache
from tests.pages.apps import link_of, opened, said, shown, text_of, verdict

pytestmark = pytest.mark.slow

SMALL = {"n": "6", "l": "3"}
atlas = partial(opened, "atlas")
BASELINES = Estimator("popularity"), Estimator("uniform")


def test_distributions_that_are_drawn_at_the_edge_are_counted(monkeypatch):
    monkeypatch.setattr(deltas, "SHOWN", 0.5)
    first, second = compare_estimators(6, 3, *BASELINES).deltas[[0, 1]]
    result_cache.clear()
    app = atlas(**SMALL, x=MAIN_MEASURES[0], y=MAIN_MEASURES[1])
    at_edge = deltas.count_outliers(first, second)
    assert at_edge
    assert any(f"ring: chosen; {at_edge} at the edge" in text_of(block.value) for block in app.html)


def test_the_search_finds_the_two_gold_distributions_of_the_paper_and_says_where_there_is_none():
    app = atlas(view="by_score")
    assert "Exactly one of the 10,626 gold distributions" in verdict(app)
    assert "0,1,2,9,8" in verdict(app)
    app.button(key="atlas_preset_b").click().run()
    assert "8,7,3,1,1" in verdict(app)
    leads, *_ = re.findall(r'href="compare\?([^"]+)"', shown(app, 'id="found"'))
    assert parse_qs(html.unescape(leads))["gold"] == ["8,7,3,1,1"]
    assert said(app, "card").startswith("Gold 8,7,3,1,1")
    app.number_input(key="atlas_if_0_value").set_value(0.5).run()
    assert verdict(app).startswith("None of the 10,626")
    assert link_of(app)["if"].startswith("NMD:delta:0.5")
    for more, n in (("more", 3), ("less", 2), ("less", 1), ("less", 0)):
        app.button(key=f"atlas_if_{more}").click().run()
        assert link_of(app)["if"].count(":") == 3 * n
    assert link_of(app)["if"] == "none"


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
