"""Kendall's tau: SciPy as witness, the intervals that were printed, and what is said where there is none."""

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from ordquant_core.errors import ShapeMismatchError, UnknownNameError
from ordquant_core.statistics import rank_correlation
from ordquant_core.statistics.rank_correlation import (
    ALL_TIE,
    AT_ITS_LIMIT,
    NO_INTERVAL,
    NOT_A_NUMBER,
    TOO_FEW,
    kendall,
    kendall_intervals,
    tau_matrices,
    tau_matrix,
)

PRINTED = [  # tau, n, low, high: variants study 2022, table 17 (DialEval-1 DQ-S, 22 runs)
    (0.584, 22, 0.348, 0.750),
    (0.983, 22, 0.969, 0.991),
    (0.680, 22, 0.481, 0.813),
    (0.498, 22, 0.237, 0.692),
]
rankings = st.integers(2, 40).flatmap(
    cache(lambda n: st.tuples(*[st.lists(st.integers(0, max(2, n // 2)), min_size=n, max_size=n)] * 2))
)


def slowly(x, y):
    """Return concordant minus discordant pairs of every item, pair by pair."""
    x, y = np.asarray(x), np.asarray(y)
    return (np.sign(x[:, None] - x) * np.sign(y[:, None] - y)).sum(axis=1)


@given(rankings)
def test_tau_is_that_of_scipy_by_both_ways(pair):
    expected = kendalltau(*pair).statistic
    for interval in ("fisher", "long_cliff"):
        value = kendall(*pair, interval=interval).value
        assert (math.isnan(expected) and value is None) or value == pytest.approx(expected, abs=1e-12)


@given(rankings)
def test_the_interval_of_long_and_cliff_is_that_of_its_formula(pair):
    n, result = len(pair[0]), kendall(*pair, interval="long_cliff")
    if result.low is None:
        return
    x, y = (np.sign(np.subtract.outer(side, side)) for side in map(np.asarray, pair))
    untied = math.sqrt((x != 0).sum() * (y != 0).sum())
    signs = x * y * n * (n - 1) / untied
    tau, items = signs.sum() / (n * (n - 1)), signs.sum(axis=1) / (n - 1)
    of_items = ((items - tau) ** 2).sum() / (n - 1)
    of_pairs = ((signs**2).sum() - n * (n - 1) * tau**2) / (n * (n - 1) - 1)
    half = 1.959963984540054 * math.sqrt(max(4 * (n - 2) * of_items + 2 * of_pairs, 0) / (n * (n - 1)))
    assert result.low == pytest.approx(max(tau - half, -1), abs=1e-9)
    assert result.high == pytest.approx(min(tau + half, 1), abs=1e-9)


@pytest.mark.parametrize(("tau", "n", "low", "high"), PRINTED)
def test_the_interval_by_fisher_is_the_one_that_was_printed(tau, n, low, high):
    half = 1.959963984540054 * math.sqrt(0.437 / (n - 4))
    assert math.tanh(math.atanh(tau) - half) == pytest.approx(low, abs=0.0015)  # tau is rounded, too
    assert math.tanh(math.atanh(tau) + half) == pytest.approx(high, abs=0.0015)
    pairs = n * (n - 1) // 2
    y = list(range(n))
    swaps = round((1 - tau) / 2 * pairs)
    for step in range(swaps):  # bubble from the end: one more discordant pair a step
        last = next(i for i in range(n - 1) if y[i] < y[i + 1]) if step else 0
        y[last], y[last + 1] = y[last + 1], y[last]
    result = kendall(range(n), y, interval="fisher")
    assert result.value == pytest.approx(1 - 2 * swaps / pairs)
    assert result.low == pytest.approx(low, abs=0.006)
    assert result.high == pytest.approx(high, abs=0.006)


def test_means_that_are_equal_but_for_rounding_tie():
    x = [0.1 + 0.2, 0.3, 0.5]
    assert kendall(x, [1, 1, 2]).value == 1
    assert kendall(x, [1, 2, 3]).value == pytest.approx(2 / math.sqrt(6))


def test_infinite_values_rank_above_all_others():
    assert kendall([1, 2, math.inf, 3, -math.inf], [1, 2, 9, 3, 0]).value == 1


@pytest.mark.parametrize(
    ("x", "y", "why"),
    [([], [], TOO_FEW), ([1], [2], TOO_FEW), ([1, 1, 1], [1, 2, 3], ALL_TIE), ([1, math.nan], [1, 2], NOT_A_NUMBER)],
)
@pytest.mark.parametrize("interval", ["fisher", "long_cliff"])
def test_where_tau_is_not_defined_the_result_says_why(x, y, why, interval):
    result = kendall(x, y, interval=interval)
    assert (result.value, result.low, result.high, result.undefined) == (None, None, None, why)


def test_too_few_items_have_a_tau_and_no_interval():
    assert kendall([1, 2, 3, 4], [1, 2, 4, 3], interval="fisher").undefined == NO_INTERVAL
    assert kendall([1, 2], [1, 2], interval="long_cliff").undefined == NO_INTERVAL
    assert kendall([1, 2, 3, 4], [1, 2, 4, 3]).value == pytest.approx(2 / 3)


def test_a_perfect_ranking_has_no_interval_but_as_the_study_of_2022_prints_it():
    result = kendall(range(9), range(9))
    assert (result.value, result.low, result.high, result.undefined) == (1, None, None, AT_ITS_LIMIT)
    result = kendall(range(9), range(9), interval="fisher")
    assert (result.value, result.low, result.high) == (1, 1, 1)
    assert kendall(range(9), range(8, -1, -1)).value == -1


@pytest.mark.parametrize(("x", "y"), [([1, 2], [1, 2, 3]), ([[1, 2]], [[1, 2]]), (1, 2)])
def test_other_shapes_are_refused(x, y):
    with pytest.raises(ShapeMismatchError, match="two vectors"):
        kendall(x, y)


def test_an_unknown_interval_is_refused():
    with pytest.raises(UnknownNameError, match="fisher"):
        kendall([1, 2], [1, 2], interval="bootstrap")


def test_a_matrix_holds_the_tau_of_every_pair_of_rows():
    rows = np.random.default_rng(5).integers(0, 6, size=(4, 60)).astype(float)
    rows[3] = 2.0
    tau = tau_matrix(rows)
    for i in range(3):
        for j in range(3):
            assert tau[i, j] == pytest.approx(kendalltau(rows[i], rows[j]).statistic)
    assert np.isnan(tau[3]).all()
    assert np.isnan(tau[:, 3]).all()
    np.testing.assert_allclose(tau_matrices([rows, -rows]), [tau, tau])
    with pytest.raises(ShapeMismatchError, match="one row"):
        tau_matrix([1, 2])


@pytest.mark.parametrize("most", [0, 1000])
def test_many_rankings_at_once_give_what_each_pair_gives(monkeypatch, most):
    monkeypatch.setattr(rank_correlation, "MOST_SIGNS", most)
    rows = np.random.default_rng(7).integers(0, 9, size=(5, 70)) / 7
    rows[1], rows[3], rows[4, 5] = rows[0] * 2, 1.0, np.nan
    for interval, found in zip(("fisher", "long_cliff"), kendall_intervals(rows), strict=True):
        assert found == [[kendall(row, other, interval=interval) for other in rows] for row in rows]
    for n in (0, 1, 2, 3):
        for interval, found in zip(("fisher", "long_cliff"), kendall_intervals(rows[:3, :n]), strict=True):
            assert found == [[kendall(row[:n], other[:n], interval=interval) for other in rows[:3]] for row in rows[:3]]


def test_ten_thousand_items_are_ranked_as_scipy_does_it():
    rng = np.random.default_rng(1)
    x = rng.integers(0, 3000, size=10_000)
    y = x + rng.integers(0, 2000, size=10_000)
    assert kendall(x, y, interval="long_cliff").value == pytest.approx(kendalltau(x, y).statistic, abs=1e-12)
    few = slice(0, 300)
    assert slowly(x[few], y[few]).sum() / 2 == pytest.approx(
        kendall(x[few], y[few]).value
        * math.sqrt(
            np.prod(
                [300 * 299 / 2 - sum(c * (c - 1) / 2 for c in np.unique(s[few], return_counts=True)[1]) for s in (x, y)]
            )
        )
    )
