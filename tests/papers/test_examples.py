"""The examples show what the papers say of them, and what these state of measures holds but for two and a misprint."""

import itertools

import numpy as np
import pytest
from scipy.stats import kendalltau

from ordquant_core.analysis.baselines import BASELINES
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.papers.examples import EXAMPLES
from ordquant_core.papers.files import read_rows
from ordquant_core.papers.printed import numbers_at
from ordquant_core.papers.recommendations import RECOMMENDATIONS, recommended_together
from ordquant_core.papers.references import REFERENCES
from ordquant_core.reproduction.statements import check, checked_statements
from tests.ranked_lists.by_hand import information
from tests.reviewed import reviewed, said


def estimates(example):
    return [BASELINES[side](example.gold) if isinstance(side, str) else side for side in (example.a, example.b)]


def delta(measure, example):
    of_a, of_b = (MEASURES[measure](example.gold, estimate) for estimate in estimates(example))
    return float(of_a - of_b)


def prefers_a(example, keys=MAIN_MEASURES):
    return {key for key in keys if delta(key, example) < -1e-12}


@reviewed(__file__)
def test_examples_are_those_that_were_compared_with_the_papers(made, words):
    assert said(made, globals()) == words


def test_probabilities_of_examples_are_distributions():
    for example in EXAMPLES.values():
        for side in (example.gold, *estimates(example)):
            assert sum(side) == pytest.approx(1, abs=1e-9) or np.equal(side, np.rint(side)).all(), example.title


def test_recommendations_are_found_by_their_measures_in_any_order():
    for one in RECOMMENDATIONS:
        assert one.source == f"{REFERENCES[one.paper].short}, {one.place}"
        assert recommended_together(reversed(one.measures)) == (one if one.together else None)
    rows = read_rows("references.csv")
    assert [(one.key, one.citation) for one in REFERENCES.values()] == [
        (r["key"], f"{r['authors'].replace(';', ',')}. {r['year']}. {r['title']}. {r['venue']}.") for r in rows
    ]


def test_the_default_is_the_dialogue_on_which_only_nmd_prefers_popularity():
    default = next(iter(EXAMPLES.values()))
    assert default.key == "lq2021-figure-3a"
    assert (default.gold, default.a, default.b) == ((0, 1, 2, 9, 8), "popularity", "uniform")
    assert prefers_a(default, ("NMD", "RNOD", "NVD", "RNSS", "JSD")) == {"NMD"}
    assert delta("NMD", EXAMPLES["lq2021-figure-3b"]) == pytest.approx(0, abs=1e-12)


BIN_BY_BIN = {"NVD", "RNSS", "JSD"}
SEEN = {  # what measures see in an example: those that prefer A, those that prefer B, those that see no difference
    "lq2021-section-3": ({"RNOD", "RSNOD"}, set(), {"NMD", *BIN_BY_BIN}),
    "sigir2018-figure-1-ab": ({"NMD", "RSNOD"}, set(), BIN_BY_BIN),
    "sigir2018-figure-1-cd": ({"NMD", "RSNOD"}, set(), BIN_BY_BIN),
    "evia2017-figure-1": ({"NMD", "RNSS", "JSD", "RSNOD"}, set(), {"NVD"}),
    "evia2017-figure-2-ad": (set(), {"NMD", "RNOD", "RSNOD"}, BIN_BY_BIN),
    "evia2017-figure-2-bc": (set(), {"NMD", "RNOD", "RSNOD"}, BIN_BY_BIN),
    "evia2017-figure-3-i-ii": (set(), {"NMD", "RNOD", "RSNOD"}, BIN_BY_BIN),
    "evia2017-figure-3-iii-iv": (set(), {"NMD", "SNOD"}, BIN_BY_BIN),
    "variants-section-2-3": ({"DNKT", "DNKT_NMD", "DNKT_RNOD", "DNKT_JSD"}, {"NMD", "RNOD", *BIN_BY_BIN}, set()),
}


@pytest.mark.parametrize("key", SEEN)
def test_measures_see_in_an_example_what_its_words_say(key):
    for_a, for_b, neither = SEEN[key]
    deltas = {measure: delta(measure, EXAMPLES[key]) for measure in for_a | for_b | neither}
    assert {measure for measure, value in deltas.items() if value < -1e-12} == for_a
    assert {measure for measure, value in deltas.items() if value > 1e-12} == for_b


# ---- statements ----

FOUND = {one.key: one for one in checked_statements()}


def od(gold, estimate):
    """Order-aware divergence by its definition, with loops."""
    p, q = (np.array(side) / sum(side) for side in (gold, estimate))
    n = len(p)
    weights = [sum(abs(i - j) * (p[j] - q[j]) ** 2 for j in range(n)) for i in range(n) if p[i] > 0]
    return sum(weights) / len(weights)


def test_all_but_two_and_a_misprint_hold_and_these_say_why():
    assert [key for key, one in FOUND.items() if not one.holds] == ["bounded", "no zero", "misprint"]
    assert [key for key, one in FOUND.items() if one.cause] == ["bounded", "no zero", "misprint"]
    assert len(FOUND) == 12
    assert all(one.checked > 0 and one.scores for one in FOUND.values())
    assert {one.paper for one in FOUND.values()} <= set(REFERENCES)


def test_nod_exceeds_1_and_od_is_not_symmetric_by_definition():
    found = FOUND["bounded"]
    assert sorted((found.gold, found.gold[::-1]))[0] == (0, 18, 0, 1, 1)
    assert found.scores == (("NOD", pytest.approx(1.005625)),)
    assert od(found.gold, found.estimate) / 4 == pytest.approx(1.005625)
    assert found.checked == 10_626 * 5
    found = FOUND["no zero"]
    assert min(found.gold) > 0
    there_and_back = od(found.gold, found.estimate), od(found.estimate, found.gold)
    assert [value for _, value in found.scores] == pytest.approx(there_and_back)
    assert abs(there_and_back[0] - there_and_back[1]) > 1


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


@pytest.mark.parametrize(("key", "second"), [("theorem 1", "τ"), ("corollary 1", "K")])
def test_the_information_of_two_rankings_is_that_of_golbus_and_aslam(key, second):
    found = FOUND[key]
    assert (found.holds, found.checked) == (True, 120**2)
    scores = dict(found.scores)
    tau = kendalltau(found.gold, found.estimate).statistic
    assert scores[second] == pytest.approx(tau if second == "τ" else (1 - tau) / 2, abs=1e-12)
    signs = [[np.sign(a - b) for a, b in itertools.permutations(side, 2)] for side in (found.gold, found.estimate)]
    assert scores["information"] == pytest.approx(information(*signs), abs=1e-12)
