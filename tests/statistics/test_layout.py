"""The two-way layout: least squares as the witness."""

import numpy as np
import pytest

from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.statistics.layout import residual_deviation

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


@pytest.mark.parametrize("shape", [(3, 4), (0, 2, 3), (1, 1, 3), (1, 2, 1)])
def test_layouts_without_two_runs_and_cases_are_refused(shape):
    with pytest.raises(ShapeMismatchError, match="two runs and two cases"):
        residual_deviation(np.zeros(shape))


def test_infinite_scores_are_refused():
    with pytest.raises(OrdquantError, match="not finite"):
        residual_deviation(np.full((1, 2, 3), np.inf))
