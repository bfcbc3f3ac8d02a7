"""How few votes would change a preference on one case?

A preference is the sign of the delta M(gold, A) - M(gold, B): -1 prefers A, 1 prefers B, and 0 is a tie
(abs(delta) < 1e-12). An estimate is given as numbers (votes or probabilities of shape (L,)), or as the key of a
baseline ("popularity", "uniform"), which then follows the gold wherever the gold's votes move. Classes are
one step apart, unless `positions` says where they stand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordquant_core.analysis.baselines import estimates_for
from ordquant_core.analysis.comparison import difference, signs
from ordquant_core.distributions import as_distributions
from ordquant_core.errors import InvalidDistributionError, ShapeMismatchError, UnknownNameError
from ordquant_core.measures.registry import Measure, measures_at
from ordquant_core.records import FloatArray, IntArray

MOST_MOVED = 100  # votes that one search for flips moves, and
MOST_LOOKED_AT = 100_000  # distributions that it scores, before it gives up
_AT_ONCE = 8192  # distributions scored in one go: the arrays of a measure stay in the processor's cache


@dataclass(frozen=True, slots=True)
class Move:
    """Votes that change their class; classes are counted from 0."""

    source: int
    target: int
    votes: int


@dataclass(frozen=True, slots=True)
class Flip:
    """The fewest votes after whose move a measure no longer has the preference it had.

    They are the fewest where `votes` equals `at_least`. Where it is larger, there are too many distributions to score
    them all: no flip takes fewer than `at_least` votes, this one takes `votes`, and there may be one between.
    """

    measure: str
    before: int  # -1 prefers A, 0 is a tie, 1 prefers B
    after: int | None  # the same after the moves; None where no flip was found
    votes: int | None  # how many votes move
    moves: tuple[Move, ...]  # what moves where, at the least distance
    at_least: int | None  # a flip needs at least this many votes; None: however they move, nothing flips


def smallest_flip(
    votes: ArrayLike,
    a: ArrayLike | str,
    b: ArrayLike | str,
    measures: Sequence[str],
    *,
    moved: Literal["gold", "a", "b"] = "gold",
    most_votes: int = MOST_MOVED,
    most_looked_at: int = MOST_LOOKED_AT,
    positions: ArrayLike | None = None,
) -> tuple[Flip, ...]:
    """Find for every measure the smallest number of votes whose move from class to class changes its preference.

    `votes` are the gold's, shape (L,); the votes of the gold move, or those of A or B, which must then be given as
    votes. A preference changes when its sign does: to a tie, to the other side, or (from a tie) to either side.
    The search is exact: it scores every distribution of the same N votes at distance k = 1, 2, 3, … (k votes have
    moved: half the sum of absolute differences) before the next k. Among flips of k votes it returns the one that
    reaches the other side rather than a tie, then the one that touches the fewest classes (best: from a single
    class to a single class), then the one that carries the votes over the shortest distance in all, then the one
    that takes from the lowest classes, then the one that gives to the lowest.

    It gives up before it would move more than `most_votes` or score more than `most_looked_at` distributions; then
    `Flip.at_least` is the number of votes it did not get to, and votes are moved one by one, each to where it brings
    the two scores closest to a flip, until there is one or `most_votes` have moved: a flip, if not surely the
    smallest. `Flip.at_least` is None where all distributions of N votes were scored and none flips. Raises
    `OrdquantError` where what moves is no whole votes of shape (L,), or an estimate or a measure is unknown.

    >>> smallest_flip([0, 1, 2, 9, 8], "popularity", "uniform", ["RNOD"])[0].moves
    (Move(source=3, target=2, votes=1),)
    """
    counts = _as_votes(votes, "votes")
    known = measures_at(measures, positions, len(counts))
    if moved not in ("gold", "a", "b"):
        raise UnknownNameError(f"`moved` is {moved!r}; the votes of 'gold', 'a' or 'b' can move.")
    start = counts if moved == "gold" else _as_votes(a if moved == "a" else b, moved)
    if start.shape != counts.shape:
        raise ShapeMismatchError(f"`votes` has {len(counts)} classes but `{moved}` has {len(start)}.")

    def deltas(rows: IntArray, wanted: Sequence[Measure]) -> FloatArray:
        changed = (rows / start.sum()).T
        gold_rows = changed if moved == "gold" else (counts / counts.sum())[None]
        first = changed if moved == "a" else estimates_for(gold_rows, a, "a")
        second = changed if moved == "b" else estimates_for(gold_rows, b, "b")
        return _deltas(wanted, gold_rows, first, second)

    before = dict(zip(measures, signs(deltas(start[:, None], known))[:, 0].tolist(), strict=True))
    flips: dict[str, Flip] = {}

    def flip(key: str, n_votes: int, rows: IntArray, after: IntArray, at_least: int) -> Flip | None:
        places = np.flatnonzero(after != before[key])
        if not len(places):
            return None
        changes = rows[:, places] - start[:, None]
        best = _simplest(changes, after[places] == 0)
        return Flip(key, before[key], int(after[places[best]]), n_votes, _moves(changes[:, best]), at_least)

    nowhere = np.zeros(1, dtype=np.int64)
    reached = _Reached.opened(start[:, None], start, nowhere, nowhere)
    looked_at, n_votes = 0, 0
    at_least: int | None = 1
    while len(flips) < len(before):
        looked_at += reached.n_next
        if not reached.n_next:
            at_least = None
            break
        if looked_at > most_looked_at or n_votes >= most_votes:
            break
        n_votes += 1
        at_least = n_votes + 1
        reached = reached.next(start)
        wanted = [measure for measure in known if measure.key not in flips]
        for measure, after in zip(wanted, signs(deltas(reached.rows, wanted)), strict=True):
            flipped = flip(measure.key, n_votes, reached.rows, after, n_votes)
            if flipped:
                flips[measure.key] = flipped
    for measure in known:
        key, rows = measure.key, start[:, None]
        if at_least is None or key in flips or before[key] == 0:  # from a tie there is no direction
            continue
        for n_votes in range(1, most_votes + 1):
            rows = _Reached.opened(rows, start, nowhere, nowhere).next(start).rows
            if not rows.size:
                break
            (delta,) = deltas(rows, [measure])
            flipped = flip(key, n_votes, rows, signs(delta), at_least)
            if flipped:
                flips[key] = flipped
                break
            rows = rows[:, [np.argmin(before[key] * delta)]]
    return tuple(flips.get(key, Flip(key, before[key], None, None, (), at_least)) for key in measures)


def in_votes(estimate: tuple[float, ...], n_votes: int) -> tuple[float, ...]:
    """Return an estimate as whole votes of `n_votes` annotators, so that they can move.

    Raises `InvalidDistributionError` where it is not made of whole votes.

    >>> in_votes((0.25, 0.75), 4)
    (1.0, 3.0)
    """
    votes = as_distributions(estimate, "estimate") * n_votes
    if np.abs(votes - np.rint(votes)).max() > 1e-9:
        raise InvalidDistributionError(
            f"This estimate is not made of {n_votes} whole votes. Draw on it in votes mode to move single votes."
        )
    return tuple(np.rint(votes).tolist())


@dataclass(frozen=True, slots=True, eq=False)
class _Reached:
    """All distributions at one distance from the start, each once, and where a further vote may go from them.

    A distribution is reached by its moves in order of their sources and in order of their targets, so a further
    vote leaves no class before the last source and enters none before the last target: no duplicates arise. A
    class that gave votes takes none, one that took votes gives none: every move adds one to the distance.
    """

    rows: IntArray  # (L, n) votes
    sources: NDArray[np.bool_]  # (L, n): may the next vote leave this class?
    targets: NDArray[np.bool_]  # (L, n): may it enter this class?
    n_next: int  # how many distributions lie one vote further

    @classmethod
    def opened(cls, rows: IntArray, start: IntArray, last_source: IntArray, last_target: IntArray) -> "_Reached":
        classes = np.arange(len(rows))[:, None]
        sources = (rows > 0) & (rows <= start[:, None]) & (classes >= last_source)
        targets = (rows >= start[:, None]) & (classes >= last_target)
        pairs = sources.sum(axis=0) * targets.sum(axis=0) - (sources & targets).sum(axis=0)
        return cls(rows, sources, targets, int(pairs.sum()))

    def next(self, start: IntArray) -> "_Reached":
        n_classes, n_rows = self.rows.shape
        allowed = self.sources[:, None] & self.targets[None] & ~np.eye(n_classes, dtype=bool)[:, :, None]
        pair, parent = np.divmod(np.flatnonzero(allowed), n_rows)
        source, target = np.divmod(pair, n_classes)
        rows, each = self.rows[:, parent], np.arange(len(parent))
        rows[source, each] -= 1
        rows[target, each] += 1
        return self.opened(rows, start, source, target)


def _as_votes(values: ArrayLike | str, name: str) -> IntArray:
    """Return whole votes of shape (L,), or raise."""
    if isinstance(values, str):
        raise InvalidDistributionError(f"`{name}` is the baseline {values!r}; give its votes to move them.")
    as_distributions(values, name)
    counts = np.asarray(values, dtype=np.float64)
    if counts.ndim != 1:
        raise ShapeMismatchError(f"`{name}` has shape {counts.shape}; give the votes of one case, shape (classes,).")
    if (counts != np.rint(counts)).any():
        raise InvalidDistributionError(f"`{name}` holds {counts.tolist()}: probabilities; only whole votes can move.")
    return counts.astype(np.int64)


def _deltas(measures: Sequence[Measure], gold_rows: FloatArray, a: FloatArray, b: FloatArray) -> FloatArray:
    """Return the deltas M(gold, A) - M(gold, B), (measures, n); gold_rows, a and b have shape (n, L) or (1, L)."""
    n_rows, n_classes = np.broadcast_shapes(gold_rows.shape, a.shape, b.shape)
    result = np.zeros((len(measures), n_rows))
    for start in range(0, n_rows, _AT_ONCE):
        part = slice(start, min(start + _AT_ONCE, n_rows))
        gold, first, second = (rows[part].T if len(rows) > 1 else rows.T for rows in (gold_rows, a, b))
        estimates = np.empty((n_classes, 2, max(first.shape[1], second.shape[1])))
        estimates[:, 0], estimates[:, 1] = first, second
        gold = np.ascontiguousarray(gold)[:, None]
        for measure, row in zip(measures, result, strict=True):
            row[part] = difference(*measure.compute.kernel(gold, estimates))
    return result


def _simplest(changes: IntArray, tie: NDArray[np.bool_]) -> int:
    """Return the place of the flip that `smallest_flip` prefers among changes (L, n) of equally many votes."""
    touched = (changes != 0).sum(axis=0)
    carried = np.abs(changes.cumsum(axis=0)).sum(axis=0)
    order = np.lexsort((carried, touched, tie))
    best = order[0]
    equal = (carried == carried[best]) & (touched == touched[best]) & (tie == tie[best])
    places = np.flatnonzero(equal)
    left, entered = np.minimum(changes[:, places], 0), -np.maximum(changes[:, places], 0)
    return int(places[np.lexsort((*entered[::-1], *left[::-1]))[0]])


def _moves(change: IntArray) -> tuple[Move, ...]:
    """Write a change of votes as moves: on a line, joining both sides in their order carries the least."""
    classes = np.arange(len(change))
    pairs = np.stack([np.repeat(classes, np.maximum(side, 0)) for side in (-change, change)], axis=1)
    different, times = np.unique(pairs, axis=0, return_counts=True)
    return tuple(Move(int(i), int(j), int(n)) for (i, j), n in zip(different, times, strict=True))
