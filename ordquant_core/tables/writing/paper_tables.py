"""Tables as papers print them, as text: Markdown, LaTeX with the rules of booktabs, HTML."""

from collections.abc import Iterator, Mapping, Sequence

from ordquant_core.markup import Cell, Html, Row, join, tag, text
from ordquant_core.markup import table as html_table
from ordquant_core.tables.papers.grid import Block, Mark, PaperTable
from ordquant_core.tables.writing.renderings import in_latex, in_latex_cell, in_markdown

PREAMBLE = r"""\documentclass{article}
\usepackage[a4paper,margin=2cm]{geometry}
\usepackage{amssymb,booktabs,graphicx}
"""
MOST_LINES = 45  # of a table on a page
# A table that is wider than the text is made as wide as the text.
_FIT = r"\resizebox{\ifdim\width>\textwidth\textwidth\else\width\fi}{!}{%"


def markdown(table: PaperTable) -> str:
    """Return a table in GitHub's Markdown: its caption, and a table for every block."""
    parts = [f"**{in_markdown(table.caption)}**\n"]
    for block in table.blocks:
        rules = [":---", *["---:"] * (len(block.heads) - 1)]
        lines = [
            [in_markdown(head) for head in block.heads],
            rules,
            *([_marked(cell) for cell in row] for row in block.rows),
        ]
        parts.append("".join(f"| {' | '.join(line)} |\n" for line in lines))
    return "\n".join(parts)


def latex(table: PaperTable) -> str:
    """Return a table as LaTeX floats, as many as it takes; they need the packages booktabs, graphicx and amssymb."""
    parts = _parts(table.blocks)
    return "\n".join(_float(table, number, blocks, len(parts)) for number, blocks in enumerate(parts, start=1))


def _parts(blocks: Sequence[Block]) -> list[list[Block]]:
    """Put blocks together as long as they fit on a page."""
    parts: list[list[Block]] = []
    lines = 0
    for block in (piece for whole in blocks for piece in _pieces(whole)):
        lines += 1 + len(block.rows)
        if not parts or lines > MOST_LINES:
            parts.append([])
            lines = 1 + len(block.rows)
        parts[-1].append(block)
    return parts


def _pieces(block: Block) -> Iterator[Block]:
    """Cut a block that does not fit on a page by itself; every piece has its heads."""
    most = MOST_LINES - 1
    for first in range(0, max(len(block.rows), 1), most):
        yield Block(block.heads, block.rows[first : first + most])


def _float(table: PaperTable, number: int, blocks: Sequence[Block], n_parts: int) -> str:
    body = "\\midrule\n".join(map(_latex_block, blocks))
    part = f" (part {number} of {n_parts})" if n_parts > 1 else ""
    lines = [
        "\\begin{table}[tp]",
        "\\centering",
        f"\\caption{{{in_latex(table.caption + part)}}}",
        f"\\label{{tab:{table.key}{f'-{number}' if number > 1 else ''}}}",
        _FIT,
        f"\\begin{{tabular}}{{l{'r' * (len(blocks[0].heads) - 1)}}}",
        f"\\toprule\n{body}\\bottomrule",
        "\\end{tabular}%\n}",
        "\\end{table}",
    ]
    return "\n".join(lines) + "\n"


def latex_document(title: str, names: Sequence[str], figures: Mapping[str, str]) -> str:
    """Return a LaTeX document that holds the tables in the files with these names, then figures with their captions."""
    inputs = "".join(f"\\input{{{name}}}\n\\clearpage\n" for name in names)
    inputs += "".join(_figure(name, caption) for name, caption in figures.items())
    return f"{PREAMBLE}\\begin{{document}}\n\\section*{{{in_latex(title)}}}\n{inputs}\\end{{document}}\n"


def _figure(name: str, caption: str) -> str:
    lines = [
        "\\begin{figure}[tp]",
        "\\centering",
        f"{_FIT}\n\\includegraphics{{{name}}}}}",
        f"\\caption{{{in_latex(caption)}}}",
        "\\end{figure}",
    ]
    return "\n".join(lines) + "\n\\clearpage\n"


def html(table: PaperTable) -> Html:
    """Return a table as HTML: a table for every block, each in a box that scrolls where it is wider than the page."""
    return join([tag("div", html_table(block.heads, html_rows(block)), class_="wide") for block in table.blocks], "\n")


def html_rows(block: Block) -> list[Row]:
    """Return the rows of a block as those of an HTML table."""
    return [
        Row([_html_cell(cell, heads=n == 0 and cell.text != "") for n, cell in enumerate(row)]) for row in block.rows
    ]


def _html_cell(cell: Mark, *, heads: bool) -> Cell:
    content = tag("b", cell.text) if cell.bold else tag("u", cell.text) if cell.underlined else text(cell.text)
    return Cell(join([content, cell.after], " ") if cell.after else content, heads=heads)


def _latex_block(block: Block) -> str:
    heads = f"{' & '.join(map(in_latex_cell, block.heads))} \\\\\n\\midrule\n"
    return heads + "".join(f"{' & '.join(map(_set, row))} \\\\\n" for row in block.rows)


def _set(cell: Mark) -> str:
    written = in_latex_cell(cell.text)
    marked = f"\\textbf{{{written}}}" if cell.bold else f"\\underline{{{written}}}" if cell.underlined else written
    return f"{marked} {in_latex(cell.after)}" if cell.after else marked


def _marked(cell: Mark) -> str:
    written = in_markdown(cell.text)
    marked = f"**{written}**" if cell.bold else f"<u>{written}</u>" if cell.underlined else written
    return f"{marked} {in_markdown(cell.after)}" if cell.after else marked
