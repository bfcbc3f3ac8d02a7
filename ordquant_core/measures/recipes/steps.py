"""The parts of a calculation: steps with a formula in numbers, columns of numbers, and a result."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ordquant_core.errors import UnknownNameError
from ordquant_core.numerals import MINUS, score, setting
from ordquant_core.records import FloatArray

NOISE = 1e-12  # smaller numbers are what float arithmetic leaves of 0
MOST_TERMS = 12  # a longer sum is shown by its first and last terms; the columns hold them all


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a step's table: plain text on top, then a number or plain text per class (or pair of classes)."""

    title: str
    values: tuple[float | str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what is done (plain text), its formula with the numbers put in (LaTeX), and what comes out."""

    title: str
    latex: str
    columns: tuple[Column, ...] = ()
    value: float | None = None

    def to_frame(self) -> pd.DataFrame:
        """Return the columns of the step by their titles; words stand between the numbers of some."""
        return pd.DataFrame({column.title: list(column.values) for column in self.columns})


@dataclass(frozen=True, slots=True, eq=False)
class Working:
    """The calculation of one measure for one gold and one estimate."""

    key: str
    gold: FloatArray  # (classes,), probabilities
    estimated: FloatArray
    steps: tuple[Step, ...]

    @property
    def value(self) -> float:
        """The result of the last step: the measure's value."""
        return outcome(*self.steps)

    @property
    def columns(self) -> dict[str, tuple[float | str, ...]]:
        """The values of every column; of several with one title, those of the first."""
        columns = [column for step in self.steps for column in step.columns]
        return {column.title: column.values for column in reversed(columns)}

    def column(self, title: str) -> tuple[float | str, ...]:
        """Return the values of the first column with that title."""
        if title not in self.columns:
            titles = ", ".join(map(repr, self.columns))
            raise UnknownNameError(f"The working of {self.key} has no column {title!r}; choose from {titles}.")
        return self.columns[title]

    def numbers(self, title: str) -> FloatArray:
        """Return a column of numbers as an array."""
        return np.array([float(value) for value in self.column(title)])


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """What every calculation starts from: class labels (plain text), gold and estimate, all of length L."""

    classes: tuple[str, ...]
    gold: FloatArray
    estimated: FloatArray
    positions: tuple[float, ...] | None = None  # of the classes; None: 1, ..., L, or the measure uses no distances

    @property
    def places(self) -> FloatArray:
        """Where the classes stand, (L,)."""
        return np.arange(1.0, self.n_classes + 1) if self.positions is None else np.array(self.positions)

    @property
    def span(self) -> float:
        """How far the first class is from the last: L - 1, unless they stand elsewhere."""
        return float(self.places[-1] - self.places[0])

    @property
    def span_in_numbers(self) -> str:
        """The span as it is calculated: '5 − 1'."""
        if self.positions is None:
            return f"{self.n_classes} {MINUS} 1"
        first, last = self.positions[0], self.positions[-1]
        return f"{setting(last)} {MINUS} {setting(first) if first >= 0 else f'({setting(first)})'}"

    @property
    def span_in_latex(self) -> tuple[str, str]:
        """The span as a formula and in numbers."""
        formula = "L - 1" if self.positions is None else "x_L - x_1"
        return formula, self.span_in_numbers.replace(MINUS, "-")

    @property
    def span_in_words(self) -> str:
        """What a step that divides by the span calls it."""
        return "L − 1" if self.positions is None else "the distance from the first class to the last"

    @property
    def distance(self) -> str:
        """The distance of two classes as a formula."""
        return "|i-j|" if self.positions is None else "|x_i-x_j|"

    @property
    def n_classes(self) -> int:
        """L."""
        return len(self.gold)

    @property
    def sides(self) -> tuple[Column, ...]:
        """The columns with which most tables start."""
        return self.labels, numbers("gold p*", self.gold), numbers("estimate p", self.estimated)

    @property
    def labels(self) -> Column:
        """The class labels."""
        return Column("class", self.classes)


Recipe = Callable[[Pair], tuple[Step, ...]]


def outcome(*steps: Step) -> float:
    """Return the result of the last of these steps."""
    value = steps[-1].value
    if value is None:
        raise TypeError(f"The step {steps[-1].title!r} has no result.")
    return value


def numbers(title: str, values: FloatArray) -> Column:
    """Make a column of an array."""
    return Column(title, tuple(values.tolist()))


def yes_no(title: str, values: NDArray[np.bool_]) -> Column:
    """Make a column of yes and no."""
    return Column(title, tuple("yes" if value else "no" for value in values))


def result(value: float) -> str:
    """Write the result of a step in LaTeX: three decimals."""
    return score(value).replace(MINUS, "-").replace("∞", r"\infty")


def short(value: float) -> str:
    """Write a term of a step: at most three decimals.

    >>> short(0.15), short(0.0), short(0.0001), short(10.0)
    ('0.15', '0', '0.000', '10')
    """
    if abs(value) < NOISE:
        return "0"
    text = result(value)
    stripped = text.rstrip("0").rstrip(".") if "." in text else text
    return text if stripped in ("0", "-0") else stripped


def total(terms: FloatArray | Sequence[float]) -> str:
    r"""Write a sum term by term.

    >>> total([0.2, -0.05, float("inf")])
    '0.2 - 0.05 + \\infty'
    """
    written = [(" - " if term <= -NOISE else " + ") + short(abs(term)) for term in terms]
    if len(written) > MOST_TERMS:
        written = [*written[:3], r" + \cdots", *written[-2:]]
    return "".join(written).removeprefix(" + ").strip()
