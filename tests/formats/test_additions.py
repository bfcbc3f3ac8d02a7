"""Files that a visitor puts beside the official ones: their names, and what distinguishes them."""

import pytest

from ordquant_core.tasks import File, read_task
from ordquant_core.tasks.additions import digest_of, is_yours, put_beside
from tests.zips import zipped

GOLD = b"case,1,2\nx,0,4\ny,2,2\n"
RUN = b"case,1,2\nx,.5,.5\ny,.25,.75\n"
OTHER = b"case,1,2\nx,.4,.6\ny,.25,.75\n"


@pytest.mark.parametrize(
    ("official", "added", "name"),
    [
        ("runs/a.csv", "b.csv", "your runs/b.csv"),
        ("runs/a.csv", "a.csv", "your runs/a (yours).csv"),
        ("runs/a.csv", "a.tsv", "your runs/a (yours).tsv"),
        ("runs/a.csv", "a.csv.gz", "your runs/a (yours).csv.gz"),
        ("runs/a.v2.csv", "a.v2.json", "your runs/a.v2 (yours).json"),
        ("a (yours).csv", "a.csv", "your runs/a.csv"),
        ("team/d1.labels.json", "d1.labels.json", "your runs/d1.labels (yours).json"),
    ],
)
def test_a_file_that_is_called_as_an_official_one_is_renamed(official, added, name):
    files = put_beside([File(official, RUN)], [File(added, OTHER)])
    assert [file.name for file in files] == [official, name]
    assert [is_yours(file.name) for file in files] == [False, True]


def test_a_name_that_is_taken_twice_gets_a_number():
    files = put_beside([File("a.csv", RUN), File("a (yours).csv", RUN)], [File("a.csv", OTHER)])
    assert files[-1].name == "your runs/a (yours 2).csv"


def test_archives_are_looked_into_on_both_sides():
    official = File("all.zip", zipped({"task/gold.csv": GOLD, "task/a.csv": RUN}))
    added = File("mine.zip", zipped({"a.csv": OTHER, "b.csv": OTHER}))
    files = put_beside([official], [added])
    assert [file.name for file in files] == ["all.zip", "your runs/mine.zip/a (yours).csv", "your runs/mine.zip/b.csv"]
    assert files[0] is official


def test_an_archive_that_cannot_be_opened_is_left_to_the_reader():
    files = put_beside([File("gold.csv", GOLD)], [File("bad.zip", b"PK\x03\x04broken")])
    assert files[-1] == File("your runs/bad.zip", b"PK\x03\x04broken")
    assert [problem.file for problem in read_task(files, gold="gold.csv").problems] == ["your runs/bad.zip"]


def test_official_runs_keep_their_names_and_those_of_the_visitor_stand_behind_them():
    files = put_beside([File("gold.csv", GOLD), File("runs/a.csv", RUN)], [File("a.csv", OTHER), File("gold.csv", RUN)])
    read = read_task(files, gold="gold.csv")
    assert read.task.runs == ("a", "a (yours)", "gold (yours)")


def test_the_digest_covers_names_and_bytes():
    one, other = File("a", b"bc"), File("ab", b"c")
    assert digest_of([one]) != digest_of([other])
    assert digest_of([one, other]) != digest_of([other, one])
    assert digest_of([one]) == digest_of([File("a", b"bc")])
