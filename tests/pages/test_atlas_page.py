"""The atlas: the search by score, and clicks on points. What it says of rare links: test_said.py."""

from functools import partial

import pytest

from ordquant_core.figures import deltas
from ordquant_core.figures.deltas import place_deltas
from ordquant_core.figures.points import code_of
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.spaces.compare_estimators import compare_estimators
from ordquant_core.spaces.gold_distributions import Estimator
from pages.atlas import every
from pages.shared import result_cache
from tests.pages.apps import opened, text_of

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
