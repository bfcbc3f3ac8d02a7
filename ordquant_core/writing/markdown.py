"""Tables in GitHub's Markdown."""

import pandas as pd

from ordquant_core.markup import Html, tag
from ordquant_core.writing.paper_table import Block, Mark, PaperTable, block_of


def markdown(table: pd.DataFrame | PaperTable) -> str:
    """Return a frame as a table, or the table of a paper: its caption, and a table for every block."""
    if isinstance(table, PaperTable):
        parts = [f"**{in_markdown(table.caption)}**\n", *(_table(block, block.sides) for block in table.blocks)]
        return "\n".join(parts)
    return _table(*block_of(table))


def _table(block: Block, sides: str) -> str:
    rules = [":---" if side == "l" else "---:" for side in sides]
    lines = [map(in_markdown, block.heads), rules, *(map(_marked, row) for row in block.rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _marked(cell: Mark) -> str:
    written = in_markdown(cell.text)
    marked = f"**{written}**" if cell.bold else f"<u>{written}</u>" if cell.underlined else written
    return marked + (tag("sup", Html(in_markdown(cell.above))) if cell.above else "")


def in_markdown(text: str) -> str:
    """Return text as Markdown shows it, on one line."""
    for char in "\\|*_`<>[]":
        text = text.replace(char, f"\\{char}")
    return " ".join(text.split())
