"""What lists carry by chance: permuted grades, against every permutation there is and against perfect lists."""

from itertools import permutations

import numpy as np
import pytest

from ordquant_core.ranked_lists import information
from ordquant_core.ranked_lists.collection import UNRANKED
from ordquant_core.ranked_lists.information import (
    joint_ric,
    joint_ric_by_chance,
    joint_ric_of,
    permuted_grades,
    ric_by_chance,
    ric_of,
    sparse_topics,
)
from tests.ranked_lists import by_hand

GRADES = [2, 1, 0, 0, 1]
LISTS = [[0, 1, 2, 3, UNRANKED], [4, 0, 1, UNRANKED, 2], [1, 0, UNRANKED, 2, 3]]


def rng(seed=1):
    return np.random.default_rng(seed)


def test_grades_are_permuted_within_their_topic():
    collection = by_hand.collection(by_hand.topic(GRADES, LISTS), by_hand.topic([0, 0, 3], [[0, 1, 2]] * 3))
    found = permuted_grades(collection, rng())
    assert [grades.shape for grades in found] == [(20, 5), (20, 3)]
    for grades, topic in zip(found, collection.topics, strict=True):
        assert (np.sort(grades, axis=1) == np.sort(topic.grades)).all()
    assert len({tuple(row) for row in found[0].tolist()}) > 1
    again = permuted_grades(collection, rng())
    assert all((one == other).all() for one, other in zip(found, again, strict=True))


def test_the_mean_over_permutations_is_close_to_that_over_every_permutation(monkeypatch):
    monkeypatch.setattr(information, "PERMUTATIONS", 4000)
    collection = by_hand.collection(by_hand.topic(GRADES, LISTS))
    every = [np.array(grades) for grades in permutations(GRADES)]
    permuted = permuted_grades(collection, rng(), 4000)
    for runs in ([0], [0, 2], [0, 1, 2]):
        ranks = np.array(LISTS)[runs]
        exact = [joint_ric_of(grades, ranks) for grades in every]
        found = joint_ric_by_chance(collection, permuted, runs)
        assert found[0] == pytest.approx(np.mean(exact), abs=5 * np.std(exact) / np.sqrt(4000))
    few = [permuted[0][:200]]
    alone = [ric_of(grades, np.array(LISTS[1])) for grades in few[0]]
    assert ric_by_chance(few[0], np.array(LISTS[1])) == pytest.approx(np.mean(alone), abs=1e-12)
    assert joint_ric_by_chance(collection, few, [1])[0] == pytest.approx(np.mean(alone), abs=1e-12)


def test_a_perfect_list_keeps_its_bit_and_has_little_by_chance():
    grades = [2] * 5 + [1] * 10 + [0] * 40
    collection = by_hand.collection(by_hand.topic(grades, [list(range(55))]))
    assert joint_ric(collection).tolist() == [1.0]
    assert joint_ric_by_chance(collection, permuted_grades(collection, rng()))[0] < 0.1


def test_many_random_lists_carry_nearly_all_by_chance():
    grades = rng().integers(0, 3, 40)
    lists = [rng(seed).permutation(40).tolist() for seed in range(20)]
    collection = by_hand.collection(by_hand.topic(grades.tolist(), lists))
    found = joint_ric(collection)[0]
    assert found > 0.98
    assert joint_ric_by_chance(collection, permuted_grades(collection, rng()))[0] == pytest.approx(found, abs=0.02)
    assert sparse_topics(collection, 20) == 1
    assert [sparse_topics(collection, n) for n in (1, 2, 3, 4)] == [0, 0, 0, 1]


def test_large_topics_have_fewer_permutations_and_progress_is_heard(monkeypatch):
    collection = by_hand.collection(by_hand.topic(GRADES, LISTS), by_hand.topic([1, 0], [[0, 1]] * 3))
    monkeypatch.setattr(information, "MOST_PAIRS", 30)
    permuted = permuted_grades(collection, rng())
    assert [len(grades) for grades in permuted] == [3, 20]
    monkeypatch.setattr(information, "MOST_PAIRS", 1)
    assert [len(grades) for grades in permuted_grades(collection, rng())] == [2, 2]
    heard = []
    joint_ric_by_chance(collection, permuted, progress=lambda done, of: heard.append((done, of)))
    assert heard == [(1, 2), (2, 2)]
