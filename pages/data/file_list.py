"""The files of a task as rows: what each was recognised as, what it is used as, and what became of it."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from ordquant_core.markup import Band, Cell, Grid, Head, Html, Row, tag
from ordquant_core.numerals import count
from ordquant_core.tasks.outcomes import Outcome

ALIKE = 4  # so many files share a row


def file_rows(outcomes: Sequence[Outcome], *, removable: bool) -> Grid:
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
    each = [tag("li", _remove(one.file) if removable else "", name) for one, name in zip(alike, short, strict=True)]
    row = _row(alike[0], removable=False)
    unfolds = tag("details", tag("summary", *names), tag("ul", *each))
    return replace(row, cells=[Cell(unfolds, class_="oq-id"), *row.cells[1:]])


def _remove(file: str) -> Html:
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
            tag("span", _remove(outcome.file) if removable else "", verdict, reason),
        ],
        class_="oq-dissent" if outcome.verdict == "rejected" else None,
    )
