"""Plain CSV tables, and the way from a path to bytes."""

import csv
import io
import os
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.errors import InputError, UnknownNameError
from ordquant_core.formats import (
    File,
    files,
    list_scales,
    load_gold,
    load_run,
    parse_gold,
    parse_run,
    read_bytes,
    read_task,
)


def test_votes_stay_votes_and_classes_stand_in_the_order_of_the_header():
    gold = parse_gold(b"case,NB,PB,B\nd1,1,0,3\nd2,0,2,2\n", "dir/gold.votes.csv")
    assert (gold.name, gold.scale, gold.classes, gold.cases) == ("gold.votes", None, ("NB", "PB", "B"), ("d1", "d2"))
    assert gold.votes.tolist() == [[1, 0, 3], [0, 2, 2]]
    assert gold.probabilities.tolist() == [[0.25, 0, 0.75], [0, 0.5, 0.5]]


def test_probabilities_have_no_votes():
    gold = parse_gold(b"case,a,b\nx,1,0\ny,.25,75e-2\n", "gold.csv")
    assert gold.votes is None
    assert gold.probabilities.tolist() == [[1, 0], [0.25, 0.75]]


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbfcase,a,b\r\nx,1,2\r\n",
        b"case,a,b\rx,1,2\r",
        b"case,a,b\nx,1,2",
        b'"case","a","b"\n"x","1","2"\n',
        b"\n\nid, a, b \nx, 1, 2\n\n   \n",
        b"Case,a,b\nx,1.0,2e0\n",
        b"case\ta\tb\nx\t1\t2\n",
        b"\xef\xbb\xbfcase;a;b\r\nx;1;2\r\n",
    ],
)
def test_every_usual_way_to_write_a_table_is_read(data):
    gold = parse_gold(data, "gold.csv")
    assert (gold.classes, gold.cases, gold.votes.tolist()) == (("a", "b"), ("x",), [[1, 2]])


def test_a_table_has_no_scales():
    data = b"case,a,b\nx,1,2\n"
    assert list_scales(data, "gold.csv") == ()
    with pytest.raises(UnknownNameError, match=r"gold\.csv.*no scales"):
        parse_gold(data, "gold.csv", scale="A")


FILES = {
    "empty": (b"", ["file", "is empty"]),
    "only a byte order mark": (b"\xef\xbb\xbf", ["holds no text"]),
    "no header": (b"x,1,2\ny,2,3\n", ["line 1", "starts with 'x'", "case,class1,class2"]),
    "no class": (b"case\nx\n", ["line 1", "0 classes", "at least two"]),
    "duplicate class": (b"case,a,b,a\nx,1,2,3\n", ["line 1", "class a occurs twice"]),
    "empty class": (b"case,a,,b\nx,1,2,3\n", ["line 1", "column 3", "empty"]),
    "short row": (b"case,a,b\nw,1,2\nx,1\n", ["line 3", "2 columns", "the header has 3"]),
    "decimal commas": (b"case,a,b\nx,0,5,0,5\n", ["line 2", "5 columns"]),
    "text": (b"case,a,b\nx,1,many\n", ["line 2 (case x)", "column b holds 'many'", "expected a finite number"]),
    "empty cell": (b"case,a,b\nx,1,\n", ["line 2", "column b is empty"]),
    "duplicate id": (b"case,a,b\nx,1,2\ny,1,2\nx,1,2\n", ["case x", "lines 2 and 4"]),
    "empty id": (b"case,a,b\n,1,2\n", ["line 2", "id is empty"]),
    "id with a newline": (b'case,a,b\n"x\ny",1,2\n', ["line 3", "'x\\ny'"]),
    "not UTF-8": ("case,a,b\nx,1,2\né,1,2\n".encode("latin-1"), ["line 3", "not UTF-8", "0xe9"]),
    "a huge field": (b"case,a,b\nx,1," + b"2" * 200_000 + b"\n", ["line 2", "not CSV", "field larger"]),
    "an open quote": (b'case,a,b\n"x,1,2\ny,1,2\n', ["not CSV", "quotes"]),
    "an open quote in a column per annotator": (
        b'item,annotator_1,annotator_2\na,bad,good\nb,good,bad\n"c,good,bad\n',
        ["not CSV", "quotes"],
    ),
    "sums to .8": (
        b"case,a,b,c,d,e\n12,.5,.3,0,0,0\n",
        ["case 12: (0.5, 0.3, 0, 0, 0) sums to 0.8; expected probabilities that sum to 1, or votes (whole numbers)"],
    ),
    "negative": (b"case,a,b\nx,3,-1\n", ["case x", "negative number -1"]),
    "no vote": (b"case,a,b\nx,3,1\ny,0,0\n", ["case y", "sums to 0"]),
    "an infinite sum": (b"case,a,b\nx,1e308,1e308\n", ["case x"]),
}


@pytest.mark.parametrize(("data", "words"), FILES.values(), ids=FILES)
@pytest.mark.parametrize("read", [parse_gold, parse_run])
def test_a_table_with_a_fault_is_refused_with_the_place_of_the_fault(read, data, words):
    with pytest.raises(InputError) as caught:
        read(data, "file.csv")
    assert len(caught.value.problems) == 1
    assert str(caught.value).startswith("file.csv")
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    "cell", ["nan", "inf", "-Infinity", "1_000", "٣", "0x1", "1e999", "1e", "--1", "1 2", "1\t", "½"]
)
def test_what_only_python_takes_for_a_number_is_none(cell):
    with pytest.raises(InputError) as caught:
        parse_run(f"case,a,b\nw,1,2\nx,1,{cell}\n".encode(), "run.csv")
    (problem,) = caught.value.problems
    assert problem.case == "line 3 (case x)"
    assert problem.seen == f"column b holds {cell!r}"


ids = st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=8).filter(str.strip)
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
    gold = parse_gold(file.getvalue().encode(), "gold.csv")
    assert gold.cases == tuple(rows)
    assert gold.votes.tolist() == list(rows.values())
    file = io.StringIO()
    probabilities = zip(rows, gold.probabilities.tolist(), strict=True)
    csv.writer(file).writerows([["case", *range(width)], *([case, *values] for case, values in probabilities)])
    run = parse_run(file.getvalue().encode(), "run.csv")
    np.testing.assert_allclose(run.probabilities, gold.probabilities, rtol=0, atol=1e-15)


def test_a_run_is_named_after_its_file_without_the_extension(tmp_path):
    path = tmp_path / "team.run.1.csv"
    path.write_text("case,a,b\nx,1,0\n")
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
    with pytest.raises(InputError, match="no permission"):
        read_bytes(path)


def test_missing_permission_is_reported_as_missing(tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files.os, "stat", refuse)
    with pytest.raises(InputError, match=r"gold\.csv: no permission"):
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
    monkeypatch.setattr(files, "MAX_BYTES", files.MEBIBYTE)
    with pytest.raises(InputError, match="more than 1 MiB"):
        read_bytes("/dev/zero")


def test_ids_that_stand_twice_are_named_with_both_lines_however_far_apart():
    rows = [f"c{number},1,{number % 9}" for number in range(60_000)]
    for again, first in ((59_000, 3), (40_000, 20_000), (59_999, 58_999), (45_000, 44_000)):
        rows[again] = f"c{first},1,1"
    read = read_task([File("gold.csv", "\n".join(["case,0,1", *rows]).encode())])
    found = sorted(str(problem) for problem in read.problems)
    expected = {20_000: 40_000, 44_000: 45_000, 58_999: 59_999, 3: 59_000}
    assert len(found) == len(expected)
    for first, again in expected.items():
        assert any(f"c{first}:" in text and f"lines {first + 2} and {again + 2}" in text for text in found), found
