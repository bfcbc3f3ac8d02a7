"""`rank-lists` on the command line: its columns, its means, its errors."""

import csv
import io
from pathlib import Path

import numpy as np
import pytest

from ordquant_core.__main__ import main
from tests.ranked_lists import by_hand

COVID = Path(__file__).parents[2] / "../shared/data/trec_covid_round1"
real = pytest.mark.skipif(not COVID.exists(), reason="the files of TREC are not here")
QRELS = "1 0 a 1\n1 0 b 0\n1 0 c 2\n2 0 a 0\n2 0 d 1\n"
BM25 = "1 Q0 a 1 3 x\n1 Q0 b 2 2 x\n1 Q0 c 3 1 x\n2 Q0 d 1 1 x\n"
BERT = "1 Q0 c 1 3 y\n1 Q0 a 2 2 y\n2 Q0 a 1 2 y\n2 Q0 d 2 1 y\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in (("qrels.txt", QRELS), ("bm25.run", BM25), ("bert", BERT)):
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def call(capsys):
    def run(*arguments):
        code = main(["rank-lists", *map(str, arguments)])
        out, err = capsys.readouterr()
        return code, list(csv.reader(io.StringIO(out))), err

    return run


@pytest.mark.usefixtures("folder")
def test_a_row_per_topic_and_run_and_the_means(call):
    code, (header, *rows), err = call("qrels.txt", "bm25.run", "bert")
    assert (code, err) == (0, "")
    assert header == ["topic", "run", "RIC", "AP", "nDCG"]
    assert [row[:2] for row in rows] == [[t, r] for t in ("1", "2", "all") for r in ("bm25", "bert")]
    q, (r,) = by_hand.variables([1, 0, 2], [[0, 1, 2]])
    assert float(rows[0][2]) == pytest.approx(by_hand.information(r, q), abs=1e-12)
    assert [row[2:4] for row in rows[1:4]] == [["1.0", "1.0"], ["1.0", "1.0"], ["1.0", "0.5"]]
    for run in (0, 1):
        mean = np.mean([[float(value) for value in rows[topic + run][2:]] for topic in (0, 2)], axis=0)
        assert [float(value) for value in rows[4 + run][2:]] == pytest.approx(mean.tolist(), abs=1e-15)


@pytest.mark.usefixtures("folder")
def test_measures_are_the_columns(call):
    _, (header, *_), _ = call("qrels.txt", "bm25.run", "--measures", "RBP,GAP,RIC")
    assert header == ["topic", "run", "RBP", "GAP", "RIC"]
    assert call("qrels.txt", "bm25.run", "--measures", "MAP") == (
        2,
        [],
        "error: Unknown measure 'MAP'; choose from RIC, AP, GAP, nDCG, ERR, RBP, P@k, recall, nDCG-linear, RBP-linear, "
        "ERR-gdeval (@k after a key: the first k documents only; RBP(p=0.5): another persistence).\n",
    )


@pytest.mark.usefixtures("folder")
def test_joint_ric_is_that_of_all_runs_together(call):
    _, rows, _ = call("qrels.txt", "bm25.run", "bert", "--joint")
    expected = [by_hand.joint([1, 0, 2], [[0, 1, 2], [1, by_hand.UNRANKED, 0]]), 1.0]
    assert [row[0] for row in rows] == ["topic", "1", "2", "all"]
    assert [float(row[1]) for row in rows[1:]] == pytest.approx([*expected, np.mean(expected)], abs=1e-12)


@pytest.mark.usefixtures("folder")
def test_the_difference_of_every_pair_goes_with_what_each_knows(call):
    _, (header, row), _ = call("qrels.txt", "bm25.run", "bert", "--difference")
    assert header == ["run_1", "run_2", "RIC_1", "RIC_2", "joint_RIC", "information_difference"]
    one, other, joint, difference = map(float, row[2:])
    assert row[:2] == ["bm25", "bert"]
    assert difference == pytest.approx(2 * joint - one - other, abs=1e-12)


def test_bad_input_is_one_line_with_file_and_line(folder, call):
    (folder / "twice").write_text(BM25 + "2 Q0 d 2 0.5 x\n")
    code, rows, err = call("qrels.txt", "twice")
    assert (code, rows) == (2, [])
    assert err == (
        "error: twice, line 5, topic 2: d is listed more than once; list it once, "
        "or use --keep-first (keep the first of repeated rows or names)\n"
    )
    code, rows, err = call("qrels.txt", "twice", "--keep-first")
    assert (code, err) == (0, "note: twice: 1 document listed twice, the better rank counts\n")
    (folder / "foreign").write_text("9 Q0 d 2 0.5 x\n")
    assert call("qrels.txt", "foreign", "bert")[0] == 2
    assert call("qrels.txt", "foreign", "bert", "--skip-files")[0] == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("bm25.run", "bert"),
        ("qrels.txt", "qrels.txt"),
        ("qrels.txt", "nowhere"),
        ("qrels.txt",),
        ("qrels.txt", "bert", "--joint", "--difference"),
        ("qrels.txt", "bert", "--joint", "--measures", "RIC"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_cannot_be_is_an_error_of_one_line(call, arguments):
    code, rows, err = call(*arguments)
    assert (code, rows, err.count("\n")) == (2, [], 1)
    assert err.startswith("error: ")


@pytest.mark.usefixtures("folder")
def test_grades_too_large_for_gdeval_are_reported_only_where_it_is_asked_for(folder, call):
    (folder / "high").write_text(QRELS.replace("c 2", "c 9"))
    assert call("high", "bert", "--measures", "ERR,nDCG")[0] == 0
    code, _, err = call("high", "bert", "--measures", "ERR-gdeval")
    assert (code, err) == (2, "error: ERR-gdeval takes grades up to 4; these go up to 9.\n")


@real
def test_the_files_of_trec_give_what_their_leaderboard_prints(call):
    _, (_, *rows), err = call(
        COVID / "qrels.txt", COVID / "runs/T5R1", COVID / "runs/BERT", "--measures", "AP,nDCG-linear@10"
    )
    assert {row[1]: [f"{float(value):.4f}" for value in row[2:]] for row in rows if row[0] == "all"} == {
        "T5R1": ["0.1919", "0.5223"],
        "BERT": ["0.0653", "0.1731"],
    }
    assert "ties of scores" in err
