"""Merging lists: each method by hand, and what holds between them."""

import numpy as np
import pytest
from hypothesis import given

from ordquant_core.ranked_lists.collection import UNRANKED, Topic
from ordquant_core.ranked_lists.fusion import METHODS, fuse, fused_ric
from ordquant_core.ranked_lists.information import ric_of
from tests.ranked_lists import by_hand
from tests.ranked_lists.lists import topics

NONE = UNRANKED


def order(topic, method):
    """The documents of a merged list, best first."""
    ranks = fuse(topic)[method]
    return [int(document) for document in np.argsort(ranks, kind="stable") if ranks[document] != UNRANKED]


def test_comb_methods_add_scores_and_count_lists():
    scores = np.array([[1.0, 0.5, np.nan, 0.4], [np.nan, 0.6, np.nan, 0.9]])
    ranks = np.array([[0, 1, NONE, 2], [NONE, 1, NONE, 0]])
    topic = Topic("t", ("d", "c", "b", "a"), np.array([1, 0, 1, 0]), ranks, scores)
    assert order(topic, "CombANZ") == [0, 3, 1]  # 1, 0.65, 0.55
    assert order(topic, "CombMNZ") == [3, 1, 0]  # 2.6, 2.2, 1


def test_ties_stand_in_descending_order_of_documents_as_in_trec_eval():
    ranks = np.array([[0, 1], [1, 0]])
    topic = Topic("t", ("z", "a"), np.array([0, 1]), ranks, np.array([[1.0, 0.0], [0.0, 1.0]]))
    assert all(order(topic, method) == [0, 1] for method in ("CombANZ", "CombMNZ", "Condorcet"))


def test_condorcet_follows_the_majority_and_ranks_what_is_retrieved_above_what_is_not():
    topic = by_hand.topic([0, 0, 1], [[0, 1, 2], [0, NONE, 1], [2, 1, 0]])
    assert order(topic, "Condorcet") == [0, 2, 1]  # 0 beats 2 in two lists of three, 2 beats 1 in two


def test_the_majoritarian_bound_follows_half_of_the_lists_and_the_judgements_where_halves_disagree():
    topic = by_hand.topic([0, 1, 2], [[0, 1, NONE], [1, 0, NONE], [NONE, NONE, 0], [NONE, NONE, 0]])
    assert order(topic, "Majoritarian") == [2, 1, 0]
    assert order(by_hand.topic([0, 1], [[0, 1], [0, 1], [1, 0]]), "Majoritarian") == [0, 1]


def test_the_pareto_bound_follows_only_all_lists():
    assert order(by_hand.topic([0, 1], [[0, 1], [0, 1], [1, 0]]), "Pareto") == [1, 0]
    assert order(by_hand.topic([0, 1], [[0, 1], [0, NONE]]), "Pareto") == [0, 1]
    assert order(by_hand.topic([0, 1], [[0, 1], [NONE, NONE]]), "Pareto") == [1, 0]


def test_the_naive_bound_puts_the_best_retrieved_documents_first():
    assert order(by_hand.topic([0, 1, 2, 2], [[0, 1, NONE, NONE], [NONE, 0, 2, NONE]]), "Naive") == [2, 1, 0]


@given(topics(runs=1))
def test_one_list_alone_comes_out_as_it_is_unless_the_judgements_are_asked_first(drawn):
    grades, (ranks,) = drawn
    topic = by_hand.topic(grades, [ranks])
    own = [int(n) for n in np.argsort(np.array(ranks), kind="stable") if ranks[n] != UNRANKED]
    for method in METHODS:
        if method != "Naive":
            assert order(topic, method) == own


@given(topics(runs=4))
def test_what_is_merged_is_what_some_list_retrieves(drawn):
    topic = by_hand.topic(*drawn)
    retrieved = set(np.flatnonzero((topic.ranks != UNRANKED).any(axis=0)).tolist())
    for method, ranks in fuse(topic).items():
        assert sorted(order(topic, method)) == sorted(retrieved)
        assert sorted(ranks[ranks != UNRANKED].tolist()) == list(range(len(retrieved)))


@given(topics(runs=3))
def test_the_naive_list_has_no_pair_of_retrieved_documents_in_the_wrong_order(drawn):
    topic = by_hand.topic(*drawn)
    ranks = fuse(topic)["Naive"]
    listed = topic.grades[np.argsort(ranks, kind="stable")][: int((ranks != UNRANKED).sum())]
    assert (np.diff(listed) <= 0).all()


@given(topics(runs=3), topics(runs=3))
def test_the_ric_of_merged_lists_is_that_of_each_topic(one, other):
    collection = by_hand.collection(by_hand.topic(*one), by_hand.topic(*other))
    expected = [[ric_of(topic.grades, fuse(topic)[method]) for method in METHODS] for topic in collection.topics]
    assert fused_ric(collection).T.tolist() == expected


@pytest.mark.parametrize("method", METHODS)
def test_topics_that_nobody_answers_give_empty_lists(method):
    assert order(by_hand.topic([1, 0], [[NONE, NONE], [NONE, NONE]]), method) == []
