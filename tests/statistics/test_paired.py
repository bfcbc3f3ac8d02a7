"""The paired randomisation test against all sign patterns and SciPy; the effect size against pandas."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.statistics import paired
from ordquant_core.statistics.layout import residual_deviation
from ordquant_core.statistics.paired import effect_size, randomisation_test, smallest_p_value

tables = hnp.arrays(
    np.float64, st.tuples(st.integers(1, 3), st.integers(1, 7)), elements=st.integers(-4, 4).map(lambda v: v / 8)
)


def rng(seed=1):
    return np.random.default_rng(seed)


def exact_p(differences):
    """Enumerate all exchanges of A and B within cases."""
    observed = abs(sum(differences))
    sums = [
        abs(sum(s * d for s, d in zip(signs, differences, strict=True)))
        for signs in product((-1, 1), repeat=len(differences))
    ]
    return sum(value >= observed - 1e-12 for value in sums) / len(sums)


@pytest.mark.parametrize("seed", range(4))
def test_p_values_come_close_to_those_of_all_exchanges(seed):
    differences = rng(seed).normal(0.4, 1, size=(3, 9))
    test = randomisation_test(differences, n_trials=40_000, rng=rng(9))
    for row, p in zip(differences, test.p_values, strict=True):
        expected = exact_p(row)
        assert p == pytest.approx(expected, abs=5 * (expected * (1 - expected) / 40_000) ** 0.5 + 1e-4)
        theirs = stats.permutation_test(
            (row, np.zeros_like(row)), lambda x, y: np.mean(x - y), permutation_type="samples", n_resamples=np.inf
        )
        assert theirs.pvalue == pytest.approx(expected, abs=1e-12)


@given(differences=tables)
def test_ties_count_as_reached_and_so_does_no_difference_at_all(differences):
    test = randomisation_test(differences, n_trials=50, rng=rng())
    assert ((test.p_values > 0) & (test.p_values <= 1)).all()
    assert (test.p_values[differences.sum(axis=1) == 0] == 1).all()


@given(differences=tables)
def test_exchanging_the_runs_changes_the_sign_of_the_mean_and_nothing_else(differences):
    one, other = (randomisation_test(sign * differences, n_trials=64, rng=rng(3)) for sign in (1, -1))
    np.testing.assert_array_equal(one.p_values, other.p_values)
    np.testing.assert_array_equal(one.means, -other.means)


@pytest.mark.parametrize("cases", [1, 63, 64, 65, 200])
def test_the_size_of_the_chunks_changes_nothing(monkeypatch, cases):
    differences = rng().normal(0.05, 1, size=(2, cases))
    whole = randomisation_test(differences, n_trials=301, rng=rng(2))
    monkeypatch.setattr(paired, "CHUNK", 3 * cases)
    parts = randomisation_test(differences, n_trials=301, rng=rng(2))
    np.testing.assert_array_equal(whole.p_values, parts.p_values)


def test_all_rows_share_one_set_of_signs():
    row = rng().normal(size=30)
    test = randomisation_test([row, 3 * row, row], n_trials=500, rng=rng())
    assert len(set(test.p_values.tolist())) == 1


def test_differences_of_rounding_reach_the_observed_mean():
    # 0.1 + 0.2 - 0.3 is not 0 in floats: without slack about half of the exchanges would fall short of it
    row = np.array([0.1, 0.2, -0.3])
    assert float(randomisation_test(row, n_trials=200, rng=rng()).p_values) == 1


@given(differences=tables)
def test_the_effect_size_is_mean_over_standard_deviation_as_in_pandas_times_the_root_of_two(differences):
    frame = pd.DataFrame(differences).T
    spread = frame.std(ddof=1)
    expected = (2**0.5 * frame.mean() / spread).where(spread > 1e-12)
    np.testing.assert_allclose(effect_size(differences), expected, rtol=1e-9, atol=1e-12)


def test_the_effect_size_of_two_runs_is_that_of_the_test_of_all_runs_with_these_two():
    values = rng(5).random((3, 2, 20))
    expected = (values[:, 0] - values[:, 1]).mean(axis=1) / residual_deviation(values)
    np.testing.assert_allclose(effect_size(values[:, 0] - values[:, 1]), expected, rtol=1e-12)


@pytest.mark.parametrize("n_cases", [1, 2, 5, 7])
def test_no_p_value_is_smaller_than_the_share_of_all_signs_that_reach_the_largest_mean(n_cases):
    test = randomisation_test(rng(2).random(n_cases) + 1, n_trials=3000, rng=rng())
    means = [abs(np.mean(signs)) for signs in product((-1, 1), repeat=n_cases)]
    share = np.mean([mean == max(means) for mean in means])
    assert smallest_p_value(n_cases, 10**6) == pytest.approx(share)
    assert share <= test.p_values <= share + 0.05


def test_equal_differences_have_no_effect_size_even_where_rounding_leaves_a_trace():
    assert np.isnan(effect_size(np.full((2, 10), 0.1))).all()
    assert np.isnan(effect_size([0.3]))


@pytest.mark.parametrize("function", [lambda d: randomisation_test(d, n_trials=9, rng=rng()), effect_size])
def test_what_has_no_mean_is_refused(function):
    with pytest.raises(ShapeMismatchError, match="one case or more"):
        function(np.empty((2, 0)))
    with pytest.raises(ShapeMismatchError, match="one case or more"):
        function(1.0)
    with pytest.raises(OrdquantError, match="not finite"):
        function([1.0, np.inf])
