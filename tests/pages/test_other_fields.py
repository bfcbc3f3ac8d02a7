"""Measures of other fields on the pages: left out unless they are chosen, and then everywhere like all others."""

import re

import numpy as np
import pytest

from ordquant_core.analysis.case_scores import CaseScores
from ordquant_core.measures.smoothed import SMOOTHED
from ordquant_core.report.snippet import snippet
from pages.compare.state import from_query
from tests.html_tables import rows_of
from tests.pages.apps import app_at, chosen, compare, scores, shown, text_of

CASES = "pages/cases/page.py"
SAMPLE = {"task": "breakdown-labels"}


@pytest.mark.parametrize("script", [CASES, "pages/popularity/page.py"])
def test_two_runs_are_plotted_by_measures_of_other_fields(script):
    app = app_at(script, **SAMPLE, x="RPS", y="CANB", measure="HD")
    assert not app.exception
    assert not [box.value for box in app.warning]
    assert (chosen(app, "x"), chosen(app, "y")) == ("RPS", "CANB")
    assert "RPS" in text_of(shown(app, 'id="case"'))
    assert any(re.search("HD is [0-9.]+ for A", text_of(block.value)) for block in app.html)


VOTES = {"gold": "0,1,2,9,8", "a": "popularity", "b": "uniform", "families": "ordinal,other"}


def test_compare_shows_measures_on_smoothed_distributions_where_the_gold_is_votes():
    app = compare(**VOTES)
    assert not app.exception
    gold, a, b = np.array([0, 1, 2, 9, 8]) / 20, np.eye(5)[3], np.full(5, 0.2)
    found = scores(app)
    assert list(found)[-2:] == ["RAE", "NKLD"]
    for key in ("RAE", "NKLD"):
        assert found[key] == tuple(float(SMOOTHED[key](gold, side, 20)) for side in (a, b)), key
    rows = {row.data["measure"]: row for row in rows_of(shown(app, 'id="measures"'), "measures") if row.data}
    assert rows["RPS"].data.get("choice") == "RPS"
    assert "choice" not in rows["RAE"].data  # there is no calculation to show
    assert "smoothed by half a vote" in text_of(shown(app, 'id="measures"'))
    said = text_of(shown(app, 'id="rest"'))
    sides = {key: "A" if found[key][0] < found[key][1] else "B" for key in ("RAE", "NKLD")}
    assert f"RAE prefers {sides['RAE']}" in said or f"RAE and NKLD prefer {sides['RAE']}" in said


def test_they_are_left_out_unless_their_family_is_chosen():
    for families in ("", "ordinal,nominal"):
        table = shown(compare(**{**VOTES, "families": families}), 'id="measures"')
        assert "RAE" not in table
        assert "smoothed" not in table


def test_they_are_downloaded_and_the_program_prints_them(capsys):
    picture = from_query({name: VOTES[name] for name in ("gold", "a", "b")})
    one, other = picture.smoothed_scores()
    rows = list(CaseScores(one, other, ("A", "B")).to_frame().itertuples(index=False, name=None))
    assert [row[:2] for row in rows] == [(key, SMOOTHED[key].name) for key in ("RAE", "NKLD")] or rows[0][0] == "RAE"
    exec(snippet(picture, ["RPS"], ["RAE", "NKLD"]), {})
    printed = {line.split()[0]: tuple(map(float, line.split()[1:])) for line in capsys.readouterr().out.splitlines()}
    assert set(printed) == {"RPS", "RAE", "NKLD"}
    for key in ("RAE", "NKLD"):
        assert printed[key] == pytest.approx((one[key], other[key]), rel=1e-12)
