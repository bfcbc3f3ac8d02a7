"""The results of ranked lists: ranks, pairs of runs and topics, from loops over small collections."""

from itertools import combinations

import numpy as np
import pytest

from ordquant_core.analysis.list_measures import definitions_to_frame
from ordquant_core.analysis.list_results import JointInformation, pair_by_chance
from ordquant_core.analysis.retrieval import MethodFit, PairInformation, fits, merge_sets
from ordquant_core.glossary import column, stacked
from ordquant_core.ranked_lists.collection import UNRANKED, Collection, Topic
from ordquant_core.ranked_lists.fusion import METHODS
from ordquant_core.ranked_lists.information import (
    information_difference,
    joint_ric_of,
    pairwise_information,
    permuted_grades,
)
from ordquant_core.statistics.information import information_tau
from tests.analysis.small_lists import collection_of, made_up, results_of


@pytest.fixture(scope="module")
def results():
    return results_of(collection_of())


def test_the_mean_over_topics_of_joint_ric_is_put_beside_the_scores(results):
    by_topic = pairwise_information(results.collection)
    np.testing.assert_array_equal(results.joint, by_topic.mean(axis=0))
    np.testing.assert_allclose(np.diag(results.joint), results.mean("RIC"))
    np.testing.assert_array_equal(results.difference, information_difference(by_topic.mean(axis=0)))
    assert sorted(results.order) == list(range(8))


def test_where_a_pair_stands_is_counted_over_all_pairs(results):
    every = [results.difference[pair] for pair in combinations(range(8), 2)]
    for a, b in ((0, 1), (5, 3)):
        standing = results.standing(a, b)
        assert standing.closer == sum(x < results.difference[a, b] - 1e-12 for x in every) / len(every)
        assert standing.further == sum(x > results.difference[a, b] + 1e-12 for x in every) / len(every)


def test_shares_add_up_to_what_two_runs_carry_together():
    joint = [[0.5, 0.7], [0.7, 0.4]]
    shares = made_up(np.zeros((2, 2, 1)), joint).shares(0, 1)
    assert shares == pytest.approx((0.3, 0.2, 0.2))
    assert sum(shares) == pytest.approx(0.7)
    assert made_up(np.zeros((2, 2, 1)), [[0.1, 0.9], [0.9, 0.1]]).shares(0, 1).both == pytest.approx(-0.7)


def test_the_pair_at_the_start_is_among_those_with_the_most_similar_ap(results):
    pairs = results.close(np.inf)
    assert len(pairs) == 8 * 7 / 2
    chosen = next(pair for pair in pairs if (pair.run_1, pair.run_2) == results.most_different_pair())
    close = sorted(pairs, key=lambda pair: pair.score_difference)[: max(1, len(pairs) // 4)]
    assert chosen in close
    assert chosen.information_difference == max(pair.information_difference for pair in close)
    assert made_up([[[0.1]], [[0.2]]]).most_different_pair() == (0, 0)


def test_chance_is_what_two_runs_carry_about_permuted_grades(results):
    permuted = permuted_grades(results.collection, np.random.default_rng(3))
    found = pair_by_chance(results.collection, permuted, 2, 5)
    for place, (topic, grades) in enumerate(zip(results.collection.topics, permuted, strict=True)):
        every = [joint_ric_of(each, topic.ranks[[2, 5]]) for each in grades]
        assert found.joint[place] == pytest.approx(np.mean(every), abs=1e-12)
    alone = [pair_by_chance(results.collection, permuted, run, run) for run in (2, 5)]
    expected = 2 * found.joint.mean() - alone[0].joint.mean() - alone[1].joint.mean()
    assert found.difference == pytest.approx(expected, abs=1e-12)
    assert alone[0].difference == 0


def test_information_tau_of_two_measures_beyond_others(results):
    means = results.means
    plain = results.information_tau()
    assert plain[0, 2] == pytest.approx(information_tau(means[0], means[2]).bits)
    assert np.diag(plain).tolist() == [1.0] * len(means)
    beyond = results.information_tau(["AP"])
    assert beyond[0, 2] == pytest.approx(information_tau(means[0], means[2], given=[results.mean("AP")]).bits)
    assert np.isnan(np.diag(beyond)).all()


def test_a_list_counts_as_far_as_its_last_relevant_document():
    grades, ranks = np.array([0, 1, 0, 2]), np.array([[2, 0, 7, UNRANKED], [3, 1, 0, 2], [UNRANKED] * 4])
    topic = Topic("t", ("d", "c", "b", "a"), grades, ranks, np.zeros(ranks.shape))
    assert [topic.retrieved(run).tolist() for run in range(3)] == [[1, 0, 2], [2, 1, 3, 0], []]
    assert [topic.counted(run) for run in range(3)] == [1, 3, 0]
    assert [topic.missed(run) for run in range(3)] == [1, 0, 2]
    assert topic.relevant == 2
    collection = Collection("c", ("x", "y", "z"), (topic, topic))
    assert (collection.judged, collection.relevant) == (8, 4)


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


def test_joint_ric_stands_beside_what_is_by_chance():
    rows = JointInformation(("x", "y"), np.array([0.5, 0.4]), np.array([0.25, 0.5])).to_frame()
    assert list(rows.columns) == ["topic", "joint_RIC", "joint_RIC_by_chance", "joint_RIC_above_chance"]
    assert list(rows.itertuples(index=False, name=None)) == [
        ("x", 0.5, 0.25, 0.25),
        ("y", 0.4, 0.5, pytest.approx(-0.1)),
        ("all", pytest.approx(0.45), pytest.approx(0.375), pytest.approx(0.075)),
    ]


def test_pairs_have_what_each_run_and_both_carry(results):
    pairs = results.to_frame(pairs=True)
    row = dict(zip(pairs.columns, list(pairs.itertuples(index=False, name=None))[1], strict=True))
    assert (row["run_1"], row["run_2"]) == ("r0", "r2")
    assert (row["RIC_1"], row["RIC_2"]) == (results.joint[0, 0], results.joint[2, 2])
    assert (row["joint_RIC"], row["information_difference"]) == (results.joint[0, 2], results.difference[0, 2])
    assert row["difference_nDCG@10"] == abs(results.mean("nDCG@10")[0] - results.mean("nDCG@10")[2])
    assert len(pairs) == 28
    assert len(PairInformation(("x",), np.eye(1), np.zeros((1, 1))).to_frame()) == 0


def test_sets_have_the_ric_of_every_merged_list(results):
    found = merge_sets(results.collection, [(0, 2), (1, 3)])
    rows = found.to_frame(results.runs)
    assert list(rows.columns) == ["set", "joint_RIC", *(f"RIC_{method}" for method in METHODS)]
    assert list(rows.itertuples(index=False, name=None))[1] == ("r1 + r3", found.joint[1], *found.fused[:, 1].tolist())
    permuted = permuted_grades(results.collection, np.random.default_rng(1))
    beside = merge_sets(results.collection, [(0, 2), (1, 3)], permuted=permuted).to_frame(results.runs)
    more = ["joint_RIC_by_chance", "RIC_CombANZ_by_chance", "RIC_CombMNZ_by_chance", "RIC_Condorcet_by_chance"]
    assert list(beside.columns) == [*rows.columns, *more]
    assert all("permut" in column(name).meaning for name in more)


def test_every_method_is_a_row_beside_its_mean(results):
    merged = merge_sets(results.collection, [(0, 2), (1, 3), (4, 5)])
    frame = MethodFit.frame(fits(merged))
    assert list(frame.columns) == ["method", "tau", "rho", "rmse", "mean_RIC"]
    assert frame["mean_RIC"].tolist() == merged.fused.mean(axis=1).tolist()
    alone = MethodFit.frame(fits(merge_sets(results.collection, [(0, 2)])))
    assert alone["tau"].isna().all()


def test_definitions_stand_beside_what_each_gives_for_one_list():
    frame = definitions_to_frame().set_index("measure")
    assert frame.loc[["nDCG", "RBP", "ERR"], "score"].round(4).tolist() == [0.5907, 0.2245, 0.3369]
    assert frame.loc[["ERR", "GAP"], "source"].tolist() == ["SIGIR 2013", "Robertson et al. 2010"]


def test_every_pair_has_the_difference_of_its_scores_and_of_its_information(results):
    pairs, of_scores, of_information = results.pair_differences("AP")
    assert len(pairs) == 8 * 7 // 2
    means = results.mean("AP")
    for (one, other), scored, carried in zip(pairs, of_scores, of_information, strict=True):
        assert (scored, carried) == (abs(means[one] - means[other]), results.difference[one, other])
