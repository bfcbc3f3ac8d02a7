"""HTML tables as a test reads them: rows of texts, by the standard library's parser."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class TableRow:
    """A row: its cells as texts, what its cells say when pointed at, its classes and data attributes."""

    cells: list[str] = field(default_factory=list)
    titles: list[str | None] = field(default_factory=list)
    classes: tuple[str, ...] = ()
    data: dict[str, str] = field(default_factory=dict)  # data-choice is data["choice"]
    pressed: bool | None = None  # of its button; None: it has none
    head: bool = False  # it stands in the head of the table


def rows_of(markup: str, table_id: str | None = None) -> list[TableRow]:
    """Return the rows of the table with that id, or of the first table."""
    reader = _Reader(table_id)
    reader.feed(markup)
    assert reader.found, f"no table {table_id or ''} in {markup[:200]!r}"
    return reader.rows


def cells_of(markup: str, table_id: str | None = None) -> list[list[str]]:
    """Return the texts of the cells of the body's rows."""
    return [row.cells for row in rows_of(markup, table_id) if not row.head]


class _Reader(HTMLParser):
    def __init__(self, table_id: str | None) -> None:
        super().__init__()
        self.table_id, self.rows, self.found = table_id, [], False
        self._inside = self._cell = self._head = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "table" and not self.found and self.table_id in (None, said.get("id")):
            self.found = self._inside = True
        if not self._inside:
            return
        if tag == "thead":
            self._head = True
        elif tag == "tr":
            data = {name.removeprefix("data-"): value for name, value in said.items() if name.startswith("data-")}
            self.rows.append(TableRow(classes=tuple(said.get("class", "").split()), data=data, head=self._head))
        elif tag in ("th", "td"):
            self._cell = True
            self.rows[-1].cells.append("")
            self.rows[-1].titles.append(said.get("title"))
        elif tag == "button":
            self.rows[-1].pressed = said.get("aria-pressed") == "true"
        elif self._cell and self.rows[-1].titles[-1] is None and "title" in said:
            self.rows[-1].titles[-1] = said["title"]

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self._inside = False
        elif tag == "thead":
            self._head = False
        elif tag in ("th", "td"):
            self._cell = False

    def handle_data(self, data: str) -> None:
        if self._inside and self._cell:
            self.rows[-1].cells[-1] += data
