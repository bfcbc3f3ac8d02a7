"""The order of the classes: shown large, with what it rests on; a question where only the visitor can say."""

import html
from collections.abc import Sequence
from functools import partial

import streamlit as st

from ordquant_core.formats import TaskRead
from ordquant_core.records import Order
from pages.shared import questions
from pages.shared.sources import Source

RESTS_ON: dict[Order, str] = {
    "numbers": "Ordered by their numbers.",
    "known scale": "In the usual order of this scale.",
    "format": "In the order of the format.",
    "chosen": "In the order you chose.",
}


def asks(read: TaskRead) -> bool:
    """Tell whether only the visitor can say what the order is."""
    return read.gold is not None and read.ordered_by == "file"


def show(source: Source, read: TaskRead) -> None:
    """Draw the classes in their order, and how to change it."""
    classes = _classes(read)
    if not classes or any(asked.kind in ("ids", "classes") for asked in questions.open_questions(read)):
        return
    with st.container(border=True, key="order"):
        st.subheader("Classes", anchor=False)
        _labels(classes)
        if asks(read):
            st.html('<p class="oq oq-question"><b>Is this the order, from one end to the other?</b></p>')
            with st.container(horizontal=True):
                _take("Yes", source, classes, "yes_order")
                _take("Reverse the order", source, classes[::-1], "reverse_order")
            questions.order_field(source, classes, "Or type them in their order")
            return
        chosen = source.choices.classes is not None
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            basis: Order = "chosen" if chosen else read.ordered_by
            text = RESTS_ON.get(basis, "") if read.gold is not None or chosen else ""
            text = "In the order chosen for this task." if chosen and not source.own else text
            st.html(f'<p class="oq oq-muted" id="order_basis">{text}</p>', width="content")
            with st.popover("Change", key="change_order", type="tertiary"):
                questions.order_field(source, source.choices.classes or classes, "Classes, from one end to the other")
                _take("Reverse the order", source, classes[::-1], "reverse_order")
                if chosen:
                    action = partial(questions.decide, source, classes=None)
                    st.button("Back to the order of the file", key="undo_order", on_click=action)


def _classes(read: TaskRead) -> tuple[str, ...]:
    if read.task is not None:
        return read.task.classes
    if read.gold is not None:
        return read.gold.classes
    return next((found.classes for found in read.recognised if found.file == read.gold_file), ())


def _labels(classes: Sequence[str]) -> None:
    steps = '<i aria-hidden="true">→</i>'.join(f"<b>{html.escape(text)}</b>" for text in classes)
    st.html(f'<p class="oq oq-order" id="order">{steps}</p>')


def _take(words: str, source: Source, classes: Sequence[str], key: str) -> None:
    action = partial(questions.decide, source, classes=tuple(classes))
    st.button(words, key=key, on_click=action)
