"""What lists carry by chance: permuted grades, against every permutation there is and against perfect lists."""

from itertools import permutations

import numpy as np
import pytest

from ordquant_core.ranked_lists import chance
from ordquant_core.ranked_lists.chance import (
    Chance,
    joint_ric_by_chance,
    merged_by_chance,
    pair_by_chance,
    permute_grades,
)
from ordquant_core.ranked_lists.collection import UNRANKED
from ordquant_core.ranked_lists.information import joint_ric_of, ric_of
from tests.analysis.made_up import rng
from tests.ranked_lists import by_hand
from tests.reviewed import reviewed, said

GRADES = [2, 1, 0, 0, 1]
LISTS = [[0, 1, 2, 3, UNRANKED], [4, 0, 1, UNRANKED, 2], [1, 0, UNRANKED, 2, 3]]
EVERY = [np.array(grades) for grades in {*permutations(GRADES)}]
SAMPLE = [2, 1] * 5 + [0] * 10


def random_topic(grades, n_runs, name="1", seed=1):
    lists = [rng(number + 100 * seed).permutation(len(grades)).tolist() for number in range(n_runs)]
    return by_hand.topic(grades, lists, name)


def exact(ranks, compute):
    return np.mean([compute(grades, np.array(ranks)) for grades in EVERY])


def check_mean(found, number, expected):
    assert found.mean[number] == pytest.approx(expected, abs=5 * found.error[number])


def test_means_over_permutations_are_close_to_those_over_every_permutation(monkeypatch):
    monkeypatch.setattr(chance, "MOST", 400)
    collection = by_hand.collection(by_hand.topic(GRADES, LISTS))
    check_mean(joint_ric_by_chance(collection, rng()), 0, exact(LISTS, joint_ric_of))
    pair = pair_by_chance(collection, 0, 2, rng())
    two = [LISTS[0], LISTS[2]]
    check_mean(pair, 0, exact(two, joint_ric_of))
    check_mean(pair, 1, exact(two, lambda grades, ranks: 2 * joint_ric_of(grades, ranks) - ric_of(grades, ranks).sum()))
    assert pair_by_chance(collection, 1, 1, rng()).by_topic[1] == pytest.approx(0, abs=1e-12)
    of_two = by_hand.collection(by_hand.topic(GRADES, two))  # what both carry is what all carry
    check_mean(joint_ric_by_chance(of_two, rng()), 1, pair.mean[1])


def test_sets_are_drawn_evenly_and_what_is_merged_is_what_some_run_retrieves(monkeypatch):
    monkeypatch.setattr(chance, "MOST", 400)
    collection = by_hand.collection(by_hand.topic(GRADES, LISTS))
    sets = [(0, 1), (1, 2), (0, 2)]
    found = merged_by_chance(collection, sets, rng())
    check_mean(found, 0, np.mean([exact([LISTS[run] for run in chosen], joint_ric_of) for chosen in sets]))
    check_mean(found, 1, np.mean([exact([0, 1, 2, 3, 4], ric_of)]))


def test_grades_are_permuted_until_the_error_is_small_within_bounds(monkeypatch):
    collection = by_hand.collection(
        random_topic(SAMPLE, 3), random_topic([1, 0], 3, "2"), by_hand.topic([1, 1], [[0, 1]] * 3)
    )
    found = joint_ric_by_chance(collection, rng())
    assert found.permutations[0] % chance.BATCH == 0
    assert found.errors[0, 0] <= chance.PRECISE
    assert found.permutations[2] == 0
    assert np.isnan(found.by_topic[0, 2])
    few = found.permutations[0] - chance.BATCH
    monkeypatch.setattr(chance, "MOST", few)
    fewer = joint_ric_by_chance(collection, rng())
    assert fewer.permutations[0] == few
    assert fewer.errors[0, 0] > chance.PRECISE
    monkeypatch.setattr(chance, "MOST_PAIRS", 1)
    assert joint_ric_by_chance(collection, rng()).permutations[0] == chance.FEWEST


FIRST, SECOND = [0.1, 0.2, 0.3, 0.4], [0.5, 0.7, 0.6]
MADE_UP = Chance((np.array([FIRST]).T, np.empty((0, 0)), np.array([SECOND]).T))


def test_the_error_of_a_mean_over_topics_is_that_of_independent_topics():
    assert MADE_UP.by_topic[0] == pytest.approx([0.25, np.nan, 0.6], nan_ok=True)
    errors = [np.std(values, ddof=1) / np.sqrt(len(values)) for values in (FIRST, SECOND)]
    assert MADE_UP.errors[0, [0, 2]] == pytest.approx(errors)
    assert (MADE_UP.n_topics, MADE_UP.permutations.tolist()) == (2, [4, 0, 3])
    assert MADE_UP.mean == pytest.approx([0.425])
    assert MADE_UP.error == pytest.approx([np.hypot(*errors) / 2])


@reviewed(__file__)
def test_above_chance_is_what_few_permutations_carry(made, words):
    assert said(made, globals()) == words


def test_where_the_mean_is_what_counts_its_error_is_small_enough():
    collection = by_hand.collection(*(random_topic(SAMPLE, 2, str(seed), seed) for seed in range(9)))
    whole, means = joint_ric_by_chance(collection, rng()), pair_by_chance(collection, 0, 1, rng())
    assert (means.error <= chance.PRECISE).all()
    assert means.permutations.sum() < whole.permutations.sum()


def test_the_same_seed_gives_the_same_and_progress_is_heard():
    collection, heard = by_hand.collection(random_topic(SAMPLE, 2), random_topic([1, 0], 2, "2")), []
    one, other = (joint_ric_by_chance(collection, rng(), progress=lambda *step: heard.append(step)) for _ in range(2))
    assert (one.by_topic == other.by_topic).all()
    assert heard == [(1, 2), (2, 2)] * 2
    nothing = permute_grades(by_hand.collection(by_hand.topic([1, 1], [[0, 1]])), lambda *_: [1.0], rng())
    assert (nothing.permutations.tolist(), nothing.by_topic.shape, nothing.n_topics) == ([0], (0, 1), 0)
