"""A table as it stands in a file: texts in rows and columns, before anybody says what they are."""

from __future__ import annotations  # help() shows types as they are written

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ordquant_core.formats.mapping import HINTS, OF_FILES, TableMapping, open_roles
from ordquant_core.formats.text import column_numbers, label
from ordquant_core.records import FloatArray

Cells = NDArray[Any]  # of texts (dtype object), a row of them for each row of a table
Codes = NDArray[np.integer[Any]]


class Coded(NamedTuple):
    """Texts as numbers of different ones, which are numbered in the order in which they are met."""

    codes: Codes
    names: Sequence[str]

    @staticmethod
    def of(texts: Sequence[str] | Cells) -> Coded:
        """Return texts as numbers."""
        codes, names = pd.factorize(np.asarray(texts, dtype=object))
        return Coded(codes.astype(np.int32), names.tolist())

    def take(self, places: Sequence[int] | Codes) -> Coded:
        """Return the texts at these places; those that stand nowhere keep their numbers."""
        return self._replace(codes=self.codes[places])

    def at(self, place: int) -> str:
        """Return one of the texts."""
        return self.names[int(self.codes[place])]

    def beside(self, other: Coded) -> Codes:
        """Return one number for each pair of texts."""
        return self.codes.astype(np.int64) * len(other.names) + other.codes


@dataclass(frozen=True, eq=False)
class RawTable:
    """The cells of one table as texts ("" where empty), and the number of the line, row or entry of each row."""

    file: str
    header: tuple[str, ...]  # the names of the columns
    cells: Cells  # shape (rows, columns)
    rows: Sequence[int]  # the numbers of the rows in the file
    place: str = "line"  # what those count: "line" of a text, "row" of a sheet, "entry" of JSON
    decimal: str = "."  # the sign in numbers
    outer: bool = False  # the first column holds the outer keys of an object of JSON
    ordered: bool = True  # the columns stand in an order that means something (not that of keys of JSON)
    open_ended: bool = False  # a column exists only where some row names it, as with objects of counts in JSON
    notes: tuple[str, ...] = ()  # on how the file was opened
    _numbers: dict[str, FloatArray | None] = field(default_factory=dict, init=False, repr=False)
    _coded: dict[str, Coded] = field(default_factory=dict, init=False, repr=False)

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.cells)

    def column(self, name: str) -> list[str]:
        """Return the cells of a column."""
        cells: list[str] = self.cells[:, self.header.index(name)].tolist()
        return cells

    def columns(self, names: Sequence[str]) -> Cells:
        """Return the cells of some columns: shape (rows, columns)."""
        return self.cells[:, [self.header.index(name) for name in names]]

    def values(self, name: str) -> list[str]:
        """Return the different cells of a column, in the order in which they are met."""
        return list(dict.fromkeys(self.column(name)))

    def is_unique(self, name: str) -> bool:
        """Return whether no two cells of a column are the same."""
        return len({*self.column(name)}) == len(self)

    def coded(self, name: str) -> Coded:
        """Return the cells of a column as numbers of different texts; they are converted once."""
        if name not in self._coded:
            self._coded[name] = Coded.of(self.cells[:, self.header.index(name)])
        return self._coded[name]

    def numbers(self, name: str, *, keep: bool = True) -> FloatArray | None:
        """Return the numbers of a column, None where some cell holds none; `keep`: they may be asked for again."""
        if name not in self._numbers:
            self._numbers[name] = column_numbers(self.column(name), self.decimal)
        return self._numbers[name] if keep else self._numbers.pop(name)

    def repeat(self, names: Sequence[str]) -> tuple[int, int] | None:
        """Return the first row whose cells in one or two columns stood in a row before, and that one before it."""
        first, *more = map(self.coded, names)
        both = first.beside(more[0]) if more else first.codes
        again = np.flatnonzero(pd.Index(both).duplicated())
        return (int(np.argmax(both == both[again[0]])), int(again[0])) if len(again) else None

    def take(self, rows: Sequence[int] | Codes) -> RawTable:
        """Return the table with some of its rows."""
        return replace(self, cells=self.cells[rows], rows=np.asarray(self.rows)[rows].tolist())

    def beginning(self, n: int = 100) -> RawTable:
        """Return the table with its first rows alone: cells take far more memory than the numbers they hold."""
        return self if len(self) <= n else self.take(range(n))

    def place_of(self, row: int) -> str:
        """Return the words for a row in a problem: "line 7"; `row` counts from 0."""
        return f"{self.place} {self.rows[row]}"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a table is not read as it is: a question, and the field of a mapping that answers it."""

    field: str  # of `TableMapping`
    words: str  # the question, with the columns and values it is about
    options: tuple[str, ...] = ()  # values of the field to choose from, where there are few


_MOST_OPTIONS = 8  # that are shown for a field
_ONE_OF = ("header", "encoding", "decimal", "sheet", "empty", "numbers")  # fields whose options are all there is


@dataclass(frozen=True, eq=False)
class ReadingQuestion:
    """How are these files to be read? They have the same columns, so one answer does for all."""

    files: tuple[str, ...]
    reasons: tuple[Reason, ...]  # in the order file, layout, roles, cells
    table: RawTable | None = None  # of the first file; None where the question is how to open it
    proposal: Mapping[str, Any] = field(default_factory=dict)  # the fields that are certain, "none" included
    lines: Sequence[Sequence[str]] = ()  # the first lines of the file, where there is no table yet

    @property
    def seen(self) -> str:
        """The questions in one line."""
        return " ".join(reason.words for reason in self.reasons)

    @property
    def certain(self) -> TableMapping:
        """The fields of the proposal about which nothing is asked."""
        asked = {reason.field for reason in self.reasons}
        fields: dict[str, Any] = {name: value for name, value in self.proposal.items() if name not in asked}
        return TableMapping(**fields)

    @property
    def open(self) -> dict[str, str]:
        """The fields that are still to be said, each with what stands for its value: some to choose from, or a hint."""
        asked_about = {reason.field: reason for reason in self.reasons if reason.field}
        needed = () if {*asked_about} <= {"layout", *OF_FILES} else open_roles(self.proposal)
        return {name: _hint(name, asked_about.get(name)) for name in HINTS if name in asked_about or name in needed}

    def action(self, *, of_gold: bool = True) -> str:
        """Return what to do on the command line: the options that are certain, and those to complete.

        Options say how the gold is read, and all files with its columns; for others a mapping names its file.

        >>> proposal = {"layout": "votes", "label": "x", "annotator": ""}
        >>> question = ReadingQuestion(("run.csv",), (Reason("case", "Which columns?"),), proposal=proposal)
        >>> question.action()
        'say how to read it: --layout votes --label x, and --case COLUMN[,COLUMN]'
        >>> print(question.action(of_gold=False))
        say how to read it: --mapping '{"run.csv": {"layout": "votes", "label": "x", "case": "…"}}'
        """
        way = "say" if self.open else "change"  # of a mapping that does not fit, all is said
        if of_gold:
            options = " ".join(f"--{name.replace('_', '-')} {hint}".rstrip() for name, hint in self.open.items())
            return f"{way} how to read it: {', and '.join(filter(None, (self.certain.options(), options)))}"
        fields = {self.files[0]: self.certain.to_json() | dict.fromkeys(self.open, "…")}
        return f"{way} how to read it: --mapping {shlex.quote(json.dumps(fields, ensure_ascii=False))}"

    @property
    def in_python(self) -> str:
        """What to do in Python.

        >>> ReadingQuestion(("a.csv",), (Reason("layout", "What is it?"),)).in_python
        "say how to read it: choices=oq.Decisions().with_mapping(oq.TableMapping(layout=…), 'a.csv')"
        """
        certain = repr(self.certain).partition("(")[2].removesuffix(")")
        words = ", ".join(filter(None, (certain, *(f"{name}=…" for name in self.open))))
        return f"say how to read it: choices=oq.Decisions().with_mapping(oq.TableMapping({words}), {self.files[0]!r})"


def _hint(name: str, reason: Reason | None) -> str:
    options = reason.options if reason is not None and name in _ONE_OF else ()
    more = ["…"] if len(options) > _MOST_OPTIONS else []
    return "|".join([*map(shlex.quote, options[:_MOST_OPTIONS]), *more]) or HINTS[name]


def named(columns: Sequence[str]) -> str:
    """Return the names of columns as messages show them."""
    return ", ".join(label(column) for column in columns)
