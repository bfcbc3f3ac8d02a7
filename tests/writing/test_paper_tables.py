"""Tables as papers print them: blocks, marks and parts in Markdown, LaTeX and HTML."""

import re

import pytest

from ordquant_core.frame_html import grid
from ordquant_core.glossary import frame_of, of_rows
from ordquant_core.markup import plain
from ordquant_core.markup import table as as_html
from ordquant_core.writing.latex import MOST_LINES, Panels, latex, latex_document
from ordquant_core.writing.markdown import markdown
from ordquant_core.writing.paper_table import Block, Mark, PaperTable, best, row, upper_half


def table(*blocks, caption="Shares & τ"):
    return PaperTable("shares", "sakai2021lq", "Table 4", caption, blocks, frame_of({}))


ONE = Block(("T_1", "a", "b"), (row("x|y", [Mark("57.6", bold=True), "−0.5"]), row("", ["[0.1, 0.2]", ""])))
TWO = Block(("T_2", "a", "b"), (row("z", [Mark("38.5", underlined=True), "100%"]),))


def drawn(paper):
    return "".join(as_html(*grid(block.to_frame(), block.columns)) for block in paper.blocks)


def test_marks_are_written_in_every_form():
    built = table(ONE, TWO)
    assert r"\textbf{57.6} & $-$0.5 \\" in latex(built)
    assert r"\underline{38.5} & 100\% \\" in latex(built)
    assert r"| x\|y | **57.6** | −0.5 |" in markdown(built)
    assert r"| z | <u>38.5</u> | 100% |" in markdown(built)
    assert "<b>57.6</b>" in drawn(built)
    assert "<u>38.5</u>" in drawn(built)
    assert "x|y" in plain(drawn(built))


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


def test_blocks_of_other_columns_are_floats_of_their_own_and_columns_are_never_divided():
    wide = Block(("run", *(f"M{number}" for number in range(30))), (row("r", ["0.1"] * 30),))
    text = latex(table(ONE, wide))
    assert text.count(r"\begin{table}") == 2
    assert " & ".join(wide.heads) in text


def test_superscripts_are_written_in_every_form():
    built = table(Block(("run", "NMD"), (row("r", [Mark("0.1", bold=True, above="ab")]),)))
    assert r"\textbf{0.1}\textsuperscript{ab}" in latex(built)
    assert "**0.1**<sup>ab</sup>" in markdown(built)
    assert "<b>0.1</b><sup>ab</sup>" in drawn(built)


def test_a_document_holds_all_tables():
    text = latex_document("50% & more", {"a": "β 系", "b": ""}, {"figures/1-x": Panels("50% of NMD_2", 3, 2)})
    pages = re.findall(r"\\includegraphics\[page=(\d),width=0\.48\\linewidth\]\{figures/1-x\}\n", text)
    assert pages == ["1", "2", "3"]
    assert r"\caption{50\% of NMD\_2}" in text
    assert r"\input{a}" in text
    assert r"\section*{50\% \& more}" in text
    assert text.startswith(r"\documentclass")
    assert r"\DeclareUnicodeCharacter{03B2}{\ensuremath{\beta}}" in text
    assert r"\DeclareUnicodeCharacter{7CFB}{{\scriptsize U+7CFB}}" in text
    assert "Unicode" not in latex_document("Ünï", {"a": "τ†–"}, {})


def test_the_upper_half_of_a_matrix_drops_lines_that_are_empty():
    pairs = of_rows(
        ("measure_1", "measure_2", "tau"), [("NMD", "RNOD", 1.0), ("NMD", "NVD", 2.0), ("RNOD", "NVD", 3.0)]
    )
    block = upper_half("task", pairs, lambda pair: [Mark(f"{pair.tau:g}"), Mark("again" if pair.tau == 2 else "")])
    assert block.heads == ("task", "RNOD", "NVD")
    assert [[mark.text for mark in line] for line in block.rows] == [
        ["NMD", "1", "2"],
        ["", "", "again"],
        ["RNOD", "–", "3"],
    ]


@pytest.mark.parametrize(
    ("values", "largest", "bold"), [([1, 3, 2], True, [1]), ([1, 3, 2], False, [0]), ([float("nan")] * 3, True, [])]
)
def test_the_best_is_bold(values, largest, bold):
    marks = best(values, [str(value) for value in values], largest=largest)
    assert [number for number, mark in enumerate(marks) if mark.bold] == bold


def test_a_bracket_at_the_start_of_a_line_is_no_argument_of_the_line_before():
    text = latex(table(Block(("", "a"), (row("[x]", ["[0.1, 0.2]"]),))))
    assert "{}[x] & {}[0.1, 0.2]" in text
