"""The files of a task and what is in them, as rows of a page: what can be read, what became of files, first cases."""

from collections.abc import Sequence

from ordquant_core.formats.task.outcomes import Outcome
from ordquant_core.markup import Cell, Column, Row, tag
from ordquant_core.numerals import class_label, count, score
from ordquant_core.records import Task

Shown = tuple[Sequence[str | Column], list[Row]]
FORMATS = (
    ("NTCIR STC-3, DialEval", "JSON", "annotators' quality labels per scale", "a distribution per case and scale"),
    ("DBDC", "JSON, a file per dialogue", "*.log.json with labels O, T, X", "*.labels.json, zipped per run"),
    ("SemEval Task 4 E", "TSV without header", "topic and a number per class", "the same"),
    ("LeWiDi 2023, 2025", "JSON, TSV", "labels of every annotator", "id and [p0, p1, …]"),
    ("LeQua, and any wide table", "CSV, TSV, Excel", "id, then a column per class", "the same"),
    ("One row per vote", "CSV, TSV, Excel", "case, annotator, label, in any order", "–"),
    (
        "One row per case and class",
        "CSV, TSV, Excel",
        "item, class, count",
        "item, class, prob; system, item, class, prob",
    ),
    ("Several systems in one table", "CSV, TSV, Excel", "–", "a column system beside the ids"),
    ("One label per case", "CSV, TSV, Excel", "–", "item, label: one-hot on request"),
    ("Counts of several systems", "CSV, TSV, Excel", "rows of the system GOLD", "all other systems"),
)
VARIANTS = (
    "Any of them in a zip or as .gz; a folder per team is named after the team.",
    "Text in UTF-8 or UTF-16; Latin-1 on request.",
    "Decimal commas with semicolons or tabs; percentages (rows that sum to 100) on request.",
    "Excel: the sheet that holds a table is read; several tables are the scales of the task.",
    "Scores computed elsewhere: the columns run, case, measure, score, and optionally better (smaller or larger).",
    "Any of these tables in JSON: a list of records, a record in each line (JSON Lines), an object of records.",
    "Row numbers in a first column without a name, as pandas writes them; tables without ids on request.",
)


def formats() -> Shown:
    """Return a row per format of files that can be read; `VARIANTS` says in which forms."""
    return ["format", "file", "gold", "run"], list(map(Row, FORMATS))


def files(outcomes: Sequence[Outcome], *, removable: bool) -> Shown:
    """Return a row per file or run: what it was recognised as, what it is used as, its verdict.

    `removable`: with a button whose choice is the name of the file.
    """
    recognised = Column("recognised as", class_="oq-sentence")
    return ["file", recognised, "used as", "verdict"], [_file(one, removable) for one in outcomes]


def first_cases(task: Task, run: int | None, n: int) -> Shown:
    """Return the first `n` cases of a run, or of the gold (None): votes where there are votes, and what came along."""
    votes = task.votes if run is None else None
    if votes is not None:
        written = [list(map(count, row)) for row in votes[:n].tolist()]
    else:
        values = task.gold if run is None else task.estimates[run]
        written = [list(map(score, row)) for row in values[:n].tolist()]
    numbers = [Column(class_label(label), class_="oq-number") for label in task.classes]
    rows = [
        Row(
            [
                Cell(task.cases[case], heads=True),
                *(Cell(text, class_="oq-number") for text in row),
                *(texts[case] for texts in task.extras.values()),
            ]
        )
        for case, row in enumerate(written)
    ]
    return [Column("case"), *numbers, *map(Column, task.extras)], rows


def _file(one: Outcome, removable: bool) -> Row:
    words = f"Remove {one.file}"
    remove = tag("button", type="button", class_="oq-remove", data_choice=one.file, title=words, aria_label=words)
    reason = tag("span", f": {one.reason}", class_="oq-muted") if one.reason else ""
    return Row(
        [
            Cell(one.file, class_="oq-id"),
            Cell(one.recognised, class_="oq-sentence"),
            Cell(one.used, class_="oq-gold" if one.used.startswith("gold") else None),
            tag("span", remove if removable else "", one.verdict, reason),
        ],
        class_="oq-dissent" if one.verdict == "rejected" else None,
    )
