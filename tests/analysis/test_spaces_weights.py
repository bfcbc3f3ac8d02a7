"""The weights of vote counts: they sum to 1, mirror images count as one, a task's gold gives its own shape."""

from pathlib import Path

import numpy as np
import pytest

from ordquant_core.analysis.comparison import signs
from ordquant_core.analysis.spaces.compare_estimators import EstimatorComparison, deltas_on, preferences_on
from ordquant_core.analysis.spaces.gold_distributions import Estimator, all_distributions
from ordquant_core.analysis.spaces.weights import WEIGHTINGS, EveryOnce, MirrorImages, count_merged, shape_of
from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.formats import parse_gold
from ordquant_core.measures.registry import MAIN_MEASURES, get_measures
from ordquant_core.records import Task

ROOT = Path(__file__).parents[2]
REAL_GOLD = ROOT.parent / "shared" / "data" / "stc3" / "gold_test.json"
POPULARITY, UNIFORM = Estimator("popularity"), Estimator("uniform")
SPACES = [(1, 2), (4, 2), (5, 3), (6, 4), (7, 4), (5, 5), (2, 11)]


def task_of(votes, name="made up", gold=None):
    votes = None if votes is None else np.array(votes)
    gold = votes / votes.sum(axis=1, keepdims=True) if gold is None else np.array(gold)
    cases = tuple(map(str, range(len(gold))))
    classes = tuple(map(str, range(gold.shape[1])))
    return Task(name, None, classes, cases, gold, votes, (), np.zeros((0, *gold.shape)))


def sample(name="dialogue-quality", data=None, **how):
    path = data or ROOT / "assets" / "samples" / name / "gold.csv"
    return task_of(parse_gold(path.read_bytes(), path.name, **how).votes, name)


def weightings(n_classes):
    chance = np.random.default_rng(n_classes)
    return [EveryOnce(), MirrorImages(), shape_of(task_of(chance.integers(0, 5, (9, n_classes)) + 1))]


@pytest.mark.parametrize(("n_votes", "n_classes"), SPACES)
def test_the_weights_of_a_space_sum_to_1_in_blocks_too(n_votes, n_classes):
    votes = all_distributions(n_votes, n_classes)
    assert [one.key for one in weightings(n_classes)] == list(WEIGHTINGS)
    for weighting in weightings(n_classes):
        weights = weighting.of(votes)
        assert weights.sum() == pytest.approx(1, abs=1e-12)
        halves = np.array_split(all_distributions(n_votes, n_classes), 2, axis=1)
        np.testing.assert_allclose(np.concatenate([weighting.of(half) for half in halves]), weights, rtol=1e-12)


@pytest.mark.parametrize(("n_votes", "n_classes"), SPACES)
def test_merged_mirror_images_are_counted_one_by_one(n_votes, n_classes):
    rows = [tuple(row) for row in all_distributions(n_votes, n_classes).T.tolist()]
    assert count_merged(n_votes, n_classes) == len({min(row, row[::-1]) for row in rows})


def test_every_vote_count_once_gives_the_shares_of_the_counts():
    given = EstimatorComparison(9, 4, POPULARITY, UNIFORM, weighting=EveryOnce()).finish()
    left_out = EstimatorComparison(9, 4, POPULARITY, UNIFORM).finish()
    assert (given.joint == left_out.joint).all()
    for compared in (given, left_out):
        np.testing.assert_allclose(compared.weight, compared.joint / 220, atol=1e-12)
        found = compared.preferences
        np.testing.assert_allclose(
            220 * compared.weighted_preferences, np.stack([found.prefers_a, found.ties, found.prefers_b], 1), atol=1e-9
        )
        np.testing.assert_allclose(220 * compared.weighted_disagreements(), compared.disagreements(), atol=1e-9)
        np.testing.assert_allclose(
            220 * compared.weighted_by_shape("NMD", "JSD"), compared.by_shape("NMD", "JSD"), atol=1e-9
        )
        counts = compared.quadrants("NMD", "RNOD")
        assert compared.weighted_disagreement("NMD", "RNOD") == pytest.approx(
            (counts.second / 220, counts.fourth / 220)
        )


@pytest.mark.parametrize("weighting", weightings(4), ids=lambda one: one.key)
def test_weighted_shares_are_sums_of_weights(weighting):
    median = Estimator("median")
    compared = EstimatorComparison(9, 4, POPULARITY, median, weighting=weighting).finish()
    votes = all_distributions(9, 4)
    weights, sides = weighting.of(votes), signs(deltas_on(votes, POPULARITY, median, get_measures(MAIN_MEASURES)))
    expected = np.stack([(weights * (sides == side)).sum(axis=1) for side in (-1, 0, 1)], axis=1)
    np.testing.assert_allclose(compared.weighted_preferences, expected, atol=1e-12)
    i, j = compared.index("NMD"), compared.index("JSD")
    assert compared.weighted_disagreements()[i, j] == pytest.approx(weights[sides[i] * sides[j] == -1].sum(), abs=1e-12)
    assert compared.weighted_by_shape("NMD", "JSD").sum() == pytest.approx(1, abs=1e-12)
    assert sum(compared.weighted_disagreement("NMD", "JSD")) == pytest.approx(compared.weighted_disagreements()[i, j])
    assert (compared.joint == EstimatorComparison(9, 4, POPULARITY, median).finish().joint).all()


def test_merged_pairs_count_once_where_both_images_have_the_same_preference():
    compared = EstimatorComparison(8, 5, POPULARITY, UNIFORM, weighting=MirrorImages()).finish()
    votes = all_distributions(8, 5)
    first = [place for place, row in enumerate(votes.T.tolist()) if row <= row[::-1]]  # one image of each pair
    counted = preferences_on(votes.T[first], POPULARITY, UNIFORM, MAIN_MEASURES)
    assert counted.sum(axis=1).tolist() == [count_merged(8, 5)] * len(MAIN_MEASURES)
    np.testing.assert_allclose(count_merged(8, 5) * compared.weighted_preferences, counted, atol=1e-9)


def test_images_with_different_preferences_count_half_each_by_hand():
    # 1 vote, 2 classes, always estimated as (1, 0) against Uniform: (1, 0) prefers A, its image (0, 1) prefers B.
    compared = EstimatorComparison(
        1, 2, Estimator("fixed", (1, 0)), UNIFORM, ["NMD"], weighting=MirrorImages()
    ).finish()
    assert compared.weighted_preferences.tolist() == [[0.5, 0.0, 0.5]]
    # With 2 votes (1, 1) is its own image and prefers Uniform: 1 of 2, and half of the other pair.
    compared = EstimatorComparison(
        2, 2, Estimator("fixed", (1, 0)), UNIFORM, ["NMD"], weighting=MirrorImages()
    ).finish()
    assert compared.weighted_preferences.tolist() == [[0.25, 0.0, 0.75]]


def share_of(weighting, n_votes):
    compared = EstimatorComparison(n_votes, 5, POPULARITY, UNIFORM, ["NMD"], weighting=weighting).finish()
    return compared.weighted_preferences[0]


def check_the_contradiction(task, n_votes):
    own = preferences_on(task.votes, POPULARITY, UNIFORM, ["NMD"])[0] / len(task.cases)
    once, shaped = share_of(None, n_votes), share_of(shape_of(task), n_votes)
    assert once[0] < once[2]
    assert own[0] > own[2]
    assert shaped[0] > shaped[2]
    assert abs(shaped - own).max() < abs(once - own).max() / 4


def test_weights_by_the_gold_of_the_sample_prefer_the_other_estimator_as_its_cases_do():
    check_the_contradiction(sample(), 20)


@pytest.mark.skipif(not REAL_GOLD.exists(), reason="the official gold file is not here")
def test_so_do_weights_by_real_gold():
    check_the_contradiction(sample(data=REAL_GOLD, scale="A"), 19)


def test_a_task_with_other_classes_or_single_votes_is_refused_with_what_to_do():
    shape = shape_of(task_of([[2, 1, 0], [0, 1, 2]]))
    with pytest.raises(ShapeMismatchError, match=r"made up has 3 classes, these vote counts have 5\. Choose 3"):
        EstimatorComparison(4, 5, POPULARITY, UNIFORM, weighting=shape).finish()
    with pytest.raises(OrdquantError, match=r"The gold of the task made up gives no weights\. Every case has a single"):
        shape_of(task_of([[1, 0], [0, 1]]))
