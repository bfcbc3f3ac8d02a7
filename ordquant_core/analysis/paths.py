"""Measures along a path of estimates: from one run to another, or while probability moves from class to class.

An estimate is given as numbers (votes or probabilities of shape (L,)) or as the key of a baseline ("popularity",
"uniform"). The curve of a measure along a straight line between two estimates has jumps, a lowest point, and flips.
The line is p(t) = (1 - t) A + t B for shares t from 0 to 1. Classes meet, p_i = p_j, at
t = (a_i - a_j) / ((a_i - a_j) - (b_i - b_j)) if their order changes between A and B. DNKT, and what is combined with
it, may jump there; a measure that depends on which classes occur in the estimate (RSNOD, KLD) may jump at the ends,
where classes appear or vanish. So every jump lies at a meeting or at an end, and is looked for nowhere else. Its
limits are the scores of the nearest floats on either side. Between jumps, measures have one minimum (or are
constant) where their record says so; of the others, the lowest point is the lowest of those near the samples.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.analysis.baselines import estimates_for
from ordquant_core.analysis.comparison import TIE, difference, signs
from ordquant_core.analysis.landscape import score_rows
from ordquant_core.analysis.picture import Picture
from ordquant_core.distributions import as_distributions
from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.measures.registry import Measure, measures_at
from ordquant_core.records import Best, Curve, FloatArray, IntArray, Jump, PreferenceFlip, Span

MEETING = 1e-12  # a gap this small, next to what it was at the ends, is rounding; so is one between two shares
_POINTS = 63  # a bracket is cut into 64 pieces
_TIMES = {"lowest": 3, "crossing": 2}  # so many times: 2 ** -15 of it remain, or 2 ** -12 to be taken as straight

_Function = Callable[[FloatArray], FloatArray]
_Range = tuple[float, float, int]  # from, to, the preference in between


class Level(NamedTuple):
    """The score of the estimate that one on the line is compared with."""

    other: str
    score: float
    own_end: float | None = None  # the share at which the line is that estimate: there is no flip


@dataclass(frozen=True, eq=False)
class Line:
    """A straight line between two estimates of shape (L,), `length` long, and the gold distribution (1, L)."""

    gold_rows: FloatArray
    start: FloatArray
    end: FloatArray
    length: float = 1.0

    @cached_property
    def meetings(self) -> FloatArray:
        """The shares, beyond the ends, where two classes change their order."""
        first, second = np.triu_indices(len(self.start), 1)
        at_start, at_end = (side[first] - side[second] for side in (self.start, self.end))
        cross = np.sign(at_start) * np.sign(at_end) < 0
        return _apart(at_start[cross] / (at_start[cross] - at_end[cross]), np.array([0.0, 1.0]))

    @cached_property
    def bends(self) -> FloatArray:
        """The shares where a class, or the sum of the classes so far, is as in the gold: NVD and NMD bend there."""
        found = []
        for sums in (np.asarray, np.cumsum):
            at_start, at_end = (sums(side - self.gold_rows[0]) for side in (self.start, self.end))
            cross = np.sign(at_start) * np.sign(at_end) < 0
            found.append(at_start[cross] / (at_start[cross] - at_end[cross]))
        return _apart(np.concatenate(found), np.concatenate([[0.0, 1.0], self.meetings]))

    def shares(self, steps: int) -> FloatArray:
        """Return equal steps from 0 to 1 with the meetings and the bends among them, in order."""
        special = np.concatenate([[0.0, 1.0], self.meetings, self.bends])
        return np.sort(np.concatenate([special, _apart(np.linspace(0, 1, steps), special)]))

    def straight(self, shares: FloatArray) -> FloatArray:
        """Return the estimates at some shares, (L, n), as they come out: classes that meet may miss by rounding."""
        return (1 - shares) * self.start[:, None] + shares * self.end[:, None]

    def mixtures(self, shares: FloatArray) -> FloatArray:
        """Return the estimates at some shares, (n, L): the ends to the last bit, classes that meet exactly equal."""
        at_start, at_end = (side[:, None] - side[None] for side in (self.start, self.end))
        gaps = np.abs((1 - shares) * at_start[..., None] + shares * at_end[..., None])
        at_ends = np.maximum(np.abs(at_start), np.abs(at_end))
        meets = gaps <= MEETING * at_ends[..., None]  # classes that meet here share the number of the first of them
        mixed = np.take_along_axis(self.straight(shares), meets.argmax(axis=0), axis=0)
        mixed[:, shares == 0], mixed[:, shares == 1] = self.start[:, None], self.end[:, None]
        return mixed.T

    def beside(self, shares: FloatArray, way: int) -> FloatArray:
        """Return the estimates just before (-1) or just after (1) some shares, (n, L): by a few units of last place.

        Classes that meet at a share are in order there, and one that is empty at an end occurs.
        """
        at = self.mixtures(shares)
        moves = np.unique(np.append(way * (self.end - self.start), 0.0), return_inverse=True)[1]
        units = moves[:-1] - moves[-1]  # more for what rises faster, 0 for what stays as it is
        return np.asarray(at + 4 * units * np.spacing(at))  # beyond a power of two floats lie twice as far apart


def curves_along(
    line: Line, measures: Sequence[Measure], levels: Sequence[Level | None], steps: int
) -> tuple[Curve, ...]:
    """Return the curves of measures along a line, sampled at `steps` shares and wherever they may bend or jump."""
    shares, knots = line.shares(steps), np.concatenate([[0.0], line.meetings, [1.0]])
    rows = np.concatenate([line.mixtures(shares), line.beside(knots[1:], -1), line.beside(knots[:-1], 1)])
    return tuple(
        _curve(measure, line, shares, knots, score_rows(measure, line.gold_rows, rows), level)
        for measure, level in zip(measures, levels, strict=True)
    )


def _curve(
    measure: Measure, line: Line, shares: FloatArray, knots: FloatArray, scores: FloatArray, level: Level | None
) -> Curve:
    """Make a curve from its scores at the shares, just before the knots, and just after them."""

    def scored(shares: FloatArray) -> FloatArray:  # between the knots
        return score_rows(measure, line.gold_rows, line.straight(shares).T)

    values, before, after = np.split(scores, [len(shares), len(shares) + len(knots) - 1])
    at_knots = values[np.searchsorted(shares, knots)]
    jumps = _jumps(knots.tolist(), [None, *before.tolist()], at_knots.tolist(), [*after.tolist(), None])
    parts = [_with_lowest(part, scored) for part in _parts(shares, values, jumps)]
    flips = [] if level is None else _flips(parts, jumps, scored, level)
    return Curve(
        measure.key,
        measure.label,
        measure.family,
        tuple(part * [[line.length], [1.0]] for part in parts),
        tuple(replace(jump, amount=jump.amount * line.length) for jump in jumps),
        _best(parts, jumps, line.length),
        tuple(replace(flip, amount=flip.amount * line.length) for flip in flips),
    )


def _apart(shares: FloatArray, others: FloatArray) -> FloatArray:
    """Return the shares in order, without those that rounding alone sets apart from one before or from the others."""
    ordered: FloatArray = np.sort(shares)
    near = np.abs(ordered[:, None] - others).min(axis=1, initial=np.inf) <= MEETING
    return np.asarray(ordered[~near & (np.diff(ordered, prepend=-np.inf) > MEETING)])


def _jumps(
    shares: list[float], before: list[float | None], values: list[float], after: list[float | None]
) -> list[Jump]:
    found = (Jump(*entry) for entry in zip(shares, before, values, after, strict=True))
    return [jump for jump in found if not (_same(jump.before, jump.value) and _same(jump.value, jump.after))]


def _same(first: float | None, second: float | None) -> bool:
    return first is None or second is None or first == second or abs(first - second) < TIE


def _parts(shares: FloatArray, values: FloatArray, jumps: Sequence[Jump]) -> Iterator[FloatArray]:
    """Yield the shares and scores between jumps, the limits at their ends."""
    at = {jump.amount: jump for jump in jumps}
    for low, high in pairwise([0.0, *(share for share in at if 0 < share < 1), 1.0]):
        inside = (shares >= low) & (shares <= high)
        part = np.stack([shares[inside], values[inside]])
        if low in at:
            part[1, 0] = at[low].after
        if high in at:
            part[1, -1] = at[high].before
        yield part


def _with_lowest(part: FloatArray, scored: _Function) -> FloatArray:
    """Add the lowest points between the samples of a continuous part."""
    shares, scores = part
    left, right = np.append(np.inf, scores[:-1]), np.append(scores[1:], np.inf)
    lowest = np.flatnonzero((scores <= left) & (scores <= right) & ((scores < left) | (scores < right)))
    brackets = shares[np.maximum(lowest - 1, 0)], shares[np.minimum(lowest + 1, len(shares) - 1)]
    found = _minima(scored, *brackets)
    lower = found[1] < scores[lowest] - TIE
    joined = np.concatenate([part, found[:, lower]], axis=1)
    return joined[:, np.unique(joined[0], return_index=True)[1]]  # two equal samples find the same one


def _minima(function: _Function, low: FloatArray, high: FloatArray) -> FloatArray:
    """Return where a function with one minimum inside each bracket is lowest, and its value there: (2, brackets)."""
    if not len(low):
        return np.empty((2, 0))
    each = np.arange(len(low))
    for _ in range(_TIMES["lowest"]):
        cut, values = _inside(function, low, high)
        best = values.argmin(axis=1)
        low, high = cut[each, best], cut[each, best + 2]
    return np.stack([cut[each, best + 1], values[each, best]])


def _crossings(
    function: _Function, low: FloatArray, high: FloatArray, from_value: FloatArray, to_value: FloatArray
) -> FloatArray:
    """Return where a function that changes its sign once inside each bracket is 0; its values at the ends are given."""
    if not len(low):
        return low
    each = np.arange(len(low))
    for _ in range(_TIMES["crossing"]):
        cut, inside = _inside(function, low, high)
        values = np.column_stack([from_value, inside, to_value])
        changed = ((values > 0) != (from_value > 0)[:, None]).argmax(axis=1)
        low, high = cut[each, changed - 1], cut[each, changed]
        from_value, to_value = values[each, changed - 1], values[each, changed]
    return low + (high - low) * (from_value / (from_value - to_value))


def _inside(function: _Function, low: FloatArray, high: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Cut brackets, and score what is inside: at their ends a curve may jump."""
    cut = low[:, None] + (high - low)[:, None] * (np.arange(_POINTS + 2) / (_POINTS + 1))
    return cut, function(cut[:, 1:-1].ravel()).reshape(len(low), _POINTS)


def preference(score: float, other: float) -> int:
    """Return -1 if a score is better than the other, 0 for a tie (of two infinite ones, too), 1 if it is worse."""
    return int(_preferences(np.array([score]), other)[0])


def _preferences(scores: FloatArray, other: float) -> IntArray:
    return signs(difference(scores, other))


def _flips(parts: Sequence[FloatArray], jumps: Sequence[Jump], scored: _Function, level: Level) -> list[PreferenceFlip]:
    """Compare the preferences of neighbouring ranges; jumps at the ends make ranges of their own."""
    ends = {jump.amount: (jump.amount, jump.amount, preference(jump.value, level.score)) for jump in jumps}
    ranges = [one for part in parts for one in _ranges(part, scored, level.score)]
    ranges = [*([ends[0.0]] if 0.0 in ends else []), *ranges, *([ends[1.0]] if 1.0 in ends else [])]
    return [
        PreferenceFlip(share, level.score, before, after, level.other)
        for (_, share, before), (_, _, after) in pairwise(ranges)
        if before != after and share != level.own_end
    ]


def _ranges(part: FloatArray, scored: _Function, level: float) -> list[_Range]:
    """Cut a continuous part where it crosses a level, and say which side is preferred in between."""
    shares, scores = part
    sides = _preferences(scores, level)
    crosses = np.flatnonzero(sides[:-1] * sides[1:] < 0)
    ends = (values[places] for values in (shares, scores - level) for places in (crosses, crosses + 1))
    roots = _crossings(lambda at: scored(at) - level, *ends)
    order = np.argsort(np.append(shares, roots), kind="stable")
    shares, sides = np.append(shares, roots)[order], np.append(sides, np.zeros_like(crosses))[order]
    between = np.where(sides[:-1] != 0, sides[:-1], sides[1:])
    return list(zip(shares[:-1].tolist(), shares[1:].tolist(), between.tolist(), strict=True))


def _best(parts: Sequence[FloatArray], jumps: Sequence[Jump], length: float) -> Best:
    """Find the lowest score, and all that is as low."""
    at = {jump.amount: jump.value for jump in jumps}
    least = min([*(float(part[1].min()) for part in parts), *at.values()])
    spans = [Span(share, share) for share, value in at.items() if value < least + TIE or value == least]
    for shares, scores in parts:
        low = np.flatnonzero((scores < least + TIE) | (scores == least))
        for run in np.split(low, np.flatnonzero(np.diff(low) > 1) + 1):
            if len(run):
                start, end = shares[run[[0, -1]]].tolist()
                spans.append(Span(start, end, start not in at, end not in at))
    joined: list[Span] = []
    for span in sorted(spans):
        last = joined[-1] if joined else None
        if last is not None and last.end == span.start and (last.has_end or span.has_start):
            joined[-1] = Span(last.start, span.end, last.has_start, span.has_end)
        else:
            joined.append(span)
    return Best(least, tuple(Span(length * start, length * end, *ends) for start, end, *ends in joined))


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """Scores while an estimate changes step by step. Smaller is better."""

    measures: tuple[str, ...]
    amounts: FloatArray  # (steps,): the share of B that is mixed in, or the probability that has moved
    scores: FloatArray  # (measures, steps)
    curves: tuple[Curve, ...]  # of the measures, with their jumps, best amounts and flips between the steps


def interpolate(
    gold: ArrayLike,
    a: ArrayLike | str,
    b: ArrayLike | str,
    measures: Sequence[str],
    *,
    steps: int = 101,
    positions: ArrayLike | None = None,
) -> Path:
    """Score (1 - t) A + t B for `steps` values of t from 0 to 1; `amounts` are the t.

    The ends are A and B to the last bit. Classes that are equal at both ends are equal all along, and those that
    cross are equal where they meet: rounding makes no ties for DNKT and breaks none. Any number of classes, one step
    apart unless `positions` says where they stand; raises `OrdquantError` on invalid input or fewer than 2 steps.

    Flips compare the mixture with the run that the measure prefers, A or B; where these tie there are none. Past a
    flip towards the other run, mixing has made that run worse; on the near side, mixtures are better than both runs
    (or, of DNKT, as good as the better one).

    >>> path = interpolate([1, 0, 0], [0, 0, 1], [1, 0, 0], ["NMD"], steps=5)
    >>> path.scores.tolist(), path.curves[0].best.spans[0].start
    ([[1.0, 0.75, 0.5, 0.25, 0.0]], 1.0)
    """
    gold_rows = _one(gold)
    known = measures_at(measures, positions, gold_rows.shape[1])
    (start,), (end,) = estimates_for(gold_rows, a, "a"), estimates_for(gold_rows, b, "b")
    levels = []
    for measure in known:
        score_a, score_b = score_rows(measure, gold_rows, np.stack([start, end])).tolist()
        preferred = {-1: Level("a", score_a, 0.0), 1: Level("b", score_b, 1.0)}
        levels.append(preferred.get(preference(score_a, score_b)))
    return _path(known, Line(gold_rows, start, end), steps, levels)


def move_probability(
    gold: ArrayLike,
    estimate: ArrayLike | str,
    source: int,
    target: int,
    measures: Sequence[str],
    *,
    steps: int = 101,
    other: ArrayLike | str | None = None,
    other_name: str = "b",
    positions: ArrayLike | None = None,
) -> Path:
    """Score the estimate while probability moves from class `source` to class `target` (counted from 0).

    `amounts` are the probabilities moved: `steps` values from 0 to all that the estimate has in `source`. Ties are
    kept as in `interpolate`. Raises `OrdquantError` on invalid input, on classes that are the same or do not exist,
    where there is nothing to move, or for fewer than 2 steps.

    Flips compare the changing estimate with the `other` one, which stays as it is and which they call `other_name`;
    without it there are none.

    >>> path = move_probability([0, 0, 1], [0.5, 0.5, 0], 0, 2, ["NMD"], steps=3, other=[0, 1, 0])
    >>> path.amounts.tolist(), path.scores.tolist(), path.curves[0].flips[0].amount
    ([0.0, 0.25, 0.5], [[0.75, 0.5, 0.25]], 0.25)
    """
    gold_rows = _one(gold)
    known = measures_at(measures, positions, gold_rows.shape[1])
    (start,) = estimates_for(gold_rows, estimate, "estimate")
    if source == target or not {source, target} <= set(range(len(start))):
        raise OrdquantError(
            f"Probability moves between two of the classes 0 to {len(start) - 1}, not {source} to {target}."
        )
    if start[source] == 0:
        raise OrdquantError(f"The estimate has nothing in class {source} (counted from 0) that could move.")
    end = start.copy()
    end[target] += end[source]
    end[source] = 0
    levels: list[Level | None] = [None] * len(known)
    if other is not None:
        fixed = estimates_for(gold_rows, other, "other")
        levels = [Level(other_name, float(score_rows(measure, gold_rows, fixed)[0])) for measure in known]
    return _path(known, Line(gold_rows, start, end, float(start[source])), steps, levels)


def path_of(picture: Picture, moves: str, classes: Sequence[str], measures: Sequence[str], *, steps: int = 101) -> Path:
    """Return the path from A to B of a picture or, with two classes, that of run `moves` ("a" or "b") while its
    probability moves from the first to the second, compared with the other run.
    """
    if not classes:
        return interpolate(picture.gold, picture.a, picture.b, measures, steps=steps, positions=picture.positions)
    source, target = map(picture.classes.index, classes)
    other = "b" if moves == "a" else "a"
    return move_probability(
        picture.gold,
        picture.entry(moves),
        source,
        target,
        measures,
        steps=steps,
        other=picture.entry(other),
        other_name=other,
        positions=picture.positions,
    )


def _one(gold: ArrayLike) -> FloatArray:
    row = as_distributions(gold, "gold")
    if row.ndim != 1:
        raise ShapeMismatchError(f"`gold` has shape {row.shape}; give one distribution, shape (classes,).")
    return row[None]


def _path(measures: Sequence[Measure], line: Line, steps: int, levels: Sequence[Level | None]) -> Path:
    if steps < 2:
        raise OrdquantError(f"`steps` is {steps}; a path needs its two ends at least.")
    shares = np.linspace(0, 1, steps)
    mixed = line.mixtures(shares)
    return Path(
        tuple(measure.key for measure in measures),
        shares * line.length,
        np.stack([score_rows(measure, line.gold_rows, mixed) for measure in measures]),
        curves_along(line, measures, levels, steps),
    )
