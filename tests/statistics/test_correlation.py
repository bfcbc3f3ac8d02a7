"""Pearson's correlation against SciPy, and everything SciPy warns of."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.statistics.correlation import (
    NO_INTERVAL,
    NO_VARIANCE,
    NOT_FINITE,
    ON_A_LINE,
    TOO_FEW,
    pearson,
    spearman,
)

vectors = st.integers(0, 25).flatmap(
    cache(
        lambda n: st.tuples(
            *(st.lists(st.integers(-50, 50).map(lambda v: v / 8), min_size=n, max_size=n) for _ in "xy")
        )
    )
)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.99])
def test_r_and_its_interval_are_those_of_scipy(seed, confidence):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 400))
    x = rng.normal(size=n)
    y = (seed - 4) * x + rng.normal(size=n)
    ours, theirs = pearson(x, y, confidence=confidence), stats.pearsonr(x, y)
    interval = theirs.confidence_interval(confidence)
    assert (ours.value, ours.low, ours.high) == pytest.approx((theirs.statistic, *interval), abs=1e-12)
    assert (ours.n, ours.undefined) == (n, "")


@given(both=vectors)
def test_r_lies_in_its_interval_and_both_in_minus_one_to_one(both):
    result = pearson(*both)
    assert (result.value is None) == (result.undefined in (TOO_FEW, NO_VARIANCE))
    if result.value is not None:
        assert -1 <= result.value <= 1
    assert (result.low is None) == (result.high is None) == (bool(result.undefined))
    if result.low is not None:
        assert -1 <= result.low <= result.value + 1e-12
        assert result.value - 1e-12 <= result.high <= 1


@given(both=vectors)
def test_r_is_symmetric_and_turns_its_sign_with_one_side(both):
    x, y = both
    result, swapped, mirrored = pearson(x, y), pearson(y, x), pearson(x, [-value for value in y])
    assert result.undefined == swapped.undefined == mirrored.undefined
    if result.value is not None:
        assert swapped.value == pytest.approx(result.value, abs=1e-12)
        assert mirrored.value == pytest.approx(-result.value, abs=1e-12)


@pytest.mark.parametrize("sign", [-1, 1])
def test_a_perfect_line_has_no_interval(sign):
    x = np.array([1.0, 2, 4, 8, 16]) / 3
    result = pearson(x, 0.1 * sign * x)
    assert result.value == pytest.approx(sign, abs=1e-12)
    assert (result.low, result.high, result.undefined) == (None, None, ON_A_LINE)


@pytest.mark.parametrize("constant", [[2, 2, 2, 2, 2], [0.1 + 0.2, 0.3, 0.3, 0.3, 0.3], [0, 0, 0, 0, 0]])
def test_without_variance_there_is_no_correlation(constant):
    for pair in ((constant, [1, 2, 3, 4, 5]), ([1, 2, 3, 4, 5], constant)):
        result = pearson(*pair)
        assert (result.value, result.low, result.high, result.n) == (None, None, None, 5)
        assert result.undefined == NO_VARIANCE


@pytest.mark.parametrize("bad", [np.inf, -np.inf, np.nan])
def test_an_infinite_score_leaves_no_correlation(bad):
    result = pearson([1, 2, 3, bad], [1, 2, 3, 4])
    assert (result.value, result.low, result.n, result.undefined) == (None, None, 4, NOT_FINITE)
    assert pearson([1, 2, 3, 4], [1, 2, bad, 4]).undefined == NOT_FINITE


def test_two_cases_have_no_correlation_and_three_no_interval():
    """By hand: deviations (-4, -1, 5) / 3 and (-1, 1, 0), so 1 / sqrt(42 / 9 * 2)."""
    two, three = pearson([1, 2], [5, 3]), pearson([1, 2, 4], [1, 3, 2])
    assert (two.value, two.low, two.high, two.undefined) == (None, None, None, TOO_FEW)
    assert three.value == pytest.approx(3 / 84**0.5, abs=1e-12)
    assert (three.low, three.high, three.undefined) == (None, None, NO_INTERVAL)


@given(x=st.lists(st.floats(-9, 9, width=16), min_size=3, max_size=30))
def test_a_vector_with_itself_is_exactly_one(x):
    assert pearson(x, x).value in (1, None)


@pytest.mark.parametrize(("x", "y"), [([1, 2, 3], [1, 2]), ([[1, 2], [3, 4]], [[1, 2], [3, 4]]), (1.0, 2.0)])
def test_two_vectors_of_one_length_are_needed(x, y):
    with pytest.raises(ShapeMismatchError, match="two vectors of one length"):
        pearson(x, y)


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=3, max_size=30))
def test_spearman_is_that_of_scipy(pairs):
    x, y = np.array(pairs, dtype=float).T / 7
    found = spearman(x, y)
    if len(set(x)) == 1 or len(set(y)) == 1:
        assert (found.value, found.undefined) == (None, NO_VARIANCE)
    else:
        assert found.value == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-12)
    assert (found.low, found.high) == (None, None)


def test_spearman_says_why_it_is_not_defined():
    assert spearman([1], [2]).undefined == TOO_FEW
    assert spearman([1, np.nan], [1, 2]).value is None
    assert spearman([0.1, 0.1 + 1e-15], [1, 2]).value is None
    with pytest.raises(ShapeMismatchError):
        spearman([1, 2], [1, 2, 3])
