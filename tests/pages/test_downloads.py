"""Downloads: full precision, every case, nothing a spreadsheet would run."""

import csv
import io
import json
import re
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.formats.formulas import guarded, restored
from ordquant_core.glossary import coded, frame_of
from ordquant_core.records import Scores
from ordquant_core.writing.spreadsheets import spreadsheet_csv, with_notes
from pages.shared import downloads, plots
from tests.pages.apps import ROOT, app_at

FORMULAS = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://x")']


def read(data):
    return list(csv.reader(io.StringIO(data.decode(), newline="")))


def without_note(rows):
    """The table without its last column, which says that texts were guarded."""
    assert rows[0][-1] == "file_notes"
    return [row[:-1] for row in rows]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_text_a_spreadsheet_would_run_gets_an_apostrophe(text):
    (_, cell) = without_note(read(spreadsheet_csv(frame_of({"case": [text]}))))
    assert cell[0].startswith(f"'{text[0]}")


def test_guarded_cells_are_noted_in_every_row_beside_the_repairs_with_the_columns_that_have_any():
    table = frame_of({"run": ["x", "=y"], "case": ["-2", "-2"], "name": [None, "+1+1"], "measure": ["a", "b"]})
    made = "=x.csv: 1 row divided by its sum"
    header, *rows = read(spreadsheet_csv(table, ["=1", made]))
    assert header == ["run", "case", "name", "measure", "repairs", "file_notes"]
    assert [row[4] for row in rows] == [f"'{made}"] * 2
    said = "for spreadsheets, texts like formulas have an apostrophe in front in: run, name"
    assert [row[5] for row in rows] == [f"'=1; {said}"] * 2
    assert [row[:4] for row in rows] == [["x", "-2", "", "a"], ["'=y", "-2", "'+1+1", "b"]]


@given(st.text(alphabet=" a1.;'=+-@＝\t\r\n", max_size=12))
def test_guarding_a_text_can_be_undone_and_leaves_no_formula_in_any_part_of_it(text):
    safe = guarded(text)
    assert restored(safe) == text
    for part in re.split(r"[;\t\r\n]", safe):
        if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)", safe):
            assert not part.lstrip(" ").startswith(("=", "+", "-", "@", "＝"))


def test_a_column_of_numbers_keeps_its_type_and_text_that_is_a_number_stays_one():
    table = frame_of({"delta": [-1.5, 2.0], "case": ["-1.5", "-1.5+1"]})
    assert without_note(read(spreadsheet_csv(table)))[1:] == [["-1.5", "-1.5"], ["2.0", "'-1.5+1"]]


def test_names_that_repeat_are_guarded_once_and_what_is_missing_stays_empty():
    table = frame_of({"run": coded(np.array([0, 1, 0]), ["=x", "y"]), "case": [None, "z", "w"]})
    assert without_note(read(spreadsheet_csv(table)))[1:] == [["'=x", ""], ["y", "z"], ["'=x", "w"]]


def test_repairs_are_noted_in_every_row_and_tables_of_untouched_files_have_no_such_column():
    values = np.arange(12.0).reshape(2, 3, 2)
    scores = Scores(("NMD", "RNOD"), ("x", "=y", "z"), ("007", "a;=b"), values).to_frame()
    assert list(with_notes(scores, ()).columns) == ["run", "case", "measure", "score"]
    made, other = "x.csv: 1 row divided by its sum", "x.csv: nobody votes for 3"
    noted = with_notes(scores, (made, other, "=1"))
    assert set(noted["repairs"]) == {made}
    assert set(noted["file_notes"]) == {f"{other}; =1"}
    assert "repairs" not in with_notes(scores, (other,)).columns
    repaired = with_notes(scores, (made,))
    assert set(repaired["repairs"]) == {made}
    assert "file_notes" not in repaired


@given(st.lists(st.floats(allow_nan=False), min_size=1, max_size=20))
def test_numbers_keep_full_precision(values):
    assert [float(row[0]) for row in read(spreadsheet_csv(frame_of({"score": values})))[1:]] == values


def test_a_file_to_be_read_again_comes_with_its_repairs_beside_it_in_a_zip(monkeypatch):
    made = {}
    monkeypatch.setattr(downloads, "file_button", lambda label, data, file_name, mime: made.update({file_name: data}))
    downloads.table_with_notes("Run A", lambda: b"case", "run.csv", ("one", "1 row divided by its sum"))
    downloads.table_with_notes("Run A", lambda: b"case", "run.csv", ())
    assert list(made) == ["run.csv.zip", "run.csv"]
    with zipfile.ZipFile(io.BytesIO(made["run.csv.zip"]())) as archive:
        assert archive.read("run.csv") == b"case"
        assert archive.read("repairs.txt").decode() == "1 row divided by its sum\n"
        assert archive.read("notes.txt").decode() == "one\n"


def test_no_page_draws_results_as_a_table_with_a_tool_bar_of_its_own():
    paths = sorted((ROOT / "pages").rglob("*.py"))
    assert [path.name for path in paths if re.search(r"\bst\.(dataframe|table)\b", path.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    ("page", "query", "further"),
    [
        ("measures", {"task": "breakdown-labels", "trials": "100", "measures": "NMD,RNOD"}, 0),
        ("compare", {}, 1),  # the canvas is no plot of Plotly's
        ("nuggets", {}, 0),
        ("which_measure", {"show": "properties", "truth": "1,1", "k": "2", "property": "NMD.proper"}, 0),
        ("papers", {}, None),
    ],
)
def test_the_plots_of_a_page_are_offered_as_one_pdf(monkeypatch, page, query, further):
    made, drawn = {}, []
    keep = lambda label, make, name, *more, **options: made.__setitem__(name, make)  # noqa: E731
    monkeypatch.setattr(downloads, "file_button", keep)
    monkeypatch.setattr(plots, "browser", lambda: "a browser")
    monkeypatch.setattr(plots, "sheets", lambda figures, background: drawn.extend(figures) or b"%PDF")
    app = app_at(f"pages/{page}/page.py", **query)
    assert not app.exception
    if further is None:
        assert "plots.pdf" not in made
        return
    assert made["plots.pdf"]() == b"%PDF"
    on_page = {json.loads(chart.proto.spec)["layout"]["title"]["text"] for chart in app.get("plotly_chart")}
    assert {figure.to_dict()["layout"]["title"]["text"] for figure in drawn} >= on_page
    assert len(drawn) == len(app.get("plotly_chart")) + further


def test_without_a_browser_on_the_server_the_button_says_what_to_install(monkeypatch):
    monkeypatch.setattr(plots, "browser", lambda: None)
    app = app_at("pages/measures/page.py", task="breakdown-labels", trials="100", measures="NMD,RNOD")
    (button,) = (one for one in app.get("download_button") if one.proto.label == plots.LABEL)
    assert button.proto.disabled
    assert "install Chromium" in button.proto.help


@pytest.mark.parametrize("text", ["-2", "+1", "-0.5", "007", "a=b", "", "2 - 1"])
def test_a_negative_number_and_harmless_text_stay_as_they_are(text):
    assert read(spreadsheet_csv(frame_of({"case": [text, "x"]})))[1] == [text]
