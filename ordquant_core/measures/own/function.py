"""Turn somebody's function of whole distributions into a measure like all others, and guard what it returns."""

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

from ordquant_core.errors import PluginError
from ordquant_core.measures.pairs import PairFunction, on_pairs
from ordquant_core.numerals import significant
from ordquant_core.records import FloatArray

Scorer = Callable[[FloatArray, FloatArray], Any]  # gold and estimates of shape (cases, L) to scores of shape (cases,)
ROUNDING = 1e-12  # what float arithmetic may leave; `analysis.comparison.TIE` has the same size
MOST_TRIED = 1000  # pairs, to find one on which a function fails
MOST_NUMBERS, DIGITS = 12, 6  # of a distribution, in a message


def own_function(scorer: Scorer, key: str, origin: str, summary: str) -> PairFunction:
    """Wrap a plain NumPy function as a public function of two distributions that validates.

    The formulas of the library work on the first axis and share their arguments. A function of somebody else gets
    arrays of its own, C-contiguous and of one shape (cases, L): what it does to them stays with it, and a pair is
    summed in the same order in every batch.
    """

    def kernel(gold: FloatArray, estimated: FloatArray) -> FloatArray:
        shape = np.broadcast_shapes(gold.shape[1:], estimated.shape[1:])
        rows = [as_rows(side, shape) for side in (gold, estimated)]
        return guarded(scorer, *rows, who=f"{key} of {origin}").reshape(shape)

    kernel.__name__ = key.lower()
    kernel.__doc__ = f"{summary}\n\nA measure added by {origin}."
    return on_pairs(kernel)


def on_rows(function: Scorer) -> Scorer:
    """Return a function of arrays of shape (cases, L), made of one that may be of two vectors: it is tried on a few.

    Whether it takes arrays shows where rows are scored together as they are alone; of vectors, each pair is a call.
    """

    def scorer(gold: FloatArray, estimated: FloatArray) -> Any:
        few = np.arange(gold.shape[1] + 1) % len(gold)  # another number than that of the classes
        with suppress(Exception):
            together = np.asarray(function(gold[few], estimated[few]))
            alone = [function(gold[[row]], estimated[[row]]) for row in few]
            if together.shape == few.shape and np.allclose(together, np.ravel(alone), atol=ROUNDING, equal_nan=True):
                return function(gold, estimated)
        return np.array([function(*pair) for pair in zip(gold, estimated, strict=True)])

    return scorer


def as_rows(side: FloatArray, shape: tuple[int, ...]) -> FloatArray:
    """Copy an array of shape (L, ...), broadcast to (L, *shape), to one of shape (cases, L)."""
    whole = side.reshape(len(side), *(1,) * (len(shape) + 1 - side.ndim), *side.shape[1:])
    return np.array(np.broadcast_to(whole, (len(side), *shape)).reshape(len(side), -1).T, order="C")


def guarded(scorer: Scorer, gold: FloatArray, estimated: FloatArray, *, who: str) -> FloatArray:
    """Return the scores of pairs of shape (cases, L), shape (cases,).

    Raises `PluginError` where the function fails, or returns anything but a finite score >= 0 for each pair: a fault
    that the check at the start has not found must not reach a table.
    """
    returned = called(scorer, gold.copy(), estimated.copy(), who=who)
    scores = as_scores(returned, len(gold), who=who)
    for fault, wrong in (("is not finite", ~np.isfinite(scores)), ("is negative", scores < -ROUNDING)):
        if wrong.any():
            first = int(wrong.argmax())
            value = number(float(scores[first]))
            raise PluginError(f"{who}: the score {value} {fault}, for {written(gold[first], estimated[first])}")
    return np.maximum(scores, 0.0)  # rounding may leave -1e-17 behind


def called(scorer: Scorer, gold: FloatArray, estimated: FloatArray, *, who: str) -> Any:
    """Call the function. Raises `PluginError` instead of whatever it raises."""
    try:
        with np.errstate(all="ignore"):  # what is not finite is looked for in what comes back
            return scorer(gold, estimated)
    except MemoryError:
        raise
    except Exception as problem:
        where = f"{len(gold)} pairs over {gold.shape[-1]} classes at once"
        if len(gold) == 1:
            where = written(gold[0], estimated[0])
        for pair in range(min(len(gold), MOST_TRIED) if len(gold) > 1 else 0):  # the first that it fails on by itself
            called(scorer, gold[pair : pair + 1].copy(), estimated[pair : pair + 1].copy(), who=who)
        raise PluginError(f"{who}: its function raises {described(problem)}, on {where}; correct it") from problem


def as_scores(returned: Any, n_pairs: int, *, who: str) -> FloatArray:
    """Return what a function returned as floats, one for each pair. Raises `PluginError` where it is anything else."""
    try:
        scores = np.asarray(returned)
        shape = scores.shape
        if scores.dtype.kind not in "biuf":
            raise TypeError
        scores = scores.astype(np.float64)
    except (TypeError, ValueError):
        raise PluginError(
            f"{who}: its function returns {type(returned).__name__}, not numbers; return an array with a score for "
            f"each pair"
        ) from None
    if shape != (n_pairs,):
        raise PluginError(
            f"{who}: its function returns the shape {shape} for gold and estimates of the shape ({n_pairs}, L); return "
            f"({n_pairs},), a score for each pair: reduce only the last axis (axis=-1)"
        )
    return scores


def described(problem: BaseException) -> str:
    """Return the kind of an exception and the first line of what it says."""
    text = str(problem).strip().partition("\n")[0]
    return f"{type(problem).__name__} ({text})" if text else type(problem).__name__


def written(gold: FloatArray, estimated: FloatArray) -> str:
    """Return a pair in words, as `measure` takes it."""
    return f"gold {_numbers(gold)} and estimate {_numbers(estimated)}"


def number(value: float) -> str:
    """Return a score as a message has it.

    >>> number(0.25), number(float("nan"))
    ('0.25', 'nan')
    """
    return significant(value, DIGITS) if math.isfinite(value) else str(value)


def _numbers(side: FloatArray) -> str:
    text = ",".join(number(one) for one in side[:MOST_NUMBERS].tolist())
    return f"{text},…" if len(side) > MOST_NUMBERS else text
