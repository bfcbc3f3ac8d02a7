"""What a reading card is about, and the controls of single fields of a mapping: which rows count, what cells mean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast
from zlib import crc32

import streamlit as st

from ordquant_core.formats.labels import order_of
from ordquant_core.formats.mapping import SPLITS
from ordquant_core.formats.raw_table import RawTable, ReadingQuestion
from ordquant_core.tasks.published.source import Source
from pages.data.reading_columns import MOST, Fields, unnamed
from pages.shared.result_cache import Key, compute_once

OF_CELLS = ("where", "drop", "empty", "no_vote", "numbers", "split")  # in their order on the page
LABELS = {
    "layout": "What a row holds",
    "classes": "Order of the classes",
    "value": "Votes in each row",
    "where": "Rows that count",
    "drop": "Rows to leave out",
    "empty": "Empty cells",
    "no_vote": "Labels that are no vote",
    "numbers": "Votes or percentages",
    "split": "Separator of lists in cells",
    "header": "Line of the header",
    "encoding": "Encoding",
    "sheet": "Sheet",
    "decimal": "Decimal sign",
}
LONGEST, MOST_VALUES, MOST_ROWS = 100, 200, 500  # characters of a value, values of a column, of all columns for rows
_ONE_OF: Mapping[str, Mapping[str, str]] = {  # fields with few values: what they are called
    "empty": {"0": "0 for that class", "missing": "a missing vote", "refuse": "an error"},
    "numbers": {"counts": "votes", "shares": "percentages"},
    "split": {**SPLITS, "": "no lists"},
    "decimal": {".": "a point: 1,000 is a thousand", ",": "a comma: 1,000 is one"},
}


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A question about files with the same columns, or how they were read, to be changed."""

    source: Source
    question: ReadingQuestion
    results: Key  # of what is computed for it
    gold: str | None  # the file of the gold, where it is another
    titled: bool  # with the name of the file, where the finding does not ask about it

    def key(self, name: str) -> str:
        """Return the key of a control."""
        return f"{name}_{self.source.digest[:8]}{crc32(self.question.files[0].encode()):08x}"

    @property
    def table(self) -> RawTable:
        """The whole table of a file that can be opened."""
        return cast("RawTable", self.question.table)

    @property
    def asked(self) -> set[str]:
        """The fields that are asked for."""
        return {reason.field for reason in self.question.reasons if reason.field}

    @property
    def begun(self) -> Fields:
        """What is certain already: nothing that is asked for."""
        return {name: value for name, value in self.question.proposal.items() if name not in self.asked}

    def named(self, name: str) -> Sequence[str]:
        """Return the answers that the question on a field names."""
        return next((one.options for one in self.question.reasons if one.field == name), ())

    def ask(self, name: str, fields: dict[str, Any]) -> None:
        """Draw the control of a field, and add what the visitor says."""
        label, key, begun = LABELS[name], self.key(name), self.begun.get(name)
        named = self.named(name)
        if name in _ONE_OF:
            words = _ONE_OF[name]
            of_labels = fields.get("layout") in ("votes", "annotator-columns", "people")  # not of numbers for a class
            choices = [one for one in words if one in (named or words) and not (of_labels and one == "0")]
            default = begun if begun in choices else None
            value = st.segmented_control(label, choices, default=default, format_func=words.__getitem__, key=key)
        elif name in OF_CELLS:
            value = self._ask_for_some(name, named, fields)
        else:
            index = named.index(str(begun)) if str(begun) in named else None
            value = st.selectbox(label, named, index, key=key, placeholder="Choose…", width=320)
            value = int(value) if value and name == "header" else value
        if value is not None:
            fields[name] = value

    def _ask_for_some(self, name: str, named: Sequence[str], fields: Fields) -> tuple[Any, ...] | None:
        """Draw the choice of some values of a field, rows by a column and one of its values.

        "None of them" is an answer, too, where there is a question; that all rows count is said of each value.
        """
        begun, values, first = self.begun.get(name), self._values(), list[Any](named)
        if name == "no_vote":
            others = unnamed(self.table, fields) if fields["layout"] != "votes" else ()
            columns = [fields["label"]] if fields.get("label") else fields.get("columns") or others
            labels = [*dict.fromkeys(text for column in columns for text in values.get(column, ()) if text)]
            more: list[Any] = [labels[place] for place in order_of(labels)[0]]
        else:
            about = [column for column, some in values.items() if named and {*named} <= {*some}]
            about = [column for column, _ in begun or ()] or about
            first = [(about[0], one) for one in dict.fromkeys([*named, *self.table.values(about[0])])] if about else []
            by_number = sorted(values.items(), key=lambda pair: len(pair[1]))
            more = [(column, value) for column, some in by_number for value in some][:MOST_ROWS]
        none = [()] if name in self.asked or begun is not None else []
        words = "None: all of them are classes" if name == "no_vote" else "All rows count"
        chosen = st.multiselect(
            LABELS[name],
            [*none, *dict.fromkeys([*(begun or ()), *first, *more])],
            none if begun == () else begun,
            lambda value: words if value == () else value if isinstance(value, str) else " = ".join(value),
            key=self.key(name),
            placeholder="Choose…",
        )
        if () in chosen:
            return tuple(first) if name == "where" else ()
        return tuple(chosen) or None

    def _values(self) -> dict[str, list[str]]:
        """Return the first different values of each column that has a list of roles, without texts."""

        def compute() -> dict[str, list[str]]:
            every = {name: self.table.values(name) for name in self.table.header[:MOST]}
            return {name: [one for one in some if len(one) <= LONGEST][:MOST_VALUES] for name, some in every.items()}

        return compute_once(("values", self.results, self.question.files[0]), compute)
