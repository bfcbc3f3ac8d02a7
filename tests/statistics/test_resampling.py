"""The randomised Tukey HSD test and its groups, against slow direct computations and SciPy."""

from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import stats
from scipy.sparse import csr_array

from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.statistics import resampling
from ordquant_core.statistics.layout import residual_deviation
from ordquant_core.statistics.resampling import (
    critical_differences,
    permuted_labels,
    randomised_tukey_hsd,
    significance_groups,
    smallest_p_value,
)

pytestmark = pytest.mark.slow


def rng(seed=1):
    return np.random.default_rng(seed)


def made_up_scores(measures=2, runs=4, cases=15, seed=3):
    chance = rng(seed)
    return chance.random((measures, runs, cases)) + 0.15 * np.arange(runs)[:, None] * chance.random((measures, 1, 1))


def p_values_as_defined(scores, labels):
    """Follow the definition with loops, on the given permutations (trials, cases, runs)."""
    n_measures, n_runs, n_cases = scores.shape
    found = np.ones((n_measures, n_runs, n_runs))
    for m in range(n_measures):
        largest = []
        for permutation in labels:
            means = [sum(scores[m, permutation[c, r], c] for c in range(n_cases)) / n_cases for r in range(n_runs)]
            largest.append(max(means) - min(means))
        for i, j in combinations(range(n_runs), 2):
            observed = abs(sum(scores[m, i]) / n_cases - sum(scores[m, j]) / n_cases)
            count = sum(value >= observed - 1e-12 for value in largest)
            found[m, i, j] = found[m, j, i] = (count + 1) / (len(labels) + 1)
    return found


@pytest.mark.parametrize("runs", [2, 3, 4, 5])
def test_p_values_are_those_of_the_definition_on_the_same_permutations(runs):
    scores = made_up_scores(runs=runs)
    test = randomised_tukey_hsd(scores, n_trials=200, rng=rng())
    expected = p_values_as_defined(scores, permuted_labels(200, 15, runs, rng()))
    np.testing.assert_array_equal(test.p_values, expected)
    assert test.n_trials == 200


def test_p_values_agree_with_scipy_within_the_monte_carlo_error():
    scores = made_up_scores(measures=1, runs=4, cases=20)
    test = randomised_tukey_hsd(scores, n_trials=4000, rng=rng())

    def spread(*samples, axis=-1):
        means = np.stack([sample.mean(axis=axis) for sample in samples])
        return means.max(axis=0) - means.min(axis=0)

    witness = stats.permutation_test(
        tuple(scores[0]),
        spread,
        permutation_type="samples",
        vectorized=True,
        n_resamples=4000,
        alternative="greater",
        rng=rng(9),
    )
    observed = np.abs(scores.mean(axis=2)[0][:, None] - scores.mean(axis=2)[0])
    null = witness.null_distribution
    expected = ((null >= observed[:, :, None] - 1e-12).sum(axis=2) + 1) / (len(null) + 1)
    best, worst = scores.mean(axis=2)[0].argmin(), scores.mean(axis=2)[0].argmax()
    assert expected[best, worst] == pytest.approx(witness.pvalue)
    error = np.sqrt(2 * expected * (1 - expected) / 4000) + 1e-3  # of the difference of two such estimates
    assert (np.abs(test.p_values[0] - expected) < 4 * error).all()


def test_under_the_null_one_data_set_in_twenty_has_a_significant_pair():
    """2,000 sets of runs that do not differ, on cases that do, with skewed errors: the familywise error is 5%."""
    chance, found = rng(), 0
    for _ in range(2000):
        scores = 3 * chance.random(12) + chance.exponential(0.3, size=(1, 4, 12))
        test = randomised_tukey_hsd(scores, n_trials=199, rng=chance)
        found += test.p_values.min() <= 0.05  # 10 of 200 ranks: 5% exactly
    assert abs(found / 2000 - 0.05) < 3 * np.sqrt(0.05 * 0.95 / 2000)
    assert found > 0


def test_all_permutations_of_a_tiny_task_are_met_as_often_as_they_should_be():
    scores = np.array([[[0.0, 0.0, 0.0], [1.0, 1.0, 1.0]]])  # 2 of the 8 ways to swap give a difference of 1
    test = randomised_tukey_hsd(scores, n_trials=20_000, rng=rng())
    assert test.p_values[0, 0, 1] == pytest.approx(2 / 8, abs=4 * test.errors[0, 0, 1])


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("chunk", [1, 500, 2**14])
def test_results_are_the_same_to_the_digit_whatever_the_chunking_and_the_threads(monkeypatch, chunk, threads):
    scores = made_up_scores(runs=3, cases=7)
    whole = randomised_tukey_hsd(scores, n_trials=301, rng=rng())
    monkeypatch.setattr(resampling, "CHUNK", chunk)
    monkeypatch.setattr(resampling, "THREADS", threads)
    again = randomised_tukey_hsd(scores, n_trials=301, rng=rng())
    np.testing.assert_array_equal(again.p_values, whole.p_values)
    np.testing.assert_array_equal(again.ranges, whole.ranges)


def test_what_fails_in_a_thread_is_raised(monkeypatch):
    def fails(*_args, **_options):
        raise MemoryError("no room")

    monkeypatch.setattr(resampling, "THREADS", 2)
    monkeypatch.setattr(csr_array, "__matmul__", fails)
    with pytest.raises(MemoryError, match="no room"):
        randomised_tukey_hsd(made_up_scores(), n_trials=300, rng=rng())


def test_one_set_of_permutations_serves_all_measures():
    scores = made_up_scores(measures=3)
    together = randomised_tukey_hsd(scores, n_trials=300, rng=rng())
    for layer, alone in enumerate(scores):
        single = randomised_tukey_hsd(alone[None], n_trials=300, rng=rng())
        np.testing.assert_array_equal(together.p_values[layer], single.p_values[0])


def test_differences_and_p_values_are_tables_of_pairs():
    scores = made_up_scores()
    test = randomised_tukey_hsd(scores, n_trials=50, rng=rng())
    means = scores.mean(axis=2)
    np.testing.assert_allclose(test.differences, means[:, :, None] - means[:, None, :])
    np.testing.assert_array_equal(test.p_values, test.p_values.transpose(0, 2, 1))
    assert (np.diagonal(test.p_values, axis1=1, axis2=2) == 1).all()
    assert test.p_values.min() >= 1 / 51
    np.testing.assert_allclose(test.errors, np.sqrt(test.p_values * (1 - test.p_values) / 50))
    assert test.largest_error == pytest.approx(0.5 / 50**0.5)
    assert test.error_at(0.05) == pytest.approx((0.05 * 0.95 / 50) ** 0.5)


def test_runs_that_are_equal_are_never_separated_whatever_rounding_does():
    row = rng(2).random(31) / 3
    scores = np.stack([row, row[::-1], row])[None]  # the same numbers, summed in another order
    test = randomised_tukey_hsd(scores, n_trials=99, rng=rng())
    assert (test.p_values == 1).all()


def test_every_order_is_equally_likely():
    labels = permuted_labels(6000, 1, 3, rng()).reshape(-1, 3)
    orders, counts = np.unique(labels, axis=0, return_counts=True)
    assert len(orders) == 6
    assert stats.chisquare(counts).pvalue > 0.001


@pytest.mark.parametrize("shape", [(3, 4), (0, 2, 3), (1, 0, 3), (1, 2, 0), (1, 1, 2, 3)])
def test_scores_of_another_shape_are_refused(shape):
    with pytest.raises(ShapeMismatchError, match="measures, runs, cases"):
        randomised_tukey_hsd(np.zeros(shape), n_trials=10, rng=rng())


def test_infinite_scores_and_no_trials_are_refused():
    with pytest.raises(OrdquantError, match="not finite"):
        randomised_tukey_hsd(np.full((1, 2, 3), np.inf), n_trials=10, rng=rng())
    with pytest.raises(OrdquantError, match="one trial"):
        randomised_tukey_hsd(np.zeros((1, 2, 3)), n_trials=0, rng=rng())


def p_table(n, *apart):
    p = np.ones((n, n))
    for i, j in apart:
        p[i, j] = p[j, i] = 0.01
    return p


@pytest.mark.parametrize(
    ("means", "apart", "expected"),
    [
        ([0.1], [], ((0,),)),
        ([0.2, 0.1, 0.3], [], ((1, 0, 2),)),
        ([0.2, 0.1, 0.3], [(1, 2)], ((1, 0), (0, 2))),
        ([0.1, 0.2, 0.3], [(0, 1), (0, 2), (1, 2)], ((0,), (1,), (2,))),
        ([0.1, 0.2, 0.3, 0.4], [(0, 2), (0, 3), (1, 3)], ((0, 1), (1, 2), (2, 3))),
        ([0.1, 0.2, 0.3, 0.4], [(0, 3)], ((0, 1, 2), (1, 2, 3))),
    ],
)
def test_groups_are_the_longest_stretches_without_a_significant_pair(means, apart, expected):
    assert significance_groups(means, p_table(len(means), *apart)) == expected


@given(st.integers(1, 7), st.integers(0, 2**32))
def test_every_run_is_in_a_group_and_no_group_holds_a_significant_pair(n, seed):
    scores = rng(seed).random((1, n, 9)) + rng(seed + 1).random((n, 1))
    test = randomised_tukey_hsd(scores, n_trials=60, rng=rng(seed))
    groups = significance_groups(scores.mean(axis=2)[0], test.p_values[0])
    assert {run for group in groups for run in group} == set(range(n))
    for group in groups:
        assert all(test.p_values[0, i, j] >= 0.05 for i, j in combinations(group, 2))
    for i, j in combinations(range(n), 2):  # with these p-values, sharing a group and not differing are the same
        shared = any(i in group and j in group for group in groups)
        assert shared == (test.p_values[0, i, j] >= 0.05)


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


def test_the_critical_difference_is_close_to_that_of_the_studentised_range():
    scores = rng(4).normal(size=(1, 6, 300))
    test = randomised_tukey_hsd(scores, n_trials=5000, rng=rng())
    q = stats.studentized_range.ppf(0.95, 6, 5 * 299)
    assert test.critical_differences() == pytest.approx(q * residual_deviation(scores) / 300**0.5, rel=0.03)


@pytest.mark.parametrize(("runs", "cases"), [(2, 1), (2, 2), (2, 5), (3, 2), (3, 3), (4, 2)])
def test_no_p_value_is_smaller_than_the_share_of_all_permutations_that_reach_the_largest_range(runs, cases):
    scores = np.arange(runs)[:, None] + rng(3).random((runs, cases)) / 2
    ranges = []
    for orders in product(permutations(range(runs)), repeat=cases):
        means = [np.mean([scores[orders[c][r], c] for c in range(cases)]) for r in range(runs)]
        ranges.append(max(means) - min(means))
    share = np.mean(np.array(ranges) >= max(ranges) - 1e-12)
    assert smallest_p_value(runs, cases, 10**6) == pytest.approx(share)
    test = randomised_tukey_hsd(scores[None], n_trials=500, rng=rng())
    assert test.p_values.min() >= share


def test_where_no_p_value_can_be_below_the_level_no_difference_is_large_enough():
    test = randomised_tukey_hsd(np.stack([np.zeros(5), np.ones(5)])[None], n_trials=5000, rng=rng())
    assert test.critical_differences(0.05).tolist() == [np.inf]
    assert np.isfinite(test.critical_differences(0.07)).all()
    assert critical_differences(np.ones((2, 19)), 0.05).tolist() == [np.inf, np.inf]
    assert critical_differences(np.ones((2, 20)), 0.05).tolist() == [1, 1]
    equal = randomised_tukey_hsd(np.full((1, 3, 20), 0.1), n_trials=500, rng=rng())  # runs that nothing tells apart
    assert equal.critical_differences(0.05).tolist() == [np.inf]
