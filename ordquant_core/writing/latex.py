r"""Tables in LaTeX with the rules of booktabs: frames as a `tabular`, tables of papers as floats that fit the text.

Whether a table fits is known before LaTeX compiles it: widths of text are those of the font metrics of cmr10, Computer
Modern (American Mathematical Society); small letters are relatively wider.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from ordquant_core.writing.paper_table import Block, Mark, PaperTable, block_of

_LATEX = {
    "\\": r"\textbackslash{}",
    **{char: f"\\{char}" for char in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}
_SIGNS = {  # after the characters above are escaped
    **{
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
    },
    **{"†": r"$\dagger$", "♣": r"$\clubsuit$", "♥": r"$\heartsuit$", "♠": r"$\spadesuit$", "♢": r"$\diamondsuit$"},
    **{"∗": r"$\ast$", "⋆": r"$\star$", "♮": r"$\natural$", "∘": r"$\circ$", "◯": r"$\bigcirc$"},
    **{"△": r"$\bigtriangleup$", "▽": r"$\bigtriangledown$"},
}
_OF_SIGNS = {  # thousandths of the size: signs of that width
    278: "il.,:;[]!'| ",
    306: "fj",
    333: "-",
    361: "I",
    389: "t()",
    394: "rs",
    444: "cez",
    472: "?",
    500: "ago0123456789/*$–_",
    514: "J",
    528: "kqvxy",
    556: "bdhnpuS",
    611: "Z",
    653: "LFPE",
    736: "wCTBR",
    750: "AHNUVXY",
    785: "DGKOQ&+=@<>−×",
    833: "m%#",
    917: "M",
    1028: "W",
}
_WIDTHS = {sign: width for width, signs in _OF_SIGNS.items() for sign in signs}
_OTHER = 1000  # of letters of other scripts, and of symbols: at most
_BOLD = 1.17  # cmbx10 to cmr10


@dataclass(frozen=True, slots=True)
class Panels:
    """A figure in a PDF with a page per panel."""

    caption: str
    number: int
    columns: int  # panels beside each other


@dataclass(frozen=True, slots=True)
class Size:
    """A size of letters: its name in LaTeX, and how much wider than those of cmr10 the letters are in proportion."""

    name: str
    points: float
    wider: float
    script: float  # points of its superscripts
    script_wider: float

    def width(self, text: str, *, bold: bool = False, above: bool = False) -> float:
        """Return how wide a line of text is, in points, rounded up; `above`: as a superscript.

        >>> SIZES[0].width("0.123"), SIZES[0].width("ab", above=True) < SIZES[0].width("ab")
        (22.78, True)
        """
        points, wider = (self.script, self.script_wider) if above else (self.points, self.wider)
        width = sum(_WIDTHS.get(sign, _OTHER) for sign in text) / 1000
        return width * points * wider * (_BOLD if bold else 1)


SIZES = (
    Size("normalsize", 10, 1, 7, 1.16),
    Size("small", 9, 1.03, 6, 1.25),
    Size("footnotesize", 8, 1.065, 6, 1.25),
)
PREAMBLE = r"""\documentclass{article}
\usepackage[a4paper,margin=2cm]{geometry}
\usepackage{amssymb,booktabs,graphicx}
"""
MOST_LINES = 45  # of a table on a page
TEXT_WIDTH = 345  # pt, of the class article at 10 pt
GAP = 12  # pt between two columns, and half of it before the first and after the last one: LaTeX's own
# What is wider than the text is made as wide as the text.
_FIT = r"\resizebox{\ifdim\width>\textwidth\textwidth\else\width\fi}{!}{%"


def latex(table: pd.DataFrame | PaperTable) -> str:
    """Return a frame as a `tabular`, or the table of a paper as floats that fit the text of the class article at 10 pt.

    They need the package booktabs. A table of a paper that is too wide is set smaller, or its columns are divided among
    several floats; one that is too high is divided, too. A comment in the LaTeX says so. They need the packages amssymb
    and graphicx, too, where symbols occur in them, or a single column is too wide.
    """
    if not isinstance(table, PaperTable):
        block, sides = block_of(table)
        return _tabular([block], sides)
    size, groups = _arranged(table.blocks)
    parts = [part for columns in groups for part in _parts([block.of_columns([0, *columns]) for block in table.blocks])]
    why = _reason(size, len(groups))
    return "\n".join(
        _float(table, number, blocks, len(parts), size, why) for number, blocks in enumerate(parts, start=1)
    )


def _tabular(blocks: Sequence[Block], sides: str) -> str:
    body = "\\midrule\n".join(map(_lines, blocks))
    return f"\\begin{{tabular}}{{{sides}}}\n\\toprule\n{body}\\bottomrule\n\\end{{tabular}}\n"


def _lines(block: Block) -> str:
    heads = f"{' & '.join(map(in_latex_cell, block.heads))} \\\\\n\\midrule\n"
    return heads + "".join(f"{' & '.join(map(_marked, row))} \\\\\n" for row in block.rows)


def _marked(cell: Mark) -> str:
    written = in_latex_cell(cell.text)
    marked = f"\\textbf{{{written}}}" if cell.bold else f"\\underline{{{written}}}" if cell.underlined else written
    marked += f"\\textsuperscript{{{in_latex(cell.above)}}}" if cell.above else ""
    return f"{marked} {in_latex(cell.after)}" if cell.after else marked


def _arranged(blocks: Sequence[Block]) -> tuple[Size, list[list[int]]]:
    """Return the largest size of letters that takes the fewest floats, and the columns of each beside the first one."""
    options = [(size, _groups(_widths(blocks, size))) for size in SIZES]
    return min(options, key=lambda option: len(option[1]))  # the first of several


def _groups(widths: Sequence[float]) -> list[list[int]]:
    """Divide columns into groups that fit the text beside the first column, as even as possible."""
    columns = range(1, len(widths))
    for n in range(1, len(columns)):
        most = -(-len(columns) // n)
        groups = [list(columns[first : first + most]) for first in range(0, len(columns), most)]
        if all(widths[0] + GAP + sum(widths[column] + GAP for column in group) <= TEXT_WIDTH for group in groups):
            return groups
    return [[column] for column in columns] or [[]]


def _widths(blocks: Sequence[Block], size: Size) -> list[float]:
    """Return the width of each column in pt."""
    lines = [line for block in blocks for line in (tuple(map(Mark, block.heads)), *block.rows)]
    return [max(_width(cell, size) for cell in column) for column in zip(*lines, strict=True)]


def _width(cell: Mark, size: Size) -> float:
    width = size.width(cell.text, bold=cell.bold) + size.width(cell.above, above=True)
    return width + size.width(f" {cell.after}") if cell.after else width


def _reason(size: Size, n_groups: int) -> str:
    """Return a comment that says why a table is not set as one, in letters of the usual size; "" where it is."""
    done = [f"set in {size.name}"] if size is not SIZES[0] else []
    done += [f"divided into {n_groups} groups of columns"] if n_groups > 1 else []
    return f"% {' and '.join(done)}: its columns are wider than {TEXT_WIDTH} pt at 10 pt\n" if done else ""


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


def _float(table: PaperTable, number: int, blocks: Sequence[Block], n_parts: int, size: Size, why: str) -> str:
    part = f" (part {number} of {n_parts})" if n_parts > 1 else ""
    widths = _widths(blocks, size)
    sides = "".join(min(column) for column in zip(*(block.sides for block in blocks), strict=True))  # l before r
    fits = sum(widths) + GAP * len(widths) <= TEXT_WIDTH
    lines = [
        f"{why}\\begin{{table}}[tp]",
        "\\centering",
        f"\\caption{{{in_latex(table.caption + part)}}}",
        f"\\label{{tab:{table.key}{f'-{number}' if number > 1 else ''}}}",
        *([] if size is SIZES[0] else [f"\\{size.name}"]),
        *([] if fits else [_FIT]),
        _tabular(blocks, sides).removesuffix("\n") + ("" if fits else "%\n}"),
        "\\end{table}",
    ]
    return "\n".join(lines) + "\n"


def latex_document(title: str, names: Sequence[str], figures: Mapping[str, Panels]) -> str:
    """Return a LaTeX document that holds the tables in the files with these names, then the figures in such files."""
    inputs = "".join(f"\\input{{{name}}}\n\\clearpage\n" for name in names)
    inputs += "".join(_figure(name, panels) for name, panels in figures.items())
    return f"{PREAMBLE}\\begin{{document}}\n\\section*{{{in_latex(title)}}}\n{inputs}\\end{{document}}\n"


def _figure(name: str, panels: Panels) -> str:
    width = f"{97 // panels.columns / 100}\\linewidth"  # with a space between two
    lines = [
        "\\begin{figure}[tp]",
        "\\centering",
        *(f"\\includegraphics[page={page},width={width}]{{{name}}}" for page in range(1, panels.number + 1)),
        f"\\caption{{{in_latex(panels.caption)}}}",
        "\\end{figure}",
    ]
    return "\n".join(lines) + "\n\\clearpage\n"


def in_latex(text: str) -> str:
    """Return text as LaTeX prints it, on one line."""
    text = "".join(_LATEX.get(char, char) for char in text).replace("−", "$-$")
    for sign, command in _SIGNS.items():
        text = text.replace(sign, command)
    return " ".join(text.split())


def in_latex_cell(text: str) -> str:
    """Return text as a cell of a table in LaTeX: where a row begins with it, a bracket or a star belongs to no command.

    >>> in_latex_cell("[5cm]"), in_latex_cell("*a"), in_latex_cell("a")
    ('{}[5cm]', '{}*a', 'a')
    """
    written = in_latex(text)
    return f"{{}}{written}" if written.startswith(("[", "*")) else written
