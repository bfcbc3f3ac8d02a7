"""Excel: what it does to ids, and a cell far away."""

from ordquant_core.tasks import parse_gold
from tests.formats.files import problems_of
from tests.formats.traps.workbooks import workbook_of


def test_a_number_with_more_digits_than_excel_keeps_is_no_id():
    data = workbook_of({"s": [["case", "a", "b"], [3718912216646049, 1, 2]]})
    (problem,) = problems_of(parse_gold, data, "v.xlsx")
    assert (problem.case, problem.seen) == (
        "row 2 of sheet s",
        "the number 3718912216646049 has more digits than Excel keeps",
    )
    data = workbook_of({"s": [["case", "a", "b"], ["3718912216646049", 1, 2], ["2", 3, 0], ["3", 0, 3]]})
    assert parse_gold(data, "v.xlsx").cases == ("3718912216646049", "2", "3")


def test_a_cell_far_to_the_right_does_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr("ordquant_core.formats.workbook.XLSX_CELLS", 10_000)
    data = workbook_of({"s": [["case", "a", "b"], ["x", 1, 2, *[None] * 16_000, 1]]})
    assert "cells; the limit is 10,000" in str(problems_of(parse_gold, data, "v.xlsx")[0])
