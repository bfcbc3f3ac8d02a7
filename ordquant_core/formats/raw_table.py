"""A table as it stands in a file: texts in rows and columns, before anybody says what they are."""

from __future__ import annotations  # help() shows types as they are written

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ordquant_core.formats.mapping import HINTS, OF_FILES, TableMapping, open_roles
from ordquant_core.formats.text import column_numbers, label
from ordquant_core.records import FloatArray

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class RawTable:
    """The cells of one table as texts ("" where empty), and the number of the line, row or entry of each row."""

    file: str
    frame: pd.DataFrame  # texts (dtype object); its index holds the numbers of the rows in the file
    place: str = "line"  # what those count: "line" of a text, "row" of a sheet, "entry" of JSON
    decimal: str = "."  # the sign in numbers
    outer: bool = False  # the first column holds the outer keys of an object of JSON
    ordered: bool = True  # the columns stand in an order that means something (not that of keys of JSON)
    open_ended: bool = False  # a column exists only where some row names it, as with objects of counts in JSON
    notes: tuple[str, ...] = ()  # on how the file was opened
    _numbers: dict[str, FloatArray | None] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def header(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self.frame.columns)

    def numbers(self, column: str) -> FloatArray | None:
        """Return the numbers of a column, None where some cell holds none; they are converted once."""
        if column not in self._numbers:
            self._numbers[column] = column_numbers(self.frame[column].tolist(), self.decimal)
        return self._numbers[column]

    def first_rows(self, n: int = 5) -> Sequence[Sequence[str]]:
        """Return the cells of the first rows."""
        found: Sequence[Sequence[str]] = self.frame.head(n).to_numpy().tolist()
        return found

    def beginning(self, n: int = 100) -> RawTable:
        """Return the table with its first rows alone: cells take far more memory than the numbers they hold."""
        return self if len(self.frame) <= n else replace(self, frame=self.frame.head(n).copy())

    def place_of(self, row: int) -> str:
        """Return the words for a row in a problem: "line 7"; `row` counts from 0."""
        return f"{self.place} {self.frame.index[row]}"


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
        said: dict[str, Any] = {name: value for name, value in self.proposal.items() if name not in asked}
        return TableMapping(**said)

    @property
    def open(self) -> dict[str, str]:
        """The fields that are still to be said, each with what stands for its value: some to choose from, or a hint."""
        said = {reason.field: reason for reason in self.reasons if reason.field}
        needed = () if {*said} <= {"layout", *OF_FILES} else open_roles(self.proposal)
        return {name: _hint(name, said.get(name)) for name in HINTS if name in said or name in needed}

    def action(self, *, of_gold: bool = True) -> str:
        """Return what to do on the command line: the options that are certain, and those to complete.

        Options say how the gold is read, and all files with its columns; for others a mapping names its file.

        >>> said = {"layout": "votes", "label": "x", "annotator": ""}
        >>> question = ReadingQuestion(("run.csv",), (Reason("case", "Which columns?"),), proposal=said)
        >>> question.action()
        'say how to read it: --layout votes --label x, and --case COLUMN[,COLUMN]'
        >>> print(question.action(of_gold=False))
        say how to read it: --mapping '{"run.csv": {"layout": "votes", "label": "x", "case": "…"}}'
        """
        way = "say" if self.open else "change"  # of a mapping that does not fit, all is said
        if of_gold:
            options = " ".join(f"--{name.replace('_', '-')} {hint}".rstrip() for name, hint in self.open.items())
            return f"{way} how to read it: {', and '.join(filter(None, (self.certain.options(), options)))}"
        said = {self.files[0]: self.certain.to_json() | dict.fromkeys(self.open, "…")}
        return f"{way} how to read it: --mapping {shlex.quote(json.dumps(said, ensure_ascii=False))}"

    @property
    def in_python(self) -> str:
        """What to do in Python.

        >>> ReadingQuestion(("a.csv",), (Reason("layout", "What is it?"),)).in_python
        "say how to read it: choices=oq.Decisions().with_mapping(oq.TableMapping(layout=…), 'a.csv')"
        """
        certain = repr(self.certain).partition("(")[2].removesuffix(")")
        said = ", ".join(filter(None, (certain, *(f"{name}=…" for name in self.open))))
        return f"say how to read it: choices=oq.Decisions().with_mapping(oq.TableMapping({said}), {self.files[0]!r})"


def _hint(name: str, reason: Reason | None) -> str:
    options = reason.options if reason is not None and name in _ONE_OF else ()
    more = ["…"] if len(options) > _MOST_OPTIONS else []
    return "|".join([*map(shlex.quote, options[:_MOST_OPTIONS]), *more]) or HINTS[name]


def named(columns: Sequence[str]) -> str:
    """Return the names of columns as messages show them."""
    return ", ".join(label(column) for column in columns)
