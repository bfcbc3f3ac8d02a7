"""Frames of cases: every number of every case, named columns."""

import numpy as np
import pytest

from ordquant_core import MEASURES
from ordquant_core.analysis import comparison
from ordquant_core.analysis.properties import properties
from ordquant_core.analysis.scoring import score
from ordquant_core.tasks import assemble, parse_gold, parse_run
from tests.pages.on_cases import GOLD, ONE, TWO


@pytest.fixture(scope="module")
def task():
    gold = parse_gold(GOLD.encode(), "gold.csv")
    return assemble(gold, [parse_run(ONE.encode(), "one.csv"), parse_run(TWO.encode(), "two.csv")])


def test_a_case_has_its_votes_estimates_properties_scores_and_runs(task):
    described = properties(task.gold, *task.estimates, task.votes)
    table = described.to_frame(task, score(task, tuple(MEASURES))).take(np.array([3, 0]))
    columns = table.to_dict("list")
    assert columns["case"] == ["s", "p"]
    assert columns["votes_high"] == [9, 0]
    assert columns["estimate_a_low"] == [0.1, 0.8]
    assert columns["shape"] == ["peaked", "peaked"]
    assert columns["annotators"] == [11, 10]
    assert columns["run_b"] == ["two", "two"]
    for key in MEASURES:
        assert columns[f"score_a_{key}"][0] == pytest.approx(
            float(MEASURES[key]([0, 2, 9], [0.1, 0.1, 0.8])), abs=1e-15
        )


def test_deltas_are_differences_of_the_scores_beside_them(task):
    scores = score(task, tuple(MEASURES))
    columns = comparison.case_scores_to_frame(scores, *task.runs)
    assert list(columns["case"]) == list(task.cases)
    for key, delta in zip(scores.measures, comparison.deltas(scores, *task.runs), strict=True):
        a, b = columns[f"score_a_{key}"], columns[f"score_b_{key}"]
        with np.errstate(invalid="ignore"):
            assert list(columns[f"delta_{key}"]) == list(np.where(a == b, 0, a - b)) == list(delta)
