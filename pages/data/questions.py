"""What only the visitor can say: which file is the gold, which scale is scored, and how a table is read."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import streamlit as st

from ordquant_core.formats.mapping import OF_FILES, ROLES, TableMapping
from ordquant_core.formats.raw_table import ReadingQuestion
from ordquant_core.markup import tag
from ordquant_core.tasks import TaskRead, questions
from ordquant_core.tasks.open_files import open_table
from ordquant_core.tasks.published.source import Source
from pages.data import order, reading_card
from pages.data.reading_fields import Card
from pages.shared import session, sources, task_files, write
from pages.shared.escaping import escape
from pages.shared.result_cache import read_once


def show(source: Source, read: TaskRead, key: task_files.TaskKey) -> None:
    """Draw every open question with its control beside it, and a card for each on how tables are read."""
    on_cards = {file for one in read.questions for file in one.files}
    for asked in questions.open_questions(read):
        if asked.kind == "reading" and on_cards.issuperset(asked.files):
            continue
        with st.container(border=True, key=f"question_{asked.kind}"):
            left, right = st.columns([1.15, 1], gap="medium")
            with left:
                lines = tag("ul", *(tag("li", line) for line in questions.evidence(asked, read)), class_="oq-muted")
                question = tag("b", questions.sentence(asked, read))
                write.html(tag("div", question, lines, class_="oq oq-ask"))
            with right:
                _draw_control(source, read, asked)
    for number, reading in enumerate(read.questions):
        mapping = source.choices.mapping_for(reading.files[0], is_gold=read.gold_file in reading.files)
        fields = said_by(mapping or TableMapping())
        if not fields["layout"]:  # the answer has settled how the file is opened, at most
            fields = {**reading.proposal, **{name: value for name, value in fields.items() if name in OF_FILES}}
        _show_card(source, replace(reading, proposal=fields), read, key, titled=number > 0)


def show_opened(source: Source, read: TaskRead, key: task_files.TaskKey) -> None:
    """Draw the card of the reading that the visitor changes."""
    for reading in read.readings:
        if reading.files[0] == reading_card.OPENED.get():
            question = ReadingQuestion(reading.files, (), reading.table, said_by(reading.mapping))
            _show_card(source, question, read, key, titled=True)


def said_by(mapping: TableMapping) -> dict[str, Any]:
    """Return the fields that a mapping says: those that differ from the defaults, and what its layout needs.

    >>> said_by(TableMapping("votes", case=("item",), label="rating"))
    {'layout': 'votes', 'case': ('item',), 'label': 'rating', 'annotator': ''}
    """
    names = {"layout", *ROLES[mapping.layout], *mapping.to_json()}
    return {name: value for name, value in asdict(mapping).items() if name in names}


def _show_card(
    source: Source, question: ReadingQuestion, read: TaskRead, key: task_files.TaskKey, *, titled: bool
) -> None:
    if question.table is not None:  # of which the question holds the first rows
        file = question.files[0]
        whole = read_once(("table", key, file), lambda: open_table(source.load(), file, key.choices, key.gold))
        question = replace(question, table=whole or question.table)
    gold = None if read.gold_file in question.files else read.gold_file
    reading_card.show(Card(source, question, (key,), gold, titled))


def _draw_control(source: Source, read: TaskRead, asked: questions.Asked) -> None:
    if asked.kind == "gold":
        choose_gold(source, read)
    elif asked.kind == "run-scale":
        scales, key = questions.scales_possible(read, asked.files), f"run_scale_{source.digest[:16]}"
        _select("Scale of the runs", scales, None, key, lambda scale: order.decide(source, run_scale=scale))
    else:
        seen = source.choices.classes or questions.classes_of(read)
        order.choose(seen, "order", partial(order.use_classes, source, seen), confirm="Use these classes")


def choose_gold(source: Source, read: TaskRead) -> None:
    """Draw the choice of the gold, where there is any."""
    files = questions.gold_candidates(read)
    key = f"gold_{source.digest[:16]}_{read.gold_file}"

    def use(name: str) -> None:
        sources.remember_decisions(replace(source, gold=name))

    if len(files) == 1 and read.gold_file is None:
        st.button(f"Use {escape(files[0])} as the gold", key=key, on_click=use, args=(files[0],))
    elif len(files) > 1:
        _select("Which file is the gold?", files, read.gold_file, key, use)


def _select(label: str, options: Sequence[str], chosen: str | None, key: str, act: Callable[[str], None]) -> None:
    """Draw a choice among texts of files; nothing is chosen where the visitor has not chosen yet."""

    def changed() -> None:
        if (value := session.reported(key)) is not None:
            act(value)

    index = options.index(chosen) if chosen in options else None
    st.selectbox(label, options, index, key=key, placeholder="Choose…", on_change=changed)
