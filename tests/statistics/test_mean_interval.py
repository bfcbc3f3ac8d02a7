"""Intervals of means, against SciPy and against the equation that their bounds solve."""

import numpy as np
import pytest
from scipy import stats

from ordquant_core.analysis.scoring import mean_intervals
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import Scores
from ordquant_core.statistics.mean_interval import difference_interval, mean_interval


def rng(seed=1):
    return np.random.default_rng(seed)


def test_the_interval_of_a_difference_is_that_of_students_test_in_scipy():
    differences = rng().gamma(1, size=(3, 12)) - 1
    found = difference_interval(differences, confidence=0.9)
    expected = stats.ttest_1samp(differences, 0, axis=-1).confidence_interval(0.9)
    np.testing.assert_allclose(found.low, expected.low)
    np.testing.assert_allclose(found.high, expected.high)


def test_without_skewness_the_interval_of_a_mean_is_students():
    half = rng().random((2, 8))
    scores = np.concatenate([0.5 + half, 0.5 - half], axis=1)
    found, expected = mean_interval(scores), difference_interval(scores)
    np.testing.assert_allclose([found.low, found.high], [expected.low, expected.high], rtol=1e-9)


def test_at_its_bounds_the_statistic_corrected_for_skewness_is_the_quantile_of_student():
    """Willink's interval inverts Hall's transformation of the t statistic."""
    scores = rng(2).gamma(2, size=40)
    found, error = mean_interval(scores), stats.sem(scores)
    a = ((scores - scores.mean()) ** 3).mean() / scores.std(ddof=1) ** 3 / (6 * 40**0.5)
    for bound, quantile in ((found.low, stats.t.ppf(0.975, 39)), (found.high, stats.t.ppf(0.025, 39))):
        t = (scores.mean() - bound) / error
        assert t + a + 2 * a * t**2 + 4 / 3 * a**2 * t**3 == pytest.approx(quantile, abs=1e-9)


def test_a_skewed_sample_has_its_longer_arm_on_the_side_of_its_tail():
    scores = rng(2).exponential(size=30)
    found = mean_interval(scores)
    assert found.high - found.means > found.means - found.low > 0
    mirrored = mean_interval(-scores)
    assert (-mirrored.low, -mirrored.high) == pytest.approx((found.high, found.low))


def test_weighted_means_have_the_error_of_the_jackknife_and_equal_weights_change_nothing():
    scores, weights = rng(3).random((2, 15)), rng(4).integers(1, 9, size=15)
    weighted = mean_interval(scores, weights=weights)
    means = np.average(scores, axis=1, weights=weights)
    np.testing.assert_allclose(weighted.means, means)
    moves = [means - np.average(np.delete(scores, k, 1), axis=1, weights=np.delete(weights, k)) for k in range(15)]
    error = np.sqrt(14 / 15 * np.sum(np.square(moves), axis=0))  # of the jackknife
    np.testing.assert_allclose((weighted.high - weighted.low) / error, 2 * stats.t.ppf(0.975, 14), rtol=0.2)
    plain, equal = mean_interval(scores), mean_interval(scores, weights=np.full(15, 3))
    np.testing.assert_allclose([equal.low, equal.high], [plain.low, plain.high])


def test_one_case_has_a_mean_and_no_interval():
    for found in (mean_interval([[0.2], [0.4]]), difference_interval([[0.2], [0.4]])):
        assert found.means.tolist() == [0.2, 0.4]
        assert np.isnan([found.low, found.high]).all()


def test_equal_scores_show_no_spread_and_have_no_interval_even_where_rounding_leaves_a_trace():
    for found in (mean_interval(np.full((2, 9), 0.1)), difference_interval(np.zeros((2, 9)))):
        assert np.isnan([found.low, found.high]).all()
    copy_of_the_gold = np.array([[[1e-17, 0, 3e-17, 0]]])
    assert np.isnan(mean_intervals(Scores(("NMD",), ("a",), tuple("wxyz"), copy_of_the_gold)).low).all()


def test_intervals_of_a_task_stay_within_what_the_measures_can_score():
    keys = ("NMD", "SS", "RNOD")
    values = rng().random((3, 2, 3)) * np.array([1e-3, 1, 1])
    found = mean_intervals(Scores(keys, ("a", "b"), ("x", "y", "z"), values))
    free = mean_interval(values)
    assert (free.low < 0).any()
    np.testing.assert_array_equal(found.low, np.maximum(free.low, 0))
    np.testing.assert_array_equal(found.high[0], np.minimum(free.high[0], 1))
    np.testing.assert_array_equal(found.high[1], np.minimum(free.high[1], 2))
    np.testing.assert_array_equal(found.high[2], free.high[2])  # its largest score grows with the classes


def test_no_measure_scores_more_than_where_its_intervals_are_cut():
    values = np.tile([0.0, 10.0], (len(MEASURES), 1, 1))
    cut = mean_intervals(Scores(tuple(MEASURES), ("a",), ("x", "y"), values)).high[:, 0]
    for high, measure in zip(cut, MEASURES.values(), strict=True):
        largest = max(measure.bounds(n_classes)[1] for n_classes in range(2, 30))
        assert high >= min(largest, mean_interval([0.0, 10.0]).high)


@pytest.mark.parametrize(
    ("scores", "options", "words"),
    [
        (0.5, {}, "one case or more"),
        (np.zeros((2, 0)), {}, "one case or more"),
        ([0, np.nan], {}, "not finite"),
        ([0, 1], {"confidence": 1}, "confidence"),
        ([0, 1], {"weights": [1]}, "one weight"),
        ([0, 1], {"weights": [1, 0]}, "weight > 0"),
    ],
)
def test_what_has_no_interval_is_refused(scores, options, words):
    with pytest.raises(OrdquantError, match=words):
        mean_interval(scores, **options)
