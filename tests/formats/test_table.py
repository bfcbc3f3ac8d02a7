"""Tables: columns of classes, votes, systems; and the way from a path to bytes."""

import csv
import io
import os
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.errors import InputError, UnknownNameError
from ordquant_core.formats import files
from ordquant_core.tasks import (
    Decisions,
    File,
    TableMapping,
    list_scales,
    load_gold,
    load_run,
    parse_gold,
    parse_run,
    read_bytes,
    read_task,
)
from tests.formats.files import CLASS_COLUMNS, SYSTEM_ROWS, VOTE_ROWS, problems_of


def test_votes_stay_votes_and_classes_stand_in_the_order_of_the_header():
    gold = parse_gold(b"case,NB,PB,B\nd1,1,0,3\nd2,0,2,2\n", "dir/gold.votes.csv")
    assert (gold.name, gold.scale, gold.classes, gold.cases) == ("gold.votes", None, ("NB", "PB", "B"), ("d1", "d2"))
    assert gold.votes.tolist() == [[1, 0, 3], [0, 2, 2]]
    assert gold.probabilities.tolist() == [[0.25, 0, 0.75], [0, 0.5, 0.5]]


def test_probabilities_have_no_votes():
    gold = parse_gold(b"case,a,b\nx,1,0\ny,.25,75e-2\n", "gold.csv")
    assert gold.votes is None
    assert gold.probabilities.tolist() == [[1, 0], [0.25, 0.75]]


def test_a_table_has_no_scales():
    data = b"case,a,b\nx,1,2\n"
    assert list_scales(data, "gold.csv") == ()
    with pytest.raises(UnknownNameError, match=r"gold\.csv.*no scales"):
        parse_gold(data, "gold.csv", scale="A")


FAULTS = {
    "text": (
        b"case,a,b\nx,1,many\ny,1,2\n",
        ["line 2, case x: column b is 'many', not a number; expected a finite number"],
    ),
    "empty cell": (
        b"case,a,b\nx,1,\ny,1,2\n",
        ["line 2, case x: column b is empty; fill it in, or say what empty cells mean"],
    ),
    "duplicate id": (b"case,a,b\nx,1,2\ny,1,2\nx,1,2\n", ["case x: line 2 and line 4 are of this case"]),
    "empty id": (b"case,a,b\n,1,2\ny,1,2\n", ["line 2: the id is empty"]),
    "id with a newline": (b'case,a,b\n"x\ny",1,2\nz,1,2\n', ["line 2: the id 'x\\ny' holds a character that cannot"]),
    "sums to .8": (
        b"case,a,b,c\n12,.5,.3,0\n",
        ["line 2, case 12: (0.5, 0.3, 0) sums to 0.8; expected probabilities that sum to 1, or votes (whole numbers)"],
    ),
    "sums to .99": (
        b"case,a,b\nx,.5,.49\ny,1,0\n",
        ["line 2, case x: (0.5, 0.49) sums to 0.99; probabilities must sum to 1"],
    ),
    "percentages": (
        b"case,a,b\nx,50.5,49.6\n",
        ["line 2, case x: (50.5, 49.6) sums to 100.1, as percentages do; give probabilities"],
    ),
    "votes and probabilities": (
        b"case,a,b\nx,3,1\ny,4,1\nz,.5,.5\n",
        ["line 4, case z: holds 0.5 while most cases hold votes"],
    ),
    "negative": (b"case,a,b\nx,3,-1\ny,1,1\n", ["line 2, case x: (3, -1) holds the negative number -1"]),
    "no vote": (b"case,a,b\nx,3,1\ny,0,0\n", ["line 3, case y: (0, 0) sums to 0"]),
    "an infinite sum": (b"case,a,b\nx,1e308,1e308\ny,1,1\n", ["line 2, case x: (1e+308, 1e+308) sums to inf"]),
}


@pytest.mark.parametrize(("data", "words"), FAULTS.values(), ids=FAULTS)
@pytest.mark.parametrize("read", [parse_gold, parse_run])
def test_every_fault_of_a_table_is_a_problem_with_its_place(read, data, words):
    found = problems_of(read, data, "file.csv", choices=CLASS_COLUMNS)
    assert len(found) == len(words)
    for problem, said in zip(found, words, strict=True):
        assert str(problem).startswith(f"file.csv, {said}")


written = st.sampled_from(["001", "1.0", "1", "1e5", "NA", "null", "True", "3718912216646049123", "#1", "x y"])
ids = written | st.text(st.characters(exclude_categories=["C"]), max_size=8).map(str.strip).filter(bool)
tables = st.integers(2, 5).flatmap(
    cache(
        lambda n: st.dictionaries(
            ids,
            st.lists(st.integers(0, 99), min_size=n, max_size=n).filter(lambda row: sum(row) > 1),
            min_size=1,
            max_size=6,
        )
    )
)


@given(tables)
def test_what_was_written_is_read_back(rows):
    width = len(next(iter(rows.values())))
    file = io.StringIO()
    csv.writer(file).writerows([["case", *range(width)], *([case, *values] for case, values in rows.items())])
    gold = parse_gold(file.getvalue().encode(), "gold.csv", choices=CLASS_COLUMNS)
    assert gold.cases == tuple(rows)
    assert gold.votes.tolist() == list(rows.values())
    file = io.StringIO()
    probabilities = zip(rows, gold.probabilities.tolist(), strict=True)
    csv.writer(file).writerows([["case", *range(width)], *([case, *values] for case, values in probabilities)])
    run = parse_run(file.getvalue().encode(), "run.csv", choices=CLASS_COLUMNS)
    np.testing.assert_allclose(run.probabilities, gold.probabilities, rtol=0, atol=1e-15)


def test_what_is_wrong_with_a_vote_is_reported():
    data = b"case,annotator,label\nx,ann,1\nx,ann,2\n,bob,1\ny,bob, \nz,cy,1\nw,cy,2\n"
    assert [
        str(problem).partition(";")[0] for problem in problems_of(parse_gold, data, "v.csv", choices=VOTE_ROWS)
    ] == [
        "v.csv, case x: ann votes twice (line 2 and line 3)",
        "v.csv, line 4: the id is empty",
        "v.csv, case y: the label of bob is empty (line 5)",
    ]


def test_a_list_in_a_cell_holds_a_number_for_each_class():
    data = b'id,p\nw,"[0.2, 0.8]"\nx,"[0.5, y]"\ny,"[1]"\n'
    said = TableMapping("class-columns", case=("id",), columns=("p",), classes=("1", "2"), split=",")
    found = problems_of(parse_gold, data, "g.csv", choices=Decisions().with_mapping(said))
    assert [(one.case, one.action) for one in found] == [
        (f"line {line}, case {case}", "give 2 numbers, one per class") for line, case in ((3, "x"), (4, "y"))
    ]


def test_a_row_of_an_annotator_marks_one_class():
    data = b"id,who,1,2\nw,p,1,1\nw,q,0,0\nw,r,1,0\nx,p,0,2\n"
    said = TableMapping("class-columns", case=("id",), annotator="who")
    found = problems_of(parse_gold, data, "g.csv", choices=Decisions().with_mapping(said))
    assert [(one.case, one.seen) for one in found] == [
        ("line 2, case w", "marks 2 classes"),
        ("line 3, case w", "marks 0 classes"),
        ("line 5, case x", "marks 1 class"),
    ]


def test_a_file_is_described_without_its_missing_votes():
    data = b"case,annotator,label\na,r1,1\na,r2,2\na,r3,nan\nb,r1,3\nb,r2,2\nb,r3,2\n"
    said = replace(VOTE_ROWS.mappings[0][1], no_vote=("nan",))
    read = read_task([File("gold.csv", data)], choices=Decisions().with_mapping(said))
    assert read.recognised[0].words == "a row per vote, 2 cases, 3 classes (1, 2, 3), 2 to 3 votes each"
    assert read.gold.notes == ("gold.csv: 1 label left out as no vote (nan)",)


ALL_SYSTEMS = b"system,query,0,1,2\nA,q1,1,1,2\nGold,q1,0,3,1\nGold,q2,4,0,0\nA,q2,0,0,4\nB,q2,4,0,0\nB,q1,0,0,4\n"


def test_the_rows_of_gold_are_the_gold_and_all_others_are_runs():
    read = read_task([File("all.csv", ALL_SYSTEMS)], choices=SYSTEM_ROWS)
    assert read.problems == ()
    assert (read.task.name, read.task.runs, read.task.cases) == ("all", ("A", "B"), ("q1", "q2"))
    assert read.task.votes.tolist() == [[0, 3, 1], [4, 0, 0]]
    assert read.task.estimates.tolist() == [[[0.25, 0.25, 0.5], [0, 0, 1]], [[0, 0, 1], [1, 0, 0]]]
    assert parse_gold(ALL_SYSTEMS, "all.csv", choices=SYSTEM_ROWS).cases == ("q1", "q2")
    with pytest.raises(UnknownNameError, match=r"all\.csv has 2 runs: A, B"):
        parse_run(ALL_SYSTEMS, "all.csv", choices=SYSTEM_ROWS)
    assert (read.recognised[0].role, read.recognised[0].n_cases) == ("task", 2)


def test_problems_of_one_system_are_reported_under_its_name():
    data = b"system,query,0,1\nGOLD,q,1,3\nGOLD,r,1,1\nA,q,odd,1\nA,r,1,1\nA,r,1,1\nB,q,1,1\n"
    read = read_task([File("all.csv", data)], choices=SYSTEM_ROWS)
    assert [(problem.file, problem.case) for problem in read.problems] == [
        ("all.csv:A", "line 4, case q"),
        ("all.csv:A", "case r"),
        ("all.csv:B", "case r"),
    ]
    first = read_task([File("all.csv", data + b",q,1,1\n")], choices=SYSTEM_ROWS).problems[0]
    assert (first.case, first.seen) == ("line 8", "system is empty")


def test_a_run_is_named_after_its_file_without_the_extension(tmp_path):
    path = tmp_path / "team.run.1.csv"
    path.write_text("case,a,b\nx,.5,.5\n")
    assert load_run(path).name == "team.run.1"
    assert load_gold(str(path)).name == "team.run.1"


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match=r"nothing\.csv: there is no such file"):
        read_bytes(tmp_path / "nothing.csv")
    with pytest.raises(InputError, match="'': there is no such file"):
        read_bytes("")


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(InputError, match="this is a folder"):
        load_gold(tmp_path)


def test_an_impossible_path_is_no_file():
    with pytest.raises(InputError, match="cannot be read"):
        read_bytes("a\0b")
    with pytest.raises(InputError, match="cannot be read"):
        read_bytes("a" * 5000)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="nothing is forbidden here")
def test_a_forbidden_file_is_reported_as_forbidden(tmp_path):
    path = tmp_path / "gold.csv"
    path.touch(mode=0o000)
    with pytest.raises(InputError, match="cannot be read"):
        read_bytes(path)


def test_missing_permission_is_reported_as_missing(tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files.os, "stat", refuse)
    with pytest.raises(InputError, match=r"gold\.csv: cannot be read"):
        read_bytes("gold.csv")


def test_a_file_of_300_mb_is_refused_without_being_read(tmp_path, monkeypatch):
    path = tmp_path / "big.json"
    with path.open("wb") as file:
        file.truncate(300_000_000)
    monkeypatch.setattr("builtins.open", None)
    with pytest.raises(
        InputError, match=r"big\.json: the file has 286\.1 MiB \(300,000,000 bytes\); the limit is 100 MiB"
    ):
        read_bytes(path)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless file here")
def test_an_endless_file_is_read_no_further_than_the_limit(monkeypatch):
    monkeypatch.setattr(files, "MAX_BYTES", 2**20)
    with pytest.raises(InputError, match="the limit is 1 MiB"):
        read_bytes("/dev/zero")


def test_ids_that_stand_twice_are_named_with_both_lines_however_far_apart():
    rows = [f"c{number},1,{number % 9}" for number in range(60_000)]
    for again, first in ((59_000, 3), (40_000, 20_000), (59_999, 58_999), (45_000, 44_000)):
        rows[again] = f"c{first},1,1"
    read = read_task([File("gold.csv", "\n".join(["case,0,1", *rows]).encode())], choices=CLASS_COLUMNS)
    found = sorted(str(problem) for problem in read.problems)
    expected = {20_000: 40_000, 44_000: 45_000, 58_999: 59_999, 3: 59_000}
    assert len(found) == len(expected)
    for first, again in expected.items():
        assert any(f"c{first}:" in text and f"line {first + 2} and line {again + 2}" in text for text in found), found
