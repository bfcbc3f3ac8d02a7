"""Votes one by one: a row per vote, `case,annotator,label`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.delimited import Block, Columns, Reader, Row, rows_of
from ordquant_core.formats.labels import ascending
from ordquant_core.formats.limits import MAX_CELLS, MAX_COLUMNS, refuse
from ordquant_core.formats.opened import Kind, Opened, Part, Role
from ordquant_core.formats.rows import Problems, to_content
from ordquant_core.formats.text import canonical, case_place, id_fault, label


@dataclass(slots=True)
class LongVotes(Opened):
    """A table with a column of annotators and one of labels."""

    kind: ClassVar[Kind] = "long-votes"
    words: ClassVar[str] = "a table with a row per vote"
    reader: Reader
    rows: Iterable[list[Row] | Block]
    header: Sequence[str]
    header_line: int
    columns: Columns

    @property
    def role(self) -> Role:
        """Votes are a gold."""
        return "gold"

    @property
    def open_ended(self) -> bool:
        """Only the classes that somebody voted for are known."""
        return True

    def read(self, problems: Problems, *, scale: str | None, as_gold: bool) -> list[Part]:
        """Count the votes of every case. Classes are in the order of their numbers, else of their first appearance."""
        cases: dict[str, int] = {}
        classes: dict[str, int] = {}
        lines: list[int] = []
        votes: dict[tuple[str, str], int] = {}  # (case, annotator) -> line
        pairs: list[tuple[int, int]] = []
        texts: dict[int, list[str]] = {place: [] for place in self.columns.extras}
        for line, row in (row for piece in self.rows for row in rows_of(piece)):
            vote = self._vote(line, row, votes, problems)
            if vote is None:
                continue
            case, text = vote
            if case not in cases:
                lines.append(line)
                for place, told in texts.items():
                    told.append(row[place])
            pairs.append((cases.setdefault(case, len(cases)), classes.setdefault(text, len(classes))))
            if len(classes) > MAX_COLUMNS:
                column = label(self.header[self.columns.label or 0])
                raise refuse(self.name, f"column {column} holds more than {MAX_COLUMNS:,} labels", f"{MAX_COLUMNS:,}")
        if self.reader.stopped:
            problems.found.append(self.reader.stopped)
        if len(cases) * len(classes) > MAX_CELLS:
            seen = f"{len(cases):,} cases of {len(classes):,} classes"
            raise refuse(self.name, seen, f"{MAX_CELLS:,} numbers")
        if not problems.found and len(classes) < 2:
            count = len(classes)
            seen = f"the votes are for {count} class{'es' * (count != 1)}"
            raise InputError([Problem(self.name, "", seen, "at least two are needed")])
        counts = np.zeros((len(cases), len(classes)))
        if pairs:
            np.add.at(counts, tuple(np.array(pairs).T), 1)
        order = ascending(list(classes)) if classes else None
        names = list(classes)
        if order is not None:
            names, counts = [names[place] for place in order], counts[:, order]
            _tell_gaps(names, problems)
        extras = {self.header[place].strip(): column for place, column in texts.items()}
        content = to_content(tuple(names), list(cases), counts, lines, problems, votes=True, extras=extras)
        return [Part("", content, problems)]

    def _vote(
        self, line: int, row: Sequence[str], votes: dict[tuple[str, str], int], problems: Problems
    ) -> tuple[str, str] | None:
        """Return case and label of a row; note what is wrong with it."""
        place = f"line {line}"
        keys, annotator_at, label_at = self.columns.keys, self.columns.annotator or 0, self.columns.label or 0
        whole = len(row) == len(self.header)
        case = "/".join(row[key] for key in keys) if len(row) > max(keys) else ""
        fault = id_fault(case)
        if not whole:
            seen = f"{len(row)} column{'s' * (len(row) != 1)}"
            problems.fault(line, place, seen, f"the header has {len(self.header)}", case="" if fault else case)
        elif fault:
            problems.fault(line, place, f"the id {fault}", "every row starts with the id of its case")
        else:
            annotator, text = row[annotator_at], canonical(row[label_at])
            where = f"{place} ({case_place(case)})"
            wrong = id_fault(text)
            if wrong:
                column = label(self.header[label_at].strip())
                problems.fault(line, where, f"column {column} {wrong}", "every row needs a label", case=case)
            elif (case, annotator) in votes:
                first = votes[case, annotator]
                seen = f"annotator {label(annotator)} votes in lines {first} and {line}"
                problems.repeat(line, case, seen)
            else:
                votes[case, annotator] = line
                return case, text
        return None


def _tell_gaps(classes: Sequence[str], problems: Problems) -> None:
    """Note whole numbers for which nobody voted, between those for which somebody did."""
    try:
        numbers = list(map(int, classes))
    except ValueError:
        return
    span = numbers[-1] - numbers[0] + 1
    if span == len(numbers) or span > MAX_COLUMNS:
        return
    gaps = [str(number) for number in range(numbers[0], numbers[-1] + 1) if number not in set(numbers)]
    problems.notes.append(
        f"{problems.file}: nobody votes for {', '.join(gaps)}, so there is no such class; name all classes if there is"
    )
