"""What was decided about the files: how each is read, the gold, repairs; each is changed or undone where it stands."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from ordquant_core.formats.mapping import TableMapping
from ordquant_core.markup import tag
from ordquant_core.numerals import count
from ordquant_core.tasks import TaskRead
from ordquant_core.tasks.published.source import Source
from ordquant_core.tasks.questions import gold_candidates
from ordquant_core.tasks.repair_buttons import Decided, decided
from ordquant_core.tasks.wording import in_page_words
from pages.data import questions
from pages.data.order import decide
from pages.data.reading_card import OPENED, open_card
from pages.shared import sources, write
from pages.shared.escaping import escape

LISTED = 6  # notes of one decision, before the rest is folded away


def show(source: Source, read: TaskRead) -> None:
    """Draw how files are read, which is the gold, what was decided and what was noted."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="readings"):
        _draw_readings(source, read)
        _draw_gold(source, read)
    lines, rest = decided(read, source.choices)
    if lines:
        with st.container(key="decisions", gap="xsmall"):
            st.header("Your decisions" if source.own else "Decisions", anchor=False)
            for choice in lines:
                _draw_decision(source, read, choice)
    if rest:
        with st.container(key="notes", gap="xsmall"):
            st.header("Notes on the files", anchor=False)
            _list(rest)


def _line(key: str, *words: object) -> st.delta_generator.DeltaGenerator:
    """Draw a decision in words; return the container of its line, for what changes it."""
    line = st.container(horizontal=True, vertical_alignment="center", key=f"line_{key}")
    with line:
        write.paragraph(*words, style="value", width="content")
    return line


def _draw_readings(source: Source, read: TaskRead) -> None:
    """Draw a line for every reading: what it says, and how to change it or to take back what was chosen."""
    chosen = dict(source.choices.mappings)
    for number, reading in enumerate(read.readings):
        first, *others = reading.files
        beside = f" and {count(len(others), 'other file')}" if others else ""
        which = ("Read as",) if len(reading.files) == len(read.recognised) else (tag("b", first), beside)
        layout, *_ = reading.words.partition(":")  # the rest stands in the table and beside it
        names = {*reading.files, *([""] if read.gold_file in reading.files else [])}
        is_open = first == OPENED.get()
        with _line(f"reading_{number}", *which, f": {layout.replace(' per ', ' for each ')}"):
            label, act = "Cancel" if is_open else "Change reading", partial(open_card, "" if is_open else first)
            st.button(label, key=f"change_reading_{number}", on_click=act)
            _draw_undo(source, names & chosen.keys(), number)
        chosen = {name: mapping for name, mapping in chosen.items() if name not in names}
    for number, name in enumerate(chosen, start=len(read.readings)):  # what was chosen has not settled all
        with _line(f"reading_{number}", tag("b", name or read.gold_file), ": your answers so far"):
            _draw_undo(source, {name}, number)


def _draw_undo(source: Source, chosen: set[str], number: int) -> None:
    """Draw what takes back the mappings of those names, unless the publisher of the task made them."""
    published: dict[str, TableMapping] = dict(sources.published_choices(source.key).mappings)
    now = dict(source.choices.mappings)
    undone = {name: published.get(name) if name in chosen else mapping for name, mapping in now.items()}
    if undone != now:
        kept = tuple((name, mapping) for name, mapping in undone.items() if mapping is not None)
        key, act = f"undo_reading_{number}", partial(decide, source, mappings=kept)
        st.button("Undo", key=key, help="Read it as if you had chosen nothing", on_click=act)


def _draw_gold(source: Source, read: TaskRead) -> None:
    """Draw what makes another file the gold, where somebody said which it is or there is a choice."""
    if read.gold_file is not None and (source.gold is not None or len(gold_candidates(read)) > 1):
        with st.popover("Change gold", key="change_gold"):
            questions.choose_gold(source, read)
            if source.gold is not None:
                action = partial(sources.remember_decisions, replace(source, gold=None))
                st.button("Detect the gold from the files", key="undo_gold", on_click=action)


def _draw_decision(source: Source, read: TaskRead, choice: Decided) -> None:
    help_, default = f"Undo: {escape(choice.words)}", {choice.name: choice.default}
    with _line(choice.name, tag("b", choice.words)):
        st.button("Undo", f"undo_{choice.name}", help_, decide, (source,), default, type="tertiary")
    if not choice.notes and read.task is not None:
        write.paragraph("It changed nothing.", style="muted did")
    _list(choice.notes)


def _list(notes: Sequence[str]) -> None:
    """Draw notes as a list, the end of a long one folded away."""
    if notes:
        lines = [tag("li", in_page_words(note)) for note in notes]
        rest = tag("summary", f"and {count(len(lines) - LISTED)} more"), tag("ul", *lines[LISTED:])
        folded = tag("details", *rest) if len(lines) > LISTED else ""
        write.html(tag("div", tag("ul", *lines[:LISTED]), folded, class_="oq oq-did"))
