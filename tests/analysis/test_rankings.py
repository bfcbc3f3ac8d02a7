"""Rankings of runs by measures: how alike, how consistent, over other cases; by loops and SciPy."""

# ruff: noqa: F401 - the text uses what is imported

import numpy as np
import pytest
from scipy import stats

from ordquant_core.analysis.agreement import (
    agreement,
    average_similarity,
    averaged,
    information,
    information_left_to_frame,
    order_by_similarity,
    remaining_information,
    runs_over_cases,
    similarity_over_cases,
)
from ordquant_core.analysis.consistency import (
    cases_needed,
    consistency,
    consistency_experiment,
    curve,
    draw_splits,
    usual_sizes,
)
from ordquant_core.analysis.consistency_over_cases import (
    ResampledTaus,
    compare_resampled,
    mean_taus,
    taus_over_tasks,
)
from ordquant_core.errors import OrdquantError
from tests.analysis.made_up import made_up_scores, rng, scores_of
from tests.reviewed import reviewed, said


def test_all_measures_that_a_measure_is_most_like_are_named():
    other, twice = rng().random((2, 6, 12))
    scores = scores_of([np.full((6, 12), 0.5), other, twice, 2 * twice])
    found = agreement(scores)
    rows = averaged([found]).to_frame(similarity_over_cases([scores], seed=0)).set_index("measure")
    assert rows["most_like"].to_dict() == {"M1": "", "M2": "M3, M4", "M3": "M4", "M4": "M3"}
    assert rows["tau"].loc[["M2", "M3", "M4"]].tolist() == pytest.approx([found.tau[1, 2], 1, 1])
    assert np.isnan(rows["tau"]["M1"])


def test_a_measure_that_ties_all_runs_has_no_tau_and_is_left_out_of_averages():
    values = rng().random((3, 4, 5))
    values[1] = 0.5
    found, whole = agreement(scores_of(values)), agreement(made_up_scores(runs=4, cases=5))
    assert np.isnan([*found.tau[1], *found.tau[:, 1], found.average_similarity[1]]).all()
    assert found.average_similarity[0] == found.tau[0, 2]
    both = averaged([found, whole])
    assert both.counted[0].tolist() == [2, 1, 2]
    assert both.tau[0, 1] == whole.tau[0, 1]
    both_similar = (found.average_similarity[0] + whole.average_similarity[0]) / 2
    assert both.average_similarity[0] == pytest.approx(both_similar)
    assert both.tau[0, 2] == pytest.approx((found.tau[0, 2] + whole.tau[0, 2]) / 2)


def test_similar_measures_stand_side_by_side_and_the_one_that_is_least_like_the_others_is_the_last():
    groups = np.array([0, 1, 0, 2, 1, 0])  # of measures; 3 is by itself
    similar = np.where(groups[:, None] == groups, 0.9, 0.6)
    similar[3] = similar[:, 3] = 0.1
    order = order_by_similarity(similar)
    assert (sorted(order), order[-1]) == ([*range(6)], 3)
    assert (np.diff(groups[order]) != 0).sum() == 2
    back = [5 - place for place in order_by_similarity(similar[::-1, ::-1])]
    assert back[-1] == 3


# Consistency


@pytest.mark.parametrize(("n", "size"), [(11, None), (15, 4)])
def test_taus_of_splits_are_those_of_a_direct_computation(n, size):
    scores = made_up_scores(cases=n, noise=0.3)
    splits, half = draw_splits(n, 15, rng()), (n + 1) // 2
    assert (np.sort(splits, axis=1) == np.arange(n)).all()
    found = consistency(scores, splits, size=size)
    first, second = ([order[start:][: size or half].tolist() for order in splits] for start in (0, half))
    means = [[layer[:, cases].mean(axis=1) for layer in scores.values] for both in (first, second) for cases in both]
    pairs = zip(means[:15], means[15:], strict=True)
    expected = [[stats.kendalltau(a, b).statistic for a, b in zip(*pair, strict=True)] for pair in pairs]
    np.testing.assert_allclose(found.taus, expected, atol=1e-12)
    assert (found.size, found.n_cases, found.n_splits) == (size, (len(first[0]), len(second[0])), 15)
    np.testing.assert_allclose(found.means, np.mean(expected, axis=0))
    np.testing.assert_allclose(found.spread, np.std(expected, axis=0, ddof=1))
    assert np.isnan(consistency(scores, splits[:1]).spread).all()


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
    assert (len(found.taus), found.undefined.tolist(), found.n_splits) == (sum(separated), [0, 40 - sum(separated)], 40)
    assert (found.taus[:, 0] == 1).all()
    grown = curve(scores_of(values), splits, (1, 4))
    assert grown.undefined[1].tolist() == found.undefined.tolist()
    assert grown.means[:, 0].tolist() == [1, 1]
    assert grown.means[1, 1] == pytest.approx(found.means[1])


def test_a_curve_holds_the_mean_of_every_size_and_the_smallest_size_reaches_a_target():
    scores = made_up_scores(measures=4, runs=6, cases=60, noise=0.5)
    splits = draw_splits(60, 60, rng())
    found = curve(scores, splits, usual_sizes(60))
    means = [consistency(scores, splits, size=size).means for size in range(1, 31)]
    assert (found.sizes, found.n_splits) == ((1, 2, 3, 5, 7, 10, 15, 20, 30), 60)
    np.testing.assert_allclose(found.means, [means[size - 1] for size in found.sizes])
    for target in (-1, 0.3, 0.5, 0.6, 1.1):
        for m, size in enumerate(cases_needed(scores, splits, found, target)):
            if size is None:
                assert (found.means[:, m] < target).all()
            else:
                assert means[size - 1][m] >= target
                assert size == 1 or means[size - 2][m] < target
    assert len(set(cases_needed(scores, splits, found, 0.5))) > 1


def test_means_that_move_are_ranked_as_kendalls_tau_ranks_them():
    """The mean tau of moved means is that of a loop over splits and pairs, where moving makes no new ties."""
    chance = rng(3)
    first, second, shifts = chance.random((7, 5)), chance.random((7, 5)), 0.3 * chance.standard_normal((4, 5))
    first[3] = 0.2  # on this split all runs tie: it is left out
    for one, value in zip(shifts, mean_taus(first, second, shifts), strict=True):
        taus = [stats.kendalltau(a + one, b + one).statistic for a, b in zip(first, second, strict=True)]
        assert value == pytest.approx(np.mean(np.delete(taus, 3)))


@pytest.mark.parametrize("n_cases", [11, 12])
def test_measures_are_compared_by_the_largest_deviation_of_any_pair(n_cases):
    """The definition in loops: D* of every pair against its spread, joined with the error of the splits."""
    chance = rng(6)
    taus = chance.random((25, 4)) + np.array([0, 0.1, 1.2, 0.4])
    moved = 0.1 * chance.standard_normal((60, 4)) + np.array([3, 1, 0, 0])
    ties = np.array([0, 0.05, 0, 0.06])
    found = compare_resampled(tuple("abcd"), 7, taus, moved, ties, n_cases)
    means, pairs = taus.mean(axis=0), [(0, 1), (0, 2), (1, 2)]
    gaps = {(i, j): moved[:, i] - moved[:, j] - (moved[:, i] - moved[:, j]).mean() for i, j in pairs}
    largest = np.max([np.abs(gap) / gap.std(ddof=1) for gap in gaps.values()], axis=0)
    for (i, j), gap in gaps.items():
        error = np.hypot(gap.std(ddof=1), (taus[:, i] - taus[:, j]).std(ddof=1) / 5)
        p = (1 + (largest >= abs(means[i] - means[j]) / error).sum()) / 61
        expected = p if n_cases > 11 else np.nan
        np.testing.assert_allclose([found.p_values[i, j], found.p_values[j, i]], expected)
        for alpha in (0.05, 0.3, 0.9):
            half = found.half_widths(alpha)[i, j]
            assert np.isnan(half) if n_cases < 12 else (abs(means[i] - means[j]) > half) == (p < alpha)
    assert np.isnan(found.p_values[3]).all()  # too many ties
    np.testing.assert_allclose(found.differences, np.subtract.outer(means, means))
    np.testing.assert_allclose(found.taus.resampled[:, :3].mean(axis=0), means[:3])
    assert found.enough == (n_cases == 12)
    assert found.outperformed(0.1)[2] == ((0, 1) if n_cases == 12 else ())
    half = compare_resampled(tuple("abcd"), None, taus[:1], moved, ties, 12)  # one split has no error of its own
    assert half.errors[0, 1] == pytest.approx(gaps[0, 1].std(ddof=1))


def test_a_measure_by_which_runs_tie_in_the_rankings_is_not_tested_and_equal_runs_do_not_count_as_ties():
    values = made_up_scores(measures=3, cases=20).values.copy()
    values[:, 1] = values[:, 0]  # the same run twice: it ties on any cases
    values[2] = 0.0
    values[2, 2, 4] = values[2, 3, 5] = 0.5  # by this measure one case separates a run from others
    found = consistency_experiment(scores_of(values), size=5, n_splits=40, seed=1)
    for _, test in map(found.by, ("half", "small")):
        assert np.isnan(test.taus.values).tolist() == [False, False, True]
        assert np.isnan(test.p_values).tolist() == [[False, False, True]] * 2 + [[True] * 3]
        assert 2 not in {*test.outperformed()[0], *test.outperformed()[1]}
    both = taus_over_tasks([found.half_test, found.small_test])
    tests = [found.half_test.taus, found.small_test.taus]
    np.testing.assert_allclose(both.values[:2], np.mean([one.values[:2] for one in tests], axis=0))
    np.testing.assert_allclose(both.resampled[1:, 0], (tests[0].resampled[1:, 0] + tests[1].resampled[:-1, 0]) / 2)


def unmoved(size):
    """Return the mean taus where no mean moves, those of the splits, and how many pairs tie, as they do often."""
    scores, splits = scores_of(rng(2).integers(0, 3, size=(2, 5, 15))), draw_splits(15, 20, rng())
    work = ResampledTaus(scores.values, splits, np.zeros((1, 2, 5)), size)
    ((one,), ties), ((other,), more) = map(work, range(2))
    return np.round([[one, other], consistency(scores, splits, size=size).means, [ties, more]], 6).tolist()


def left():
    """Return what two measures share and others leave of it: of one task, of two, and of none."""
    scores = made_up_scores(4, 8, 9, noise=0.5)
    one, other = (remaining_information(scores, ["M1", "M2"], [key], rng=rng()) for key in ("M3", "M4"))
    frame = information_left_to_frame({"M3": [one, None], "M4": [other, one], "none": [None]})
    return frame.round(6).to_dict("records")


TASKS = [made_up_scores(runs=6, cases=20, noise=0.3), made_up_scores(runs=5, cases=30, noise=0.2, seed=2)]
SPLITS = draw_splits(24, 5, rng())


@reviewed(__file__)
def test_what_others_leave_and_other_cases_give_is_as_was_reviewed_and_what_cannot_be_ranked_is_refused(made, words):
    assert said(made, globals()) == words
