"""The paired bootstrap test, against its definition with loops and against SciPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.statistics import bootstrap
from ordquant_core.statistics.bootstrap import pair_bootstrap

pytestmark = pytest.mark.slow


def rng(seed=1):
    return np.random.default_rng(seed)


@pytest.mark.parametrize("chunk", [1, 50, 2**20])
def test_results_are_the_same_to_the_digit_whatever_the_chunking(monkeypatch, chunk):
    scores = rng(5).random((2, 5, 33))
    p = pair_bootstrap(scores, n_resamples=101, rng=rng())
    monkeypatch.setattr(bootstrap, "CHUNK", chunk)
    np.testing.assert_array_equal(pair_bootstrap(scores, n_resamples=101, rng=rng()), p)


def student(z):
    mean, spread = z.mean(), z.std(ddof=1)
    if np.isclose(mean, 0):
        return 0.0
    return np.inf if np.isclose(spread, 0) else abs(mean / (spread / np.sqrt(len(z))))


def p_as_defined(first, second, drawn):
    z = first - second
    w = z - z.mean()
    count = sum(student(w[cases]) >= student(z) * (1 - 1e-9) for cases in drawn)
    return (count + 1) / (len(drawn) + 1)


def test_p_values_of_pairs_are_those_of_the_definition_on_the_same_draws():
    scores = rng(7).random((2, 4, 15)) + 0.2 * np.arange(4)[:, None]
    found = pair_bootstrap(scores, n_resamples=300, rng=rng())
    drawn = rng().integers(0, 15, size=(300, 15))
    for m, i, j in np.ndindex(2, 4, 4):
        expected = 1 if i == j else p_as_defined(scores[m, i], scores[m, j], drawn)
        assert found[m, i, j] == pytest.approx(expected, abs=1e-12)
    assert len(np.unique(found)) > 4


def test_p_values_of_pairs_are_close_to_those_of_the_t_test():
    scores = rng(8).normal(size=(1, 3, 400)) + np.array([[0], [0.05], [0.15]])
    found = pair_bootstrap(scores, n_resamples=4000, rng=rng())
    for i, j in ((0, 1), (0, 2), (1, 2)):
        assert found[0, i, j] == pytest.approx(stats.ttest_rel(scores[0, i], scores[0, j]).pvalue, abs=0.03)


def test_equal_runs_never_differ_and_a_constant_difference_always_does():
    row = rng(2).random(12) / 3
    found = pair_bootstrap(np.stack([row, row, row + 0.1])[None], n_resamples=99, rng=rng())
    assert found[0].tolist() == [[1, 1, 0.01], [1, 1, 0.01], [0.01, 0.01, 1]]


@given(st.integers(2, 5), st.integers(2, 9), st.integers(0, 2**32))
def test_p_values_of_pairs_are_shares_and_do_not_depend_on_the_order_or_the_other_runs(runs, cases, seed):
    scores = rng(seed).integers(0, 4, size=(1, runs, cases)) / 4
    found = pair_bootstrap(scores, n_resamples=49, rng=rng(seed))
    assert found.min() >= 1 / 50
    assert found.max() == 1
    np.testing.assert_array_equal(found[0], found[0].T)
    np.testing.assert_array_equal(
        pair_bootstrap(scores[:, ::-1], n_resamples=49, rng=rng(seed))[0, ::-1, ::-1], found[0]
    )
    np.testing.assert_array_equal(pair_bootstrap(scores[:, :2], n_resamples=49, rng=rng(seed))[0], found[0, :2, :2])


@pytest.mark.parametrize("shape", [(3, 4), (0, 2, 3), (1, 0, 3), (1, 2, 1)])
def test_pairs_without_cases_to_draw_are_refused(shape):
    with pytest.raises(ShapeMismatchError, match="2 cases or more"):
        pair_bootstrap(np.zeros(shape), n_resamples=10, rng=rng())


def test_infinite_scores_and_no_resamples_are_refused():
    with pytest.raises(OrdquantError, match="not finite"):
        pair_bootstrap(np.full((1, 2, 3), np.inf), n_resamples=10, rng=rng())
    with pytest.raises(OrdquantError, match="one resample"):
        pair_bootstrap(np.zeros((1, 2, 3)), n_resamples=0, rng=rng())
