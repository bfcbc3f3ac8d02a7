"""Opening a file: cell for cell what stands in it, and a question or a problem where it does not say how to read it."""

import csv
import gzip
import io
import json
from itertools import product

import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ordquant_core.errors import InputError
from ordquant_core.formats.files import File
from ordquant_core.formats.mapping import TableMapping
from ordquant_core.formats.opening import open_file
from ordquant_core.formats.text import column_numbers
from tests.formats.traps.entries import data_of, workbook_of
from tests.reviewed import reviewed, said
from tests.strategies import examples

# ruff: noqa: F401 - the text uses what is imported

ROWS = [["id", "bad", "ok", "good"], ["D1", "1", "2", "7"], ["D2", "0", "5", "5"]]
TEXT = "id,bad,ok,good\nD1,1,2,7\nD2,0,5,5\n"
FRAME = pd.DataFrame({"id": ["D1", "D2"], "1": [1, 2], "2": [3.5, 4.0]})
RECORDS = [{"id": "D1", "1": 1, "2": 3.5}, {"id": "D2", "1": 2, "2": 4.0}]
VOTES = pd.DataFrame({"item": list("AAB"), "rating": ["1", "2", "2"], "user": [1, 2, 3], "bot": 1})


def as_bytes(data):
    """Return the bytes of a file: of a text, of sheets, of a frame as Parquet, of a value of JSON."""
    if isinstance(data, pd.DataFrame):
        return data.to_parquet()
    return data if isinstance(data, bytes) else (data if isinstance(data, str) else json.dumps(data)).encode()


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


def shown(data, **said):
    """Return the table that is opened, cells between bars and rows between strokes, its notes and where it begins."""
    found = seen(data, TableMapping(**said) if said else None)
    if not isinstance(found, list):
        return str(found)
    file = opened(data, TableMapping(**said) if said else None)
    return " ".join(
        [" / ".join(map("|".join, found)), *(f"[{note}]" for note in file.notes), f"({file.table.place_of(0)})"]
    )


def kinds_of(data):
    table = opened(data).table
    return table.open_ended, table.ordered, table.outer


@pytest.mark.parametrize("separator", [",", "\t", ";", "|", " ", "   "])
def test_separators_ends_of_lines_and_unicode_of_all_systems(separator):
    text = TEXT.replace("ok", "mäßig").replace(",", separator)
    for end, encoding in product(("\n", "\r\n", "\r"), ("utf-8", "utf-8-sig", "utf-16", "utf-32")):
        assert seen(text.replace("\n", end).encode(encoding)) == [["id", "bad", "mäßig", "good"], *ROWS[1:]]


def test_the_outer_keys_of_json_are_columns_where_the_inner_ones_are_too_many_for_columns(monkeypatch):
    for most, inner, rows in ((2, "0123", []), (3, "wxyz", [["", "w", "x", "y", "z"]])):
        monkeypatch.setattr("ordquant_core.formats.json_table.MAX_COLUMNS", most)
        columns = [["a", *"1111"], ["b", *"1111"]]
        found = seen({level: dict.fromkeys(inner, 1) for level in "ab"})
        assert [*map(list, zip(*found, strict=True))] == [*rows, *columns]


def test_a_text_is_the_same_table_whatever_block_is_split_at_a_time(monkeypatch):
    rows = [["id", "n"], *([f"D{n}", f"{n}"] for n in range(40))]
    for block in range(1, 20):
        monkeypatch.setattr("ordquant_core.formats.delimited._BLOCK", block)
        assert seen("\n".join(map(",".join, rows))) == rows


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**20), 10**20), min_size=1))
def test_numbers_are_read_with_either_sign(numbers):
    texts = [repr(number) for number in numbers]
    commas = [text.replace(".", ",") for text in texts]
    assert column_numbers(texts).tolist() == column_numbers(commas, ",").tolist() == [*map(float, numbers)]


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
        ("workbook", "XLSX_CELLS", 10, workbook_of({"s": ROWS}), "more than 10 cells"),
        (
            "workbook",
            "XLSX_CELLS",
            10_000,
            workbook_of({"s": [["case", "a"], ["x", *[None] * 16_000, 1]]}),
            "limit is 10,000",
        ),
        ("workbook", "XLSX_ROWS", 2, workbook_of({"s": ROWS}), "more than 2 rows"),
        ("workbook", "XLSX_SHEETS", 0, workbook_of({"s": ROWS}), "the workbook has 1 sheet"),
        ("workbook", "XLSX_TAGS", 5, workbook_of({"s": ROWS}), "holds too much"),
        ("workbook", "XLSX_UNPACKED", 5, workbook_of({"s": ROWS}), "too large unpacked"),
        ("limits", "MAX_COLUMNS", 2, FRAME, "the file has 3 columns"),
        ("parquet", "MAX_BYTES", 10, FRAME, "too large unpacked"),
        ("archive", "MAX_BYTES", 10, gzip.compress(TEXT.encode(), mtime=0), "unpacks to more than"),
    ],
)
def test_each_limit_is_named(monkeypatch, module, limit, most, data, words):
    monkeypatch.setattr(f"ordquant_core.formats.{module}.{limit}", most)
    assert words in seen(data)


def data(line):
    """Return what a first line that may be data leads to: the question, and the header once somebody says so."""
    other = line.replace("thor", "odin").replace("w1", "w2").replace("1", "8")
    text = "\n".join([line, other, "q,1,2,3"[: 2 * line.count(",") + 1]])
    return seen(text), seen(text, TableMapping(header=1))[0]


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
    assert seen(workbook_of({"s": rows}), PLAIN) == rows
