"""Rankings of runs by measures: how alike, how consistent, over other cases; loops, SciPy and what the papers print."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from ordquant_core.analysis.agreement import (
    Agreement,
    agreement,
    average_similarity,  # noqa: F401 - the text uses it
    averaged,
    information,
    information_left_to_frame,
    mean_scores,
    moving_most,
    order_by_similarity,
    part_of,
    ranks,
    remaining_information,
    runs_over_cases,
    similarity_over_cases,
)
from ordquant_core.analysis.consistency import (
    cases_needed,
    compare_over_splits,
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
    resampled_shifts,
    taus_over_tasks,
)
from ordquant_core.errors import OrdquantError
from ordquant_core.papers.experiments import DATA_SETS, MEASURES_OF_VARIANTS
from ordquant_core.papers.printed import numbers_at
from ordquant_core.statistics.information import information_left, information_tau
from ordquant_core.statistics.layout import spread_of_means
from tests.analysis.made_up import made_up_scores, rng, scores_of
from tests.reviewed import reviewed, said


def printed(reference):
    return [one.value for one in numbers_at("sakai2022", reference)]


def printed_agreement(place):
    """Return the taus that the study prints for a task, of which the runs are not counted."""
    tau = np.eye(9)
    tau[np.triu_indices(9, 1)] = printed(f"Table {3 + 2 * place}: τ")
    tau = np.maximum(tau, tau.T)
    return Agreement(MEASURES_OF_VARIANTS, 0, tau, tau, tau, tau, tau)


def test_averages_follow_from_the_printed_taus():
    tasks = [printed_agreement(place) for place in range(len(DATA_SETS))]
    for place, (task, found) in enumerate(zip(DATA_SETS, tasks, strict=True)):  # printed numbers are rounded twice
        expected = printed(f"Table {4 + 2 * place}: {task.name}")
        np.testing.assert_allclose(found.average_similarity, expected, atol=0.0011)
    every = averaged(tasks)
    np.testing.assert_allclose(every.tau[np.triu_indices(9, 1)], printed("Table 19: "), atol=0.0011)
    np.testing.assert_allclose(every.average_similarity, printed("Table 20: "), atol=0.0011)
    assert (every.counted == 8).all()


def test_taus_and_shared_information_are_those_between_mean_scores():
    scores = made_up_scores(4, 9, 11, noise=0.4)
    found, left, means = agreement(scores), information(scores, given=["M4"]), mean_scores(scores)
    for i, j in np.ndindex(3, 3):
        assert found.tau[i, j] == pytest.approx(stats.kendalltau(means[i], means[j]).statistic, abs=1e-12)
        bits = information_tau(means[i], means[j], given=[means[3]]).bits
        assert left.bits[i, j] == pytest.approx(bits, abs=1e-12)
    assert (found.n_runs, left.measures) == (len(scores.runs), scores.measures[:3])
    part = part_of(found, scores.measures[2::-2])
    assert (part.tau[0, 1], part.high_long_cliff[0, 1]) == (found.tau[0, 2], found.high_long_cliff[0, 2])


def test_what_measures_share_is_given_beside_what_others_leave_of_it():
    scores = made_up_scores(4, 8, 9, noise=0.5)
    means = mean_scores(scores)
    found = [remaining_information(scores, ["M1", "M2"], [key], rng=rng()) for key in ("M3", "M4")]
    assert found[0] == information_left(means[0], means[1], [means[2]], rng=rng())
    frame = information_left_to_frame({"M3": [found[0], None], "M4": [found[1], found[0]], "none": [None]})
    by_key = frame.set_index("given")
    assert by_key.loc["M4", "left"] == pytest.approx((found[0].left + found[1].left) / 2)
    row = [found[0].left, found[0].left_by_chance, found[0].alone, str(found[0].pairs)]
    assert by_key.loc["M3", ["left", "left_by_chance", "shared", "of_pairs"]].tolist() == row
    assert frame["left"].is_monotonic_increasing or frame["left"].isna().tolist() == [False, False, True]
    assert frame["given"].tolist()[-1] == "none"


def test_places_are_those_of_pandas():
    means = rng(2).integers(0, 4, size=(3, 9)) / 7
    np.testing.assert_array_equal(ranks(means), pd.DataFrame(means).rank(axis=1, method="min").to_numpy())
    assert ranks(np.array([0.1 + 0.2, 0.3, np.inf])).tolist() == [1, 1, 3]
    places = np.array([[1, 2, 3, 4, 5, 6, 7], [7, 2, 3, 4, 6, 5, 1]])
    assert {*moving_most(places)} == {0, 6}


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
    assert order_by_similarity(np.eye(2)) == [0, 1]
    assert order_by_similarity(np.full((3, 3), np.nan)) == [0, 1, 2]
    unknown = np.array([[1, np.nan, 0.9], [np.nan, 1, np.nan], [0.9, np.nan, 1]])
    assert sorted(order_by_similarity(unknown)[:2]) == [0, 2]


# Over resampled cases

TASKS = [made_up_scores(runs=6, cases=20, noise=0.3), made_up_scores(runs=5, cases=30, noise=0.2, seed=2)]


def resampled(tasks, seed, number=12):
    """Yield the tasks with the cases of the first resamples, drawn as the analyses draw them."""
    chance = rng(seed)
    sizes = [len(scores.cases) for scores in tasks]
    times = [chance.multinomial(size, np.full(size, 1 / size), size=1000) for size in sizes]
    for each in list(zip(*times, strict=True))[:number]:
        yield [
            scores_of(np.repeat(scores.values, of_task, axis=2), scores.measures)
            for scores, of_task in zip(tasks, each, strict=True)
        ]


def similarities(scores):
    means = scores.values.mean(axis=2).round(12)
    taus = [[stats.kendalltau(one, other).statistic for other in means] for one in means]
    return [np.mean(np.delete(row, m)) for m, row in enumerate(taus)]


def test_similarities_and_means_are_those_of_a_loop_over_resamples():
    found, runs = similarity_over_cases(TASKS, seed=4), runs_over_cases(TASKS[0], "M2", seed=4)
    np.testing.assert_allclose(found.values, np.mean([*map(similarities, TASKS)], axis=0))
    np.testing.assert_allclose(runs.values, TASKS[0].values[1].mean(axis=1))
    assert (found.n_cases, found.names, runs.n_cases, runs.names) == (20, ("M1", "M2", "M3"), 20, TASKS[0].runs)
    for row, tasks in zip(found.resampled, resampled(TASKS, 4), strict=False):
        np.testing.assert_allclose(row, np.nanmean([*map(similarities, tasks)], axis=0))
    for row, (scores,) in zip(runs.resampled, resampled(TASKS[:1], 4), strict=False):
        np.testing.assert_allclose(row, scores.values[1].mean(axis=1))


# Consistency


def by_hand(scores, first, second):
    taus = []
    for layer in scores.values:
        means = [[sum(run[case] for case in cases) / len(cases) for run in layer] for cases in (first, second)]
        taus.append(stats.kendalltau(*means).statistic)
    return taus


@pytest.mark.parametrize(("n", "size"), [(11, None), (15, 4)])
def test_taus_of_splits_are_those_of_a_direct_computation(n, size):
    scores = made_up_scores(cases=n, noise=0.3)
    splits, half = draw_splits(n, 15, rng()), (n + 1) // 2
    assert (np.sort(splits, axis=1) == np.arange(n)).all()
    found = consistency(scores, splits, size=size)
    sets = [(order[: size or half], order[half : half + size if size else n]) for order in splits]
    expected = [by_hand(scores, *both) for both in sets]
    np.testing.assert_allclose(found.taus, expected, atol=1e-12)
    assert found.n_cases == (len(sets[0][0]), len(sets[0][1]))
    assert (found.size, found.n_splits, found.undefined.tolist()) == (size, 15, [0] * len(scores.measures))
    np.testing.assert_allclose(found.means, np.mean(expected, axis=0))
    np.testing.assert_allclose(found.spread, np.std(expected, axis=0, ddof=1))
    test = compare_over_splits(found, n_trials=50, rng=rng())
    np.testing.assert_allclose(test.differences[0], np.subtract.outer(found.means, found.means))
    assert np.isnan(consistency(scores, draw_splits(n, 1, rng())).spread).all()
    two = consistency(scores, splits[:2])
    assert two.spread == pytest.approx(np.abs(two.taus[0] - two.taus[1]) / 2**0.5)


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
    assert (found.sizes, found.n_splits) == ((1, 2, 3, 5, 7, 10, 15, 20, 30), 60)
    for size, means in zip(found.sizes, found.means, strict=True):
        np.testing.assert_allclose(means, consistency(scores, splits, size=size).means)
    assert found.to_frame()["tau"].tolist() == found.means.ravel().tolist()
    for target in (0.3, 0.5, 0.6):
        for m, size in enumerate(cases_needed(scores, splits, found, target)):
            if size is None:
                assert (found.means[:, m] < target).all()
                continue
            assert consistency(scores, splits, size=size).means[m] >= target
            assert size == 1 or consistency(scores, splits, size=size - 1).means[m] < target
    assert cases_needed(scores, splits, found, -1) == (1, 1, 1, 1)
    assert cases_needed(scores, splits, found, 1.1) == (None,) * 4
    assert len(set(cases_needed(scores, splits, found, 0.5))) > 1


def test_means_that_move_are_ranked_as_kendalls_tau_ranks_them():
    """The mean tau of moved means is that of a loop over splits and pairs, where moving makes no new ties."""
    chance = rng(3)
    first, second, shifts = chance.random((7, 5)), chance.random((7, 5)), 0.3 * chance.standard_normal((4, 5))
    first[3] = 0.2  # on this split all runs tie: it is left out
    for one, value in zip(shifts, mean_taus(first, second, shifts), strict=True):
        taus = [stats.kendalltau(a + one, b + one).statistic for a, b in zip(first, second, strict=True)]
        assert value == pytest.approx(np.mean(np.delete(taus, 3)))


@pytest.mark.parametrize("size", [None, 4])
def test_where_no_mean_moves_the_mean_tau_is_that_of_the_splits_and_ties_are_counted(size):
    scores = scores_of(rng(2).integers(0, 3, size=(2, 5, 15)))  # means tie often
    splits, pairs = draw_splits(15, 20, rng()), np.triu_indices(5, 1)
    found = consistency(scores, splits, size=size)
    work = ResampledTaus(scores.values, splits, np.zeros((3, 2, 5)), size)
    for m, layer in enumerate(scores.values):
        taus, ties = work(m)
        assert taus == pytest.approx([found.means[m]] * 3)
        both = slice(size or 8), slice(8, 8 + (size or 7))
        sets = [layer[:, order[at]].mean(axis=1) for order in splits for at in both]
        gaps = [np.subtract.outer(means, means)[pairs].round(12) for means in sets]
        assert ties == np.mean(np.array(gaps) == 0) > 0


def test_cases_move_the_means_and_shrink_what_sets_them_apart():
    values = made_up_scores(2, 4, 15, noise=0.3).values
    found = resampled_shifts(values, n_resamples=9, rng=rng(2))
    drawn = rng(2).multinomial(15, np.full(15, 1 / 15), size=9)
    means = values.mean(axis=2)
    for m, layer in enumerate(values):
        distances = means[m] - means[m].mean()
        noise = np.mean([(run - layer.mean(axis=0)).var(ddof=1) for run in layer]) / 15
        kept = max(0, 1 - noise / np.mean(distances**2)) ** 0.5
        assert spread_of_means(values)[1][m] == pytest.approx(noise)
        for times, shift in zip(drawn, found[:, m], strict=True):
            moved = np.repeat(layer, times, axis=1).mean(axis=1) - means[m]
            np.testing.assert_allclose(shift, moved + (kept - 1) * distances, atol=1e-12)


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


SPLITS = draw_splits(24, 5, rng())


@reviewed(__file__)
def test_what_cannot_be_ranked_is_refused(made, words):
    assert said(made, globals()) == words
