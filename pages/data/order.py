"""The order of the classes: shown large, with what it rests on; a question where only the visitor can say."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from ordquant_core.formats import TaskRead
from ordquant_core.formats.published.source import Source
from ordquant_core.formats.task.merging import mergeable, merged_with
from ordquant_core.formats.task.questions import classes_of, open_questions
from ordquant_core.markup import Cell, Row, isolated, join, tag
from ordquant_core.numerals import class_label, count, listed
from ordquant_core.records import Order
from ordquant_core.tables.tasks.results import unusual_cases
from pages.data import questions
from pages.shared import sources, write

RESTS_ON: dict[Order, str] = {
    "numbers": "In the order of their numbers.",
    "known scale": "In the usual order of this scale.",
    "format": "In the order of the file format.",
    "chosen": "In the order you chose.",
}


WITHOUT_POSITIONS = "The task gives positions for another order: here classes are one step apart."


def is_unconfirmed(read: TaskRead) -> bool:
    """Return whether only the visitor can say what the order is."""
    return read.gold is not None and read.ordered_by == "file"


def is_known(read: TaskRead) -> bool:
    """Return whether it is known which classes there are."""
    return bool(classes_of(read)) and all(one.kind in ("gold", "run-scale") for one in open_questions(read))


def show(source: Source, read: TaskRead) -> None:
    """Draw the classes in their order, how many cases are unusual, and how to change the order."""
    classes = classes_of(read)
    in_order = "" if is_unconfirmed(read) else ", in order"
    st.header(f"{count(len(classes), 'class', 'classes')}{in_order}", anchor=False)
    draw_classes(classes, id="order")
    if is_unconfirmed(read):
        write.paragraph(tag("b", "Is this the order, from one end to the other?"), style="question")
        with st.container(horizontal=True):
            _button("Yes", source, classes, classes, "yes_order")
            _button("Reverse the order", source, classes, classes[::-1], "reverse_order")
        questions.order_field(source, classes, "Or type them in their order")
        return
    if basis := _basis(source, read):
        write.muted(basis, id="order_basis")
    if read.task is not None:
        rows = [Row([name, Cell(count(number), class_="oq-number")]) for name, number in unusual_cases(read.task)]
        write.table([], rows)
    if source.choices.merge and read.gold is not None:
        classes = read.gold.classes  # what can be put in another order is what the files have
    with st.container(horizontal=True, key="order_tools"):
        with st.popover("Change order", key="change_order", on_change="rerun") as popover:
            if popover.open:
                _change(source, classes, chosen=source.choices.classes is not None)
        _merging(source, read)


def draw_classes(classes: Sequence[str], *, id: str | None = None) -> None:
    """Draw classes in their order."""
    steps = join([tag("b", class_label(text)) for text in classes], tag("i", "→", aria_hidden="true"))
    write.paragraph(steps, style="order", id=id)


def _basis(source: Source, read: TaskRead) -> str:
    """Say what the order rests on."""
    chosen = source.choices.classes is not None
    basis: Order = "chosen" if chosen else read.ordered_by
    text = RESTS_ON.get(basis, "") if read.gold is not None or chosen else ""
    published = sources.published_choices(source.key)
    if chosen and source.choices.classes == published.classes:
        text = "As the publisher of the task has ordered them (task.json)."
    if source.choices.positions is None and published.positions is not None:
        return f"{text} {WITHOUT_POSITIONS}"
    return text


def _change(source: Source, classes: Sequence[str], *, chosen: bool) -> None:
    """Draw what puts the classes in another order, or in the first one again if one was chosen."""
    questions.order_field(source, source.choices.classes or classes, questions.CLASSES)
    _button("Reverse the order", source, classes, classes[::-1], "reverse_order")
    if chosen:
        published = sources.published_choices(source.key)
        order = None if published.positions is None else published.classes
        whose = "file" if order is None else "task"
        _button(f"Back to the order of the {whose}", source, classes, order, "undo_order")


def _merging(source: Source, read: TaskRead) -> None:
    """Draw the choice of neighbouring classes that become one; `decisions` shows them, with a way back."""
    if read.task is None or read.gold is None:
        return
    merge = source.choices.merge
    pairs = mergeable(read.gold.classes if merge else read.task.classes, merge)
    if not pairs:
        return
    with st.popover("Merge two", key="merging"):
        key, last = f"merge_{len(merge)}_{source.digest[:16]}", len(pairs) - 1
        pair = st.selectbox("Merge two neighbours", pairs, last, lambda group: isolated(listed(group)), key=key)
        action = partial(questions.decide, source, merge=merged_with(merge, pair))
        help_ = "Their votes and probabilities are added up, on every page of this task"
        st.button("Merge", key="merge", help=help_, on_click=action)


def _button(words: str, source: Source, before: Sequence[str], classes: Sequence[str] | None, key: str) -> None:
    chosen = None if classes is None else tuple(classes)
    st.button(words, key=key, on_click=partial(questions.decide, source, before=before, classes=chosen))
