"""Judgements and runs put together: what counts, what is left out, and that it is said."""

import numpy as np
import pytest

from ordquant_core.errors import InputError, UnknownNameError
from ordquant_core.ranked_lists.collection import UNRANKED, Judgements, RankedRun, assemble


def judged(**topics):
    return Judgements(
        "qrels",
        tuple(topics),
        tuple(tuple(grades) for grades in topics.values()),
        tuple(np.array(list(grades.values())) for grades in topics.values()),
    )


def ranked(name, **topics):
    return RankedRun(
        name,
        tuple(topics),
        tuple(tuple(documents) for documents in topics.values()),
        tuple(np.arange(len(documents), 0, -1, dtype=float) for documents in topics.values()),
        file=f"runs/{name}.txt",
    )


def test_ranks_count_documents_without_a_judgement_and_keep_only_those_with_one():
    (topic,) = assemble(judged(t={"a": 1, "b": 0, "c": 2}), [ranked("r", t=["x", "c", "y", "a"])]).topics
    assert topic.documents == ("c", "b", "a")
    assert topic.grades.tolist() == [2, 0, 1]
    assert topic.ranks.tolist() == [[1, UNRANKED, 3]]
    assert topic.scores.tolist()[0] == pytest.approx([2 / 3, np.nan, 0], nan_ok=True)


def test_a_list_of_equal_scores_gets_one_throughout():
    run = RankedRun("r", ("t",), (("a", "b"),), (np.array([3.0, 3.0]),))
    assert assemble(judged(t={"a": 1, "b": 0}), [run]).topics[0].scores.tolist() == [[1, 1]]


def test_scores_as_large_as_floats_go_are_rescaled():
    run = RankedRun("r", ("t",), (("a", "x", "b"),), (np.array([1.7e308, 0.0, -1.7e308]),))
    assert assemble(judged(t={"a": 1, "b": 0}), [run]).topics[0].scores.tolist() == [[0, 1]]


def test_topics_without_information_are_left_out_and_named():
    gold = judged(
        none={"a": 0, "b": 0}, all={"a": 1}, same={"a": 1, "b": 1}, good={"a": 1, "b": 0}, spam={"a": 0, "b": -2}
    )
    found = assemble(gold, [ranked("r", none=["a"], all=["a"], same=["a"], good=["a"], spam=["a"])])
    assert [topic.name for topic in found.topics] == ["good"]
    assert found.notes == (
        "qrels: 4 topics without a relevant document and one of another grade, left out of every mean "
        "(none, all, same, spam)",
        "qrels: 1 grade below 0 counts as 0",
    )


def test_grades_below_zero_count_as_zero():
    found = assemble(judged(t={"a": 1, "b": -2, "c": 0}), [ranked("r", t=["a"])])
    assert found.topics[0].grades.tolist() == [0, 0, 1]
    assert found.notes == ("qrels: 1 grade below 0 counts as 0",)


def test_a_topic_that_is_not_answered_has_an_empty_list_and_is_named():
    gold = judged(t={"a": 1, "b": 0}, u={"a": 1, "b": 0})
    found = assemble(gold, [ranked("r", u=["b"], v=["a"], w=["a"])])
    assert found.topics[0].ranks.tolist() == [[UNRANKED, UNRANKED]]
    assert found.notes == (
        "runs/r.txt: 1 topic not answered, scores 0 (t)",
        "runs/r.txt: 2 topics not judged, ignored (v, w)",
    )


def test_many_topics_are_named_in_part():
    gold = judged(**{f"t{n}": {"a": 1, "b": 0} for n in range(9)})
    (note,) = assemble(gold, [ranked("r", t8=["a"])]).notes
    assert note == "runs/r.txt: 8 topics not answered, score 0 (t0, t1, t2, t3, t4, …)"


def test_every_problem_is_reported():
    gold = judged(t={"a": 1, "b": 0})
    with pytest.raises(InputError) as caught:
        assemble(gold, [ranked("r", t=["a"]), ranked("r", t=["b"]), ranked("s", x=["a"])])
    assert [str(problem) for problem in caught.value.problems] == [
        "runs/r.txt: another run is called r; rename one of them (a run is named after its file), "
        "or use --keep-first (keep the first of repeated rows or names)",
        "runs/s.txt: none of its 1 topics is judged (it has x); the judgements have t, "
        "or use --skip-files (leave out files that do not belong to the task)",
    ]
    assert caught.value.choices == ("keep-first", "skip-files")


def test_what_the_user_chose_to_leave_out_is_noted():
    runs = [ranked("r", t=["a"]), ranked("r", t=["b"]), ranked("s", x=["a"])]
    found = assemble(judged(t={"a": 1, "b": 0}), runs, ["keep-first", "skip-files"])
    assert found.runs == ("r",)
    assert found.topics[0].ranks.tolist() == [[UNRANKED, 0]]
    assert found.notes == (
        "runs/r.txt: left out, there is a run r before it",
        "runs/s.txt: left out, none of its topics is judged",
    )


def test_a_topic_with_too_many_judged_documents_is_a_problem(monkeypatch):
    monkeypatch.setattr("ordquant_core.ranked_lists.collection.MOST_DOCUMENTS", 2)
    with pytest.raises(InputError, match="qrels, topic t: 3 judged documents; the limit is 2"):
        assemble(judged(t={"a": 1, "b": 0, "c": 0}), [])


def test_judgements_without_any_pair_are_refused():
    with pytest.raises(InputError, match="no topic has both a relevant document and one of another grade"):
        assemble(judged(t={"a": 1}), [])


def test_levels_are_the_grades_above_zero():
    assert assemble(judged(t={"a": 3, "b": 0}, u={"a": 1, "b": -1}), []).levels == (1, 3)


def test_runs_are_chosen_by_number_in_any_order():
    gold = judged(t={"a": 1, "b": 0})
    found = assemble(gold, [ranked("r", t=["a"]), ranked("s", t=["b"]), ranked("q", t=["b", "a"])]).select([2, 0])
    assert found.runs == ("q", "r")
    assert found.topics[0].ranks.tolist() == [[0, 1], [UNRANKED, 0]]
    assert found.number_of("r") == 1
    with pytest.raises(UnknownNameError, match="There is no run 's'; choose from q, r"):
        found.number_of("s")
