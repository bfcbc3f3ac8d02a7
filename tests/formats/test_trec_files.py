"""Several files at once: which is which, and all problems of all of them."""

import pytest

from ordquant_core.errors import InputError
from ordquant_core.formats.files import File
from ordquant_core.formats.official.trec_files import read_named_lists, sort_files

QRELS = File("qrels", b"1 0 a 1\n1 0 b 0\n")
BM25 = File("bm25.run", b"1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n")
OTHER = File("other", b"1 Q0 b 1 2 t\n")
README = File("README.md", b"# What this is\n")


def problems(call, *arguments):
    with pytest.raises(InputError) as caught:
        call(*arguments)
    return caught.value


def test_judgements_and_runs_are_distinguished_in_any_order():
    assert sort_files([BM25, QRELS, OTHER]) == (QRELS, [BM25, OTHER], [])


def test_files_that_are_neither_and_further_judgements_are_problems():
    error = problems(sort_files, [QRELS, README, File("qrels2", QRELS.data), BM25])
    assert [(problem.file, problem.seen) for problem in error.problems] == [
        ("README.md", "neither judgements (qrels) nor a run"),
        ("qrels2", "qrels holds judgements, too"),
    ]


def test_runs_alone_cannot_be_judged():
    assert "no judgements (qrels) among 2 files" in str(problems(sort_files, [BM25, OTHER]))
    assert "no judgements (qrels) among 0 files" in str(problems(sort_files, []))


def test_a_collection_is_read_with_its_notes():
    found = read_named_lists(QRELS, [BM25, File("t", b"1 Q0 b 1 2 t\n1 Q0 a 1 2 t\n")], notes=["first"]).collection
    assert found.runs == ("bm25", "t")
    assert found.topics[0].ranks.tolist() == [[1, 0], [0, 1]]  # documents in descending order: b, a
    assert found.notes == ("first", "t: 1 tie of scores, in descending order of document ids")


def test_problems_of_all_files_are_reported_at_once():
    twice = File("twice", b"1 Q0 a 1 2 t\n1 Q0 a 2 1 t\n")
    bad = File("qrels", b"1 0 a good\n")
    read = read_named_lists(bad, [twice, BM25, File("short", b"1 Q0 a 1 2\n")])
    assert [problem.file for problem in read.problems] == ["qrels", "twice", "short"]


def test_what_does_not_fit_together_is_reported():
    assert "another run is called bm25" in str(read_named_lists(QRELS, [BM25, File("x/bm25", BM25.data)]).problems[0])


def test_all_files_together_have_a_limit(monkeypatch):
    monkeypatch.setattr("ordquant_core.formats.official.trec_files.MAX_UNPACKED", 30)
    assert "the files have" in str(read_named_lists(QRELS, [BM25]).problems[0])
