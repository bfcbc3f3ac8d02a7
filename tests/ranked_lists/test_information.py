"""RIC, joint RIC and information difference against the enumeration of pairs, and their properties."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.ranked_lists.collection import UNRANKED
from ordquant_core.ranked_lists.information import (
    information_difference,
    joint_ric,
    joint_ric_of,
    pairwise_information,
    relevance_information,
    ric_of,
)
from tests.ranked_lists import by_hand
from tests.ranked_lists.lists import topics

close = pytest.approx


def of(grades, ranks):
    return ric_of(np.array(grades), np.array(ranks))


@given(topics(runs=1))
def test_ric_is_the_information_over_all_ordered_pairs(drawn):
    grades, (ranks,) = drawn
    q, (r,) = by_hand.variables(grades, [ranks])
    assert of(grades, ranks) == close(by_hand.information(r, q), abs=1e-12)


@given(topics(runs=4))
def test_joint_ric_is_the_information_of_all_answers_together(drawn):
    grades, lists = drawn
    assert joint_ric_of(np.array(grades), np.array(lists)) == close(by_hand.joint(grades, lists), abs=1e-12)


@given(topics(runs=3))
def test_the_matrix_of_pairs_holds_the_joint_ric_of_every_pair(drawn):
    grades, lists = drawn
    (matrix,) = pairwise_information(by_hand.collection(by_hand.topic(grades, lists)))
    expected = [[by_hand.joint(grades, [one, other]) for one in lists] for other in lists]
    assert matrix == close(np.array(expected), abs=1e-12)


@given(topics(runs=3))
def test_information_difference_is_the_sum_of_both_conditional_informations(drawn):
    grades, lists = drawn
    (matrix,) = information_difference(pairwise_information(by_hand.collection(by_hand.topic(grades, lists))))
    expected = [[by_hand.difference(grades, one, other) for one in lists] for other in lists]
    assert matrix == close(np.array(expected), abs=1e-12)


@settings(max_examples=10)
@given(st.integers(13, 50), st.randoms(use_true_random=False))
def test_many_runs_together_are_counted_as_few_are(runs, random):
    grades = [random.randint(0, 2) for _ in range(8)] + [0, 1]
    lists = []
    for _ in range(runs):
        ranks = random.sample(range(14), 10)
        lists.append([rank if rank < 7 else UNRANKED for rank in ranks])
    assert joint_ric_of(np.array(grades), np.array(lists)) == close(by_hand.joint(grades, lists), abs=1e-12)


def test_a_topic_too_large_for_one_chunk_is_counted_the_same(monkeypatch):
    rng = np.random.default_rng(3)
    grades = rng.integers(0, 3, 40)
    ranks = np.array([np.where(row < 30, row, UNRANKED) for row in (rng.permutation(50)[:40] for _ in range(5))])
    whole = joint_ric_of(grades, ranks), pairwise_information(by_hand.collection(by_hand.topic(grades, ranks)))
    monkeypatch.setattr("ordquant_core.ranked_lists.information.CHUNK", 64)
    parts = joint_ric_of(grades, ranks), pairwise_information(by_hand.collection(by_hand.topic(grades, ranks)))
    assert whole[0] == parts[0]
    assert whole[1] == close(parts[1], abs=1e-15)


def test_one_discordant_pair_of_four():
    # relevant at ranks 0 and 2, not relevant at 1, one more not retrieved: 3 concordant, 1 discordant, 0 unanswered
    assert of([1, 1, 0, 0], [0, 2, 1, UNRANKED]) == close(1 + 0.25 * np.log2(0.25) + 0.75 * np.log2(0.75), abs=1e-15)


@given(topics(runs=1))
def test_ric_lies_between_0_and_1(drawn):
    grades, (ranks,) = drawn
    assert 0 <= of(grades, ranks) <= 1


@given(topics(runs=0))
def test_ric_of_the_perfect_list_is_1(drawn):
    grades, _ = drawn
    order = sorted(range(len(grades)), key=lambda document: -grades[document])
    ranks = [order.index(document) for document in range(len(grades))]
    assert of(grades, ranks) == 1
    assert joint_ric_of(np.array(grades), np.array([ranks])) == 1


@given(topics(runs=5))
def test_joint_ric_never_falls_when_a_run_is_added(drawn):
    grades, lists = np.array(drawn[0]), np.array(drawn[1])
    values = [joint_ric_of(grades, lists[:n]) for n in range(6)]
    assert values[0] == 0
    assert values[1] == close(ric_of(grades, lists[0]), abs=1e-12)
    assert all(after >= before - 1e-12 for before, after in pairwise(values))
    assert values[-1] <= 1


@given(topics(runs=3))
def test_a_run_does_not_differ_from_itself(drawn):
    grades, lists = drawn
    difference = information_difference(
        pairwise_information(by_hand.collection(by_hand.topic(grades, [*lists, lists[0]])))
    )
    assert (np.diagonal(difference, axis1=1, axis2=2) == 0).all()
    assert difference[0, 0, 3] == close(0, abs=1e-12)
    assert (difference == difference.transpose(0, 2, 1)).all()


@given(topics(runs=2), st.randoms(use_true_random=False))
def test_the_order_of_documents_in_memory_does_not_matter(drawn, random):
    grades, lists = np.array(drawn[0]), np.array(drawn[1])
    order = np.array(random.sample(range(len(grades)), len(grades)))
    assert ric_of(grades, lists[0]) == ric_of(grades[order], lists[0][order])
    assert joint_ric_of(grades, lists) == close(joint_ric_of(grades[order], lists[:, order]), abs=1e-15)


@given(topics(runs=3), topics(runs=3))
def test_a_collection_gives_the_values_of_its_topics(one, other):
    both = by_hand.collection(by_hand.topic(*one), by_hand.topic(*other))
    assert relevance_information(both).tolist() == [
        [of(grades, lists[run]) for grades, lists in (one, other)] for run in range(3)
    ]
    assert joint_ric(both).tolist() == [joint_ric_of(t.grades, t.ranks) for t in both.topics]
    assert joint_ric(both, [2]) == close(relevance_information(both)[2], abs=1e-12)
    single = np.diagonal(pairwise_information(both), axis1=1, axis2=2).T
    assert single == close(relevance_information(both), abs=1e-12)


def test_lists_that_do_not_fit_the_grades_are_refused():
    with pytest.raises(ShapeMismatchError, match="do not fit"):
        joint_ric_of(np.array([1, 0]), np.array([[0, 1, 2]]))
