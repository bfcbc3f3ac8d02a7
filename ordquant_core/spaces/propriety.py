r"""Propriety: does a measure reward a system that reports the true distribution?

Votes are a sample. Where K annotators draw from the distribution p, a report r is scored against their votes, and its
expected score is

.. math:: E_K(r) = \sum_v \frac{K!}{\prod_j v_j!} \prod_j p_j^{v_j} \; M(v / K, r)

over all vote counts v. A measure is proper if r = p minimises it. The expectation is exact: all vote counts are scored.
The best report is looked for among those that are multiples of 1/40, all of them where that is quick: by measures whose
expectation needs no pairs (`report_scores`), and where there are few pairs. Else a search moves probability from class
to class until no move helps, first on the likeliest vote counts, then on all; it starts at the truth and, where there
may be several hollows, at the best reports of a coarser grid.

On that grid alone, a truth whose best report is less than a step away would look like the best one. So the same moves
are then made from the best report and from the truth in steps of half the size, five times over. Where nothing better
than the truth is found, reports closer still to the truth are scored before it is called the best, and those beside the
best reports of the grid: a measure that looks at the order of the classes jumps where classes tie.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, permutations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordquant_core.analysis.report_scores import Votes, of_all_reports, of_some_reports
from ordquant_core.distributions import as_distributions
from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.measures.pairs import in_blocks
from ordquant_core.measures.registry import MAIN_MEASURES, Measure, get_measures
from ordquant_core.measures.terms import Terms, order_signs
from ordquant_core.numerals import setting
from ordquant_core.records import FloatArray, IntArray, TableRow
from ordquant_core.spaces.gold_distributions import all_distributions, check_size, count_distributions
from ordquant_core.statistics.divided_work import carry_out
from ordquant_core.statistics.multinomial import multinomial
from ordquant_core.statistics.progress import Progress

GRID = 40  # the parts of which a report is made
HALVINGS = 5  # of the steps of the grid, around the best report and the truth: to 1/1,280
CLOSE = tuple(4.0**-number for number in range(6))  # of the last step: how far from the truth reports are scored
MOST_PAIRS = 1_000_000  # reports times vote counts up to which all reports are scored
MOST_REPORTS = 2_000_000  # that are scored without pairs
MOST_VOTE_COUNTS = 500_000
AT_ONCE = 2_000_000  # scores in memory
CLOSING = (1, 2, 3, 5, 8, 12, 20, 30)  # annotators of whom a curve of gaps is drawn
SAME = 1e-12  # expected scores that differ by less are equal
ROUGHLY, LIKELIEST = 200, 1_000  # vote counts that the parts of a search look at before all of them
COARSE = 4  # parts of the grid that are one part of the coarser one
STARTS = 8  # reports of the coarser grid that a search starts at, each with another order of the classes
SIZES = (2, 4, 8)  # parts that are moved at a time from one class to another, besides 1
EMPTIED = 8  # parts that classes may have which are emptied together
MOST_MOVED = 4  # classes between which parts move at a time
NEAR = 64  # of the best reports of the grid: those beside them are scored before the truth is called the best
CHECKED = 12  # moves of the last part of a search that are scored on all vote counts, the best on the likeliest
TOGETHER, FEW_CLASSES = 6, 5  # measures in a piece of work, up to so many classes; beyond, one
Scored = Callable[[IntArray], FloatArray]  # the expected scores of reports, (r, L), as parts of the grid


@dataclass(frozen=True, slots=True)
class Propriety(TableRow):
    """The best report under a measure, beside the truth."""

    measure: str  # its key
    annotators: int
    truth: tuple[float, ...]
    truth_score: float  # expected score of the truth
    best: tuple[float, ...]  # the report found with the smallest expected score; the truth where none has a smaller one
    best_score: float
    exhaustive: bool  # were all reports of the grid scored?
    step: float = 1 / GRID  # by which the last moves towards the best report changed probabilities

    @property
    def gap(self) -> float:
        """How much the best report gains over the truth; 0 where the truth is no worse, NaN where all are infinite."""
        return 0.0 if self.proper else self.truth_score - self.best_score

    @property
    def proper(self) -> bool:
        """Whether no report was found with a smaller expected score than the truth, which is finite."""
        return math.isfinite(self.truth_score) and self.best_score >= self.truth_score - SAME

    COLUMNS = (*("drawn_annotators", "measure", "truth", "best_report", "best_score", "truth_score", "gap", "proper"),)

    def cells(self) -> tuple[object, ...]:
        """Return the best report beside the truth, and what it gains."""
        reports = report_text(self.truth, " "), report_text(self.best, " ")
        numbers = self.best_score, self.truth_score, self.gap
        return self.annotators, self.measure, *reports, *numbers, "yes" if self.proper else "no"


def report_text(report: Iterable[float], separator: str = ", ") -> str:
    """Write a report: '0, 0.325, 0.675'."""
    return separator.join(setting(share) for share in report)


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """All vote counts of K annotators that can happen, as shares, with their probabilities."""

    shares: FloatArray  # (n, L)
    weights: FloatArray  # (n,), sum 1

    def votes(self, annotators: int) -> Votes:
        """Return the vote counts of so many annotators as whole numbers."""
        return Votes(np.rint(self.shares.T * annotators).astype(np.int64), self.weights, annotators)

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
    weights = multinomial(p, votes)
    return Outcomes(np.ascontiguousarray(votes.T / annotators), weights / weights.sum())


def expected_scores(key: str, truth: ArrayLike, annotators: int, reports: ArrayLike) -> FloatArray:
    """Return the expected score of reports of shape (r, L) where so many annotators draw from `truth`: (r,).

    >>> expected_scores("RPS", [0.5, 0.5], 1, [[0.5, 0.5], [1, 0]]).tolist()
    [0.25, 0.5]
    """
    (measure,) = get_measures([key])
    draws, rows = outcomes(truth, annotators), np.atleast_2d(as_distributions(reports, "reports"))
    if rows.ndim != 2 or rows.shape[1] != draws.shares.shape[1]:
        raise ShapeMismatchError(f"`reports` has shape {rows.shape}; expected (reports, {draws.shares.shape[1]}).")
    return draws.expected(measure, rows)


def propriety(
    truth: ArrayLike,
    annotators: int,
    measures: Sequence[str] = MAIN_MEASURES,
    *,
    grid: int = GRID,
    halvings: int = HALVINGS,
) -> tuple[Propriety, ...]:
    """Find, for each measure, the report with the smallest expected score against so many annotators.

    `truth` has shape (L,), votes or probabilities. Steps of 1/`grid` are halved so many times around the best report
    and the truth. Where not all reports of the grid are scored (`exhaustive`), a search may miss the best one of a
    measure with several hollows, such as a harmonic mean with DNKT. Raises `OrdquantError` on anything else, on unknown
    measures, and where there are more than 500,000 vote counts.

    >>> nmd, rps = propriety([0.1, 0.3, 0.6], 3, ["NMD", "RPS"])
    >>> [round(share, 3) for share in nmd.best], nmd.proper, rps.best, rps.proper
    ([0.0, 0.333, 0.667], False, (0.1, 0.3, 0.6), True)
    """
    known, p = get_measures(measures), _one(truth)
    if grid < 1 or halvings < 0:
        raise OrdquantError(f"`grid` is {grid}, `halvings` {halvings}; give 1 part or more, 0 halvings or more.")
    draws = outcomes(p, annotators)
    # all at the truth at once: measures share what they have computed
    at_truth = in_blocks([measure.compute.kernel for measure in known], draws.shares, p) @ draws.weights
    return tuple(
        _of_measure(measure, p, annotators, draws, float(score), grid, halvings)
        for measure, score in zip(known, at_truth, strict=True)
    )


def proprieties(
    truth: ArrayLike,
    annotators: Sequence[int],
    measures: Sequence[str],
    *,
    grid: int = GRID,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> tuple[Propriety, ...]:
    """Return what `propriety` finds for every number of annotators and measure, in that order."""
    get_measures(measures)
    work = _Search(tuple(_one(truth).tolist()), grid)
    for number in annotators:
        check_size(number, len(work.truth), MOST_VOTE_COUNTS)
    together = TOGETHER if len(work.truth) <= FEW_CLASSES else 1
    starts = range(0, len(measures), together)
    pieces = [(number, tuple(measures[at : at + together])) for number in annotators for at in starts]
    done = np.cumsum([len(keys) for _, keys in pieces]).tolist()
    return tuple(chain.from_iterable(carry_out(work, pieces, done, progress=progress, executor=executor)))


@dataclass(frozen=True)
class _Search:
    truth: tuple[float, ...]
    grid: int

    def __call__(self, asked: tuple[int, tuple[str, ...]]) -> tuple[Propriety, ...]:
        return propriety(self.truth, *asked, grid=self.grid)


@lru_cache(maxsize=4)
def _every(n_classes: int, grid: int) -> IntArray:
    """Return all reports of a grid, as its parts: (reports, L)."""
    return np.ascontiguousarray(all_distributions(grid, n_classes).T)


def numbers_of_annotators(n_classes: int) -> tuple[int, ...]:
    """Return numbers of annotators that show how fast a gap closes, as many as can be enumerated.

    >>> numbers_of_annotators(3)
    (1, 2, 3, 5, 8, 12, 20, 30)
    """
    return tuple(n for n in CLOSING if count_distributions(n, n_classes) <= MOST_VOTE_COUNTS)


def _of_measure(
    measure: Measure, p: FloatArray, annotators: int, draws: Outcomes, at_truth: float, grid: int, halvings: int
) -> Propriety:
    n_reports, votes = count_distributions(grid, len(p)), draws.votes(annotators)
    at_once = of_all_reports(measure, votes, grid) if n_reports <= MOST_REPORTS else None
    exhaustive = at_once is not None or n_reports * len(draws.weights) <= MOST_PAIRS
    scored = at_once or _scored(measure, votes, grid)
    if exhaustive:
        reports = _every(len(p), grid)
        scores = scored(reports)
        place = _least(scores, reports, p, grid)
        best, score = reports[place], float(scores[place])
        near = reports[np.argsort(scores, kind="stable")[:NEAR]] / grid
    else:
        best = _searched(measure, votes, scored, p, grid)
        score = float(scored(best[None])[0])
        near = np.eye(len(p))
    for _ in range(halvings):
        best, grid = 2 * best, 2 * grid
        best, score = _refined(measure, votes, best, p, grid)
    report = best / grid
    if halvings:
        # absolute errors are least where votes can be; and what is closer to the truth than a step
        others = [_on_grid(report, annotators)[None] / annotators]
        if not score < at_truth - SAME:
            others.append(_around(p, 1 / grid, every=len(draws.weights) <= LIKELIEST))
            if not _is_norm(measure):  # it may jump where classes tie: a report beside one of the grid may be best
                others.append(_beside(near, CLOSE[-1] / grid))
        candidates = np.concatenate(others)
        expected = draws.expected(measure, candidates)
        place = int(expected.argmin())
        if expected[place] < score - SAME:
            report, score = candidates[place], float(expected[place])
    if not score < at_truth - SAME:
        report, score = p, at_truth
    truth = tuple(p.tolist())
    return Propriety(measure.key, annotators, truth, at_truth, tuple(report.tolist()), score, exhaustive, 1 / grid)


def _is_norm(measure: Measure) -> bool:
    """Return whether a search from anywhere comes to the best report: the expectation has one hollow."""
    return isinstance(measure.terms, Terms) and measure.terms.norm


def _refined(measure: Measure, votes: Votes, best: IntArray, p: FloatArray, grid: int) -> tuple[IntArray, float]:
    """Return the best report, and its score, that moves on a finer grid from the best one or the truth come to."""
    at_once, likely = of_all_reports(measure, votes, grid), None
    if at_once is None and len(votes.weights) > LIKELIEST:
        likely = _scored(measure, votes.likeliest(LIKELIEST), grid)
    scored = at_once or _scored(measure, votes, grid)
    starts = np.unique([best, _on_grid(p, grid)], axis=0)
    ends = np.unique([_descend(scored, start, p, grid, first=likely) for start in starts], axis=0)
    scores = scored(ends)
    place = _least(scores, ends, p, grid)
    return ends[place], float(scores[place])


def _around(p: FloatArray, step: float, *, every: bool) -> FloatArray:
    """Return the reports closer to the truth than a step, (r, L): by `every` move, or by those between two classes."""
    moves = _moves(len(p))
    moves = moves if every else moves[np.abs(moves).sum(axis=1) == 2]
    reports = np.concatenate([p + step * size * moves for size in CLOSE])
    return np.asarray(reports[(reports >= 0).all(axis=1)])


def _beside(reports: FloatArray, step: float) -> FloatArray:
    """Return the reports that differ from some (r, L) by a step from one class to another."""
    n_classes = reports.shape[1]
    moves = np.array([np.eye(n_classes)[to] - np.eye(n_classes)[by] for by, to in permutations(range(n_classes), 2)])
    moved = (reports[:, None] + step * moves).reshape(-1, n_classes)
    return np.asarray(moved[(moved >= 0).all(axis=1)])


def _scored(measure: Measure, votes: Votes, grid: int) -> Scored:
    """Return what scores some reports on vote counts: by looking up, or by the kernel."""
    looked = of_some_reports(measure, votes, grid)
    if looked is not None:
        return looked
    outcomes = Outcomes(np.ascontiguousarray(votes.shares.T), votes.weights)
    return lambda reports: outcomes.expected(measure, reports / grid)


def _searched(measure: Measure, votes: Votes, scored: Scored, p: FloatArray, grid: int) -> IntArray:
    """Return the best report that a search from coarse to fine comes to."""
    roughly, likely = (_scored(measure, votes.likeliest(number), grid) for number in (ROUGHLY, LIKELIEST))
    starts = [_on_grid(p, grid)]
    if not _is_norm(measure) and grid % COARSE == 0:
        coarse = _every(len(p), grid // COARSE) * COARSE
        coarse = coarse[np.argsort(roughly(coarse), kind="stable")]
        best_of_order = np.sort(np.unique(order_signs(coarse.T), axis=1, return_index=True)[1])
        starts += list(coarse[best_of_order[:STARTS]])
    ends = np.unique([_descend(roughly, start, p, grid) for start in starts], axis=0)
    start = ends[_least(scored(ends), ends, p, grid)]
    return _descend(scored, start, p, grid, first=likely)


def _descend(scored: Scored, start: IntArray, p: FloatArray, grid: int, first: Scored | None = None) -> IntArray:
    """Move probability for as long as the best of all moves lowers the expected score.

    `first` is a quicker way of scoring: of the moves, only the best by it are scored.
    """
    here, score = start, float(scored(start[None])[0])
    while True:
        around = _moved(here)
        if first is not None and len(around) > CHECKED:
            around = around[np.argpartition(first(around), CHECKED)[:CHECKED]]
        scores = scored(around)
        place = _least(scores, around, p, grid)
        if not scores[place] < score - SAME:
            return here
        here, score = around[place], float(scores[place])


def _moved(here: IntArray) -> IntArray:
    """Return the reports one move away.

    Parts go from one class or some to others, so that those on either side stay equal if they are, or from one class to
    another until both have the same, or all that some have goes to another.
    """
    rows, one, sets = [here + _moves(len(here))], np.eye(len(here), dtype=np.int64), _some_classes(len(here))
    for (i, first), (j, second) in permutations(enumerate(here.tolist()), 2):
        half = (first - second) // 2
        if half > 0:
            rows.append(here + half * (one[[j]] - one[[i]]))
    for emptied, parts in zip(sets, (sets @ here).tolist(), strict=True):
        if 0 < parts <= EMPTIED:
            left = np.where(emptied, 0, here)
            rows.append(left + parts * one[~emptied])
    around = np.concatenate(rows)
    around = around[(around >= 0).all(axis=1)]
    around = around[np.lexsort(around.T[::-1])]  # np.unique of rows takes four times as long
    return np.asarray(around[np.append(True, (around[1:] != around[:-1]).any(axis=1))])


@lru_cache(maxsize=16)
def _some_classes(n_classes: int) -> NDArray[np.bool_]:
    """Return masks of one to three classes, but not of all: (masks, L)."""
    sets = (one for number in range(1, min(4, n_classes)) for one in combinations(range(n_classes), number))
    return np.array([np.isin(np.arange(n_classes), one) for one in sets])


@lru_cache(maxsize=16)
def _moves(n_classes: int) -> IntArray:
    """Return what moves add to a report, (moves, L): from a class or some to others, of at most four classes in all."""
    rows = []
    for giving, taking in permutations(_some_classes(n_classes), 2):
        if not (giving & taking).any() and giving.sum() + taking.sum() <= MOST_MOVED:
            common = math.gcd(int(giving.sum()), int(taking.sum()))
            rows.append((taking * giving.sum() - giving * taking.sum()) // common)
            rows += [size * rows[-1] for size in SIZES if giving.sum() == taking.sum() == 1]
    return np.array(rows, dtype=np.int64)


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
