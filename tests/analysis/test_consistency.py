"""Consistency of system rankings: direct loops with SciPy's tau as witness, and what must hold whatever the data."""

import numpy as np
import pytest
from scipy import stats

from ordquant_core.analysis.consistency import (
    cases_needed,
    compare_over_splits,
    consistency,
    consistency_experiment,
    curve,
    draw_splits,
    usual_sizes,
)
from ordquant_core.analysis.consistency_over_cases import mean_taus, taus_over_tasks
from ordquant_core.analysis.scoring import score
from ordquant_core.errors import OrdquantError
from ordquant_core.statistics import rank_correlation, resampling
from tests.analysis.made_up import llmjudge, made_up_scores, scores_of
from tests.statistics.simulations.consistency_over_cases import made


def rng(seed=1):
    return np.random.default_rng(seed)


def by_hand(scores, order, first, second):
    taus = []
    for layer in scores.values:
        means = [[sum(run[case] for case in cases) / len(cases) for run in layer] for cases in (first, second)]
        taus.append(stats.kendalltau(*means).statistic)
    return taus


@pytest.mark.parametrize("cases", [10, 11])
def test_taus_of_halves_are_those_of_a_direct_computation(cases):
    scores = made_up_scores(cases=cases, noise=0.3)
    splits = draw_splits(cases, 20, rng())
    found = consistency(scores, splits)
    half = (cases + 1) // 2
    expected = [by_hand(scores, order, order[:half], order[half:]) for order in splits]
    np.testing.assert_allclose(found.taus, expected, atol=1e-12)
    np.testing.assert_allclose(found.means, np.mean(expected, axis=0))
    assert found.n_cases == (half, cases - half)
    assert (found.size, found.n_splits, found.undefined.tolist()) == (None, 20, [0, 0, 0])


def test_taus_of_small_sets_are_those_of_two_disjoint_sets():
    scores = made_up_scores(cases=15, noise=0.3)
    splits = draw_splits(15, 12, rng())
    found = consistency(scores, splits, size=4)
    expected = [by_hand(scores, order, order[:4], order[8:12]) for order in splits]
    np.testing.assert_allclose(found.taus, expected, atol=1e-12)
    assert found.n_cases == (4, 4)


def test_a_split_on_which_all_runs_tie_counts_for_no_measure_and_is_reported():
    values = np.ones((2, 3, 8))
    values[0] += np.arange(3)[:, None]
    values[1, 0, 0] = 2  # by measure 2, runs differ on case 0 only: one of two sets ties always
    with pytest.raises(OrdquantError, match="all runs tie by M2"):
        consistency(scores_of(values), draw_splits(8, 10, rng()))
    values[1, 1, 3] = 0  # now both sets differ where case 0 and case 3 are in different halves
    splits = draw_splits(8, 40, rng())
    found = consistency(scores_of(values), splits)
    separated = [(0 in order[:4]) != (3 in order[:4]) for order in splits.tolist()]
    assert len(found.taus) == sum(separated)
    assert found.undefined.tolist() == [0, 40 - sum(separated)]
    assert (found.taus[:, 0] == 1).all()
    assert found.n_splits == 40


def test_runs_that_never_change_places_are_perfectly_consistent():
    difficulty = rng().random(12)
    scores = scores_of([[difficulty, difficulty + 1, difficulty + 9, difficulty + 2]])
    # shifts larger than any difficulty: each set ranks the same
    assert (consistency(scores, draw_splits(12, 30, rng())).taus == 1).all()


def test_the_test_of_the_study_is_blocked_by_the_splits():
    scores = made_up_scores(measures=3, cases=20, noise=0.2)
    noisy = scores.values.copy()
    noisy[2] += rng(9).normal(0, 1, noisy[2].shape)
    found = consistency(scores_of(noisy), draw_splits(20, 200, rng()))
    test = compare_over_splits(found, n_trials=400, rng=rng())
    expected = resampling.randomised_tukey_hsd(found.taus.T[None], n_trials=400, rng=rng())
    np.testing.assert_array_equal(test.p_values, expected.p_values)
    np.testing.assert_allclose(test.differences[0, 0, 2], found.means[0] - found.means[2])
    assert test.p_values[0, 0, 2] < 0.05


@pytest.mark.parametrize(("threads", "portion"), [(1, 3), (2, 10_000)])
def test_results_are_the_same_to_the_digit_whatever_the_chunking_and_the_threads(monkeypatch, threads, portion):
    scores = made_up_scores(cases=17)
    whole = consistency(scores, draw_splits(17, 300, rng()))
    test = compare_over_splits(whole, n_trials=300, rng=rng())
    monkeypatch.setattr(resampling, "THREADS", threads)
    monkeypatch.setattr(resampling, "CHUNK", 1000)
    monkeypatch.setattr(rank_correlation, "PORTION", portion)
    again = consistency(scores, draw_splits(17, 300, rng()))
    np.testing.assert_array_equal(again.taus, whole.taus)
    np.testing.assert_array_equal(compare_over_splits(again, n_trials=300, rng=rng()).p_values, test.p_values)


def test_a_curve_holds_the_mean_of_every_size():
    scores = made_up_scores(cases=24, noise=0.3)
    splits = draw_splits(24, 30, rng())
    found = curve(scores, splits, (3, 6, 12))
    for size, means in zip((3, 6, 12), found.means, strict=True):
        np.testing.assert_allclose(means, consistency(scores, splits, size=size).means)
    assert (found.sizes, found.n_splits) == ((3, 6, 12), 30)
    assert found.means[2].mean() > found.means[0].mean()


def test_splits_without_a_tau_are_left_out_of_a_curve_and_counted():
    values = np.ones((1, 3, 8))
    values[0, 0, :4] = 2
    splits = draw_splits(8, 50, rng())
    found = curve(scores_of(values), splits, (1, 2))
    tied = [(order[0] >= 4) or (order[4] >= 4) for order in splits.tolist()]
    assert found.undefined[0].tolist() == [sum(tied)]
    assert found.means[0, 0] == pytest.approx(1)


def test_the_smallest_size_reaches_the_target_and_one_less_does_not():
    scores = made_up_scores(measures=4, runs=6, cases=60, noise=0.5)
    splits = draw_splits(60, 100, rng())
    found = curve(scores, splits, usual_sizes(60))
    for target in (0.3, 0.5, 0.6):
        for m, size in enumerate(cases_needed(scores, splits, found, target)):
            if size is None:
                assert (found.means[:, m] < target).all()
                continue
            assert consistency(scores, splits, size=size).means[m] >= target
            if size > 1:
                assert consistency(scores, splits, size=size - 1).means[m] < target
    assert cases_needed(scores, splits, found, -1) == (1, 1, 1, 1)
    assert cases_needed(scores, splits, found, 1.1) == (None,) * 4
    assert len(set(cases_needed(scores, splits, found, 0.5))) > 1


@pytest.mark.parametrize("size", [0, 13, -1])
def test_sets_that_do_not_fit_are_refused(size):
    scores = made_up_scores(cases=24)
    splits = draw_splits(24, 5, rng())
    with pytest.raises(OrdquantError, match="do not fit into 24; take 1 to 12"):
        consistency(scores, splits, size=size)
    with pytest.raises(OrdquantError, match="between 1 and 12"):
        curve(scores, splits, [size])


def test_one_run_infinite_scores_and_no_splits_are_refused():
    with pytest.raises(OrdquantError, match="1 run"):
        consistency(scores_of(np.zeros((1, 1, 4))), draw_splits(4, 5, rng()))
    with pytest.raises(OrdquantError, match="KLD is infinite"):
        consistency(scores_of(np.full((1, 2, 4), np.inf), ["KLD"]), draw_splits(4, 5, rng()))
    with pytest.raises(OrdquantError, match="one split"):
        draw_splits(4, 0, rng())


def test_real_rankings_of_several_teams_are_consistent_to_the_degree_a_direct_loop_finds():
    task = llmjudge()
    scores = score(task, ("NMD", "RNOD"))
    splits = draw_splits(25, 15, rng())
    found = consistency(scores, splits, size=10)
    expected = [by_hand(scores, order, order[:10], order[13:23]) for order in splits]
    np.testing.assert_allclose(found.taus, expected, atol=1e-12)


def test_means_that_move_are_ranked_as_kendalls_tau_ranks_them():
    """The mean tau of moved means is that of a loop over splits and pairs, where moving makes no new ties."""
    chance = rng(3)
    first, second, shifts = chance.random((7, 5)), chance.random((7, 5)), 0.3 * chance.standard_normal((4, 5))
    found = mean_taus(first, second, shifts)
    for one, value in zip(shifts, found, strict=True):
        taus = [stats.kendalltau(a + one, b + one).statistic for a, b in zip(first, second, strict=True)]
        assert value == pytest.approx(np.mean(taus))


def test_the_test_over_cases_is_simultaneous_and_symmetric():
    scores = made_up_scores(measures=3, cases=30)
    noisy = scores.values + np.array([0, 0.1, 2])[:, None, None] * rng(9).standard_normal(scores.values.shape)
    found = consistency_experiment(scores_of(noisy), size=5, n_splits=40, seed=1)
    for sets in ("half", "small"):
        one, test = found.by(sets)
        np.testing.assert_allclose(test.differences, np.subtract.outer(one.means, one.means), atol=1e-12)
        np.testing.assert_allclose(test.taus.resampled.mean(axis=0), test.taus.values)
        assert (test.p_values == test.p_values.T).all()
        assert (test.p_values.diagonal() == 1).all()
        for alpha in (0.01, 0.05, 0.3):  # intervals exclude 0 exactly where p is below alpha
            np.testing.assert_array_equal(np.abs(test.differences) > test.half_widths(alpha), test.p_values < alpha)
            better = test.outperformed(alpha)
            assert all(i not in better[j] for i in range(3) for j in better[i])
    assert 2 in found.half_test.outperformed()[0]
    assert found.half_test.outperformed()[2] == ()
    frame = found.pairs_to_frame(alpha=0.05).to_dict("list")
    assert frame["split"] == ["half"] * 3 + ["5"] * 3
    assert frame["tau_difference"][1] == found.half_test.differences[0, 2]
    width = found.half_test.half_widths()[0, 2]
    assert frame["high"][1] - frame["low"][1] == pytest.approx(2 * width)


def test_a_measure_by_which_runs_tie_in_the_rankings_is_not_tested_and_equal_runs_do_not_count_as_ties():
    scores = made_up_scores(measures=3, cases=20).values.copy()
    scores[:, 1] = scores[:, 0]  # the same run twice: it ties on any cases
    scores[2] = 0.0
    scores[2, 2, 4] = scores[2, 3, 5] = 0.5  # by this measure one case separates a run from others
    found = consistency_experiment(scores_of(scores), size=5, n_splits=40, seed=1)
    for _, test in map(found.by, ("half", "small")):
        assert np.isnan(test.taus.values).tolist() == [False, False, True]
        assert np.isnan(test.p_values).tolist() == [[False, False, True]] * 2 + [[True] * 3]
        assert np.isnan(test.half_widths()[2]).all()
        assert 2 not in {*test.outperformed()[0], *test.outperformed()[1]}


@pytest.mark.parametrize(("n_cases", "tested"), [(11, False), (12, True)])
def test_few_cases_are_not_tested(n_cases, tested):
    test = consistency_experiment(made_up_scores(measures=3, cases=n_cases), size=5, n_splits=40, seed=1).half_test
    assert test.enough == tested
    assert np.isfinite(test.p_values).all() == tested
    frame = test.to_frame()
    assert frame["tau_difference"].notna().all()
    assert frame["low"].isna().all() == frame["p"].isna().all() == (not tested)


def test_mean_taus_over_tasks_are_averaged_resample_by_resample():
    tests = [
        consistency_experiment(made_up_scores(measures=2, cases=30, noise=noise), size=5, n_splits=20, seed=1).half_test
        for noise in (0.2, 0.5)
    ]
    both = taus_over_tasks(tests)
    np.testing.assert_allclose(both.values, np.mean([test.taus.values for test in tests], axis=0))
    np.testing.assert_allclose(both.resampled.mean(axis=0), both.values)
    one = taus_over_tasks(tests[:1])
    np.testing.assert_array_equal(one.resampled, tests[0].taus.resampled)


def test_the_test_over_splits_finds_equally_consistent_measures_to_differ_and_that_over_cases_does_not():
    """Design of our statistics, C2: 0.78 and 0.02 of tasks with 8 runs and 50 cases; `make simulate` has more."""
    chance = rng(1)
    alike = [made((0.5, 0.5), 0.5, 50, chance, 8) for _ in range(20)]
    found = [consistency_experiment(scores, size=10, n_splits=300, seed=1) for scores in alike]
    by_splits = [compare_over_splits(one.half, n_trials=200, rng=chance).p_values[0, 0, 1] < 0.05 for one in found]
    assert sum(by_splits) >= 10
    assert sum(any(one.half_test.outperformed()) for one in found) <= 2
