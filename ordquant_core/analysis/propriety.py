r"""Propriety: does a measure reward a system that reports the true distribution?

Votes are a sample. Where K annotators draw from the distribution p, a report r is scored against their votes, and its
expected score is

.. math:: E_K(r) = \sum_v \frac{K!}{\prod_j v_j!} \prod_j p_j^{v_j} \; M(v / K, r)

over all vote counts v. A measure is proper if r = p minimises it. The expectation is exact: all vote counts are scored.
The best report is looked for among those that are multiples of 1/40, all of them where that is quick. Else a search
moves probability from class to class until no move helps, first on the likeliest vote counts, then on all.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.analysis.spaces.gold_distributions import all_distributions, check_size, count_distributions
from ordquant_core.distributions import as_distributions
from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.measures.pairs import in_blocks
from ordquant_core.measures.registry import MAIN_MEASURES, Measure, get_measures
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.statistics.divided import Divided, Piece

GRID = 40  # the parts of which a report is made
MOST_PAIRS = 1_000_000  # reports times vote counts up to which all reports are scored
MOST_VOTE_COUNTS = 500_000
LIKELIEST = 1_500  # vote counts that the first part of a search looks at
AT_ONCE = 2_000_000  # scores in memory
CLOSING = (1, 2, 3, 5, 8, 12, 20, 30)  # annotators of whom a curve of gaps is drawn
SAME = 1e-12  # expected scores that differ by less are equal
MOVES = (1, 2, 4, 8)  # parts of the grid moved at a time, and all that a class has
SMALL = 4  # parts that the last part of a search may take from a class as a whole


@dataclass(frozen=True, slots=True)
class Propriety:
    """The best report under a measure, beside the truth."""

    measure: str  # its key
    annotators: int
    truth: tuple[float, ...]
    truth_score: float  # expected score of the truth
    best: tuple[float, ...]  # the report of the grid with the smallest expected score, of several the one nearest
    best_score: float
    exhaustive: bool  # were all reports of the grid scored?

    @property
    def gap(self) -> float:
        """How much the best report of the grid gains over the truth; 0 where the truth is no worse."""
        return 0.0 if self.proper else self.truth_score - self.best_score

    @property
    def proper(self) -> bool:
        """Whether no report of the grid has a smaller expected score than the truth."""
        return self.best_score >= self.truth_score - SAME


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """All vote counts of K annotators that can happen, as shares, with their probabilities."""

    shares: FloatArray  # (n, L)
    weights: FloatArray  # (n,), sum 1

    def likeliest(self, number: int) -> "Outcomes":
        """Return that many of them, those with the largest probabilities."""
        if number >= len(self.weights):
            return self
        chosen = np.sort(np.argpartition(self.weights, -number)[-number:])
        return Outcomes(self.shares[chosen], self.weights[chosen])

    def expected(self, measure: Measure, reports: FloatArray) -> FloatArray:
        """Return the expected score of reports of shape (r, L): (r,)."""
        result = np.empty(len(reports))
        step = max(1, AT_ONCE // len(self.weights))
        for start in range(0, len(reports), step):
            part = reports[start : start + step]
            scores = in_blocks((measure.compute.kernel,), self.shares[None], part[:, None])[0]
            result[start : start + step] = scores @ self.weights
        return result


def outcomes(truth: ArrayLike, annotators: int) -> Outcomes:
    """Return the vote counts of so many annotators who draw from `truth`, shape (L,). Raises `OrdquantError`.

    >>> outcomes([0.25, 0.75], 1).weights.tolist()
    [0.75, 0.25]
    """
    p = _one(truth)
    check_size(annotators, len(p), MOST_VOTE_COUNTS)
    votes = all_distributions(annotators, len(p))
    votes = votes[:, (votes[p == 0] == 0).all(axis=0)]  # what cannot happen
    log_factorials = np.array([math.lgamma(n + 1) for n in range(annotators + 1)])
    logs = np.log(p, out=np.zeros(len(p)), where=p > 0)
    weights = np.exp(log_factorials[annotators] - log_factorials[votes].sum(axis=0) + logs @ votes)
    return Outcomes(np.ascontiguousarray(votes.T / annotators), weights / weights.sum())


def expected_scores(key: str, truth: ArrayLike, annotators: int, reports: ArrayLike) -> FloatArray:
    """Return the expected score of reports of shape (r, L) where so many annotators draw from `truth`: (r,).

    >>> expected_scores("RPS", [0.5, 0.5], 1, [[0.5, 0.5], [1, 0]]).tolist()
    [0.25, 0.5]
    """
    (measure,) = get_measures([key])
    found, rows = outcomes(truth, annotators), np.atleast_2d(as_distributions(reports, "reports"))
    if rows.ndim != 2 or rows.shape[1] != found.shares.shape[1]:
        raise ShapeMismatchError(f"`reports` has shape {rows.shape}; expected (reports, {found.shares.shape[1]}).")
    return found.expected(measure, rows)


def every_report(n_classes: int, grid: int = GRID) -> FloatArray:
    """Return all distributions made of multiples of 1/grid, shape (n, L): the points of a simplex map."""
    return np.asarray(all_distributions(grid, n_classes).T / grid)


def propriety(
    truth: ArrayLike, annotators: int, measures: Sequence[str] = MAIN_MEASURES, *, grid: int = GRID
) -> tuple[Propriety, ...]:
    """Find, for each measure, the report with the smallest expected score against so many annotators.

    `truth` has shape (L,), votes or probabilities. Raises `OrdquantError` on anything else, on unknown measures, and
    where there are more than 500,000 vote counts.

    >>> found = propriety([0.1, 0.3, 0.6], 3, ["NMD", "RPS"])
    >>> found[0].best, found[0].proper, found[1].best, found[1].proper
    ((0.0, 0.325, 0.675), False, (0.1, 0.3, 0.6), True)
    """
    known, p = get_measures(measures), _one(truth)
    if grid < 1:
        raise OrdquantError(f"`grid` is {grid}; give 1 part or more.")
    found = outcomes(p, annotators)
    all_of_them = count_distributions(grid, len(p)) * len(found.weights) <= MOST_PAIRS
    reports = all_distributions(grid, len(p)).T if all_of_them else None
    return tuple(_of_measure(measure, p, annotators, found, reports, grid) for measure in known)


class Searching(Divided[tuple[Propriety, ...]]):
    """The search of `propriety`, a piece for every number of annotators and measure, in that order."""

    def __init__(
        self, truth: ArrayLike, annotators: Sequence[int], measures: Sequence[str], *, grid: int = GRID
    ) -> None:
        get_measures(measures)
        self._truth = tuple(_one(truth).tolist())
        for number in annotators:
            check_size(number, len(self._truth), MOST_VOTE_COUNTS)
        self._asked = [(number, key) for number in annotators for key in measures]
        self._grid, self._found = grid, list[Propriety]()
        super().__init__(len(self._asked))

    def _pieces(self) -> Iterator[Piece]:
        for asked in self._asked:
            yield Piece(_Search(self._truth, self._grid), asked, self._take)

    def _take(self, found: Propriety) -> None:
        self._found.append(found)
        self.done = len(self._found)

    def result(self) -> tuple[Propriety, ...]:
        """Return what is found so far."""
        return tuple(self._found)


@dataclass(frozen=True)
class _Search:
    truth: tuple[float, ...]
    grid: int

    def __call__(self, asked: tuple[int, str]) -> Propriety:
        return propriety(self.truth, asked[0], [asked[1]], grid=self.grid)[0]


def numbers_of_annotators(n_classes: int) -> tuple[int, ...]:
    """Return numbers of annotators that show how fast a gap closes, as many as can be enumerated.

    >>> numbers_of_annotators(3)
    (1, 2, 3, 5, 8, 12, 20, 30)
    """
    return tuple(n for n in CLOSING if count_distributions(n, n_classes) <= MOST_VOTE_COUNTS)


def _of_measure(
    measure: Measure, p: FloatArray, annotators: int, found: Outcomes, reports: IntArray | None, grid: int
) -> Propriety:
    at_truth = float(found.expected(measure, p[None])[0])
    if reports is None:
        start = _on_grid(p, grid)
        start = _descend(measure, found.likeliest(LIKELIEST), start, p, grid, MOVES, grid)
        best = _descend(measure, found, start, p, grid, (1,), SMALL)
        score = float(found.expected(measure, best[None] / grid)[0])
    else:
        scores = found.expected(measure, reports / grid)
        place = _least(scores, reports, p, grid)
        best, score = reports[place], float(scores[place])
    shown = tuple((best / grid).tolist())
    return Propriety(measure.key, annotators, tuple(p.tolist()), at_truth, shown, score, reports is not None)


def _descend(
    measure: Measure,
    found: Outcomes,
    start: IntArray,
    p: FloatArray,
    grid: int,
    sizes: Sequence[int],
    most_taken: int,
) -> IntArray:
    """Move parts from one class to another for as long as the best of all moves lowers the expected score."""
    here, score = start, float(found.expected(measure, start[None] / grid)[0])
    while True:
        around = _moved(here, sizes, most_taken)
        scores = found.expected(measure, around / grid)
        place = _least(scores, around, p, grid)
        if not scores[place] < score - SAME:
            return here
        here, score = around[place], float(scores[place])


def _moved(here: IntArray, sizes: Sequence[int], most_taken: int) -> IntArray:
    """Return the reports one move away: so many parts, or all that a class has if these are few."""
    rows = set()
    for i, j in permutations(range(len(here)), 2):
        own = int(here[i])
        for size in {*sizes, own if own <= most_taken else 0}:
            if 0 < size <= own:
                row = here.copy()
                row[i] -= size
                row[j] += size
                rows.add(tuple(row.tolist()))
    return np.array(sorted(rows), dtype=np.int64)


def _least(scores: FloatArray, reports: IntArray, p: FloatArray, grid: int) -> int:
    """Return the place of the smallest score; of equal ones that of the report nearest to the truth."""
    equal = np.flatnonzero(scores <= scores.min() + SAME)
    return int(equal[np.abs(reports[equal] / grid - p).sum(axis=1).round(12).argmin()])


def _on_grid(p: FloatArray, grid: int) -> IntArray:
    """Round to the grid so that the parts still sum to it: the largest remainders are rounded up."""
    parts = np.floor(p * grid + SAME).astype(np.int64)
    missing = grid - int(parts.sum())
    parts[np.argsort(parts - p * grid, kind="stable")[:missing]] += 1
    return parts


def _one(truth: ArrayLike) -> FloatArray:
    p = as_distributions(truth, "truth")
    if p.ndim != 1:
        raise ShapeMismatchError(f"`truth` has shape {p.shape}; give one distribution.")
    return p
