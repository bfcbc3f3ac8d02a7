"""Properties: the ticks of the variants study, the registry, and examples that show what they claim."""

import numpy as np
import pytest

from ordquant_core.analysis.comparison import TIE
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.spaces.measure_properties import PROPERTIES, ordinal_distances, property_table, shown_by

SIZES = [(12, 3), (7, 4), (5, 5)]
ORDINAL = ("NMD", "RNOD", "RSNOD", "RNOD2", "RNADW", "RNADW2", "DNKT_NMD", "DNKT_RNOD")


@pytest.fixture(scope="module")
def tables():
    return {
        size: {(found.measure, found.property): found for found in property_table(*size, MAIN_MEASURES)}
        for size in SIZES
    }


def holds(table, property):
    return [key for key in MAIN_MEASURES if table[key, property].holds]


@pytest.mark.parametrize("size", SIZES)
def test_the_computed_table_has_the_properties_the_variants_study_speaks_of(tables, size):
    table = tables[size]
    assert holds(table, "magnitude") == [key for key in MAIN_MEASURES if key != "DNKT"]  # (a)
    assert holds(table, "order") == sorted(ORDINAL, key=MAIN_MEASURES.index)  # (b)
    assert holds(table, "symmetric") == [key for key in MAIN_MEASURES if MEASURES[key].symmetric]  # (c)
    assert holds(table, "distances") == ["RNOD2", "RNADW2"]  # (d)
    for key in MAIN_MEASURES:
        fixed = table[key, "distances"].holds
        assert MEASURES[key].equidistant == (None if fixed is None else not fixed)


@pytest.mark.parametrize("size", SIZES)
def test_only_nmd_is_a_distance_on_ordered_classes_in_every_sense(tables, size):
    table = tables[size]
    assert holds(table, "move") == ["NMD"]
    assert ordinal_distances(tuple(table.values())) == ("NMD",)
    assert holds(table, "triangle") == ["NMD", "RNADW", "NVD", "RNSS"]
    assert set(holds(table, "farther")) >= {"NMD", "RNOD", "RSNOD", "DNKT_NMD", "DNKT_RNOD"}
    assert not {"RNOD2", "RNADW2", "NVD", "RNSS", "JSD", "DNKT"} & set(holds(table, "farther"))


@pytest.mark.parametrize("size", SIZES)
def test_every_answer_has_an_example_whose_scores_are_those_of_the_measure(tables, size):
    for found in tables[size].values():
        assert found.words
        assert (found.checked > 0) == (found.holds is not None)
        assert found.examples or found.holds is None
        for example in found.examples:
            measure = MEASURES[found.measure]
            assert example.score_a == pytest.approx(float(measure(example.gold, example.a)), abs=1e-12)
            if example.b is not None:
                assert example.score_b == pytest.approx(float(measure(example.gold, example.b)), abs=1e-12)


@pytest.mark.parametrize("size", SIZES)
def test_examples_show_what_they_claim(tables, size):
    for (key, property), found in tables[size].items():
        if found.holds is None:
            continue
        first, second = found.examples[0], found.examples[-1]
        if property in ("magnitude", "order"):
            assert (abs(first.score_a - first.score_b) > TIE) == found.holds, (key, property)
        if property == "order":
            assert sorted(first.a) == sorted(first.b)
        if property in ("farther", "move"):
            assert (first.score_b > first.score_a + TIE) == found.holds, (key, property)
        if property in ("symmetric", "distances"):
            same = abs(first.score_a - second.score_a) <= TIE
            assert same == (found.holds if property == "symmetric" else not found.holds), (key, property)
        if property == "symmetric":
            assert (first.gold, first.a) == (second.a, second.gold)
        if property == "distances":
            errors = [tuple(np.subtract(one.a, one.gold)) for one in (first, second)]
            assert errors[0] == errors[1]
            assert [v > 0 for v in first.gold] == [v > 0 for v in second.gold]
        if property == "large":
            assert (first.score_b > first.score_a + TIE) == found.holds, key
            gold, spread, concentrated = (np.array(side) for side in (first.gold, first.a, first.b))
            for other in ("NVD", "NMD"):
                assert MEASURES[other](gold, spread) == pytest.approx(float(MEASURES[other](gold, concentrated)))
            sums = [np.cumsum(np.sort(np.abs(side - gold))[::-1]) for side in (spread, concentrated)]
            assert (sums[1] >= sums[0]).all()
            assert (sums[1] > sums[0]).any()
        if property == "zero" and not found.holds:
            assert (first.score_a <= TIE) == (first.gold != first.a)
        if property == "triangle":
            assert first.b == second.gold
            assert first.a == second.a
            assert (first.score_a > first.score_b + second.score_a + TIE) != found.holds, key


def test_the_cost_of_moving_a_vote_away_may_be_negative_for_rnod(tables):
    found = tables[7, 4]["RNOD", "move"]
    (example,) = found.examples
    assert example.score_b < example.score_a
    centre = example.gold.index(7)
    distances = [sum(v * abs(i - centre) for i, v in enumerate(side)) for side in (example.a, example.b)]
    assert distances[1] == distances[0] + 1


def test_what_is_too_large_is_refused():
    with pytest.raises(OrdquantError, match="the limit is 300"):
        property_table(20, 5, ["NMD"])


def test_without_an_example_nothing_is_refuted_and_without_a_counterexample_nothing_is_proved(tables):
    shown = {place: shown_by(found) for place, found in tables[7, 4].items()}
    assert shown["NMD", "magnitude"] == shown["NMD", "order"] == shown["RNOD2", "distances"] == "witness"
    assert shown["RNOD", "symmetric"] == shown["NVD", "move"] == shown["JSD", "triangle"] == "counterexample"
    assert shown["DNKT", "magnitude"] == shown["NVD", "order"] == shown["NMD", "distances"] == "not found"
    assert shown["NMD", "triangle"] == shown["NMD", "symmetric"] == "not found"
    assert shown["NVD", "distances"] is None


@pytest.mark.parametrize(
    ("size", "open_for_nmd"),
    [
        ((1, 4), {"magnitude", "move", "distances", "large"}),
        ((7, 2), {"order", "farther", "distances", "large"}),
        ((1, 2), {"magnitude", "order", "farther", "move", "distances", "triangle", "large"}),
    ],
)
def test_a_search_that_can_find_nothing_answers_nothing(size, open_for_nmd):
    found = property_table(*size, ["NMD"])
    assert {one.property for one in found if one.holds is None} == open_for_nmd
    assert all(shown_by(one) is None for one in found if one.property in open_for_nmd)


def test_that_moving_away_always_hurts_is_refuted_by_a_score_that_stays_the_same(tables):
    found = tables[7, 4]["NVD", "move"]
    assert PROPERTIES["move"].name == "Moving away always hurts"
    assert found.words.endswith("the score stays the same")
    (example,) = found.examples
    assert example.score_a == example.score_b


def test_squares_punish_one_large_error_and_absolute_errors_do_not():
    found = {one.measure: one for one in property_table(6, 4, MAIN_MEASURES) if one.property == "large"}
    assert {key for key, one in found.items() if one.holds} == {"RNOD", "RSNOD", "RNOD2", "RNADW", "RNADW2", "RNSS"}
    assert {one.checked for one in found.values()} == {6784}
    assert found["RNSS"].words.endswith("in 6,784 of 6,784 such comparisons (100%), B scores worse")
    assert found["NVD"].words.endswith("in 0 of 6,784 such comparisons (0%), B scores worse")
    assert found["NMD"].words.endswith("in 0 of 6,784 such comparisons (0%), B scores worse")
    assert {shown_by(one) for one in found.values()} == {"share"}
