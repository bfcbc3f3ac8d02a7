"""Tables with one row per vote: `case,annotator,label`."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import ClassVar, NamedTuple

import numpy as np

from ordquant_core import numerals
from ordquant_core.errors import InputError, Problem, Repair
from ordquant_core.formats.labels import ascending
from ordquant_core.formats.limits import MAX_COLUMNS, check_table, refuse
from ordquant_core.formats.missing import missing_among
from ordquant_core.formats.numbered import Numbers, firsts
from ordquant_core.formats.opened import Opened, Part, Role, Vote
from ordquant_core.formats.rows import Problems, to_content
from ordquant_core.formats.tables.columns import Columns, is_surely_label
from ordquant_core.formats.tables.delimited import Block, Reader, Row, rows_of
from ordquant_core.formats.text import canonical, case_place, id_fault, is_list, is_number, label, shown
from ordquant_core.records import FloatArray, IntArray

_MANY_CLASSES = 11  # more than a scale usually has
_MOST_NUMBERS = 21  # of a scale, such as 0 to 20, in a column that is not certain to hold labels
_CHANCE = 3  # fewer votes that contradict an earlier one are mistakes
_OFTEN = 0.1  # of the votes that contradict an earlier one of the same annotator for the same case
ACTION = "say which columns hold the items, the annotators and the labels"


@dataclass(slots=True)
class LongVotes(Opened):
    """A table with a column of annotators and one of labels."""

    kind: ClassVar[str] = "long-votes"
    words: ClassVar[str] = "a table with a row per vote"
    role: ClassVar[Role] = "gold"
    reader: Reader
    rows: Iterable[list[Row] | Block]
    header: Sequence[str]
    header_line: int
    columns: Columns
    sample: Sequence[Sequence[str]] = ()  # its first rows

    @property
    def headers(self) -> tuple[tuple[str, ...], ...]:
        """The names of its columns."""
        return (tuple(text.strip() for text in self.header),)

    @property
    def first_rows(self) -> Sequence[Sequence[str]]:
        """Some rows, by which the user sees what would become of them."""
        return self.sample

    def read(self, problems: Problems, *, scale: str | None, as_gold: bool) -> list[Part]:
        """Count the votes of every case. Classes are in the order of their numbers, else of their first appearance."""
        self._settle(problems)
        votes = _Votes([self.header[place].strip() for place in self.columns.extras])
        for piece in self.rows:
            self._take(piece, votes, problems)
            if len(votes.classes) > MAX_COLUMNS:
                column = label(self.header[self.columns.label or 0])
                seen = f"column {column} holds more than {numerals.count(MAX_COLUMNS)} labels"
                raise refuse(self.name, seen, numerals.count(MAX_COLUMNS))
        if self.reader.stopped:
            problems.found.append(self.reader.stopped)
        if self.votes is not None and self.columns.annotator is not None:
            self.votes += votes.each()
        counted = votes.counted(problems)
        check_table(self.name, len(counted.cases), len(counted.classes))
        missing = missing_among(counted.classes)
        sound = [text for place, text in enumerate(counted.classes) if place not in missing]
        self._check_columns(sound, votes, problems)
        if not problems.found and len(sound) < 2:
            count = len(sound)
            seen = f"the votes are for {count} class{'es' * (count != 1)}"
            raise InputError([Problem(self.name, "", seen, "at least two are needed")])
        counts, names = counted.table(), counted.classes
        order = ascending(sound) if sound else None
        if order is not None:
            _note_gaps([sound[place] for place in order], problems)
            places = [*(names.index(sound[place]) for place in order), *missing]
            names, counts = [names[place] for place in places], counts[:, places]
        content = to_content(
            tuple(names),
            counted.cases,
            counts,
            counted.lines,
            problems,
            votes=True,
            extras=votes.texts,
            open_ended=True,
        )
        return [Part("", content, problems)]

    def _settle(self, problems: Problems) -> None:
        """Ask which columns hold the id of the case, where neither their names nor the user say so."""
        columns = self.columns
        if not columns.keys:
            seen = "it is not clear which column holds the cases"
            action = "name it case or id in the header, or choose the id column"
            problems.add(self.header_line, f"line {self.header_line}", seen, action, asks="ids")
            if not columns.classes:  # no column is left that could hold them until the user says which
                problems.raise_if_any()
            self.columns = columns._replace(keys=columns.classes[:1])

    def _check_columns(self, classes: Sequence[str], votes: "_Votes", problems: Problems) -> None:
        """Note a problem where the columns do not seem to hold what their names say, or are swapped."""
        column = self.header[self.columns.label or 0].strip()
        lists = [text for text in classes if is_list(text)]
        if lists:
            seen = f"column {label(column)} holds lists, such as {shown(lists[0])}"
            raise InputError([Problem(self.name, f"line {self.header_line}", seen, "give one label in each row")])
        self._check_capitals(classes, problems)
        if problems.choices.label_column is None and len(classes) > _MOST_NUMBERS and ascending(classes) is not None:
            whole = all(float(name).is_integer() for name in classes)
            if not whole or not is_surely_label(column):
                self._ask(f"column {label(column)} holds {numerals.count(len(classes))} different numbers", problems)
        if self.columns.annotator is None:
            return
        annotators = {annotator.strip() for annotator in votes.annotators}
        if len(annotators) > 1 and problems.choices.id_columns is None and 1 < len(votes.cases) == votes.number:
            keys = "/".join(label(self.header[place].strip()) for place in self.columns.keys)
            several = f"though there are {numerals.count(len(annotators))} annotators"
            self._ask(f"every value of column {keys} has one vote only, {several}", problems)
        again = votes.voted_again and not votes.chosen_again
        many = len(classes) > _MANY_CLASSES and ascending(classes) is None and all(map(is_number, annotators))
        if len(classes) > len(annotators) > 1 and (again or many):
            labels, names = (
                label(self.header[place or 0].strip()) for place in (self.columns.label, self.columns.annotator)
            )
            words, found = numerals.count(len(classes), "word"), numerals.count(len(annotators), "number")
            seen = f"column {labels} holds {words}, column {names} {found}"
            action = "the two columns seem to be swapped: correct the header"
            problems.add(self.header_line, f"line {self.header_line}", seen, action)
        elif votes.contradicting > _OFTEN and problems.choices.id_columns is None and not problems.choices.keep_first:
            keys = "/".join(label(self.header[place].strip()) for place in self.columns.keys)
            name = label(self.header[self.columns.annotator].strip())
            self._ask(f"many values of column {name} vote several times, and differently, for one of {keys}", problems)

    def _check_capitals(self, classes: Sequence[str], problems: Problems) -> None:
        """Note a problem where labels differ by capital letters alone: unless the user says so, they are one class."""
        alike: dict[str, list[str]] = {}
        for text in classes:
            alike.setdefault(text.casefold(), []).append(text)
        for some in alike.values():
            if len(some) > 1 and not problems.choices.classes:
                seen = f"the labels {numerals.listed([label(text) for text in some])} differ by capital letters only"
                action = "write them alike, or name all classes if they are several"
                problems.add(self.header_line, f"line {self.header_line}", seen, action, asks="classes")

    def _ask(self, seen: str, problems: Problems) -> None:
        """Ask which column holds what, and drop what was found wrong with the columns as they were read."""
        problems.found.clear()
        problems.faulty.clear()
        problems.add(self.header_line, f"line {self.header_line}", seen, ACTION, asks="votes")
        problems.raise_if_any()

    def _take(self, piece: list[Row] | Block, votes: "_Votes", problems: Problems) -> None:
        """Take the votes of some rows; note what is wrong with the others."""
        width = len(self.header)
        columns = piece.columns(width) if isinstance(piece, Block) else None
        noted: list[tuple[int, Callable[[], None]]] = []
        if isinstance(piece, Block) and columns is not None:
            lines: Sequence[int] = range(piece.line + 1, piece.line + 1 + len(columns[0]))
        else:
            rows = rows_of(piece)
            noted += [(line, partial(self._note_width, line, row, problems)) for line, row in rows if len(row) != width]
            whole = [(line, row) for line, row in rows if len(row) == width]
            lines = [line for line, _ in whole]
            columns = [[row[place] for _, row in whole] for place in range(width)]
        cases = self._ids(columns)
        labels = columns[self.columns.label or 0]
        by = self.columns.annotator  # where nobody is named, each row is the vote of another one
        annotators = list(map(str, lines)) if by is None else columns[by]
        spelt = {text: canonical(text) for text in set(labels)}
        wrong = {case: fault for case in set(cases) if (fault := id_fault(case))}
        left_out = problems.choices.missing_votes
        odd = {text: fault for text, name in spelt.items() if (fault := id_fault(name)) and (name or not left_out)}
        texts = [columns[place] for place in self.columns.extras]
        if wrong or odd:
            sound = []
            for n, (line, case, text) in enumerate(zip(lines, cases, labels, strict=True)):
                if case in wrong or text in odd:
                    noted.append(
                        (line, partial(self._note_cells, line, case, wrong.get(case), odd.get(text), problems))
                    )
                else:
                    sound.append(n)
            lines = [lines[n] for n in sound]
            cases, annotators, labels, *texts = [
                [cells[n] for n in sound] for cells in (cases, annotators, labels, *texts)
            ]
        for _, note in sorted(noted, key=itemgetter(0)):
            note()
        votes.take(lines, cases, annotators, list(map(spelt.__getitem__, labels)), texts)

    def _ids(self, columns: Sequence[list[str]]) -> list[str]:
        keys = self.columns.keys
        return (
            columns[keys[0]]
            if len(keys) == 1
            else list(map("/".join, zip(*map(columns.__getitem__, keys), strict=True)))
        )

    def _note_width(self, line: int, row: Sequence[str], problems: Problems) -> None:
        keys = self.columns.keys
        case = "/".join(row[key] for key in keys) if len(row) > max(keys) else ""
        seen = f"{len(row)} column{'s' * (len(row) != 1)}"
        action = f"the header has {len(self.header)}"
        problems.fault(line, f"line {line}", seen, action, case="" if id_fault(case) else case)

    def _note_cells(self, line: int, case: str, wrong: str | None, odd: str | None, problems: Problems) -> None:
        place = f"line {line}"
        if wrong:
            problems.fault(line, place, f"the id {wrong}", "every row starts with the id of its case")
        else:
            column = label(self.header[self.columns.label or 0].strip())
            where = f"{place} ({case_place(case)})"
            offered: list[Repair] = ["missing-votes"] if odd == id_fault("") else []
            problems.fault(line, where, f"column {column} {odd}", "every row needs a label", offered, case=case)


class _Counted(NamedTuple):
    """The votes that count: for each its case and class, and the line of each case's first."""

    cases: list[str]
    classes: list[str]
    lines: list[int]
    pairs: IntArray  # case * len(classes) + class, per vote

    def table(self) -> FloatArray:
        """Return the votes of every case for every class."""
        shape = len(self.cases), len(self.classes)
        return np.bincount(self.pairs, minlength=shape[0] * shape[1]).reshape(shape).astype(np.float64)


class _Votes:
    """The votes of all rows: as numbers, so that millions of them take little time and memory."""

    def __init__(self, extras: Sequence[str]) -> None:
        self.cases, self.annotators, self.classes = Numbers(), Numbers(), Numbers()
        self.texts: dict[str, list[str]] = {name: [] for name in extras}  # of the first row of each case
        self.contradicting = 0.0  # the share of votes that differ from an earlier one of the same annotator and case
        self.voted_again = self.chosen_again = False  # one annotator for a case; two annotators for the same label
        self.number = 0
        self._taken: list[IntArray] = []  # (4, rows): line, case, annotator, class

    def take(
        self,
        lines: Sequence[int],
        cases: Sequence[str],
        annotators: Sequence[str],
        labels: Sequence[str],
        texts: Sequence[Sequence[str]],
    ) -> None:
        """Take the votes of some rows; `texts`: the cells of each extra column."""
        known = len(self.cases)
        rows = np.empty((4, len(cases)), dtype=np.int64)
        rows[0] = lines
        for place, (numbers, column) in enumerate(
            ((self.cases, cases), (self.annotators, annotators), (self.classes, labels)), start=1
        ):
            rows[place] = numbers.of(column)
        self._taken.append(rows)
        self.number += len(cases)
        new, first = np.unique(rows[1], return_index=True)
        for kept, cells in zip(self.texts.values(), texts, strict=True):
            kept += [cells[place] for place in first[new >= known].tolist()]

    def each(self) -> Iterator[Vote]:
        """Yield who voted for what, repeated votes included."""
        names = list(self.cases), list(self.annotators), list(self.classes)
        for rows in self._taken:
            for case, annotator, label_ in rows[1:].T.tolist():
                yield names[0][case], names[1][annotator].strip(), names[2][label_]

    def counted(self, problems: Problems) -> _Counted:
        """Return the votes that count: the first of an annotator for a case. The others are noted."""
        lines, cases, annotators, classes = np.concatenate([np.empty((4, 0), dtype=np.int64), *self._taken], axis=1)
        self._taken.clear()  # once is enough
        self.chosen_again = len(np.unique(cases * max(1, len(self.classes)) + classes)) < len(cases)
        votes = cases * max(1, len(self.annotators)) + annotators
        self.voted_again = len(np.unique(votes)) < len(votes)  # most often not: which ones takes more memory
        if self.voted_again:
            first = firsts(votes)
            counts = first == np.arange(len(first))
            again = np.flatnonzero(~counts)
            again_otherwise = int((classes != classes[first]).sum())
            self.contradicting = again_otherwise / len(classes) if again_otherwise >= _CHANCE else 0.0
            names, voters = list(self.cases), list(self.annotators)
            for place in again.tolist():
                voter = label(voters[annotators[place]])
                seen = f"annotator {voter} votes in lines {lines[first[place]]} and {lines[place]}"
                problems.repeat(int(lines[place]), names[cases[place]], seen)
            lines, cases, classes = lines[counts], cases[counts], classes[counts]
        used, order = np.unique(classes, return_index=True)
        used = used[np.argsort(order)]  # in the order in which they first count
        every = list(self.classes)
        places = np.zeros(len(every), dtype=np.int64)
        places[used] = np.arange(len(used))
        begun = np.unique(cases, return_index=True)[1]
        names = [every[place] for place in used.tolist()]
        return _Counted(list(self.cases), names, lines[begun].tolist(), cases * len(names) + places[classes])


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
        f"{problems.file}: nobody votes for {', '.join(gaps)}: a class without votes counts only if all classes are "
        "named"
    )
