"""Excel: sheets as tables or scales, and what Excel does to ids."""

from ordquant_core.formats import parse_gold
from tests.formats.files import problems_of
from tests.formats.traps.build import workbook


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


def test_a_cell_far_to_the_right_does_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr("ordquant_core.formats.tables.workbook.XLSX_CELLS", 10_000)
    data = workbook({"s": [["case", "a", "b"], ["x", 1, 2, *[None] * 16_000, 1]]})
    assert "cells; the limit is 10,000" in str(problems_of(parse_gold, data, "v.xlsx")[0])
