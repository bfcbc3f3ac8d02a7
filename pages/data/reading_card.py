"""The reading card: what a row of a table holds, what each column is, what would come out, and the button to use it."""

import json
import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NoReturn
from zlib import crc32

import streamlit as st

from ordquant_core.analysis.picture import parse_labels, write_labels
from ordquant_core.errors import Problem
from ordquant_core.formats.labels import gaps_in
from ordquant_core.formats.mapping import LAYOUT_WORDS, LAYOUTS, OF_FILES, ROLES, TableMapping
from ordquant_core.formats.preview import Preview, preview
from ordquant_core.formats.published.source import Source
from ordquant_core.formats.raw_table import RawTable, ReadingQuestion
from ordquant_core.formats.task.wording import in_page_words
from ordquant_core.markup import Row, tag
from ordquant_core.numerals import count, listed
from pages.data import order, reading_columns, reading_fields, reading_preview
from pages.data.column_roles import Said, concerns
from pages.data.reading_fields import OF_CELLS, Field
from pages.shared import sources, write
from pages.shared.escaping import escape
from pages.shared.result_cache import Key, compute_once
from pages.shared.session import Item, preset, reported

OPENED: Item[str] = Item("opened_reading", str)  # the first file of the reading that the visitor changes
MOST_PROBLEMS = 4
LONGEST_VALUE, MOST_VALUES = 100, 200  # characters of values of a column to choose from, and how many of them
EXAMPLES = {  # what the header of such a table looks like
    "class-columns": "case, 1, 2, 3, 4, 5",
    "votes": "case, annotator, label",
    "values": "case, class, count",
    "annotator-columns": "case, ann_1, ann_2, …",
    "people": "person, question 1, …",
}
LACKING = {  # fields, in the line that says what is still to be chosen; any other is called by its name
    "layout": "what a row holds",
    "value": "number",
    "system": "run",
    "classes": "order of the classes",
    "where": "rows that count",
    "drop": "rows that count",
    "numbers": "votes or percentages",
    "split": "separator of lists",
    "no_vote": "labels that are no vote",
    "empty": "empty cells",
    "decimal": "decimal sign",
}
NO_COLUMN = {  # what it means that no column has a role, by the field that says so
    "case": "No column is the case: number the rows",
    "annotator": "Nobody is named: each row is a vote",
    "system": "No column names a run",
    "value": "Each row is one vote",
}
NOBODY = "No column is the person: number the people"
_OPTION = re.compile(r"--([a-z-]+)")


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A question about files with the same columns, or how they were read, to be changed."""

    source: Source
    question: ReadingQuestion
    results: Key  # of what is computed for it
    gold: str | None  # the file of the gold, where it is another

    def key(self, name: str) -> str:
        """Return the key of a control."""
        return f"{name}_{self.source.digest[:8]}{crc32(self.question.files[0].encode()):08x}"

    @property
    def asked(self) -> set[str]:
        """The fields that are asked for."""
        return {reason.field for reason in self.question.reasons if reason.field}

    @property
    def begun(self) -> Said:
        """What is certain already: nothing that is asked for."""
        return {name: value for name, value in self.question.proposal.items() if name not in self.asked}

    def values(self, column: str) -> list[str]:
        """Return the first different values of a column, without texts."""
        table = self.question.table

        def compute() -> list[str]:
            found = [] if table is None else table.values(column)
            return [text for text in found if len(text) <= LONGEST_VALUE][:MOST_VALUES]

        return compute_once(("values", self.results, self.question.files[0], column), compute)

    def draw(self, said: dict[str, Any], names: Iterable[str]) -> None:
        """Draw the controls of fields, and add what the visitor says."""
        for name in names:
            options = next((one.options for one in self.question.reasons if one.field == name), ())
            field = Field(name, self.key, options, name in self.asked, self.begun.get(name), self.values)
            value = reading_fields.draw(field, self.question.table, said)
            if value is not None:
                said[name] = value


@st.fragment
def show(card: Card) -> None:
    """Draw the card; nothing is used before the visitor says so."""
    with st.container(border=True, key=card.key("reading_card"), gap="small"):
        _question(card)
        if card.question.table is None:
            said, complete = _ask_how_to_open(card)
        else:
            said, complete = _ask_how_to_read(card, card.question.table)
        _take_along(card, said, complete=complete)


def _question(card: Card) -> None:
    """Draw what was seen, as questions, and what they are about."""
    files, table = card.question.files, card.question.table
    facts = [] if table is None else [f"{count(len(table), 'row')}, {count(len(table.header), 'column')}."]
    if len(files) > 1:
        facts.append(f"{count(len(files) - 1, 'other file has', 'other files have')} the same columns.")
    with st.container(horizontal=True, vertical_alignment="center", key=card.key("reading_head")):
        st.header(f"What is in {escape(files[0])}?", anchor=False, width="content")
        write.muted(" ".join([*facts, "Nothing is used until you say so."]), width="content")
    if card.question.reasons:
        lines = [tag("li", in_page_words(reason.words)) for reason in card.question.reasons]
        write.html(tag("ul", *lines, class_="oq oq-question"))


def _ask_how_to_open(card: Card) -> tuple[Said, bool]:
    """Draw the first lines of a file, and what is to be said before it can be opened."""
    first = [[cell[:LONGEST_VALUE] for cell in cells] for cells in card.question.lines]
    lines = [Row([str(number), *cells]) for number, cells in enumerate(first, start=1)]
    if lines:
        write.table([], lines, id="first_lines")
    said = dict(card.begun)
    card.draw(said, (reason.field for reason in card.question.reasons))
    return said, _use(card, said, card.asked - said.keys())


def _ask_how_to_read(card: Card, table: RawTable) -> tuple[Said, bool]:
    """Draw the layouts, the columns with their roles, rows and cells, and what comes out."""
    begun = card.begun.get("layout")
    layout = st.radio(
        "What does a row hold?",
        LAYOUTS,
        LAYOUTS.index(begun) if begun else None,
        format_func=lambda one: f"{LAYOUT_WORDS[one][:1].upper()}{LAYOUT_WORDS[one][1:]}",
        captions=[EXAMPLES[one] for one in LAYOUTS],
        horizontal=True,
        key=card.key("reading_layout"),
        label_visibility="collapsed",
    )
    said = {name: value for name, value in card.begun.items() if name in OF_FILES}
    order_key = _order_key(card, layout) if layout == "class-columns" else ""  # its columns are the classes
    roles = reading_columns.draw(table, layout, card.begun, card.key, order_key)
    found = Preview(open=("layout",))
    if layout is not None:
        reasons = tuple(one for one in card.question.reasons if concerns(layout, one.field, begun))
        card = replace(card, question=replace(card.question, reasons=reasons))
        said |= {"layout": layout, **roles}
        _no_column(card, table, said)
        _order_said(card, said)
        found = _cells(card, table, said)
    bars, words = st.columns([1, 1], gap="medium")
    with bars:
        reading_preview.draw(found)
    with words:
        write.title(found.sentence or ("Nothing is chosen yet." if layout is None else "There is nothing to show yet."))
        _problems(found)
        if found.classes or said.get("split"):
            _order(card, said, found)
        # Other problems are those of the files, and are shown with them.
        stopped = not found.cases or any(problem.asks == "reading" for problem in found.problems)
        return said, _use(card, said, found.open, stopped=stopped)


def _no_column(card: Card, table: RawTable, said: dict[str, Any]) -> None:
    """Draw what it would mean that no column has a role that is needed, or that all others have it."""
    layout = said["layout"]
    needed = (card.asked | {*ROLES[layout]} - {"value"}) - said.keys()
    for name in (name for name in NO_COLUMN if name in needed):
        label = NOBODY if layout == "people" and name == "annotator" else NO_COLUMN[name]
        if st.checkbox(label, card.begun.get(name) in ("", ()), key=card.key(f"no_{name}_{layout}")):
            said[name] = () if name == "case" else ""
    if "columns" in card.asked - said.keys() and (rest := reading_columns.others(table, said)):
        label = f"Yes: {escape(listed(rest, at_most=reading_columns.NAMED))}"
        if st.checkbox(label, key=card.key(f"columns_{layout}")):
            said["columns"] = rest


def _order_said(card: Card, said: dict[str, Any]) -> None:
    """Add the order of the classes, where it was said."""
    typed, begun = reported(_order_key(card, said["layout"])), card.begun.get("classes", ())
    classes = tuple(begun if typed is None else parse_labels(typed))
    if not classes:
        return
    said["classes"] = classes
    if said["layout"] == "class-columns" and not (reported(card.key("split")) or card.begun.get("split")):
        said.pop("columns", None)  # the classes name them
        if classes == begun and "columns" in card.begun:
            said["columns"] = card.begun["columns"]


def _order_key(card: Card, layout: str) -> str:
    return card.key(f"reading_order_{layout}")


def _order(card: Card, said: Said, found: Preview) -> None:
    """Draw the classes in their order, and how to say another one."""
    key, asked = _order_key(card, said["layout"]), "classes" in found.open

    def use(classes: Iterable[str]) -> None:
        preset(key, write_labels(tuple(classes)))

    if key not in st.session_state:
        use(card.begun.get("classes", ()))
    if found.classes:
        order.draw_classes(found.classes)
    with st.container(horizontal=True) if asked else st.popover("Change order", key=card.key("reading_order_menu")):
        if asked and found.classes:
            st.button("This is the order", key=card.key("order_yes"), on_click=use, args=(found.classes,))
        st.button("Reverse the order", key=card.key("order_reverse"), on_click=use, args=(found.classes[::-1],))
        st.text_input("Or type the classes in their order", key=key, placeholder=write_labels(found.classes))


def _cells(card: Card, table: RawTable, said: dict[str, Any]) -> Preview:
    """Draw what is to be said about rows and cells: what is asked, what solves a problem, and folded away all else."""

    def result() -> Preview:
        key = ("reading", card.results, table.file, tuple(sorted(said.items())))
        return compute_once(key, partial(preview, table, dict(said), card.question.reasons))

    def options() -> set[str]:
        """Return the fields that would solve a problem."""
        return {option.replace("-", "_") for one in result().problems for option in _OPTION.findall(one.action)}

    first = [name for name in OF_CELLS if name in card.asked or name in card.begun]
    card.draw(said, first)
    codes = {"no_vote"} if said["layout"] != "class-columns" and gaps_in(result().classes) else set()
    helpful = [name for name in OF_CELLS if name in options() | codes and name not in first]
    card.draw(said, helpful)
    with st.popover("Rows, empty cells, lists", key=card.key("reading_more")):
        card.draw(said, (name for name in OF_CELLS if name not in (*first, *helpful)))
        turned = {name: said[name] for name in OF_FILES if name in said} | {"turned": not said.get("turned", False)}
        if st.button("Exchange rows and columns", key=card.key("turn_table")):
            _remember(card, turned)
    lacking = [name for name in helpful if name in options() - said.keys()]
    return replace(result(), open=(*result().open, *lacking))


def _problems(found: Preview) -> None:
    """Draw what is wrong with what would come out, and what was noted."""

    def words(problem: Problem) -> str:
        return f"{f'{problem.case}: ' if problem.case else ''}{problem.seen}; {in_page_words(problem.action)}"

    lines = [tag("li", words(problem)) for problem in found.problems[:MOST_PROBLEMS]]
    if len(found.problems) > MOST_PROBLEMS:
        lines.append(tag("li", count(len(found.problems) - MOST_PROBLEMS, "more problem")))
    if lines:
        write.html(tag("ul", *lines, class_="oq oq-doubts"))
    if found.notes:
        write.html(tag("ul", *(tag("li", in_page_words(note)) for note in found.notes), class_="oq oq-muted"))


def _use(card: Card, said: Said, lacking: Iterable[str], *, stopped: bool = False) -> bool:
    """Draw the button that uses what was said, and what it still waits for; return whether that is nothing."""
    names = list(dict.fromkeys(LACKING.get(name, name) for name in lacking))
    with st.container(horizontal=True, vertical_alignment="center", key=card.key("reading_use")):
        disabled = bool(names) or stopped
        used = st.button("Use it", key=card.key("use_reading"), type="primary", disabled=disabled)
        words = f"Still to say: {listed(names)}." if names else "Solve the problem first." if stopped else ""
        write.paragraph(words, style="muted left", width="content")
    if used:
        _remember(card, said)
    return not disabled


def _remember(card: Card, said: Said) -> NoReturn:
    """Remember what was said, and draw the page anew."""
    choices = card.source.choices.with_mapping(TableMapping(**said), card.question.files[0])
    sources.remember_decisions(replace(card.source, choices=choices))
    OPENED.set("")
    st.rerun()


def _take_along(card: Card, said: Said, *, complete: bool) -> None:
    """Draw what was said as options of the command line, and as a file."""
    mapping, file = TableMapping(**said), card.question.files[0]
    data = {file: mapping.to_json()} if card.gold else mapping.to_json()  # options are about the gold
    options = f"--mapping {shlex.quote(json.dumps(data, ensure_ascii=False))}" if card.gold else mapping.options()
    names = [shlex.quote(re.sub(r"(?<=\.zip)/.*", "", name)) for name in (card.gold, file) if name]
    with st.container(horizontal=True, vertical_alignment="center", key=card.key("reading_command")):
        st.code(" ".join(["ordquant check", *names, options]), language=None, wrap_lines=True)
        if complete:
            text, key = json.dumps(data, indent=2, ensure_ascii=False), card.key("download_mapping")
            st.download_button("Download mapping", text, "mapping.json", "application/json", key=key, on_click="ignore")
