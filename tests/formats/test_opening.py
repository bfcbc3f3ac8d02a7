"""Opening a file: cell for cell what stands in it, and a question or a problem where it does not say how to read it."""

import csv
import gzip
import io
import json
import re

import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ordquant_core.errors import InputError
from ordquant_core.formats.files import File
from ordquant_core.formats.mapping import TableMapping
from ordquant_core.formats.opening import open_file
from ordquant_core.formats.text import column_numbers
from tests.formats.traps.workbooks import workbook_of
from tests.strategies import examples
from tests.zips import zipped

ROWS = [["id", "bad", "ok", "good"], ["D1", "1", "2", "7"], ["D2", "0", "5", "5"]]
FRAME = pd.DataFrame({"id": ["D1", "D2"], "1": [1, 2], "2": [3.5, 4.0]})


def opened(data, said=None, name="f"):
    return open_file(File(name, data.encode() if isinstance(data, str) else data), said)


def table(data, said=None):
    """Return the header and the rows of a file that is read without a question."""
    file = opened(data, said)
    assert file.reasons == ()
    return [list(file.table.header), *file.table.cells.tolist()]


def asked(data, said=None):
    """Return the questions on a file as pairs of a field and its options."""
    return [(reason.field, reason.options) for reason in opened(data, said).reasons]


def problems(data, said=None):
    with pytest.raises(InputError) as caught:
        opened(data, said)
    return [str(problem) for problem in caught.value.problems]


def as_text(rows, separator=","):
    return "".join(separator.join(row) + "\n" for row in rows)


def as_json(value):
    return json.dumps(value)


# --- text ---


@pytest.mark.parametrize("separator", [",", "\t", ";", "|", " ", "   "])
def test_the_separator_is_the_sign_that_stands_as_often_in_all_lines(separator):
    assert table(as_text(ROWS, separator)) == ROWS


def test_a_table_of_markdown_has_bars_around_it_and_a_line_below_its_header():
    lines = [f"| {' | '.join(row)} |" for row in ROWS]
    assert table("\n".join([lines[0], "|---|:--:|--:|---|", *lines[1:]])) == ROWS


def test_two_separators_that_fit_all_lines_are_a_problem_and_a_decimal_comma_is_none():
    assert "2: 5 cells" in problems("id,1,2\nA,0,5,0,5\n")[0]  # lines of two lengths have commas all the same
    assert "both commas and semicolons make" in problems("a,b;c\n1,2;3\n")[0]
    assert table("id;1;2\nA;0,5;0,5\n") == [["id", "1", "2"], ["A", "0,5", "0,5"]]
    assert table("A;0,5;0,25\nB;1,0;0,0\n", TableMapping(header=1))[0] == ["A", "0,5", "0,25"]


def test_the_first_line_may_say_the_separator():
    file = opened("sep=;\nid;a,b;c\nA;1;2\n")
    assert file.table.header == ("id", "a,b", "c")
    assert file.table.place_of(0) == "line 3"
    assert file.notes == ("f: line 1 says what separates the columns",)


def test_text_without_columns_is_a_problem():
    assert problems("Collected in May.\nTen annotators.\n")[0].startswith(
        "f, line 1: 'Collected in May.' has no columns"
    )
    assert "holds no text" in problems(" \n\n")[0]
    assert "has no columns" in problems(",,\n,,\n")[0]


def test_every_row_with_another_number_of_cells_is_a_problem():
    found = problems("id,1,2\nA,1\nB,1,2\nC,1,2,3\nD,2,1\n")
    assert found == [
        "f, line 2: 2 cells; the header has 3: give each row as many",
        "f, line 4: 4 cells; the header has 3: give each row as many",
    ]
    assert problems("id,1\nA,1,2\nB,1,2\n") == [
        "f, line 1: the header has 2 cells, all rows have 3; give each column one name"
    ]


def test_lines_that_all_differ_are_still_a_table():
    assert problems("id,1,2\nA,1\n") == ["f, line 2: 2 cells; the header has 3: give each row as many"]


def test_empty_rows_and_columns_are_left_out_and_the_lines_keep_their_numbers():
    file = opened('id,,1,2,\n\nA,,1,2,\n,,,,\n"B\nb",,3,4,\nC,,5,6,\n')
    assert file.table.header == ("id", "1", "2")
    assert file.table.cells.tolist() == [["A", "1", "2"], ["B\nb", "3", "4"], ["C", "5", "6"]]
    assert [file.table.place_of(row) for row in range(3)] == ["line 3", "line 5", "line 7"]


def test_an_open_quote_is_a_problem_with_its_line():
    assert problems('id,1,2\nA,1,2\n"B,1,2\n') == [
        "f, line 3: not CSV (unexpected end of data); check the quotes in this line"
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_lines_and_unicode_of_all_systems(end, encoding):
    rows = [["id", "schlecht", "mäßig"], ["é", "1", "2"]]
    assert table(as_text(rows).replace("\n", end).encode(encoding)) == rows


def test_cells_lose_the_space_around_them_and_nothing_else():
    assert table('id , 1,2\n 001 ,1.0," 2 "\nNA,null,True\n') == [
        ["id", "1", "2"],
        ["001", "1.0", "2"],
        ["NA", "null", "True"],
    ]


def test_official_formats_come_first():
    assert opened('[{"id": "x", "quality": {"A": {"0": 1, "1": 0}}}]').official.kind == "ntcir"
    assert opened("x\t[0.5,0.5]\n").official.kind == "lewidi-run"


# --- the header ---


@pytest.mark.parametrize("title", ["Votes 2024\n", "Votes 2024,,,\n", "# by us, 2024\n# team A\n"])
def test_a_title_above_the_header_is_a_question(title):
    data = title + as_text(ROWS)
    line = title.count("\n") + 1
    (field, options), *others = asked(data)
    assert (field, options[0], others) == ("header", f"{line}", [])
    assert f"The header may be in line {line}, below " in opened(data).reasons[0].words
    file = opened(data, TableMapping(header=line))
    assert file.table.header == tuple(ROWS[0])
    assert len(file.notes) == line - 1
    assert "above the header is left out" in file.notes[0]


@pytest.mark.parametrize(
    "first", ["thor,0.1,0.9", "thor,1,9", "x,3,1", "0.1,0.2,0.7", "196,242,3,881250949", "D1,w1,ok", "#id,1,2"]
)
def test_a_first_line_that_may_be_data_is_a_question(first):
    others = [
        first.replace("thor", "odin").replace("w1", "w2").replace("1", "8"),
        "q,1,2,3"[: 2 * first.count(",") + 1],
    ]
    (field, options), *_ = asked("\n".join([first, *others]))
    assert (field, options[0]) == ("header", "1")
    assert table("\n".join([first, *others]), TableMapping(header=1))[0] == first.split(",")


@pytest.mark.parametrize("first", ["topic,1,9", "x,-1,0,1", "x,5,4,3", "id,10,2,1", "a,b,c", ",0,1,2", "name,0.0,1.0"])
def test_a_first_line_of_names_is_none(first):
    row = ",".join("7" * (first.count(",") + 1))
    assert table(f"{first}\n{row}\n")[0] == first.split(",")


def test_a_pivot_table_of_pandas_has_a_header_of_several_lines():
    votes = pd.DataFrame({"item": list("AAB"), "rating": ["1", "2", "2"], "user": [1, 2, 3]})
    pivot = votes.pivot_table(index="item", columns="rating", values=["user"], aggfunc="count", fill_value=0)
    assert table(pivot.to_csv()) == [["item", "1", "2"], ["A", "1", "1"], ["B", "0", "1"]]
    both = votes.assign(bot=1).pivot_table(index="item", columns="rating", values=["user", "bot"], aggfunc="count")
    assert table(both.to_csv())[0] == ["item", "bot.1", "bot.2", "user.1", "user.2"]
    assert table("item,1,2\nA,1,2\nB,,\nC,1,1\n")[0] == ["item", "1", "2"]  # a row without numbers is no level


def test_the_columns_that_a_mapping_names_show_the_header():
    survey = "Q1,Q2,id\nHow good?,How bad?,The id\nimp1,imp2,imp3\n4,5,R1\n"
    assert table(survey, TableMapping("people", annotator="id"))[1] == ["How good?", "How bad?", "The id"]
    below = TableMapping("people", annotator="The id", columns=("How good?",))
    assert table(survey, below) == [["How good?", "How bad?", "The id"], ["imp1", "imp2", "imp3"], ["4", "5", "R1"]]
    assert asked("thor,0.1,0.9\nodin,0.2,0.8\n", TableMapping("votes", label="absent")) == [("header", ("1",))]


def test_the_header_that_somebody_names_must_be_there():
    assert problems(as_text(ROWS), TableMapping(header=9)) == [
        "f, line 9: is empty or not there; choose a header up to 3"
    ]
    assert "no row below the header" in problems(as_text(ROWS), TableMapping(header=3))[0]


def test_columns_without_a_name():
    assert table(",1,2\n0,1,2\n") == table("Unnamed: 0,1,2\n0,1,2\n") == [["", "1", "2"], ["0", "1", "2"]]
    assert asked("id,1,,2\nA,7,x,9\n") == [("header", ("1",))]
    file = opened("id,1,,2\nA,1,x,2\n", TableMapping(header=1))
    assert (file.table.header, file.notes) == (("id", "1", "2"), ("f: column 3 has no name and is left out",))


def test_a_table_as_r_writes_it_has_no_name_for_its_ids():
    assert table('"bad" "ok"\n"D1" 1 2\n"D2" 3 4\n') == [["", "bad", "ok"], ["D1", "1", "2"], ["D2", "3", "4"]]


def test_names_that_stand_twice_and_headers_that_stand_again_are_problems():
    assert problems("id,a,b,a\nA,1,2,3\n") == ["f, line 1: 2 columns are called a; give each a name of its own"]
    assert problems("id,a,b\nA,1,2\nid,a,b\n") == ["f, line 3: repeats the header of line 1; remove it"]
    assert table("1,2,3\n1,2,3\n") == [["1", "2", "3"]] * 2  # of counts


def test_a_turned_table_has_its_columns_in_rows():
    file = opened("class,A,B\nbad,1,2\nok,3,4\n", TableMapping(turned=True))
    assert (file.table.header, file.table.place_of(0)) == (("class", "bad", "ok"), "column 2")
    assert file.table.cells.tolist() == [["A", "1", "3"], ["B", "2", "4"]]


def test_questions_hold_the_first_lines_at_their_own_places():
    assert opened("Votes\n\nid,1,2\nA,1,2\nB,2,1\n").lines[:3] == (("Votes",), (), ("id", "1", "2"))


# --- encodings, decimal signs, numbers ---


def test_text_that_is_not_unicode_is_a_question_with_words_in_each_encoding():
    data = "项目,差,一般\n甲,1,2\n".encode("gbk")
    (reason,) = opened(data).reasons
    assert reason.field == "encoding"
    assert "gbk: 项目, 差, 一般" in reason.words
    assert table(data, TableMapping(encoding="GBK")) == [["项目", "差", "一般"], ["甲", "1", "2"]]
    assert (
        "line 2: not CP949 text (byte 0xff); choose another encoding"
        in problems(b"id,1\n\xff\xff,2\n", TableMapping(encoding="cp949"))[0]
    )
    assert "no encoding that is read here" in problems(data, TableMapping(encoding="idna"))[0]
    assert table(as_text(ROWS), TableMapping(encoding="gbk")) == ROWS  # of another file


def test_utf_16_without_its_mark_must_be_named():
    data = as_text(ROWS).encode("utf-16-le")
    assert "UTF-16 text without a byte order mark" in problems(data)[0]
    assert table(data, TableMapping(encoding="utf-16-le")) == ROWS


@pytest.mark.parametrize(
    ("start", "words"),
    [
        (b"\x93NUMPY\x01\x00", "a NumPy array"),
        (b"\x80\x04\x95", "a Python pickle"),
        (b"$FL2@(#)", "a file of SPSS"),
        (gzip.compress(b"X\n\0\0\0\3", mtime=0), "a file of R"),
        (b"SQLite format 3\0", "SQLite"),
        (b"%PDF-1.7", "a PDF document"),
        (b"\xd0\xcf\x11\xe0", "an Excel file of the old kind"),
        (b"7z\xbc\xaf", "an archive of another kind"),
        (b"<!DOCTYPE html>", "a web page"),
        (bytes(range(256)), "this is no text"),
        (b"id,1\nA,\0\n", "this is no text (byte 8 is zero)"),
    ],
)
def test_what_is_no_table_is_named(start, words):
    (problem,) = problems(start)
    assert words in problem
    assert "UTF-8" not in problem


@pytest.mark.parametrize(
    ("cells", "decimal"),
    [
        (["0,5", "1"], ","), (["0.5", "1"], "."), (["1", "2"], "."), (["1.234,5", "1"], ","), (["1,234.5", "1"], "."),
        (["1,000", "0.5"], "."), (["1,000", "0,5"], ","), (["0,125", "0,250"], ","), (["a, b", "0.5"], "."),
        (["5 %", "2,5 %"], ","), (["4,5", "4,5,4"], "."),
    ],
)  # fmt: skip
def test_the_decimal_sign_is_the_one_that_the_numbers_show(cells, decimal):
    assert opened(f"id\tx\tn\nA\t{cells[0]}\t1\nB\t{cells[1]}\t2\n").table.decimal == decimal


@pytest.mark.parametrize("cell", ["1,000", "1.000"])
def test_what_may_be_thousands_is_a_question(cell):
    data = f"id;x;y\nA;{cell};7\n"
    assert asked(data) == [("decimal", (",", "."))]
    assert opened(data, TableMapping(decimal=",")).table.decimal == ","
    assert asked("id;x;y\nA;0,5;7\nB;1;0.5\n") == [("decimal", (",", "."))]
    assert asked(f"Votes\n{data}") == [("header", ("2",))]


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**20), 10**20), min_size=1))
def test_numbers_are_read_with_either_sign(numbers):
    texts = [repr(number) for number in numbers]
    assert column_numbers(texts).tolist() == [float(number) for number in numbers]
    assert column_numbers([text.replace(".", ",") for text in texts], ",").tolist() == [
        float(number) for number in numbers
    ]


@pytest.mark.parametrize(
    "cell", ["inf", "nan", "1_000", "", " ", "١", "1 000", "0x1", "1e", "1,0,0", "1e999", "5%%", "1e2%"]
)
def test_what_is_no_number_is_none(cell):
    assert column_numbers(["1", cell]) is None
    assert column_numbers(["1", cell], ",") is None


# --- workbooks, Parquet ---


def test_a_sheet_is_chosen_where_several_hold_numbers():
    data = workbook_of(
        {"notes": [["Made in", "May"]], "a": [ROWS[0], ["D1", 1, 2, 0.5]], "b": [ROWS[0], ["D1", 1, 2, True]]}
    )
    assert asked(data) == [("sheet", ("a", "b"))]
    assert table(data, TableMapping(sheet="b")) == [ROWS[0], ["D1", "1", "2", "TRUE"]]
    assert "there is no sheet c with cells; choose one of notes, a and b" in problems(data, TableMapping(sheet="c"))[0]
    file = opened(workbook_of({"notes": [["Made in", "May"]], "a": [[], [None, *ROWS[0]], [None, "D1", 1, 2, 3.0]]}))
    assert (file.table.header, file.table.place_of(0)) == (tuple(ROWS[0]), "row 3")
    assert file.notes == ("f: sheet notes is left out",)
    words = {"list": [["only"], ["words"]], "votes": [["id", "label"], ["D1", "ok"]]}
    assert table(workbook_of(words)) == words["votes"]


def test_a_cell_far_to_the_right_does_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr("ordquant_core.formats.workbook.XLSX_CELLS", 10_000)
    far = workbook_of({"s": [["case", "a", "b"], ["x", 1, 2, *[None] * 16_000, 1]]})
    assert "cells; the limit is 10,000" in problems(far)[0]


def test_of_cells_in_a_workbook_formulas_need_a_value_and_numbers_their_digits():
    assert (
        "cell B2 of sheet s: holds a formula that was never"
        in problems(workbook_of({"s": [["id", "a", "b"], ["x", "=1+1", 2]]}))[0]
    )
    assert "more digits than Excel keeps" in problems(workbook_of({"s": [["id", "a"], [3718912216646049, 1]]}))[0]
    assert "all sheets are empty" in problems(workbook_of({"s": []}))[0]
    assert "not a workbook that can be read" in problems(zipped({"[Content_Types].xml": "<Types/>"}))[0]
    assert "this is a zip archive" in problems(zipped({"a.csv": "x"}))[0]


def by_openpyxl(rows, format_of_b2="General"):
    import openpyxl

    book, file = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.active["B2"].number_format = format_of_b2
    book.save(file)
    return file.getvalue()


def test_percentages_of_a_workbook_are_read_by_their_value_with_a_note():
    data = by_openpyxl([["id", "a", "b"], ["x", 0.5, 0.5]], "0%")
    assert table(data)[1] == ["x", "0.5", "0.5"]
    assert "cell B2 and others are shown as percentages; 50% is read as 0.5" in opened(data).notes[0]


def test_parquet_holds_typed_columns():
    frame = FRAME.assign(list=[[1, 2], [3]], day=pd.to_datetime(["2024-01-02", None]), yes=[True, None], f=[0.1, None])
    data = frame.astype({"f": "float32"}).to_parquet()
    assert table(data) == [
        ["id", "1", "2", "list", "day", "yes", "f"],
        ["D1", "1", "3.5", "[1, 2]", "2024-01-02 00:00:00", "true", "0.1"],
        ["D2", "2", "4.0", "[3]", "", "", ""],
    ]
    assert table(FRAME.set_index("id").rename_axis(None).to_parquet())[1] == ["D1", "1", "3.5"]
    texts = pd.DataFrame({"id": [b"D1", b"D2"], "x": ["1,000", "2,000"]})
    assert asked(texts.to_parquet()) == [("decimal", (",", "."))]
    assert "not a Parquet file" in problems(texts.assign(id=[b"\xff", b"D2"]).to_parquet())[0]
    assert "not a Parquet file" in problems(data[:-20])[0]


# --- JSON ---

RECORDS = [{"id": "D1", "1": 1, "2": 3.5}, {"id": "D2", "1": 2, "2": 4.0}]
CELLS = [["id", "1", "2"], ["D1", "1", "3.5"], ["D2", "2", "4.0"]]
KEYED = [["", "1", "2"], ["D1", "1", "3.5"], ["D2", "2", "4.0"]]


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        (as_json(RECORDS), CELLS),
        ("\n\n".join(map(as_json, RECORDS)), CELLS),
        (as_json({"team": "A", "data": RECORDS}), CELLS),
        (as_json([CELLS[0], ["D1", 1, 3.5], ["D2", 2, 4.0]]), CELLS),
        (FRAME.to_json(), [CELLS[0], ["D1", "1", "3.5"], ["D2", "2", "4.0"]]),
        (FRAME.to_json(orient="split"), [["", *CELLS[0]], ["0", *CELLS[1]], ["1", *CELLS[2]]]),
        (FRAME.to_json(orient="table"), [["index", *CELLS[0]], ["0", *CELLS[1]], ["1", *CELLS[2]]]),
        (as_json(FRAME.to_dict("list")), CELLS),
        (FRAME.set_index("id").to_json(orient="index"), KEYED),
        (FRAME.set_index("id").to_json(orient="split"), KEYED),
        (as_json({"D1": "ok", "D2": "bad"}), [["", "value"], ["D1", "ok"], ["D2", "bad"]]),
        (as_json({"D1": [1, 2], "D2": [2]}), [["", "value"], ["D1", "[1, 2]"], ["D2", "[2]"]]),
        (as_json({"D1": [{"who": "w", "label": 1}], "D2": [{"who": "v", "label": 2}]}),
         [["", "who", "label"], ["D1", "w", "1"], ["D2", "v", "2"]]),
        (as_json({"id": "D1", "label": 3, "text": None}), [["id", "label", "text"], ["D1", "3", ""]]),
        (as_json([{"id": "D1", "p": {"1": 1, "2": None}, "meta": {"on": True, "by": {"x": "y"}}}]),
         [["id", "1", "2", "meta.on", "meta.by.x"], ["D1", "1", "", "true", "y"]]),
        (as_json([{"id": "D1", "gold": {"1": 1}, "run": {"1": 2}}]), [["id", "gold.1", "run.1"], ["D1", "1", "2"]]),
        (as_json([{"id": "D1", "a": [{"b": 1, "c": [{"d": 2}, {"d": 3}]}, {"b": 4}]}]),
         [["id", "a.b", "a.c.d"], ["D1", "1", "2"], ["D1", "1", "3"], ["D1", "4", ""]]),
        (as_json([{"id": "D1", "a.b": [1, "é"], "n": [[1], {"x": 2}]}]),
         [["id", "a.b", "n"], ["D1", '[1, "é"]', '[[1], {"x": 2}]']]),
        ('[{"id": "D1", "a": NaN, "b": 1e-7}]', [["id", "a", "b"], ["D1", "NaN", "1e-07"]]),
    ],
)  # fmt: skip
def test_json_becomes_rows_and_columns(text, cells):
    got = table(text)
    assert [[re.sub(r"\.0$", "", cell) for cell in row] for row in got] == [
        [re.sub(r"\.0$", "", cell) for cell in row] for row in cells
    ]


def test_json_says_of_its_table_what_the_reader_must_know():
    counts = opened('{"uid": "d1", "counter": {"1": 2, "3": 1}}\n\n{"uid": "d2", "counter": {"2": 3}}').table
    assert (counts.header, counts.open_ended, counts.ordered, counts.place_of(1)) == (
        ("uid", "1", "3", "2"),
        True,
        False,
        "line 3",
    )
    keyed = opened(FRAME.set_index("id").to_json(orient="index")).table
    assert (keyed.outer, keyed.open_ended, keyed.place_of(1)) == (True, False, "entry 2")


def test_a_mapping_shows_whether_the_outer_keys_are_columns():
    value = as_json({"1": {"A": 1, "B": 5}, "2": {"A": 2, "B": 4}})
    assert table(value) == [["", "A", "B"], ["1", "1", "5"], ["2", "2", "4"]]
    by_case = [["", "1", "2"], ["A", "1", "2"], ["B", "5", "4"]]
    assert table(value, TableMapping("class-columns", classes=("1", "2"))) == by_case
    assert table(value, TableMapping(turned=True)) == by_case
    lists = as_json({"key": ["x", "y"], "label": ["ok", "bad"]})
    assert table(lists)[1] == ["key", '["x", "y"]']
    assert table(lists, TableMapping("votes", case=("key",), label="label"))[1] == ["x", "ok"]
    assert table(as_json(RECORDS), TableMapping(turned=True))[0] == ["id", "D1", "D2"]
    wide = as_json({"1": {f"D{n}": 1 for n in range(1001)}, "2": {f"D{n}": 2 for n in range(1001)}})
    assert table(wide)[:2] == [["", "1", "2"], ["D0", "1", "2"]]


def test_one_of_several_lists_in_an_object_is_chosen():
    value = as_json({"version": 1, "train": RECORDS, "test": RECORDS[:1]})
    assert asked(value) == [("sheet", ("train", "test"))]
    assert len(table(value, TableMapping(sheet="test"))) == 2
    nested = as_json({"id": "x", "votes": [{"label": 1}, {"label": 2}]})
    assert table(nested, TableMapping("votes", case=("id",), label="votes.label"))[2] == ["x", "2"]
    two = as_json([{"id": "x", "a": [{"b": 1}], "c": [{"d": 2}]}])
    assert table(two)[1] == ["x", '[{"b": 1}]', '[{"d": 2}]']
    assert table(two, TableMapping("votes", case=("id",), label="c.d"))[0] == ["id", "a", "c.d"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[]", "holds an empty list"), ("{}", "an empty object"), ("[1, 2]", "entry 1: is 1"), ("[[], []]", "no text"),
        ('[{"id": 1}, 2]', "entry 2: is 2"), ('{"a": 1}', "an object {…}"),
        ('[{"a": 1, "a": 2}]', "entry 1: the key 'a' occurs twice"),
        ('{"a": 1', "line 1, column 8: not JSON"), ('{"a": 1}\n{"a": }', "line 2, column 7: not JSON"),
        ('[{"id": "\\ud800", "a": 1}]', "half a character"), ("[" * 10**5, "nested too deeply"),
        ('[{"id": 1, "a":' + '{"a":' * 40 + "1" + "}" * 40 + "}]", "nested too deeply"),
        ('[{"id": 1, "a":' + "[" * 900 + "]" * 900 + "}]", ""),
        ('[{"a": {"b": "y"}, "a.b": "x"}]', "2 columns are called a.b"),
        ('{"x": {"": 1, "a": 2}}', "without a name"), ('[{"id": "x"}]', "one column, id"),
        ('{"columns": ["a", "b"], "data": [[1]]}', "do not fit each other"),
    ],
)  # fmt: skip
def test_json_that_holds_no_table_is_a_problem(text, words):
    if words:
        assert words in problems(text)[0]
    else:
        opened(text)


# --- limits ---


@pytest.mark.parametrize(
    ("module", "limit", "most", "data", "words"),
    [
        ("files", "MAX_BYTES", 10, as_text(ROWS), "the limit is 0 MiB"),
        ("limits", "MAX_JSON_BYTES", 10, as_json(RECORDS), "the JSON has"),
        ("limits", "MAX_JSON_VALUES", 3, as_json(RECORDS), "the JSON holds 8 values"),
        ("json_table", "MAX_JSON_VALUES", 5, as_json(RECORDS), "more than 5 cells"),
        ("json_table", "MAX_JSON_VALUES", 3, as_json([{"id": "x", "a": [{"b": 1}, {"b": 2}]}]), "more than 3 cells"),
        ("json_table", "MAX_COLUMNS", 2, as_json(RECORDS), "more than 2 keys"),
        ("limits", "MAX_CELLS", 5, FRAME.to_parquet(), "2 rows of 3 columns"),
        ("limits", "MAX_ROWS", 2, as_text(ROWS), "the file has 3 rows"),
        ("limits", "MAX_CELLS", 8, as_text(ROWS), "more than 9 cells"),
        ("limits", "MAX_LINE", 10, as_text(ROWS), "line 1 has more than 10 bytes"),
        ("limits", "MAX_COLUMNS", 3, as_text(ROWS), "the file has 4 columns"),
        ("limits", "MAX_CELLS", 7, as_text(ROWS, "|"), "2 rows of 4 columns"),
        ("grid", "MAX_ID", 3, as_text(ROWS), "the name of a column has 4 characters"),
        ("workbook", "XLSX_CELLS", 10, workbook_of({"s": ROWS}), "more than 10 cells"),
        ("workbook", "XLSX_ROWS", 2, workbook_of({"s": ROWS}), "more than 2 rows"),
        ("workbook", "XLSX_SHEETS", 0, workbook_of({"s": ROWS}), "the workbook has 1 sheet"),
        ("workbook", "XLSX_TAGS", 5, workbook_of({"s": ROWS}), "holds too much"),
        ("workbook", "XLSX_UNPACKED", 5, workbook_of({"s": ROWS}), "too large unpacked"),
        ("limits", "MAX_COLUMNS", 2, FRAME.to_parquet(), "the file has 3 columns"),
        ("parquet", "MAX_BYTES", 10, FRAME.to_parquet(), "too large unpacked"),
        ("archive", "MAX_BYTES", 10, gzip.compress(as_text(ROWS).encode(), mtime=0), "unpacks to more than"),
    ],
)  # fmt: skip
def test_each_limit_is_named(monkeypatch, module, limit, most, data, words):
    monkeypatch.setattr(f"ordquant_core.formats.{module}.{limit}", most)
    assert words in problems(data)[0]


def test_a_long_cell_is_a_problem_with_its_line():
    assert problems(f"id,1,2\nA,1,2\n{'x' * 40_000},1,2\n") == [
        "f, line 3: a cell has 40,000 characters; the limit is 32,767"
    ]


# --- what csv, json and openpyxl write is opened cell for cell ---

CELL = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8).map(str.strip) | st.sampled_from(
    ["", "1", "0.5", "a,b", 'q"', "NA"]
)
TABLES = st.integers(2, 5).flatmap(
    lambda width: st.lists(st.lists(CELL, min_size=width, max_size=width).filter(any), min_size=1, max_size=6).map(
        lambda rows: [["id", *(f"c{n}" for n in range(width - 1))], *rows]
    )
)


@given(rows=TABLES, separator=st.sampled_from(",;\t|"), quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
@examples(60)
def test_csv_is_opened_cell_for_cell(rows, separator, quoting):
    text = io.StringIO()
    csv.writer(text, delimiter=separator, quoting=quoting).writerows(rows)
    said = TableMapping(header=1, decimal=".")
    try:
        assert table(text.getvalue(), said) == rows
    except InputError as error:  # a text that holds another sign as often in every line
        assume("make the same number of cells" not in str(error) and "repeats the header" not in str(error))
        raise


@given(rows=TABLES)
@examples(60)
def test_json_is_opened_cell_for_cell(rows):
    records = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    said = TableMapping(decimal=".")
    assert table(as_json(records), said) == table("\n".join(map(as_json, records)) + "\n", said) == rows


@given(rows=TABLES)
@examples(15)
def test_a_workbook_is_opened_cell_for_cell(rows):
    assume(not any(cell.startswith("=") for row in rows for cell in row))
    assert table(by_openpyxl(rows), TableMapping(header=1, decimal=".")) == rows


@given(st.binary(max_size=60) | st.text('ab1,;\t|"\n #.{}[]:', max_size=60).map(str.encode), st.booleans())
@examples(300)
def test_any_bytes_are_a_table_official_asked_or_a_problem(data, turned):
    try:
        file = opened(data, TableMapping(turned=turned))
    except InputError:
        return
    assert [file.table is not None, file.official is not None, file.reasons != ()].count(True) == 1
