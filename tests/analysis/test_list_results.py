"""The results of ranked lists: ranks, pairs of runs and topics, from loops over small collections."""

from itertools import combinations

import numpy as np
import pytest

from ordquant_core.analysis.list_results import pair_by_chance
from ordquant_core.ranked_lists.collection import UNRANKED, Collection, Topic
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
