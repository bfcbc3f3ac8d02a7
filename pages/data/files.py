"""The files of a task: what each was recognised as, what it is used as, and what became of it."""

import html
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import streamlit as st

from ordquant_core.errors import Problem
from ordquant_core.formats import File, Recognised, Submission, TaskRead
from pages.data import decisions
from pages.shared import clicks, problems, questions, sources, tasks
from pages.shared.common import COMMON
from pages.shared.sources import Source

KINDS = (
    ("NTCIR STC-3, DialEval", "JSON", "annotators' quality labels per scale", "a distribution per case and scale"),
    ("DBDC", "JSON, a file per dialogue", "*.log.json with labels O, T, X", "*.labels.json, zipped per run"),
    ("SemEval Task 4 E", "TSV without header", "topic and a number per class", "the same"),
    ("LeWiDi 2025", "JSON, TSV", "labels of every annotator", "id and [p0, p1, …]"),
    ("LeQua, and any wide table", "CSV, TSV, Excel", "id, then a column per class", "the same"),
    ("One row per vote", "CSV, TSV, Excel", "case, annotator, label, in any order", "–"),
    ("Counts of several systems", "CSV", "rows of the system GOLD", "all other systems"),
)
ALSO = (
    "Any of them in a zip or as .gz; a folder per team is named after the team.",
    "Text in UTF-8 or UTF-16; Latin-1 on request.",
    "Decimal commas with semicolons or tabs; percentages (rows that sum to 100) on request.",
    "Excel: the sheet that is a table is taken; several tables are the scales of the task.",
    "Row numbers in a first column without a name, as pandas writes them; tables without ids on request.",
)


class Row(NamedTuple):
    """A row of the table of files."""

    file: str
    recognised: str
    used: str
    verdict: str
    reason: str = ""

    @property
    def rank(self) -> int:
        """The gold first, then what is rejected."""
        return 0 if self.used.startswith("gold") else 1 if self.verdict == "rejected" else 2


def recognised_kinds() -> None:
    """Draw the list of what can be read, for a visitor who wonders what to drop."""
    rows = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in kind) + "</tr>" for kind in KINDS)
    also = "".join(f"<li>{html.escape(line)}</li>" for line in ALSO)
    st.html(
        '<div class="oq-scroll"><table class="oq oq-table"><thead><tr><th>format</th><th>file</th><th>gold</th>'
        f'<th>run</th></tr></thead><tbody>{rows}</tbody></table></div><ul class="oq oq-muted">{also}</ul>'
        '<p class="oq oq-muted">Files are detected from their content, whatever their names; a run is named after its '
        "file. Cases are matched by id, classes by label.</p>"
    )


def verdict(source: Source, read: TaskRead) -> None:
    """Say in a sentence whether the task is ready, and describe it."""
    if read.task is None:
        problems.verdict(read)
        return
    runs = len(read.task.runs)
    facts = " · ".join(html.escape(part) for part in tasks.describe(read.task))
    synthetic = "<b>Synthetic sample.</b> " if source.synthetic else ""
    st.html(
        f'<p class="oq oq-verdict" id="verdict">{_ready(read)}</p><p class="oq oq-because">{synthetic}{facts}.'
        f"{'' if runs else ' The baselines Popularity and Uniform can be compared on it.'}</p>"
    )
    tasks.show_description(source.description)


def _ready(read: TaskRead) -> str:
    runs = len(read.task.runs) if read.task is not None else 0
    rejected = sum(one.verdict == "rejected" for one in read.submissions)
    words = f"Ready: a gold and {runs or 'no'} run{'s' * (runs != 1)}"
    if not rejected:
        return f"{words}."
    return f"{words}; {rejected} rejected run{'s are' if rejected > 1 else ' is'} left out."


def table(source: Source, read: TaskRead) -> None:
    """Draw a row per file or run, and for a visitor's own task what adds and removes files."""
    st.subheader("The files", anchor=False)
    rows = sorted(rows_of(source, read), key=lambda row: row.rank)
    body = "".join(_markup(row, removable=source.own) for row in rows)
    st.html(
        '<div class="oq-scroll oq-files"><table class="oq oq-table oq-stack oq-words" id="files"><thead><tr>'
        f"<th>file</th><th>recognised as</th><th>used as</th><th>verdict</th></tr></thead><tbody>{body}</tbody>"
        "</table></div>"
    )
    _gold(source, read)
    if not source.own:
        tasks.add_own_runs(source)
        return
    clicks.on_choice("files", partial(_remove, source, read))
    if not questions.wants_a_file(source, read):
        tasks.ask_for_files(add_to=source)


def _gold(source: Source, read: TaskRead) -> None:
    """Draw which file is the gold, and the choice of another one where there is any."""
    if read.gold_file is None or (source.gold is None and len(questions.candidates(read)) < 2):
        return
    with decisions.changeable("Gold", read.gold_file, "gold"):
        questions.choose_gold(source, read)
        if source.gold is not None:
            action = partial(sources.use, replace(source, gold=None))
            st.button("Detect the gold from the files", key="undo_gold", on_click=action)


def rows_of(source: Source, read: TaskRead) -> list[Row]:
    """Return a row per file, and one for each run of a file with several whose verdict is its own."""
    found: list[Row] = []
    known: set[str] = set()
    for one in read.recognised:
        own = [run for run in read.submissions if run.file == one.file or run.file.startswith(f"{one.file}:")]
        found.append(_row(one, own, read))
        known |= {one.file, *(run.file for run in own)}
        if len(own) > 1:
            found += [Row(f"{one.file}: {run.name}", "", "run", run.verdict, _why(run)) for run in own if _why(run)]
    for run in read.submissions:  # of a file that could not be read
        if run.file not in known:
            known.add(run.file)
            found.append(Row(run.file, "not recognised", "not used", run.verdict, _why(run)))
    for problem in read.problems:
        if problem.file not in known:
            known.add(problem.file)
            inside = next((one for one in read.recognised if problem.file.startswith(f"{one.file}/")), None)
            words = f"one of {inside.file}" if inside else "not recognised"
            found.append(Row(problem.file, words, "not used", "rejected", _few(problem.seen)))
    for note in read.notes:  # what could not be opened, and is passed over as the visitor decided
        file, passed, why = note.partition(": passed over")
        if passed and file not in known and "/" not in why:
            known.add(file)
            found.append(Row(file, "", "not used", "passed over", why.removeprefix(", ")))
    return found


def _row(one: Recognised, runs: Sequence[Submission], read: TaskRead) -> Row:
    gold = one.file == read.gold_file
    wrong = [problem for problem in read.problems if problem.file == one.file]
    used = f"{len(runs)} runs" if len(runs) > 1 else "run" if runs else "not used"
    if gold:
        used = f"gold and {used}" if runs else "gold"
    if read.gold_file is None and one.role != "run":
        used = "not decided"
    if (wrong and all(problem.asks for problem in wrong)) or (used == "not decided" and not wrong):
        return Row(one.file, one.words, used, "waits for an answer", "see the question above")
    if gold:
        if wrong:
            return Row(one.file, one.words, used, "rejected", _more(wrong[0].seen, len(wrong)))
        notes = [note for note in (read.gold.notes if read.gold else ()) if note.startswith(f"{one.file}: ")]
        return Row(one.file, one.words, used, "accepted with repairs" if notes else "accepted", _first(notes))
    if not runs:
        passed = next((note for note in read.notes if note.startswith(f"{one.file}: ")), "")
        reason = passed.removeprefix(f"{one.file}: ").removeprefix("passed over, ")
        return Row(one.file, one.words, used, "rejected" if wrong else "passed over", reason or _reason(wrong))
    if len(runs) == 1:
        left_out = runs[0].verdict == "rejected" and read.task is not None
        return Row(one.file, one.words, "not used" if left_out else used, runs[0].verdict, _why(runs[0]))
    counts = [
        f"{number} {verdict}"
        for verdict in ("accepted", "accepted with repairs", "rejected")
        if (number := sum(run.verdict == verdict for run in runs))
    ]
    return Row(one.file, one.words, used, runs[0].verdict if len(counts) == 1 else ", ".join(counts))


def _why(run: Submission) -> str:
    """Return the reason for a verdict in a few words, "" for what is accepted as it is."""
    if run.problems:
        first = run.problems[0]
        return _more(f"{f'{first.case}: ' if first.case else ''}{first.seen}", len(run.problems))
    return _first([note.removeprefix(f"{run.file}: ") for note in run.notes])


def _more(text: str, count: int) -> str:
    return f"{_few(text)} (and {count - 1:,} more)" if count > 1 else _few(text)


def _first(notes: Sequence[str]) -> str:
    return _more(notes[0].partition(": ")[2] or notes[0], len(notes)) if notes else ""


def _reason(wrong: Sequence[Problem]) -> str:
    return _more(wrong[0].seen, len(wrong)) if wrong else ""


def _few(text: str) -> str:
    return text if len(text) <= 90 else f"{text[:88]}…"


def _markup(row: Row, *, removable: bool) -> str:
    tint = ' class="oq-dissent"' if row.verdict == "rejected" else ""
    reason = f'<span class="oq-muted">: {html.escape(row.reason)}</span>' if row.reason else ""
    name = html.escape(row.file, quote=True)
    remove = (
        f'<span class="oq-remove" role="button" tabindex="0" data-choice="{name}" title="Remove {name}" '
        f'aria-label="Remove {name}"></span>'
        if removable
        else ""
    )
    return (
        f'<tr{tint}><td class="oq-id">{name}</td><td>{html.escape(row.recognised)}</td>'
        f'<td class="{"oq-gold" if row.used.startswith("gold") else ""}">{row.used}</td>'
        f"<td>{remove}{html.escape(row.verdict)}{reason}</td></tr>"
    )


def without(files: Sequence[File], name: str, others: Sequence[str]) -> list[File]:
    """Return the files but the one of that name, or the set of files in the folder of that name.

    Sets and files with other names (`others`) stay, even if they are in that folder.
    """
    inside = tuple(f"{other}/" for other in others if other.startswith(f"{name}/"))
    return [
        file
        for file in files
        if not f"{file.name}/".startswith(f"{name}/") or (inside and f"{file.name}/".startswith(inside))
    ]


def _remove(source: Source, read: TaskRead, name: str) -> None:
    """Remove what a row stands for; the name comes from the browser."""
    rest = without(source.load(), name, [one.file for one in read.recognised])
    if len(rest) == len(source.load()):
        return
    if rest:
        COMMON["task"] = sources.keep(rest, instead_of=source.key).key
    else:
        sources.own().pop(source.key)
        COMMON["task"] = sources.OWN
