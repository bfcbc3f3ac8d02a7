"""Which file is the gold, which scale and which classes are scored: each question with its control beside it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from ordquant_core.formats import TaskRead
from ordquant_core.formats.published.source import Source
from ordquant_core.formats.task import questions
from ordquant_core.markup import tag
from pages.data import decisions, order
from pages.shared import session, sources, tasks, write
from pages.shared.escaping import escape


def show(source: Source, read: TaskRead) -> None:
    """Draw every open question but those on how tables are read, which have a card each."""
    on_cards = {file for one in read.questions for file in one.files}
    for asked in questions.open_questions(read):
        if asked.kind == "reading" and on_cards.issuperset(asked.files):
            continue
        with st.container(border=True, key=f"question_{asked.kind}"):
            left, right = st.columns([1.15, 1], gap="medium")
            with left:
                lines = tag("ul", *(tag("li", line) for line in questions.evidence(asked, read)), class_="oq-muted")
                question = tag("b", questions.sentence(asked, read))
                write.html(tag("div", question, lines, class_="oq oq-question"))
            with right:
                _draw_control(source, read, asked)


def _draw_control(source: Source, read: TaskRead, asked: questions.Asked) -> None:
    if asked.kind == "gold":
        choose_gold(source, read)
        if source.own:
            tasks.ask_for_files(add_to=source)
    elif asked.kind == "run-scale":
        scales, key = questions.scales_possible(read, asked.files), f"run_scale_{source.digest[:16]}"
        _select("Scale of the runs", scales, None, key, lambda scale: decisions.decide(source, run_scale=scale))
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
