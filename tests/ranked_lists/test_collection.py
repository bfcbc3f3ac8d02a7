"""Judgements and runs put together: what counts, what is left out, and that it is said."""

import numpy as np
import pytest

from ordquant_core.analysis.retrieval import score_lists
from ordquant_core.errors import InputError
from ordquant_core.ranked_lists.collection import Judgements, RankedRun, assemble
from ordquant_core.ranked_lists.evaluator import evaluate
from ordquant_core.ranked_lists.information import joint_ric, pairwise_information, relevance_information
from tests.reviewed import reviewed, said


def judged(**topics):
    documents, grades = zip(*((tuple(of), np.array([*of.values()])) for of in topics.values()), strict=True)
    return Judgements("qrels", tuple(topics), documents, grades)


def ranked(name, **topics):
    scores = tuple(np.arange(len(documents), 0, -1.0) for documents in topics.values())
    return RankedRun(name, tuple(topics), tuple(map(tuple, topics.values())), scores, file=f"runs/{name}.txt")


LARGE = RankedRun("r", ("t",), (("a", "x", "b"),), (np.array([1.7e308, 0.0, -1.7e308]),))
KINDS = judged(
    none={"a": 0, "b": 0}, all={"a": 1}, same={"a": 1, "b": 1}, good={"a": 1, "b": 0}, spam={"a": 0, "b": -2}
)
ONE_GRADE, TWO = judged(t={"a": 1}, u={"b": 1, "c": 1}), judged(t={"a": 1, "b": 0}, u={"a": 1, "b": 0})
AB = judged(t={"a": 1, "b": 0})


def notes(gold, *runs):
    return " | ".join(assemble(gold, runs).notes)


def problems(gold, *runs):
    with pytest.raises(InputError) as caught:
        assemble(gold, runs)
    return " | ".join(map(str, caught.value.problems))


def ranks(gold, *runs):
    """Return of the first topic the documents, their grades, their ranks in each list, and their scores."""
    (topic, *_) = assemble(gold, runs).topics
    return topic.documents, topic.grades.tolist(), topic.ranks.tolist(), topic.scores.round(3).tolist()


@reviewed(__file__)
def test_what_counts_what_is_left_out_and_what_is_wrong_is_said_as_was_reviewed(made, words):
    assert said(made, globals()) == words


def test_ric_alone_needs_two_grades():
    found = assemble(KINDS, [ranked("r", none=["a"], all=["a"], same=["a"], good=["a"], spam=["a"])])
    assert [topic.name for topic in found.topics] == ["none", "all", "same", "good", "spam"]
    assert found.distinguishing.tolist() == [False, False, False, True, False]
    np.testing.assert_array_equal(relevance_information(found), [[np.nan, np.nan, np.nan, 1, np.nan]])
    np.testing.assert_array_equal(joint_ric(found), [np.nan, np.nan, np.nan, 1, np.nan])
    np.testing.assert_array_equal(pairwise_information(found)[:, 0, 0], [np.nan, np.nan, np.nan, 1, np.nan])
    assert evaluate(found, ["AP", "recall"]).means.tolist() == [[0.5], [0.5]]  # 0, 1, 1/2, 1, 0
    alone = assemble(ONE_GRADE, [ranked("r", t=["x", "a"], u=["b"])])
    np.testing.assert_array_equal(score_lists(alone, ["AP"]).means, [[np.nan], [0.5]])


def test_more_documents_or_topics_than_the_limit_are_refused(monkeypatch):
    monkeypatch.setattr("ordquant_core.ranked_lists.collection.MOST_DOCUMENTS", 2)
    monkeypatch.setattr("ordquant_core.ranked_lists.collection.MOST_TOPICS", 1)
    found = problems(judged(t={"a": 1, "b": 0, "c": 0}, u={"a": 1}))
    assert found == "qrels, topic t: 3 judged documents; the limit is 2 | qrels: 2 topics; the limit is 1"


def test_runs_are_the_same_where_they_retrieve_the_same_judged_documents_in_the_same_order():
    runs = [ranked(name, t=list(documents)) for name, documents in zip("rsuv", ("axb", "xab", "ba", "a"), strict=True)]
    (topic,) = assemble(judged(t={"a": 1, "b": 0}), runs).topics
    assert [topic.are_same(0, other) for other in range(4)] == [True, True, False, False]
