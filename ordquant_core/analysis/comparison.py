"""Two runs on the cases of a task: which run each measure prefers, and where two measures disagree.

A delta is the score of run A minus the score of run B on one case: negative favours A. Deltas closer to zero than
1e-12 are ties (rounding, not a preference).
"""

from __future__ import annotations  # help() shows types as they are written

from collections.abc import Mapping

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from ordquant_core.analysis.scoring import require_scores
from ordquant_core.errors import ShapeMismatchError, UnknownNameError
from ordquant_core.glossary import Values, frame_of
from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import FloatArray, IntArray, Preferences, Quadrants, Scores
from ordquant_core.statistics.correlation import pearson

TIE = 1e-12
TIE_DECIMALS = 12
QUANTITY = ("ordinal", "nominal")  # the families that measure amounts
QUADRANTS: Mapping[str, tuple[int, int]] = {  # the sides of measures 1 and 2; disagreements first
    "second": (-1, 1),
    "fourth": (1, -1),
    "third": (-1, -1),
    "first": (1, 1),
}
PREFERRED = {-1: "A", 0: "tie", 1: "B"}
Sides = Mapping[str, int]  # of measures: -1 (A is preferred), 0 (tie), 1 (B is preferred)


def best_two(means: FloatArray, estimates: FloatArray) -> tuple[int, int] | None:
    """Return the run with the smallest mean and the next best whose estimates differ from its; None for copies only.

    `means` has shape (runs,), `estimates` (runs, cases, classes). Of equal means (to 12 decimals) the first run counts.
    """
    first, *others = _by_mean(means)
    return next(((first, run) for run in others if not np.array_equal(estimates[first], estimates[run])), None)


def opening_pair(means: FloatArray, estimates: FloatArray) -> tuple[int, int]:
    """Return the `best_two` of two runs or more; where all are copies, the first two."""
    first, second, *_ = _by_mean(means)
    return best_two(means, estimates) or (first, second)


def deltas(scores: Scores, run_a: str, run_b: str) -> FloatArray:
    """Return score of `run_a` minus score of `run_b`, shape (measures, cases); 0 where both are infinite.

    Raises `UnknownNameError` for a run that was not scored, and `OrdquantError` for what is no `Scores`.

    >>> import ordquant_core as oq
    >>> scores = oq.Scores(("NMD",), ("r", "s"), ("a", "b"), np.array([[[0.25, 0.5], [0.5, 0.5]]]))
    >>> oq.deltas(scores, "r", "s").tolist()
    [[-0.25, 0.0]]
    """
    require_scores(scores, "deltas")
    for run in (run_a, run_b):
        if run not in scores.runs:
            raise UnknownNameError(f"Unknown run {run!r}; this task has {', '.join(scores.runs)}.")
    first, second = (scores.values[:, scores.runs.index(run)] for run in (run_a, run_b))
    return difference(first, second)


def case_scores_to_frame(scores: Scores, run_a: str, run_b: str) -> pd.DataFrame:
    """Return a row per case: the scores of two runs by every measure, and their difference. Raises as `deltas`."""
    columns: dict[str, Values] = {"case": scores.cases}
    for layer, (key, delta) in enumerate(zip(scores.measures, deltas(scores, run_a, run_b), strict=True)):
        a, b = (scores.values[layer, scores.runs.index(run)] for run in (run_a, run_b))
        columns |= {f"score_a_{key}": a, f"score_b_{key}": b, f"delta_{key}": delta}
    return frame_of(columns).assign(run_a=run_a, run_b=run_b)


def difference(first: ArrayLike, second: ArrayLike) -> FloatArray:
    """Return scores minus other scores of a shape that broadcasts; 0 where both are infinite.

    >>> difference([0.5, np.inf, np.inf], [0.25, np.inf, 1]).tolist()
    [0.25, 0.0, inf]
    """
    minuend, subtrahend = np.broadcast_arrays(np.asarray(first, dtype=np.float64), second)
    return np.asarray(np.subtract(minuend, subtrahend, out=np.zeros(minuend.shape), where=minuend != subtrahend))


def signs(values: FloatArray) -> IntArray:
    """Return -1 (A is preferred), 0 (tie) or 1 (B is preferred) for deltas of any shape."""
    return np.asarray(np.where(np.abs(values) < TIE, 0, np.sign(values)), dtype=np.int64)


def sides_of(scores_a: Mapping[str, float], scores_b: Mapping[str, float]) -> dict[str, int]:
    """Return which run every measure prefers on one case, by measure: -1 (A), 0 (tie), 1 (B)."""
    return {key: int(signs(difference(a, scores_b[key]))) for key, a in scores_a.items()}


def majority(sides: Sides) -> int:
    """Return the side (-1 for A, 1 for B, 0 for neither) that more quantity measures prefer."""
    return int(np.sign(sum(side for key, side in sides.items() if MEASURES[key].family in QUANTITY)))


def dissenters(sides: Sides) -> tuple[str, ...]:
    """Return the quantity measures that contradict the majority; ties are left out."""
    most = majority(sides)
    return tuple(key for key, side in sides.items() if most and side == -most and MEASURES[key].family in QUANTITY)


def on_more_cases(preferences: Preferences) -> dict[str, int]:
    """Return which run every measure prefers on more cases, by measure: -1 (A), 0 (neither), 1 (B)."""
    more = np.sign(np.subtract(preferences.prefers_b, preferences.prefers_a))
    return dict(zip(preferences.measures, more.tolist(), strict=True))


def preferences(scores: Scores, run_a: str, run_b: str) -> Preferences:
    """Count, per measure, the cases on which it prefers each run, and those on which it sees a tie.

    Raises `UnknownNameError` for a run that was not scored, and `OrdquantError` for what is no `Scores`.

    >>> import ordquant_core as oq
    >>> scores = oq.Scores(("NMD",), ("r", "s"), ("a", "b"), np.array([[[0.25, 0.5], [0.5, 0.5]]]))
    >>> counts = oq.preferences(scores, "r", "s")
    >>> counts.prefers_a.tolist(), counts.prefers_b.tolist(), counts.ties.tolist()
    ([1], [0], [1])
    """
    require_scores(scores, "preferences")
    values = deltas(scores, run_a, run_b)
    sides = signs(values)
    prefers_a, ties, prefers_b = ((sides == side).sum(axis=1) for side in (-1, 0, 1))
    with np.errstate(invalid="ignore"):  # +inf and -inf in one mean: not a number, and shown as undefined
        mean = values.mean(axis=1)
    return Preferences(scores.measures, prefers_a, prefers_b, ties, mean)


def quadrants(first: FloatArray, second: FloatArray) -> Quadrants:
    """Count the cases in each quadrant of the plot of one measure's deltas (x) against another's (y)."""
    x, y = signs(_vector(first)), signs(_vector(second))
    if x.shape != y.shape:
        raise ShapeMismatchError(f"The deltas of {len(x)} cases cannot be plotted against those of {len(y)}.")
    counts = {name: int(((x == one) & (y == other)).sum()) for name, (one, other) in QUADRANTS.items()}
    return Quadrants(**counts, on_axis=len(x) - sum(counts.values()))


def in_quadrant(first: FloatArray, second: FloatArray, name: str) -> NDArray[np.bool_]:
    """Return for every case whether it lies in a quadrant (a field of `Quadrants`).

    Raises `UnknownNameError` for any other name.
    """
    x, y = signs(_vector(first)), signs(_vector(second))
    if name == "on_axis":
        return np.asarray((x == 0) | (y == 0))
    if name not in QUADRANTS:
        raise UnknownNameError(f"Unknown quadrant {name!r}; choose from {', '.join(QUADRANTS)}, on_axis.")
    return np.asarray((x == QUADRANTS[name][0]) & (y == QUADRANTS[name][1]))


def disagreement(first: FloatArray, second: FloatArray) -> NDArray[np.bool_]:
    """Return for every case whether the two measures prefer different runs; a tie of either is not a disagreement."""
    return np.asarray(signs(first) * signs(second) == -1)


def rank_by_difference(first: FloatArray, second: FloatArray) -> IntArray:
    """Order the cases by how far the deltas of two measures lie apart, the farthest first.

    The difference is d = delta by measure 1 - delta by measure 2, as in LQ 2021, section 5.3 [sakai2021lq]; cases
    with equal |d| (to 12 decimals) keep their order, those whose d is not defined come last.
    """
    with np.errstate(invalid="ignore"):
        distance = np.abs(_vector(first) - _vector(second)).round(TIE_DECIMALS)
    return np.argsort(-np.nan_to_num(distance, nan=-1.0, posinf=np.inf), kind="stable")


def delta_correlations(values: FloatArray) -> list[list[float | None]]:
    """Return Pearson's correlation of the deltas (measures, cases) of every two measures; None: it is not defined."""
    return [[pearson(row, other).value for other in values] for row in values]


def preference_agreement(values: FloatArray) -> FloatArray:
    """Return the share of cases on which two measures prefer the same run or both see a tie.

    `values` are deltas of shape (measures, cases); the result has shape (measures, measures). SIGIR 2018, Table 2
    (II) [sakai2018].
    """
    sides = signs(values)
    if sides.shape[-1] == 0:
        raise ShapeMismatchError("Preference agreement needs at least one case.")
    same = sum(((sides == side).astype(np.float64) @ (sides == side).T.astype(np.float64)) for side in (-1, 0, 1))
    return np.asarray(same / sides.shape[-1])


def _by_mean(means: FloatArray) -> list[int]:
    order: list[int] = np.argsort(np.asarray(means).round(TIE_DECIMALS), kind="stable").tolist()
    return order


def _vector(values: FloatArray) -> FloatArray:
    if values.ndim != 1:
        raise ShapeMismatchError(f"Give the deltas of one measure, shape (cases,), got {values.shape}.")
    return values
