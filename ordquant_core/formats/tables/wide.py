"""Wide tables: a row per case, a column per class, with a header (`case,class1,class2,…`) or without one.

With a header, the columns before the classes with names of ids (`case`, `split`, `dialogue_id`, …) make the id of
the case, joined by `/`; columns named as texts or links are kept as such. Without a header it is the format of
SemEval-2016 Task 4 E: an id, then a number per class; five of them are -2 to 2, others have no labels.
"""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from operator import itemgetter
from typing import ClassVar

import numpy as np

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.limits import MAX_ID
from ordquant_core.formats.opened import COLUMN_PER_CLASS, Opened, Part
from ordquant_core.formats.rows import Problems, to_content
from ordquant_core.formats.tables.columns import Columns, check_labels
from ordquant_core.formats.tables.delimited import Block, Reader, Row, rows_of
from ordquant_core.formats.tables.evidence import (
    bare_numbers,
    cumulative,
    decide_columns,
    faults_of_bare_rows,
    turned,
    without_total_rows,
)
from ordquant_core.formats.tables.ratings import (
    NAMED,
    are_people,
    counted,
    doubtful_people,
    each_rating,
    in_words,
    looks_like_ratings,
    people_among,
    ratings_of,
)
from ordquant_core.formats.tables.totals import without_totals
from ordquant_core.formats.text import case_place, expected_number, id_fault, label, shown
from ordquant_core.numerals import listed
from ordquant_core.records import FloatArray

FIVE_POINTS = ("-2", "-1", "0", "1", "2")


@dataclass(slots=True)
class Cells:
    """The rows of a table: what could be read of it."""

    cases: list[str] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)  # the first key of each row, where it is not part of the id
    lines: "array[int]" = field(default_factory=partial(array, "q"))
    blocks: list[FloatArray] = field(default_factory=list)
    texts: dict[int, list[str]] = field(default_factory=dict)
    first: dict[str, int | None] = field(default_factory=dict)  # id -> its line; None: `line_of` finds it
    known: int = 0  # rows whose lines are all in `first`
    rows: int = 0  # those that were looked at, the faulty ones included

    def values(self, width: int) -> FloatArray:
        """Return the numbers of all rows, once: shape (cases, width). What only reading needs is let go."""
        self.first.clear()  # before: together they would take the most memory of all
        values = np.concatenate(self.blocks) if self.blocks else np.empty((0, width))
        self.blocks.clear()
        return values

    def line_of(self, key: str) -> int | None:
        """Return the line where an id stands first. Millions of lines are put down only where an id stands twice."""
        if self.first[key] is None:
            rows = zip(islice(self.cases, self.known, None), self.lines[self.known :], strict=True)
            self.first.update((case, line) for case, line in rows if self.first[case] is None)
            self.known = len(self.cases)
        return self.first[key]


@dataclass(slots=True)
class Table(Opened):
    """A wide table with a header."""

    kind: ClassVar[str] = "table"
    words: ClassVar[str] = COLUMN_PER_CLASS
    group: ClassVar[str] = "system"  # what stands before the id where that is unique for each only
    reader: Reader
    rows: Iterable[list[Row] | Block]  # what the reader yields, without the header
    header: Sequence[str]
    header_line: int
    columns: Columns
    rated: bool = field(init=False, default=False)  # the cells are ratings: only those that somebody gave are known
    nobody: bool = field(init=False, default=False)  # of a row per vote: no column says whose it is
    unclear_ids: str = field(init=False, default="")  # why the columns of the ids may be others

    @property
    def described(self) -> str:
        """The table in words: what its columns are may only be known from the user."""
        return "a table with a column per annotator and a rating in each cell" if self.rated else self.words

    @property
    def labelled(self) -> bool:
        """Whether the file names its classes."""
        return True

    @property
    def headers(self) -> tuple[tuple[str, ...], ...]:
        """The names of its columns; () where it has none."""
        return (tuple(text.strip() for text in self.header),) if any(self.header) else ()

    def read(self, problems: Problems, *, scale: str | None, as_gold: bool) -> list[Part]:
        """Read the rows of numbers. Texts of the cases are kept with them."""
        if self.unclear_ids and problems.choices.id_columns is None:
            place, action = f"line {self.header_line}", "choose the column of the cases"
            problems.add(self.header_line, place, self.unclear_ids, action, asks="ids")
        classes, cells = self.cells(problems, lambda _: problems)
        values = cells.values(len(classes))
        self._refuse_turned(classes, cells.cases, values, problems)
        extras = {self.header[place].strip(): texts for place, texts in cells.texts.items()}
        cases, lines = cells.cases, cells.lines
        rows = without_totals(cases, values, lines, problems)
        if len(rows) < len(cases):
            cases, lines, values = [cases[row] for row in rows], array("q", (lines[row] for row in rows)), values[rows]
            extras = {column: [texts[row] for row in rows] for column, texts in extras.items()}
        classes, values = self._counted_if_rated(classes, values, cases, problems)
        content = to_content(
            classes,
            cases,
            values,
            lines,
            problems,
            labelled=self.labelled,
            extras=extras,
            numbered=not self.columns.keys or self.columns.numbers_rows,
            votes=self.rated,
            open_ended=self.rated,
        )
        return [Part("", content, problems)]

    def _refuse_turned(
        self, classes: Sequence[str], cases: Sequence[str], values: FloatArray, problems: Problems
    ) -> None:
        """Raise `InputError` for a table with a row per class, of two labels against each other, or cumulative."""
        seen = "" if problems.choices.classes else turned(classes, cases, values) or cumulative(values)
        if seen:
            action = "give a row per case with the votes for each class in a column, or name the classes"
            place = f"line {self.header_line}"
            raise InputError([Problem(problems.file, place, seen, action, asks="classes")])

    def _counted_if_rated(
        self, classes: tuple[str, ...], values: FloatArray, cases: Sequence[str], problems: Problems
    ) -> tuple[tuple[str, ...], FloatArray]:
        """Return classes and votes: where the cells may be ratings, ask, or count them if the user says so."""
        doubt = self.columns.doubt if len(values) else ""
        first = self.header[self.columns.keys[0]] if self.columns.keys else ""
        if doubt and are_people(first) and not people_among(classes) and not problems.choices.classes:
            seen = in_words(classes, values, cases)
            raise InputError([doubtful_people(problems.file, self.header_line, seen, label(first.strip()))])
        self.rated = bool(doubt) and problems.choices.ratings
        named = self._names_of_columns(classes)
        if self.rated:
            listing = listed([label(text) for text in named], at_most=NAMED)
            problems.notes.append(f"{problems.file}: columns {listing} are read as annotators, their cells as ratings")
            if self.votes is not None:
                self.votes += each_rating(cases, named, values)
            return counted(values)
        if doubt:
            seen = f"{in_words(named, values, cases)}: {doubt}"
            action = "if they are votes for classes, name these; if they are ratings, have them counted"
            problems.add(self.header_line, f"line {self.header_line}", seen, action, ["ratings"], "classes")
            if not ((values >= 0).all() and values.any(axis=1).all() and (values == np.rint(values)).all()):
                # no votes, so the rows have no further fault
                problems.raise_if_any()
        return classes, values

    def _names_of_columns(self, classes: Sequence[str]) -> Sequence[str]:
        """Return what the columns are called, whose names may be those of classes."""
        return classes

    def cells(
        self, problems: Problems, of_group: Callable[[str], Problems], *, grouped: bool = False
    ) -> tuple[tuple[str, ...], Cells]:
        """Read all rows; `grouped`: the first key is not part of the id, which is unique within a group only."""
        started = False
        cells = Cells()
        for piece in self.rows:
            if not started:
                first = rows_of(piece)
                if not first:  # nothing but blank lines so far
                    continue
                started = True
                self.decide_columns(self.reader.with_points(row for _, row in first), problems)
                cells.texts = {place: [] for place in self.columns.extras}
            _PieceReader(self, self.columns, cells, of_group, grouped).take(piece)
        place = f"line {self.header_line}"
        if len(self.columns.classes) < 2:
            count = len(self.columns.classes)
            seen = f"the header names {count} class{'es' * (count != 1)}"
            raise InputError([Problem(problems.file, place, seen, "at least two are needed: case,class1,class2,…")])
        if self.reader.stopped:
            problems.found.append(self.reader.stopped)
        elif not started:
            problems.add(self.header_line, place, "there is no row after the header", "give a row per case")
        return tuple(self.header[place].strip() for place in self.columns.classes), cells

    def width_fault(self, row: Sequence[str]) -> tuple[str, str]:
        """Return what is seen and expected of a row that has another number of columns than the first."""
        first = "header" if self.labelled else "first line"
        return f"{len(row)} column{'s' * (len(row) != 1)}", f"the {first} has {len(self.header)}"

    def decide_columns(self, rows: Sequence[list[str]], problems: Problems) -> None:
        """Say what the columns are, seeing the first rows."""
        self.columns = decide_columns(
            self.columns, self.header, rows, problems, self.header_line, named=True, known=self.known_classes
        )
        check_labels(self.header_line, self.header, self.columns.classes, problems.file)


class Headerless(Table):
    """A wide table without a header."""

    __slots__ = ()
    kind: ClassVar[str] = "semeval"
    words: ClassVar[str] = "an id and a number per class in each line, without a header (as in SemEval Task 4 E)"

    @property
    def labelled(self) -> bool:
        """Five classes are those of the task, -2 to 2."""
        return self.rated or len(self.columns.classes) == len(FIVE_POINTS)

    def _names_of_columns(self, classes: Sequence[str]) -> Sequence[str]:
        return [str(place + 1) for place in self.columns.classes]

    def put_ids_first(self) -> None:
        """Take the first column for the ids, and the others for classes without labels."""
        width = len(self.header)
        self.header = ["case", *map(str, range(1, width))]
        self.columns = Columns((0,), tuple(range(1, width)), ())

    def decide_columns(self, rows: Sequence[list[str]], problems: Problems) -> None:
        """Say whether the first column holds ids, and give the classes their labels."""
        self.names_annotators = False
        self.columns = decide_columns(self.columns, self.header, rows, problems, self.header_line, named=False)
        some = without_total_rows(rows, self.columns)
        seen = faults_of_bare_rows(some, self.columns)
        if seen and not problems.choices.classes:
            action = "give it a header with the name of every column, such as case,class1,class2,…"
            problems.add(self.header_line, f"line {self.header_line}", seen, action, asks="classes")
        elif not problems.choices.classes:
            self.columns = self.columns._replace(doubt=looks_like_ratings((), bare_numbers(some, self.columns)))
        count = len(self.columns.classes)
        classes = FIVE_POINTS if count == len(FIVE_POINTS) else tuple(map(str, range(1, count + 1)))
        self.header = ["case", *classes] if self.columns.keys else list(classes)


@dataclass(slots=True)
class _PieceReader:
    """Some rows of a table: taken at once where they are all sound, one by one where they are not."""

    table: Table
    columns: Columns
    cells: Cells
    of_group: Callable[[str], Problems]
    grouped: bool

    def take(self, piece: list[Row] | Block) -> None:
        if isinstance(piece, Block) and self._take_block(piece):
            return
        rows = rows_of(piece)
        if not self._take_at_once(rows):
            for line, row in rows:
                self._take_one(line, row)

    def _take_block(self, block: Block) -> bool:
        """Take lines that hold nothing but an id and a number per class."""
        width, cells = len(self.table.header), self.cells
        if self.grouped or self.columns.keys != (0,) or self.columns.classes != tuple(range(1, width)):
            return False  # one by one below, which is slower
        split = block.split(width)
        if split is None:
            return False
        cases, values = split
        lines = range(block.line + 1, block.line + 1 + len(cases))
        if not self._are_new(cases, dict.fromkeys(cases)):
            return False
        cells.rows += len(cases)
        cells.cases += cases
        cells.lines.extend(lines)
        cells.blocks.append(values)
        return True

    def _are_new(self, cases: Sequence[str], first: Mapping[str, int | None]) -> bool:
        """Return whether these ids are fit and occur once, and remember them, with their lines, if so."""
        known = self.cells.first
        if not "".join(cases).isprintable() or not all(map(str.strip, cases)) or max(map(len, cases)) > MAX_ID:
            return False
        if len(first) < len(cases) or not known.keys().isdisjoint(first):
            return False
        known.update(first)
        return True

    def _take_at_once(self, rows: Sequence[Row]) -> bool:
        columns = self.columns
        texts = [row for _, row in rows]
        if len(columns.classes) < 2 or set(map(len, texts)) != {len(self.table.header)}:
            return False
        cases = self._ids(texts)
        keys = (
            [f"{row[columns.keys[0]]}\0{case}" for row, case in zip(texts, cases, strict=True)]
            if self.grouped
            else cases
        )
        if self.grouped and not all(row[columns.keys[0]].strip() for row in texts):
            return False
        if self.grouped and max(len(row[columns.keys[0]]) for row in texts) > MAX_ID:
            return False
        values = self.table.reader.numbers(chain.from_iterable(map(itemgetter(*columns.classes), texts)))
        if values is None:
            return False
        lines = [line for line, _ in rows]
        if not self._are_new(cases, dict(zip(keys, lines, strict=True))):
            return False
        self.cells.rows += len(rows)
        self._keep(texts, cases, lines, values)
        return True

    def _keep(self, texts: Sequence[list[str]], cases: list[str], lines: list[int], values: FloatArray) -> None:
        cells, columns = self.cells, self.columns
        cells.cases += cases
        cells.lines.extend(lines)
        cells.blocks.append(values.reshape(len(cases), len(columns.classes)))
        if self.grouped:
            cells.groups += map(itemgetter(columns.keys[0]), texts)
        for place, column in cells.texts.items():
            column += map(itemgetter(place), texts)

    def _ids(self, texts: Sequence[list[str]]) -> list[str]:
        keys = self.columns.keys[1:] if self.grouped else self.columns.keys
        if not keys:
            return [str(self.cells.rows + number) for number in range(1, len(texts) + 1)]
        if len(keys) == 1:
            return list(map(itemgetter(keys[0]), texts))
        return ["/".join(parts) if parts[0].strip() else "" for parts in map(itemgetter(*keys), texts)]

    def _take_one(self, line: int, row: list[str]) -> None:
        first, place = self.cells.first, f"line {line}"
        whole = len(row) > max(self.columns.keys, default=0)
        group = row[self.columns.keys[0]] if whole and self.grouped else ""
        problems = self.of_group(group)
        case = self._ids([row])[0] if whole else ""
        self.cells.rows += 1
        fault = id_fault(case)
        key = f"{group}\0{case}" if self.grouped else case
        if len(row) != len(self.table.header):
            problems.fault(line, place, *self.table.width_fault(row), case="" if fault else case)
        elif self.grouped and (wrong := id_fault(group)):
            who = self.table.group
            problems.fault(line, place, f"the {who} {wrong}", f"every row starts with the name of its {who}")
        elif fault:
            problems.fault(line, place, f"the id {fault}", "every row starts with the id of its case")
        elif key in first:
            problems.repeat(line, case, f"this id stands in lines {self.cells.line_of(key)} and {line}")
        else:
            first[key] = line
            texts = [row[column] for column in self.columns.classes]
            values = self.table.reader.numbers(texts)
            if values is None and self.columns.doubt:
                values = ratings_of(self.table.reader.with_points([texts])[0])
            if values is None:
                self._note_cells(line, row, case, problems)
            else:
                self._keep([row], [case], [line], values)

    def _note_cells(self, line: int, row: Sequence[str], case: str, problems: Problems) -> None:
        """Note the cells of a row that are not numbers."""
        for column in self.columns.classes:
            if not self.table.reader.is_number(row[column]):
                text, name = row[column], label(self.table.header[column].strip())
                seen = f"column {name} holds {shown(text)}" if text.strip() else f"column {name} is empty"
                problems.fault(line, f"line {line} ({case_place(case)})", seen, expected_number(text), case=case)
