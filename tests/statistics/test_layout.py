"""The two-way layout: least squares and SciPy as witnesses."""

import numpy as np
import pytest
from scipy import stats

from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.statistics.layout import residual_deviation, unpaired_critical_difference

pytestmark = pytest.mark.slow


def scores(seed=1, measures=2, runs=4, cases=9):
    chance = np.random.default_rng(seed)
    return chance.random((measures, runs, cases)) + 0.4 * np.arange(runs)[:, None] + 3 * chance.random(cases)


def test_the_residual_deviation_is_that_of_a_least_squares_fit():
    values = scores()
    runs, cases = (place.ravel() for place in np.indices(values.shape[1:]))
    design = np.concatenate([np.eye(4)[runs], np.eye(9)[cases][:, 1:]], axis=1)
    for layer, found in zip(values, residual_deviation(values), strict=True):
        squares = np.linalg.lstsq(design, layer.ravel(), rcond=None)[1][0]
        assert found == pytest.approx(np.sqrt(squares / (36 - design.shape[1])))


@pytest.mark.filterwarnings("ignore")  # SciPy's own, about its integral
def test_the_critical_difference_separates_what_the_unpaired_test_of_scipy_separates():
    values = np.random.default_rng(3).normal(size=(2, 5, 12)) + np.array([0, 0.3, 0.8, 1.5, 1.6])[:, None]
    for level in (0.01, 0.05, 0.4):
        limits = unpaired_critical_difference(values, level=level)
        for layer, limit in zip(values, limits, strict=True):
            p = stats.tukey_hsd(*layer).pvalue
            gaps = np.abs(layer.mean(axis=1)[:, None] - layer.mean(axis=1))
            np.testing.assert_array_equal(gaps > limit, p < level)
            assert 0 < (p < level).sum() < 20


def test_on_blocked_cases_the_unpaired_test_misses_what_the_blocks_show():
    values = np.random.default_rng(5).normal(size=(1, 2, 40)) * 0.1 + 3 * np.random.default_rng(6).random(40)
    values[0, 1] += 0.2
    gap = np.abs(np.subtract(*values[0].mean(axis=1)))
    assert gap < unpaired_critical_difference(values)[0]
    assert stats.ttest_rel(*values[0]).pvalue < 1e-6


@pytest.mark.parametrize("shape", [(3, 4), (0, 2, 3), (1, 1, 3), (1, 2, 1)])
def test_layouts_without_two_runs_and_cases_are_refused(shape):
    for function in (residual_deviation, unpaired_critical_difference):
        with pytest.raises(ShapeMismatchError, match="two runs and two cases"):
            function(np.zeros(shape))


def test_infinite_scores_and_impossible_levels_are_refused():
    with pytest.raises(OrdquantError, match="not finite"):
        residual_deviation(np.full((1, 2, 3), np.inf))
    with pytest.raises(OrdquantError, match="between 0 and 1"):
        unpaired_critical_difference(np.zeros((1, 2, 3)), level=1)
