"""A second panel of annotators: what it would score against the gold, and whether a run comes closer than it.

Disjoint parts of the votes of a case are panels of different annotators. So half of the votes can be the gold, and the
other half a second panel that a run is compared with, without any model of the votes. What a second panel of all
annotators would score is known within a range only, from the scores of smaller panels.
"""

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import groupby, permutations
from operator import itemgetter

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ordquant_core.analysis.panel_weights import sizes, weights
from ordquant_core.analysis.planning.votes import bounded, usual_annotators, votes_of
from ordquant_core.errors import OrdquantError
from ordquant_core.glossary import of_grid
from ordquant_core.measures.pairs import Kernel, in_blocks
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES, measures_at
from ordquant_core.numerals import listed
from ordquant_core.records import Annotations, FloatArray, IntArray, Task
from ordquant_core.statistics.divided_work import carry_out
from ordquant_core.statistics.mean_interval import MeanInterval, difference_interval, t_limit
from ordquant_core.statistics.progress import Progress
from ordquant_core.statistics.resampling import THREADS

ORDERS = 200  # of the votes of a case
FOR_PERSONS = 50  # of these, for what is left without each of the persons
FEWEST_ORDERS = 10  # where there are very many votes
MOST_LABELS = 2**22  # orders x votes of a task
PIECE = 2**19  # orders x votes that share a stream of random numbers: part of the result, never changed to save memory
BOUNDED_BY_FEW = ("NMD", "NVD")  # measures that two or three votes bound whatever the true distributions are
MOST_CLASSES = 7  # for other measures: with 2 or 3 votes over 11 classes, the range by JSD missed in simulation
NARROW = 1.5  # ends of a range with a larger ratio are not drawn
# Of these, with two or three votes: f(2u) of `panel_weights`, with U the score of two single votes in place of 2u
_FEW = {2: np.poly1d([-0.5, 1, 0]), 3: np.poly1d([0.5, -1, 1, 0])}
_MOST_U = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """The cases with the same number of votes, and the scores of their disjoint panels."""

    votes: int
    rows: IntArray  # (cases,)
    scores: FloatArray  # (measures, cases, sizes): U_k, the mean score of a panel of k votes against k others


@dataclass(frozen=True, slots=True, eq=False)
class Range:
    """What the mean score of a second panel lies between: (measures,) each, NaN where nothing bounds it."""

    low: FloatArray
    high: FloatArray
    error: FloatArray  # largest relative error of the estimate in their middle, without that of the sample of cases
    narrow: NDArray[np.bool_]  # are the ends so close, and known well enough, that the range is drawn?


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class SecondPanel:
    """What disjoint panels of the annotators of a task score, and runs beside them."""

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    n_cases: int  # of the task
    n_classes: int
    groups: tuple[Group, ...]  # by the number of votes; none with one vote
    differences: MeanInterval  # (measures, runs): score against half of the annotators minus that of as many others
    n_persons: int  # who labelled all cases; 0: not known
    some_persons: bool  # persons are known, but did not label every case
    person_error: FloatArray  # (measures,): relative standard error over persons
    n_orders: int

    @property
    def single(self) -> int:
        """How many cases have one vote."""
        return self.n_cases - sum(len(group.rows) for group in self.groups)

    @property
    def votes(self) -> tuple[int, ...]:
        """The numbers of votes of the cases that count, each once."""
        return tuple(group.votes for group in self.groups)

    @property
    def halves(self) -> FloatArray:
        """The score of half of the annotators against as many others: (measures, cases), NaN with one vote."""
        every = np.full((len(self.measures), self.n_cases), np.nan)
        for group in self.groups:
            every[:, group.rows] = group.scores[:, :, -1]
        return every

    @property
    def half(self) -> MeanInterval:
        """The mean of `halves` over the cases with its interval, cut at the smallest and largest score: (measures,)."""
        interval = self._interval(np.concatenate([group.scores[:, :, -1] for group in self.groups], axis=1))
        return replace(interval, low=np.maximum(interval.low, 0), high=np.minimum(interval.high, self._largest))

    @property
    def unanimous(self) -> NDArray[np.bool_]:
        """Whether no two votes of a case differ by a measure: (measures,). Panels of any size then score 0."""
        return np.asarray(~np.logical_or.reduce([group.scores.any(axis=(1, 2)) for group in self.groups]))

    @property
    def _largest(self) -> FloatArray:
        return np.array([MEASURES[key].largest(self.n_classes) for key in self.measures])

    @property
    def scores(self) -> FloatArray:
        """The mean scores of the runs against half of the annotators: (measures, runs)."""
        return np.asarray(self.differences.means + self.half.means[:, None])

    def bounds(self, annotators: int | None = None) -> Range:
        r"""Return what a second panel of `annotators` scores against a gold of as many; None: as many as the votes.

        With y the weighted scores of a case and epsilon their largest relative error (see `weights`), the range is

        .. math:: \left[ \mathrm{CI}(y / (1 + \epsilon)).\text{low}, \mathrm{CI}(y / (1 - \epsilon)).\text{high} \right]

        over the cases, where each case has the weights of its number of votes. Panels of up to half of the votes need
        no weights, and have epsilon 0. With 2 or 3 votes, NMD and NVD have closer bounds: with U the score of single
        votes, m = 1 for NMD and L / 2 for NVD, Jensen's inequality gives

        .. math:: 2 f(1/2) U \le \theta \le m f(U / m), \qquad f(x) = x - x^2 / 2 \text{ (2)}, \; x - x^2 + x^3 / 2
                  \text{ (3)}

        where f is replaced by its tangent at the upper end of U, so that cases with other numbers of votes can be
        added. CI is Student's interval; where persons labelled all cases, their error is added in quadrature.
        """
        low, high = self.ends(annotators)
        known = ~np.isnan(low).any(axis=1)
        least, most = low.mean(axis=1), high.mean(axis=1)
        error = np.divide(most - least, most + least, out=np.full_like(most, np.nan), where=most > 0)
        lowest = np.maximum(self._interval(np.nan_to_num(low)).low, 0)
        highest = np.minimum(self._interval(np.nan_to_num(high)).high, self._largest)
        lowest, highest = (np.where(known, end, np.nan) for end in (lowest, highest))
        few = self.votes[0] in _FEW and (annotators or self.votes[0]) > self.votes[0] // 2
        trusted = np.array([not few or key in BOUNDED_BY_FEW for key in self.measures])
        return Range(lowest, highest, error, trusted & (highest <= NARROW * lowest))

    def by_annotators(self, layer: int = 0) -> tuple[tuple[int, ...], FloatArray, FloatArray]:
        """Return numbers of annotators up to twice the votes, and between what scores a second panel of each lies.

        An end is NaN where the range says little. The numbers are `usual_annotators` of the votes, and twice the last.
        """
        usual = usual_annotators(self.votes[0])
        numbers = tuple(sorted({*usual, 2 * usual[-1]}))
        ranges = [self.bounds(number) for number in numbers]
        narrow = np.array([bounds.narrow[layer] for bounds in ranges])
        low, high = np.array([(bounds.low[layer], bounds.high[layer]) for bounds in ranges]).T
        return numbers, np.where(narrow, low, np.nan), np.where(narrow, high, np.nan)

    def ends(self, annotators: int | None = None) -> FloatArray:
        """Return what the range is made of case by case, (2, measures, cases), in the order of the groups."""
        return np.concatenate([self._ends(group, annotators) for group in self.groups], axis=2)

    def _ends(self, group: Group, annotators: int | None) -> FloatArray:
        """Return what a score lies between, case by case: (2, measures, cases); NaN where it is not known."""
        wanted = annotators or group.votes
        ends = np.full((2, *group.scores.shape[:2]), np.nan)
        for layer, (key, scores) in enumerate(zip(self.measures, group.scores, strict=True)):
            if wanted in sizes(group.votes):
                ends[:, layer] = scores[:, sizes(group.votes).index(wanted)]
            elif wanted == group.votes in _FEW and key in BOUNDED_BY_FEW:
                ends[:, layer] = self._ends_of_few(layer, group, 1.0 if key == "NMD" else self.n_classes / 2)
            elif group.votes in _FEW and self.n_classes > MOST_CLASSES:
                continue
            elif (extended := weights(MEASURES[key].compute.kernel, group.votes, wanted)) is not None:
                estimate = scores @ extended.values
                ends[:, layer] = estimate / (1 + extended.error), estimate / (1 - extended.error)
        return ends

    def _ends_of_few(self, layer: int, group: Group, scale: float) -> tuple[FloatArray, FloatArray]:
        single, f = group.scores[layer, :, 0], _FEW[group.votes]
        most = float(np.fmax(self._interval(group.scores[:, :, 0]).high[layer], single.mean())) / scale
        at = min(most, _MOST_U)  # f is concave up to here, and a mean of two votes is not beyond it
        return f(_MOST_U) / _MOST_U * single, scale * f(at) + f.deriv()(at) * (single - scale * at)

    def _interval(self, values: FloatArray) -> MeanInterval:
        """Return the intervals of means over cases, (measures, cases), with the error over persons."""
        return _with_persons(difference_interval(values), self.person_error * values.mean(axis=1), self.n_persons)

    def to_frame(self, cases: Sequence[str] | None = None) -> pd.DataFrame:
        """Return a row per measure: the score of half of the annotators, and the range of a second panel.

        Where no two votes of a case differ, there is no range: they show no difference between two panels. With the
        names of the `cases`, a row per case and measure, and no second panel: of one case it is not known.
        """
        if cases is not None:
            return of_grid({"case": cases, "measure": self.measures}, {"half": self.halves.T})
        halves = [votes // 2 for votes in self.votes]
        half, panel = self.half, self.bounds()
        numbers = {
            "half": half.means,
            "low_half": half.low,
            "high_half": half.high,
            "panel_low": panel.low,
            "panel_high": panel.high,
            "largest_error": panel.error,
        }
        frame = of_grid({"measure": self.measures}, numbers)
        frame["unanimous"] = np.where(self.unanimous, "yes", "no")
        frame["by_persons"] = "yes" if self.n_persons else "no"
        frame.insert(1, "annotators_half", " to ".join(map(str, dict.fromkeys([halves[0], halves[-1]]))))
        return frame


def compare_with_panel(
    task: Task,
    measures: Sequence[str] = MAIN_MEASURES,
    *,
    seed: int = 1,
    n_orders: int = ORDERS,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> SecondPanel:
    r"""Score disjoint panels of the annotators of each case, and the runs against the same panels.

    With s and t disjoint random parts of k of the K votes of a case each, h = K // 2, and e the estimate of a run,

    .. math:: U_k = E M(s / k, t / k), \; k = 1, \dots, h, \qquad d = E[M(s / h, e) - M(s / h, t / h)]

    U_k is without bias the score of a panel of k annotators against another one, and d says without any model whether
    a run is closer to a gold of h annotators than h others are. Its interval is Student's over the cases. Cases have
    the half of their own votes; those with one vote count in nothing. The parts are the first and the last k votes of
    `n_orders` random orders (all orders, if there are not more; fewer for tasks of very many votes, at least 10), the
    same for all measures and runs; U_1 is the mean over all pairs of votes.

    Persons who labelled all cases make other panels: their standard error is that of a jackknife, which leaves out one
    of the K persons on all cases,

    .. math:: se^2 = \frac{K - 1}{K} \sum_j (\theta_{-j} - \bar\theta)^2

    of the mean of d, with (K - 1) // 2 votes, and of that of U_1, relative to it, for the panels. With t its quantile,
    it is added to the interval over cases in quadrature. Where persons labelled some cases only, or there are two of
    them, every vote counts as another person's.

    Equal seeds give identical results, however the work is divided. Raises `OrdquantError` for a gold without votes or
    with one vote per case, and for a measure that can be infinite.

    References: Armstrong and Kolesar for intervals that allow for a largest bias; Calderon, Reichart and Dror, ACL
    2025, who compare a system with left-out annotators.

    >>> votes = np.array([[2, 1, 1]])
    >>> one = Task("", None, ("a", "b", "c"), ("x",), votes / 4, votes, (), np.empty((0, 1, 3)))
    >>> compare_with_panel(one, ["NMD"]).groups[0].scores.round(4).tolist()
    [[[0.5833, 0.4167]]]
    """
    votes, n_classes, given = votes_of(task), len(task.classes), task.annotations
    infinite = [key for key in measures if key not in bounded(measures, n_classes)]
    if infinite:
        raise OrdquantError(f"{listed(infinite)} can be infinite between panels of annotators; leave it out.")
    if n_orders < 2:
        raise OrdquantError(f"Draw two orders or more, got {n_orders}.")
    totals = votes.sum(axis=1)
    persons = given if given is not None and given.shape[1] > 2 and (given >= 0).all() else None
    n_orders = min(n_orders, max(FEWEST_ORDERS, MOST_LABELS // int(totals.sum())))
    work = _Scored(votes, task.estimates, tuple(measures), task.positions, n_orders, persons)
    cuts = list(_cuts(totals, n_orders))
    seeds = np.random.default_rng(seed).integers(0, 2**63, size=len(cuts)).tolist()
    parts = carry_out(
        work,
        zip(cuts, seeds, strict=True),
        np.cumsum([len(rows) for rows in cuts]).tolist(),
        progress=progress,
        executor=executor,
        threads=THREADS,
    )
    scores, gaps, without = zip(*parts, strict=True)
    numbers = [int(totals[rows[0]]) for rows in cuts]
    groups = tuple(
        Group(number, np.flatnonzero(totals == number), np.concatenate([part for _, part in parts_of], axis=1))
        for number, parts_of in groupby(zip(numbers, scores, strict=True), key=itemgetter(0))
    )
    differences, error = difference_interval(np.concatenate(gaps, axis=2)), np.zeros(len(measures))
    n_persons = 0
    if persons is not None:
        n_persons, error = persons.shape[1], work.relative_error_of_persons(persons)
        differences = _with_persons(differences, _jackknife(np.sum(without, axis=0) / len(votes)), n_persons)
    some = given is not None and bool((given < 0).any())
    names = tuple(measures), task.runs
    return SecondPanel(*names, len(votes), n_classes, groups, differences, n_persons, some, error, n_orders)


def _cuts(totals: IntArray, n_orders: int) -> Iterator[IntArray]:
    """Yield the cases that are worked on at a time: all have the same number of votes, two or more."""
    for number in np.unique(totals[totals > 1]).tolist():
        rows, step = np.flatnonzero(totals == number), max(1, PIECE // (n_orders * number))
        yield from (rows[start : start + step] for start in range(0, len(rows), step))


@dataclass(frozen=True, eq=False)
class _Scored:
    """The scores of panels and runs on some cases with equally many votes, given by them and a seed.

    They are U_k, (measures, cases, sizes), d, (measures, runs, cases), and for every person the sum of d over the cases
    without the person, (persons, measures, runs); nothing of that where persons do not count.
    """

    votes: IntArray  # (cases, L)
    estimates: FloatArray  # (runs, cases, L)
    measures: tuple[str, ...]
    positions: tuple[float, ...] | None
    n_orders: int
    persons: Annotations | None  # (cases, persons), where all labelled all cases

    def __call__(self, piece: tuple[IntArray, int]) -> tuple[FloatArray, FloatArray, FloatArray]:
        rows, seed = piece
        labels = self._labels(rows)
        orders = _draw_orders(labels.shape, self.n_orders, np.random.default_rng(seed))
        scores, gaps = self._score(labels, orders, rows, sizes(labels.shape[1]))
        scores[:, :, 0] = self._pairs(labels).mean(axis=2)
        if self.persons is None:
            return scores, gaps, np.empty(0)
        half = (labels.shape[1] - 1) // 2
        fewer = orders if _all_fit(labels.shape[1], self.n_orders) else orders[:FOR_PERSONS]
        without = [
            self._score(labels, fewer[fewer != person].reshape(*fewer.shape[:2], -1), rows, (half,))[1].sum(axis=2)
            for person in range(labels.shape[1])
        ]
        return scores, gaps, np.stack(without)

    def relative_error_of_persons(self, persons: Annotations) -> FloatArray:
        """Return the standard error over persons of the mean score of single labels, relative to it: (measures,)."""
        each, number = self._pairs(persons.astype(np.int64)).mean(axis=1), persons.shape[1]  # of each with the others
        total = each.sum(axis=1)
        error = _jackknife((total - 2 * each.T) / (number - 2))
        return np.asarray(np.divide(error, total / number, out=np.zeros_like(total), where=total > 0))

    def _labels(self, rows: IntArray) -> IntArray:
        """Return the votes of cases one by one, (cases, votes): by persons, or in the order of the classes."""
        if self.persons is not None:
            return self.persons[rows].astype(np.int64)
        votes = self.votes[rows]
        return np.repeat(np.tile(np.arange(votes.shape[1]), len(rows)), votes.ravel()).reshape(len(rows), -1)

    def _score(
        self, labels: IntArray, orders: IntArray, rows: IntArray, wanted: Sequence[int]
    ) -> tuple[FloatArray, FloatArray]:
        """Return the mean scores of panels of these sizes, (measures, cases, sizes), and d, with the last of them."""
        at, kernels = np.array(wanted), self._kernels()
        taken = np.take_along_axis(labels[None], orders, axis=2)
        first, last = (self._count(side, wanted) / at[:, None] for side in (taken, taken[:, :, ::-1]))
        scores = in_blocks(kernels, first, last).mean(axis=1)
        gold, gaps = first[:, :, -1], np.empty((len(kernels), len(self.estimates), len(rows)))
        for run, estimates in enumerate(self.estimates):
            gaps[:, run] = in_blocks(kernels, gold, estimates[rows]).mean(axis=1) - scores[:, :, -1]
        return scores, gaps

    def _count(self, labels: IntArray, wanted: Sequence[int]) -> IntArray:
        """Count the first labels by their classes, for each of the wanted numbers of them: (…, wanted, L)."""
        starts, used = [0, *wanted[:-1]], labels[..., : wanted[-1]]
        steps = [np.add.reduceat(used == one, starts, axis=-1, dtype=np.int64) for one in range(self.votes.shape[1])]
        return np.asarray(np.cumsum(np.stack(steps, axis=-1), axis=-2))

    def _pairs(self, labels: IntArray) -> FloatArray:
        """Return the mean score of each vote of a case with the others, both ways: (measures, cases, votes)."""
        single = np.eye(self.votes.shape[1])
        distances = in_blocks(self._kernels(), single[:, None], single)
        distances = (distances + distances.transpose(0, 2, 1)) / 2
        votes = (labels[..., None] == np.arange(len(single))).sum(axis=1)
        sums = np.einsum("cl,mkl->mck", votes, distances)  # with itself a vote scores 0
        return np.asarray(np.take_along_axis(sums, labels[None], axis=2) / (labels.shape[1] - 1))

    def _kernels(self) -> list[Kernel]:
        known = measures_at(self.measures, self.positions, self.votes.shape[1])
        return [measure.compute.kernel for measure in known]


def _draw_orders(shape: tuple[int, int], n_orders: int, rng: np.random.Generator) -> IntArray:
    """Return random orders of the votes of some cases, (orders, cases, votes), or all if there are not more."""
    n_cases, n_votes = shape
    if _all_fit(n_votes, n_orders):
        every = np.array(list(permutations(range(n_votes))))
        return np.broadcast_to(every[:, None], (len(every), n_cases, n_votes))
    return rng.permuted(np.broadcast_to(np.arange(n_votes), (n_orders, n_cases, n_votes)), axis=2)


def _all_fit(n_votes: int, n_orders: int) -> bool:
    return math.factorial(n_votes) <= n_orders


def _jackknife(without: FloatArray) -> FloatArray:
    """Return the standard error of a mean from its values without each of the persons: (persons, …) give (…)."""
    return np.asarray(np.sqrt((len(without) - 1) * without.var(axis=0)))


def _with_persons(interval: MeanInterval, error: FloatArray, n_persons: int) -> MeanInterval:
    """Add the standard error over persons to an interval, in quadrature; 0 persons: they are not known."""
    if not n_persons:
        return interval
    half = np.hypot(interval.high - interval.means, t_limit(n_persons, confidence=interval.confidence) * error)
    return replace(interval, low=interval.means - half, high=interval.means + half)
