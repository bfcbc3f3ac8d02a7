"""Measures of other fields on the pages: left out unless they are chosen, and then everywhere like all others."""

import re

import pytest

from ordquant_core.measures.registry import DEFAULT_MEASURES, OTHER_MEASURES
from tests.pages.apps import app_at, plot, popularity, shown, text_of

CASES = "pages/cases/page.py"
SAMPLE = {"task": "breakdown-labels"}


@pytest.mark.parametrize("script", [CASES, "pages/popularity/page.py"])
def test_two_runs_are_plotted_by_measures_of_other_fields(script):
    app = app_at(script, **SAMPLE, x="RPS", y="CANB", measure="HD", calculation="yes")
    assert not app.exception
    assert not [box.value for box in app.warning]
    assert (app.selectbox(key="x").value, app.selectbox(key="y").value) == ("RPS", "CANB")
    assert "RPS" in text_of(shown(app, 'id="case"'))
    assert any(re.search("HD is [0-9.]+ for A", text_of(block.value)) for block in app.html)


def test_the_matrix_of_pairs_takes_them_in_and_is_without_them_at_first():
    app = app_at(CASES, **SAMPLE, show="matrix")
    assert not set(app.session_state["cases_measures"]) & set(OTHER_MEASURES)
    app = app_at(CASES, **SAMPLE, show="matrix", measures="NMD,RPS,CJS")
    assert not app.exception
    drawn = str(plot(app, "cases_matrix")["layout"])
    assert "CJS" in drawn
    assert "RPS" in drawn


def test_wins_and_losses_stay_those_of_the_main_measures():
    assert "CHEB" not in shown(popularity(x="CHEB"), 'id="wins"')


@pytest.mark.parametrize("script", ["pages/systems/page.py", "pages/measures/page.py"])
def test_runs_are_tested_by_them_where_they_are_chosen(script):
    app = app_at(script, **SAMPLE, measures="NMD,RPS,CLARK", trials="100", splits="10")
    assert not app.exception
    assert not [box.value for box in app.warning]
    assert any("CLARK" in block.value for block in app.html) or "CLARK" in str(app.get("plotly_chart"))
    assert set(app.session_state["measuring_measures"]) == {"NMD", "RPS", "CLARK"}
    opened = app_at(script, **SAMPLE, trials="100", splits="10")
    assert set(opened.session_state["measuring_measures"]) < set(DEFAULT_MEASURES)


def test_gold_distributions_are_found_by_their_scores():
    app = app_at("pages/atlas/page.py", view="by_score", n="6", l="3", mode="0", **{"if": "RPS:delta:0:0.05"})
    assert not app.exception
    assert not [box.value for box in app.warning]
    assert app.selectbox(key="atlas_if_0_measure").value == "RPS"
    assert "RPS" in text_of(shown(app, 'id="found"'))
