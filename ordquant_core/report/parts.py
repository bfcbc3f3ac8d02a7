"""The elements of a report, as HTML."""

import math
import re
from collections.abc import Mapping, Sequence

import pandas as pd

from ordquant_core.frame_html import grid
from ordquant_core.glossary import Column
from ordquant_core.markup import Cell, Head, Html, Row, document, join, length, plain, tag, text
from ordquant_core.markup import table as build_table

TEXT = "oq-sentence"  # the class of cells that wrap
NO_SCRIPTS = "default-src 'none'; style-src 'unsafe-inline'"
FOOT = tag("footer", "Written by OrdQuant. This file needs no network.")
HEADING, WRAPPED = 10.0, 10.0  # em for the heading of a row and for a text; both wrap
PADDING = 0.7  # em, both sides of a cell; the mark of the best stands in it
NARROW, WIDE, OTHER = 0.28, 0.74, 0.56  # em of a character of the usual fonts


def page(title: str, sheet: str, body: object, *, policy: str = NO_SCRIPTS) -> str:
    """Return a whole page with its style sheet; `policy` says what it may load and run."""
    head = [
        tag("meta", charset="utf-8"),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("title", title),
        tag("style", Html(sheet)),
    ]
    return document(head, body)


def table(caption: str, frame: pd.DataFrame, columns: Sequence[Column]) -> Html:
    """Return columns of a frame as a table under its caption; where it would be too wide, every row is a card.

    How wide it is at most is said in the class of what is around it, in em: `widths` collects that for the style sheet.
    """
    heads, rows = grid(frame, columns)
    cells = list(zip(*(row.cells for row in rows if isinstance(row, Row)), strict=True)) or [()] * len(heads)
    sizes = [_width(head, below) for head, below in zip(heads[1:], cells[1:], strict=True)]
    card = max((_em(str(head.name)) + size for head, size in zip(heads[1:], sizes, strict=True)), default=0)
    fitted = tag(
        "div",
        build_table(heads, rows, cards=True),
        class_=f"fitted below-{math.ceil(HEADING + sum(sizes))}",
        style=f"--card:{length(card, 'em')}",
    )
    return tag("figure", tag("figcaption", caption), fitted)


def widths(page: str) -> list[int]:
    """Return the widths below which the tables of a page turn into cards, in em."""
    return sorted({int(width) for width in re.findall(r'class="fitted below-(\d+)"', page)})


def section(title: str, *parts: object) -> Html:
    """Return a section of the page under a heading."""
    return tag("section", join([tag("h2", title), *parts], "\n"))


def listing(lines: Sequence[object]) -> Html:
    """Return lines as a list."""
    return tag("ul", *(tag("li", line) for line in lines))


def facts(pairs: Mapping[str, object]) -> Html:
    """Return names and what they are."""
    return tag("dl", join(join([tag("dt", name), tag("dd", value)]) for name, value in pairs.items()))


def figure(name: str, words: str, *, least_width: int | None = None) -> Html:
    """Return the container of a figure; `words` say what it shows to those who cannot see it."""
    style = f"min-width:{least_width}px" if least_width else None
    container = tag("div", "", id=name, class_="figure", role="img", aria_label=words, style=style)
    return tag("div", container, class_="wide")


def choice(label: str, of: str, options: Mapping[str, str]) -> Html:
    """Return a selection that decides which of several figures is drawn in the container `of`."""
    written = join(tag("option", words, value=key) for key, words in options.items())
    return tag("label", join([label, tag("select", written, data_figure=of)], " "))


def data(name: str, written: str) -> Html:
    """Return JSON for the script of the page; no text in it can end the element it stands in."""
    safe = written.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
    return tag("script", Html(safe), type="application/json", id=name)


def _width(head: Head, cells: Sequence[object]) -> float:
    """Guess how wide a column is, in em."""
    wide = max(map(_em, str(head.name).split()), default=0.0)
    if head.class_ == TEXT:
        return max(wide, WRAPPED) + PADDING
    contents = (cell.content if isinstance(cell, Cell) else cell for cell in cells)
    return max(wide, *(_em(plain(text(content))) for content in contents), 0.0) + PADDING


def _em(text: str) -> float:
    return sum(NARROW if char in " .:·,|'" else WIDE if char.isupper() else OTHER for char in text)
