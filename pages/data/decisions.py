"""What the visitor has decided about the files: each decision with what it did, to be changed or taken back."""

import html
import re
from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from ordquant_core.errors import Choice
from ordquant_core.formats import TaskRead
from pages.shared import problems, questions
from pages.shared.sources import Source

LISTED = 6  # notes of one decision, before the rest is folded away
NOTED: dict[Choice, str] = {  # how the notes on each choice read
    "renormalise": r"divided by (its|their) sum",
    "percentages": r"read as percentages",
    "latin-1": r"read as Latin-1",
    "keep-first": r"the first (of each case|is) kept",
    "no-ids": r"rows are numbered from 1|rows without ids paired",
    "by-position": r"by position|as row numbers|rows (without ids )?paired with",
    "drop-classes": r"class(es)? .* left out|is no class: ",
    "union-classes": r"added, which only runs have|nothing in class",
    "skip-files": r"passed over, (?!it is the gold once more)",
    "accept-gold-copies": r"its estimates equal the gold",
    "skip-faulty-runs": r": left out, ",
    "drop-surplus": r"that the gold does not have",
    "drop-missing": r"as some run lacks them",
    "drop-faulty": r"with a fault left out|for a fault in some file",
}
_SCALES, _MISSING = r"is scored against (scale|the gold)", r"scored as (Uniform|the worst estimate)"
_HUNDRED_VOTES = "is read as 100 votes"


def show(source: Source, read: TaskRead) -> None:
    """Draw what was decided and what was noted; nothing where there is nothing."""
    notes = read.task.notes if read.task is not None else read.notes
    choices = source.choices
    rest = list(notes)

    def noted(pattern: str) -> list[str]:
        found = [note for note in notes if re.search(pattern, note)]
        rest[:] = [note for note in rest if note not in found]
        return found

    lines: list[Callable[[], None]] = []
    if choices.run_scale is not None:
        lines.append(partial(_run_scale, source, read, noted(_SCALES)))
    if choices.id_columns is not None:
        lines.append(partial(_ids, source, read))
    for choice in choices.made:
        undo = partial(questions.decide, source, **{choice.replace("-", "_"): False})
        words = problems.name([choice])
        lines.append(partial(_line, words, noted(NOTED[choice]), undo, choice, changes=read.task is not None))
    if choices.missing is not None:
        words = f"Score missing cases as {'Uniform' if choices.missing == 'uniform' else 'the worst estimate'}"
        undo = partial(questions.decide, source, missing=None)
        lines.append(partial(_line, words, noted(_MISSING), undo, "missing", changes=read.task is not None))
    if lines:
        with st.container(border=True, key="decisions"):
            st.subheader("Your decisions" if source.own else "Decisions", anchor=False)
            for line in lines:
                line()
    if rest:
        with st.container(border=True, key="notes"):
            st.subheader("Notes on the files", anchor=False)
            _list(rest)
            if any(_HUNDRED_VOTES in note for note in rest):
                action = partial(questions.decide, source, percentages=True)
                st.button("These are percentages", key="percentages", on_click=action)


def _line(words: str, notes: Sequence[str], undo: Callable[[], None], name: str, *, changes: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key=f"line_{name}"):
        st.html(f'<p class="oq oq-value"><b>{html.escape(words)}</b></p>', width="stretch")
        st.button("Undo", key=f"undo_{name}", type="tertiary", help=f"Undo: {words}", on_click=undo)
    if notes:
        _list(notes)
    elif changes:
        st.html('<p class="oq oq-muted oq-did">It changed nothing.</p>')


def _run_scale(source: Source, read: TaskRead, notes: Sequence[str]) -> None:
    files = [found.file for found in read.recognised if found.file != read.gold_file and found.scales]
    with changeable("Scale of the runs", str(source.choices.run_scale), "run_scale"):
        questions.choose_run_scale(source, read, files)
        action = partial(questions.decide, source, run_scale=None)
        st.button("Take the scale of the gold", key="undo_run_scale", on_click=action)
    _list(notes)


def _ids(source: Source, read: TaskRead) -> None:
    files = [found.file for found in read.recognised if found.columns]
    with changeable("Ids", f"column {', '.join(source.choices.id_columns or ())}", "ids"):
        questions.choose_ids(source, read, files, numbered=True)
        action = partial(questions.decide, source, id_columns=None)
        st.button("Detect the ids from the files", key="undo_ids", on_click=action)


def changeable(label: str, value: str, name: str) -> "st.delta_generator.DeltaGenerator":
    """Draw what was decided in a line; returns the container that opens to change it."""
    with st.container(horizontal=True, vertical_alignment="center", key=f"line_{name}"):
        st.html(f'<p class="oq oq-value"><b>{label}:</b> {html.escape(value)}</p>', width="stretch")
        return st.popover("Change", key=f"change_{name}", type="tertiary")


def _list(notes: Sequence[str]) -> None:
    """Draw notes as a list, the end of a long one folded away."""
    if not notes:
        return
    lines = [f"<li>{html.escape(note)}</li>" for note in notes]
    first, more = "".join(lines[:LISTED]), "".join(lines[LISTED:])
    count = len(lines) - LISTED
    folded = f"<details><summary>and {count:,} more</summary><ul>{more}</ul></details>" if more else ""
    st.html(f'<div class="oq oq-did"><ul>{first}</ul>{folded}</div>')
