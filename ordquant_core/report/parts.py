"""The elements of a report, as HTML."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence

from ordquant_core.markup import Html, extended, join, plain, tag

HEADING, TEXT = 10.0, 10.0  # em for the heading of a row and for a text; both wrap
PADDING = 0.7  # em, both sides of a cell; the mark of the best stands in it
NARROW, WIDE, OTHER = 0.28, 0.74, 0.56  # em of a character of the usual fonts


def table(caption: str, columns: Sequence[object], rows: Iterable[tuple[object, Sequence[object]]]) -> Html:
    """Return a table with a heading for every row; where it would be too wide, every row is a card of its own.

    A cell is a value, or an element of its own (`tag("td", …)`). How wide it is at most is said in its class, in em:
    `widths` collects that for the style sheet.
    """
    filled = [
        (head, [_cell(cell, name) for cell, name in zip(cells, columns[1:], strict=True)]) for head, cells in rows
    ]
    by_column = list(zip(*(cells for _, cells in filled), strict=True)) or [()] * (len(columns) - 1)
    texts = [any('class="text"' in cell for cell in cells) for cells in by_column]
    sizes = [_width(name, cells, is_text) for name, cells, is_text in zip(columns[1:], by_column, texts, strict=True)]
    heads = join(
        tag("th", name, scope="col", class_="text" if is_text else None)
        for name, is_text in zip(columns, [True, *texts], strict=True)
    )
    body = join(tag("tr", join([tag("th", head, scope="row"), *cells])) for head, cells in filled)
    inside = join([tag("thead", tag("tr", heads)), tag("tbody", body)])
    card = max((_em(str(name)) + size for name, size in zip(columns[1:], sizes, strict=True)), default=0)
    fitted = tag(
        "div",
        tag("table", inside),
        class_=f"fitted below-{math.ceil(HEADING + sum(sizes))}",
        style=f"--card:{card:.1f}em",
    )
    return tag("figure", join([tag("figcaption", caption), fitted]))


def widths(page: str) -> list[int]:
    """Return the widths below which the tables of a page turn into cards, in em."""
    return sorted({int(width) for width in re.findall(r'class="fitted below-(\d+)"', page)})


def section(title: str, *parts: object) -> Html:
    """Return a section of the page under a heading."""
    return tag("section", join([tag("h2", title), *parts], "\n"))


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


def _width(column: object, cells: Sequence[Html], is_text: bool) -> float:
    """Guess how wide a column is, in em."""
    head = max(map(_em, str(column).split()), default=0.0)
    if is_text:
        return max(head, TEXT) + PADDING
    inside = (_em(plain(cell)) for cell in cells)
    return max(head, *inside, 0.0) + PADDING


def _em(text: str) -> float:
    return sum(NARROW if char in " .:·,|'" else WIDE if char.isupper() else OTHER for char in text)


def _cell(value: object, column: object) -> Html:
    """Return a cell that knows the name of its column: a card has no head to read it from."""
    cell = value if isinstance(value, Html) and value.startswith("<td") else tag("td", value)
    return extended(cell, data_column=column)
