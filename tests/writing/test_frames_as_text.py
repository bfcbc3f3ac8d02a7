"""The record of a table, its vocabulary, and how it is written."""

import csv
import io
import json
import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.errors import ShapeMismatchError, UnknownNameError
from ordquant_core.formats.files import File
from ordquant_core.formats.formulas import guarded, restored
from ordquant_core.formats.opening import open_file
from ordquant_core.glossary import coded, column, frame_of, of_rows, stacked
from ordquant_core.writing.forms import written
from ordquant_core.writing.latex import latex
from ordquant_core.writing.markdown import markdown
from ordquant_core.writing.spreadsheets import csv_text, spreadsheet_csv, spreadsheet_text

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=8)
LINES = TEXTS.filter(lambda text: "\r" not in text)  # before Python 3.13, csv does not quote it


@given(TEXTS)
def test_every_text_reads_back_line_ends_included(text):
    written = csv_text(frame_of({"run": [text], "case": ["x"]}))
    assert list(csv.reader(io.StringIO(written, newline=""))) == [["run", "case"], [text, "x"]]


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


def test_columns_have_one_length_and_known_names():
    with pytest.raises(ShapeMismatchError, match="'run': 1, 'case': 2"):
        frame_of({"run": ["a"], "case": ["b", "c"]})
    with pytest.raises(UnknownNameError, match="'run 1'"):
        frame_of({"run 1": ["a"]})
    with pytest.raises(ShapeMismatchError, match="2 cells for 1 columns"):
        of_rows(["run"], [("a", "b")])
    assert column("pearson_NMD").kind == "score"


def test_frames_are_stacked_where_their_columns_are_the_same():
    table = of_rows(["run", "cases"], [("a", 1), ("b", 2)])
    assert stacked([table, table.iloc[[1]]]).to_numpy().tolist() == [["a", 1], ["b", 2], ["b", 2]]
    with pytest.raises(Exception, match="Tables with other columns"):
        stacked([table, table.assign(seed=1)])


EXAMPLE = frame_of(
    {
        "run": ["Tom & Jerry_1", "a|b"],
        "mean": [0.6, float("nan")],
        "mean_delta": np.array([-0.1, 0.25]),
        "cases": [10626, 2],
        "share": [1 / 3, None],
        "alpha": [0.05, 0.05],
    }
)


def test_markdown_rounds_for_people_and_escapes():
    assert markdown(EXAMPLE).splitlines() == [
        "| run | mean | mean\\_delta | cases | share | alpha |",
        "| :--- | ---: | ---: | ---: | ---: | ---: |",
        "| Tom & Jerry\\_1 | 0.600 | −0.100 | 10,626 | 33.3% | 0.05 |",
        "| a\\|b |  | +0.250 | 2 |  | 0.05 |",
    ]


def test_a_row_of_latex_that_begins_with_a_bracket_or_a_star_is_no_argument_of_the_line_before():
    written = latex(frame_of({"run": ["a", "[5cm]", "*b"], "case": ["x", "[y]", "z"]}))
    assert "{}[5cm] & {}[y]" in written
    assert not re.search(r"\\\\\s*(\\midrule\s*)?[\[*]", written)


def test_latex_is_a_tabular_with_true_minus_signs():
    lines = latex(EXAMPLE).splitlines()
    assert lines[0] == r"\begin{tabular}{lrrrrr}"
    assert lines[2] == r"run & mean & mean\_delta & cases & share & alpha \\"
    assert lines[4] == r"Tom \& Jerry\_1 & 0.600 & $-$0.100 & 10,626 & 33.3\% & 0.05 \\"
    assert lines[-1] == r"\end{tabular}"


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


def test_a_text_with_an_apostrophe_in_a_table_of_somebody_else_stays_as_it_is():
    table = open_file(File("t.csv", b"case,a,file_notes\n'=x,1,mine\n=y,2,mine\n")).table
    assert table.cells[:, 0].tolist() == ["'=x", "=y"]


def test_json_has_a_record_for_each_row_with_exact_numbers_null_and_unescaped_letters():
    third = 1 / 3
    table = frame_of(
        {
            "run": coded(np.array([0, 0, 1]), ['=系统 "ü"', "b"]),
            "mean": [third, float("nan"), float("inf")],
            "cases": [10626, None, 2],
            "decides": [True, False, None],
        }
    )
    text = written(table, "json")
    assert '"=系统 \\"ü\\""' in text
    assert json.loads(text) == [
        {"run": '=系统 "ü"', "mean": third, "cases": 10626, "decides": True},
        {"run": '=系统 "ü"', "mean": None, "cases": None, "decides": False},
        {"run": "b", "mean": "inf", "cases": 2, "decides": None},
    ]
    assert json.loads(written(table.iloc[:0], "json")) == []


def test_what_was_guarded_is_noted_beside_the_repairs():
    table = frame_of({"run": ["=1+1", "x"], "measure": coded(np.array([0, 0]), ["NMD"]), "score": [-1.0, 2.0]})
    text = spreadsheet_csv(table, ["rows divided by their sum"]).decode()
    header = "run,measure,score,repairs,file_notes\n"
    assert text.startswith(f"{header}'=1+1,NMD,-1.0,rows divided by their sum,\"for spreadsheets,")
    assert spreadsheet_csv(frame_of({"run": ["x"]})) == b"run\nx\n"
    assert spreadsheet_csv(frame_of({"run": coded(np.array([0]), ["x"]), "p": [np.nan]})) == b"run,p\nx,\n"


@pytest.mark.parametrize("n", [1, 10_001])
def test_the_only_column_of_a_table_keeps_its_empty_cells_in_every_piece(n):
    assert csv_text(frame_of({"run": [""] * n})) == "run\n" + '""\n' * n
