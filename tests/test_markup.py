"""The builder of HTML: what its tables say beyond their text. Its escaping is tested where pages and reports use it."""

from ordquant_core.markup import Band, Cell, Head, NumberHead, Row, table, tag
from tests.report.test_report import Page

ROWS = [Row([Cell("NMD", heads=True), 1, Cell("wide", span=2), "<last>"])]


def test_every_value_of_a_table_of_cards_has_the_name_of_its_column_and_headings_have_none():
    columns = [Head("Measure"), Head(tag("b", "A & B"), span=1), Head("two", span=2), "end"]
    written = Page(table(columns, [Band("family"), *ROWS], cards=True))
    head, band, row = written.tables[0]
    assert [cell.get("data-column") for cell in row] == [None, "A & B", "two", "end"]
    assert [cell["text"] for cell in row] == ["NMD", "1", "wide", "<last>"]
    assert not any("data-column" in cell for cell in [*head, *band])


def test_other_tables_do_not_repeat_the_names_of_their_columns():
    assert "data-column" not in table(["Measure", "a", "b", "c", "end"], ROWS)


def test_a_table_of_cards_without_a_head_has_no_names_to_repeat():
    assert table([], ROWS, cards=True) == table([], ROWS)


def test_words_over_several_columns_span_them_and_those_of_another_class_stand_apart():
    heads = [
        Head("run"),
        Head("sd", class_="oq-wide"),
        NumberHead("0.01", over="cases"),
        NumberHead("0.02", over="cases"),
    ]
    spanning = table(heads, []).partition("</tr>")[0].partition("<tr")[2]
    assert spanning == (
        ' class="oq-spanning"><td colspan="1"></td><td class="oq-wide" colspan="1"></td>'
        '<th scope="colgroup" colspan="2">cases</th>'
    )
    assert "oq-spanning" not in table(heads[:2], [])
