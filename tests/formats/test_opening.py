"""Opening a file: cell for cell what stands in it, and a question or a problem where it does not say how to read it."""

import csv
import gzip
import io
import json
from itertools import product

import openpyxl
import pandas as pd
import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from ordquant_core.errors import InputError
from ordquant_core.formats.files import File
from ordquant_core.formats.mapping import TableMapping
from ordquant_core.formats.opening import open_file
from ordquant_core.formats.text import column_numbers
from tests.formats.files import assert_words_are_known
from tests.formats.traps.entries import Texts, data_of
from tests.formats.traps.workbooks import workbook_of
from tests.reviewed import reviewed, said
from tests.source_files import ROOT
from tests.strategies import examples

ROWS = [["id", "bad", "ok", "good"], ["D1", "1", "2", "7"], ["D2", "0", "5", "5"]]
TEXT = "id,bad,ok,good\nD1,1,2,7\nD2,0,5,5\n"
FRAME = pd.DataFrame({"id": ["D1", "D2"], "1": [1, 2], "2": [3.5, 4.0]})
RECORDS = [{"id": "D1", "1": 1, "2": 3.5}, {"id": "D2", "1": 2, "2": 4.0}]
CELLS = [["id", "1", "2"], ["D1", "1", "3.5"], ["D2", "2", "4.0"]]
KEYED = [["", *CELLS[0][1:]], *CELLS[1:]]
VOTES = pd.DataFrame({"item": list("AAB"), "rating": ["1", "2", "2"], "user": [1, 2, 3], "bot": 1})


def as_bytes(data):
    """Return the bytes of a file: of a text, of sheets, of a frame as Parquet, of a value of JSON."""
    if isinstance(data, pd.DataFrame):
        return data.to_parquet()
    return data if isinstance(data, bytes) else (data if isinstance(data, str) else json.dumps(data)).encode()


def cells(text):
    """Return the cells of rows, which are written with bars between them."""
    return [row.split("|") for row in text.split(" / ")]


def opened(data, said=None):
    return open_file(File("f", as_bytes(data)), said)


def seen(data, said=None):
    """Return what opening a file shows: cells, questions as options of fields, or problems, one a line."""
    try:
        file = opened(data, said)
    except InputError as error:
        return "\n".join(map(str, error.problems))
    if file.reasons:
        return {reason.field: reason.options for reason in file.reasons}
    return [list(file.table.header), *file.table.cells.tolist()]


def pivot(values):
    return VOTES.pivot_table(index="item", columns="rating", values=values, aggfunc="count", fill_value=0).to_csv()


def book(cells):
    return workbook_of({"s": cells})


# Long files and those of libraries, and what is seen, as in tables/opening.yaml. A third entry is what somebody says.
MADE = {
    "a long cell": (f"id,1,2\nA,1,2\n{'x' * 40_000},1,2\n",
        "f, line 3: a cell has 40,000 characters; the limit is 32,767"),
    "pandas pivots": (pivot(["user"]), cells("item|1|2 / A|1|1 / B|0|1")),
    "pandas pivots two columns": (pivot(["user", "bot"]),
        cells("item|bot.1|bot.2|user.1|user.2 / A|1|1|1|1 / B|0|1|0|1")),
    "columns of all types": (
        FRAME.assign(
            list=[[1, 2], [3]], day=pd.to_datetime(["2024-01-02", None]), yes=[True, None], f=[0.1, None]
        ).astype({"f": "float32"}),
        [
            ["id", "1", "2", "list", "day", "yes", "f"],
            ["D1", "1", "3.5", "[1, 2]", "2024-01-02 00:00:00", "true", "0.1"],
            ["D2", "2", "4.0", "[3]", "", "", ""],
        ],
    ),
    "an index": (FRAME.set_index("id").rename_axis(None), KEYED),
    "texts that may be thousands": (pd.DataFrame({"id": [b"A"], "x": ["1,000"]}), {"decimal": (",", ".")}),
    "bytes that are no text": (pd.DataFrame({"id": [b"\xff"], "x": ["1"]}), "not a Parquet file"),
    "half a Parquet file": (FRAME.to_parquet()[:-20], "not a Parquet file"),
    "pandas, columns": (FRAME.to_json(), CELLS),
    "pandas, split": (FRAME.to_json(orient="split"), [["", *CELLS[0]], ["0", *CELLS[1]], ["1", *CELLS[2]]]),
    "pandas, table": (FRAME.to_json(orient="table"), [["index", *CELLS[0]], ["0", *CELLS[1]], ["1", *CELLS[2]]]),
    "pandas, lists": (FRAME.to_dict("list"), CELLS),
    "pandas, index": (FRAME.set_index("id").to_json(orient="index"), KEYED),
    "pandas, split with an index": (FRAME.set_index("id").to_json(orient="split"), KEYED),
    "pandas, split, turned": (FRAME.set_index("id").to_json(orient="split"), cells("|D1|D2 / 1|1|2 / 2|3.5|4.0"),
        TableMapping(turned=True)),
    "brackets alone": ("[" * 10**5, "nested too deeply"),
}  # fmt: skip


TYPED = {"header": int, "turned": bool, "case": tuple, "columns": tuple, "classes": tuple}


def case_of(entry):
    """Return an entry of tables/opening.yaml in the same form."""
    seen = [cells(entry["cells"])] if "cells" in entry else []
    seen += [{field: tuple(options) for field, options in entry["asks"].items()}] if "asks" in entry else []
    said = {name: TYPED.get(name, str)(value) for name, value in entry.get("by", {}).items()}
    return (data_of(entry["file"]), *(seen or [entry["says"]]), *([TableMapping(**said)] if said else []))


ENTRIES = yaml.load((ROOT / "tests/formats/tables/opening.yaml").read_text(encoding="utf-8"), Texts)
CASES = {entry["name"]: case_of(entry) for entry in ENTRIES} | MADE
NOTES = {entry["name"]: entry["notes"] for entry in ENTRIES if "notes" in entry} | {
    "pandas, columns": ["f: the outer keys are read as columns"],
    "pandas, table": ["f: the list data is read, schema not"],
}
PLACES = {entry["name"]: entry["place"] for entry in ENTRIES if "place" in entry} | {"pandas, index": "entry 1"}


@pytest.mark.parametrize("name", CASES)
def test_a_file_is_a_table_a_question_or_a_problem(name):
    data, expected, *said = CASES[name]
    found = seen(data, *said)
    if isinstance(expected, str):
        assert isinstance(found, str), found
        assert expected in found
        assert_words_are_known(found, data)
        assert len(found.splitlines()) == len(expected.splitlines())
    else:
        assert found == expected
        if isinstance(expected, list):
            file = opened(data, *said)
            assert [*file.notes] == NOTES.get(name, [])
            assert file.table.place_of(0) == PLACES.get(name, file.table.place_of(0))


@pytest.mark.parametrize("separator", [",", "\t", ";", "|", " ", "   "])
def test_separators_ends_of_lines_and_unicode_of_all_systems(separator):
    text = TEXT.replace("ok", "mäßig").replace(",", separator)
    for end, encoding in product(("\n", "\r\n", "\r"), ("utf-8", "utf-8-sig", "utf-16", "utf-32")):
        assert seen(text.replace("\n", end).encode(encoding)) == [["id", "bad", "mäßig", "good"], *ROWS[1:]]


def test_json_says_of_its_table_whether_columns_are_missing_and_keys_are_cases():
    counts = opened('{"uid": "d1", "n": {"1": 2, "3": 1}}\n{"uid": "d2", "n": {"2": 3}}').table
    assert (counts.open_ended, counts.ordered, counts.outer) == (True, False, False)
    keyed = opened(FRAME.set_index("id").to_json(orient="index")).table
    assert (keyed.open_ended, keyed.outer) == (False, True)
    wide = {level: {f"D{n}": 1 for n in range(1001)} for level in "12"}
    assert seen(wide)[:2] == [["", "1", "2"], ["D0", "1", "1"]]  # there are never so many columns


def test_a_text_is_the_same_table_whatever_block_is_split_at_a_time(monkeypatch):
    rows = [["id", "n"], *([f"D{n}", f"{n}"] for n in range(40))]
    for block in range(1, 20):
        monkeypatch.setattr("ordquant_core.formats.delimited._BLOCK", block)
        assert seen("\n".join(map(",".join, rows))) == rows


@pytest.mark.parametrize("title", ["Votes 2024\n", "Votes 2024,,,\n", "# by us, 2024\n# team A\n"])
def test_a_title_above_the_header_is_a_question(title):
    line = title.count("\n") + 1
    (reason,) = opened(title + TEXT).reasons
    assert (reason.field, reason.options[0]) == ("header", f"{line}")
    assert f"The header may be in line {line}, below " in reason.words
    file = opened(title + TEXT, TableMapping(header=line))
    assert (file.table.header, len(file.notes)) == (tuple(ROWS[0]), line - 1)
    assert "above the header is left out" in file.notes[0]


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**20), 10**20), min_size=1))
def test_numbers_are_read_with_either_sign(numbers):
    texts = [repr(number) for number in numbers]
    commas = [text.replace(".", ",") for text in texts]
    assert column_numbers(texts).tolist() == column_numbers(commas, ",").tolist() == [*map(float, numbers)]


def by_openpyxl(rows, format_of_b2="General"):
    workbook, file = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        workbook.active.append(row)
    workbook.active["B2"].number_format = format_of_b2
    workbook.save(file)
    return file.getvalue()


@pytest.mark.parametrize(
    ("module", "limit", "most", "data", "words"),
    [
        ("files", "MAX_BYTES", 10, TEXT, "the limit is 0 MiB"),
        ("limits", "MAX_JSON_BYTES", 10, RECORDS, "the JSON has"),
        ("limits", "MAX_JSON_VALUES", 3, RECORDS, "the JSON holds 8 values"),
        ("json_table", "MAX_JSON_VALUES", 5, RECORDS, "more than 5 cells"),
        ("json_table", "MAX_JSON_VALUES", 3, [{"id": "x", "a": [{"b": 1}, {"b": 2}]}], "more than 3 cells"),
        ("json_table", "MAX_COLUMNS", 2, RECORDS, "more than 2 keys"),
        ("limits", "MAX_CELLS", 5, FRAME, "2 rows of 3 columns"),
        ("limits", "MAX_ROWS", 2, TEXT, "the file has 3 rows"),
        ("limits", "MAX_CELLS", 8, TEXT, "more than 9 cells"),
        ("limits", "MAX_LINE", 10, TEXT, "line 1 has more than 10 bytes"),
        ("limits", "MAX_COLUMNS", 3, TEXT, "the file has 4 columns"),
        ("limits", "MAX_CELLS", 7, TEXT.replace(",", "|"), "2 rows of 4 columns"),
        ("grid", "MAX_ID", 3, TEXT, "the name of a column has 4 characters"),
        ("workbook", "XLSX_CELLS", 10, book(ROWS), "more than 10 cells"),
        ("workbook", "XLSX_CELLS", 10_000, book([["case", "a"], ["x", *[None] * 16_000, 1]]), "limit is 10,000"),
        ("workbook", "XLSX_ROWS", 2, book(ROWS), "more than 2 rows"),
        ("workbook", "XLSX_SHEETS", 0, book(ROWS), "the workbook has 1 sheet"),
        ("workbook", "XLSX_TAGS", 5, book(ROWS), "holds too much"),
        ("workbook", "XLSX_UNPACKED", 5, book(ROWS), "too large unpacked"),
        ("limits", "MAX_COLUMNS", 2, FRAME, "the file has 3 columns"),
        ("parquet", "MAX_BYTES", 10, FRAME, "too large unpacked"),
        ("archive", "MAX_BYTES", 10, gzip.compress(TEXT.encode(), mtime=0), "unpacks to more than"),
    ],
)
def test_each_limit_is_named(monkeypatch, module, limit, most, data, words):
    monkeypatch.setattr(f"ordquant_core.formats.{module}.{limit}", most)
    assert words in seen(data)


def first_line(line, *more, **said):
    """Return what is seen of a file that begins so: the header, or the question."""
    found = seen("\n".join([line, *more]), TableMapping(**said) if said else None)
    return found[0] if isinstance(found, list) else found


def data(line):
    """Return what a first line that may be data leads to: the question, and the header once somebody says so."""
    other = line.replace("thor", "odin").replace("w1", "w2").replace("1", "8")
    rows = other, "q,1,2,3"[: 2 * line.count(",") + 1]
    return first_line(line, *rows), first_line(line, *rows, header=1)


def names(line):
    return first_line(line, ",".join("7" * (line.count(",") + 1)))


def decimal(*cells):
    return opened("id\tx\tn\n" + "".join(f"{n}\t{cell}\t{n}\n" for n, cell in enumerate(cells))).table.decimal


@reviewed(__file__)
def test_files_are_opened_as_was_reviewed(made, words):
    assert said(made, globals()) == words


# What csv, json and openpyxl write is opened cell for cell.
CELL = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8).map(str.strip) | st.sampled_from(
    ["", "1", "0.5", "a,b", 'q"', "NA"]
)
TABLES = st.integers(2, 5).flatmap(
    lambda width: st.lists(st.lists(CELL, min_size=width, max_size=width).filter(any), min_size=1, max_size=6).map(
        lambda rows: [["id", *(f"c{n}" for n in range(width - 1))], *rows]
    )
)
PLAIN = TableMapping(header=1, decimal=".")


@given(rows=TABLES, separator=st.sampled_from(",;\t|"), quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
@examples(60)
def test_csv_is_opened_cell_for_cell(rows, separator, quoting):
    text = io.StringIO()
    csv.writer(text, delimiter=separator, quoting=quoting).writerows(rows)
    found = seen(text.getvalue(), PLAIN)
    assume("make the same number of cells" not in found)  # a text holds another sign as often in every line
    assume("repeats the header" not in found)
    assert found == rows


@given(rows=TABLES)
@examples(60)
def test_json_is_opened_cell_for_cell(rows):
    records = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    assert seen(records, PLAIN) == seen("\n".join(map(json.dumps, records)) + "\n", PLAIN) == rows


@given(rows=TABLES)
@examples(15)
def test_a_workbook_is_opened_cell_for_cell(rows):
    assume(not any(cell.startswith("=") for row in rows for cell in row))
    assert seen(by_openpyxl(rows), PLAIN) == rows
