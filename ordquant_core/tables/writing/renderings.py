"""Tables as text: CSV at full precision for programs; Markdown, LaTeX and HTML with rounded numbers for people."""

import csv
import io
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pandas as pd

from ordquant_core import numerals
from ordquant_core.glossary import Kind, as_text, column
from ordquant_core.markup import Cell, Html, Row
from ordquant_core.markup import table as html_table

FORMS: Sequence[str] = ("csv", "markdown", "latex")
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


def csv_text(frame: pd.DataFrame) -> str:
    """Return a frame as CSV. Numbers read back as the same numbers; an empty cell is not defined."""
    text: str = frame.to_csv(index=False, lineterminator="\n")
    if "\r" in text:  # which is not quoted before Python 3.13
        text = frame.to_csv(index=False, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    return text


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


def markdown(table: pd.DataFrame) -> str:
    """Return a table in GitHub's Markdown, numbers to the right."""
    heads = list(table.columns)
    rules = [":---" if column(name).kind is Kind.TEXT else "---:" for name in heads]
    lines = [heads, rules, *_shown(table)]
    return "".join(f"| {' | '.join(map(in_markdown, line))} |\n" for line in lines)


def latex(table: pd.DataFrame) -> str:
    """Return a table as a LaTeX `tabular` with the rules of the package booktabs."""
    heads = list(table.columns)
    sides = "".join("l" if column(name).kind is Kind.TEXT else "r" for name in heads)
    head = " & ".join(map(in_latex_cell, heads))
    body = "".join(f"{' & '.join(map(in_latex_cell, line))} \\\\\n" for line in _shown(table))
    return f"\\begin{{tabular}}{{{sides}}}\n\\toprule\n{head} \\\\\n\\midrule\n{body}\\bottomrule\n\\end{{tabular}}\n"


def html(table: pd.DataFrame, *, id: str | None = None, class_: str | None = None) -> Html:
    """Return a table as HTML: the first column heads its row, full precision is shown on hover."""
    names = list(table.columns)
    rows = []
    for cells, shown in zip(table.itertuples(index=False, name=None), _shown(table), strict=True):
        written = [
            Cell(text, title=repr(value) if isinstance(value, float) else None, heads=place == 0)
            for place, (value, text) in enumerate(zip(cells, shown, strict=True))
        ]
        rows.append(Row(written))
    return html_table(names, rows, id=id, class_=class_)


def shown(kind: Kind, value: Any) -> str:
    """Return a cell as people read it; empty where it is not defined."""
    if isinstance(value, str):
        return value
    if kind is Kind.P and value == value:
        return "< 0.001" if value < 0.0005 else numerals.score(value)
    return as_text(kind, value)


def _shown(table: pd.DataFrame) -> Iterator[list[str]]:
    kinds = [column(name).kind for name in table.columns]
    for row in table.itertuples(index=False, name=None):
        yield [shown(kind, cell) for kind, cell in zip(kinds, row, strict=True)]


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


def rendered(frame: pd.DataFrame, form: str) -> str:
    """Return a frame in one of the `FORMS`."""
    return {"csv": csv_text, "markdown": markdown, "latex": latex}[form](frame)
