"""What the files of a task do not say: each question with its control beside it, and what the visitor decided."""

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
from ordquant_core.formats.task.questions import LISTED, Asked
from ordquant_core.formats.task.wording import button_name
from ordquant_core.markup import tag
from ordquant_core.numerals import class_label, listed
from pages.shared import session, sources, write
from pages.shared.escaping import escape

NO_COLUMN = "No column: number the rows"
NOBODY = "No column: each row is a vote"
CLASSES = "Classes, from one end to the other"
_SHORT = 40  # characters of all options that stand beside each other


def wants_a_file(source: Source, read: TaskRead) -> bool:
    """Return whether the question for the gold is drawn with an uploader."""
    return source.own and questions.asks(read, "gold")


def show(source: Source, read: TaskRead, ask_for_files: Callable[[], None]) -> None:
    """Draw every open question; `ask_for_files` draws where the visitor adds files to their task."""
    for asked in questions.open_questions(read):
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
                        ask_for_files()
                elif asked.kind == "run-scale":
                    choose_run_scale(source, read, asked.files)
                elif asked.kind == "votes":
                    _choose_votes(source, read, asked)
                elif asked.kind == "ids":
                    choose_ids(source, read, asked.files, numbered=asked.offers("no-ids"))
                else:
                    _choose_classes(source, read, asked)


def decide(source: Source, *, before: Sequence[str] = (), **changes: Any) -> None:
    """Remember decisions, by the names of the fields of `Decisions`. `before`: the order of the classes until now."""
    if "classes" in changes:  # positions go with the new order, or are lost
        said = sources.published_choices(source.key)
        changes["positions"] = positions_for_order(said, source.choices, before, changes["classes"])
    sources.remember_decisions(replace(source, choices=replace(source.choices, **changes)))


def choose_gold(source: Source, read: TaskRead) -> None:
    """Draw the choice of the gold."""
    files, key = questions.gold_candidates(read), f"gold_{source.digest[:16]}"

    def use(name: str) -> None:
        sources.remember_decisions(replace(source, gold=name))

    if len(files) == 1 and source.gold not in files:
        st.button(f"Use {escape(files[0])} as the gold", key=key, on_click=use, args=(files[0],))
    elif files:
        _select("Which file is the gold?", files, source.gold, key, use)


def choose_run_scale(source: Source, read: TaskRead, files: Sequence[str]) -> None:
    """Draw the choice of the scale of the runs in these files."""
    scales, chosen = questions.scales_possible(read, files), source.choices.run_scale
    key = f"run_scale_{source.digest[:16]}"
    label, act = "Scale of the runs", lambda scale: decide(source, run_scale=scale)
    if sum(map(len, scales)) > _SHORT:
        _select(label, scales, chosen, key, act)
        return
    default = chosen if chosen in scales else None
    st.segmented_control(label, scales, default=default, key=key, format_func=escape, on_change=_on_change(key, act))


def choose_ids(source: Source, read: TaskRead, files: Sequence[str], *, numbered: bool) -> None:
    """Draw the choice of the column of the ids; `numbered`: or of none, for rows that are numbered."""

    def use(column: str) -> None:
        none = column == NO_COLUMN
        decide(source, no_ids=none, id_columns=None if none else (column,))

    options = [*questions.columns_possible(read, files), *([NO_COLUMN] if numbered else [])]
    chosen = NO_COLUMN if source.choices.no_ids else (source.choices.id_columns or (None,))[0]
    _select("Column of the ids", options, chosen, f"ids_{source.digest[:16]}", use)


def _choose_votes(source: Source, read: TaskRead, asked: Asked) -> None:
    """Draw the choice of the columns of a table with a row per vote, and what its first items would become."""
    columns, guessed = questions.votes_possible(read, asked.files)
    options = tuple(dict.fromkeys(filter(None, columns)))
    first = tuple(None if place is None else columns[place] for place in guessed)

    def choose(words: str, options: Sequence[str], name: str | None) -> str | None:
        index = options.index(name) if name in options else None
        key = f"votes_{words.lower()}_{source.digest[:16]}"
        return st.selectbox(words, options, index, key=key, placeholder="Choose…")

    item = choose("Items", options, first[0])
    annotator = choose("Annotators", (NOBODY, *options), first[1] or NOBODY)
    label = choose("Labels", options, first[2])
    becomes: list[tuple[str, str]] = []
    if item is not None and label is not None:
        distinct = len({item, annotator, label}) == len(first)
        becomes = questions.first_votes(read, asked.files, item, label) if distinct else []
        if not becomes:
            write.muted("No row has an item and a label there." if distinct else "Choose three different columns.")
    if becomes:
        lines = tag("ul", *(tag("li", tag("b", case), f": {votes}") for case, votes in becomes))
        write.html(
            tag(
                "div",
                "The first items would become, as far as the first rows say:",
                lines,
                class_="oq oq-did",
                id="would_become",
            )
        )
    action = partial(
        decide,
        source,
        id_columns=(item,),
        annotator_column="" if annotator == NOBODY else annotator,
        label_column=label,
    )
    key = f"use_votes_{source.digest[:16]}"
    st.button("Count these votes", key=key, type="primary", disabled=not becomes, on_click=action)


def order_field(source: Source, classes: Sequence[str], label: str) -> Callable[[], None]:
    """Draw the field in which the classes are typed, as the files have them; returns what takes them as they stand."""
    key = f"classes_{source.key}_{hash(tuple(classes))}"

    def typed() -> None:
        decide(source, before=classes, classes=parse_labels(session.reported(key)) or None)

    st.text_input(
        label,
        write_labels(tuple(classes)),
        key=key,
        on_change=typed,
        help="Most measures depend on this order. Type the labels as the files have them, separated by commas.",
    )
    return typed


def _choose_classes(source: Source, read: TaskRead, asked: Asked) -> None:
    seen = questions.classes_seen(read, asked.files)
    take = order_field(source, source.choices.classes or seen, CLASSES)
    tools = st.container(horizontal=True)

    def offer(words: str, key: str, **changes: Any) -> None:
        tools.button(words, key=f"{key}_{source.digest[:16]}", on_click=partial(decide, source, **changes))

    for answer in dict.fromkeys(answer for problem in asked.problems for answer in problem.answers):
        labels = parse_labels(answer)
        offer(f"Use {escape(', '.join(map(class_label, labels)))}", f"answer_{answer}", before=seen, classes=labels)
    if any(problem.answers for problem in asked.problems):
        return
    tools.button("Use these classes", key=f"use_classes_{source.digest[:16]}", on_click=take)
    if asked.offers("ratings"):
        offer("Each column is an annotator", "ratings", ratings=True)
    if asked.offers("missing-votes"):
        offer(button_name("missing-votes"), "missing_votes", missing_votes=True)
    if asked.offers("drop-classes"):
        offer(f"Leave out {escape(listed(asked.cases, at_most=LISTED))}", "leave_out", drop_classes=True)


def _select(label: str, options: Sequence[str], chosen: str | None, key: str, act: Callable[[str], None]) -> None:
    """Draw a choice among texts of files; nothing is chosen where the visitor has not chosen yet."""
    index = options.index(chosen) if chosen in options else None
    st.selectbox(label, options, index=index, key=key, placeholder="Choose…", on_change=_on_change(key, act))


def _on_change(key: str, act: Callable[[str], None]) -> Callable[[], None]:
    def changed() -> None:
        value = session.reported(key)
        if value is not None:
            act(value)

    return changed
