"""Judgements and runs put together: what counts, what is left out, and that it is said."""

import numpy as np
import pytest

from ordquant_core.analysis.retrieval import score_lists
from ordquant_core.errors import InputError
from ordquant_core.ranked_lists.collection import UNRANKED, Judgements, RankedRun, assemble
from ordquant_core.ranked_lists.evaluator import evaluate
from ordquant_core.ranked_lists.information import joint_ric, pairwise_information, relevance_information


def judged(**topics):
    documents, grades = zip(*((tuple(of), np.array([*of.values()])) for of in topics.values()), strict=True)
    return Judgements("qrels", tuple(topics), documents, grades)


def ranked(name, **topics):
    scores = tuple(np.arange(len(documents), 0, -1.0) for documents in topics.values())
    return RankedRun(name, tuple(topics), tuple(map(tuple, topics.values())), scores, file=f"runs/{name}.txt")


def test_ranks_count_documents_without_a_judgement_and_keep_only_those_with_one():
    (topic,) = assemble(judged(t={"a": 1, "b": 0, "c": 2}), [ranked("r", t=["x", "c", "y", "a"])]).topics
    assert topic.documents == ("c", "b", "a")
    assert topic.grades.tolist() == [2, 0, 1]
    assert topic.ranks.tolist() == [[1, UNRANKED, 3]]
    assert topic.scores.tolist()[0] == pytest.approx([2 / 3, np.nan, 0], nan_ok=True)


def test_scores_as_large_as_floats_go_are_rescaled():
    run = RankedRun("r", ("t",), (("a", "x", "b"),), (np.array([1.7e308, 0.0, -1.7e308]),))
    assert assemble(judged(t={"a": 1, "b": 0}), [run]).topics[0].scores.tolist() == [[0, 1]]


def test_ric_alone_needs_two_grades_and_topics_without_relevant_documents_are_named():
    gold = judged(
        none={"a": 0, "b": 0}, all={"a": 1}, same={"a": 1, "b": 1}, good={"a": 1, "b": 0}, spam={"a": 0, "b": -2}
    )
    found = assemble(gold, [ranked("r", none=["a"], all=["a"], same=["a"], good=["a"], spam=["a"])])
    assert [topic.name for topic in found.topics] == ["none", "all", "same", "good", "spam"]
    assert found.distinguishing.tolist() == [False, False, False, True, False]
    assert found.notes == (
        "qrels: 2 topics without a relevant document score 0 (none, spam)",
        "qrels: RIC is computed on 1 of 5 judged topics: the other 4 have no judged documents of two grades "
        "(none, all, same, spam)",
        "qrels: 1 grade below 0 counts as 0",
    )
    np.testing.assert_array_equal(relevance_information(found), [[np.nan, np.nan, np.nan, 1, np.nan]])
    np.testing.assert_array_equal(joint_ric(found), [np.nan, np.nan, np.nan, 1, np.nan])
    np.testing.assert_array_equal(pairwise_information(found)[:, 0, 0], [np.nan, np.nan, np.nan, 1, np.nan])
    assert evaluate(found, ["AP", "recall"]).means.tolist() == [[0.5], [0.5]]  # 0, 1, 1/2, 1, 0


def test_a_topic_that_is_not_answered_has_an_empty_list_and_is_named():
    gold = judged(t={"a": 1, "b": 0}, u={"a": 1, "b": 0})
    found = assemble(gold, [ranked("r", u=["b"], v=["a"], w=["a"])])
    assert found.topics[0].ranks.tolist() == [[UNRANKED, UNRANKED]]
    assert found.notes == (
        "runs/r.txt: 1 topic not answered, scores 0 (t)",
        "runs/r.txt: 2 topics not judged, ignored (v, w)",
    )


def test_every_problem_is_reported(monkeypatch):
    gold = judged(t={"a": 1, "b": 0})
    runs = [ranked("r", t=["a"]), ranked("r", t=["b"]), ranked("s", **{f"x{n}": ["a"] for n in range(7)})]
    with pytest.raises(InputError) as caught:
        assemble(gold, runs)
    assert [str(problem) for problem in caught.value.problems] == [
        "runs/r.txt: another run is called r; rename one of them (a run is named after its file)",
        "runs/s.txt: none of its 7 topics is judged (it has x0, x1, x2, x3, x4, …); remove it, or choose the "
        "judgements it belongs to: these have t",
    ]
    with pytest.raises(InputError, match="no document is judged relevant: no grade is above 0"):
        assemble(judged(t={"a": 0, "b": -1}), [])
    monkeypatch.setattr("ordquant_core.ranked_lists.collection.MOST_DOCUMENTS", 2)
    monkeypatch.setattr("ordquant_core.ranked_lists.collection.MOST_TOPICS", 1)
    with pytest.raises(InputError) as caught:
        assemble(judged(t={"a": 1, "b": 0, "c": 0}, u={"a": 1}), [])
    assert [str(problem) for problem in caught.value.problems] == [
        "qrels, topic t: 3 judged documents; the limit is 2",
        "qrels: 2 topics; the limit is 1",
    ]


def test_judgements_of_relevant_documents_only_leave_ric_undefined_and_say_so():
    found = assemble(judged(t={"a": 1}, u={"b": 1, "c": 1}), [ranked("r", t=["x", "a"], u=["b"])])
    assert found.notes == ("qrels: RIC is not defined: no topic has judged documents of two grades",)
    np.testing.assert_array_equal(score_lists(found, ["AP"]).means, [[np.nan], [0.5]])


def test_runs_are_the_same_where_they_retrieve_the_same_judged_documents_in_the_same_order():
    runs = [ranked(name, t=list(documents)) for name, documents in zip("rsuv", ("axb", "xab", "ba", "a"), strict=True)]
    (topic,) = assemble(judged(t={"a": 1, "b": 0}), runs).topics
    assert [topic.are_same(0, other) for other in range(4)] == [True, True, False, False]
