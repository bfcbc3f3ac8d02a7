"""Scores and preferences as tables: their rows and columns."""

import numpy as np
import pytest

from ordquant_core.records import Preferences, Scores
from ordquant_core.tables.scores import every_score, mean_scores, scores_of_one
from ordquant_core.tables.two_runs.preferences import preference_table

SCORES = Scores(("NMD", "RNOD"), ("x", "y", "z"), ("007", "b"), np.arange(12.0).reshape(2, 3, 2))
COUNTS = Preferences(("NMD", "JSD"), np.array([197, 3]), np.array([175, 2]), np.array([18, 0]), np.array([-0.01, 0.5]))


def test_every_score_has_a_row_ordered_by_run_case_and_measure():
    rows = list(every_score(SCORES).rows())
    assert rows[:5] == [
        ("x", "007", "NMD", 0.0),
        ("x", "007", "RNOD", 6.0),
        ("x", "b", "NMD", 1.0),
        ("x", "b", "RNOD", 7.0),
        ("y", "007", "NMD", 2.0),
    ]
    assert sorted(row[3] for row in rows) == list(range(12))


def test_means_have_a_row_per_run_and_measure_with_the_number_of_cases():
    table = mean_scores(SCORES.runs, SCORES.measures, SCORES.values.mean(axis=2), 2)
    assert list(table.columns) == ["run", "measure", "mean", "cases"]
    assert list(table.rows())[2:4] == [("y", "NMD", 2.5, 2), ("y", "RNOD", 8.5, 2)]


def test_one_estimate_has_a_row_per_measure():
    assert list(scores_of_one(["NMD"], [0.5]).rows()) == [("NMD", 0.5)]


def test_preferences_have_a_row_per_measure_and_name_the_runs_where_asked():
    table = preference_table(COUNTS, runs=("Popularity", "Uniform"))
    assert list(table.columns) == ["measure", "prefers_a", "prefers_b", "ties", "mean_delta", "run_a", "run_b"]
    assert next(table.rows()) == ("NMD", 197, 175, 18, -0.01, "Popularity", "Uniform")


def test_preferences_without_runs_and_with_correlations_are_those_of_the_command_line():
    table = preference_table(COUNTS, correlations=[[1.0, 0.25], [0.25, None]])
    assert list(table.columns)[4:] == ["mean_delta", "pearson_NMD", "pearson_JSD"]
    assert list(table.rows())[1] == ("JSD", 3, 2, 0, 0.5, 0.25, None)


@pytest.mark.parametrize("n", [1, 10_001])
def test_the_only_column_of_a_table_keeps_its_empty_cells_in_every_piece(n):
    from ordquant_core.tables.table import Table
    from ordquant_core.tables.writing.renderings import csv_text

    assert csv_text(Table({"run": [""] * n})) == "run\n" + '""\n' * n
