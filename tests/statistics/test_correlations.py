"""Correlations and the difference of two groups: SciPy and the printed formulas as witnesses; where there is none."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import stats

from ordquant_core.statistics.correlation import pearson, spearman
from ordquant_core.statistics.group_difference import cliffs_delta
from ordquant_core.statistics.rank_correlation import (
    kendall,
    kendall_intervals,
    kendall_taus,
    tau_matrices,
    tau_matrix,
)
from tests.reviewed import reviewed, said
from tests.strategies import examples

Z = stats.norm.ppf(0.975)


@st.composite
def pairs_of_vectors(draw, most=40):
    """Draw two vectors of one length, of few values, so that many tie; or of eighths, in which few do."""
    n = draw(st.integers(2, most))
    one = st.integers(0, draw(st.sampled_from([2, n // 2 + 1, 400]))).map(lambda number: number / 8)
    return [np.array(draw(st.lists(one, min_size=n, max_size=n))) for _ in "xy"]


def or_nan(value):
    return np.nan if value is None else value


def taus_by_every_way(x, y):
    rows = np.array([x, y])
    fisher, long_cliff = kendall_intervals(rows)
    single = kendall(x, y, interval="fisher"), kendall(x, y), fisher[0][1], long_cliff[1][0]
    return [
        *(or_nan(one.value) for one in single),
        tau_matrix(rows)[1, 0],
        tau_matrices(rows)[0, 1],
        kendall_taus(x, y),
    ]


@examples(30)
@given(pairs_of_vectors())
def test_values_are_those_of_scipy_by_whichever_function_and_turn_their_sign_with_one_side(pair):
    x, y = pair
    defined = np.ptp(x) > 0 and np.ptp(y) > 0
    expected = {
        "tau": stats.kendalltau(x, y).statistic if defined else np.nan,
        "r": stats.pearsonr(x, y).statistic if defined and len(x) > 2 else np.nan,
        "rho": stats.spearmanr(x, y).statistic if defined and len(x) > 2 else np.nan,
    }
    for sides, sign in (((x, y), 1), ((y, x), 1), ((-x, y), -1), ((x, -y), -1)):
        np.testing.assert_allclose(taus_by_every_way(*sides), sign * expected["tau"], atol=1e-12)
        for name, function in (("r", pearson), ("rho", spearman)):
            found = function(*sides)
            np.testing.assert_allclose(or_nan(found.value), sign * expected[name], atol=1e-12)
            assert (found.value is None) == (not defined or len(x) < 3)
            assert found.n == len(x)
    assert pearson(x, x).value in (1, None)


@given(pairs_of_vectors(), st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_intervals_are_those_of_scipy_and_of_the_formulas(pair, confidence):
    x, y = pair
    z = stats.norm.ppf((1 + confidence) / 2)
    r, tau = pearson(x, y, confidence=confidence), kendall(x, y, confidence=confidence)
    if r.low is not None:
        assert (r.low, r.high) == pytest.approx(tuple(stats.pearsonr(x, y).confidence_interval(confidence)), abs=1e-9)
    fisher = kendall(x, y, confidence=confidence, interval="fisher")
    if fisher.low is not None and abs(fisher.value) < 1:
        half = z * (0.437 / (len(x) - 4)) ** 0.5
        assert (fisher.low, fisher.high) == pytest.approx(
            np.tanh(np.arctanh(fisher.value) + np.array([-half, half])), abs=1e-12
        )
    if tau.low is not None:
        half = z * long_cliff_error(x, y)
        assert (tau.low, tau.high) == pytest.approx((max(tau.value - half, -1), min(tau.value + half, 1)), abs=1e-9)
    if confidence == 0.95:
        assert [one[0][1] for one in kendall_intervals([x, y])] == [fisher, tau]
    for one in (r, tau, fisher):
        assert (one.low is None) == (one.high is None) == bool(one.undefined)


def long_cliff_error(x, y):
    """The standard error of tau-b by Long and Cliff, pair by pair."""
    n = len(x)
    a, b = (np.sign(np.subtract.outer(side, side)) for side in (x, y))
    signs = a * b * n * (n - 1) / math.sqrt((a != 0).sum() * (b != 0).sum())
    tau, items = signs.sum() / (n * (n - 1)), signs.sum(axis=1) / (n - 1)
    of_items = ((items - tau) ** 2).sum() / (n - 1)
    of_pairs = ((signs**2).sum() - n * (n - 1) * tau**2) / (n * (n - 1) - 1)
    return math.sqrt(max(4 * (n - 2) * of_items + 2 * of_pairs, 0) / (n * (n - 1)))


def test_many_items_and_many_rankings_are_compared_as_few_are():
    rng = np.random.default_rng(1)
    x = rng.integers(0, 3000, size=(3, 1100)).cumsum(axis=0)  # more than the items whose signs are held
    for found, interval in zip(kendall_intervals(x), ("fisher", "long_cliff"), strict=True):
        assert found == [[kendall(row, other, interval=interval) for other in x] for row in x]
    assert kendall(x[0], x[2]).value == pytest.approx(stats.kendalltau(x[0], x[2]).statistic, abs=1e-12)
    many = rng.integers(0, 4, size=(2, 2100, 5)).astype(float)  # more than are compared at a time
    many[0, 2048, 2] = many[1, 2050, 3] = np.nan
    taus = kendall_taus(*many.reshape(2, 70, 30, 5)).ravel()
    for place in (*range(0, 2000, 50), *range(2040, 2060)):
        assert taus[place] == pytest.approx(tau_matrix(many[:, place])[0, 1], abs=1e-12, nan_ok=True)
    assert np.isnan(taus[[2048, 2050]]).all()


def shown(function, x, y, **options):
    found = function(x, y, **options)
    value, low, high = ("none" if one is None else f"{one:.9g}" for one in (found.value, found.low, found.high))
    return f"{value} [{low}, {high}], n = {found.n}{found.undefined and ': '}{found.undefined}"


groups = st.lists(st.integers(-3, 3).map(lambda value: value / 10), min_size=2, max_size=9)


@example([1, 2, 3], [5, 6, 7, 8])
@example([5, 6, 7, 8], [1, 2, 3])
@given(groups, groups)
def test_cliffs_delta_and_its_interval_are_those_of_all_pairs(first, second):
    found = cliffs_delta(first, second)
    signs = np.sign(np.subtract.outer(first, second).round(12))
    d, m, n = signs.mean(), *signs.shape
    if found.value is None:
        assert len({*first, *second}) == 1
        return
    assert (found.value, found.n) == (pytest.approx(d, abs=1e-12), m + n)
    area = stats.mannwhitneyu(first, second).statistic / (m * n)
    assert (found.value + 1) / 2 == pytest.approx(area, abs=1e-12)
    if abs(d) == 1:
        inner = (min(m, n) - Z**2) / (min(m, n) + Z**2)
        assert (found.low, found.high) == pytest.approx((inner, 1) if d > 0 else (-1, -inner))
        return
    rows, columns = (((signs.mean(axis=axis) - d) ** 2).sum() for axis in (1, 0))
    scatter = n**2 * rows + m**2 * columns - ((signs - d) ** 2).sum()
    variance = max(scatter / (m * n * (m - 1) * (n - 1)), (1 - d**2) / (m * n - 1))
    half = Z * np.sqrt(variance * ((1 - d**2) ** 2 + Z**2 * variance))
    ends = (d - d**3 + np.array([-half, half])) / (1 - d**2 + Z**2 * variance)
    assert (found.low, found.high) == pytest.approx(tuple(np.clip(ends, -1, 1)), abs=1e-9)


PAIRED = (pearson, spearman, kendall)


@reviewed(__file__)
def test_where_there_is_no_value_or_no_interval_it_is_said_why_and_what_is_no_pair_is_refused(made, words):
    assert said(made, globals()) == words
