"""Tables as papers print them: blocks, marks and parts in Markdown, LaTeX and HTML."""

# ruff: noqa: F401 - the text uses what is imported

import math

from ordquant_core.frame_html import grid
from ordquant_core.glossary import frame_of, of_rows
from ordquant_core.markup import table as as_html
from ordquant_core.writing.latex import MOST_LINES, Panels, latex, latex_document
from ordquant_core.writing.markdown import markdown
from ordquant_core.writing.paper_table import Block, Mark, PaperTable, best, row, upper_half
from tests.reviewed import reviewed, said


def table(*blocks, caption="Shares & τ"):
    return PaperTable("shares", "sakai2021lq", "Table 4", caption, blocks, frame_of({}))


ONE = Block(("T_1", "a", "b"), (row("x|y", [Mark("57.6", bold=True), "−0.5"]), row("", ["[0.1, 0.2]", ""])))
TWO = Block(("T_2", "a", "b"), (row("z", [Mark("38.5", underlined=True), "100%"]),))


ABOVE = Block(("run", "NMD"), (row("r", [Mark("0.1", bold=True, above="ab")]),))


@reviewed(__file__)
def test_tables_are_written_as_was_reviewed(made, words):
    assert said(made, globals()) == words


def test_blocks_that_do_not_fit_on_a_page_make_further_floats():
    long = Block(("T", "a", "b"), tuple(row(str(number), ["1", "2"]) for number in range(20)))
    text = latex(table(long, long, long, caption="C"))
    assert text.count(r"\begin{table}") == 2
    assert r"\caption{C (part 1 of 2)}" in text
    assert [text.count(f"tab:shares{end}}}") for end in ("", "-2", "-3")] == [1, 1, 0]
    assert latex(table(long, long, caption="C")).count(r"\begin{table}") == 1
    assert 2 * 21 <= MOST_LINES < 3 * 21
    for n_lines, floats in ((MOST_LINES, 1), (MOST_LINES + 1, 2)):
        rest = Block(long.heads, (long.rows[0],) * (n_lines - 21 - 1))  # its heads are a line, too
        assert latex(table(long, rest)).count(r"\begin{table}") == floats


def test_a_block_that_does_not_fit_on_a_page_is_cut():
    long = Block(("T", "a"), tuple(row(f"row {number}", ["1"]) for number in range(100)))
    floats = latex(table(long)).split(r"\end{table}")[:-1]
    assert [part.count("row ") for part in floats] == [44, 44, 12]
    assert all("T & a" in part for part in floats)


def test_lines_of_one_name_stay_together_where_a_block_is_cut():
    two_lines = [line for number in range(30) for line in (row(f"row {number}", ["1"]), row("", ["[0, 1]"]))]
    floats = latex(table(Block(("T", "a"), tuple(two_lines)))).split(r"\end{table}")[:-1]
    assert [part.count("row ") for part in floats] == [part.count("[0, 1]") for part in floats] == [22, 8]
