"""Excel: sheets as tables or scales, and what Excel does to ids."""

import pytest

from ordquant_core.errors import UnknownNameError
from ordquant_core.formats import File, parse_gold, parse_run, read_task, recognise
from tests.formats.files import problems_of
from tests.formats.traps.build import workbook


def test_a_workbook_is_a_table():
    data = workbook({"votes": [["case", "text", -1, 0, 1], ["x", "so", 1, 2, 3], ["7", None, 0, 4, 0]]})
    gold = parse_gold(data, "votes.xlsx")
    assert (gold.classes, gold.cases, gold.votes.tolist()) == (("-1", "0", "1"), ("x", "7"), [[1, 2, 3], [0, 4, 0]])
    assert gold.extras == {"text": ("so", "")}
    seen = recognise(File("votes.xlsx", data))
    assert (seen.kind, seen.n_cases, seen.has_votes) == ("xlsx", 2, True)


def test_sheets_are_scales_and_empty_ones_are_none():
    rows = [["case", "a", "b"], ["x", 0.25, 0.75]]
    data = workbook({"A": rows, "empty": [], "E": [rows[0], ["x", 1, 0]]})
    with pytest.raises(UnknownNameError, match="choose one: A, E"):
        parse_run(data, "run.xlsx")
    assert parse_run(data, "run.xlsx", scale="A").probabilities.tolist() == [[0.25, 0.75]]
    assert read_task([File("g.xlsx", data)], gold="g.xlsx", scale="E").task.gold.tolist() == [[1, 0]]


def test_a_number_with_more_digits_than_excel_keeps_is_no_id():
    data = workbook({"s": [["case", "a", "b"], [3718912216646049, 1, 2]]})
    (problem,) = problems_of(parse_gold, data, "v.xlsx")
    assert (problem.case, problem.seen) == (
        "line 2",
        "the number 3718912216646049 in sheet s has more digits than Excel keeps",
    )
    assert parse_gold(workbook({"s": [["case", "a", "b"], ["3718912216646049", 1, 2]]}), "v.xlsx").cases == (
        "3718912216646049",
    )


def test_an_empty_workbook_and_a_broken_one_are_refused():
    assert "all sheets are empty" in str(problems_of(parse_gold, workbook({"s": []}), "v.xlsx")[0])
    data = workbook({"s": [["case", "a", "b"], ["x", 1, 2]]})
    for cut in (len(data) // 2, len(data) - 10):
        problems_of(parse_gold, data[:cut], "v.xlsx")


def test_a_cell_far_to_the_right_does_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr("ordquant_core.formats.tables.workbook.XLSX_CELLS", 10_000)
    data = workbook({"s": [["case", "a", "b"], ["x", 1, 2, *[None] * 16_000, 1]]})
    assert "cells; the limit is 10,000" in str(problems_of(parse_gold, data, "v.xlsx")[0])
