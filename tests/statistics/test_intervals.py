"""Intervals, sizes, adjusted p-values, shares: SciPy, the equations that they solve, and values by hand."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy import nan
from scipy import stats

from ordquant_core.analysis.scoring import mean_intervals
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import Scores
from ordquant_core.spaces.gold_distributions import all_distributions
from ordquant_core.statistics import sample_size as size
from ordquant_core.statistics import superlatives
from ordquant_core.statistics.adjusted import holm
from ordquant_core.statistics.alpha import krippendorff_alpha
from ordquant_core.statistics.mean_interval import difference_interval, mean_interval
from ordquant_core.statistics.multinomial import multinomial
from ordquant_core.statistics.proportion import wilson_interval
from ordquant_core.statistics.superlatives import Resampled, resampled_means
from tests.analysis.made_up import rng
from tests.reviewed import reviewed, said

samples = arrays(np.float64, st.tuples(st.integers(1, 3), st.integers(2, 12)), elements=st.floats(0, 9, width=16))


@given(samples, st.sampled_from([0.8, 0.95, 0.99]))
def test_intervals_of_means_are_those_of_student_and_for_scores_corrected_for_skewness(scores, confidence):
    """Willink's interval inverts Hall's transformation of the t statistic, at the quantiles of Student's t."""
    n, error = scores.shape[1], stats.sem(scores, axis=1)
    difference, mean = (one(scores, confidence=confidence) for one in (difference_interval, mean_interval))
    t = stats.t.ppf((1 + confidence) / 2, n - 1)
    for found in (difference, mean):
        np.testing.assert_allclose(found.means, scores.mean(axis=1))
        np.testing.assert_array_equal(np.isnan(found.low), error < 1e-9)
        assert (found.n_cases, found.confidence) == (n, confidence)
    np.testing.assert_allclose(difference.high - difference.low, np.where(error < 1e-9, nan, 2 * t * error))
    for k in np.flatnonzero(error > 1e-9):
        row = scores[k]
        a = ((row - row.mean()) ** 3).mean() / row.std(ddof=1) ** 3 / (6 * n**0.5)
        for bound, quantile in ((mean.low[k], t), (mean.high[k], -t)):
            of_bound = (row.mean() - bound) / error[k]
            hall = of_bound + a + 2 * a * of_bound**2 + 4 / 3 * a**2 * of_bound**3
            assert hall == pytest.approx(quantile, rel=1e-6)
    symmetric = mean_interval(np.concatenate([scores, -scores], axis=1))
    np.testing.assert_allclose(symmetric.high, difference_interval(np.concatenate([scores, -scores], axis=1)).high)


def test_weighted_means_have_the_error_of_the_jackknife_and_equal_weights_change_nothing():
    scores, weights = rng(3).random((2, 15)), rng(4).integers(1, 9, size=15)
    weighted = mean_interval(scores, weights=weights)
    means = np.average(scores, axis=1, weights=weights)
    np.testing.assert_allclose(weighted.means, means)
    moves = [means - np.average(np.delete(scores, k, 1), axis=1, weights=np.delete(weights, k)) for k in range(15)]
    error = np.sqrt(14 / 15 * np.sum(np.square(moves), axis=0))  # of the jackknife
    freedom = weights.sum() ** 2 / (weights**2).sum() - 1
    np.testing.assert_allclose((weighted.high - weighted.low) / error, 2 * stats.t.ppf(0.975, freedom), rtol=0.05)
    plain, equal = mean_interval(scores), mean_interval(scores, weights=np.full(15, 3))
    np.testing.assert_allclose([equal.low, equal.high], [plain.low, plain.high])


def test_one_case_and_equal_scores_have_a_mean_and_no_interval_even_where_rounding_leaves_a_trace():
    for values in ([[0.2], [0.4]], np.full((2, 9), 0.1), np.zeros((2, 9))):
        for found in (mean_interval(values), difference_interval(values)):
            assert found.means == pytest.approx(np.mean(values, axis=1))
            assert np.isnan([found.low, found.high]).all()
    copy_of_the_gold = np.array([[[1e-17, 0, 3e-17, 0]]])
    assert np.isnan(mean_intervals(Scores(("NMD",), ("a",), tuple("wxyz"), copy_of_the_gold)).low).all()


def test_intervals_of_a_task_are_cut_at_what_measures_can_score_where_that_is_the_same_for_all_numbers_of_classes():
    values = np.array([[[0.0, 10.0], [0.001, 0.1]]] * len(MEASURES))
    found, free = mean_intervals(Scores(tuple(MEASURES), ("a", "b"), ("x", "y"), values)), mean_interval(values)
    np.testing.assert_array_equal(found.low, np.maximum(free.low, 0))
    for row, uncut, measure in zip(found.high, free.high, MEASURES.values(), strict=True):
        largest = {measure.bounds(n_classes)[1] for n_classes in (2, 3, 7, 20)}
        assert row.tolist() == np.minimum(uncut, largest.pop() if len(largest) == 1 else np.inf).tolist()


def test_a_mean_may_be_infinite_where_that_is_allowed():
    values = np.array([[[0.1, np.inf, 0.3], [0.1, 0.2, 0.4]]])
    scores = Scores(("KLD",), ("a", "b"), tuple("xyz"), values)
    found = mean_intervals(scores, infinite=True)
    assert found.means.tolist() == [[np.inf, values[0, 1].mean()]]
    assert np.isnan(found.low).tolist() == np.isnan(found.high).tolist() == [[True, False]]
    with pytest.raises(OrdquantError, match="not finite"):
        mean_intervals(scores)


@given(n=st.integers(1, 500), share=st.floats(0, 1), confidence=st.sampled_from([0.9, 0.95, 0.99]))
def test_the_interval_of_a_share_is_that_of_scipy(n, share, confidence):
    k = round(share * n)
    theirs = stats.binomtest(k, n).proportion_ci(confidence, method="wilson")
    assert wilson_interval(k, n, confidence=confidence) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_probabilities_of_votes_are_those_of_scipy_and_a_class_without_probability_gets_none():
    rows, counts = rng(3).dirichlet([1, 2, 3, 1], size=5), all_distributions(12, 4)
    rows[0] = [0.25, 0.75, 0, 0]
    for row, chances in zip(rows, multinomial(rows, counts), strict=True):
        np.testing.assert_allclose(chances, stats.multinomial.pmf(counts.T, 12, row), rtol=1e-10)
    many = all_distributions(20_000, 2)
    chances = multinomial(np.array([0.3, 0.7]), many)
    assert (many @ chances)[0] / 20_000 == pytest.approx(0.3, abs=1e-8)  # no precision is lost


@given(
    arrays(
        np.float64,
        st.tuples(st.integers(1, 3), st.integers(1, 20)),
        elements=st.integers(0, 60).map(lambda k: (k / 60) ** 3),
    )
)
def test_holm_rejects_step_by_step(p_values):
    for row, found in zip(p_values, holm(p_values), strict=True):
        steps = [p * (len(row) - step) for step, p in enumerate(sorted(row.tolist()))]
        assert sorted(found.tolist()) == pytest.approx([min(1, max(steps[: n + 1])) for n in range(len(steps))])
        assert (np.argsort(found[np.argsort(row, kind="stable")], kind="stable") == np.arange(len(row))).all()


# Krippendorff, Computing Krippendorff's Alpha-Reliability: 4 observers, 12 units, 5 values, missing ones included.
OBSERVERS = ["123321412000", "123322412503", "033323422510", "123324412510"]
EXAMPLE = [["".join(unit).count(value) for value in "12345"] for unit in zip(*OBSERVERS, strict=True)]


def test_alpha_is_that_of_its_author_and_single_votes_do_not_count():
    assert krippendorff_alpha(EXAMPLE) == pytest.approx(0.815, abs=0.0005)
    # n = (3, 3), middles 1.5 and 4.5, squared distance 9; observed 2 * 1 * 9 = 18, expected 2 * 9 * 9 / 5 = 32.4
    assert krippendorff_alpha([[2, 0], [0, 2], [1, 1], [1, 0]]) == pytest.approx(1 - 18 / 32.4)
    assert krippendorff_alpha([[2, 0], [0, 3]]) == 1
    assert np.isnan(krippendorff_alpha([[2, 0], [3, 0]]))


# Cases that a test needs


def test_the_size_of_the_published_example():
    """Alpha .05, beta .2, a difference of .1, a variance of .02 for each of the two runs."""
    assert size.cases_for_t(0.1, 0.04) == 34
    assert size.detectable_by_t(34, 0.04) < 0.1 < size.detectable_by_t(33, 0.04)


@given(st.integers(2, 300), st.floats(0.02, 0.4), st.sampled_from([0.01, 0.05, 0.1]))
def test_power_is_that_of_the_noncentral_distributions(n, difference, alpha):
    shift, limit = np.sqrt(n / 0.04) * difference, stats.t.ppf(1 - alpha / 2, n - 1)
    beyond = stats.nct.sf(limit, n - 1, shift) + np.nan_to_num(stats.nct.cdf(-limit, n - 1, shift))
    assert size.power_of_t(n, difference, 0.04, alpha=alpha) == pytest.approx(beyond, abs=1e-9)


@pytest.mark.parametrize(("difference", "alpha", "power"), [(0.05, 0.05, 0.8), (0.3, 0.01, 0.95), (0.02, 0.1, 0.5)])
def test_sizes_and_differences_are_the_least_that_are_enough(difference, alpha, power):
    n = size.cases_for_t(difference, 0.04, alpha=alpha, power=power)
    assert size.power_of_t(n, difference, 0.04, alpha=alpha) >= power
    assert n == 2 or size.power_of_t(n - 1, difference, 0.04, alpha=alpha) < power
    least = size.detectable_by_t(n, 0.04, alpha=alpha, power=power)
    assert least <= difference
    assert size.power_of_t(n, least, 0.04, alpha=alpha) == pytest.approx(power, abs=1e-6)


def test_as_the_variance_vanishes_power_grows_to_1_and_two_cases_are_the_least():
    for n in (2, 3, 50):
        powers = [size.power_of_t(n, 0.1, 10.0**-k) for k in range(0, 40, 2)]
        assert all(later >= earlier - 1e-9 for earlier, later in pairwise(powers))
        assert powers[-1] == 1
    assert size.cases_for_t(0.01, 1e-33) == size.cases_for_t(10, 1e-6) == 2


# What is first where cases are resampled


def first(values, *resamples, largest=False, n_cases=8):
    """Return what is first of x, y and z, in which share of the resamples, and each of them alone."""
    made = Resampled(tuple("xyz"), np.array(values, float), np.array(resamples, float), n_cases)
    found = made.first(largest=largest)
    assert found.n_cases == n_cases
    alone = " ".join(f"{share:.3f}" for share in made.shares(largest=largest))
    return f"{' '.join(found.names)} {found.value:g} in {found.share:.3f}; alone: {alone}"


def test_means_are_those_of_cases_drawn_with_replacement():
    scores = rng().random((2, 3, 7))
    drawn = rng(5).multinomial(7, np.full(7, 1 / 7), size=40)
    for times, means in zip(drawn, resampled_means(scores, rng=rng(5), n_resamples=40), strict=True):
        np.testing.assert_allclose(means, np.repeat(scores, times, axis=2).mean(axis=2), atol=1e-11)


@pytest.mark.parametrize("groups", [400, 150])
def test_means_vary_as_the_central_limit_theorem_says(monkeypatch, groups):
    monkeypatch.setattr(superlatives, "GROUPS", groups)
    scores = rng(2).gamma(2, size=400)
    means = resampled_means(scores, rng=rng(3), n_resamples=4000)
    assert means.std() == pytest.approx(scores.std() / 20, rel=0.05 if groups == 400 else 0.15)
    assert means.mean() == pytest.approx(scores.mean(), abs=5 * scores.std() / 20 / 4000**0.5)


@reviewed(__file__)
def test_what_is_first_is_counted_over_resamples_and_what_has_no_interval_and_no_size_is_refused(made, words):
    assert said(made, globals()) == words
