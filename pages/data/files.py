"""The files of a task: what each was recognised as, what it is used as, and what became of it."""

from collections.abc import Sequence
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
from ordquant_core.tasks.outcomes import Outcome, without
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
    write.table(*_rows(rows[:MOST_ROWS], removable=source.own), id="files", styles="oq-words", lines=True, first=9)
    if len(rows) > MOST_ROWS:
        write.muted(f"Listed: {count(MOST_ROWS)} of {count(len(rows))}, the gold and rejected files first.")
    dropped.list_added(source)
    decisions.show(source, read)
    if source.own:
        clicks.on_choice("files", partial(_remove, source, read))


def _remove(source: Source, read: TaskRead, name: str) -> None:
    """Remove what a row stands for; the name comes from the browser."""
    rest = without(source.load(), name, [one.file for one in read.recognised])
    if len(rest) == len(source.load()):
        return
    if rest:
        COMMON["task"] = sources.keep(rest, instead_of=source.key).key
    else:
        sources.remove(source.key)
        COMMON["task"] = OWN


def _rows(outcomes: Sequence[Outcome], *, removable: bool) -> Grid:
    """Return a row per file or run: what it was recognised as, what it is used as, its verdict.

    Many files of a folder of which all of this is alike share a row, in which their names unfold without the folder.
    `removable`: with a button whose choice is the name of the file.
    """
    rows: list[Row | Band] = []
    for _, together in groupby(outcomes, key=lambda outcome: (outcome.file.rpartition("/")[0], *outcome[1:])):
        alike = list(together)
        rows += [_alike(alike, removable)] if len(alike) >= ALIKE else [_row(one, removable) for one in alike]
    return [Head("file"), Head("recognised as", class_="oq-sentence"), Head("used as"), Head("verdict")], rows


def _alike(alike: Sequence[Outcome], removable: bool) -> Row:
    short = [one.file.rpartition("/")[2] for one in alike]
    number = count(len(alike), "run" if alike[0].used == "run" else "file")
    names = tag("b", number), f" {short[0]} … {short[-1]}"
    each = [tag("li", _cross(one.file) if removable else "", name) for one, name in zip(alike, short, strict=True)]
    row = _row(alike[0], removable=False)
    unfolds = tag("details", tag("summary", *names), tag("ul", *each))
    return replace(row, cells=[Cell(unfolds, class_="oq-id"), *row.cells[1:]])


def _cross(file: str) -> Html:
    words = f"Remove {file}"
    return tag("button", type="button", class_="oq-remove", data_choice=file, title=words, aria_label=words)


def _row(outcome: Outcome, removable: bool) -> Row:
    verdict = outcome.verdict if outcome.verdict == "rejected" else tag("span", outcome.verdict, class_="oq-muted")
    reason = tag("span", f": {outcome.reason}", class_="oq-muted") if outcome.reason else ""
    return Row(
        [
            Cell(outcome.file, class_="oq-id"),
            Cell(outcome.recognised, class_="oq-sentence"),
            Cell(outcome.used, class_="oq-gold" if outcome.used.startswith("gold") else None),
            tag("span", _cross(outcome.file) if removable else "", verdict, reason),
        ],
        class_="oq-dissent" if outcome.verdict == "rejected" else None,
    )
