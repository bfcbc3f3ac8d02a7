"""The record of a table: named columns of one length."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.tables.columns import meaning


@dataclass(frozen=True, slots=True, eq=False)
class Coded:
    """A column of a few names that repeat: `names[codes[i]]` in row i. A million rows need one array."""

    codes: NDArray[np.intp]
    names: Sequence[str]

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[str]:
        return map(self.names.__getitem__, self.codes.tolist())

    def __getitem__(self, rows: NDArray[np.intp]) -> "Coded":
        return Coded(self.codes[rows], self.names)


Values = Sequence[Any] | NDArray[Any] | Coded  # None and NaN: not defined


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Columns by name, all of one length. Every name is in the vocabulary of `ordquant_core.tables.columns`.

    Raises `ShapeMismatchError` on columns of different lengths, `OrdquantError` on a name outside of the vocabulary.
    """

    columns: Mapping[str, Values]

    def __post_init__(self) -> None:
        lengths = {name: len(values) for name, values in self.columns.items()}
        if len(set(lengths.values())) > 1:
            raise ShapeMismatchError(f"The columns of a table have one length; found {lengths}.")
        for name in lengths:
            meaning(name)

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()))) if self.columns else 0

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield the rows, numbers as Python's own."""
        return zip(*(_plain(values) for values in self.columns.values()), strict=True)

    def take(self, rows: NDArray[np.intp]) -> "Table":
        """Return some of the rows, in that order."""
        return Table({name: _some(values, rows) for name, values in self.columns.items()})

    def beside(self, **constants: object) -> "Table":
        """Return the table with further columns that are constant, such as a seed."""
        return Table({**self.columns, **{name: [value] * len(self) for name, value in constants.items()}})

    def about(self, **constants: object) -> "Table":
        """Return the table with constant columns in front that say what all its rows are about, such as a task."""
        return Table({**{name: [value] * len(self) for name, value in constants.items()}, **self.columns})


def of_rows(names: Sequence[str], rows: Iterable[Sequence[object]]) -> Table:
    """Return the table of some rows."""
    found = list(rows)
    for row in found:
        if len(row) != len(names):
            raise ShapeMismatchError(f"A row has {len(row)} cells for {len(names)} columns: {row!r}.")
    return Table({name: [row[place] for row in found] for place, name in enumerate(names)})


def by_task(tables: Iterable[tuple[str, Table]]) -> Table:
    """Return the tables of several tasks one below the other, with the task's name as the first column."""
    return stacked([table.about(task=name) for name, table in tables])


def stacked(tables: Sequence[Table]) -> Table:
    """Return tables of the same columns one below the other."""
    if not tables:
        raise OrdquantError("There are no tables to put one below the other.")
    names = list(tables[0].columns)
    for table in tables:
        if list(table.columns) != names:
            raise OrdquantError(f"Tables with other columns: {', '.join(table.columns)}; expected {', '.join(names)}.")
    return Table({name: [cell for table in tables for cell in _plain(table.columns[name])] for name in names})


def _plain(values: Values) -> Iterable[Any]:
    return values.tolist() if isinstance(values, np.ndarray) else values


def _some(values: Values, rows: NDArray[np.intp]) -> Values:
    if isinstance(values, np.ndarray | Coded):
        return values[rows]
    return [values[row] for row in rows.tolist()]
