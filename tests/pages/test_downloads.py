"""Downloads: full precision, every case, nothing a spreadsheet would run."""

import csv
import io
import math
import re
import zipfile

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.baselines import BASELINES, baseline_run
from ordquant_core.commands import output
from ordquant_core.formats import assemble
from ordquant_core.records import Gold, Preferences, Scores
from pages.shared import cached, downloads

FORMULAS = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://x")']


def read(data):
    return list(csv.reader(io.StringIO(data.decode(), newline="")))


def without_note(rows):
    """The table without its last column, which says that texts were guarded."""
    assert rows[0][-1] == "repairs"
    return [row[:-1] for row in rows]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_text_a_spreadsheet_would_run_gets_an_apostrophe(text):
    cell = downloads.to_csv(pd.DataFrame({"case": [text]})).decode().removeprefix("case,repairs\n")
    assert cell.lstrip('"').startswith(f"'{text[0]}")


def test_guarded_cells_are_noted_in_every_row_beside_the_repairs_with_the_columns_that_have_any():
    frame = pd.DataFrame({"run": ["x", "=y"], "case": ["-2", "-2"], "=h": ["a", "b"], "note": [None, "+1+1"]})
    header, *rows = read(downloads.to_csv(frame, ["=1"]))
    assert header == ["run", "case", "'=h", "note", "repairs"]
    said = "for spreadsheets, texts like formulas have an apostrophe in front in: =h, run, note"
    assert [row[4] for row in rows] == [f"'=1; {said}"] * 2
    assert [row[:4] for row in rows] == [["x", "-2", "a", ""], ["'=y", "-2", "b", "'+1+1"]]


def test_a_table_without_formulas_has_no_note():
    assert read(downloads.to_csv(pd.DataFrame({"run": ["x"], "case": ["-2"]})))[0] == ["run", "case"]
    assert read(downloads.to_csv(pd.DataFrame({"run": ["x"]}), ["one", "two"]))[1] == ["x", "one; two"]


@pytest.mark.parametrize("text", ["-2", "+1", "-0.5", "007", "a=b", "", "2 - 1"])
def test_a_negative_number_and_harmless_text_stay_as_they_are(text):
    assert read(downloads.to_csv(pd.DataFrame({"case": [text, "x"]})))[1] == [text]


@pytest.mark.parametrize("name", FORMULAS[:4])
def test_a_heading_made_of_a_runs_name_is_no_formula(name):
    frame = downloads.measure_frame({"NMD": 0.1}, {"NMD": 0.2}, name, "b")
    assert not any(heading.startswith(("=", "+", "-", "@", "\t", "\r")) for heading in read(downloads.to_csv(frame))[0])


@given(st.text(alphabet=" a1.;'=+-@＝\t\r\n", max_size=12))
def test_guarding_a_text_can_be_undone_and_leaves_no_formula_in_any_part_of_it(text):
    safe = downloads.guarded(text)
    assert downloads.restored(safe) == text
    for part in re.split(r"[;\t\r\n]", safe):
        if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)", safe):
            assert not part.lstrip(" ").startswith(("=", "+", "-", "@", "＝"))


@pytest.mark.parametrize(
    "text", ["'=1", "''+1", "it's", "'", "a;=1", "a;'=1", " =1", "-1e5", "-", "-a", "1;-2", '"=1"']
)
def test_texts_with_apostrophes_come_back_as_they_were(text):
    assert downloads.restored(downloads.guarded(text)) == text


def test_a_column_of_numbers_keeps_its_type_and_text_that_is_a_number_stays_one():
    frame = pd.DataFrame({"x": [-1.5, 2], "text": ["-1.5", "-1.5+1"]})
    assert without_note(read(downloads.to_csv(frame)))[1:] == [["-1.5", "-1.5"], ["2.0", "'-1.5+1"]]


def test_headings_are_guarded_too_even_where_two_are_alike():
    frame = pd.DataFrame([["=1", 2, "x"]], columns=["=a", "=a", "b"])
    assert without_note(read(downloads.to_csv(frame))) == [["'=a", "'=a", "b"], ["'=1", "2", "x"]]


def test_missing_and_categorical_values_are_written_as_text():
    frame = pd.DataFrame({"a": pd.Categorical(["=x", "y", "=x"]), "b": [None, "z", "w"]})
    assert without_note(read(downloads.to_csv(frame)))[1:] == [
        ["'=x", ""],
        ["y", "z"],
        ["'=x", "w"],
    ]


@pytest.fixture
def scores():
    values = np.arange(12.0).reshape(2, 3, 2)
    return Scores(("NMD", "RNOD"), ("x", "=y", "z"), ("007", "a;=b"), values)


def test_every_score_has_a_row_as_on_the_command_line(scores, capsys):
    frame = downloads.scores_frame(scores)
    output.write_scores(tuple(frame.columns), scores.runs, scores.cases, scores.measures, scores.values)
    assert frame.to_csv(index=False, lineterminator="\n") == capsys.readouterr().out


def test_parquet_holds_every_text_and_number_as_it_is(scores):
    frame = downloads.scores_frame(scores)
    back = pd.read_parquet(io.BytesIO(downloads.to_parquet(frame)))
    pd.testing.assert_frame_equal(
        back.astype({"run": str, "case": str, "measure": str}), frame.astype({"run": str, "case": str, "measure": str})
    )
    assert set(back["run"]) == {"x", "=y", "z"}


def test_repairs_are_told_in_every_row_and_tables_of_untouched_files_have_no_such_column(scores):
    frame = downloads.scores_frame(scores)
    assert list(downloads.with_notes(frame, ())) == ["run", "case", "measure", "score"]
    noted = downloads.with_notes(frame, ("x.csv: 1 row divided", "=1"))
    assert set(noted["repairs"]) == {"x.csv: 1 row divided; =1"}
    assert list(frame) == ["run", "case", "measure", "score"]


@given(st.lists(st.floats(allow_nan=False), min_size=1, max_size=20))
def test_numbers_keep_full_precision(values):
    column = [float(row[0]) for row in read(downloads.to_csv(pd.DataFrame({"x": values})))[1:]]
    assert column == values


def test_the_table_of_a_download_is_not_changed_by_it():
    frame = pd.DataFrame({"case": ["=1"]})
    downloads.to_csv(frame)
    assert frame["case"][0] == "=1"


def test_infinite_and_equal_scores_have_a_delta():
    frame = downloads.measure_frame({"KLD": math.inf, "JSD": 0.5}, {"KLD": math.inf, "JSD": 0.25}, "x", "y")
    assert list(frame["delta"]) == [0, 0.25]
    assert list(frame["A: x"]) == [math.inf, 0.5]


def test_wins_and_losses_have_a_row_per_measure():
    preferences = Preferences(("NMD",), np.array([197]), np.array([175]), np.array([18]), np.array([-0.01]))
    table = read(downloads.to_csv(downloads.preference_frame(preferences, "Popularity", "Uniform")))
    assert table == [
        ["measure", "prefers Popularity", "prefers Uniform", "ties", "mean delta"],
        ["NMD", "197", "175", "18", "-0.01"],
    ]


def test_every_case_is_in_the_download_with_ids_as_text_and_deltas_that_are_differences():
    votes = np.array([[1, 2, 7], [4, 4, 2]])
    gold = Gold("g", None, ("a", "b", "c"), ("007", "=1"), votes / votes.sum(axis=1, keepdims=True), votes)
    task = assemble(gold, [baseline_run(name, gold) for name in BASELINES])
    versus = cached.versus.__wrapped__(None, *task.runs, task)
    frame = downloads.case_frame(versus)
    assert list(frame["case"]) == ["007", "=1"]
    for key in versus.scores.measures:
        pair = frame[f"{key} Popularity"], frame[f"{key} Uniform"]
        with np.errstate(invalid="ignore"):
            difference = np.where(pair[0] == pair[1], 0, pair[0] - pair[1])
        assert list(frame[f"{key} delta"]) == list(difference)
    assert read(downloads.to_csv(frame))[2][0] == "'=1"


def test_a_file_in_another_format_comes_with_its_repairs_beside_it_in_a_zip():
    made = downloads.beside_notes("run.json", lambda: b"[1]", "application/json", ("one", "two"))
    assert made.file_name == "run.json.zip"
    with zipfile.ZipFile(io.BytesIO(made.data())) as archive:
        assert archive.read("run.json") == b"[1]"
        assert archive.read("repairs.txt").decode() == "one\ntwo\n"
    assert downloads.beside_notes("run.json", lambda: b"[1]", "application/json", ()).file_name == "run.json"
