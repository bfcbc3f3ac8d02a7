"""Kinds of tables: no header, what a column may be, a row per vote, several systems; what is said of the rest."""

import pytest

from ordquant_core.errors import UnknownNameError
from ordquant_core.formats import Decisions, File, parse_gold, parse_run, read_task
from tests.formats.files import problems_of


def test_a_table_without_a_header_has_the_five_points_of_semeval():
    run = parse_run(b"\xef\xbb\xbfst. louis, mo\t0\t.5\t.25\t.25\t0\r\nthor\t1\t0\t0\t0\t0\r\n", "dir/team.txt")
    assert (run.name, run.classes, run.labelled) == ("team", ("-2", "-1", "0", "1", "2"), True)
    assert run.cases == ("st. louis, mo", "thor")
    assert run.probabilities.tolist() == [[0, 0.5, 0.25, 0.25, 0], [1, 0, 0, 0, 0]]


def test_a_quote_in_a_topic_is_a_quote():
    run = parse_run(b'"the x\t.5\t.5\ny"\t1\t0\n', "team.txt")
    assert run.cases == ('"the x', 'y"')


def test_counts_without_a_header_are_votes():
    gold = parse_gold(b"thor\t3\t1\nloki\t0\t2\n", "gold.tsv")
    assert (gold.classes, gold.votes.tolist()) == (("1", "2"), [[3, 1], [0, 2]])


@pytest.mark.parametrize("line", [b"1,2,3", b"tag,3,2,1", b"tag,1,2,3,4,5"])
def test_numbers_in_a_row_may_be_classes_so_a_header_is_asked_for(line):
    assert "expected a header" in str(problems_of(parse_gold, line + b"\nx,1,2,3,4,5\n")[0])


@pytest.mark.parametrize("comment", [b"# topics below: 2", b"# pooled", b"# of 3 assessors\n# second line"])
def test_a_comment_before_judgements_is_not_the_header_of_a_table(comment):
    (problem,) = problems_of(parse_gold, comment + b"\n1 0 D1 1\n1 0 D2 0\n")
    assert "relevance judgements" in problem.seen


def test_a_header_that_begins_like_a_comment_is_a_header():
    gold = parse_gold(b"# a b c\nx 3 0 1\ny 3 2 0\n", "gold.txt")
    assert (gold.classes, gold.votes.tolist()) == (("a", "b", "c"), [[3, 0, 1], [3, 2, 0]])


@pytest.mark.parametrize("columns", [1001, 100_000])
def test_a_thousand_columns_are_the_limit(columns):
    header = b"case," + b",".join(b"%d" % n for n in range(columns)) + b"\n"
    assert "the limit is 1,000" in str(problems_of(parse_gold, header + b"x,1\n")[0])


VOTES = b"case,annotator,label\nx,ann,2\nx,bob,1\ny,ann,2.0\nx,cy,2\n"


@pytest.mark.parametrize("left_out", [False, True])
def test_a_file_is_described_without_its_missing_votes(left_out):
    votes = "case,annotator,label\na,r1,1\na,r2,2\na,r3,nan\nb,r1,3\nb,r2,2\nb,r3,2\n"
    read = read_task([File("gold.csv", votes.encode())], choices=Decisions(missing_votes=left_out))
    (words,) = [one.words for one in read.recognised]
    assert words.endswith("3 classes (1, 2, 3), 2 to 3 votes each")


def test_what_is_wrong_with_a_vote_is_reported():
    data = b"case,annotator,label\nx,ann,1\nx,ann,2\n,bob,1\ny,bob, \nz,1\nw,cy,2\n"
    problems = problems_of(parse_gold, data, "v.csv")
    assert [(problem.case, problem.seen, problem.choices) for problem in problems] == [
        ("case x", "annotator ann votes in lines 2 and 3", ()),
        ("line 4", "the id is empty", ()),
        ("line 5 (case y)", "column label is empty", ("missing-votes",)),
        ("line 6", "2 columns", ()),
    ]


SYSTEMS = b"system,query,0,1,2\nA,q1,1,1,2\nGold,q1,0,3,1\ngold,q2,4,0,0\nA,q2,0,0,4\nB,q2,4,0,0\nB,q1,0,0,4\n"


def test_the_rows_of_gold_are_the_gold_and_all_others_are_runs():
    data = SYSTEMS.replace(b"gold", b"Gold")
    read = read_task([File("all.csv", data)])
    assert read.problems == ()
    assert (read.task.name, read.task.runs, read.task.cases) == ("all", ("A", "B"), ("q1", "q2"))
    assert read.task.votes.tolist() == [[0, 3, 1], [4, 0, 0]]
    assert read.task.estimates.tolist() == [[[0.25, 0.25, 0.5], [0, 0, 1]], [[0, 0, 1], [1, 0, 0]]]
    assert parse_gold(data, "all.csv").cases == ("q1", "q2")
    with pytest.raises(UnknownNameError, match=r"all\.csv has 2 runs: A, B"):
        parse_run(data, "all.csv")
    (seen,) = read.recognised
    assert (seen.kind, seen.role, seen.n_cases) == ("system-counts", "task", 2)


def test_problems_of_one_system_are_reported_under_its_name():
    data = b"system,query,0,1\nGOLD,q,1,3\nGOLD,r,1,1\nA,q,x,1\nA,r,1,1\nA,r,1,1\nB,q,1,1\n,q,1,1\nC,q\n"
    read = read_task([File("all.csv", data)])
    assert [(problem.file, problem.case) for problem in read.problems] == [
        ("all.csv", "line 8"),
        ("all.csv:A", "line 4 (case q)"),
        ("all.csv:A", "case r"),
        ("all.csv:B", "case r"),
        ("all.csv:C", "line 9"),
        ("all.csv:C", "case r"),
    ]


def test_a_column_called_system_is_part_of_the_id_where_there_is_no_gold():
    assert parse_gold(SYSTEMS.replace(b"old", b"one"), "v.csv").cases[0] == "A/q1"
