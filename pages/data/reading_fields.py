"""Further fields of a mapping, each with its control: how a file is opened, which rows count, what cells mean."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from ordquant_core.formats.mapping import SPLITS
from ordquant_core.formats.raw_table import RawTable
from pages.data import reading_columns
from pages.data.column_roles import Said

OF_CELLS = ("where", "drop", "empty", "no_vote", "numbers", "split")  # in their order on the page
_NONE = {"where": "All rows count", "drop": "All rows count", "no_vote": "None: all of them are classes"}
_ROWS = {"where": "Rows that count", "drop": "Rows to leave out"}
_ONE_OF: Mapping[str, tuple[str, Mapping[str, str]]] = {  # fields with few values: what they are called
    "empty": ("Empty cells are", {"0": "no vote for the class", "missing": "missing votes", "refuse": "errors"}),
    "numbers": ("The numbers are", {"counts": "votes", "shares": "percentages"}),
    "split": ("Lists in cells are separated by", {**SPLITS, "": "nothing: there are no lists"}),
    "decimal": ("Decimal sign", {".": "1.5 is one and a half", ",": "1,5 is one and a half"}),
}
_NAMED = {"header": "Line of the header", "encoding": "Encoding", "sheet": "Sheet"}


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a mapping as it is asked for."""

    name: str
    key: Callable[[str], str]  # makes the key of a control
    options: tuple[str, ...]  # the answers that the question names
    asked: bool  # whether a question is about it
    begun: Any  # what is said about it already
    values: Callable[[str], Sequence[str]]  # returns those of a column to choose from


def draw(field: Field, table: RawTable | None, said: Said) -> Any:
    """Draw the control of a field; return what the visitor says, None where nothing is said. `said`: other fields."""
    if field.name in _ONE_OF:
        label, words = _ONE_OF[field.name]
        options = [option for option in words if option in (field.options or words)]
        default = field.begun if field.begun in options else None
        key = field.key(field.name)
        return st.segmented_control(label, options, default=default, format_func=words.__getitem__, key=key)
    if table is None:
        index = field.options.index(str(field.begun)) if str(field.begun) in field.options else None
        found = _one_of(field, _NAMED[field.name], field.options, index)
        return int(found) if found and field.name == "header" else found
    if field.name == "no_vote":
        return _some_of(field, "no_vote", "Labels that are no vote", _labels(field, table, said), field.begun)
    return _rows(field, table)


def _rows(field: Field, table: RawTable) -> tuple[tuple[str, str], ...] | None:
    """Draw the choice of a column and of values in it."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        named = {*field.options}
        about = next((name for name in table.header if named and named <= {*field.values(name)}), None)
        column = field.begun[0][0] if field.begun else about
        index = table.header.index(column) if column is not None else None
        column = _one_of(field, f"{_ROWS[field.name]}: column", table.header, index)
        if column is None:
            return None
        begun = field.begun and [value for name, value in field.begun if name == column]
        values = _some_of(field, f"{field.name}_{column}", _ROWS[field.name], field.values(column), begun)
    if values == () and field.name == "where":  # all rows count: that is said of each value
        values = tuple(table.values(column))
    return None if values is None else tuple((column, value) for value in values)


def _labels(field: Field, table: RawTable, said: Said) -> list[str]:
    """Return the labels of a table, as far as it is said where they stand."""
    layout = said.get("layout")
    columns = said.get("columns") or (reading_columns.others(table, said) if layout != "votes" else ())
    columns = [said["label"]] if said.get("label") else columns
    return [*dict.fromkeys(text for name in columns for text in field.values(name) if text)]


def _one_of(field: Field, label: str, options: Iterable[str], index: int | None) -> str | None:
    key = field.key(field.name)
    return st.selectbox(label, options, index, key=key, placeholder="Choose…", width=320)


def _some_of(field: Field, name: str, label: str, values: Iterable[str], begun: Any) -> tuple[str, ...] | None:
    """Draw the choice of some values; "none of them" is an answer, too, where there is a question."""
    none = [_NONE[field.name]] if field.asked or field.begun == () else []
    options = [*none, *dict.fromkeys([*(begun or ()), *field.options, *values])]
    default = none if begun == () else [*(begun or ())]
    found = st.multiselect(label, options, default, key=field.key(name), placeholder="Choose…")
    return () if none and none[0] in found else tuple(found) or None
