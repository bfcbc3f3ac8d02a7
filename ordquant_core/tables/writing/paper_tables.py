"""Tables as papers print them, as text: Markdown, LaTeX with the rules of booktabs and widths of its font, HTML.

Whether a table fits is known before LaTeX compiles it: widths of text are those of the font metrics of cmr10, Computer
Modern (American Mathematical Society); small letters are relatively wider.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ordquant_core.errors import OrdquantError
from ordquant_core.markup import Cell, Html, Row, join, tag, text
from ordquant_core.markup import table as html_table
from ordquant_core.tables.papers.grid import Block, Mark, PaperTable
from ordquant_core.tables.writing.renderings import FORMS, csv_text, in_latex, in_latex_cell, in_markdown

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

    @property
    def command(self) -> str:
        """What sets it in LaTeX."""
        return f"\\{self.name}"

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


def markdown(table: PaperTable) -> str:
    """Return a table in GitHub's Markdown: its caption, and a table for every block."""
    parts = [f"**{in_markdown(table.caption)}**\n"]
    for block in table.blocks:
        rules = [":---" if side == "l" else "---:" for side in _sides([block])]
        lines = [
            [in_markdown(head) for head in block.heads],
            rules,
            *([_marked(cell) for cell in row] for row in block.rows),
        ]
        parts.append("".join(f"| {' | '.join(line)} |\n" for line in lines))
    return "\n".join(parts)


def rendered(table: PaperTable, form: str) -> str:
    """Return a table in one of the `FORMS`."""
    if form not in FORMS:
        raise OrdquantError(f"A table has no form {form!r}; the forms are {', '.join(FORMS)}.")
    return csv_text(table.data) if form == "csv" else {"markdown": markdown, "latex": latex}[form](table)


def latex(table: PaperTable) -> str:
    """Return a table as LaTeX floats that fit the text of the class article at 10 pt; they need the package booktabs.

    A table that is too wide is set smaller, or its columns are divided among several floats; one that is too high is
    divided, too. A comment in the LaTeX says so. They need the packages amssymb and graphicx, too, where symbols occur
    in them, or a single column is too wide.
    """
    size, groups = _arranged(table.blocks)
    parts = [part for columns in groups for part in _parts([_of_columns(block, columns) for block in table.blocks])]
    why = _reason(size, len(groups))
    return "\n".join(
        _float(table, number, blocks, len(parts), size, why) for number, blocks in enumerate(parts, start=1)
    )


def _sides(blocks: Sequence[Block]) -> list[str]:
    """Return for each column whether it stands left or right: numbers with superscripts align at the left."""
    columns = zip(*(line for block in blocks for line in block.rows), strict=True)
    with_letters = [any(cell.above for cell in column) for column in columns] or [False] * len(blocks[0].heads)
    return ["l" if place == 0 or letters else "r" for place, letters in enumerate(with_letters)]


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


def _of_columns(block: Block, columns: Sequence[int]) -> Block:
    kept = [0, *columns]
    heads = tuple(block.heads[column] for column in kept)
    return Block(heads, tuple(tuple(line[column] for column in kept) for line in block.rows))


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
    body = "\\midrule\n".join(map(_latex_block, blocks))
    part = f" (part {number} of {n_parts})" if n_parts > 1 else ""
    widths = _widths(blocks, size)
    fits = sum(widths) + GAP * len(widths) <= TEXT_WIDTH
    lines = [
        f"{why}\\begin{{table}}[tp]",
        "\\centering",
        f"\\caption{{{in_latex(table.caption + part)}}}",
        f"\\label{{tab:{table.key}{f'-{number}' if number > 1 else ''}}}",
        *([] if size is SIZES[0] else [size.command]),
        *([] if fits else [_FIT]),
        f"\\begin{{tabular}}{{{''.join(_sides(blocks))}}}",
        f"\\toprule\n{body}\\bottomrule",
        "\\end{tabular}" if fits else "\\end{tabular}%\n}",
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
    content = join([content, tag("sup", cell.above)], "") if cell.above else content
    return Cell(join([content, cell.after], " ") if cell.after else content, heads=heads)


def _latex_block(block: Block) -> str:
    heads = f"{' & '.join(map(in_latex_cell, block.heads))} \\\\\n\\midrule\n"
    return heads + "".join(f"{' & '.join(map(_set, row))} \\\\\n" for row in block.rows)


def _set(cell: Mark) -> str:
    written = in_latex_cell(cell.text)
    marked = f"\\textbf{{{written}}}" if cell.bold else f"\\underline{{{written}}}" if cell.underlined else written
    marked += f"\\textsuperscript{{{in_latex(cell.above)}}}" if cell.above else ""
    return f"{marked} {in_latex(cell.after)}" if cell.after else marked


def _marked(cell: Mark) -> str:
    written = in_markdown(cell.text)
    marked = f"**{written}**" if cell.bold else f"<u>{written}</u>" if cell.underlined else written
    marked += tag("sup", Html(in_markdown(cell.above))) if cell.above else ""
    return f"{marked} {in_markdown(cell.after)}" if cell.after else marked
