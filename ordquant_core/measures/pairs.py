"""Turn a formula on validated arrays into a public function of two distributions."""

import math
import threading
from collections.abc import Callable, Sequence
from functools import partial, update_wrapper, wraps
from inspect import cleandoc, signature
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordquant_core.distributions import BLOCK, Widths, as_numbers, as_pair, check_shapes, shares_by_class, widths_of
from ordquant_core.errors import InvalidDistributionError, OrdquantError
from ordquant_core.labelled import as_labelled, has_labels, match
from ordquant_core.records import FloatArray
from ordquant_core.statistics.progress import Progress

_ARGUMENTS = """\
Arguments: gold and estimated distributions of shape (..., L), L >= 2, that broadcast. A row is probabilities that sum
to 1 (within 1e-6) or votes (whole numbers), which are divided by their sum. Frames and series of pandas are matched by
their labels, rows by the index and classes by the columns: their order does not change the scores.

Returns: an array over the leading axes; 0 is perfect and smaller is better. For frames a Series with the index of the
gold, for two series a float.

Raises: `InvalidDistributionError` for a row that is neither, `ShapeMismatchError` for shapes that do not fit, or
a label that is missing, surplus or repeated; both are an `OrdquantError`.
"""
_POSITIONS = """\

`positions`: where the L classes stand, x_1 < ... < x_L, instead of 1, ..., L. |i - j| becomes |x_i - x_j|, a step
from class k to the next has the width x_{k+1} - x_k, and L - 1 becomes x_L - x_1.
"""
Kernel = Callable[..., FloatArray]  # of gold, estimate and, where it has distances, the widths of the steps
Numbers = NDArray[Any]
_BLOCK = threading.local()  # `parts`: what formulas have computed of the block of pairs that a thread works on


class PairFunction(Protocol):
    """A public function of gold and estimated distributions, with the formula it wraps."""

    kernel: Kernel
    takes_positions: bool  # does it use distances of classes that can be given?

    def __call__(self, gold: ArrayLike, estimated: ArrayLike, positions: ArrayLike | None = None) -> FloatArray:
        """Score estimates of shape (..., L) against gold of shape (..., L)."""
        ...


def span(gold: FloatArray, widths: Widths | None) -> float:
    """Return how far the first class is from the last: L - 1, unless the steps have widths."""
    return len(gold) - 1 if widths is None else sum(widths)


def with_widths(function: PairFunction, widths: Widths) -> PairFunction:
    """Return the function of a measure with steps of these widths, fixed; without distances it stays as it is."""
    if not function.takes_positions:
        return function
    return on_pairs(cast("Kernel", update_wrapper(partial(function.kernel, widths=widths), function)))


def class_first(values: FloatArray) -> FloatArray:
    """Move the classes from the last axis to the first, in memory too.

    Formulas sum and accumulate over a handful of classes for very many cases: with the classes in front every
    step is one long vector operation.
    """
    return np.ascontiguousarray(values.transpose(-1, *range(values.ndim - 1)))


def classes_first(gold: FloatArray, estimated: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Move the classes to the front of both sides, with the same number of axes."""
    axes = max(gold.ndim, estimated.ndim)
    gold, estimated = (class_first(a.reshape((1,) * (axes - a.ndim) + a.shape)) for a in (gold, estimated))
    return gold, estimated


def on_pairs(kernel: Kernel) -> PairFunction:
    """Wrap a formula over arrays of shape (L, ...) as a function of arrays of shape (..., L) that validates.

    The wrapper returns one number per pair: an array of the broadcast leading axes. A formula works on each pair
    by itself and sums class after class, so a pair has the same score, to the last bit, in every batch.
    """
    takes_positions = "widths" in signature(kernel).parameters

    def scored(
        gold: ArrayLike, estimated: ArrayLike, positions: ArrayLike | None, rows: Sequence[object] | None = None
    ) -> FloatArray:
        gold, estimated = as_numbers(gold, "gold"), as_numbers(estimated, "estimated")
        check_shapes(gold, estimated)
        chosen = kernel
        if positions is not None:
            if not takes_positions:
                name = kernel.__name__.upper()
                raise OrdquantError(f"{name} takes no positions: it does not use how far classes are apart.")
            chosen = partial(kernel, widths=widths_of(positions, gold.shape[-1]))
        try:
            scores = in_blocks((chosen,), gold, estimated, shares_by_class)
        except InvalidDistributionError:  # in some block
            as_pair(gold, estimated, rows)  # finds the row
            raise
        return np.asarray(scores[0])

    @wraps(kernel)
    def function(gold: ArrayLike, estimated: ArrayLike, positions: ArrayLike | None = None) -> FloatArray:
        if not has_labels(gold, estimated, positions):
            return scored(gold, estimated, positions)
        pair = match(gold, estimated, positions)
        return cast("FloatArray", as_labelled(scored(*pair), pair.rows, kernel.__name__.upper()))

    del function.__wrapped__  # help() would show the arguments of the formula
    function.__annotations__ = {"gold": "ArrayLike", "estimated": "ArrayLike", "positions": "ArrayLike | None"}
    function.__annotations__["return"] = "FloatArray"
    function.__doc__ = f"{cleandoc(kernel.__doc__ or '')}\n\n{_ARGUMENTS}{_POSITIONS if takes_positions else ''}"
    wrapped = cast("PairFunction", function)
    wrapped.takes_positions = takes_positions
    wrapped.kernel = shared(kernel)
    return wrapped


def shared(part: Kernel) -> Kernel:
    """Let formulas share a part: of a block of pairs that `in_blocks` works on, it is computed once.

    Nobody writes to what it returns.
    """

    @wraps(part)
    def once(gold: FloatArray, estimated: FloatArray, widths: Widths | None = None) -> FloatArray:
        parts = getattr(_BLOCK, "parts", None)
        given = (gold, estimated) if widths is None else (gold, estimated, widths)
        if parts is None:
            return part(*given)
        key = part, id(gold), id(estimated), widths
        if key not in parts:
            parts[key] = part(*given), gold, estimated  # both are held: no other array gets their ids
        return cast("FloatArray", parts[key][0])

    return once


def in_blocks(
    kernels: Sequence[Kernel],
    gold: Numbers,
    estimated: Numbers,
    read: Callable[[Numbers], FloatArray] = class_first,
    progress: Progress | None = None,
) -> FloatArray:
    """Apply formulas to arrays of shape (..., L) that broadcast, a block of pairs at a time: (formulas, ...).

    From `read`, which brings the classes to the front, to the last formula a block stays in the cache of the
    processor, and the result is all the memory it takes. `progress` is called with how much
    of the longest axis is done.
    """
    leading = np.broadcast_shapes(gold.shape[:-1], estimated.shape[:-1])
    shape = leading or (1,)
    sides = [side.reshape((1,) * (len(shape) + 1 - side.ndim) + side.shape) for side in (gold, estimated)]
    axis = shape.index(max(shape))  # the blocks are cut along the longest axis
    step = max(1, BLOCK * shape[axis] // max(1, math.prod(shape) * gold.shape[-1]))
    scores = np.empty((len(kernels), *shape))
    wholes = [None if side.shape[axis] > step else read(side) for side in sides]  # the same in every block: read once
    for start in range(0, max(1, shape[axis]), step):
        cut = (slice(None),) * axis + (slice(start, start + step),)
        first, second = (read(side[cut]) if one is None else one for side, one in zip(sides, wholes, strict=True))
        _BLOCK.parts = {}
        try:
            for layer, kernel in zip(scores, kernels, strict=True):
                layer[cut] = kernel(first, second)
        finally:
            _BLOCK.parts = None
        if progress is not None:
            progress(min(start + step, shape[axis]), shape[axis])
    return scores.reshape(len(kernels), *leading)
