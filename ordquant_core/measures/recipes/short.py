"""The parts of a calculation in short: the contributions of the classes, their sum, the last step."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ordquant_core.glossary import frame_of
from ordquant_core.measures.recipes.steps import NOISE, Pair
from ordquant_core.numerals import consistent_places, decimals, exact_places, score
from ordquant_core.records import FloatArray

Adding = Literal["sum", "mean", "nothing"]
NOT_COUNTED = "–"


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """The contributions to a measure, one per class (or one per part of a combined measure)."""

    about: str  # what they are, as in a heading: "differences between the cumulative distributions"
    unit: str  # what one of them is: "difference"
    values: FloatArray  # (labels,)
    labels: tuple[str, ...]  # of the classes (plain text, as they were given), or of the two parts
    counted: NDArray[np.bool_]  # (labels,)
    left_out: str = ""  # why the others are not counted, if there are others: "no gold"
    adding: Adding = "sum"
    fewest: int = 2  # decimals
    of: Literal["class", "measure"] = "class"

    @property
    def summed(self) -> bool:
        """Whether the contributions add up: those of classes do, the scores of two measures do not."""
        return self.of == "class" and self.adding != "nothing"

    @property
    def total(self) -> float:
        """The sum or the mean of what is counted."""
        terms = self.values[self.counted]
        return float(terms.sum()) / (len(terms) if self.adding == "mean" else 1)

    @property
    def places(self) -> int:
        """Decimals that the contributions are shown with: two where these write them exactly, else three."""
        return exact_places(self.values[self.counted].tolist(), fewest=self.fewest)

    @property
    def shares(self) -> FloatArray:
        """How large each contribution is compared with the largest, 0 to 1; infinity leaves nothing to the others."""
        sizes = np.where(self.counted, np.abs(self.values), 0.0)
        if np.isinf(sizes).any():
            return np.isinf(sizes).astype(np.float64)
        largest = float(sizes.max(initial=0.0))
        return np.asarray(sizes / largest) if largest >= NOISE else np.zeros(len(sizes))


@dataclass(frozen=True, slots=True)
class LastStep:
    """A calculation: its text with `{}` for every operand, the operands, and how the result comes of them."""

    text: str
    operands: tuple[float, ...]
    compute: Callable[[Sequence[float]], float]
    fewest: int = 2  # decimals of the operands
    from_total: bool = True  # is the first operand the size of the total?
    names: str = ""  # what the operands are, where the contributions do not show it

    @property
    def value(self) -> float:
        """The result."""
        return float(self.compute(self.operands))

    @property
    def places(self) -> int:
        """Decimals of the operands: as many as lead a reader to the result that is shown."""
        return consistent_places(self.operands, self.compute, fewest=self.fewest)

    @property
    def written(self) -> str:
        """The calculation in numbers, without its result."""
        places = self.places
        return self.text.format(*(decimals(operand, places) for operand in self.operands))


@dataclass(frozen=True, slots=True, eq=False)
class ShortWorking:
    """The calculation of one measure for one gold and one estimate, in a row of numbers and a line.

    The contributions that are counted add up to the total, or have it as their mean; the last step leads from there
    to the value. A combined measure has the scores of its two parts in place of contributions of classes.
    """

    key: str
    gold: FloatArray  # (classes,), probabilities
    estimated: FloatArray
    row: Row
    last: LastStep

    @property
    def value(self) -> float:
        """The measure's value."""
        return self.last.value

    @property
    def contributions(self) -> tuple[str, ...]:
        """The contributions as they are shown."""
        places = self.row.places
        pairs = zip(self.row.values.tolist(), self.row.counted.tolist(), strict=True)
        return tuple(decimals(value, places) if counts else NOT_COUNTED for value, counts in pairs)

    @property
    def total(self) -> str:
        """The sum or mean as it is shown: as the last step has it."""
        return decimals(self.row.total, self.last.places) if self.last.from_total else score(self.row.total)

    @property
    def last_step(self) -> str:
        """The last step in numbers: '0.60 ÷ (5 − 1)'.

        A reader who calculates with the numbers that are written comes to the value with its three decimals.
        """
        return self.last.written

    def to_frame(self) -> pd.DataFrame:
        """Return a row per class (or measure) with its contribution, and a last one for their sum or mean, if any.

        `written` has the decimals with which a reader comes to the value; what is not counted has no contribution, and
        the sum no share of the largest.
        """
        row = self.row
        values = np.where(row.counted, row.values, np.nan)
        total = ([row.adding], [self.total], [row.total], [np.nan]) if row.summed else ([], [], [], [])
        parts = [*row.labels], [*self.contributions], values.tolist(), row.shares.tolist()
        names = "class", "written", "contribution", "share_of_largest"
        return frame_of({name: part + end for name, part, end in zip(names, parts, total, strict=True)})


Rows = Callable[[Pair], Row]  # what the classes contribute
Ending = Callable[[Pair, Row], LastStep]  # what becomes of their total
Short = tuple[Rows, Ending]


def of_classes(
    pair: Pair, about: str, unit: str, values: FloatArray, *, adding: Adding = "sum", fewest: int = 2
) -> Row:
    """Return a row to which every class contributes."""
    return Row(about, unit, values, pair.classes, np.ones(len(values), dtype=bool), adding=adding, fewest=fewest)
