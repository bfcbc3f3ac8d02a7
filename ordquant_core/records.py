"""Immutable records shared by all modules. Arrays in a record are never written to.

Every result has `to_frame`: the table that its command writes, as a DataFrame with the columns of the glossary.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from inspect import Parameter, signature
from typing import Any, ClassVar, Literal, Self

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ordquant_core.errors import OrdquantError, Problem, UnknownNameError
from ordquant_core.glossary import frame_of, of_grid, of_rows
from ordquant_core.markup import tag
from ordquant_core.numerals import count

GOLD = "gold"  # what the gold of a task is called beside its runs
SIZES = {"measures": "measure", "runs": "run", "cases": "case", "classes": "class"}  # of a record, and one of these
MOST_LINES, MOST_ROWS, MOST_COLUMNS = 10, 30, 20  # of a frame: in a console, in a notebook, in both


class Shown:
    """What consoles and notebooks show of a record: what it holds, and the first and last rows of its frame."""

    __slots__ = ()

    def to_frame(self) -> pd.DataFrame:
        """Return the record as a table."""
        raise NotImplementedError

    def __repr__(self) -> str:
        frame = self._frame()
        shown = "" if frame is None else frame.to_string(max_rows=MOST_LINES, max_cols=MOST_COLUMNS // 2)
        return f"{self._heading()}\n{shown}".rstrip()

    def _repr_html_(self) -> str:
        frame, heading = self._frame(), tag("p", tag("strong", self._heading()))
        shown = "" if frame is None else frame.to_html(max_rows=MOST_ROWS, max_cols=MOST_COLUMNS, show_dimensions=True)
        return f"{heading}\n{shown}"

    def _frame(self) -> pd.DataFrame | None:
        try:
            return self.to_frame()
        except OrdquantError:  # a run of a task has the name of its gold: nobody asked for the frame
            return None

    def _heading(self) -> str:
        name, holds = getattr(self, "name", ""), getattr(self, "scores", self)
        found = {one: getattr(holds, one, None) for one in SIZES}
        sizes = [count(len(of), SIZES[one], one) for one, of in found.items() if isinstance(of, tuple)]
        return f"{type(self).__name__}{f' {name}' if name else ''}{': ' if sizes else ''}{', '.join(sizes)}"


class TableRow(Shown):
    """A result that is one row of a table; a list of them is the whole table.

    `COLUMNS` names its cells. A subclass whose fields have other names, or whose cells are texts, says its `cells`.
    """

    __slots__ = ()
    COLUMNS: ClassVar[tuple[str, ...]] = ()

    def cells(self) -> tuple[object, ...]:
        """Return the values of the row, in the order of `COLUMNS`; None where one is not defined."""
        return tuple(getattr(self, name) for name in self.COLUMNS)

    @classmethod
    def frame(cls, rows: Iterable[Self]) -> pd.DataFrame:
        """Return a row per result; without results, the columns alone."""
        return of_rows(cls.COLUMNS, [row.cells() for row in rows])

    def to_frame(self) -> pd.DataFrame:
        """Return the result as a table of one row."""
        return self.frame([self])


FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
Annotations = NDArray[np.int16]  # (cases, persons): the number of the class that each gave, -1 for none
Order = Literal["numbers", "known scale", "format", "chosen", "file"]  # what the order of classes rests on


def renumbered(annotations: Annotations | None, numbers: Sequence[int]) -> Annotations | None:
    """Return annotations where the class i has the number `numbers[i]`; none stays none.

    >>> renumbered(np.array([[0, 1, -1]], dtype=np.int16), [2, 0]).tolist()
    [[2, 0, -1]]
    """
    return None if annotations is None else np.array([*numbers, -1], dtype=np.int16)[annotations]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Gold(Shown):
    """The true distributions of a task, as read from one file (and one of its scales)."""

    name: str
    scale: str | None
    classes: tuple[str, ...]
    cases: tuple[str, ...]
    probabilities: FloatArray  # (cases, classes)
    votes: IntArray | None = None  # (cases, classes) where the file holds votes: ties stay exact
    annotations: Annotations | None = None  # None: the file does not say whose vote is whose
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

    def to_frame(self) -> pd.DataFrame:
        """Return a row per case, a column per class: votes, or probabilities. It is a frame for measures."""
        return _distributions(self.cases, self.classes, self.probabilities if self.votes is None else self.votes)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Run(Shown):
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

    def to_frame(self) -> pd.DataFrame:
        """Return a row per case, a column per class. It is a frame for measures."""
        return _distributions(self.cases, self.classes, self.probabilities)


@dataclass(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
class Task(Shown):
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
    annotations: Annotations | None = None  # None: nobody says whose vote is whose

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
            annotations=None if self.annotations is None else self.annotations[rows],
            estimates=np.ascontiguousarray(self.estimates[:, rows]),
            extras={name: tuple(texts[row] for row in numbers) for name, texts in self.extras.items()},
        )

    def to_frame(self) -> pd.DataFrame:
        """Return a row per case; its columns are the gold, as "gold", and the runs, and the classes of each.

        `task.to_frame()["gold"]` is a frame for measures. Raises `OrdquantError` where a run is called "gold".
        """
        if GOLD in self.runs:
            raise OrdquantError(f"A run of the task is called {GOLD!r}, as its gold is here: rename it.")
        sides = [self.gold if self.votes is None else self.votes, *self.estimates]
        frames = [_distributions(self.cases, self.classes, side) for side in sides]
        return pd.concat(frames, axis=1, keys=[GOLD, *self.runs], names=["run", "class"])


@dataclass(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
class Scores(Shown):
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

    def to_frame(self, *, tidy: bool = True) -> pd.DataFrame:
        """Return a row per run, case and measure; not `tidy`: a row per run and case, a column per measure.

        >>> scores = Scores(("NMD",), ("r", "s"), ("a",), np.array([[[0.25], [0.5]]]))
        >>> scores.to_frame().to_csv(index=False).split()
        ['run,case,measure,score', 'r,a,NMD,0.25', 's,a,NMD,0.5']
        """
        values = self.values.transpose(1, 2, 0)
        if not tidy:
            rows = pd.MultiIndex.from_product([self.runs, self.cases], names=["run", "case"])
            return pd.DataFrame(values.reshape(len(rows), -1), rows, pd.Index(self.measures, name="measure"))
        return of_grid({"run": self.runs, "case": self.cases, "measure": self.measures}, {"score": values})

    def means_to_frame(self) -> pd.DataFrame:
        """Return a row per run and measure: the mean over the cases."""
        means = {"mean": self.values.mean(axis=-1).T}
        return of_grid({"run": self.runs, "measure": self.measures}, means).assign(cases=len(self.cases))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Preferences(Shown):
    """The number of cases on which each measure prefers run A, run B, or neither."""

    measures: tuple[str, ...]
    prefers_a: IntArray  # (measures,)
    prefers_b: IntArray
    ties: IntArray
    mean_delta: FloatArray  # mean of score A - score B; negative favours A

    def to_frame(
        self,
        *,
        runs: tuple[str, str] | None = None,
        correlations: Sequence[Sequence[float | None]] | None = None,
    ) -> pd.DataFrame:
        """Return a row per measure: the cases on which it prefers each run, and its mean delta.

        If `runs` are given, every row names them: nothing else in a file says which runs A and B are.
        `correlations[i][j]` is Pearson's correlation of the deltas of measures i and j, None where it is not defined.
        """
        columns = {name: getattr(self, name) for name in ("prefers_a", "prefers_b", "ties", "mean_delta")}
        for place, key in enumerate(() if correlations is None else self.measures):
            columns[f"pearson_{key}"] = [row[place] for row in correlations or ()]
        frame = frame_of({"measure": self.measures, **columns})
        return frame if runs is None else frame.assign(run_a=runs[0], run_b=runs[1])


@dataclass(frozen=True, slots=True)
class Quadrants:
    """The number of cases in each quadrant of the plot (delta by measure 1, delta by measure 2)."""

    first: int  # both measures prefer B
    second: int  # measure 1 prefers A, measure 2 prefers B
    third: int  # both prefer A
    fourth: int  # measure 1 prefers B, measure 2 prefers A
    on_axis: int  # at least one of the two sees a tie


@dataclass(frozen=True, slots=True)
class Correlation(TableRow):
    """A correlation with its confidence interval, or the reason why there is none."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    undefined: str = ""  # why `value` (or only the interval) is missing, in words for the user

    COLUMNS = ("correlation", "low", "high", "items", "note")

    def cells(self) -> tuple[object, ...]:
        """Return value and interval, how many items are correlated, and why something is missing."""
        return self.value, self.low, self.high, self.n, self.undefined


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


def to_frame(result: Any, **options: Any) -> pd.DataFrame:
    """Return a result, or a list of results of one kind, as the DataFrame of the table that its command writes.

    So do the results themselves: `oq.agreement(scores).to_frame()`. The columns have the names and the meaning of
    `ordquant_core.glossary`. Options are those of the result's own `to_frame`, such as `alpha` (0.05) where groups or
    intervals depend on it, `pairs=True` for the pairs of runs of `oq.results`, and `tidy=False` for scores with a
    column per measure. Raises `OrdquantError` for anything that is no result, and for options that its table does not
    have.

    >>> import ordquant_core as oq
    >>> oq.to_frame([oq.kendall([1, 2, 3, 4], [1, 2, 4, 3])])[["correlation", "items"]].round(3).values.tolist()
    [[0.667, 4.0]]
    """
    if isinstance(result, TableRow | Problem):
        result = [result]
    several = isinstance(result, Sequence) and not isinstance(result, str)
    if several and not result:
        raise OrdquantError("The list is empty: it does not say which table it is.")
    kind, *others = dict.fromkeys(map(type, result)) if several else [type(result)]
    if others or not (hasattr(kind, "to_frame") or kind is Problem):
        raise OrdquantError(f"{kind.__name__} is no result with a table, or the list mixes several.")
    if not several:
        return _called(result.to_frame, kind, (), options)
    make = problems_to_frame if kind is Problem else getattr(kind, "frame", None)
    if make is None:
        raise OrdquantError(f"A table holds one {kind.__name__}; take them one by one.")
    return _called(make, kind, (result,), options)


def _called(make: Any, kind: type, rows: tuple[Any, ...], options: Mapping[str, Any]) -> pd.DataFrame:
    """Call what makes a frame. Raises `OrdquantError` on options that it does not take, or lacks."""
    arguments = list(signature(make).parameters.values())[len(rows) :]
    takes = [each.name for each in arguments]
    unknown = [name for name in options if name not in takes]
    missing = [each.name for each in arguments if each.default is Parameter.empty and each.name not in options]
    if unknown or missing:
        what = f"no option {unknown[0]!r}" if unknown else f"to be given {missing[0]!r}"
        raise OrdquantError(f"The table of {kind.__name__} has {what}; its options are {', '.join(takes) or 'none'}.")
    frame: pd.DataFrame = make(*rows, **options)
    return frame


def problems_to_frame(problems: Iterable[Problem]) -> pd.DataFrame:
    """Return a row per problem of files, with what to do on the command line. (Errors stand below frames.)"""
    rows = [(problem.file, problem.case, problem.seen, problem.advice) for problem in problems]
    return of_rows(("file", "case", "problem", "action"), rows)


def _distributions(cases: Sequence[str], classes: Sequence[str], values: NDArray[Any]) -> pd.DataFrame:
    labels = pd.CategoricalIndex(classes, categories=classes, ordered=True, name="class")
    return pd.DataFrame(values, index=pd.Index(cases, name="case"), columns=labels)
