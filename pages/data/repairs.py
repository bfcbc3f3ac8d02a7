"""What may be repaired, and the order of the classes: the visitor's choices, each shown with what it does."""

from collections import Counter
from dataclasses import replace

import streamlit as st

from ordquant_core.errors import CHOICE_WORDS, CHOICES, Choice, mending
from ordquant_core.formats import TaskRead
from pages.shared import tasks
from pages.shared.picture import parse_labels, write_labels
from pages.shared.sources import Source

EXPLAINED: dict[Choice, str] = {
    "renormalise": "Rows of probabilities whose sum is off by up to 0.02 are divided by it.",
    "keep-first": "Of several rows of one case, or several runs of one name, the first counts.",
    "by-position": "Row numbers as ids, or other labels of classes, are taken in the order of the gold.",
    "skip-files": "Files that do not belong to the gold, such as runs for another split, are not read.",
    "drop-classes": "A class that only one side has, or that is none (“other”), is left out where nobody voted for it.",
    "drop-surplus": "Cases of a run that the gold does not have are left out of the run.",
    "drop-missing": "Cases that some run lacks are left out of the gold and of all runs.",
    "drop-faulty": "Cases with a fault in any file are left out of the gold and of all runs.",
}


def show(source: Source, read: TaskRead) -> None:
    """Draw a switch for every repair that helps here or was chosen, and the classes in their order."""
    st.subheader("Your choices", anchor=False)
    offers = Counter(choice for problem in read.problems for choice in problem.choices)
    shown = [choice for choice in CHOICES if offers[choice] or source.choices.allows(choice)]
    for choice in shown:
        _switch(source, choice, offers[choice])
    mends = [choice for choice in mending(read.problems) if not source.choices.allows(choice)]
    if len(mends) > 1:
        st.button(f"Choose all that mends: {', '.join(mends)}", on_click=tasks.allow, args=(source, mends))
    if not shown:
        st.html(
            '<p class="oq oq-muted">'
            + ("No choice mends these problems: correct the files." if read.problems else "Nothing needs a repair.")
            + "</p>"
        )
    else:
        st.caption("Every choice that changed something is told on each page and written into every export.")
    _classes(source, read)


def _switch(source: Source, choice: Choice, problems: int) -> None:
    on = source.choices.allows(choice)
    key = f"choice_{choice}_{source.key}_{on}"

    def switched() -> None:
        tasks.use(replace(source, choices=replace(source.choices, **{choice.replace("-", "_"): not on})))  # type: ignore[arg-type]

    words = CHOICE_WORDS[choice]
    count = f" ({problems:,} problem{'s' * (problems != 1)})" if problems else ""
    st.toggle(f"{words[0].upper()}{words[1:]}{count}", on, key=key, on_change=switched, help=EXPLAINED.get(choice))


def _gold_file(read: TaskRead) -> str | None:
    """Return the file that can only be the gold, or the one that was taken as it."""
    return read.gold.file if read.gold else next((f.file for f in read.recognised if f.role in ("gold", "task")), None)


def _classes(source: Source, read: TaskRead) -> None:
    in_file = next((found.classes for found in read.recognised if found.file in (source.gold, _gold_file(read))), ())
    classes = source.choices.classes or (read.task.classes if read.task else in_file)
    if not classes:
        return
    key = f"classes_{source.key}_{hash(classes)}"

    def typed() -> None:
        labels = parse_labels(st.session_state[key])
        tasks.use(replace(source, choices=replace(source.choices, classes=labels or None)))

    st.text_input(
        "Classes, in order",
        write_labels(classes),
        key=key,
        on_change=typed,
        help="Most measures depend on this order. Type the labels as the files have them, in the order you mean.",
    )
    with st.container(horizontal=True):
        if st.button("Reverse the order", help="Of no effect on most measures: they see how far, not which way."):
            tasks.use(replace(source, choices=replace(source.choices, classes=tuple(reversed(classes)))))
            st.rerun()
        if source.choices.classes and st.button("Back to the order of the file"):
            tasks.use(replace(source, choices=replace(source.choices, classes=None)))
            st.rerun()
