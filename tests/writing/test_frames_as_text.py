"""The record of a table, its vocabulary, and how it is written."""

# ruff: noqa: F401 - the text uses what is imported

import csv
import io

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.formats.files import File
from ordquant_core.formats.formulas import guarded, restored
from ordquant_core.formats.opening import open_file
from ordquant_core.glossary import coded, column, frame_of, of_rows, stacked
from ordquant_core.writing.forms import written
from ordquant_core.writing.latex import latex
from ordquant_core.writing.markdown import markdown
from ordquant_core.writing.spreadsheets import csv_text, spreadsheet_csv, spreadsheet_text
from tests.reviewed import reviewed, said

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=8)
LINES = TEXTS.filter(lambda text: "\r" not in text)  # before Python 3.13, csv does not quote it


@given(TEXTS)
def test_every_text_reads_back_line_ends_included(text):
    file = io.StringIO(csv_text(frame_of({"run": [text], "case": ["x"]})), newline="")
    assert list(csv.reader(file)) == [["run", "case"], [text, "x"]]


@given(st.lists(st.tuples(LINES, LINES), min_size=1, max_size=6), st.lists(LINES, min_size=1, max_size=3))
def test_csv_is_what_the_csv_module_writes(rows, names):
    codes = np.arange(len(rows)) % len(names)
    table = frame_of({"run": [a for a, _ in rows], "case": [b for _, b in rows], "measure": coded(codes, names)})
    expected = io.StringIO()
    writer = csv.writer(expected, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows((a, b, names[code]) for (a, b), code in zip(rows, codes, strict=True))
    assert csv_text(table) == expected.getvalue()


@given(st.lists(st.floats(), min_size=1, max_size=8))
def test_numbers_read_back_as_the_same_numbers(values):
    for numbers in (values, np.array(values)):
        cells = csv_text(frame_of({"run": ["r"] * len(values), "score": numbers})).splitlines()[1:]
        read = [float(cell.partition(",")[2] or "nan") for cell in cells]
        assert all(a == b or (a != a and b != b) for a, b in zip(read, values, strict=True))
        assert not any(cell.partition(",")[2] == "-0.0" for cell in cells)


TWO = of_rows(["run", "cases"], [("a", 1), ("b", 2)])


@reviewed(__file__)
def test_tables_are_written_as_was_reviewed(made, words):
    assert said(made, globals()) == words


@given(TEXTS)
def test_a_guarded_text_can_be_restored_and_is_no_formula(text):
    assert restored(guarded(text)) == text
    assert guarded(text)[:1] not in tuple("=@") or guarded(text) == text[:0]


@given(st.lists(st.text("a1'=+-@＝", min_size=1, max_size=8), min_size=1, max_size=5, unique=True))
def test_a_table_that_was_guarded_is_read_as_it_was_before(ids):
    frame = pd.DataFrame({"case": [*ids, "=y"], "-": "0.5", "@b": ["a;-b", *ids]})
    table = open_file(File("t.csv", spreadsheet_text(frame).encode())).table
    assert table.header == tuple(frame)
    assert table.cells.tolist() == frame.to_numpy().tolist()


@pytest.mark.parametrize("n", [1, 10_001])
def test_the_only_column_of_a_table_keeps_its_empty_cells_in_every_piece(n):
    assert csv_text(frame_of({"run": [""] * n})) == "run\n" + '""\n' * n
