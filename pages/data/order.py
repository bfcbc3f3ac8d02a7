"""The order of the classes: shown large, with what it rests on; a question where only the visitor can say."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from ordquant_core.analysis.picture import parse_labels, write_labels
from ordquant_core.findings.tasks import unusual_cases
from ordquant_core.markup import isolated, join, tag
from ordquant_core.numerals import class_label, count, listed
from ordquant_core.records import Order
from ordquant_core.tasks import TaskRead
from ordquant_core.tasks.merging import mergeable, merged_with
from ordquant_core.tasks.positions import positions_for_order
from ordquant_core.tasks.published.source import Source
from ordquant_core.tasks.questions import classes_of, open_questions
from pages.shared import sources, write
from pages.shared.escaping import escape
from pages.shared.session import reported

RESTS_ON: dict[Order, str] = {
    "numbers": "In the order of their numbers.",
    "known scale": "In the usual order of this scale.",
    "format": "In the order of the file format.",
    "chosen": "In the order you chose.",
}
HELP = "Most measures depend on this order. Type the labels as the files have them, separated by commas."
WITHOUT_POSITIONS = "The task gives positions for another order: here classes are one step apart."
NAMED = 7  # classes on a button
Use = Callable[[Sequence[str]], None]


def is_known(read: TaskRead) -> bool:
    """Return whether it is known which classes there are."""
    return bool(classes_of(read)) and all(one.kind in ("gold", "run-scale") for one in open_questions(read))


def decide(source: Source, *, before: Sequence[str] = (), **changes: Any) -> None:
    """Remember decisions, by the names of the fields of `Decisions`. `before`: the order of the classes until now."""
    if "classes" in changes:  # positions go with the new order, or are lost
        published = sources.published_choices(source.key)
        changes["positions"] = positions_for_order(published, source.choices, before, changes["classes"])
    sources.remember_decisions(replace(source, choices=replace(source.choices, **changes)))


def use_classes(source: Source, before: Sequence[str], classes: Sequence[str] | None) -> None:
    """Remember the order of the classes, or none."""
    decide(source, before=before, classes=tuple(classes) if classes else None)


def draw_classes(classes: Sequence[str], *, id: str | None = None) -> None:
    """Draw classes in their order."""
    steps = join([tag("b", class_label(text)) for text in classes], tag("i", "→", aria_hidden="true"))
    write.paragraph(steps, style="order", id=id, width="content")


def choose(
    classes: Sequence[str], key: str, use: Use, *, confirm: str = "", answers: Iterable[Sequence[str]] = ()
) -> write.Container:
    """Draw what puts classes in another order, and return its container; `use` is called with the other order.

    `confirm` is the name of the button that says that they are in order; without it, all is folded away. `answers`:
    which other classes there may be.
    """
    classes = tuple(classes)
    field = f"classes_{key}_{hash(classes)}"  # another field for another order: it always holds the one in use
    asked = st.container(horizontal=True, vertical_alignment="bottom") if confirm else None
    container = asked or st.popover("Change order", key=f"change_{key}")
    with container:
        for number, answer in enumerate(answers):
            words = f"The classes are {listed([*map(escape, answer)], at_most=NAMED)}"
            st.button(words, key=f"answer_{key}_{number}", on_click=use, args=(answer,))
        if confirm and classes:
            st.button(confirm, key=f"confirm_{key}", on_click=use, args=(classes,))
        if len(classes) > 1:
            st.button("Reverse the order", key=f"reverse_{key}", on_click=use, args=(classes[::-1],))
        label, act = "Or type the classes in their order", lambda: use(parse_labels(reported(field)))
        st.text_input(label, write_labels(classes), key=field, on_change=act, help=HELP)
    return container


def show(source: Source, read: TaskRead) -> None:
    """Draw the classes in their order, how many cases are unusual, and how to change the order."""
    classes, chosen = classes_of(read), source.choices.classes
    is_asked = read.gold is not None and read.ordered_by == "file"  # only the visitor can say what the order is
    st.header(f"{count(len(classes), 'class', 'classes')}{'' if is_asked else ', in order'}", anchor=False)
    draw_classes(classes, id="order")
    if is_asked:
        write.paragraph(tag("b", "Is this the order, from one end to the other?"), style="ask")
    else:
        *_, (_, single) = unusual_cases(read.task) if read.task else [("", 0)]  # ties stand under the finding
        what = "votes are" if read.task and read.task.votes is not None else "probability is"
        alone = f" In {count(single, 'case')}, all {what} on one class." if single else ""
        write.because(_basis(source, read), alone, id="order_basis")
    if source.choices.merge and read.gold is not None:
        classes = read.gold.classes  # what can be put in another order is what the files have
    use = partial(use_classes, source, classes)
    with st.container(horizontal=True, key="order_tools"):
        with choose(chosen or classes, "order", use, confirm="Yes" if is_asked else ""):
            if chosen is not None:
                published = sources.published_choices(source.key)
                of_task = None if published.positions is None else published.classes
                words = f"Back to the order of the {'file' if of_task is None else 'task'}"
                st.button(words, key="undo_order", on_click=use, args=(of_task,))
        _merging(source, read)


def _basis(source: Source, read: TaskRead) -> str:
    """Say what the order rests on."""
    chosen, published = source.choices.classes, sources.published_choices(source.key)
    text = RESTS_ON.get("chosen" if chosen else read.ordered_by, "") if read.gold is not None or chosen else ""
    if chosen and chosen == published.classes:
        text = "Ordered by the publisher (task.json)."
    lost = source.choices.positions is None and published.positions is not None
    return f"{text} {WITHOUT_POSITIONS}" if lost else text


def _merging(source: Source, read: TaskRead) -> None:
    """Draw the choice of neighbouring classes that become one; `decisions` shows them, with a way back."""
    if read.task is None or read.gold is None:
        return
    merge = source.choices.merge
    if pairs := mergeable(read.gold.classes if merge else read.task.classes, merge):
        with st.popover("Merge two", key="merging"):
            key, last = f"merge_{len(merge)}_{source.digest[:16]}", len(pairs) - 1
            pair = st.selectbox("Merge two neighbours", pairs, last, lambda group: isolated(listed(group)), key=key)
            action = partial(decide, source, merge=merged_with(merge, pair))
            help_ = "Their votes and probabilities are added up, on every page of this task"
            st.button("Merge", key="merge", help=help_, on_click=action)
