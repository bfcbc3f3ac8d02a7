"""Which measure: answers rule out measures with an example each; there are always two candidates that disagree."""

from itertools import product

import pytest

from ordquant_core.analysis.comparison import sides_of
from ordquant_core.analysis.picture import checked
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.spaces.which_measure import QUESTIONS, apply_answers, gather_facts

KEYS = [question.key for question in QUESTIONS]


@pytest.fixture(scope="module")
def facts():
    return gather_facts()


def fitting(facts, **answers):
    outcome = apply_answers({key.replace("_", " "): value for key, value in answers.items()}, facts)
    return {row.measure for row in outcome.rows if not row.conflicts}


def test_without_answers_all_measures_remain(facts):
    assert fitting(facts) == fitting(facts, ordered=None) == set(MAIN_MEASURES)


def test_each_answer_leaves_the_measures_with_its_property(facts):
    ordinal = {"NMD", "RNOD", "RSNOD", "RNOD2", "RNADW", "RNADW2", "DNKT_NMD", "DNKT_RNOD"}
    assert fitting(facts, ordered=True) == ordinal
    assert fitting(facts, ordered=False) == set(MAIN_MEASURES) - ordinal
    assert fitting(facts, spaced=True) == set(MAIN_MEASURES) - {"RNOD2", "RNADW2"}
    with_positions = {key for key in MAIN_MEASURES if MEASURES[key].takes_positions}
    assert fitting(facts, spaced=False, ordered=True) == {"RNOD2", "RNADW2"} | (with_positions & ordinal)
    assert fitting(facts, spaced=False) == fitting(facts, spaced=False, ordered=True)
    assert fitting(facts, spaced=False, ordered=False) == fitting(facts, ordered=False)
    assert fitting(facts, exchangeable=True) == {key for key in MAIN_MEASURES if MEASURES[key].symmetric}
    assert fitting(facts, exchangeable=False) == set(MAIN_MEASURES)
    assert "NMD" not in fitting(facts, large=True) >= {"RNSS", "RNOD"}
    assert "NMD" in fitting(facts, large=False)
    assert fitting(facts, order_only=True) == {"DNKT"}
    assert fitting(facts, order_only=False) == set(MAIN_MEASURES) - {"DNKT"}


def test_every_way_to_answer_ends_with_two_candidates_that_disagree_on_the_gold_shown(facts):
    for answers in product((True, False, None), repeat=len(KEYS)):
        outcome = apply_answers(dict(zip(KEYS, answers, strict=True)), facts)
        if not any(row.conflicts for row in outcome.rows):
            assert (outcome.candidates, outcome.picture) == ((), None)
            continue
        first, second = outcome.candidates
        assert sorted(sides_of(*outcome.picture.scores_of_both([first, second])).values()) == [-1, 1]
        conflicts = {row.measure: len(row.conflicts) for row in outcome.rows}
        chosen = sorted(conflicts[key] for key in outcome.candidates)
        assert chosen[0] == min(conflicts.values())
        deltas = [
            outcome.picture.scores("a", [key])[key] - outcome.picture.scores("b", [key])[key]
            for key in outcome.candidates
        ]
        farthest = facts.compared.farthest(first, second)
        apart = abs(facts.compared.deltas_of(farthest, first) - facts.compared.deltas_of(farthest, second))
        assert abs(deltas[0] - deltas[1]) == pytest.approx(apart.max())


@pytest.mark.parametrize("answers", [{}, {"ordered": None}, {"exchangeable": False}])
def test_as_long_as_nothing_is_ruled_out_nothing_is_proposed(facts, answers):
    outcome = apply_answers(answers, facts)
    assert outcome.candidates == ()
    assert outcome.picture is outcome.recommended is None


def test_for_ordered_classes_the_recommended_pair_that_fits_comes_first(facts):
    outcome = apply_answers({"ordered": True}, facts)
    assert set(outcome.candidates) == {"NMD", "RNOD"}
    assert outcome.recommended.source == "LQ 2021, Section 6"
    symmetric = apply_answers({"ordered": True, "exchangeable": True}, facts)  # RNOD is not symmetric
    assert set(symmetric.candidates) == {"NMD", "RSNOD"}
    assert symmetric.recommended.source == "SIGIR 2018, Section 4.2, page 1076"
    for answers in ({"ordered": False}, {"spaced": False}, {"large": False}):
        assert apply_answers(answers, facts).recommended is None


def test_every_row_that_is_ruled_out_has_an_example_that_shows_why(facts):
    for key, answer in product(KEYS, (True, False)):
        for row in apply_answers({key: answer}, facts).rows:
            for conflict in row.conflicts:
                assert conflict.question == key
                assert conflict.why.endswith(".")
                checked(conflict.example)
                a, b = (conflict.example.scores(side, [row.measure])[row.measure] for side in "ab")
                if (key, answer) == ("large", True):
                    assert b < a + 1e-12  # the large error does not cost more
                elif (key, answer) in (("large", False), ("order only", True)):
                    assert abs(a - b) > 1e-12
                elif (key, answer) in (("order only", False), ("ordered", True)):
                    assert a == pytest.approx(b, abs=1e-12)
                elif key == "exchangeable":
                    back = MEASURES[row.measure](
                        conflict.example.probabilities("a"), conflict.example.probabilities("gold")
                    )
                    assert abs(float(back) - a) > 1e-12


def test_classes_not_equally_far_apart_rule_out_no_measure_that_takes_positions(facts):
    outcome = apply_answers({"ordered": True, "spaced": False}, facts)
    rows = {row.measure: row for row in outcome.rows}
    for key in ("NMD", "RNOD", "RSNOD"):
        assert not rows[key].conflicts
        assert rows[key].remark == "Takes classes as one step apart, unless you give positions."
    assert not rows["RNOD2"].remark
    assert set(outcome.candidates) == {"NMD", "RNOD"}


def test_a_question_that_does_not_exist_is_refused(facts):
    with pytest.raises(OrdquantError, match="no question 'size'; choose from ordered"):
        apply_answers({"size": True}, facts)


def test_the_frame_says_of_every_measure_what_it_has_and_what_it_contradicts(facts):
    outcome = apply_answers({"ordered": True}, facts)
    frame = outcome.to_frame().set_index("measure")
    assert list(frame.columns) == [*(f"holds_{question.property}" for question in QUESTIONS), "explanation"]
    assert list(frame.loc["JSD", ["holds_order", "explanation"]]) == ["no", "Ignores the order of the classes."]
    assert list(frame.loc["DNKT", ["holds_distances", "holds_symmetric"]]) == ["does not apply", "yes"]
    assert frame.loc["NMD", "explanation"] == ""
