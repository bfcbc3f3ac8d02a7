"""Tables with one row per vote: `case,annotator,label`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from ordquant_core import numerals
from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.labels import ascending
from ordquant_core.formats.limits import MAX_CELLS, MAX_COLUMNS, refuse
from ordquant_core.formats.opened import Kind, Opened, Part, Role
from ordquant_core.formats.rows import Problems, to_content
from ordquant_core.formats.tables.columns import Columns
from ordquant_core.formats.tables.delimited import Block, Reader, Row, rows_of
from ordquant_core.formats.text import canonical, case_place, id_fault, is_number, label

_MANY_CLASSES = 11  # more than a scale usually has


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
    _choices: set[tuple[str, str]] = field(init=False, default_factory=set)  # (case, label)
    _voted_again: bool = field(init=False, default=False)  # an annotator votes twice for a case
    _chosen_again: bool = field(init=False, default=False)  # two annotators choose the same label for a case

    @property
    def headers(self) -> tuple[tuple[str, ...], ...]:
        """The names of its columns."""
        return (tuple(text.strip() for text in self.header),)

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
        self._settle(problems)
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
                for place, cells in texts.items():
                    cells.append(row[place])
            pairs.append((cases.setdefault(case, len(cases)), classes.setdefault(text, len(classes))))
            if len(classes) > MAX_COLUMNS:
                column = label(self.header[self.columns.label or 0])
                raise refuse(
                    self.name,
                    f"column {column} holds more than {numerals.count(MAX_COLUMNS)} labels",
                    numerals.count(MAX_COLUMNS),
                )
        if self.reader.stopped:
            problems.found.append(self.reader.stopped)
        if len(cases) * len(classes) > MAX_CELLS:
            seen = f"{numerals.count(len(cases))} cases of {numerals.count(len(classes))} classes"
            raise refuse(self.name, seen, f"{numerals.count(MAX_CELLS)} numbers")
        self._check_columns(list(classes), votes, problems)
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
            _note_gaps(names, problems)
        extras = {self.header[place].strip(): cells for place, cells in texts.items()}
        content = to_content(tuple(names), list(cases), counts, lines, problems, votes=True, extras=extras)
        return [Part("", content, problems)]

    def _settle(self, problems: Problems) -> None:
        """Decide which columns hold the id of the case, from their names or the user's decision."""
        chosen, columns = problems.choices.id_columns, self.columns
        places = tuple(p for p, text in enumerate(self.header) if chosen is not None and text.strip() in chosen)
        if chosen is not None and len(places) == len(chosen):
            rest = tuple(place for place in (*columns.keys, *columns.classes) if place not in places)
            self.columns = columns._replace(keys=places, classes=rest)
        elif not columns.keys:
            seen = "it is not clear which column holds the cases"
            action = "name it case or id in the header, or choose the id column"
            problems.add(self.header_line, f"line {self.header_line}", seen, action, asks="ids")
            self.columns = columns._replace(keys=columns.classes[:1])

    def _check_columns(self, classes: Sequence[str], votes: dict[tuple[str, str], int], problems: Problems) -> None:
        """Note a problem where the columns of annotators and labels seem to be swapped."""
        annotators = {annotator.strip() for _, annotator in votes}
        again = self._voted_again and not self._chosen_again
        many = len(classes) > _MANY_CLASSES and ascending(classes) is None and all(map(is_number, annotators))
        if len(classes) > len(annotators) > 1 and (again or many):
            labels, names = (
                label(self.header[place or 0].strip()) for place in (self.columns.label, self.columns.annotator)
            )
            words, found = numerals.count(len(classes), "word"), numerals.count(len(annotators), "number")
            seen = f"column {labels} holds {words}, column {names} {found}"
            action = "the two columns seem to be swapped: correct the header"
            problems.add(self.header_line, f"line {self.header_line}", seen, action)

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
            self._voted_again |= (case, annotator) in votes
            self._chosen_again |= (case, text) in self._choices
            self._choices.add((case, text))
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


def _note_gaps(classes: Sequence[str], problems: Problems) -> None:
    """Note whole numbers without votes between those with votes."""
    try:
        numbers = list(map(int, classes))
    except ValueError:
        return
    span = numbers[-1] - numbers[0] + 1
    if span == len(numbers) or span > MAX_COLUMNS:
        return
    gaps = [str(number) for number in range(numbers[0], numbers[-1] + 1) if number not in set(numbers)]
    problems.notes.append(
        f"{problems.file}: nobody votes for {', '.join(gaps)}, so it is not a class; name all classes if it is one"
    )
