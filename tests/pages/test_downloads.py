"""Downloads: full precision, every case, nothing a spreadsheet would run."""

import csv
import io
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.baselines import BASELINES, baseline_run
from ordquant_core.formats import assemble
from ordquant_core.records import Gold, Preferences
from pages.shared import cached, downloads

FORMULAS = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://x")']


def read(data):
    return list(csv.reader(io.StringIO(data.decode(), newline="")))


@pytest.mark.parametrize("text", FORMULAS)
def test_a_text_a_spreadsheet_would_run_gets_an_apostrophe(text):
    cell = downloads.to_csv(pd.DataFrame({"case": [text]})).decode().removeprefix("case\n")
    assert cell.lstrip('"').startswith(f"'{text[0]}")


@pytest.mark.parametrize("text", ["-2", "+1", "-0.5", "007", "a=b", "", "2 - 1"])
def test_a_negative_number_and_harmless_text_stay_as_they_are(text):
    assert read(downloads.to_csv(pd.DataFrame({"case": [text, "x"]})))[1] == [text]


@pytest.mark.parametrize("name", FORMULAS[:4])
def test_a_heading_made_of_a_runs_name_is_no_formula(name):
    frame = downloads.measure_frame({"NMD": 0.1}, {"NMD": 0.2}, name, "b")
    assert not any(heading.startswith(downloads._FORMULA_STARTS) for heading in read(downloads.to_csv(frame))[0])


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
