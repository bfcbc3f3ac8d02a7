"""`rank-lists` on the command line: its columns, its means, its errors."""

from functools import partial
from pathlib import Path

import numpy as np
import pytest

from ordquant_core.findings.ranked_lists import information_tau
from tests.ranked_lists import by_hand
from tests.ranked_lists.field_evaluators import read_in_single_precision

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
def call(call):
    return partial(call, "rank-lists")


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


def test_measures_of_diversity_stand_beside_the_others_and_condition_them(call, folder):
    (folder / "subtopics.txt").write_text("1 1 a 1\n1 2 c 1\n1 1 c 0\n9 1 z 1\n")
    files = ("qrels.txt", "bm25.run", "bert", "--subtopics", "subtopics.txt")
    code, (header, *rows), err = call(*files, "--measures", "nDCG,alpha-nDCG@10,ERR-IA@5,D#-nDCG@10")
    assert (code, header[2:]) == (0, ["nDCG", "alpha-nDCG@10", "ERR-IA@5", "D#-nDCG@10"])
    assert "1 topic without subtopics, left out of means of diversity" in err
    assert "1 topic without judgements of whole topics ignored" in err
    assert [row[:2] for row in rows] == [[t, r] for t in ("1", "2", "all") for r in ("bm25", "bert")]
    ideal = 1 + 1 / np.log2(3)  # a and c are relevant to a subtopic each; bm25 has them at ranks 1 and 3
    assert float(rows[0][3]) == pytest.approx((1 + 1 / np.log2(4)) / ideal, abs=1e-12)
    assert float(rows[1][3]) == pytest.approx(1, abs=1e-12)
    assert [row[3] for row in rows[2:4]] == ["", ""]
    assert [row[3] for row in rows[4:]] == [row[3] for row in rows[:2]]
    _, (header, *rows), _ = call(
        *files, "--information-tau", "--measures", "ERR-IA@10,D#-nDCG@10", "--given", "nDCG", "--by-topic"
    )
    assert rows
    _, (header, *_), _ = call(*files)
    assert header == ["topic", "run", "RIC", "AP", "nDCG", "alpha-nDCG@20", "ERR-IA@20", "D#-nDCG@20"]
    code, _, err = call("qrels.txt", "bm25.run", "--measures", "ERR-IA@10")
    assert (code, err) == (2, "error: ERR-IA@10 needs judgements of subtopics: --subtopics FILE\n")


@pytest.mark.usefixtures("folder")
def test_measures_are_the_columns(call):
    _, (header, *_), _ = call("qrels.txt", "bm25.run", "--measures", "RBP,GAP,RIC")
    assert header == ["topic", "run", "RBP", "GAP", "RIC"]
    assert call("qrels.txt", "bm25.run", "--measures", "MAP") == (
        2,
        [],
        "error: Unknown measure 'MAP'; choose from RIC, AP, GAP, nDCG, ERR, RBP, P@k, recall (@k counts only the first "
        "k documents, as in nDCG@10; RBP(p=0.5) sets the persistence).\n",
    )


@pytest.mark.usefixtures("folder")
def test_joint_ric_is_that_of_all_runs_together(call):
    _, rows, _ = call("qrels.txt", "bm25.run", "bert", "--joint")
    expected = [by_hand.joint([1, 0, 2], [[0, 1, 2], [1, by_hand.UNRANKED, 0]]), 1.0]
    assert [row[0] for row in rows] == ["topic", "1", "2", "all"]
    assert [float(row[1]) for row in rows[1:]] == pytest.approx([*expected, np.mean(expected)], abs=1e-12)


@pytest.mark.usefixtures("folder")
def test_joint_ric_stands_beside_chance_which_depends_on_the_seed_alone(call):
    arguments = ("qrels.txt", "bm25.run", "bert", "--joint")
    code, (header, *rows), err = call(*arguments)
    assert code == 0
    parts = ["by_chance", "by_chance_error", "above_chance", "as_much_by_chance"]
    assert header == ["topic", "joint_RIC", *(f"joint_RIC_{part}" for part in parts)]
    for _, joint, by_chance, error, above, as_much in rows:
        assert float(above) == pytest.approx(float(joint) - float(by_chance), abs=1.1e-6)
        assert all(len(cell.partition(".")[2]) <= 6 for cell in (by_chance, error, above, as_much))
    assert [float(row[3]) <= 0.01 for row in rows] == [True] * 3  # of three documents, 2,000 permutations
    assert err.startswith("note: The 2 runs together carry ")
    assert err.endswith(" Seed 1.\n")
    assert call(*arguments, "--seed", "1")[1] == [header, *rows]
    assert "Seed 7." in call(*arguments, "--seed", "7")[2]


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
    assert err == ("error: twice, line 5, topic 2: d is listed more than once; list it once\n")
    (folder / "foreign").write_text("9 Q0 d 2 0.5 x\n")
    assert call("qrels.txt", "foreign", "bert")[0] == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("bm25.run", "bert"),
        ("qrels.txt", "qrels.txt"),
        ("qrels.txt", "nowhere"),
        ("qrels.txt",),
        ("qrels.txt", "bert", "--joint", "--difference"),
        ("qrels.txt", "bert", "--joint", "--measures", "RIC"),
        ("qrels.txt", "bert", "--joint", "--subtopics", "qrels.txt"),
        ("qrels.txt", "bert", "--subtopics", "nowhere"),
        ("qrels.txt", "bert", "--measures", "RIC@5"),
        ("qrels.txt", "bert", "--measures", "RIC(p=0.5)"),
        ("qrels.txt", "bert", "--seed", "1"),
        ("qrels.txt", "bert", "--given", "AP"),
        ("qrels.txt", "bert", "--information-tau", "--given", "MAP"),
        ("qrels.txt", "bert", "--by-topic"),
        ("qrels.txt", "bert", "--largest-grade", "1"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_cannot_be_is_an_error_of_one_line(call, arguments):
    code, rows, err = call(*arguments)
    assert (code, rows, err.count("\n")) == (2, [], 1)
    assert err.startswith("error: ")


@pytest.mark.usefixtures("folder")
def test_keys_name_depths_and_persistence(call):
    keys = ["P@1", "recall@2", "nDCG@1", "RBP(p=0.5)", "ERR"]
    _, (header, *rows), _ = call("qrels.txt", "bm25.run", "--measures", ",".join(keys))
    assert header == ["topic", "run", *keys]
    assert [float(cell) for cell in rows[0][2:]] == pytest.approx(  # grades 1, 0, 2 from the top
        [1, 1 / 2, 1 / 3, (1 / 4 + 3 / 16) / 2, 1 / 4 + 3 / 16], abs=1e-15
    )
    _, (_, *rows), _ = call("qrels.txt", "bm25.run", "--measures", "ERR", "--largest-grade", "4")
    assert float(rows[0][2]) == pytest.approx(1 / 16 + 15 / 16 * 3 / 16 / 3, abs=1e-15)


@pytest.mark.usefixtures("folder")
def test_information_tau_is_written_by_topic_and_beyond_others(call):
    arguments = ("qrels.txt", "bm25.run", "bert", "--information-tau")
    _, (header, *rows), err = call(*arguments, "--measures", "recall@1,AP", "--by-topic")
    assert err == f"note: {information_tau(2)}\n"
    assert header == ["topic", "measure_1", "measure_2", "given", "information_tau"]
    assert rows == [  # on topic 1 both runs find one relevant document first
        ["1", "recall@1", "AP", "", ""],
        ["2", "recall@1", "AP", "", "1.0"],
        ["all", "recall@1", "AP", "", "1.0"],
    ]
    _, (_, *rows), _ = call(*arguments, "--measures", "AP,GAP", "--given", "nDCG")
    assert rows == [["all", "AP", "GAP", "nDCG", "0.0"]]


def test_pairs_are_listed_with_differences(folder, call):
    (folder / "other").write_text(BERT)
    arguments = ("qrels.txt", "bm25.run", "bert", "other", "--difference")
    _, (header, *rows), _ = call(*arguments, "--measures", "AP,P@1")
    assert header[-2:] == ["difference_AP", "difference_P@1"]
    assert [row[-1] for row in rows] == ["0.5", "0.5", "0.0"]
    assert [float(row[-2]) for row in rows] == pytest.approx([1 / 6, 1 / 6, 0])  # 11/12 and twice 3/4


@real
def test_the_files_of_trec_give_what_their_leaderboard_prints(call, tmp_path):
    for name in ("T5R1", "BERT"):
        (tmp_path / name).write_text(read_in_single_precision(COVID / "runs" / name))  # it was trec_eval 9
    _, (_, *rows), err = call(COVID / "qrels.txt", tmp_path / "T5R1", tmp_path / "BERT", "--measures", "AP")
    means = {row[1]: f"{float(row[2]):.4f}" for row in rows if row[0] == "all"}
    assert means == {"T5R1": "0.1919", "BERT": "0.0653"}
    assert "ties of scores" in err


def judge(tmp_path, **files):
    for name, text in files.items():
        (tmp_path / name).write_text(text)


def test_topics_with_relevant_documents_only_count_for_all_measures_but_ric(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    judge(tmp_path, qrels="1 0 a 1\n2 0 b 1\n3 0 c 1\n3 0 d 0\n", every="1 0 a 1\n2 0 b 1\n2 0 c 1\n")
    run = "1 Q0 a 1 3 s\n1 Q0 x 2 2 s\n2 Q0 x 1 3 s\n2 Q0 b 2 2 s\n3 Q0 x 1 3 s\n3 Q0 y 2 2 s\n3 Q0 c 3 1 s\n"
    judge(tmp_path, run=run)
    code, (_, *rows), err = call("qrels", "run", "--measures", "RIC,AP,recall,P@1")
    assert code == 0
    assert [row[2] for row in rows] == ["", "", "1.0", "1.0"]
    assert [float(cell) for cell in rows[-1][3:]] == pytest.approx([11 / 18, 1, 1 / 3])
    assert err == (
        "note: qrels: RIC is computed on 1 of 3 judged topics: the other 2 have no judged documents of two grades "
        "(1, 2)\n"
    )
    code, (_, *rows), err = call("every", "run")
    assert (code, rows[-1][2:4]) == (0, ["", "0.625"])
    assert "note: every: RIC is not defined: no topic has judged documents of two grades\n" in err
    for option in ("--joint", "--difference"):
        assert call("every", "run", option) == (
            2,
            [],
            "note: every: RIC is not defined: no topic has judged documents of two grades\n"
            "note: run: 1 topic not judged, ignored (3)\n"
            "error: every: RIC is not defined: no topic has judged documents of two grades\n",
        )
