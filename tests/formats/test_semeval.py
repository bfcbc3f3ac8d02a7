"""SemEval Task 4 E and LeQua: probabilities in lines, and what is said of lines that are none; TREC's files."""

from pathlib import Path

import pytest

from ordquant_core.errors import InputError
from ordquant_core.formats.decisions import Decisions
from tests.formats.files import gold_of, official, problems_of

SHARED = Path(__file__).parents[2] / "../shared/data"
real = pytest.mark.skipif(not SHARED.exists(), reason="the shared task's files are not here")

SEMEVAL = b"sam smith\t0.125\t0.25\t0.375\t0.125\t0.125\n\nprince\t0\t0\t0\t1\t0\n"


def test_a_line_of_semeval_is_a_topic_and_five_probabilities():
    file, gold = official(SEMEVAL, "dir/g.txt"), gold_of(SEMEVAL)
    assert (file.kind, file.role, file.title) == ("semeval", "either", "g")
    assert (gold.cases, gold.classes, gold.labelled) == (("sam smith", "prince"), ("-2", "-1", "0", "1", "2"), True)
    assert gold.probabilities.tolist() == [[0.125, 0.25, 0.375, 0.125, 0.125], [0, 0, 0, 1, 0]]


OTHERS = {
    "a header": b"topic\t-2\t-1\t0\t1\t2\nx\t0.2\t0.2\t0.2\t0.2\t0.2\n",
    "numbered rows": b"1\t0.2\t0.2\t0.2\t0.2\t0.2\n2\t0.2\t0.2\t0.2\t0.2\t0.2\n",
    "votes": b"x\t1\t12\t48\t39\t8\n",
    "ratings of five people": b"d1\t1\t3\t4\t4\t5\nd2\t1\t1\t1\t2\t3\n",
    "four classes": b"x\t0.25\t0.25\t0.25\t0.25\n",
    "commas": b"x,0.2,0.2,0.2,0.2,0.2\n",
    "counts below the header of LeQua": b"id,0,1,2\na,1,2,3\nb,0,1,2\n",
    "marks below the header of LeQua": b"id,0,1,2\na,1,0,0\nb,0,1,0\n",
    "another header": b"id,1,2,3\na,0.25,0.5,0.25\n",
    "a header alone": b"id,0,1,2\n",
    "a log of ratings": b"196\t242\t3\t881250949\n196\t302\t3\t891717742\n",
    "votes of which the first are 0": b"d1\t0\t0\t5\nd2\t0\t1\t4\n",
    "a table": b"case,annotator,label\na,r1,1\n",
}


@pytest.mark.parametrize("data", OTHERS.values(), ids=OTHERS)
def test_other_tables_are_not_official(data):
    assert official(data) is None


def test_what_is_wrong_with_a_line_is_reported():
    more = b"b\t0.5\t0.5\n\t0\t0\t0\t0\t1\nprince\t0\t0\t0\t0\t1\nc\t0\t0\t0\tx\t\nd\t0.2\t0.2\t0.2\t0.2\t0.19\n"
    good = b"".join(b"t%d\t0\t0\t1\t0\t0\n" % number for number in range(6))
    problems = problems_of(gold_of, SEMEVAL + more + good, "g.txt")
    assert [(problem.case, problem.seen) for problem in problems] == [
        ("line 4", "2 numbers"),
        ("line 5", "the id is empty"),
        ("case prince", "this id stands in lines 3 and 6"),
        ("line 7 (case c)", "'x' is no number"),
        ("case d", "(0.2, 0.2, 0.2, 0.2, 0.19) sums to 0.99"),
    ]
    assert problems[0].action == "expected a topic and 5 numbers, separated by tabs"
    assert problems[-1].choices == ("renormalise",)


@real
def test_the_files_of_semeval_are_read():
    folder = SHARED / "semeval2016"
    gold = gold_of((folder / "SemEval2016_task4_subtaskE_test_gold_AGGREGATED.txt").read_bytes())
    data = (folder / "PotTS.SubtaskE.res.official.txt").read_bytes()
    assert (len(gold.cases), len(problems_of(gold_of, data))) == (100, 42)
    run = gold_of(data, choices=Decisions(renormalise=True))
    assert sorted(run.cases) == sorted(gold.cases)
    assert official((folder / "SemEval2016_subtaskCE_test_topic_counts.tsv").read_bytes()) is None


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"1 0 a 2\n1 0 b 0\n", "relevance judgements"),
        (b"1 0 7 2\n1 0 8 0\n", "relevance judgements"),
        (b"# judged by hand\n1\t0.5\ta\t2\n1\t1\tb\t0\n", "relevance judgements"),
        (b"1 Q0 a 1 0.5 t\n1 Q0 b 2 0.4 t\n", "ranked lists"),
    ],
)
def test_ranked_lists_are_sent_to_their_page(data, kind):
    with pytest.raises(InputError, match=f"these are TREC's {kind}; ranked lists have a page") as caught:
        official(data, "qrels.txt")
    assert caught.value.problems[0].file == "qrels.txt"
