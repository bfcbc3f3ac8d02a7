"""Immutable records shared by all modules. Arrays in a record are never written to.

`to_frame` of a result gives the table that a command writes, as a DataFrame. What makes it stands above all results.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ordquant_core.errors import UnknownNameError

Writer = Callable[..., Any]
_WRITER: list[Writer] = []


class Framed:
    """A result that a page shows or a command writes as a table."""

    __slots__ = ()

    def to_frame(self, **options: Any) -> Any:
        """Return the table of the result as a DataFrame of pandas, see `ordquant_core.tables.frames.to_frame`."""
        return _WRITER[-1](self, **options)


def written_by(writer: Writer) -> None:
    """Let this function make the frames."""
    _WRITER[:] = [writer]


FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
Order = Literal["numbers", "known scale", "format", "chosen", "file"]  # what the order of classes rests on


@dataclass(frozen=True, slots=True, eq=False)
class Gold(Framed):
    """The true distributions of a task, as read from one file (and one of its scales)."""

    name: str
    scale: str | None
    classes: tuple[str, ...]
    cases: tuple[str, ...]
    probabilities: FloatArray  # (cases, classes)
    votes: IntArray | None = None  # (cases, classes) where the file holds votes: ties stay exact
    notes: tuple[str, ...] = ()  # what was repaired on the user's word
    file: str = ""  # where it was read from, for messages
    labelled: bool = True  # False: the file gives the order of the classes, their labels are ours
    faulty: tuple[str, ...] = ()  # cases left out because of a fault in the file
    extras: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # what else the file says of each case
    order: tuple[str, ...] = ()  # the classes as they stand in the file, which is what a position means
    numbered: bool = False  # the file has no ids: cases are called by the number of their row
    ordered_by: Order = "file"  # "file": words of no known scale, whose order only the user can confirm

    @property
    def place(self) -> str:
        """The name of the gold in messages: its file, else its name."""
        return self.file or self.name


@dataclass(frozen=True, slots=True, eq=False)
class Run(Framed):
    """One system's estimates, in the order of its own file."""

    name: str
    classes: tuple[str, ...]
    cases: tuple[str, ...]
    probabilities: FloatArray  # (cases, classes)
    notes: tuple[str, ...] = ()
    file: str = ""  # where it was read from, for messages
    labelled: bool = True  # False: the file gives the order of the classes, their labels are ours
    faulty: tuple[str, ...] = ()  # cases left out because of a fault in the file
    scale: str | None = None  # the scale that was read, where the file names one
    numbered: bool = False  # the file has no ids: cases are called by the number of their row
    open_ended: bool = False  # the file names only those classes that it happens to need: the others have nothing

    @property
    def place(self) -> str:
        """The name of the run in messages: its file, else its name."""
        return self.file or self.name


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Task(Framed):
    """Classes, cases, gold and runs, all in the order of the gold."""

    name: str
    scale: str | None
    classes: tuple[str, ...]
    cases: tuple[str, ...]
    gold: FloatArray  # (cases, classes)
    votes: IntArray | None  # (cases, classes) where the gold is made of votes
    runs: tuple[str, ...]
    estimates: FloatArray  # (runs, cases, classes)
    notes: tuple[str, ...] = ()
    extras: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # texts and links of the cases, as the gold's
    positions: tuple[float, ...] | None = None  # where the classes stand, for measures with distances; None: 1, 2, 3, …

    def only(self, runs: Sequence[str]) -> "Task":
        """Return the task with these runs alone, in this order. Raises `UnknownNameError`."""
        unknown = [run for run in runs if run not in self.runs]
        if unknown:
            raise UnknownNameError(f"Unknown run {unknown[0]!r}; the task has {', '.join(self.runs) or 'none'}.")
        return replace(self, runs=tuple(runs), estimates=self.estimates[[self.runs.index(run) for run in runs]])

    def at(self, rows: IntArray) -> "Task":
        """Return the task with some of its cases, by their numbers, in this order."""
        numbers = rows.tolist()
        return replace(
            self,
            cases=tuple(self.cases[row] for row in numbers),
            gold=self.gold[rows],
            votes=None if self.votes is None else self.votes[rows],
            estimates=np.ascontiguousarray(self.estimates[:, rows]),
            extras={name: tuple(texts[row] for row in numbers) for name, texts in self.extras.items()},
        )


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Scores(Framed):
    """Scores of every run on every case, one layer per measure. Smaller is better."""

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    cases: tuple[str, ...]
    values: FloatArray  # (measures, runs, cases)

    def only(self, runs: Sequence[str]) -> "Scores":
        """Return the scores of these runs alone, in this order. Raises `UnknownNameError`."""
        unknown = [run for run in runs if run not in self.runs]
        if unknown:
            raise UnknownNameError(f"Unknown run {unknown[0]!r}; scored: {', '.join(self.runs) or 'none'}.")
        rows = [self.runs.index(run) for run in runs]
        return replace(
            self, runs=tuple(runs), values=np.ascontiguousarray(self.values[:, rows])
        )  # sums keep their order

    def at(self, rows: IntArray) -> "Scores":
        """Return the scores on some of the cases, by their numbers, in this order."""
        cases = tuple(self.cases[row] for row in rows.tolist())
        return replace(self, cases=cases, values=np.ascontiguousarray(self.values[:, :, rows]))


@dataclass(frozen=True, slots=True, eq=False)
class Preferences(Framed):
    """The number of cases on which each measure prefers run A, run B, or neither."""

    measures: tuple[str, ...]
    prefers_a: IntArray  # (measures,)
    prefers_b: IntArray
    ties: IntArray
    mean_delta: FloatArray  # mean of score A - score B; negative favours A


@dataclass(frozen=True, slots=True)
class Quadrants:
    """The number of cases in each quadrant of the plot (delta by measure 1, delta by measure 2)."""

    first: int  # both measures prefer B
    second: int  # measure 1 prefers A, measure 2 prefers B
    third: int  # both prefer A
    fourth: int  # measure 1 prefers B, measure 2 prefers A
    on_axis: int  # at least one of the two sees a tie


@dataclass(frozen=True, slots=True)
class Correlation(Framed):
    """A correlation with its confidence interval, or the reason why there is none."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    undefined: str = ""  # why `value` (or only the interval) is missing, in words for the user


@dataclass(frozen=True, slots=True)
class ShareBin:
    """The cases whose property lies between two values (both included), and how many of them are marked."""

    low: float
    high: float
    n: int
    disagreements: int  # cases on which two measures prefer different runs
    share_low: float  # 95% interval of disagreements / n
    share_high: float


@dataclass(frozen=True, slots=True)
class PreferenceFlip:
    """Two samples of a path between which a measure's preference changes.

    It compares the estimate on the path (-1) with another, fixed one (1); 0 is a tie.
    """

    low: float  # the last amount with the preference before
    high: float  # the first amount with that after
    score: float  # of the other estimate
    before: int
    after: int
    other: str  # "a" or "b"

    @property
    def amount(self) -> float:
        """The amount halfway between the two."""
        return (self.low + self.high) / 2


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """The scores of a measure while an estimate changes, sampled in equal steps."""

    measure: str  # its key
    label: str
    family: str
    amounts: FloatArray  # (samples,): the share of B that is mixed in, or the probability that has moved
    scores: FloatArray  # (samples,)
    lowest: tuple[tuple[float, float], ...]  # the amounts with the lowest score: single ones, or from one to another
    flips: tuple[PreferenceFlip, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """Curves of several measures over the same amounts. Smaller is better."""

    amounts: FloatArray  # (samples,)
    curves: tuple[Curve, ...]
