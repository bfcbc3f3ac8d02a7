"""What Golbus and Aslam leave to future work: against the enumeration of pairs, and the properties that define it."""

from itertools import combinations, permutations
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.ranked_lists.collection import UNRANKED
from ordquant_core.ranked_lists.future_work import (
    joint_with_judgements,
    precision_oriented_joint_ric_of,
    precision_oriented_ric_of,
    preferences,
    preferences_of_ranker,
    smoothed_joint_ric_of,
)
from ordquant_core.ranked_lists.information import joint_ric_of, ric_of
from tests.ranked_lists import by_hand
from tests.ranked_lists.lists import topics

close = pytest.approx
persistences = st.sampled_from([0.05, 0.5, 0.8, 0.95, 1.0])


def weights_by_hand(grades, ranks, p):
    """The probability of every ordered pair, straight from the definition."""
    relevant = [rank for rank, grade in zip(ranks, grades, strict=True) if grade > 0 and rank != UNRANKED]
    kept = sorted(rank for rank in ranks if rank <= max(relevant, default=-1))
    place = [kept.index(rank) if rank in kept else len(kept) for rank in ranks]
    pairs = [(i, j) for i, j in permutations(range(len(grades)), 2) if grades[i] != grades[j]]
    weights = {(i, j): p ** min(place[i], place[j]) for i, j in pairs}
    return {pair: weight / sum(weights.values()) for pair, weight in weights.items()}


def information_by_hand(grades, lists, p):
    every = [weights_by_hand(grades, ranks, p) for ranks in lists]
    told = [by_hand.answers(grades, ranks) for ranks in lists]
    joint, of_q, of_r = {}, {}, {}
    for pair in every[0]:
        chance = sum(weights[pair] for weights in every) / len(lists)
        q, r = grades[pair[0]] > grades[pair[1]], tuple(one[pair] for one in told)
        for table, key in ((joint, (q, r)), (of_q, q), (of_r, r)):
            table[key] = table.get(key, 0) + chance
    return sum(chance * log2(chance / (of_q[q] * of_r[r])) for (q, r), chance in joint.items())


@given(topics(runs=1), persistences)
def test_it_is_the_information_under_geometric_weights(drawn, p):
    grades, (ranks,) = drawn
    found = precision_oriented_ric_of(np.array(grades), np.array(ranks), p)
    assert found == close(information_by_hand(grades, [ranks], p), abs=1e-9)


@given(topics(runs=3), persistences)
def test_several_lists_are_compared_on_the_mean_of_their_distributions(drawn, p):
    grades, lists = drawn
    found = precision_oriented_joint_ric_of(np.array(grades), np.array(lists), p)
    assert found == close(information_by_hand(grades, lists, p), abs=1e-9)


@given(topics(runs=4))
def test_for_the_uniform_distribution_it_is_ric_and_joint_ric(drawn):
    grades, lists = (np.array(one) for one in drawn)
    assert precision_oriented_ric_of(grades, lists[0], 1) == close(ric_of(grades, lists[0]), abs=1e-12)
    assert precision_oriented_joint_ric_of(grades, lists, 1) == close(joint_ric_of(grades, lists), abs=1e-12)


@given(topics(runs=1), persistences)
def test_a_perfect_list_has_one_bit_and_one_without_relevant_documents_none(drawn, p):
    grades = np.array(drawn[0])
    perfect = np.argsort(np.argsort(-grades, kind="stable"))
    assert precision_oriented_ric_of(grades, perfect, p) == close(1, abs=1e-12)
    assert precision_oriented_ric_of(grades, np.where(grades > 0, UNRANKED, perfect), p) == 0


@given(st.integers(1, 30), st.integers(1, 30), persistences)
def test_one_relevant_document_on_top_is_worth_more_the_less_the_rest_counts(relevant, others, p):
    grades = np.repeat([1, 0], [relevant, others])
    ranks = np.full(len(grades), UNRANKED)
    ranks[0] = 0
    assert precision_oriented_ric_of(grades, ranks, p) == close(1 / (1 + (relevant - 1) * p), abs=1e-12)


def test_an_error_on_top_costs_more_than_one_further_down():
    grades = np.array([1, 0, 1, 0, 1, 0, 1, 0, 1, 0])  # every second document of the list is relevant
    right = np.arange(10)
    top, bottom = right.copy(), right.copy()
    top[[0, 1]], bottom[[6, 7]] = [1, 0], [7, 6]
    assert ric_of(grades, top) == ric_of(grades, bottom)  # RIC sees one wrong pair in both
    for p in (0.5, 0.8, 0.95):
        assert precision_oriented_ric_of(grades, top, p) < precision_oriented_ric_of(grades, bottom, p)


def test_documents_without_a_judgement_change_nothing():
    grades, ranks = np.array([1, 0, 1, 0]), np.array([0, 2, 5, UNRANKED])
    assert precision_oriented_ric_of(grades, ranks, 0.8) == precision_oriented_ric_of(
        grades, np.array([3, 4, 9, UNRANKED]), 0.8
    )


@pytest.mark.parametrize("persistence", [0, -0.5, 1.01, np.nan])
def test_a_persistence_is_above_0_and_at_most_1(persistence):
    with pytest.raises(OrdquantError, match="persistence of RIC"):
        precision_oriented_ric_of(np.array([1, 0]), np.array([0, 1]), persistence)


def random_lists(seed, runs=20):
    rng = np.random.default_rng(seed)
    return np.repeat([1, 0], [20, 60]), np.array([rng.permutation(80) for _ in range(runs)])


@pytest.mark.parametrize("seed", range(5))
def test_twenty_random_lists_fall_from_nearly_one_bit_to_nearly_none(seed):
    grades, lists = random_lists(seed)
    assert joint_ric_of(grades, lists) > 0.98
    assert smoothed_joint_ric_of(grades, lists) < 0.02


def test_the_information_of_a_perfect_list_stays_one_bit():
    for relevant, others in ((10, 50), (20, 60), (100, 400)):
        grades, pairs = np.repeat([1, 0], [relevant, others]), relevant * others
        found = smoothed_joint_ric_of(grades, np.arange(len(grades))[None])
        assert joint_ric_of(grades, np.arange(len(grades))[None]) == 1
        assert 1 - log2(pairs) / pairs < found < 1


@given(topics(runs=3), st.sampled_from([0.1, 0.5, 1.0, 3.0]))
def test_it_saves_what_predicting_pair_after_pair_saves(drawn, alpha):
    grades, lists = drawn
    told = [by_hand.answers(grades, ranks) for ranks in lists]
    better = [pair for pair in told[0] if grades[pair[0]] > grades[pair[1]]]
    counts, bits = {}, 0.0
    for pair in better:
        pattern = tuple(one[pair] for one in told)
        if not any(pattern):
            bits += 1
            continue
        turned = tuple(-sign for sign in pattern)
        event = max(pattern, turned)  # the pattern, with the side that it prefers
        seen = counts.setdefault(event, {pattern: 0, turned: 0})
        bits -= log2((seen[pattern] + alpha) / (sum(seen.values()) + 2 * alpha))
        seen[pattern] += 1
    found = smoothed_joint_ric_of(np.array(grades), np.array(lists), alpha)
    assert found == close(min(max(0, 1 - bits / len(better)), 1), abs=1e-9)


def test_many_runs_are_counted_as_few_are():
    grades, lists = random_lists(1, runs=3)
    doubled = np.concatenate([lists] * 7)  # 21 runs, which are counted in another way, with the same patterns
    assert smoothed_joint_ric_of(grades, doubled) == close(smoothed_joint_ric_of(grades, lists), abs=1e-12)


@given(topics(runs=2))
def test_without_further_judgements_it_is_joint_ric(drawn):
    grades, lists = (np.array(one) for one in drawn)
    found = joint_with_judgements(grades, lists, [])
    assert found.information == close(joint_ric_of(grades, lists), abs=1e-9)
    assert found.entropy == close(1)


@given(topics(runs=2, most=6), st.data())
def test_it_is_the_information_about_all_judgements_together(drawn, data):
    grades, lists = drawn
    n = len(grades)
    signs = {pair: data.draw(st.sampled_from([-1, 0, 1])) for pair in combinations(range(n), 2)}
    further = np.zeros((n, n), dtype=np.int8)
    for (i, j), sign in signs.items():
        further[i, j], further[j, i] = sign, -sign
    preferred = [grades[i] > 0 or 1 in further[i] for i in range(n)]
    columns = [[] for _ in range(2 + len(lists))]
    for i, j in permutations(range(n), 2):
        if grades[i] != grades[j] or further[i, j]:
            columns[0].append((grades[i] > grades[j]) - (grades[i] < grades[j]))
            columns[1].append(int(further[i, j]))
            for column, ranks in zip(columns[2:], lists, strict=True):
                last = max(
                    (rank for rank, some in zip(ranks, preferred, strict=True) if some and rank != UNRANKED), default=-1
                )
                one, other = (rank if rank <= last else UNRANKED for rank in (ranks[i], ranks[j]))
                column.append((one < other) - (one > other))
    asked, told = list(zip(*columns[:2], strict=True)), list(zip(*columns[2:], strict=True))
    found = joint_with_judgements(np.array(grades), np.array(lists), [further])
    assert found.information == close(by_hand.information(told, asked), abs=1e-9)
    assert found.entropy == close(by_hand.information(asked, asked), abs=1e-9)
    assert found.pairs == len(asked) // 2


@given(topics(runs=1))
def test_a_gold_ranker_that_says_what_the_grades_say_adds_nothing(drawn):
    grades, lists = (np.array(one) for one in drawn)
    same = np.sign(grades[:, None] - grades).astype(np.int8)
    found = joint_with_judgements(grades, lists, [same])
    assert found.information == close(joint_ric_of(grades, lists), abs=1e-9)


def test_preferences_and_rankers_become_judgements():
    found = preferences(["a", "b", "c"], [("a", "c"), ("b", "x")])
    assert found.tolist() == [[0, 0, 1], [0, 0, 0], [-1, 0, 0]]
    assert preferences_of_ranker(np.array([1, 0, UNRANKED, UNRANKED])).tolist() == [
        [0, -1, 1, 1],
        [1, 0, 1, 1],
        [-1, -1, 0, 0],
        [-1, -1, 0, 0],
    ]
    with pytest.raises(OrdquantError, match="c and a are each preferred"):
        preferences(["a", "b", "c"], [("a", "c"), ("c", "a")])
    with pytest.raises(OrdquantError, match="up to 2000"):
        preferences_of_ranker(np.arange(2001))
    with pytest.raises(ShapeMismatchError):
        joint_with_judgements(np.array([1, 0]), np.array([[0, 1]]), [np.ones((2, 2), dtype=np.int8)])
