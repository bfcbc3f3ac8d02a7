"""The record of a table as a paper prints it: blocks of cells with marks, beside the same numbers as a frame."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from ordquant_core.glossary import NUMBERS, Column, Kind, as_text, column, drawn_as
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import score
from ordquant_core.records import FloatArray

NONE = "–"  # in the lower half of a matrix


@dataclass(frozen=True, slots=True)
class Mark:
    """A cell with its emphasis."""

    text: str
    bold: bool = False
    underlined: bool = False
    above: str = ""  # a superscript, such as letters of significance

    def __str__(self) -> str:
        """Return the text."""
        return self.text


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a table: its heads (the first one names the part), and rows whose first cell is the row's name.

    A row is about one thing. What has another order or other names is another block, never beside this one.

    `sides` says for each column whether it stands left or right, `l` or `r`.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[Mark, ...], ...]

    @property
    def sides(self) -> str:
        """The first column stands left, and so do numbers with superscripts, which align there."""
        with_letters = [any(row[place].above for row in self.rows) for place in range(len(self.heads))]
        return "".join("l" if place == 0 or letters else "r" for place, letters in enumerate(with_letters))

    @property
    def columns(self) -> list[Column]:
        """The columns of its frame, which are called by their places: heads may repeat."""
        return [drawn_as(Kind.MARKED, str(place), head) for place, head in enumerate(self.heads)]

    def to_frame(self) -> pd.DataFrame:
        """Return the marks as a frame, to be drawn."""
        return pd.DataFrame(list(self.rows), columns=[each.name for each in self.columns])

    def without_empty_columns(self) -> "Block":
        """Return the columns in which something stands."""
        used = [place for place in range(len(self.heads)) if any(row[place].text for row in self.rows)]
        return Block(
            tuple(self.heads[place] for place in used), tuple(tuple(row[place] for place in used) for row in self.rows)
        )


@dataclass(frozen=True, slots=True, eq=False)
class PaperTable:
    """One table. Blocks have one number of columns; `data` holds the numbers at full precision."""

    key: str  # of its file and its LaTeX label
    source: str  # a key of REFERENCES
    place: str  # the tables of that paper that have this form
    caption: str
    blocks: tuple[Block, ...]
    data: pd.DataFrame


def block_of(frame: pd.DataFrame) -> tuple[Block, str]:
    """Return a frame as a block, its numbers rounded for people, and the sides of its columns: numbers stand right."""
    kinds = [column(name).kind for name in frame.columns]
    rows = [
        tuple(Mark(_rounded(kind, value)) for kind, value in zip(kinds, row, strict=True))
        for row in frame.itertuples(index=False, name=None)
    ]
    return Block(tuple(frame.columns), tuple(rows)), "".join("r" if kind in NUMBERS else "l" for kind in kinds)


def _rounded(kind: Kind, value: Any) -> str:
    if kind is Kind.P and not isinstance(value, str) and value == value:
        return "< 0.001" if value < 0.0005 else score(value)
    return as_text(kind, value)


def label(key: str) -> str:
    """Return how a measure is called in a table."""
    return MEASURES[key].label


def row(name: str, cells: Sequence[Mark | str]) -> tuple[Mark, ...]:
    """Return a row of cells after its name."""
    return (Mark(name), *(cell if isinstance(cell, Mark) else Mark(cell) for cell in cells))


def upper_half(title: str, frame: pd.DataFrame, cell: Callable[[Any], Sequence[Mark]]) -> Block:
    """Return the upper half of a symmetric matrix over measures, of a frame with a row per pair of them.

    `cell` takes such a row, a named tuple. It may return several lines, which are rows; those without a text are left
    out. The pairs stand in the order of the measures: (1, 2), (1, 3), …, (2, 3), …
    """
    others = list(dict.fromkeys(frame["measure_2"]))
    rows = []
    for place, (first, pairs) in enumerate(frame.groupby("measure_1", sort=False)):
        lines = zip(*map(cell, pairs.itertuples(index=False)), strict=True)
        for number, marks in enumerate(lines):
            if number == 0 or any(mark.text for mark in marks):
                rows.append(row("" if number else label(str(first)), [*["" if number else NONE] * place, *marks]))
    return Block((title, *map(label, others)), tuple(rows))


def with_interval(value: float, low: float, high: float) -> list[Mark]:
    """Return a number and, on a second line, its interval, where there is one."""
    return [Mark(score(value)), Mark(f"[{score(low)}, {score(high)}]" if np.isfinite(low) else "")]


def best(values: Sequence[float] | FloatArray, texts: Sequence[str], *, largest: bool = True) -> list[Mark]:
    """Mark the best of some numbers by their text: what is printed alike is equally good.

    >>> [cell.bold for cell in best([0.5, 0.7, 0.7004], ["0.500", "0.700", "0.700"])]
    [False, True, True]
    """
    numbers = np.asarray(values, dtype=np.float64)
    if not np.isfinite(numbers).any():
        return [Mark(text) for text in texts]
    place = int(np.nanargmax(numbers) if largest else np.nanargmin(numbers))
    return [Mark(text, bold=text == texts[place]) for text in texts]
