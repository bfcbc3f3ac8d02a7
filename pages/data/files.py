"""The files of a task: what each was recognised as, what it is used as, and what became of it."""

from collections.abc import Container, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby

import streamlit as st

from ordquant_core.analysis.reversed_classes import in_words, reversed_runs
from ordquant_core.findings.tasks import taken
from ordquant_core.markup import Band, Cell, Grid, Head, Html, Row, tag
from ordquant_core.numerals import count
from ordquant_core.records import Task
from ordquant_core.tasks import TaskRead
from ordquant_core.tasks.mistakes import mistakes
from ordquant_core.tasks.outcomes import Outcome, outcomes
from ordquant_core.tasks.published.source import OWN, Source
from ordquant_core.tasks.questions import verdict as verdict_on
from pages.data import decisions
from pages.data.wrong import list_mistakes
from pages.shared import clicks, dropped, links, look, sources, task_files, tasks, write
from pages.shared.common import COMMON
from pages.shared.result_cache import compute_once

MOST_ROWS = 1_000  # rows of the table: drawing more takes longer than reading thousands of files
ALIKE = 4  # so many files share a row
WAITS = "Answer or correct what is listed below."


def verdict(source: Source, read: TaskRead, key: task_files.TaskKey, rows: Sequence[Outcome]) -> None:
    """Say whether the task is ready, how its files were taken, and what its author may have mistaken."""
    with look.finding():
        if read.questions:
            write.verdict(f"What is in {read.questions[0].files[0]}?")
            write.because(verdict_on(read), " Choose how it is read, and check the first cases.", id="not_ready")
        else:
            write.verdict(verdict_on(read))
            write.because(WAITS if read.task is None else taken(read.task, rows))
    if read.task is not None and (source.own or source.added):
        list_mistakes([*((one.file, one.words) for one in mistakes(read)), *_reversed(read, key)])


def next_step(source: Source, task: Task, key: task_files.TaskKey) -> None:
    """Draw where to go with a task that is ready: which runs differ, or the baselines where there are no runs."""
    query = tasks.link_query(source, key.scale)
    with st.container(key="next_step", width="content"):
        if len(task.runs) > 1:
            links.page_link(tasks.SYSTEMS, "See which runs differ", ":material/arrow_forward:", query)
        else:
            links.page_link("popularity/page.py", "Compare the baselines", ":material/balance:", query)


def _reversed(read: TaskRead, key: task_files.TaskKey) -> list[tuple[str, str]]:
    """Return the files whose classes may be in the opposite order, and what shows that."""
    files, task = {run.name: run.place for run in read.runs}, read.task
    reversed_of_task = compute_once(("reversed", key), lambda: reversed_runs(task)) if task is not None else ()
    return [(files.get(one.run, one.run), in_words(one)) for one in reversed_of_task]


def list_files(source: Source, read: TaskRead, rows: Sequence[Outcome]) -> None:
    """Draw a row per file or run, and what was decided about them."""
    st.header("The files", anchor=False)
    last = sources.removed(source.key)
    rows = _with_removed(last, rows)
    _draw(rows[:MOST_ROWS], last.files if source.own else None)
    if len(rows) > MOST_ROWS:
        write.muted(f"Listed: {count(MOST_ROWS)} of {count(len(rows))}, the gold and rejected files first.")
    dropped.list_added(source)
    decisions.show(source, read)
    if source.own:
        others = [*(one.file for one in read.recognised), *last.files]
        clicks.on_choice("files", partial(_remove_or_put_back, source.key, others))


def list_removed() -> None:
    """Draw the files of which none is left: each can be put back."""
    if (last := sources.removed(OWN)).files:
        with st.container(border=True):
            _draw(_with_removed(last, [])[:MOST_ROWS], last.files)
        clicks.on_choice("files", partial(_remove_or_put_back, OWN, [*last.files]))


def _with_removed(last: sources.Removed, rows: Sequence[Outcome]) -> Sequence[Outcome]:
    """Return the rows with those of removed files, each in its place of before."""
    if not last.files or not isinstance(last.before, Source):
        return rows
    before, now = outcomes(task_files.read_source(last.before)[0]), {one.file: one for one in rows}
    kept = [now.pop(one.file, one) for one in before if one.file in now or one.file in last.files]
    return [*kept, *now.values()]


def _remove_or_put_back(key: str, others: Sequence[str], name: str) -> None:
    """Remove what a row stands for, or put it back; the name comes from the browser."""
    COMMON["task"] = sources.remove_or_put_back(key, name, others=others)


def _draw(rows: Sequence[Outcome], removed: Container[str] | None) -> None:
    write.table(*_rows(rows, removed), id="files", styles="oq-words", lines=True, first=9)


def _rows(outcomes: Sequence[Outcome], removed: Container[str] | None) -> Grid:
    """Return a row per file or run: what it was recognised as, what it is used as, its verdict.

    Many files of a folder of which all of this is alike share a row, in which their names unfold without the folder.
    `removed`: the files that were; None where none can be. Else each has a button whose choice is its name.
    """
    rows: list[Row | Band] = []
    for _, together in groupby(outcomes, key=lambda outcome: (outcome.file.rpartition("/")[0], *outcome[1:])):
        alike = list(together)
        rows += [_alike(alike, removed)] if len(alike) >= ALIKE else [_row(one, removed) for one in alike]
    return [Head("file"), Head("recognised as", class_="oq-sentence"), Head("used as"), Head("verdict")], rows


def _alike(alike: Sequence[Outcome], removed: Container[str] | None) -> Row:
    short = [one.file.rpartition("/")[2] for one in alike]
    number = count(len(alike), "run" if alike[0].used == "run" else "file")
    names = number, tag("span", f" {short[0]} … {short[-1]}", class_="oq-muted oq-wide")
    each = [tag("li", *_cross(one.file, removed), name) for one, name in zip(alike, short, strict=True)]
    row = _row(alike[0], None)
    is_open = removed is not None and any(one.file in removed for one in alike)
    unfolds = tag("details", tag("summary", *names), tag("ul", *each), open=is_open)
    return replace(row, cells=[Cell(unfolds, class_="oq-id"), *row.cells[1:]])


def _cross(file: str, removed: Container[str] | None) -> tuple[Html, ...]:
    """Return what removes a file; or what puts it back, in the same place, and gets the focus."""
    if removed is None:
        return ()
    is_gone = file in removed
    words = f"Undo: {file} was removed" if is_gone else f"Remove {file}"
    button = {"class_": "oq-remove", "data_choice": file, "title": words, "aria_label": words}
    return (tag("button", "Undo" if is_gone else "", type="button", **button),)


def _row(outcome: Outcome, removed: Container[str] | None) -> Row:
    if removed is not None and outcome.file in removed:
        undo = tag("span", *_cross(outcome.file, removed), "removed")
        was = Cell(outcome.recognised, class_="oq-sentence")
        return Row([Cell(outcome.file, class_="oq-id"), was, "", undo], class_="oq-muted")
    verdict = outcome.verdict if outcome.verdict == "rejected" else tag("span", outcome.verdict, class_="oq-muted")
    reason = tag("span", f": {outcome.reason}", class_="oq-muted") if outcome.reason else ""
    return Row(
        [
            Cell(outcome.file, class_="oq-id"),
            Cell(outcome.recognised, class_="oq-sentence"),
            Cell(outcome.used, class_="oq-gold" if outcome.used.startswith("gold") else None),
            tag("span", *_cross(outcome.file, removed), verdict, reason),
        ],
        class_="oq-dissent" if outcome.verdict == "rejected" else None,
    )
