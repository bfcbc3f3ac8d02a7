r"""Tables in LaTeX with the rules of booktabs: frames as a `tabular`, tables of papers as floats.

A float that is wider than the text is made as wide as the text by LaTeX; one that is higher than a page is divided
between rows. Columns are never divided: every number stays in the row of its name.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from ordquant_core.writing.paper_table import Block, Mark, PaperTable, block_of

_APART = "\0"  # of hyphens, which LaTeX would join to a dash
_LATEX = {
    _APART: "{}",
    "\\": r"\textbackslash{}",
    **{char: f"\\{char}" for char in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "|": r"\textbar{}",
    "−": "$-$",
    "≤": r"$\leq$",
    "<": "$<$",
    ">": "$>$",
    "∞": r"$\infty$",
    "τ": r"$\tau$",
    "α": r"$\alpha$",
    "×": r"$\times$",
    "–": "--",
    "…": r"\ldots{}",
    "·": r"$\cdot$",
    **{"†": r"$\dagger$", "♣": r"$\clubsuit$", "♥": r"$\heartsuit$", "♠": r"$\spadesuit$", "♢": r"$\diamondsuit$"},
    **{"∗": r"$\ast$", "⋆": r"$\star$", "♮": r"$\natural$", "∘": r"$\circ$", "◯": r"$\bigcirc$"},
    **{"△": r"$\bigtriangleup$", "▽": r"$\bigtriangledown$"},
}
_LAST_LATIN = "\u017f"  # up to here pdfLaTeX has the letters; others are declared in the document
PREAMBLE = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage[a4paper,margin=2cm]{geometry}
\usepackage{amssymb,booktabs,graphicx,iftex}
"""
MOST_LINES = 45  # of a table on a page
_FIT = r"\resizebox{\ifdim\width>\textwidth\textwidth\else\width\fi}{!}{%"


@dataclass(frozen=True, slots=True)
class Panels:
    """A figure in a PDF with a page per panel."""

    caption: str
    number: int
    columns: int  # panels beside each other


def latex(table: pd.DataFrame | PaperTable) -> str:
    """Return a frame as a `tabular`, or the table of a paper as floats, which say the packages that they need."""
    if not isinstance(table, PaperTable):
        block, sides = block_of(table)
        return _tabular([block], sides)
    parts = list(_parts(table.blocks))
    floats = (_float(table, number, blocks, len(parts)) for number, blocks in enumerate(parts, start=1))
    return "% \\usepackage{amssymb,booktabs,graphicx}\n" + "\n".join(floats)


def _tabular(blocks: Sequence[Block], sides: str) -> str:
    body = "\\midrule\n".join(map(_lines, blocks))
    return f"\\begin{{tabular}}{{{sides}}}\n\\toprule\n{body}\\bottomrule\n\\end{{tabular}}\n"


def _lines(block: Block) -> str:
    heads = f"{' & '.join(map(in_latex_cell, block.heads))} \\\\\n\\midrule\n"
    return heads + "".join(f"{' & '.join(map(_marked, row))} \\\\\n" for row in block.rows)


def _marked(cell: Mark) -> str:
    written = in_latex_cell(cell.text)
    marked = f"\\textbf{{{written}}}" if cell.bold else f"\\underline{{{written}}}" if cell.underlined else written
    return marked + (f"\\textsuperscript{{{in_latex(cell.above)}}}" if cell.above else "")


def _parts(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """Put blocks of one number of columns together as long as they fit on a page."""
    part: list[Block] = []
    for block in (piece for whole in blocks for piece in _pieces(whole)):
        lines = sum(1 + len(each.rows) for each in (*part, block))
        if part and (lines > MOST_LINES or len(part[0].heads) != len(block.heads)):
            yield part
            part = []
        part.append(block)
    yield part


def _pieces(block: Block) -> Iterator[Block]:
    """Cut a block that does not fit on a page by itself; a row without a name stays with the one that it belongs to."""
    first, begins = 0, [place for place, row in enumerate(block.rows) if row[0].text] or [0]
    for place, after in zip(begins, [*begins[1:], len(block.rows)], strict=True):
        if after - first >= MOST_LINES and place > first:
            yield Block(block.heads, block.rows[first:place])
            first = place
    yield Block(block.heads, block.rows[first:])


def _float(table: PaperTable, number: int, blocks: Sequence[Block], n_parts: int) -> str:
    part = f" (part {number} of {n_parts})" if n_parts > 1 else ""
    sides = "".join(min(column) for column in zip(*(block.sides for block in blocks), strict=True))  # l before r
    lines = [
        "\\begin{table}[!htbp]",
        "\\centering",
        f"\\caption{{{in_latex(table.caption + part)}}}",
        f"\\label{{tab:{table.key}{f'-{number}' if number > 1 else ''}}}",
        _FIT,
        f"{_tabular(blocks, sides)}}}",
        "\\end{table}",
    ]
    return "\n".join(lines) + "\n"


def latex_document(title: str, tables: Mapping[str, str], figures: Mapping[str, Panels]) -> str:
    """Return a LaTeX document that holds the tables in files with these names, then the figures in such files.

    `tables` holds the LaTeX of each: letters that pdfLaTeX does not have are declared for it.
    """
    inputs = "".join(f"\\input{{{name}}}\n" for name in tables) + "\\clearpage\n"
    inputs += "".join(_figure(name, panels) for name, panels in figures.items())
    texts = "".join((title, *tables.values(), *(panels.caption for panels in figures.values())))
    begin = f"\\begin{{document}}\n\\section*{{{in_latex(title)}}}\n"
    return f"{PREAMBLE}{_declarations(texts)}{begin}{inputs}\\end{{document}}\n"


def _declarations(text: str) -> str:
    """Declare letters that pdfLaTeX does not have: by their numbers, so that none is lost. LuaLaTeX has their fonts."""
    others = sorted({char for char in text if char > _LAST_LATIN and char not in _LATEX})
    if not others:
        return ""
    lines = [f"\\DeclareUnicodeCharacter{{{ord(char):04X}}}{{{_in_pdflatex(char)}}}" for char in others]
    return "\n".join(("\\ifpdftex", *lines, "\\else\\usepackage{fontspec}\\fi", ""))


def _in_pdflatex(char: str) -> str:
    kind, _, letter = unicodedata.name(char, "").rpartition(" ")
    if kind == "GREEK SMALL LETTER" and letter not in ("OMICRON", "LAMDA"):
        return f"\\ensuremath{{\\{letter.lower()}}}"
    return f"{{\\scriptsize U+{ord(char):04X}}}"


def _figure(name: str, panels: Panels) -> str:
    width = f"{97 // panels.columns / 100}\\linewidth"  # with a space between two
    lines = [
        "\\begin{figure}[!htbp]",
        "\\centering",
        *(f"\\includegraphics[page={page},width={width}]{{{name}}}" for page in range(1, panels.number + 1)),
        f"\\caption{{{in_latex(panels.caption)}}}",
        "\\end{figure}",
    ]
    return "\n".join(lines) + "\n\\clearpage\n"


def in_latex(text: str) -> str:
    r"""Return text as LaTeX prints it, on one line.

    >>> print(in_latex("a_1 & b--c"))
    a\_1 \& b-{}-c
    """
    apart = re.sub("-(?=-)", f"-{_APART}", text)
    return " ".join("".join(_LATEX.get(char, char) for char in apart).split())


def in_latex_cell(text: str) -> str:
    """Return text as a cell of a table in LaTeX: where a row begins with it, a bracket or a star belongs to no command.

    >>> in_latex_cell("[5cm]"), in_latex_cell("*a"), in_latex_cell("a")
    ('{}[5cm]', '{}*a', 'a')
    """
    written = in_latex(text)
    return f"{{}}{written}" if written.startswith(("[", "*")) else written
