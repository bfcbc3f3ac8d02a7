"""Tables with a row per vote and a column per class: `case,annotator,bad,good`, 1 in the class that was chosen."""

from array import array
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from ordquant_core.errors import Repair
from ordquant_core.formats.missing import report_missing, report_no_vote
from ordquant_core.formats.numbered import Numbers
from ordquant_core.formats.opened import Part, Role
from ordquant_core.formats.rows import Problems, to_content
from ordquant_core.formats.tables.columns import Columns, numbers_in
from ordquant_core.formats.tables.wide import Table
from ordquant_core.formats.text import case_place, label


def chooses_one(columns: Columns, rows: Sequence[Sequence[str]]) -> bool:
    """Return whether most rows hold 1 in one class and 0 in the others, as the vote of one annotator does."""
    rows = [row for row in rows if len(row) > max(columns.classes, default=0)]
    values = numbers_in(rows, columns.classes) if len(columns.classes) > 1 else np.empty((0, 0))
    chosen = (values.sum(axis=1) == 1) & ((values == 0) | (values == 1)).all(axis=1)
    return len(values) > 0 and 2 * int(chosen.sum()) > len(values)


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

    @property
    def role(self) -> Role:
        """Votes are a gold."""
        return "gold"

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

    def settle(self, rows: Sequence[list[str]], problems: Problems) -> None:
        """Say what the columns are; the annotators stand before the id, which is unique for each of them only."""
        super().settle(rows, problems)
        voters, columns = self.columns.annotator, self.columns
        if voters is not None:
            keys = (voters, *(place for place in columns.keys if place != voters))
            extras = tuple(place for place in columns.extras if place != voters)
            self.columns = columns._replace(keys=keys, extras=extras)
