"""RIC, joint RIC and information difference against the enumeration of pairs, their properties, and merged lists."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ordquant_core.ranked_lists.collection import UNRANKED, Topic
from ordquant_core.ranked_lists.fusion import METHODS, fuse, fused_ric
from ordquant_core.ranked_lists.information import (
    information_difference,
    joint_ric,
    joint_ric_of,
    pairwise_information,
    relevance_information,
    ric_of,
)
from tests.ranked_lists import by_hand
from tests.ranked_lists.by_hand import topics
from tests.reviewed import reviewed, said
from tests.strategies import examples

NONE = UNRANKED
close = pytest.approx


@given(topics(runs=3))
def test_information_is_that_of_all_ordered_pairs(drawn):
    grades, lists = drawn
    q, answers = by_hand.variables(grades, lists)
    single = ric_of(np.array(grades), np.array(lists))
    assert single == close([by_hand.information(r, q) for r in answers], abs=1e-12)
    assert ((single >= 0) & (single <= 1)).all()
    assert joint_ric_of(np.array(grades), np.array(lists)) == close(by_hand.joint(grades, lists), abs=1e-12)
    joint = pairwise_information(by_hand.collection(by_hand.topic(grades, lists)))
    expected = [[by_hand.joint(grades, [one, other]) for one in lists] for other in lists]
    assert joint[0] == close(np.array(expected), abs=1e-12)
    difference = information_difference(joint)[0]
    expected = [[by_hand.difference(grades, one, other) for one in lists] for other in lists]
    assert difference == close(np.array(expected), abs=1e-12)
    assert (np.diagonal(difference) == 0).all()
    assert (difference == difference.T).all()


@settings(max_examples=10)
@given(st.integers(13, 50), st.randoms(use_true_random=False))
def test_many_runs_together_are_counted_as_few_are(runs, random):
    grades = [random.randint(0, 2) for _ in range(8)] + [0, 1]
    lists = [[rank if rank < 7 else NONE for rank in random.sample(range(14), 10)] for _ in range(runs)]
    assert joint_ric_of(np.array(grades), np.array(lists)) == close(by_hand.joint(grades, lists), abs=1e-12)


def test_a_topic_too_large_for_one_chunk_is_counted_the_same(monkeypatch):
    rng = np.random.default_rng(3)
    grades = rng.integers(0, 3, 40)
    ranks = np.array([np.where(row < 30, row, NONE) for row in (rng.permutation(50)[:40] for _ in range(5))])
    collection = by_hand.collection(by_hand.topic(grades, ranks))
    whole = joint_ric_of(grades, ranks), pairwise_information(collection)
    monkeypatch.setattr("ordquant_core.ranked_lists.information.CHUNK", 64)
    assert joint_ric_of(grades, ranks) == whole[0]
    assert pairwise_information(collection) == close(whole[1], abs=1e-15)


@examples(25)
@given(topics(runs=5), st.randoms(use_true_random=False))
def test_a_further_run_never_takes_from_joint_ric_and_perfect_lists_have_1_bit(drawn, random):
    grades, lists = np.array(drawn[0]), np.array(drawn[1])
    values = [joint_ric_of(grades, lists[:n]) for n in range(6)]
    assert values[0] == 0
    assert values[1] == close(ric_of(grades, lists[0]), abs=1e-12)
    assert all(after >= before - 1e-12 for before, after in pairwise(values))
    assert values[-1] <= 1
    order = np.array(random.sample(range(len(grades)), len(grades)))  # of documents in memory
    assert ric_of(grades, lists[0]) == ric_of(grades[order], lists[0][order])
    assert values[-1] == close(joint_ric_of(grades[order], lists[:, order]), abs=1e-15)
    perfect = np.empty(len(grades), dtype=int)
    perfect[np.argsort(-grades, kind="stable")] = np.arange(len(grades))
    assert ric_of(grades, perfect) == joint_ric_of(grades, perfect[None]) == 1


@examples(20)
@given(topics(runs=3), topics(runs=3))
def test_a_collection_gives_the_values_of_its_topics(one, other):
    both = by_hand.collection(by_hand.topic(*one), by_hand.topic(*other))
    single = relevance_information(both)
    assert single.T.tolist() == [ric_of(topic.grades, topic.ranks).tolist() for topic in both.topics]
    assert joint_ric(both).tolist() == [joint_ric_of(topic.grades, topic.ranks) for topic in both.topics]
    assert joint_ric(both, [2]) == close(single[2], abs=1e-12)
    assert close(single, abs=1e-12) == np.diagonal(pairwise_information(both), axis1=1, axis2=2).T
    chosen = both.select([2, 0])
    assert (chosen.runs, relevance_information(chosen).tolist()) == (("run2", "run0"), single[[2, 0]].tolist())
    expected = [[ric_of(topic.grades, fuse(topic)[method]) for method in METHODS] for topic in both.topics]
    assert fused_ric(both).T.tolist() == expected


# ---- merged lists ----


def order(topic, method):
    """The documents of a merged list, best first."""
    ranks = fuse(topic)[method]
    return [int(document) for document in np.argsort(ranks, kind="stable") if ranks[document] != NONE]


SCORES = np.array([[1.0, 0.5, np.nan, 0.4], [np.nan, 0.6, np.nan, 0.9]])
SCORED = Topic("t", tuple("dcba"), np.array([1, 0, 1, 0]), np.array([[0, 1, NONE, 2], [NONE, 1, NONE, 0]]), SCORES)
TIED = Topic("t", ("z", "a"), np.array([0, 1]), np.array([[0, 1], [1, 0]]), np.array([[1.0, 0.0], [0.0, 1.0]]))


def merged(method, grades, *lists):
    return order(by_hand.topic(grades, lists), method)


@reviewed(__file__)
def test_lists_are_merged_as_was_reviewed(made, words):
    assert said(made, globals()) == words


@given(topics(runs=4))
def test_what_is_merged_is_what_some_list_retrieves_and_one_list_alone_comes_out_as_it_is(drawn):
    topic = by_hand.topic(*drawn)
    retrieved = np.flatnonzero((topic.ranks != NONE).any(axis=0)).tolist()
    for method, ranks in fuse(topic).items():
        assert sorted(order(topic, method)) == retrieved
        assert sorted(ranks[ranks != NONE].tolist()) == list(range(len(retrieved)))
    assert (np.diff(topic.grades[order(topic, "Naive")]) <= 0).all()
    alone = by_hand.topic(drawn[0], drawn[1][:1])
    own = [int(n) for n in np.argsort(alone.ranks[0], kind="stable") if alone.ranks[0, n] != NONE]
    assert all(order(alone, method) == own for method in METHODS if method != "Naive")
