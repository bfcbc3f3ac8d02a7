"""Measures along a path of estimates: from one run to another, or while probability moves from class to class.

An estimate is given as numbers (votes or probabilities of shape (L,)) or as the key of a baseline ("popularity",
"uniform"). What a curve is, and where it may jump: `ordquant_core.analysis.curves`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.analysis.baselines import estimates_for
from ordquant_core.analysis.curves import Level, Line, curves_along, preference
from ordquant_core.analysis.landscape import score_rows
from ordquant_core.analysis.picture import Picture
from ordquant_core.distributions import as_distributions
from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.measures.registry import Measure, measures_at
from ordquant_core.records import Curve, FloatArray


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
