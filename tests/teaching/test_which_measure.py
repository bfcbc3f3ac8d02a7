"""Which measure: answers grey out rows with an example each; there are always two candidates that disagree."""

from itertools import product

import pytest

from ordquant_core.analysis.picture import checked
from ordquant_core.errors import OrdquantError
from ordquant_core.markup import plain
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.teaching.questions import side_of
from ordquant_core.teaching.which_measure import QUESTIONS, known, which_measure

KEYS = [question.key for question in QUESTIONS]


@pytest.fixture(scope="module")
def facts():
    return known()


def fitting(facts, **answers):
    outcome = which_measure({key.replace("_", " "): value for key, value in answers.items()}, facts)
    return {row.measure for row in outcome.rows if not row.greyed}


def test_without_answers_all_measures_remain(facts):
    assert fitting(facts) == fitting(facts, ordered=None) == set(MAIN_MEASURES)


def test_each_answer_leaves_the_measures_with_its_property(facts):
    ordinal = {"NMD", "RNOD", "RSNOD", "RNOD2", "RNADW", "RNADW2", "DNKT_NMD", "DNKT_RNOD"}
    assert fitting(facts, ordered=True) == ordinal
    assert fitting(facts, ordered=False) == set(MAIN_MEASURES) - ordinal
    assert fitting(facts, spaced=True) == set(MAIN_MEASURES) - {"RNOD2", "RNADW2"}
    with_positions = {key for key in MAIN_MEASURES if MEASURES[key].takes_positions}
    assert fitting(facts, spaced=False, ordered=True) == {"RNOD2", "RNADW2"} | (with_positions & ordinal)
    assert fitting(facts, exchangeable=True) == {key for key in MAIN_MEASURES if MEASURES[key].symmetric}
    assert fitting(facts, exchangeable=False) == set(MAIN_MEASURES)
    assert "NMD" not in fitting(facts, large=True) >= {"RNSS", "RNOD"}
    assert "NMD" in fitting(facts, large=False)
    assert fitting(facts, order_only=True) == {"DNKT"}
    assert fitting(facts, order_only=False) == set(MAIN_MEASURES) - {"DNKT"}


def test_every_way_to_answer_ends_with_two_candidates_that_disagree_on_the_gold_shown(facts):
    for answers in product((True, False, None), repeat=len(KEYS)):
        outcome = which_measure(dict(zip(KEYS, answers, strict=True)), facts)
        if not any(row.greyed for row in outcome.rows):
            assert (outcome.candidates, outcome.picture) == ((), None)
            continue
        first, second = outcome.candidates
        assert side_of(outcome.picture, first) * side_of(outcome.picture, second) == -1
        greyed = {row.measure: len(row.greyed) for row in outcome.rows}
        chosen = sorted(greyed[key] for key in outcome.candidates)
        assert chosen[0] == min(greyed.values())
        deltas = [
            outcome.picture.scores("a", [key])[key] - outcome.picture.scores("b", [key])[key]
            for key in outcome.candidates
        ]
        farthest = facts.compared.farthest(first, second)
        apart = abs(facts.compared.deltas_of(farthest, first) - facts.compared.deltas_of(farthest, second))
        assert abs(deltas[0] - deltas[1]) == pytest.approx(apart.max())
        assert plain(outcome.because).startswith("Between Popularity and Uniform, they disagree on")
        assert "all of 20 votes over 5 classes" in plain(outcome.because)


@pytest.mark.parametrize("answers", [{}, {"ordered": None}, {"exchangeable": False}])
def test_as_long_as_nothing_is_ruled_out_nothing_is_proposed(facts, answers):
    outcome = which_measure(answers, facts)
    assert outcome.candidates == ()
    assert outcome.picture is outcome.recommended is None
    assert plain(outcome.finding) == "Nothing is ruled out yet."


def test_for_ordered_classes_the_recommended_pair_that_fits_comes_first(facts):
    outcome = which_measure({"ordered": True}, facts)
    assert set(outcome.candidates) == {"NMD", "RNOD"}
    assert outcome.recommended.source == "LQ 2021, Section 6"
    symmetric = which_measure({"ordered": True, "exchangeable": True}, facts)  # RNOD is not symmetric
    assert set(symmetric.candidates) == {"NMD", "RSNOD"}
    assert symmetric.recommended.source == "SIGIR 2018, Section 4.2, page 1076"
    for answers in ({"ordered": False}, {"spaced": False}, {"large": False}):
        assert which_measure(answers, facts).recommended is None


def test_every_row_that_is_greyed_out_has_an_example_that_shows_why(facts):
    for key, answer in product(KEYS, (True, False)):
        for row in which_measure({key: answer}, facts).rows:
            for grey in row.greyed:
                assert grey.question == key
                assert grey.why.endswith(".")
                checked(grey.example)
                a, b = (grey.example.scores(side, [row.measure])[row.measure] for side in "ab")
                if (key, answer) == ("large", True):
                    assert b < a + 1e-12  # the large error does not cost more
                elif (key, answer) in (("large", False), ("order only", True)):
                    assert abs(a - b) > 1e-12
                elif (key, answer) in (("order only", False), ("ordered", True)):
                    assert a == pytest.approx(b, abs=1e-12)
                elif key == "exchangeable":
                    back = MEASURES[row.measure](grey.example.probabilities("a"), grey.example.probabilities("gold"))
                    assert abs(float(back) - a) > 1e-12


def test_the_finding_counts_every_measure_that_fits_as_well_as_a_candidate(facts):
    for answers in product((True, False, None), repeat=len(KEYS)):
        outcome = which_measure(dict(zip(KEYS, answers, strict=True)), facts)
        if not outcome.candidates:
            continue
        greyed = {row.measure: len(row.greyed) for row in outcome.rows}
        most = max(greyed[key] for key in outcome.candidates)
        alike = [key for key, number in greyed.items() if number == most and key not in outcome.candidates]
        said = plain(outcome.finding)
        assert ("other measure" in said) == bool(alike), (answers, said)
        if alike:
            assert f"{len(alike)} other measure" in said
        assert "No measure fits" not in said or min(greyed.values()) > 0
        assert not said.startswith("Only") or sorted(greyed.values())[:2] == [0, most]


def test_the_finding_names_no_second_where_others_contradict_as_few(facts):
    said = plain(which_measure({"order only": True}, facts).finding)
    assert said == "Only DNKT fits all your answers. JSD contradicts 1 of them; so do 11 other measures."


def test_classes_not_equally_far_apart_rule_out_no_measure_that_takes_positions(facts):
    outcome = which_measure({"ordered": True, "spaced": False}, facts)
    rows = {row.measure: row for row in outcome.rows}
    for key in ("NMD", "RNOD", "RSNOD"):
        assert not rows[key].greyed
        assert rows[key].remark == "It takes classes as one step apart, unless you give positions."
    assert not rows["RNOD2"].remark
    assert set(outcome.candidates) == {"NMD", "RNOD"}


def test_a_question_that_does_not_exist_is_refused(facts):
    with pytest.raises(OrdquantError, match="no question 'size'; choose from ordered"):
        which_measure({"size": True}, facts)
