"""What the papers state of measures: all but two and a misprint hold on all pairs that were checked."""

import itertools

import numpy as np
import pytest
from scipy.stats import kendalltau

from ordquant_core.measures.registry import MEASURES
from ordquant_core.papers.examples import EXAMPLES
from ordquant_core.papers.files import read_rows
from ordquant_core.papers.printed import numbers_at
from ordquant_core.papers.references import REFERENCES
from ordquant_core.reproduction.statements import check, checked_statements
from tests.ranked_lists.by_hand import information

FOUND = {one.key: one for one in checked_statements()}


def od(gold, estimate):
    """Order-aware divergence by its definition, with loops."""
    p, q = (np.array(side) / sum(side) for side in (gold, estimate))
    n = len(p)
    weights = [sum(abs(i - j) * (p[j] - q[j]) ** 2 for j in range(n)) for i in range(n) if p[i] > 0]
    return sum(weights) / len(weights)


def test_all_but_two_and_a_misprint_hold():
    assert [key for key, one in FOUND.items() if not one.holds] == ["bounded", "no zero", "misprint"]
    assert len(FOUND) == 12
    assert all(one.checked > 0 and one.scores for one in FOUND.values())
    assert {one.paper for one in FOUND.values()} <= set(REFERENCES)


def test_what_does_not_hold_says_why_and_nothing_else_does():
    assert {key for key, one in FOUND.items() if one.cause} == {key for key, one in FOUND.items() if not one.holds}


def test_nod_exceeds_1_by_definition():
    found = FOUND["bounded"]
    assert sorted((found.gold, found.gold[::-1]))[0] == (0, 18, 0, 1, 1)
    assert found.scores == (("NOD", pytest.approx(1.005625)),)
    assert od(found.gold, found.estimate) / 4 == pytest.approx(1.005625)
    assert found.checked == 10_626 * 5


def test_a_gold_without_zeros_does_not_make_od_symmetric_by_definition():
    found = FOUND["no zero"]
    assert min(found.gold) > 0
    assert [value for _, value in found.scores] == [
        pytest.approx(od(found.gold, found.estimate)),
        pytest.approx(od(found.estimate, found.gold)),
    ]
    assert abs(found.scores[0][1] - found.scores[1][1]) > 1


@pytest.mark.parametrize("key", [key for key, one in FOUND.items() if one.holds and one.n_votes])
def test_a_witness_is_scored_by_the_measures(key):
    found = FOUND[key]
    for name, value in found.scores:
        measure, _, swapped = name.partition(" with ")
        sides = (found.estimate, found.gold) if swapped else (found.gold, found.estimate)
        assert float(MEASURES[measure](*sides)) == pytest.approx(value, abs=1e-12)


def test_a_misprinted_example_gives_the_number_of_the_other_one():
    found, example = FOUND["misprint"], EXAMPLES["evia2017-figure-1"]
    (printed,) = numbers_at("sakai2018", "Section 3.1: Y, RNSS")
    assert printed.printed in found.statement
    assert dict(found.scores)["RNSS"] == pytest.approx(float(MEASURES["RNSS"](example.gold, example.a)), abs=1e-12)
    assert float(MEASURES["RNSS"](example.gold, example.b)) == pytest.approx(printed.value, abs=5e-5)
    assert np.allclose(np.array(found.estimate) / 10, example.a)


def test_a_statement_that_stops_holding_is_noticed(monkeypatch):
    one = next(one for one in read_rows("statements.csv") if one["key"] == "adw")
    assert check(one).holds
    monkeypatch.setattr("ordquant_core.reproduction.statements.MEASURES", {**MEASURES, "ADW": MEASURES["OD"]})
    assert not check(one).holds


def test_the_information_of_two_rankings_is_that_of_theorem_1_and_corollary_1_of_golbus_and_aslam():
    for key, second in (("theorem 1", "τ"), ("corollary 1", "K")):
        found = FOUND[key]
        assert found.holds
        assert found.checked == 120**2
        scores = dict(found.scores)
        tau = kendalltau(found.gold, found.estimate).statistic
        assert scores[second] == pytest.approx(tau if second == "τ" else (1 - tau) / 2, abs=1e-12)
        signs = [[np.sign(a - b) for a, b in itertools.permutations(side, 2)] for side in (found.gold, found.estimate)]
        assert scores["information"] == pytest.approx(information(*signs), abs=1e-12)
