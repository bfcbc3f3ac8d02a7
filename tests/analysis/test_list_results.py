"""The results of ranked lists: ranks, pairs of runs and topics, from loops over small collections."""

from itertools import combinations

import numpy as np
import pytest

from ordquant_core.analysis.retrieval import (
    JointInformation,
    MethodFit,
    PairInformation,
    all_together,
    fit_methods,
    merge_sets,
)
from ordquant_core.glossary import stacked
from ordquant_core.ranked_lists.chance import Chance
from ordquant_core.ranked_lists.fusion import METHODS
from ordquant_core.ranked_lists.information import information_difference, joint_ric, pairwise_information
from tests.analysis.small_lists import collection_of, made_up, results_of


@pytest.fixture(scope="module")
def results():
    return results_of(collection_of())


def test_the_mean_over_topics_of_joint_ric_is_put_beside_the_scores(results):
    by_topic = pairwise_information(results.collection)
    np.testing.assert_array_equal(results.pairs.joint, by_topic.mean(axis=0))
    np.testing.assert_allclose(np.diag(results.pairs.joint), results.mean("RIC"))
    np.testing.assert_array_equal(results.pairs.difference, information_difference(by_topic.mean(axis=0)))


def test_the_pair_at_the_start_is_among_those_with_the_most_similar_ap(results):
    ap, difference = results.mean("AP"), results.pairs.difference
    close = sorted(combinations(range(8), 2), key=lambda pair: abs(ap[pair[0]] - ap[pair[1]]))[: 28 // 4]
    chosen = results.most_different_pair()
    assert tuple(sorted(chosen)) in close
    assert results.mean("RIC")[chosen[0]] >= results.mean("RIC")[chosen[1]]
    assert difference[chosen] == max(difference[pair] for pair in close)
    assert made_up([[[0.1]], [[0.2]]]).most_different_pair() == (0, 0)


def test_scores_are_a_row_per_topic_and_run_and_their_means_follow(results):
    scores = results.scores
    frame = stacked([scores.to_frame(["AP", "RIC"]), scores.means_to_frame(["AP", "RIC"])])
    rows = list(frame.itertuples(index=False, name=None))
    assert rows[:8] == [
        ("t0", run, scores.values[1, r, 0], scores.values[0, r, 0]) for r, run in enumerate(scores.runs)
    ]
    assert [row[:2] for row in rows[-8:]] == [("all", run) for run in scores.runs]
    assert rows[-1][2] == pytest.approx(results.mean("AP")[-1])
    assert len(scores.to_frame()) == 8 * 5
    assert list(scores.means_to_frame().columns) == ["topic", "run", *scores.measures]


def test_joint_ric_stands_beside_what_is_by_chance_and_its_error():
    permuted = np.array([[0.2, 0.3, 0.25, 0.25]]).T, np.array([[0.4, 0.6]]).T, np.empty((0, 0))
    rows = JointInformation(("x", "y", "z"), np.array([0.5, 1 / 3, np.nan]), Chance(permuted)).to_frame()
    parts = ["by_chance", "by_chance_error", "above_chance", "as_much_by_chance"]
    assert list(rows.columns) == ["topic", "joint_RIC", *(f"joint_RIC_{part}" for part in parts)]
    assert rows["topic"].tolist() == ["x", "y", "z", "all"]
    np.testing.assert_allclose(rows["joint_RIC"], [0.5, 1 / 3, np.nan, 5 / 12], rtol=1e-15)
    np.testing.assert_array_equal(rows["joint_RIC_by_chance"], [0.25, 0.5, np.nan, 0.375])
    errors = [round(np.sqrt(0.005 / 3) / 2, 6), 0.1, np.nan, round(np.hypot(np.sqrt(0.005 / 3) / 2, 0.1) / 2, 6)]
    np.testing.assert_array_equal(rows["joint_RIC_by_chance_error"], errors)
    np.testing.assert_array_equal(rows["joint_RIC_as_much_by_chance"], [0.2, 1, np.nan, 0.666667])
    np.testing.assert_array_equal(rows["joint_RIC_above_chance"], [0.25, -0.166667, np.nan, 0.041667])


def test_what_all_runs_carry_is_their_joint_ric(results):
    found = all_together(results.collection, np.random.default_rng(1))
    assert found.joint.tolist() == joint_ric(results.collection).tolist()
    assert found.topics == results.scores.topics
    assert found.mean.bits == pytest.approx(found.joint.mean())


def test_pairs_have_what_each_run_and_both_carry(results):
    pairs = results.pairs.to_frame(results.scores)
    row = dict(zip(pairs.columns, list(pairs.itertuples(index=False, name=None))[1], strict=True))
    assert (row["run_1"], row["run_2"]) == ("r0", "r2")
    assert (row["RIC_1"], row["RIC_2"]) == (results.pairs.joint[0, 0], results.pairs.joint[2, 2])
    assert (row["joint_RIC"], row["information_difference"]) == (
        results.pairs.joint[0, 2],
        results.pairs.difference[0, 2],
    )
    assert row["difference_nDCG@10"] == abs(results.mean("nDCG@10")[0] - results.mean("nDCG@10")[2])
    assert len(pairs) == 28
    assert len(PairInformation(("x",), np.eye(1), np.zeros((1, 1))).to_frame()) == 0


def test_sets_have_the_ric_of_every_merged_list(results):
    found = merge_sets(results.collection, [(0, 2), (1, 3)])
    rows = found.to_frame(results.runs)
    assert list(rows.columns) == ["set", "joint_RIC", *(f"RIC_{method}" for method in METHODS)]
    assert list(rows.itertuples(index=False, name=None))[1] == ("r1 + r3", found.joint[1], *found.fused[:, 1].tolist())


def test_every_method_is_a_row_beside_its_mean_and_what_is_by_chance(results):
    merged = merge_sets(results.collection, [(0, 2), (1, 3), (4, 5)], np.random.default_rng(1))
    frame = MethodFit.frame(fit_methods(merged))
    by_chance = ["mean_RIC_by_chance", "mean_RIC_by_chance_error"]
    assert list(frame.columns) == ["method", "tau", "rho", "rmse", "mean_RIC", *by_chance]
    assert frame["mean_RIC"].tolist() == merged.fused.mean(axis=1).tolist()
    chance = merged.chance[1].mean[1].round(6), merged.chance[1].error[1].round(6)
    assert frame[by_chance].values.tolist()[:3] == [[*chance]] * 3
    assert frame[by_chance].isna().all(axis=1).tolist() == [False] * 3 + [True] * 3
    alone = MethodFit.frame(fit_methods(merge_sets(results.collection, [(0, 2)])))
    assert alone[["tau", *by_chance]].isna().all(axis=None)


def test_every_pair_has_the_difference_of_its_scores_and_of_its_information(results):
    pairs, of_scores, of_information = results.pair_differences("AP")
    assert len(pairs) == 8 * 7 // 2
    means = results.mean("AP")
    for (one, other), scored, carried in zip(pairs.tolist(), of_scores, of_information, strict=True):
        assert (scored, carried) == (abs(means[one] - means[other]), results.pairs.difference[one, other])
