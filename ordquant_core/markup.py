"""The only builder of HTML, used by pages, cards and the report. Text that is not `Html` is escaped."""

import html
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import groupby

_PRESSED = 'aria-pressed="{}"'
_POP = "\u2069"
_DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


NOTHING = Html("")
SHORT, KEPT = 40, 10_000  # characters, texts: names of styles and scores stand in a table again and again


def text(value: object) -> Html:
    """Return a value as HTML; text that is not HTML is escaped, and its direction is its own."""
    if isinstance(value, Html):
        return value
    words = str(value)
    return _short(words) if len(words) <= SHORT else Html(html.escape(isolated(words)))


def isolated(words: str) -> str:
    """Return a text whose controls of direction, as names out of files may hold, end with it.

    >>> isolated("plain"), isolated("a\u202eb") == "\u2068a\u202eb\u2069"
    ('plain', True)
    """
    if words.isascii() or not _DIRECTION.search(words):
        return words
    return f"\u2068{words.replace(_POP, '')}{_POP}"


def tag(name: str, /, *content: object, **attributes: object) -> Html:
    """Return an element. Attributes: `class_` for class, underscores for hyphens; None and False are left out.

    >>> tag("a", "A & B", href="/x?a=1&b=2", aria_label='"quoted"', hidden=None)
    '<a href="/x?a=1&amp;b=2" aria-label="&quot;quoted&quot;">A &amp; B</a>'
    """
    written = _attributes(attributes) if attributes else ""
    if name in _VOID:
        return Html(f"<{name}{written}>")
    inside = text(content[0]) if len(content) == 1 else join(content)
    return Html(f"<{name}{written}>{inside}</{name}>")


def length(value: float, unit: str = "%") -> str:
    """Return a length for a style sheet.

    >>> length(100 / 3), length(50), length(0.04, "em")
    ('33.3%', '50%', '0em')
    """
    return f"{value:.1f}".removesuffix(".0") + unit


def document(head: Iterable[object], body: object) -> str:
    """Return a whole HTML document."""
    inside = join(["", tag("head", "\n", join(head, "\n"), "\n"), tag("body", "\n", body, "\n"), ""], "\n")
    return f"<!doctype html>\n{tag('html', inside, lang='en')}\n"


def join(parts: Iterable[object], between: object = "") -> Html:
    """Return parts one after the other."""
    return Html(text(between).join([part if isinstance(part, Html) else text(part) for part in parts]))


def plain(markup: str) -> str:
    """Return HTML as the text that a person reads."""
    inside, pieces = False, []
    for char in markup:
        if char == "<":
            inside = True
        elif char == ">" and inside:
            inside = False
        elif not inside:
            pieces.append(char)
    return html.unescape("".join(pieces))


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table: the heading of its row or a value, with the text shown on hover."""

    content: object
    title: str | None = None
    class_: str | None = None
    style: str | None = None
    heads: bool = False  # it is the heading of its row
    span: int = 1


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column of a table, under words that span it and those beside it that have the same."""

    name: object
    title: str | None = None
    class_: str | None = None
    span: int = 1
    over: str = ""


class NumberHead(Head):
    """The head of a column of numbers: they and it end at the right."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table. One with a `choice` can be chosen: by the button in its heading, or by a click anywhere."""

    cells: Sequence[object]  # values, or `Cell`
    choice: str | None = None
    chosen: bool = False
    class_: str | None = None
    data: Mapping[str, object] = field(default_factory=dict)  # data-… attributes


@dataclass(frozen=True, slots=True)
class Band:
    """A heading over the rows below it, as wide as the table."""

    name: object


Grid = tuple[list[Head], list[Row | Band]]  # as `table` takes them


def table(
    columns: Sequence[object],
    rows: Iterable[Row | Band],
    *,
    id: str | None = None,
    class_: str | None = None,
    caption: object = None,
    cards: bool = False,
) -> Html:
    """Return a table. Columns are names or `Head`; where none has a name, there is no head.

    `cards`: every value has the name of its column in `data-column`, for a style sheet that shows a row as a card.
    """
    named: list[Head] = [column if isinstance(column, Head) else Head(column) for column in columns]
    listed = list(rows)
    heads = [_head(column) for column in named]
    spread = [column for column in named for _ in range(column.span)]
    numbers = {place for place, column in enumerate(spread) if isinstance(column, NumberHead)}
    names = [plain(text(column.name)) for column in spread] if cards else []
    parts = [tag("caption", caption)] if caption is not None else []
    parts += [tag("thead", *_spanning(named), tag("tr", *heads))] if any(text(column.name) for column in named) else []
    width = len(spread) or max((len(row.cells) for row in listed if isinstance(row, Row)), default=1)
    parts.append(
        tag("tbody", *(_row(row, numbers, names) if isinstance(row, Row) else _band(row, width) for row in listed))
    )
    return tag("table", *parts, id=id, class_=class_)


def _attributes(attributes: Mapping[str, object]) -> str:
    return "".join(
        [
            f'{_named(key)}="{_escape("" if value is True else str(value))}"'
            for key, value in attributes.items()
            if value is not None and value is not False
        ]
    )


@cache
def _named(key: str) -> str:
    return f" {key.rstrip('_').replace('_', '-')}"


def _escape(words: str) -> str:
    return _escape_short(words) if len(words) <= SHORT else _escaped(words)


def _escaped(words: str) -> str:
    """Escape the value of an attribute, which stands between double quotes: only those must be."""
    return html.escape(words, quote=False).replace('"', "&quot;")


@lru_cache(KEPT)
def _short(words: str) -> Html:
    return Html(html.escape(isolated(words)))


_escape_short = lru_cache(KEPT)(_escaped)


def _head(column: Head) -> Html:
    named = bool(text(column.name))  # else it heads nothing that a screen reader could say
    return tag(
        "th" if named else "td",
        column.name,
        scope="col" if named else None,
        title=column.title,
        class_=_number_class(column.class_) if isinstance(column, NumberHead) else column.class_,
        colspan=column.span if column.span > 1 else None,
    )


def _spanning(columns: Sequence[Head]) -> list[Html]:
    """Return the row of words over several columns, if there are any; what hides columns hides their words, too."""
    if not any(column.over for column in columns):
        return []
    cells = []
    for (over, class_), heads in groupby(columns, key=lambda column: (column.over, column.class_)):
        scope, spans = ("colgroup" if over else None), sum(column.span for column in heads)
        cells.append(tag("th" if over else "td", over, scope=scope, class_=class_, colspan=spans))
    return [tag("tr", *cells, class_="oq-spanning")]


def _band(band: Band, width: int) -> Html:
    return tag("tr", tag("th", band.name, colspan=width, scope="colgroup"), class_="oq-family")


def _row(row: Row, numbers: Collection[int], names: Sequence[str]) -> Html:
    chooser = row if row.choice is not None else None
    if names or chooser is None or any(isinstance(value, Cell) for value in row.cells[1:]):
        written, place, cells = [], 0, [value if isinstance(value, Cell) else Cell(value) for value in row.cells]
        heading = next((cell for cell in cells if cell.heads), cells[0])
        for cell in cells:
            column, number = names[place] if names else None, place in numbers and cell.span == 1
            written.append(_cell(cell, chooser if cell is heading else None, column, number=number))
            place += cell.span
    else:  # most rows of long tables
        first, *rest = row.cells
        written = [_cell(first if isinstance(first, Cell) else Cell(first), chooser, None, number=0 in numbers)]
        begun = ["<td>", '<td class="oq-number">']
        written += [f"{begun[place in numbers]}{text(value)}</td>" for place, value in enumerate(rest, start=1)]
    attributes: dict[str, object] = {"data_choice": row.choice}
    if row.class_ or row.chosen:
        attributes = {"class_": " ".join(filter(None, [row.class_, "oq-chosen" if row.chosen else None]))} | attributes
    if row.data:
        attributes |= {f"data_{name}": value for name, value in row.data.items()}
    return Html(f"<tr{_attributes(attributes)}>{''.join(written)}</tr>")


def _number_class(class_: str | None) -> str:
    return f"{class_} oq-number" if class_ else "oq-number"


def _cell(cell: Cell, chooser: Row | None, column: str | None, *, number: bool) -> str:
    content: str = text(cell.content)
    if chooser is not None:
        pressed = _PRESSED.format(str(chooser.chosen).lower())
        content = f'<button class="oq-choose" {pressed}>{content}</button>'
    attributes = {
        "title": cell.title,
        "class_": _number_class(cell.class_) if number else cell.class_,
        "style": cell.style,
        "colspan": cell.span if cell.span > 1 else None,
        "data_column": None if cell.heads else column,
    }
    named = _attributes(attributes) if any(attributes.values()) else ""
    return f'<th scope="row"{named}>{content}</th>' if cell.heads else f"<td{named}>{content}</td>"
