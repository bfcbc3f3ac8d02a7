"""Tables with a row per vote and a column per class: `case,annotator,bad,good`, 1 in the class that was chosen."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from typing import ClassVar, NamedTuple

import numpy as np

from ordquant_core.errors import Repair
from ordquant_core.formats.missing import report_missing, report_no_vote
from ordquant_core.formats.numbered import Numbers
from ordquant_core.formats.opened import Part, Role
from ordquant_core.formats.rows import Problems, to_content
from ordquant_core.formats.tables.columns import COUNTS, Columns, is_vote, normal, repeats
from ordquant_core.formats.tables.delimited import Block, Row, rows_of
from ordquant_core.formats.tables.wide import Table
from ordquant_core.formats.text import case_place, label

LOOKED_AT = 256  # rows
FEWEST = 3  # of them: with two, ids that are equal are no pattern
_YES = frozenset({"1", "1.0", "true", "t", "yes", "y", "x", "✓", "✔", "☑", "*", "ja", "oui", "sí", "si", "はい", "○"})
_MARKS = _YES | {"", "0", "0.0", "false", "f", "no", "n", "-", ".", "✗", "☐", "nein", "non", "いいえ", "×"}
_NUMBERS = frozenset({"0", "1", "0.0", "1.0"})


class Choice(NamedTuple):
    """How rows choose one of several classes."""

    classes: tuple[int, ...]  # the columns of the classes
    annotator: int | None  # the column of those who chose; None: no column, each row is a vote
    marked: bool = False  # by other marks than 1 and 0
    doubt: str = ""  # why the rows may be cases of their own


def choice_of(header: Sequence[str], columns: Columns, rows: Sequence[Sequence[str]], *, nobody: bool) -> Choice | None:
    """Return how most rows choose one class, as the vote of one annotator does; None where they do not.

    Where no column has the name of annotators, rows are votes if most items stand in several of them. `nobody`: the
    user says that there is no such column.
    """
    rows = [row for row in rows[:LOOKED_AT] if len(row) == len(header)]
    places = [place for place in columns.classes if _are_marks([row[place] for row in rows])]
    places = [place for place in places if normal(header[place]) not in COUNTS]
    if len(places) < 2 or not rows:
        return None
    ones = [sum(_is_yes(row[place]) for place in places) for row in rows]
    if 2 * ones.count(1) <= len(rows):
        return None
    marked = any(row[place].strip() not in _NUMBERS for row in rows for place in places)
    found = Choice(tuple(places), columns.annotator, marked)
    if columns.annotator is not None:
        return found
    keys = columns.keys
    if not keys or len(rows) < FEWEST or not repeats(rows, keys[:1]):
        return None
    if len(keys) > 1 and not repeats(rows, keys):  # a dialogue and its turns, or an item and its votes
        last = header[keys[-1]].strip()
        odd = not nobody and is_vote(header[keys[-1]])
        seen = f"the rows choose one class each, and {label(last)} may be part of the case or number its votes"
        return found._replace(doubt=seen) if odd else None
    others = [place for place in range(len(header)) if place not in (*places, *keys)]
    people = [place for place in others if _tells_apart(rows, keys, place)] if not nobody else []
    return found._replace(annotator=people[0] if people else None)


def _are_marks(cells: Sequence[str]) -> bool:
    """Return whether a column says yes or no in each cell."""
    return {cell.strip().casefold() for cell in cells} <= _MARKS


def _is_yes(cell: str) -> bool:
    return cell.strip().casefold() in _YES


def _tells_apart(rows: Sequence[Sequence[str]], keys: Sequence[int], place: int) -> bool:
    """Return whether the values of a column differ among the rows of each item, and occur for several items."""
    items = [tuple(row[key] for key in keys) for row in rows]
    pairs = {(item, row[place]) for item, row in zip(items, rows, strict=True)}
    return len(pairs) == len(rows) and all(row[place].strip() for row in rows) and repeats(rows, (place,))


def votes_of(rows: Iterable[list[Row] | Block], choice: Choice, width: int) -> Iterator[list[Row]]:
    """Yield rows with 1 and 0 for other marks, and with a number of their own where nobody is named."""
    places = {*choice.classes}
    for piece in rows:
        found = []
        for line, row in rows_of(piece):
            whole = len(row) == width
            cells = [_as_number(cell) if whole and place in places else cell for place, cell in enumerate(row)]
            found.append((line, [*cells, str(line)] if choice.annotator is None and whole else cells))
        yield found


def _as_number(cell: str) -> str:
    mark = cell.strip().casefold()
    return "1" if mark in _YES else "0" if mark in _MARKS else cell


def without_authors(columns: Columns) -> Columns:
    """Take the column of people for a text of the cases: they did not vote, they wrote what was judged."""
    if columns.annotator is None:
        return columns
    extras = tuple(sorted({*columns.extras, columns.annotator}))
    return columns._replace(annotator=None, extras=extras)


class VoteRows(Table):
    """A table with a row per case and annotator, and a column per class: votes are added up by case."""

    __slots__ = ()
    kind: ClassVar[str] = "vote-rows"
    words: ClassVar[str] = "a table with a row per vote and a column per class"
    group: ClassVar[str] = "annotator"
    role: ClassVar[Role] = "gold"

    def read(self, problems: Problems, *, scale: str | None, as_gold: bool) -> list[Part]:
        """Add up the rows of each case. A row that does not choose exactly one class is a fault."""
        classes, cells = self.cells(problems, lambda _: problems, grouped=True)
        values = cells.values(len(classes))
        empty = (values == 0).all(axis=1)
        left_out = empty & problems.choices.missing_votes
        sound = (values.sum(axis=1) == 1) & ((values == 0) | (values == 1)).all(axis=1)
        wrong = np.flatnonzero(~sound & ~left_out)
        for row in wrong.tolist():
            chosen = int((values[row] != 0).sum())
            where = f"{case_place(cells.cases[row])}, annotator {label(cells.groups[row])}"
            seen = f"{chosen} classes are chosen" if chosen != 1 else "the class that is chosen does not hold 1"
            action = "a row per annotator holds 1 in one class and 0 in the others"
            offered: list[Repair] = ["missing-votes"] if empty[row] else []
            problems.fault(cells.lines[row], where, seen, action, offered, case=cells.cases[row])
        if self.votes is not None and not self.nobody:
            voted = zip(cells.cases, cells.groups, values.argmax(axis=1).tolist(), strict=True)
            self.votes += ((case, who.strip(), classes[place]) for case, who, place in compress(voted, sound.tolist()))
        cases = Numbers()
        numbers = cases.of(cells.cases)
        votes = np.zeros((len(cases), len(classes)))
        np.add.at(votes, numbers, values)
        ids = list(cases)
        if left_out.any():
            lost = [ids[number] for number in np.unique(numbers[left_out])]
            report_missing(problems, int(left_out.sum()), lost, [""], surely=True)
            for place in np.flatnonzero(votes.sum(axis=1) == 0).tolist():
                report_no_vote(problems, place, ids[place])
        first = np.unique(numbers, return_index=True)[1]
        extras = {self.header[place].strip(): [texts[row] for row in first] for place, texts in cells.texts.items()}
        lines = array("q", (cells.lines[row] for row in first))
        content = to_content(classes, ids, votes, lines, problems, votes=True, extras=extras)
        return [Part("", content, problems)]

    def decide_columns(self, rows: Sequence[list[str]], problems: Problems) -> None:
        """Say what the columns are; the annotators stand before the id, which is unique for each of them only."""
        super().decide_columns(rows, problems)
        voters, columns = self.columns.annotator, self.columns
        if voters is not None:
            keys = (voters, *(place for place in columns.keys if place != voters))
            extras = tuple(place for place in columns.extras if place != voters)
            self.columns = columns._replace(keys=keys, extras=extras)
