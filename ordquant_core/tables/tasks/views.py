"""The files of a task and what is in them, as rows of a page: what can be read, what became of files, first cases."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from ordquant_core.findings.tasks import TIED, unusual_cases
from ordquant_core.formats.task.outcomes import Outcome, in_words
from ordquant_core.markup import Cell, Column, Grid, Html, Numbers, Row, tag
from ordquant_core.numerals import class_label, count, score
from ordquant_core.records import Task
from ordquant_core.tables.two_runs.cases import histograms

ALIKE = 4  # so many files share a row
_TABLE = "CSV, TSV, Excel, Parquet, JSON"
FORMATS = (
    ("NTCIR STC-3, DialEval", "JSON", "annotators' quality labels per scale", "a distribution per case and scale"),
    ("DBDC", "JSON, a file per dialogue", "*.log.json with labels O, T, X", "*.labels.json, zipped per run"),
    ("SemEval Task 4 E", "TSV without header", "topic and a number per class", "the same"),
    ("LeWiDi 2023, 2025", "JSON, TSV", "labels of every annotator", "id and [p0, p1, …]"),
    ("A column per class (LeQua, too)", _TABLE, "id, then votes or probabilities", "id, then probabilities"),
    ("A row per vote", _TABLE, "case, annotator, label, in any order", "–"),
    ("A row per case and class", _TABLE, "item, class, count", "item, class, prob"),
    ("Any other table", _TABLE, "once you say what its columns hold", "the same"),
)
VARIANTS = (
    "Any of them in a zip or as .gz; a folder per team is named after the team.",
    "Text in UTF-8 or UTF-16; other encodings are asked about.",
    "Decimal commas with semicolons or tabs, a sign for percent; percentages (rows that sum to 100) once you say so.",
    "A workbook with one table; of several sheets you choose one.",
    "JSON: a list of records, a record in each line (JSON Lines), an object of records, or what pandas writes.",
    "A column per annotator, a row per person, lists in cells, codes for no answer, rejected work: the page asks.",
)


def formats() -> Grid:
    """Return a row per format of files that can be read; `VARIANTS` says in which forms."""
    return ["format", "file", "gold", "run"], list(map(Row, FORMATS))


def files(outcomes: Sequence[Outcome], *, removable: bool) -> Grid:
    """Return a row per file or run: what it was recognised as, what it is used as, its verdict.

    Many files of a folder of which all of this is alike share a row, in which their names unfold without the folder.
    `removable`: with a button whose choice is the name of the file.
    """
    rows: list[Row] = []
    for _, together in groupby(outcomes, key=lambda one: (one.file.rpartition("/")[0], *one[1:])):
        alike = list(together)
        rows += [_files(alike, removable)] if len(alike) >= ALIKE else [_file(one, removable) for one in alike]
    return ["file", Column("recognised as", class_="oq-sentence"), "used as", "verdict"], rows


def taken(task: Task, outcomes: Sequence[Outcome]) -> str:
    """Say how the files of a task were taken, and what is unusual about it."""
    ties = dict(unusual_cases(task))[TIED]
    on = f" On {count(ties, 'case')} the most frequent class is tied." if ties else ""
    compared = "" if task.runs else " The baselines Popularity and Uniform can be compared on it."
    return f"{in_words(outcomes)}{on}{compared}"


def some_cases(task: Task, run: int | None, first: int, n: int) -> Grid:
    """Return up to `n` cases from number `first` on: their gold as a picture, and a row of numbers of a run.

    Of the gold (None) these are votes where there are votes. What came along with a case follows.
    """
    some = slice(first, first + n)
    votes = task.votes if run is None else None
    if votes is not None:
        written = [list(map(count, row)) for row in votes[some].tolist()]
    else:
        values = task.gold if run is None else task.estimates[run]
        written = [list(map(score, row)) for row in values[some].tolist()]
    numbers = [Numbers(class_label(label)) for label in task.classes]
    rows = [
        Row([Cell(name, heads=True), picture, *row, *(texts[case] for texts in task.extras.values())])
        for case, (name, picture, row) in enumerate(
            zip(task.cases[some], histograms(task.gold[some]), written, strict=True), start=first
        )
    ]
    return [Column("case"), Column("gold"), *numbers, *map(Column, task.extras)], rows


def _files(alike: Sequence[Outcome], removable: bool) -> Row:
    short = [one.file.rpartition("/")[2] for one in alike]
    names = f"{count(len(alike), 'file')}: {alike[0].file} … {short[-1]}"
    each = [tag("li", _remove(one.file) if removable else "", name) for one, name in zip(alike, short, strict=True)]
    row = _file(alike[0], removable=False)
    return replace(
        row, cells=[Cell(tag("details", tag("summary", names), tag("ul", *each)), class_="oq-id"), *row.cells[1:]]
    )


def _remove(file: str) -> Html:
    words = f"Remove {file}"
    return tag("button", type="button", class_="oq-remove", data_choice=file, title=words, aria_label=words)


def _file(one: Outcome, removable: bool) -> Row:
    verdict = one.verdict if one.verdict == "rejected" else tag("span", one.verdict, class_="oq-muted")
    reason = tag("span", f": {one.reason}", class_="oq-muted") if one.reason else ""
    return Row(
        [
            Cell(one.file, class_="oq-id"),
            Cell(one.recognised, class_="oq-sentence"),
            Cell(one.used, class_="oq-gold" if one.used.startswith("gold") else None),
            tag("span", _remove(one.file) if removable else "", verdict, reason),
        ],
        class_="oq-dissent" if one.verdict == "rejected" else None,
    )
