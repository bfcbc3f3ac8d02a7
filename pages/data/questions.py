"""Which file is the gold, which scale and which classes are scored: each question with its control beside it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from ordquant_core.analysis.picture import parse_labels, write_labels
from ordquant_core.formats import TaskRead
from ordquant_core.formats.published.source import Source
from ordquant_core.formats.task import questions
from ordquant_core.formats.task.positions import positions_for_order
from ordquant_core.markup import tag
from pages.shared import session, sources, tasks, write
from pages.shared.escaping import escape

CLASSES = "Classes, from one end to the other"
ORDER_HELP = "Most measures depend on this order. Type the labels as the files have them, separated by commas."


def show(source: Source, read: TaskRead) -> None:
    """Draw every open question but those on how tables are read, which have a card each."""
    for asked in questions.open_questions(read):
        if asked.kind == "reading" and {*asked.files} <= {file for one in read.questions for file in one.files}:
            continue
        with st.container(border=True, key=f"question_{asked.kind}"):
            left, right = st.columns([1.15, 1], gap="medium")
            with left:
                lines = tag("ul", *(tag("li", line) for line in questions.evidence(asked, read)), class_="oq-muted")
                question = tag("b", questions.sentence(asked, read))
                write.html(tag("div", question, lines, class_="oq oq-question"))
            with right:
                if asked.kind == "gold":
                    choose_gold(source, read)
                    if source.own:
                        tasks.ask_for_files(add_to=source)
                elif asked.kind == "run-scale":
                    scales, act = questions.scales_possible(read, asked.files), partial(_use_scale, source)
                    select("Scale of the runs", scales, None, f"run_scale_{source.digest[:16]}", act)
                else:
                    seen = source.choices.classes or questions.classes_of(read)
                    take = order_field(source, seen, CLASSES)
                    st.button("Use these classes", key=f"use_classes_{source.digest[:16]}", on_click=take)


def decide(source: Source, *, before: Sequence[str] = (), **changes: Any) -> None:
    """Remember decisions, by the names of the fields of `Decisions`. `before`: the order of the classes until now."""
    if "classes" in changes:  # positions go with the new order, or are lost
        said = sources.published_choices(source.key)
        changes["positions"] = positions_for_order(said, source.choices, before, changes["classes"])
    sources.remember_decisions(replace(source, choices=replace(source.choices, **changes)))


def choose_gold(source: Source, read: TaskRead) -> None:
    """Draw the choice of the gold, where there is any."""
    files = questions.gold_candidates(read)
    key = f"gold_{source.digest[:16]}_{read.gold_file}"

    def use(name: str) -> None:
        sources.remember_decisions(replace(source, gold=name))

    if len(files) == 1 and read.gold_file is None:
        st.button(f"Use {escape(files[0])} as the gold", key=key, on_click=use, args=(files[0],))
    elif len(files) > 1:
        select("Which file is the gold?", files, read.gold_file, key, use)


def order_field(source: Source, classes: Sequence[str], label: str) -> Callable[[], None]:
    """Draw the field in which the classes are typed, as the files have them; returns what takes them as they stand."""
    key = f"classes_{source.key}_{hash(tuple(classes))}"

    def typed() -> None:
        decide(source, before=classes, classes=parse_labels(session.reported(key)) or None)

    st.text_input(label, write_labels(tuple(classes)), key=key, on_change=typed, help=ORDER_HELP)
    return typed


def select(label: str, options: Sequence[str], chosen: str | None, key: str, act: Callable[[str], None]) -> None:
    """Draw a choice among texts of files; nothing is chosen where the visitor has not chosen yet."""

    def changed() -> None:
        if (value := session.reported(key)) is not None:
            act(value)

    index = options.index(chosen) if chosen in options else None
    st.selectbox(label, options, index, key=key, placeholder="Choose…", on_change=changed)


def _use_scale(source: Source, scale: str) -> None:
    decide(source, run_scale=scale)
