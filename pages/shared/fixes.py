"""Repairs that make a task usable: each was tried, and its button says what will be left."""

import html
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import streamlit as st

from ordquant_core.errors import Choice, fixing
from ordquant_core.formats import Choices, TaskRead
from ordquant_core.formats.choices import Missing
from ordquant_core.formats.task.remedies import Remedy, remedies
from pages.shared import problems, questions, sources
from pages.shared.cached import TaskKey
from pages.shared.escaping import escape
from pages.shared.sources import Source

MOST_TRIED = 20 * 2**20  # bytes of files that are read again to see what a repair leaves
OFFERED = 5
_NONE = "No repair fixes everything: correct the files, or remove those that do not belong to the task."
_PENALTIES: tuple[tuple[Missing, str], ...] = (
    ("uniform", "Score missing cases as Uniform"),
    ("worst", "Score missing cases as the worst estimate"),
)
Again = Callable[[Choices], TaskRead]


class Way(NamedTuple):
    """One button: its name, the choices that it makes, and what will be left."""

    words: str
    choices: Choices
    left: str = ""


def show(source: Source, read: TaskRead, key: TaskKey, again: Again) -> None:
    """Draw a button for every way to fix all problems that works."""
    asked = questions.open_questions(read)
    ways = _known(key, partial(_ways, source, read, again)) if read.problems else ()
    if not ways:
        wrong = questions.others(read)
        if wrong:
            first = "Answer the questions first: then repairs can be tried." if asked else _NONE
            st.html(f'<p class="oq oq-muted" id="fixes">{first}</p>')
        return
    for number, way in enumerate(ways[:OFFERED]):
        with st.container(horizontal=True, vertical_alignment="center", key=f"fix_{number}"):
            st.button(
                escape(way.words),
                key=f"mend_{number}_{source.digest[:16]}",
                type="primary" if number == 0 and not asked else "secondary",
                on_click=sources.use,
                args=(replace(source, choices=way.choices),),
            )
            if way.left:
                st.html(f'<p class="oq oq-muted oq-left">{html.escape(way.left)}</p>', width="content")


@st.cache_resource(max_entries=64, show_spinner="Trying repairs…", show_time=True)
def _known(key: TaskKey, _find: Callable[[], tuple[Way, ...]]) -> tuple[Way, ...]:
    """Return the ways to fix a task; what was tried once for a reading of its files is not tried again."""
    return _find()


def _ways(source: Source, read: TaskRead, again: Again) -> tuple[Way, ...]:
    chosen = source.choices
    answers = _answers(read)
    if sum(len(file.data) for file in source.load()) > MOST_TRIED:
        some = fixing(read.problems)
        return (Way(problems.name(some), chosen.with_(some)),) if some and not answers & set(some) else ()
    tried = [one for one in remedies(read, chosen, again) if not answers & set(one.choices)]
    found = [Way(_words(one), chosen.with_(one.choices), one.left) for one in tried]
    if any("drop-missing" in problem.choices for problem in read.problems):
        for missing, words in _PENALTIES:
            choices = replace(chosen, missing=missing)
            then = again(choices)
            if then.task is not None:
                found.append(Way(words, choices, _left(read, then)))
    return tuple(found)


def _answers(read: TaskRead) -> set[Choice]:
    """Return the choices that have their button beside an open question."""
    return {
        choice
        for asked in questions.open_questions(read)
        for choice in questions.ANSWERS
        if any(choice in problem.choices for problem in asked.problems)
    }


def _words(remedy: Remedy) -> str:
    rejected = remedy.of_runs - len(remedy.runs)
    if remedy.choices == ("skip-faulty-runs",) and rejected > 0:
        return f"Leave out the {f'{rejected:,} rejected runs' if rejected > 1 else 'rejected run'}"
    return problems.name(remedy.choices)


def _left(read: TaskRead, then: TaskRead) -> str:
    task = then.task
    if task is None or read.gold is None:
        return ""
    count = len(task.cases)
    return Remedy((), count, max(count, len(read.gold.cases)), task.runs, len(read.submissions)).left
