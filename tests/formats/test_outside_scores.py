"""Tables of scores that were computed elsewhere: what they may hold, and each fault with file, row and advice."""

import re

import pytest

from ordquant_core.errors import InputError
from ordquant_core.formats import File, read_task
from ordquant_core.formats.outside_scores import holds_scores, parse_outside_scores, write_outside_scores

HEAD = "run,case,measure,score\n"


def parse(text):
    return parse_outside_scores(text.encode(), "scores.csv")


def refused(text):
    with pytest.raises(InputError) as caught:
        parse(text)
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_a_table_with_the_byte_order_mark_of_wide_text_is_recognised_and_read(encoding):
    data = f"{HEAD}a,x,err,.5\n".encode(encoding)
    assert holds_scores(data)
    assert parse_outside_scores(data, "scores.csv").scores == parse(f"{HEAD}a,x,err,.5\n").scores


def test_columns_come_in_any_order_and_smaller_is_better_unless_a_column_says_otherwise():
    found = parse(
        "better\tscore\tmeasure\tcase\trun\n\t.5\terr\tx\ta\nlarger\t-1\tP@10\tx\ta\nsmaller\t2e-1\terr\ty\ta\n"
    )
    assert {key: {pair: one.score for pair, one in given.items()} for key, given in found.scores.items()} == {
        "outside:err": {("a", "x"): 0.5, ("a", "y"): 0.2},
        "outside:-P@10": {("a", "x"): -1.0},
    }
    assert [one.line for one in found.scores["outside:err"].values()] == [2, 4]
    assert (found.runs, found.negated) == (("a",), ("P@10",))


def test_a_table_is_recognised_by_its_header_alone():
    assert holds_scores(b"\xef\xbb\xbfrun,case,measure,score\n")
    assert holds_scores(b'"Score"\tcase\tRun\tmeasure\tbetter\n')
    assert not holds_scores(b"case,run,score\n")
    assert not holds_scores(b"run,topic,measure,score\n")  # of ranked lists
    assert not holds_scores(b"\xff\x00\x01")


FAULTS = {
    "not a number": ("a,x,err,high\n", "scores.csv, line 2: the score 'high' is not a number; give a finite number"),
    "not finite": ("a,x,err,inf\n", "line 2: the score 'inf' is not a number"),
    "nan": ("a,x,err,nan\n", "line 2: the score 'nan' is not a number"),
    "empty": ("a,x,err,\n", "line 2: the score '' is not a number"),
    "twice": (
        "a,x,err,1\na,y,err,1\na,x,err,1\n",
        "line 4: run a has a second score by err on case x; give one score per run, case and measure; the first is in "
        "line 2",
    ),
    "no name": ("a,x,,1\n", "line 2: the measure is called ''; use at most 30 letters, digits and - _ @ ."),
    "markup": ("a,x,<b>,1\n", "the measure is called '<b>'"),
    "Markdown": ("a,x,[a](b),1\n", "the measure is called"),
    "long": (f"a,x,{'m' * 31},1\n", "at most 30"),
    "cells": ("a,x,err\n", "line 2: 3 columns; the header has 4"),
    "nothing": ("", "scores.csv: it contains no score; expected run, case, measure, score"),
    "many": ("".join(f"a,x,m{number},1\n" for number in range(21)), "it has 21 measures; give at most 20"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_says_where_it_is_and_what_to_do(name):
    rows, expected = FAULTS[name]
    (message,) = refused(HEAD + rows)
    assert message.startswith("scores.csv")
    assert expected in message


def test_every_row_of_a_measure_says_the_same_of_what_is_better():
    head = "run,case,measure,score,better\n"
    (message,) = refused(head + "a,x,err,1,larger\na,y,err,1,smaller\n")
    assert message.startswith("scores.csv, line 3: better is smaller for err, and larger above")
    (message,) = refused(head + "a,x,err,1,higher\n")
    assert message.startswith("scores.csv, line 2: better is 'higher'; give smaller or larger")


MIXED = "run,case,measure,score,better\na,x,gain,1,\na,x,cost,2,smaller\na,x,P@10,.5,larger\n"


def test_who_brings_scores_says_what_is_better_where_the_file_does_not():
    found = parse(MIXED)
    assert (found.names, found.open, found.negated) == (("gain", "cost", "P@10"), ("gain",), ("P@10",))
    larger = found.with_larger(["gain", "P@10"])
    assert list(larger.scores) == ["outside:-gain", "outside:cost", "outside:-P@10"]
    assert [given["a", "x"].score for given in larger.scores.values()] == [1.0, 2.0, 0.5]  # as they stand there
    assert list(found.scores) == ["outside:gain", "outside:cost", "outside:-P@10"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cost", "scores.csv: its column better says that smaller is better by cost; correct that column, or leave"),
        ("Gain", "scores.csv: it has no scores by 'Gain'; choose from gain, cost, P@10"),
    ],
)
def test_what_contradicts_the_file_is_refused(name, message):
    with pytest.raises(InputError, match=f"^{re.escape(message)}"):
        parse(MIXED).with_larger([name])


def test_what_is_written_is_read_again_and_says_what_is_better():
    found = parse(MIXED).with_larger(["gain"])
    again = parse_outside_scores(write_outside_scores(found, {"a": "b, c"}), "again.csv")
    assert list(again.scores) == list(found.scores)
    assert (again.open, again.runs) == ((), ("b, c",))
    assert [given["b, c", "x"].score for given in again.scores.values()] == [1.0, 2.0, 0.5]


def test_beside_a_task_the_table_is_ignored_and_reported():
    task = [File("t/gold.csv", b"case,a,b\nx,1,2\n"), File("t/a.csv", b"case,a,b\nx,.5,.5\n")]
    read = read_task([*task, File("t/scores.csv", MIXED.encode())])
    assert (read.problems, read.task.runs) == ((), ("a",))
    assert read.notes == ("t/scores.csv: ignored, it holds scores computed elsewhere",)
