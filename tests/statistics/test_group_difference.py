"""Cliff's delta against all pairs and SciPy's U; its variance against the variance over all samples there are."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.statistics.group_difference import NO_VARIANCE, NOT_FINITE, TOO_FEW, cliffs_delta

groups = st.lists(st.integers(-3, 3).map(lambda v: v / 10), min_size=2, max_size=9)


def pairwise(first, second):
    """The sign of every pair, one by one."""
    return np.array([[np.sign(round(x - y, 12)) for y in second] for x in first])


def interval_of(d, variance, z=1.959963984540054):
    half = z * np.sqrt(variance * ((1 - d**2) ** 2 + z**2 * variance))
    return [(d - d**3 + sign * half) / (1 - d**2 + z**2 * variance) for sign in (-1, 1)]


def variance_by_hand(signs):
    """The unbiased estimate as Cliff writes it, with sums over rows, columns and pairs."""
    m, n = signs.shape
    d = signs.mean()
    rows = sum((row.mean() - d) ** 2 for row in signs)
    columns = sum((column.mean() - d) ** 2 for column in signs.T)
    pairs = sum((sign - d) ** 2 for row in signs for sign in row)
    return (n**2 * rows + m**2 * columns - pairs) / (m * n * (m - 1) * (n - 1))


@given(first=groups, second=groups)
def test_delta_is_the_mean_sign_of_all_pairs_and_twice_the_area_minus_one(first, second):
    found = cliffs_delta(first, second)
    if len({*first, *second}) == 1:
        assert found.undefined == NO_VARIANCE
        return
    assert found.value == pytest.approx(pairwise(first, second).mean(), abs=1e-12)
    u = stats.mannwhitneyu(first, second).statistic
    assert (found.value + 1) / 2 == pytest.approx(u / (len(first) * len(second)), abs=1e-12)
    assert found.n == len(first) + len(second)


@given(first=groups, second=groups)
def test_the_interval_is_that_of_the_formula_on_all_pairs_and_holds_delta(first, second):
    found = cliffs_delta(first, second)
    if found.value is None:
        return
    assert -1 <= found.low <= found.value + 1e-12
    assert found.value - 1e-12 <= found.high <= 1
    if abs(found.value) == 1:
        return
    signs = pairwise(first, second)
    d, m, n = signs.mean(), *signs.shape
    variance = max(variance_by_hand(signs), (1 - d**2) / (m * n - 1))
    expected = np.clip(interval_of(d, variance), -1, 1)
    assert (found.low, found.high) == pytest.approx(tuple(expected), abs=1e-9)


def test_the_variance_is_unbiased_over_all_samples_of_two_small_populations():
    """Every sample of 3 and of 2 values, with its chance: the mean of the estimate is the variance of delta."""
    low, high = (0, 1, 2), (0, 2, 2, 3)
    deltas, estimates = [], []
    for first in product(high, repeat=3):
        for second in product(low, repeat=2):
            signs = pairwise(first, second)
            deltas.append(signs.mean())
            estimates.append(variance_by_hand(signs))
    assert np.mean(estimates) == pytest.approx(np.var(deltas), abs=1e-12)


def test_nineteen_in_twenty_intervals_hold_the_true_delta():
    rng = np.random.default_rng(11)
    true = 2 * stats.norm.cdf(0.5 / 2**0.5) - 1
    hits = 0
    for _ in range(1000):
        found = cliffs_delta(rng.normal(0.5, 1, 25), rng.normal(0, 1, 60))
        hits += found.low <= true <= found.high
    assert 0.92 <= hits / 1000 <= 0.98


def test_complete_separation_has_an_interval_that_ends_at_one():
    found = cliffs_delta([5, 6, 7, 8], [1, 2, 3])
    z = stats.norm.ppf(0.975)
    assert (found.value, found.high) == (1, 1)
    assert found.low == pytest.approx((3 - z**2) / (3 + z**2))
    mirrored = cliffs_delta([1, 2, 3], [5, 6, 7, 8])
    assert (mirrored.value, mirrored.low, mirrored.high) == (-1, -1, -found.low)


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ([], [1, 2], TOO_FEW),
        ([1, 2], [], TOO_FEW),
        ([1, np.inf], [1, 2], NOT_FINITE),
        ([1, np.nan], [1, 2], NOT_FINITE),
        ([3, 3], [3, 3, 3], NO_VARIANCE),
        ([0.1 + 0.2], [0.3, 0.3], NO_VARIANCE),
    ],
)
def test_what_has_no_delta_says_why_instead_of_nan(first, second, said):
    found = cliffs_delta(first, second)
    assert (found.value, found.low, found.high, found.undefined) == (None, None, None, said)


def test_tables_are_no_groups():
    with pytest.raises(ShapeMismatchError, match="two vectors"):
        cliffs_delta([[1, 2]], [1, 2])
