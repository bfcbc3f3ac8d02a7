"""What the files of a task do not say: each question with its control beside it, and what the visitor decided."""

import html
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import streamlit as st

from ordquant_core.analysis.picture import parse_labels, write_labels
from ordquant_core.errors import Choice, Problem, Question
from ordquant_core.formats import TaskRead
from pages.shared import sources
from pages.shared.additions import is_yours
from pages.shared.escaping import escape
from pages.shared.sources import Source

NO_COLUMN = "No column: number the rows"
ANSWERS: tuple[Choice, ...] = ("no-ids", "drop-classes")  # choices that answer a question
_ORDER: tuple[Question, ...] = ("gold", "run-scale", "ids", "classes")
_SHORT = 40  # characters of all options that stand beside each other
_LISTED = 3
_UNCLEAR = "it is not clear which column holds the ids: "  # the question says so


class Asked(NamedTuple):
    """One question, and the problems that ask it."""

    kind: Question
    problems: tuple[Problem, ...]

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(problem.file for problem in self.problems))

    def offers(self, choice: Choice) -> bool:
        """Tell whether a choice answers the question wherever it is asked."""
        return all(choice in problem.choices for problem in self.problems)


def open_questions(read: TaskRead) -> tuple[Asked, ...]:
    """Return what the visitor must say, each question once.

    Which scale to read is known with the gold; where it is asked after that, it is asked of runs.
    """
    found = []
    waits = any(problem.asks == "gold" for problem in read.problems)
    for kind in _ORDER:
        kinds = ("scale", "run-scale") if kind == "run-scale" else (kind,)
        some = tuple(p for p in read.problems if p.asks in kinds and not (p.asks == "scale" and waits))
        if some:
            found.append(Asked(kind, some))
    return tuple(found)


def others(read: TaskRead) -> tuple[Problem, ...]:
    """Return the problems that ask nothing."""
    return tuple(problem for problem in read.problems if not problem.asks)


def wants_a_file(source: Source, read: TaskRead) -> bool:
    """Tell whether the question for the gold is drawn with a place to drop it."""
    return source.own and any(asked.kind == "gold" for asked in open_questions(read))


def show(source: Source, read: TaskRead, ask_for_files: Callable[[], None]) -> None:
    """Draw every open question; `ask_for_files` draws the place where the visitor adds files to their task."""
    for asked in open_questions(read):
        with st.container(border=True, key=f"question_{asked.kind}"):
            left, right = st.columns(
                [1.15, 1],
                gap="medium",
            )
            with left:
                _sentence(asked, read)
            with right:
                if asked.kind == "gold":
                    choose_gold(source, read)
                    if source.own:
                        ask_for_files()
                elif asked.kind == "run-scale":
                    choose_run_scale(source, read, asked.files)
                elif asked.kind == "ids":
                    choose_ids(source, read, asked.files, numbered=asked.offers("no-ids"))
                else:
                    _choose_classes(source, read, asked)


def decide(source: Source, **changes: Any) -> None:
    """Remember decisions about the files of a task, by the names of the fields of `Choices`."""
    sources.use(replace(source, choices=replace(source.choices, **changes)))


def candidates(read: TaskRead) -> list[str]:
    """Return the files that can be the gold. A run is none, nor is what a visitor has added to an official task."""
    return [found.file for found in read.recognised if found.role not in ("run", "other") and not is_yours(found.file)]


def choose_gold(source: Source, read: TaskRead) -> None:
    """Draw the choice of the gold."""
    files = candidates(read)
    if len(files) == 1 and source.gold not in files:
        action = partial(_use_gold, source, files[0])
        st.button(f"Use {escape(files[0])} as the gold", key=f"gold_{source.digest[:16]}", on_click=action)
    elif files:
        _select("Which file is the gold?", files, source.gold, f"gold_{source.digest[:16]}", partial(_use_gold, source))


def choose_run_scale(source: Source, read: TaskRead, files: Sequence[str]) -> None:
    """Draw the choice of the scale of the runs in these files."""
    every = [found.scales for found in read.recognised if found.file in files and found.scales]
    scales = [scale for scale in (every[0] if every else ()) if all(scale in some for some in every)]
    scales = scales or list(dict.fromkeys(scale for some in every for scale in some))
    act = partial(_decide_one, source, "run_scale")
    key = f"run_scale_{source.digest[:16]}"
    if sum(map(len, scales)) > _SHORT:
        _select("Scale of the runs", scales, source.choices.run_scale, key, act)
        return
    st.segmented_control(
        "Scale of the runs",
        scales,
        default=source.choices.run_scale if source.choices.run_scale in scales else None,
        key=key,
        format_func=escape,
        on_change=_on_change(key, act),
    )


def choose_ids(source: Source, read: TaskRead, files: Sequence[str], *, numbered: bool) -> None:
    """Draw the choice of the column of the ids; `numbered`: or of none, for rows that are numbered."""
    every = [found.columns for found in read.recognised if found.file in files and found.columns]
    columns = [text for text in (every[0] if every else ()) if text and all(text in some for some in every)]
    options = [*(columns or (every[0] if every else ())), *([NO_COLUMN] if numbered else [])]
    chosen = NO_COLUMN if source.choices.no_ids else (source.choices.id_columns or (None,))[0]
    _select("Column of the ids", options, chosen, f"ids_{source.digest[:16]}", partial(_use_ids, source))


def order_field(source: Source, classes: Sequence[str], label: str) -> Callable[[], None]:
    """Draw the field in which the classes are typed, as the files have them; returns what takes them as they stand."""
    key = f"classes_{source.key}_{hash(tuple(classes))}"

    def typed() -> None:
        decide(source, classes=parse_labels(st.session_state[key]) or None)

    st.text_input(
        label,
        write_labels(tuple(classes)),
        key=key,
        on_change=typed,
        help="Most measures depend on this order. Type the labels as the files have them, separated by commas.",
    )
    return typed


def _sentence(asked: Asked, read: TaskRead) -> None:
    """Draw the question, and what was seen that raises it."""
    scale = read.gold.scale if read.gold else None
    words = {
        "gold": "Which file is the gold?" if len(candidates(read)) > 1 else "Where is the gold?",
        "run-scale": "Which scale of the runs is scored?",
        "ids": "Which column holds the ids of the cases?",
        "classes": "Which classes are there, and in which order?",
    }[asked.kind]
    lines = _evidence(asked.problems)
    if asked.kind == "run-scale":
        against = f"scale {scale} of the gold" if scale else "the gold, which names no scale"
        lines.append(f"The scale you choose is scored against {against}.")
    if asked.kind == "gold":
        lines.append("A run never becomes the gold by itself.")
    said = "".join(f"<li>{html.escape(line)}</li>" for line in lines)
    st.html(f'<div class="oq oq-question"><b>{words}</b><ul class="oq-muted">{said}</ul></div>')


def _evidence(problems: Sequence[Problem]) -> list[str]:
    """Return what was seen, once for all files in which the same was seen."""
    where: dict[tuple[str, str], list[str]] = {}
    for problem in problems:
        where.setdefault((problem.case, problem.seen), []).append(problem.file)
    lines = []
    for (case, seen), files in list(where.items())[:_LISTED]:
        more = f" and {len(files) - 1} more" if len(files) > 1 else ""
        lines.append(f"{files[0]}{more}{f', {case}' if case else ''}: {seen.removeprefix(_UNCLEAR)}")
    if len(where) > _LISTED:
        lines.append(f"… and {len(where) - _LISTED:,} more")
    return lines


def _choose_classes(source: Source, read: TaskRead, asked: Asked) -> None:
    seen = next((found.classes for found in read.recognised if found.file in asked.files and found.classes), ())
    places = list(dict.fromkeys(problem.case for problem in asked.problems))
    take = order_field(source, source.choices.classes or seen, "Classes, from one end to the other")
    tools = st.container(horizontal=True)
    tools.button("Use these classes", key=f"use_classes_{source.digest[:16]}", on_click=take)
    if asked.offers("drop-classes"):
        words = escape(", ".join(places[:_LISTED])) + (f" and {len(places) - _LISTED} more" * (len(places) > _LISTED))
        action = partial(decide, source, drop_classes=True)
        tools.button(f"Leave out {words}", key=f"leave_out_{source.digest[:16]}", on_click=action)


def _use_gold(source: Source, name: str) -> None:
    sources.use(replace(source, gold=name))


def _use_ids(source: Source, column: str) -> None:
    if column == NO_COLUMN:
        decide(source, no_ids=True, id_columns=None)
    else:
        decide(source, no_ids=False, id_columns=(column,))


def _decide_one(source: Source, name: str, value: str) -> None:
    decide(source, **{name: value})


def _select(label: str, options: Sequence[str], chosen: str | None, key: str, act: Callable[[str], None]) -> None:
    """Draw a choice among texts of files; nothing is chosen where the visitor has not chosen yet."""
    st.selectbox(
        label,
        options,
        index=options.index(chosen) if chosen in options else None,
        key=key,
        placeholder="Choose…",
        on_change=_on_change(key, act),
    )


def _on_change(key: str, act: Callable[[str], None]) -> Callable[[], None]:
    def changed() -> None:
        value = st.session_state[key]
        if value is not None:
            act(value)

    return changed
