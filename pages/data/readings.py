"""How the files of a task are read: a card for each question, a line for each reading, and the way back."""

from dataclasses import asdict, replace
from functools import partial
from typing import Any

import streamlit as st

from ordquant_core.formats import TaskRead
from ordquant_core.formats.mapping import OF_FILES, ROLES, TableMapping
from ordquant_core.formats.published.source import Source
from ordquant_core.formats.raw_table import ReadingQuestion
from ordquant_core.markup import tag
from ordquant_core.numerals import count
from pages.data.reading_card import OPENED, open_card
from pages.data.reading_card import show as show_card
from pages.data.reading_fields import Card
from pages.shared import sources, task_files, write


def draw_questions(source: Source, read: TaskRead, key: task_files.TaskKey) -> None:
    """Draw a card for every question."""
    for one in read.questions:
        show_card(_card(source, replace(one, proposal=_proposal(source, one, read)), read, key))


def draw_opened(source: Source, read: TaskRead, key: task_files.TaskKey) -> None:
    """Draw the card of the reading that the visitor changes."""
    for one in read.readings:
        if one.files[0] == OPENED.get():
            show_card(_card(source, ReadingQuestion(one.files, (), one.table, said_by(one.mapping)), read, key))


def _card(source: Source, question: ReadingQuestion, read: TaskRead, key: task_files.TaskKey) -> Card:
    if question.table is not None:  # of which the question holds the first rows
        whole = task_files.open_table_once(key, source.load, question.files[0])
        question = replace(question, table=whole or question.table)
    return Card(source, question, (key,), None if read.gold_file in question.files else read.gold_file)


def _proposal(source: Source, question: ReadingQuestion, read: TaskRead) -> dict[str, object]:
    """Return what is certain: how the file is opened and, of a question that an answer did not settle, the answer."""
    mapping = source.choices.mapping_for(question.files[0], is_gold=read.gold_file in question.files)
    said = {} if mapping is None else said_by(mapping)
    if said.get("layout"):
        return said
    return {**question.proposal, **{name: value for name, value in said.items() if name in OF_FILES}}


def said_by(mapping: TableMapping) -> dict[str, Any]:
    """Return the fields that a mapping says: those that differ from the defaults, and what its layout needs.

    >>> said_by(TableMapping("votes", case=("item",), label="rating"))
    {'layout': 'votes', 'case': ('item',), 'label': 'rating', 'annotator': ''}
    """
    said = {"layout", *ROLES[mapping.layout], *mapping.to_json()}
    return {name: value for name, value in asdict(mapping).items() if name in said}


def draw_lines(source: Source, read: TaskRead) -> None:
    """Draw a line for every reading: what it says, and how to change it or to take back what was chosen."""
    chosen = dict(source.choices.mappings)
    for number, one in enumerate(read.readings):
        others = len(one.files) - 1
        alike = f" {count(others, 'other file is', 'other files are')} read alike." if others else ""
        names = {*one.files, *([""] if read.gold_file in one.files else [])}
        is_open = one.files[0] == OPENED.get()
        with _line(number, tag("b", one.files[0]), f": {one.words}.{alike}"):
            label, act = "Cancel" if is_open else "Change", partial(open_card, "" if is_open else one.files[0])
            st.button(label, key=f"change_reading_{number}", type="tertiary", on_click=act)
            _undo(source, names & chosen.keys(), number)
        chosen = {name: mapping for name, mapping in chosen.items() if name not in names}
    for number, name in enumerate(chosen, start=len(read.readings)):  # it has not settled all
        with _line(number, tag("b", name or read.gold_file), ": your answers so far"):
            _undo(source, {name}, number)


def _line(number: int, *words: object) -> st.delta_generator.DeltaGenerator:
    line = st.container(horizontal=True, vertical_alignment="center", key=f"line_reading_{number}")
    with line:
        write.paragraph(*words, style="value", width="content")
    return line


def _undo(source: Source, chosen: set[str], number: int) -> None:
    """Draw what takes back the mappings of those names, unless the publisher of the task made them."""
    published: dict[str, TableMapping] = dict(sources.published_choices(source.key).mappings)
    now = dict(source.choices.mappings)
    undone = {name: published.get(name) if name in chosen else mapping for name, mapping in now.items()}
    if undone != now:
        kept = tuple((name, mapping) for name, mapping in undone.items() if mapping is not None)
        back = replace(source, choices=replace(source.choices, mappings=kept))
        key, act = f"undo_reading_{number}", partial(sources.remember_decisions, back)
        st.button("Undo", key=key, type="tertiary", help="Read it as if you had chosen nothing", on_click=act)
