"""Tables as text: CSV at full precision for programs; Markdown, LaTeX and HTML with rounded numbers for people."""

import csv
import io
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import Any

import numpy as np

from ordquant_core import numerals
from ordquant_core.markup import Cell, Html, Row
from ordquant_core.markup import table as html_table
from ordquant_core.tables.columns import Kind, meaning
from ordquant_core.tables.table import Coded, Table, Values

AT_ONCE = 10_000  # rows
FORMS: Sequence[str] = ("csv", "markdown", "latex")
Writer = Callable[[slice], list[Iterable[str]]]
_SPECIAL = re.compile(r'[",\r\n]')
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


def csv_text(table: Table) -> str:
    """Return a table as CSV, see `csv_pieces`."""
    return "".join(csv_pieces(table))


def csv_pieces(table: Table) -> Iterator[str]:
    """Yield a table as CSV, some thousand rows at a time. Numbers read back as the same numbers; an empty cell is not
    defined.
    """
    yield csv_line(table.columns)
    last = len(table.columns) - 1
    writers = [_writer(values, "," if place < last else "\n") for place, values in enumerate(table.columns.values())]
    if last == 0:
        writers = [_never_empty(writers[0])]
    for start in range(0, len(table), AT_ONCE):
        rows = slice(start, start + AT_ONCE)
        yield "".join(chain.from_iterable(zip(*(cells for writer in writers for cells in writer(rows)), strict=False)))


def csv_line(cells: Iterable[str]) -> str:
    """Return one line of CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def csv_number(value: float | None) -> str:
    """Return a number so that it reads back as the same number; empty where it is not defined.

    >>> csv_number(0.1), csv_number(-0.0), csv_number(None), csv_number(float("nan"))
    ('0.1', '0.0', '', '')
    """
    return "" if value is None or math.isnan(value) else repr(float(value) + 0.0)  # -0.0 + 0.0 is 0.0


def markdown(table: Table) -> str:
    """Return a table in GitHub's Markdown, numbers to the right."""
    heads = list(table.columns)
    rules = [":---" if meaning(name).kind == "text" else "---:" for name in heads]
    lines = [heads, rules, *_shown(table)]
    return "".join(f"| {' | '.join(map(in_markdown, line))} |\n" for line in lines)


def latex(table: Table) -> str:
    """Return a table as a LaTeX `tabular` with the rules of the package booktabs."""
    heads = list(table.columns)
    sides = "".join("l" if meaning(name).kind == "text" else "r" for name in heads)
    head = " & ".join(map(in_latex_cell, heads))
    body = "".join(f"{' & '.join(map(in_latex_cell, line))} \\\\\n" for line in _shown(table))
    return f"\\begin{{tabular}}{{{sides}}}\n\\toprule\n{head} \\\\\n\\midrule\n{body}\\bottomrule\n\\end{{tabular}}\n"


def html(table: Table, *, id: str | None = None, class_: str | None = None) -> Html:
    """Return a table as HTML: the first column heads its row, full precision is shown on hover."""
    names = list(table.columns)
    rows = []
    for cells, shown in zip(table.rows(), _shown(table), strict=True):
        written = [
            Cell(text, title=repr(value) if isinstance(value, float) else None, heads=place == 0)
            for place, (value, text) in enumerate(zip(cells, shown, strict=True))
        ]
        rows.append(Row(written))
    return html_table(names, rows, id=id, class_=class_)


def shown(kind: Kind, value: Any) -> str:
    """Return a cell as people read it; empty where it is not defined."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if kind == "text" or isinstance(value, str):
        return str(value)
    if kind == "count":
        return numerals.count(int(value))
    if kind == "share":
        return numerals.percent(value, 1)
    if kind == "setting":
        return numerals.setting(value)
    if kind == "p":
        return "< 0.001" if value < 0.0005 else numerals.score(value)
    return numerals.score(value, sign=kind == "delta")


def _shown(table: Table) -> Iterator[list[str]]:
    kinds = [meaning(name).kind for name in table.columns]
    for row in table.rows():
        yield [shown(kind, cell) for kind, cell in zip(kinds, row, strict=True)]


def _writer(values: Values, end: str) -> Writer:
    """Return what writes some rows of a column as CSV, each cell with what ends it; what repeats is quoted once."""
    if isinstance(values, Coded):
        names = np.array([f"{_quoted(name)}{end}" for name in values.names], dtype=object)
        return lambda rows: [names[values.codes[rows]].tolist()]
    if isinstance(values, np.ndarray) and values.dtype.kind == "f":
        numbers = values + 0.0  # -0.0 + 0.0 is 0.0
        in_full = csv_number if np.isnan(numbers).any() else repr
        return lambda rows: [map(in_full, numbers[rows].tolist()), repeat(end)]
    if isinstance(values, np.ndarray):
        written = str if values.dtype.kind in "iu" else _cell
        return lambda rows: [map(written, values[rows].tolist()), repeat(end)]
    return lambda rows: [map(_cell, values[rows]), repeat(end)]


def _never_empty(writer: Writer) -> Writer:
    """Return a writer of the only column of a table: an empty cell would make an empty line, which is no row."""

    def write(rows: slice) -> list[Iterable[str]]:
        cells, *end = writer(rows)
        return [(cell if cell.strip("\n") else f'""{cell}' for cell in cells), *end]

    return write


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float | np.floating):
        return csv_number(float(value))
    return _quoted(str(value))


def _quoted(text: str) -> str:
    return f'"{text.replace(chr(34), chr(34) * 2)}"' if _SPECIAL.search(text) else text


def in_markdown(text: str) -> str:
    """Return text as Markdown shows it, on one line."""
    for char in "\\|*_`<>[]":
        text = text.replace(char, f"\\{char}")
    return " ".join(text.split())


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


def rendered(table: Table, form: str) -> Iterator[str]:
    """Yield a table in one of the `FORMS`."""
    if form == "csv":
        yield from csv_pieces(table)
    else:
        yield {"markdown": markdown, "latex": latex}[form](table)
