"""Tables with one row per vote: `case,annotator,label`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

import numpy as np

from ordquant_core import numerals
from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.labels import ascending
from ordquant_core.formats.limits import MAX_COLUMNS, check_table
from ordquant_core.formats.missing import missing_among
from ordquant_core.formats.numbered import firsts
from ordquant_core.formats.opened import Part, Role, Vote
from ordquant_core.formats.rows import Problems, to_content
from ordquant_core.formats.tables.columns import Columns, count_up, is_surely_label
from ordquant_core.formats.tables.long_estimates import is_count
from ordquant_core.formats.tables.long_table import LongRows, LongTable, Places
from ordquant_core.formats.tables.ratings import doubtful_people
from ordquant_core.formats.text import DATE, is_date, is_list, is_number, label, looks, shown
from ordquant_core.records import FloatArray, IntArray

_MANY_CLASSES = 11  # more than a scale usually has
_MOST_NUMBERS = 21  # of a scale, such as 0 to 20, in a column that is not certain to hold labels
_CHANCE = 3  # fewer votes that contradict an earlier one are mistakes
_OFTEN = 0.1  # of the votes that contradict an earlier one of the same annotator for the same case
ACTION = "say which columns hold the items, the annotators and the labels"


@dataclass(slots=True)
class LongVotes(LongTable):
    """A table with a column of annotators and one of labels."""

    kind: ClassVar[str] = "long-votes"
    words: ClassVar[str] = "a table with a row per vote"
    role: ClassVar[Role] = "gold"
    of_votes: ClassVar[bool] = True
    columns: Columns
    sample: Sequence[Sequence[str]] = ()  # its first rows
    doubt: str = field(init=False, default="")  # why the columns that these votes were made of may hold no annotators
    rows_are_people: str = field(init=False, default="")  # the column that says so

    @property
    def first_rows(self) -> Sequence[Sequence[str]]:
        """Some rows, by which the user sees what would become of them."""
        return self.sample

    def read(self, problems: Problems, *, scale: str | None, as_gold: bool) -> list[Part]:
        """Count the votes of every case. Classes are in the order of their numbers, else of their first appearance."""
        if self.doubt and (self.rows_are_people or not problems.choices.ratings):
            raise InputError([doubtful_people(self.name, self.header_line, self.doubt, self.rows_are_people)])
        self._settle(problems)
        columns = self.columns
        self._refuse_counts()
        of_votes = Places(columns.keys, columns.label or 0, None, columns.annotator, columns.extras)
        rows = self.collect(of_votes, problems, lambda _: problems)
        if self.votes is not None and columns.annotator is not None:
            self.votes += _each_vote(rows)
        counted = _counted(rows, problems)
        check_table(self.name, len(counted.cases), len(counted.classes))
        missing = missing_among(counted.classes)
        sound = [text for place, text in enumerate(counted.classes) if place not in missing]
        self._check_columns(sound, counted, [*rows.groups], problems)
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
            extras={self.header[place].strip(): texts for place, texts in rows.texts.items()},
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

    def _refuse_counts(self) -> None:
        """Raise `InputError` where a column may say how many votes each row stands for: they would be lost."""
        columns, rows = self.columns, [row for row in self.sample if len(row) == len(self.header)]
        chosen = [(*(row[key] for key in columns.keys), row[columns.label or 0]) for row in rows]
        once = columns.annotator is None and 1 < len(rows) == len({*chosen}) > len({one[:-1] for one in chosen})
        again = len({one[-1] for one in chosen}) < len(rows)  # some label is that of several cases
        for place in columns.classes:
            cells = [row[place].strip() for row in rows]
            counts = all(map(str.isdecimal, cells)) and {*cells} != {"1"} and not count_up(cells)
            if counts and (is_count(self.header[place]) or (once and again)):
                seen = f"column {self.name_of(place)} may say how many votes each row stands for, such as {cells[0]}"
                action = "call the columns item, label and count, and give none of annotators; else leave this one out"
                raise InputError([Problem(self.name, f"line {self.header_line}", seen, action)])

    def _check_columns(
        self, classes: Sequence[str], votes: "_Counted", annotators: Sequence[str], problems: Problems
    ) -> None:
        """Note a problem where the columns do not seem to hold what their names say, or are swapped."""
        column = self.header[self.columns.label or 0].strip()
        lists = [text for text in classes if is_list(text)]
        if lists:
            seen = f"column {label(column)} holds lists, such as {shown(lists[0])}"
            raise InputError([Problem(self.name, f"line {self.header_line}", seen, "give one label in each row")])
        self._check_labels(classes, problems)
        if problems.choices.label_column is None and len(classes) > _MOST_NUMBERS and ascending(classes) is not None:
            whole = all(float(name).is_integer() for name in classes)
            if not whole or not is_surely_label(column):
                self._ask(f"column {label(column)} holds {numerals.count(len(classes))} different numbers", problems)
        if self.columns.annotator is None:
            return
        people = {annotator.strip() for annotator in annotators}
        keys = "/".join(map(self.name_of, self.columns.keys))
        one_each = not votes.voted_again and 1 < len(votes.cases) == len(votes.pairs)
        if len(people) > 1 and problems.choices.id_columns is None and one_each:
            several = f"though there are {numerals.count(len(people))} annotators"
            self._ask(f"every value of column {keys} has one vote only, {several}", problems)
        again = votes.voted_again and not votes.chosen_again
        many = len(classes) > _MANY_CLASSES and ascending(classes) is None and all(map(is_number, people))
        if len(classes) > len(people) > 1 and (again or many):
            labels, names = self.name_of(self.columns.label), self.name_of(self.columns.annotator)
            words, found = numerals.count(len(classes), "word"), numerals.count(len(people), "number")
            seen = f"column {labels} holds {words}, column {names} {found}"
            action = "the two columns seem to be swapped: correct the header"
            problems.add(self.header_line, f"line {self.header_line}", seen, action)
        elif votes.contradicting > _OFTEN and problems.choices.id_columns is None:
            name = self.name_of(self.columns.annotator)
            self._ask(f"many values of column {name} vote several times, and differently, for one of {keys}", problems)

    def _check_labels(self, classes: Sequence[str], problems: Problems) -> None:
        """Note a problem where labels look alike, or are dates: unless the user says so, these are no classes."""
        alike: dict[str, list[str]] = {}
        for text in classes:
            alike.setdefault(looks(text), []).append(text)
        dates = [text for text in classes if is_date(text)]
        if dates and not problems.choices.classes:
            seen = f"column {self.name_of(self.columns.label)} holds {label(dates[0])}: {DATE}"
            action = "write the labels as text, or name all classes in their order"
            problems.add(self.header_line, f"line {self.header_line}", seen, action, asks="classes")
        for some in alike.values():
            if len(some) > 1 and not problems.choices.classes:
                how = "look alike, but are written with other characters"
                if len(set(map(str.casefold, some))) == 1:
                    how = "differ by capital letters only"
                seen = f"the labels {numerals.listed([label(text) for text in some])} {how}"
                action = "write them alike, or name all classes if they are several"
                problems.add(self.header_line, f"line {self.header_line}", seen, action, asks="classes")

    def _ask(self, seen: str, problems: Problems) -> None:
        """Ask which column holds what, and drop what was found wrong with the columns as they were read."""
        problems.found.clear()
        problems.faulty.clear()
        problems.add(self.header_line, f"line {self.header_line}", seen, ACTION, asks="votes")
        problems.raise_if_any()


class _Counted(NamedTuple):
    """The votes that count: for each its case and class, and the line of each case's first."""

    cases: list[str]
    classes: list[str]
    lines: list[int]
    pairs: IntArray  # case * len(classes) + class, per vote
    contradicting: float  # the share of votes that differ from an earlier one of the same annotator and case
    voted_again: bool  # somebody for the same case
    chosen_again: bool  # two annotators the same label

    def table(self) -> FloatArray:
        """Return the votes of every case for every class."""
        shape = len(self.cases), len(self.classes)
        return np.bincount(self.pairs, minlength=shape[0] * shape[1]).reshape(shape).astype(np.float64)


def _each_vote(rows: LongRows) -> Iterator[Vote]:
    """Yield who voted for what, repeated votes included."""
    annotators, cases, classes = list(rows.groups), list(rows.cases), list(rows.classes)
    for some in rows.taken:
        for annotator, case, chosen in some[1:].T.tolist():
            yield cases[case], annotators[annotator].strip(), classes[chosen]


def _counted(rows: LongRows, problems: Problems) -> _Counted:
    """Return the votes that count: the first of an annotator for a case. The others are noted."""
    lines, annotators, cases, classes = rows.columns()
    chosen_again = len(np.unique(cases * max(1, len(rows.classes)) + classes)) < len(cases)
    votes = cases * max(1, len(rows.groups)) + annotators
    voted_again = len(np.unique(votes)) < len(votes)  # most often not: which ones takes more memory
    contradicting = 0.0
    if voted_again:
        first = firsts(votes)
        counts = first == np.arange(len(first))
        again_otherwise = int((classes != classes[first]).sum())
        contradicting = again_otherwise / len(classes) if again_otherwise >= _CHANCE else 0.0
        names, voters = list(rows.cases), list(rows.groups)
        for place in np.flatnonzero(~counts).tolist():
            voter = label(voters[annotators[place]])
            seen = f"annotator {voter} votes in lines {lines[first[place]]} and {lines[place]}"
            problems.repeat(int(lines[place]), names[cases[place]], seen)
        lines, cases, classes = lines[counts], cases[counts], classes[counts]
    used, order = np.unique(classes, return_index=True)
    used = used[np.argsort(order)]  # in the order in which they first count
    every = list(rows.classes)
    places = np.zeros(len(every), dtype=np.int64)
    places[used] = np.arange(len(used))
    begun = np.unique(cases, return_index=True)[1]
    names = [every[place] for place in used.tolist()]
    pairs = cases * len(names) + places[classes]
    return _Counted(list(rows.cases), names, lines[begun].tolist(), pairs, contradicting, voted_again, chosen_again)


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
