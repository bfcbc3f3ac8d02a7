"""Tests by resampling: the definitions in loops, all orders there are, and groups of runs that do not differ."""

from itertools import combinations, pairwise, permutations, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from ordquant_core.statistics import paired, resampling
from ordquant_core.statistics.group_interaction import interaction_test
from ordquant_core.statistics.layout import residual_deviation
from ordquant_core.statistics.paired import effect_size, randomisation_test
from ordquant_core.statistics.resampling import (
    critical_differences,  # noqa: F401 - the text uses it
    permuted_labels,
    randomised_tukey_hsd,
    significance_groups,
)
from tests.analysis.made_up import made_up_scores, rng
from tests.reviewed import reviewed, said


@pytest.mark.parametrize("runs", [2, 3, 5])
def test_p_values_follow_the_definition_on_the_same_permutations(runs):
    scores = made_up_scores(2, runs, 15, noise=0.3).values
    test = randomised_tukey_hsd(scores, n_trials=200, rng=rng())
    labels = permuted_labels(200, 15, runs, rng())
    means = np.mean([[scores[:, one[c], c] for c in range(15)] for one in labels], axis=1)  # trials, measures, runs
    ranges = np.ptp(means, axis=2).T
    gaps = np.abs(scores.mean(axis=2)[:, :, None] - scores.mean(axis=2)[:, None])
    expected = (1 + (ranges[:, None, None] >= gaps[..., None] - 1e-12).sum(axis=3)) / 201
    np.testing.assert_array_equal(test.p_values, expected)  # that of a run with itself is 1
    np.testing.assert_allclose(test.differences, scores.mean(axis=2)[:, :, None] - scores.mean(axis=2)[:, None])
    np.testing.assert_allclose(test.ranges, np.sort(ranges, axis=1), atol=1e-11)
    np.testing.assert_allclose(test.errors, np.sqrt(expected * (1 - expected) / 200))
    assert (test.n_trials, test.largest_error) == (200, pytest.approx(0.5 / 200**0.5))
    assert test.error_at(0.05) == pytest.approx((0.05 * 0.95 / 200) ** 0.5)
    alone = randomised_tukey_hsd(scores[1:], n_trials=200, rng=rng())  # one set of permutations for all measures
    np.testing.assert_array_equal(alone.p_values[0], test.p_values[1])


@pytest.mark.parametrize(("runs", "cases"), [(2, 1), (2, 2), (2, 5), (3, 2), (3, 3), (4, 2)])
def test_p_values_are_those_of_all_permutations_and_none_is_smaller_than_the_smallest(runs, cases):
    scores = np.arange(runs)[:, None] + rng(3).random((runs, cases)) / 2
    every = np.array(list(product(permutations(range(runs)), repeat=cases)))  # (orders, cases, runs)
    ranges = np.ptp(scores[every, np.arange(cases)[:, None]].mean(axis=1), axis=1)
    gaps = np.abs(np.subtract.outer(scores.mean(axis=1), scores.mean(axis=1)))
    exact = (ranges >= gaps[..., None] - 1e-12).mean(axis=2)
    test = randomised_tukey_hsd(scores[None], n_trials=4000, rng=rng())
    assert (np.abs(test.p_values[0] - exact) <= 4 * np.sqrt(exact * (1 - exact) / 4000) + 1 / 4000).all()
    assert test.p_values.min() >= exact.min() == pytest.approx(resampling.smallest_p_value(runs, cases, 10**6))
    assert test.smallest_p == pytest.approx(max(exact.min(), 1 / 4001))


def test_runs_that_are_equal_are_never_separated_whatever_rounding_does():
    row = rng(2).random(31) / 3
    scores = np.stack([row, row[::-1], row])[None]  # summed in another order
    test = randomised_tukey_hsd(scores, n_trials=99, rng=rng())
    assert (test.p_values == 1).all()
    equal = randomised_tukey_hsd(np.full((1, 3, 20), 0.1), n_trials=500, rng=rng())
    assert equal.critical_differences(0.05).tolist() == [np.inf]


@given(st.integers(2, 5), st.integers(2, 12), st.integers(1, 60), st.floats(0.01, 0.9), st.integers(0, 2**32))
@example(2, 2, 1, 0.75, 47)
def test_a_difference_is_above_the_critical_one_exactly_where_its_p_is_below_the_level(
    runs, cases, trials, level, seed
):
    scores = rng(seed).integers(0, 4, size=(2, runs, cases)) / 4  # many ties
    test = randomised_tukey_hsd(scores, n_trials=trials, rng=rng(seed))
    critical = test.critical_differences(level)[:, None, None]
    ranged = test.ranges[:, -1] > 1e-9  # where all are 0 up to rounding, no difference is critical
    assert np.isinf(critical[~ranged]).all()
    np.testing.assert_array_equal((np.abs(test.differences) > critical)[ranged], (test.p_values < level)[ranged])


def groups(means, *apart):
    p = np.ones((len(means), len(means)))
    for i, j in apart:
        p[i, j] = p[j, i] = 0.01
    return list(significance_groups(means, p))


@given(st.integers(1, 7), st.integers(0, 2**32))
def test_runs_share_a_group_exactly_where_they_do_not_differ(n, seed):
    scores = rng(seed).random((1, n, 9)) + rng(seed + 1).random((n, 1))
    test = randomised_tukey_hsd(scores, n_trials=60, rng=rng(seed))
    found = significance_groups(scores.mean(axis=2)[0], test.p_values[0])
    assert {run for group in found for run in group} == set(range(n))
    for i, j in combinations(range(n), 2):
        assert any(i in group and j in group for group in found) == (test.p_values[0, i, j] >= 0.05)
    letters = resampling.letters_of_runs(found)
    assert [set(text) for text in letters] == [
        {"abcdefg"[k] for k, group in enumerate(found) if run in group} for run in range(n)
    ]


# Two runs

tables = hnp.arrays(
    np.float64, st.tuples(st.integers(1, 3), st.integers(1, 8)), elements=st.integers(-4, 4).map(lambda v: v / 8)
)


@given(tables)
@example(np.array([[0.1, 0.2, -0.3]]))  # their sum is 0 but for rounding: half of the exchanges would fall short of it
def test_p_values_of_two_runs_are_those_of_all_exchanges(differences):
    test, mirrored = (randomisation_test(sign * differences, n_trials=2000, rng=rng(9)) for sign in (1, -1))
    signs = np.array(list(product((-1, 1), repeat=differences.shape[1])))
    exact = (np.abs(differences @ signs.T) >= np.abs(differences.sum(axis=1))[:, None] - 1e-12).mean(axis=1)
    assert (np.abs(test.p_values - exact) <= 5 * np.sqrt(exact * (1 - exact) / 2000) + 1 / 2000).all()
    least = paired.smallest_p_value(differences.shape[1], 2000)
    assert (test.p_values >= least).all()
    assert least == max(2 / len(signs), 1 / 2001)
    np.testing.assert_array_equal(test.p_values, mirrored.p_values)
    np.testing.assert_allclose(test.means, differences.mean(axis=1), atol=1e-15)
    np.testing.assert_array_equal(test.means, -mirrored.means)
    np.testing.assert_allclose(test.errors, np.sqrt(test.p_values * (1 - test.p_values) / 2000))
    single = randomisation_test(3 * differences[0], n_trials=2000, rng=rng(9))  # all rows share one set of signs
    assert single.p_values == test.p_values[0]


@given(tables)
@example(np.full((2, 8), 0.1))
def test_effect_sizes_are_those_of_pandas(differences):
    frame = pd.DataFrame(differences).T
    spread = frame.std(ddof=1)
    expected = (2**0.5 * frame.mean() / spread).where(spread > 1e-12)
    np.testing.assert_allclose(effect_size(differences), expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("runs", [2, 4])
def test_the_residual_deviation_is_that_of_a_least_squares_fit(runs):
    values = rng().random((2, runs, 9)) + 0.4 * np.arange(runs)[:, None] + 3 * rng(2).random(9)
    of_run, of_case = (place.ravel() for place in np.indices(values.shape[1:]))
    design = np.concatenate([np.eye(runs)[of_run], np.eye(9)[of_case][:, 1:]], axis=1)
    for layer, found in zip(values, residual_deviation(values), strict=True):
        squares = np.linalg.lstsq(design, layer.ravel(), rcond=None)[1][0]
        assert found == pytest.approx(np.sqrt(squares / (9 * runs - design.shape[1])))
    assert residual_deviation(np.tile(0.1 * rng().random(7), (1, 3, 1)) + np.arange(3)[:, None]).tolist() == [0]


# Groups of cases


def groups_of(*sizes):
    ends = np.cumsum((0, *sizes))
    return [np.arange(start, end) for start, end in pairwise(ends)]


def interaction_as_defined(scores, groups, n_trials):
    """Follow the definition with loops and SciPy, for one measure: (groups, pairs)."""
    n_cases, pairs = scores.shape[1], list(combinations(range(len(scores)), 2))
    orders = [np.arange(n_cases), *rng().permuted(np.tile(np.arange(n_cases), (n_trials, 1)), axis=1)]
    t = np.empty((len(orders), len(groups), len(pairs)))
    for (b, order), (g, group), (k, (i, j)) in product(enumerate(orders), enumerate(groups), enumerate(pairs)):
        inside, gaps = np.isin(order, group), scores[i] - scores[j]
        t[b, g, k] = abs(stats.ttest_ind(gaps[inside], gaps[~inside], equal_var=False).statistic)
    largest = t.max(axis=2)
    share = np.array([[(largest[:, g] >= x - 1e-9).mean() for g, x in enumerate(row)] for row in largest]).min(axis=1)
    own = np.array([[(largest[:, g] >= x - 1e-9).mean() for x in t[0, g]] for g in range(len(groups))])
    return np.array([[(share <= x + 1e-12).mean() for x in row] for row in own])


def test_p_values_of_interactions_follow_the_definition_on_the_same_permutations():
    scores, groups = rng(3).random((2, 3, 25)), groups_of(6, 7, 12)
    scores[0, 0, :6] += 0.4
    found = interaction_test(scores, groups, n_trials=60, rng=rng())
    np.testing.assert_allclose(found.p_values[0], interaction_as_defined(scores[0], groups, 60), atol=1e-12)
    assert (len(np.unique(found.p_values)) > 4, found.n_trials) == (True, 60)
    for m, g, (k, (i, j)) in product(range(2), range(3), enumerate(combinations(range(3), 2))):
        gaps = scores[m, i] - scores[m, j]
        expected = gaps[groups[g]].mean() - np.delete(gaps, groups[g]).mean()
        assert found.differences[m, g, k] == pytest.approx(expected)


def test_groups_of_few_cases_are_not_tested_and_what_does_not_differ_has_p_1():
    scores = rng(2).random((1, 3, 30))
    found = interaction_test(scores, groups_of(9, 16, 5), n_trials=50, rng=rng())
    fewer = interaction_test(scores, [*groups_of(9, 16), np.arange(26, 30)], n_trials=50, rng=rng())
    assert np.isfinite(found.p_values).all()
    assert np.isnan(fewer.p_values[0]).all(axis=1).tolist() == [False, False, True]
    alone = interaction_test(scores, groups_of(9, 16), n_trials=50, rng=rng())
    np.testing.assert_array_equal(fewer.p_values[0, :2], alone.p_values[0])  # it costs the others nothing
    assert np.isfinite(fewer.differences).all()
    every = interaction_test(scores, groups_of(30), n_trials=50, rng=rng())
    assert np.isnan([every.differences, every.p_values]).all()
    row = rng().random(20)
    constant = interaction_test(np.stack([row, row, row + 0.25])[None], groups_of(10, 10), n_trials=20, rng=rng())
    assert (constant.p_values == 1).all()


def paired_test(differences, n_trials=9):
    return randomisation_test(differences, n_trials=n_trials, rng=rng())


def of_130_cases():
    """Test more cases than a word has bits; 4,000 exchanges of SciPy's permutation_test give p = 0.105 to 0.135."""
    return randomisation_test(rng(4).normal(0.1, 1, size=130), n_trials=4000, rng=rng())


def of_five_cases():
    return randomised_tukey_hsd(np.stack([np.zeros(5), np.ones(5)])[None], n_trials=500, rng=rng())


def tukey(shape, **options):
    return randomised_tukey_hsd(np.full(shape, 0.5), **{"n_trials": 9, "rng": rng(), **options})


def interaction(shape, groups=(), n_trials=5):
    return interaction_test(np.zeros(shape), groups, n_trials=n_trials, rng=rng())


NO_GROUPS = ([0, 1, 0, 1], np.array([0, 1, 0, 1]), [["x"]], [[4]], [[-1]], [[True, False]])


@reviewed(__file__)
def test_groups_are_the_longest_stretches_without_a_significant_pair_and_what_cannot_be_tested_is_refused(made, words):
    assert said(made, globals()) == words
