"""Your eye: which pairs are shown, balanced over measures and sides; result codes."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MEASURES
from ordquant_core.teaching.readings import TAUGHT
from ordquant_core.teaching.your_eye import (
    CLEAR,
    MEASURE_PAIRS,
    SIDES,
    Seen,
    answers_of,
    eye_pairs,
    read_eye_code,
    write_eye_code,
)


def check_balance(seed):
    pairs = eye_pairs(seed)
    prefers_first = Counter()
    gold, a, b = (np.array([getattr(one.picture, side) for one in pairs]) for side in ("gold", "a", "b"))
    assert (np.stack([gold, a, b]).sum(axis=2) == 20).all()
    deltas = {key: (MEASURES[key](gold, a) - MEASURES[key](gold, b)).tolist() for key in TAUGHT}
    for place, one in enumerate(pairs):
        first, second = (deltas[key][place] for key in one.measures)
        assert first * second < 0
        assert min(abs(first), abs(second)) >= CLEAR - 1e-6
        prefers_first[one.measures, first < 0] += 1
    assert prefers_first == {(pair, side): 2 for pair in MEASURE_PAIRS for side in (True, False)}
    assert len({(one.picture.gold, frozenset([one.picture.a, one.picture.b])) for one in pairs}) > 20


@pytest.mark.parametrize("seed", range(0, 1_000_000, 90_000))
def test_pairs_are_balanced_over_measures_and_sides(seed):
    check_balance(seed)


@pytest.mark.slow
def test_pairs_are_balanced_for_a_thousand_seeds():
    for seed in range(1000):
        check_balance(seed)


def test_a_side_tells_nothing_of_the_place():
    """Over many seeds, the first estimate of a place is as often the one that the first measure prefers."""
    first = np.zeros(24)
    for seed in range(100):
        for place, one in enumerate(eye_pairs(seed)):
            key = one.measures[0]
            gold, a, b = one.picture.gold, one.picture.a, one.picture.b
            first[place] += float(MEASURES[key](gold, a)) < float(MEASURES[key](gold, b))
    assert np.abs(first / 100 - 0.5).max() < 4.5 * np.sqrt(0.25 / 100)


def test_the_same_seed_gives_the_same_pairs_and_another_one_others():
    assert eye_pairs(5) == eye_pairs(5)
    assert eye_pairs(5) != eye_pairs(6)
    with pytest.raises(OrdquantError, match="The seed is 1000000"):
        eye_pairs(1_000_000)


seen = st.builds(
    Seen, st.integers(0, 999_999), st.lists(st.sampled_from([None, *SIDES]), min_size=24, max_size=24).map(tuple)
)


@given(seen)
def test_a_code_is_read_back(one):
    code = write_eye_code(one)
    assert read_eye_code(code) == one
    assert read_eye_code(code.lower().replace("-", " ")) == one


@given(seen, st.integers(3, 22), st.sampled_from("34679ACDEFHJKMNPQRTVWXY"))
def test_a_wrong_character_is_noticed(one, place, letter):
    code = write_eye_code(one)
    changed = code[:place] + letter + code[place + 1 :]
    if changed != code and code[place] != "-":
        with pytest.raises(OrdquantError):
            read_eye_code(changed)


def test_answers_of_codes_are_rows_with_the_pairs():
    one = Seen(7, ("a", None, "neither", *("b",) * 21))
    rows = answers_of([write_eye_code(one), write_eye_code(Seen(8, (None,) * 24))])
    assert [row[:2] for row in rows] == [("P1", f"7/{place}") for place in range(1, 25) if place != 2]
    assert [row[3] for row in rows] == ["a", "neither", *["b"] * 21]
    assert rows[1][2] == eye_pairs(7)[2].picture
