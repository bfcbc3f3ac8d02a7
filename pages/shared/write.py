"""Paragraphs and tables of a page, in the styles that all pages share; `ordquant_core.markup` builds the HTML."""

from collections.abc import Iterable, Sequence
from functools import partial
from types import MappingProxyType
from typing import Literal, TypedDict, Unpack

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ordquant_core import glossary
from ordquant_core.findings.sentence import Sentence
from ordquant_core.frame_html import Rows, grid
from ordquant_core.frame_html import sentence as as_html
from ordquant_core.markup import Band, Head, Html, Row, join, plain, tag
from ordquant_core.markup import table as build_table
from ordquant_core.numerals import count
from pages.shared import choices, skeleton
from pages.shared.escaping import escape

Container = DeltaGenerator
Width = Literal["stretch", "content"]


class Options(TypedDict, total=False):
    """How a table is drawn."""

    id: str | None
    styles: str
    scrolls: bool
    lines: bool
    first: Literal[9, 25]
    after: object


def html(*parts: object, width: Width = "stretch") -> None:
    """Draw HTML; what is not `Html` is text."""
    st.html(join(parts), width=width)


def paragraph(*content: object, style: str = "", id: str | None = None, width: Width = "stretch") -> None:
    """Draw a paragraph."""
    html(styled(*content, style=style, id=id), width=width)


title = partial(paragraph, style="title")  # the finding of a card: one sentence in place of a heading
because = partial(paragraph, style="because")  # the line under a finding: how it was computed
muted = partial(paragraph, style="muted")  # a quiet line
small = partial(paragraph, style="small")  # small print, as under a table


def styled(*content: object, style: str = "", id: str | None = None) -> Html:
    """Return a paragraph in styles of the style sheet, without `oq-`: "muted", "verdict", … It may hold findings."""
    classes = " ".join(["oq", *(f"oq-{word}" for word in style.split())])
    return tag("p", *(as_html(part) if isinstance(part, tuple) else part for part in content), class_=classes, id=id)


def titled(title: object, aside: object) -> Html:
    """Return the title of a picture, and a quiet line that stands at its right where there is room."""
    return tag("div", styled(title, style="title"), tag("small", aside, class_="oq-muted"), class_="oq oq-titled")


def by_width(wide: str, narrow: str) -> Html:
    """Return words, and shorter ones in their place on a phone."""
    return join([tag("span", wide, class_="oq-wide"), tag("span", narrow, class_="oq-narrow")])


def verdict(*content: object, id: str | None = "verdict", menus: choices.Menus = MappingProxyType({})) -> None:
    """Draw the finding of a page: one sentence, whose names are choices where there is a menu for them.

    On a page that is opened its words are there first as plain text, which needs none of the scripts that the browser
    loads for HTML and, in the same breath, for plots.
    """
    if id == "verdict":
        words = st.empty()
        if skeleton.stands():
            words.markdown(escape(plain(styled(*content))))
    lists = (choices.written(part, menus) if menus and isinstance(part, tuple) else part for part in content)
    paragraph(*lists, style="verdict", id=id)


def finding(said: Sentence, menus: choices.Menus) -> None:
    """Draw the finding of a page, whose names are choices where there is a menu for them."""
    verdict(said, menus=menus)
    choices.listen("verdict", menus)


def choice(said: Sentence, menus: choices.Menus, *, id: str, style: str = "title of-two") -> None:
    """Draw another sentence whose names are choices: the finding of a card, or the line under that of the page."""
    with st.container(gap=None):
        paragraph(choices.written(said, menus), style=style, id=id)
        choices.listen(id, menus)


def note(*content: object, id: str | None = None) -> None:
    """Draw a remark under a figure; nothing where there is nothing to say."""
    if any(content):
        paragraph(*content, style="note", id=id)


def frame(
    result: pd.DataFrame, columns: Sequence[str | glossary.Column], rows: Rows = Rows(), **options: Unpack[Options]
) -> None:
    """Draw columns of a frame of results, as `frame_html.grid` takes them; the options are those of `as_table`."""
    table(*grid(result, columns, rows), **options)


def table(columns: Sequence[object], rows: Iterable[Row | Band], **options: Unpack[Options]) -> None:
    """Draw a table; the options are those of `as_table`."""
    html(as_table(columns, rows, **options))


def as_table(
    columns: Sequence[object],
    rows: Iterable[Row | Band],
    *,
    id: str | None = None,
    styles: str = "",
    scrolls: bool = True,
    lines: bool = False,
    first: Literal[9, 25] = 25,
    after: object = "",
) -> Html:
    """Return a table. Where it is too wide it scrolls to the side, its first column stays; it never scrolls down.

    Of more rows than the `first` ones the others unfold. `lines`: on a phone, sentences stand in lines of their own
    below the other cells of their row, which stay columns; the columns of sentences have the class `oq-sentence`.
    """
    listed = list(rows)
    built = build_table(columns, listed, id=id, class_=" ".join(["oq oq-table", *styles.split()]))
    n_rows = sum(isinstance(row, Row) for row in listed)  # without the headings between them
    folds = n_rows > first
    unfolds = tag("details", tag("summary", f"Show all {count(n_rows)}"), class_="oq oq-all") if folds else ""
    classes = ["oq-lines"] * lines + ["oq-scroll"] * (scrolls and not lines) + [f"oq-first oq-first-{first}"] * folds
    if not classes:
        return join([built, after])
    narrow = sum(not (isinstance(one, Head) and "oq-sentence" in (one.class_ or "")) for one in columns)
    style = f"--columns:minmax(6rem,1fr){' minmax(0,auto)' * (narrow - 1)}" if lines else None
    return tag("div", built, unfolds, after, class_=" ".join(classes), style=style, tabindex="0" if scrolls else None)
