"""Measures along a path of estimates: from one run to another, or while probability moves from class to class.

An estimate is given as numbers (votes or probabilities of shape (L,)) or as the key of a baseline ("popularity",
"uniform"). The path is the straight line p(t) = (1 - t) A + t B, sampled in equal steps of t. The lowest score is the
lowest of the samples, and a preference changes between two of them.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.analysis.baselines import estimates_for
from ordquant_core.analysis.comparison import TIE, difference, signs
from ordquant_core.analysis.picture import Picture
from ordquant_core.distributions import as_distributions
from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.measures.registry import Measure, measures_at
from ordquant_core.records import Curve, FloatArray, IntArray, Path, PreferenceFlip

STEPS = 200


class Other(NamedTuple):
    """The estimate that those of a path are compared with."""

    letter: str
    score: float
    end: int | None = None  # 0 or -1: the path begins or ends with it, which is no change of a preference


def interpolate(
    gold: ArrayLike,
    a: ArrayLike | str,
    b: ArrayLike | str,
    measures: Sequence[str],
    *,
    steps: int = STEPS,
    positions: ArrayLike | None = None,
) -> Path:
    """Score (1 - t) A + t B from t = 0 to 1 in so many `steps`; `amounts` are the t.

    Any number of classes, one step apart unless `positions` says where they stand. Flips compare the mixture with the
    run that the measure prefers, A or B; where these tie there are none. Past a flip towards the other run, mixing has
    made that run worse; on the near side, mixtures are better than both runs (or, of DNKT, as good as the better one).
    Raises `OrdquantError` on invalid input.

    >>> path = interpolate([1, 0, 0], [0, 0, 1], [1, 0, 0], ["NMD"], steps=4)
    >>> path.curves[0].scores.tolist(), path.curves[0].lowest
    ([1.0, 0.75, 0.5, 0.25, 0.0], ((1.0, 1.0),))
    """
    gold_row = _one(gold)
    known = measures_at(measures, positions, gold_row.shape[1])
    (start,), (end,) = estimates_for(gold_row, a, "a"), estimates_for(gold_row, b, "b")
    shares, rows = _mixtures(start, end, steps)
    curves = []
    for measure in known:
        scores = _score(measure, gold_row, rows)
        side = int(signs(difference(scores[0], scores[-1])))
        others = {-1: Other("a", float(scores[0]), 0), 1: Other("b", float(scores[-1]), -1)}
        curves.append(_curve(measure, shares, scores, others.get(side)))
    return Path(shares, tuple(curves))


def move_probability(
    gold: ArrayLike,
    estimate: ArrayLike | str,
    source: int,
    target: int,
    measures: Sequence[str],
    *,
    steps: int = STEPS,
    other: ArrayLike | str | None = None,
    other_name: str = "b",
    positions: ArrayLike | None = None,
) -> Path:
    """Score the estimate while probability moves from class `source` to class `target` (counted from 0).

    `amounts` are the probabilities moved, in so many `steps` from 0 to all that the estimate has in `source`. Flips
    compare the changing estimate with the `other` one, which stays as it is and which they call `other_name`; without
    it there are none. Raises `OrdquantError` on invalid input, on classes that are the same or do not exist, and where
    there is nothing to move.

    >>> path = move_probability([0, 0, 1], [0.5, 0.5, 0], 0, 2, ["NMD"], steps=2, other=[0, 1, 0])
    >>> path.amounts.tolist(), path.curves[0].scores.tolist(), path.curves[0].flips[0].amount
    ([0.0, 0.25, 0.5], [0.75, 0.5, 0.25], 0.25)
    """
    gold_row = _one(gold)
    known = measures_at(measures, positions, gold_row.shape[1])
    (start,) = estimates_for(gold_row, estimate, "estimate")
    if source == target or not {source, target} <= set(range(len(start))):
        raise OrdquantError(
            f"Probability moves between two of the classes 0 to {len(start) - 1}, not {source} to {target}."
        )
    if start[source] == 0:
        raise OrdquantError(f"The estimate has nothing in class {source} (counted from 0) that could move.")
    end = start.copy()
    end[target] += end[source]
    end[source] = 0
    near = np.abs(end - end[target]) <= TIE
    near[target] = False
    if near.any():  # what is equal but for rounding ties where all has moved, too
        end[target] = end[near][0]
    fixed = None if other is None else estimates_for(gold_row, other, "other")
    shares, rows = _mixtures(start, end, steps)
    amounts = shares * start[source]
    curves = []
    for measure in known:
        against = None if fixed is None else Other(other_name, float(_score(measure, gold_row, fixed)[0]))
        curves.append(_curve(measure, amounts, _score(measure, gold_row, rows), against))
    return Path(amounts, tuple(curves))


def path_of(picture: Picture, moves: str, classes: Sequence[str], measures: Sequence[str]) -> Path:
    """Return the path from A to B of a picture or, with two classes, that of run `moves` ("a" or "b") while its
    probability moves from the first to the second, compared with the other run.
    """
    if not classes:
        return interpolate(picture.gold, picture.a, picture.b, measures, positions=picture.positions)
    source, target = map(picture.classes.index, classes)
    other = "b" if moves == "a" else "a"
    return move_probability(
        picture.gold,
        picture.entry(moves),
        source,
        target,
        measures,
        other=picture.entry(other),
        other_name=other,
        positions=picture.positions,
    )


def _one(gold: ArrayLike) -> FloatArray:
    row = as_distributions(gold, "gold")
    if row.ndim != 1:
        raise ShapeMismatchError(f"`gold` has shape {row.shape}; give one distribution, shape (classes,).")
    return row[None]


def _mixtures(start: FloatArray, end: FloatArray, steps: int) -> tuple[FloatArray, FloatArray]:
    """Return the shares of the end, (steps + 1,), and the estimates there, (steps + 1, L).

    The ends are what they are to the last bit. Classes that meet are equal: rounding breaks no tie for DNKT.
    """
    if steps < 1:
        raise OrdquantError(f"`steps` is {steps}; a path has at least one.")
    shares = np.arange(steps + 1) / steps
    mixed = (1 - shares)[:, None] * start + shares[:, None] * end
    meets = np.abs(mixed[:, :, None] - mixed[:, None]) <= TIE  # each class takes the number of the first such one
    rows = np.take_along_axis(mixed, meets.argmax(axis=2), axis=1)
    rows[0], rows[-1] = start, end
    return shares, rows


def _score(measure: Measure, gold_row: FloatArray, estimates: FloatArray) -> FloatArray:
    """Score valid estimates (n, L) against one gold distribution (1, L): shape (n,)."""
    gold, estimate = (np.ascontiguousarray(rows.T) for rows in (gold_row, estimates))
    return measure.compute.kernel(gold, estimate)


def _curve(measure: Measure, amounts: FloatArray, scores: FloatArray, other: Other | None) -> Curve:
    flips = () if other is None else _flips(amounts, scores, other)
    return Curve(measure.key, measure.label, measure.family, amounts, scores, tuple(_lowest(amounts, scores)), flips)


def _lowest(amounts: FloatArray, scores: FloatArray) -> Iterator[tuple[float, float]]:
    """Yield the runs of samples with the lowest score. Two equal ones have the lowest point between them."""
    least = scores.min()
    low = np.flatnonzero((scores < least + TIE) | (scores == least))
    for run in np.split(low, np.flatnonzero(np.diff(low) > 1) + 1):
        first, last = amounts[run[[0, -1]]].tolist()
        middle = first if run[0] == 0 else last if run[-1] == len(amounts) - 1 else (first + last) / 2
        yield (middle, middle) if len(run) <= 2 else (first, last)


def _flips(amounts: FloatArray, scores: FloatArray, other: Other) -> tuple[PreferenceFlip, ...]:
    """Return where neighbouring samples differ. A single one that differs from both its neighbours is passed over."""
    sides: IntArray = signs(difference(scores, other.score))
    if other.end is not None:
        sides[other.end] = sides[1 if other.end == 0 else -2]
    single = np.zeros(len(sides), dtype=bool)
    single[1:-1] = (sides[1:-1] != sides[:-2]) & (sides[1:-1] != sides[2:])
    amounts, sides = amounts[~single], sides[~single]
    samples = pairwise(zip(amounts.tolist(), sides.tolist(), strict=True))
    return tuple(
        PreferenceFlip(low, high, other.score, before, after, other.letter)
        for (low, before), (high, after) in samples
        if before != after
    )
