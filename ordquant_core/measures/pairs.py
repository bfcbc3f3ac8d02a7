"""From a formula on validated arrays to a public function of two distributions."""

from collections.abc import Callable
from functools import wraps
from typing import Protocol, cast

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.distributions import as_pair
from ordquant_core.records import FloatArray

Kernel = Callable[[FloatArray, FloatArray], FloatArray]


class PairFunction(Protocol):
    """A public function of gold and estimated distributions, with the formula it wraps."""

    kernel: Kernel

    def __call__(self, gold: ArrayLike, estimated: ArrayLike) -> FloatArray:
        """Score estimates of shape (..., L) against gold of shape (..., L)."""
        ...


def classes_first(gold: FloatArray, estimated: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Move the classes from the last axis to the first, both sides with the same number of axes.

    Formulas sum and accumulate over a handful of classes for very many cases: with the classes in front every
    step is one long vector operation (on 1,000,000 x 5 a cumulated sum is twice as fast as along the last axis).
    """
    axes = max(gold.ndim, estimated.ndim)
    gold, estimated = (a.reshape((1,) * (axes - a.ndim) + a.shape) for a in (gold, estimated))
    return tuple(np.ascontiguousarray(np.moveaxis(a, -1, 0)) for a in (gold, estimated))  # type: ignore[return-value]


def on_pairs(kernel: Kernel) -> PairFunction:
    """Wrap a formula over arrays of shape (L, ...) as a function of arrays of shape (..., L) that validates.

    The wrapper returns one number per pair: an array of the broadcast leading axes.
    """

    @wraps(kernel)
    def function(gold: ArrayLike, estimated: ArrayLike) -> FloatArray:
        return np.asarray(kernel(*classes_first(*as_pair(gold, estimated))))

    wrapped = cast("PairFunction", function)
    wrapped.kernel = kernel
    return wrapped
