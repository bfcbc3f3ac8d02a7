"""The record of a table as a paper prints it: blocks of cells with marks, beside the same numbers as a plain table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

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
    after: str = ""  # text without emphasis, after a space
    above: str = ""  # a superscript, such as letters of significance


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a table: its heads (the first one names the part), and rows whose first cell is the row's name."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Mark, ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class PaperTable:
    """One table. Blocks have one number of columns; `data` holds the numbers at full precision."""

    key: str  # of its file and its LaTeX label
    source: str  # a key of REFERENCES
    place: str  # the tables of that paper that have this form
    caption: str
    blocks: tuple[Block, ...]
    data: pd.DataFrame


def label(key: str) -> str:
    """Return how a measure is called in a table."""
    return MEASURES[key].label


def row(name: str, cells: Sequence[Mark | str]) -> tuple[Mark, ...]:
    """Return a row of cells after its name."""
    return (Mark(name), *(cell if isinstance(cell, Mark) else Mark(cell) for cell in cells))


def upper_half(title: str, measures: Sequence[str], cell: Callable[[int, int], Sequence[Mark]]) -> Block:
    """Return the upper half of a symmetric matrix over measures; a cell may have several lines, which are rows."""
    rows = []
    for i, key in enumerate(measures[:-1]):
        cells = [cell(i, j) for j in range(i + 1, len(measures))]
        for line in range(len(cells[0])):
            if line and not any(lines[line].text for lines in cells):
                continue
            before = [NONE if line == 0 else ""] * i
            rows.append(row(label(key) if line == 0 else "", [*before, *(lines[line] for lines in cells)]))
    return Block((title, *map(label, measures[1:])), tuple(rows))


def with_interval(tau: FloatArray, low: FloatArray, high: FloatArray, i: int, j: int) -> list[Mark]:
    """Return a tau of two measures and, on a second line, its interval, where there is one."""
    bounds = f"[{score(float(low[i, j]))}, {score(float(high[i, j]))}]" if np.isfinite(low[i, j]) else ""
    return [Mark(score(float(tau[i, j]))), Mark(bounds)]


def best(values: Sequence[float] | FloatArray, shown: Sequence[str], *, largest: bool = True) -> list[Mark]:
    """Mark the best of some numbers by their text: what is printed alike is equally good.

    >>> [cell.bold for cell in best([0.5, 0.7, 0.7004], ["0.500", "0.700", "0.700"])]
    [False, True, True]
    """
    numbers = np.asarray(values, dtype=np.float64)
    if not np.isfinite(numbers).any():
        return [Mark(text) for text in shown]
    place = int(np.nanargmax(numbers) if largest else np.nanargmin(numbers))
    return [Mark(text, bold=text == shown[place]) for text in shown]


def pairs(measures: Sequence[str]) -> list[tuple[int, int]]:
    """Return the numbers of all pairs of measures, in the order of the tables."""
    return list(combinations(range(len(measures)), 2))
