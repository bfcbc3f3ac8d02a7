"""The reading card: what a row of a table holds, what each column is, what would come out, and the button to use it."""

import json
import re
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NoReturn

import streamlit as st

from ordquant_core.analysis.picture import parse_labels
from ordquant_core.formats.labels import gaps_in
from ordquant_core.formats.mapping import LAYOUT_WORDS, LAYOUTS, OF_FILES, ROLES, TableMapping
from ordquant_core.formats.preview import Preview, PreviewCase, preview
from ordquant_core.markup import Html, Row, length, tag
from ordquant_core.numerals import class_label, count, listed, score
from ordquant_core.tasks.wording import in_page_words
from pages.data import order, reading_columns
from pages.data.reading_columns import MOST, NAMED, ROLES_OF, SINGLE, Fields, unnamed
from pages.data.reading_fields import LABELS, LONGEST, OF_CELLS, Card
from pages.shared import downloads, sources, write
from pages.shared.escaping import escape
from pages.shared.result_cache import compute_once
from pages.shared.session import Item, preset, reported

OPENED: Item[str] = Item("opened_reading", str)  # the first file of the reading that the visitor changes
_ORDERS: Item[dict[str, Sequence[str]]] = Item("orders_of_classes", dict)  # said on cards; () after a change of roles
MOST_PROBLEMS = 4
EXAMPLES = {  # what the header of such a table looks like
    "class-columns": "case, 1, 2, 3, 4, 5",
    "votes": "case, annotator, label",
    "values": "case, class, count",
    "annotator-columns": "case, ann_1, ann_2, …",
    "people": "person, question 1, …",
}
NO_COLUMN = {  # what it means that no column has a role, by the field that says so
    "case": "No column names the case: number the rows",
    "annotator": "No column names the annotator: each row is a vote",
    "system": "No column names a run",
    "value": "Each row is one vote",
}
OUTER = "The outer keys of the JSON name the cases"
NOBODY = "No column names the person: number the people"
LABELLED = 24  # characters of all labels: of more only the first and the last are written
NUMBERED = 8  # bars that have their number above them
_HIGH = 4.3  # rem, of the highest bar
_EMPTY = ((1, 3, 5, 4, 2), (5, 4, 2, 1, 1), (1, 2, 3, 4, 5))  # what stands there before there is anything
_OPTION = re.compile(r"--([a-z-]+)")


def open_card(file: str) -> None:
    """Open the card of the reading of a file, "" for none, as if nothing had been said on it."""
    OPENED.set(file)
    _ORDERS.set({})


@st.fragment
def show(card: Card) -> None:
    """Draw the card; nothing is used before the visitor says so."""
    with st.container(border=True, key=card.key("reading_card"), gap="small"):
        _draw_question(card)
        fields, complete = _ask_how_to_open(card) if card.question.table is None else _ask_how_to_read(card)
        _draw_command(card, fields, complete=complete)


def _draw_question(card: Card) -> None:
    """Draw what was seen, as questions, and what they are about."""
    files, table = card.question.files, card.question.table
    facts = [] if table is None else [f"{count(len(table), 'row')}, {count(len(table.header), 'column')}."]
    if len(files) > 1:
        facts.append(f"{count(len(files) - 1, 'other file has', 'other files have')} the same columns.")
    facts.append("Nothing is used until you say so.")
    if card.gold and card.source.own and card.question.reasons:
        facts.append(f"It is read as a run beside {card.gold}; if it is none, remove it from the files.")
    with st.container(horizontal=True, vertical_alignment="center", key=card.key("reading_head")):
        if card.titled:
            st.header(f"What is in {escape(files[0])}?", anchor=False, width="content")
        write.muted(" ".join(facts), width="content")
    if lines := [tag("li", in_page_words(reason.words)) for reason in card.question.reasons]:
        write.html(tag("ul", *lines, class_="oq oq-ask"))


def _ask_how_to_open(card: Card) -> tuple[Fields, bool]:
    """Draw the first lines of a file, and what is to be said before it can be opened."""
    if first := [[cell[:LONGEST] for cell in cells] for cells in card.question.lines]:
        write.table([], [Row([str(number), *cells]) for number, cells in enumerate(first, start=1)], id="first_lines")
    fields = dict(card.begun)
    for reason in card.question.reasons:
        card.ask(reason.field, fields)
    return fields, _use(card, fields, card.asked - fields.keys())


def _ask_how_to_read(card: Card) -> tuple[Fields, bool]:
    """Draw the layouts, the columns with their roles, rows and cells, and what comes out."""
    begun = card.begun.get("layout")
    layout = st.radio(
        "What does a row hold?",
        LAYOUTS,
        LAYOUTS.index(begun) if begun else None,
        format_func=lambda name: f"{LAYOUT_WORDS[name][:1].upper()}{LAYOUT_WORDS[name][1:]}",
        captions=[EXAMPLES[one] for one in LAYOUTS],
        horizontal=True,
        key=card.key("reading_layout"),
        label_visibility="collapsed",
    )
    known = card.begun if begun in (None, layout) else {"case": card.begun.get("case", ())}
    if layout == "class-columns" and not known.get("columns"):  # its classes name its columns
        known = {**known, "columns": known.get("classes", ())}
    fields = {name: value for name, value in card.begun.items() if name in OF_FILES}
    roles = reading_columns.draw(card.table, layout, known, card.key, partial(_say_order, card, layout, ()))
    below = st.container(horizontal=True, vertical_alignment="center", key=card.key("reading_below"))
    if (more := len(card.table) - reading_columns.ROWS) > 0:
        with below:
            write.muted(count(more, "more row"), width="content")
    bars, words = st.columns(2, gap="medium")
    with words, st.container(key=card.key("reading_words"), gap="small"):
        if layout is None:
            write.title("Nothing is chosen yet.")
            write.muted("The first three cases appear here, so that you can check them.")
            result, complete = Preview(), _use(card, fields, ["layout"])
        else:
            fields |= {"layout": layout, **roles}
            result, complete = _ask_about(_with_layout(card, layout), fields, below)
    with bars:
        _draw_cases(result)
    return fields, complete


def _with_layout(card: Card, layout: str) -> Card:
    """Return the card without what is asked about the roles of another layout."""
    own = [*ROLES_OF[layout].values(), "value"] if card.begun.get("layout", layout) == layout else []
    others = {"case", "columns", *SINGLE}.difference(own)
    reasons = tuple(one for one in card.question.reasons if one.field not in others)
    return replace(card, question=replace(card.question, reasons=reasons))


def _ask_about(card: Card, fields: dict[str, Any], below: write.Container) -> tuple[Preview, bool]:
    """Draw what would come out, and what is still to be said about columns without a role, rows, cells and classes."""
    title, table = st.container(), card.table
    if classes := _ORDERS.get().get(card.key(fields["layout"]), card.begun.get("classes", ())):
        fields["classes"], in_columns = classes, fields["layout"] == "class-columns"
        if in_columns and {*table.header}.issuperset(classes):
            fields.pop("columns", None)  # the classes name them
        elif in_columns and table.outer and {*table.column(table.header[0])}.issuperset(classes):
            _turn(card, fields)  # the outer keys of JSON are the classes, and the inner ones the cases
    _ask_without_column(card, fields)
    result = _ask_about_cells(card, fields, below)
    with title:
        empty = "No case can be read like this." if result.problems else "Nothing to show yet."
        write.title(result.sentence if result.cases else empty)
    _draw_problems(result)
    asked = "classes" in result.open
    if result.classes or fields.get("split") or asked:
        answers = [parse_labels(text) for text in card.named("classes")] if asked else []
        with st.container(horizontal=True, vertical_alignment="center", key=card.key("reading_order")):
            order.draw_classes(result.classes)
            use, confirm = partial(_say_order, card, fields["layout"]), "This is the order" if asked else ""
            order.choose(result.classes, card.key("order_of_reading"), use, confirm=confirm, answers=answers)
    # Other problems are those of the files, and are shown with them.
    stopped = not result.cases or any(problem.asks == "reading" for problem in result.problems)
    return result, _use(card, fields, result.open, stopped=stopped)


def _ask_without_column(card: Card, fields: dict[str, Any]) -> None:
    """Draw what it would mean that no column has a role that is needed, or that all others have it."""
    layout = fields["layout"]
    needed = (card.asked | {*ROLES[layout]} - {"value"}) - fields.keys()
    for name in (name for name in NO_COLUMN if name in needed):
        label = NOBODY if layout == "people" and name == "annotator" else NO_COLUMN[name]
        label = OUTER if name == "case" and card.table.outer else label
        if st.checkbox(label, card.begun.get(name) in ("", ()), key=card.key(f"no_{name}_{layout}")):
            fields[name] = () if name == "case" else ""
    if "columns" in card.asked - fields.keys() and (rest := unnamed(card.table, fields)):
        role = next(role for role, field in ROLES_OF[layout].items() if field == "columns")
        label = f"Each of these columns is one {role}: {escape(listed(rest, at_most=NAMED))}"
        if st.checkbox(label, key=card.key(f"columns_{layout}")):
            fields["columns"] = rest


def _say_order(card: Card, layout: str | None, classes: Sequence[str]) -> None:
    """Remember the order of the classes that a visitor says; with a column for each, it says which columns they are."""
    if layout == "class-columns" and classes and {*card.table.header}.issuperset(classes):
        for place, name in enumerate(card.table.header[:MOST]):
            key = card.key(f"role_{layout}_{place}")
            if name in classes or reported(key) == "class":
                preset(key, "class" if name in classes else None)
    _ORDERS.set({**_ORDERS.get(), card.key(str(layout)): tuple(classes)})


def _ask_about_cells(card: Card, fields: dict[str, Any], below: write.Container) -> Preview:
    """Draw what is to be said about rows and cells: what is asked, what solves a problem, and folded away all else."""

    def result() -> Preview:
        key = ("reading", card.results, card.table.file, tuple(sorted(fields.items())))
        return compute_once(key, partial(preview, card.table, dict(fields), card.question.reasons))

    first = [name for name in OF_CELLS if name in card.asked or name in card.begun]
    for name in first:
        card.ask(name, fields)
    outcome = result()
    options = {option.replace("-", "_") for one in outcome.problems for option in _OPTION.findall(one.action)}
    if "where" in options | {*first}:  # the rows that count say which do not
        options -= {"drop"}
    codes = {"no_vote"} if fields["layout"] != "class-columns" and gaps_in(outcome.classes) else set()
    helpful = [name for name in OF_CELLS if name in options | codes and name not in first]
    for name in helpful:
        card.ask(name, fields)
    with below, st.popover("Rows, empty cells, lists", key=card.key("reading_more")):
        for name in OF_CELLS:
            if name not in (*first, *helpful):
                card.ask(name, fields)
        if st.button("Exchange rows and columns", key=card.key("turn_table")):
            _turn(card, fields)
    lacking = [name for name in helpful if name in options - fields.keys()]
    return replace(result(), open=(*result().open, *lacking))


def _draw_cases(result: Preview) -> None:
    """Draw the first cases, or where they will stand."""
    cases = result.cases or [PreviewCase("", tuple(map(float, row)), 0.0, True) for row in _EMPTY]
    top = max((number for one in cases for number in one.numbers), default=0) or 1
    classes = result.classes if result.cases else ("",) * 5
    drawn, more = [_case(one, classes, top) for one in cases], "" if result.cases else " oq-nothing"
    more += " oq-ends" if len(classes) * max(map(len, classes)) > LABELLED else ""
    more += " oq-dense" if len(classes) > NUMBERED else ""
    hidden = None if result.cases else "true"
    write.html(tag("div", *drawn, class_=f"oq oq-minis{more}", id="would_become", aria_hidden=hidden))


def _case(case: PreviewCase, classes: Sequence[str], top: float) -> Html:
    bars = []
    for number, label in zip(case.numbers, classes, strict=True):
        written = count(round(number)) if case.has_votes else score(number)
        bar = tag("i", style=f"height:{length(_HIGH * number / top, 'rem')}")
        name = tag("small", class_label(label), title=label or None)
        bars.append(tag("li", tag("div", tag("span", written), bar), name))
    total = count(round(case.total), "vote") if case.has_votes else f"sum {score(case.total)}"
    return tag("figure", tag("figcaption", case.case, title=case.case or None), tag("ol", *bars), tag("span", total))


def _draw_problems(result: Preview) -> None:
    """Draw what is wrong with what would come out, and what was noted."""
    lines = [
        tag("li", one.case and f"{one.case}: ", one.seen, "; ", in_page_words(one.action))
        for one in result.problems[:MOST_PROBLEMS]
    ]
    if len(result.problems) > MOST_PROBLEMS:
        lines.append(tag("li", count(len(result.problems) - MOST_PROBLEMS, "more problem")))
    if lines:
        write.html(tag("ul", *lines, class_="oq oq-doubts"))
    if result.notes:
        write.html(tag("ul", *(tag("li", in_page_words(note)) for note in result.notes), class_="oq oq-muted"))


def _use(card: Card, fields: Fields, lacking: Iterable[str], *, stopped: bool = False) -> bool:
    """Draw the button that uses what was said, and what it still waits for; return whether that is nothing."""
    roles = {field: role for role, field in ROLES_OF.get(fields.get("layout", ""), {}).items()}
    names = [roles[name] if name in roles else LABELS[name].lower() for name in dict.fromkeys(lacking)]
    with st.container(horizontal=True, vertical_alignment="center", key=card.key("reading_use")):
        disabled = bool(names) or stopped
        used = st.button("Use it", key=card.key("use_reading"), type="primary", disabled=disabled)
        why = "Correct the problems above, or read the table in another way." if stopped else ""
        write.paragraph(f"Still to choose: {listed(names)}." if names else why, style="muted left", width="content")
    if used:
        _remember(card, fields)
    return not disabled


def _turn(card: Card, fields: Fields) -> NoReturn:
    """Exchange rows and columns; all else is asked again."""
    on_file = {name: fields[name] for name in OF_FILES if name in fields}
    _remember(card, on_file | {"turned": not fields.get("turned", False)})


def _remember(card: Card, fields: Fields) -> NoReturn:
    """Remember what was said, and draw the page anew."""
    choices = card.source.choices.with_mapping(TableMapping(**fields), card.question.files[0])
    sources.remember_decisions(replace(card.source, choices=choices))
    open_card("")
    st.rerun()


def _draw_command(card: Card, fields: Fields, *, complete: bool) -> None:
    """Draw what was said as options of the command line, and as a file."""
    mapping, file = TableMapping(**fields), card.question.files[0]
    data = {file: mapping.to_json()} if card.gold else mapping.to_json()  # options are about the gold
    options = f"--mapping {shlex.quote(json.dumps(data, ensure_ascii=False))}" if card.gold else mapping.options()
    names = [shlex.quote(re.sub(r"(?<=\.zip)/.*", "", name)) for name in (card.gold, file) if name]
    with st.container(horizontal=True, vertical_alignment="center", key=card.key("reading_command")):
        write.muted("On the command line", width="content")
        st.code(" ".join(["ordquant check", *names, options]), language=None, wrap_lines=True)
        downloads.file_button(
            "Download mapping",
            lambda: json.dumps(data, indent=2, ensure_ascii=False).encode(),
            "mapping.json",
            "application/json",
            key=card.key("download_mapping"),
            width="content",
            disabled=not complete,
        )
