"""What counts as a distribution: votes or probabilities over L >= 2 classes. Errors describe any other input."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordquant_core.errors import InvalidDistributionError, OrdquantError, ShapeMismatchError
from ordquant_core.numerals import setting
from ordquant_core.records import FloatArray, IntArray

SUM_TOLERANCE = 1e-6  # up to here a sum that is not 1 is float rounding
RENORMALISE_TOLERANCE = 0.02  # up to here a row may be divided by its sum, if the user says so
ROUNDING = 1e-12  # float error in such a sum: 0.5 + 0.500001 is within 1e-6 of 1, whatever its last bits say
MOST_VOTES = 2**53  # whole numbers beyond are not exact as floats
BLOCK = 2**17  # numbers worked on at a time: they and what is made of them stay in the cache of a processor
Widths = tuple[float, ...]  # of the steps from each class to the next


@dataclass(frozen=True, slots=True)
class RowFault:
    """Why one row of a table is not a distribution."""

    row: int
    seen: str
    action: str
    renormalisable: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """A table read as distributions. The values of a row with a fault are meaningless."""

    probabilities: FloatArray
    votes: IntArray | None
    faults: tuple[RowFault, ...]
    renormalised: tuple[int, ...]


def as_distributions(values: ArrayLike, name: str, rows: Sequence[object] | None = None) -> FloatArray:
    """Return a fresh float array of shape (..., L >= 2) whose rows are probabilities, or raise.

    A row (the last axis) is taken as probabilities if its sum is within 1e-6 of 1, and as votes if it holds
    whole numbers only; both are divided by their sum. Anything else raises `InvalidDistributionError`, which names
    the row by its number, or by its label in `rows`.

    >>> as_distributions([0, 1, 3], "gold").tolist()
    [0.0, 0.25, 0.75]
    """
    array = as_numbers(values, name)
    every = array.reshape(-1, array.shape[-1])
    result = np.empty(every.shape)
    step = max(1, BLOCK // array.shape[-1])
    labels = rows if rows is not None and array.ndim == 2 and len(rows) == len(array) else range(len(every))
    for start in range(0, len(every), step):
        block = every[start : start + step]
        try:
            result[start : start + step] = shares_by_class(block).T
        except InvalidDistributionError:
            raise _refusal(name, labels[start : start + step], block) from None
    return result.reshape(array.shape)


def as_numbers(values: ArrayLike, name: str) -> NDArray[Any]:
    """Return `values` as an array of real numbers with two or more classes, not copied if it is one, or raise."""
    try:
        array = np.asarray(values)
        if array.dtype.kind not in "biuf":
            array = array.astype(np.float64, casting="same_kind" if array.dtype.kind in "cmM" else "unsafe")
    except (TypeError, ValueError) as problem:
        raise InvalidDistributionError(
            f"`{name}` is not an array of numbers with rows of one length ({problem})."
        ) from None
    if array.ndim == 0 or array.shape[-1] < 2:
        raise InvalidDistributionError(f"`{name}` needs two or more classes, got shape {array.shape}.")
    return array


def shares_by_class(values: NDArray[Any]) -> FloatArray:
    """Return the rows of `values`, shape (..., L), as fresh probabilities of shape (L, ...).

    Raises `InvalidDistributionError`, without a row number, if `as_distributions` would refuse one of them.
    Meant for blocks: with the classes in front each step is one long vector operation on what is in the cache.
    """
    shares = np.array(values.transpose(-1, *range(values.ndim - 1)), dtype=np.float64, order="C")
    with np.errstate(invalid="ignore", over="ignore"):  # inf - inf, or beyond the floats: refused
        sums = sum_classes(shares)
        close = np.abs(sums - 1).max(initial=0) <= SUM_TOLERANCE + ROUNDING  # False for NaN, too
    if not (close and shares.min(initial=0) >= 0) and not _fits(shares, sums).all():
        raise InvalidDistributionError("a row is not a distribution")
    return np.asarray(np.divide(shares, sums, out=shares))


def sum_classes(values: FloatArray) -> FloatArray:
    """Sum over the first axis, class after class: the same order, so the same last bit, for one row and for many."""
    total: FloatArray = np.zeros(values.shape[1:])
    for row in values:
        total += row
    return total


def as_pair(
    gold: ArrayLike, estimated: ArrayLike, rows: Sequence[object] | None = None
) -> tuple[FloatArray, FloatArray]:
    """Validate both sides of a comparison: the same number of classes, leading axes that broadcast."""
    gold, estimated = as_distributions(gold, "gold", rows), as_distributions(estimated, "estimated", rows)
    check_shapes(gold, estimated)
    return gold, estimated


def check_shapes(gold: NDArray[Any], estimated: NDArray[Any]) -> None:
    """Raise `ShapeMismatchError` unless both sides have as many classes and leading axes that broadcast."""
    if gold.shape[-1] != estimated.shape[-1]:
        raise ShapeMismatchError(
            f"`gold` has {gold.shape[-1]} classes but `estimated` has {estimated.shape[-1]}; "
            "give both over the same classes in the same order."
        )
    try:
        np.broadcast_shapes(gold.shape, estimated.shape)
    except ValueError:
        raise ShapeMismatchError(
            f"`gold` has shape {gold.shape} but `estimated` has {estimated.shape}; "
            "the axes before the last must be equal, 1 or absent."
        ) from None


def widths_of(positions: ArrayLike, n_classes: int) -> Widths:
    """Return the widths of the steps between classes at these positions. Raises `OrdquantError` on anything else.

    >>> widths_of([1, 2, 4, 5], 4)
    (1.0, 2.0, 1.0)
    """
    places = np.asarray(positions, dtype=np.float64)
    if places.shape != (n_classes,):
        seen = f"{len(places)} numbers" if places.ndim == 1 else f"shape {places.shape}"
        raise ShapeMismatchError(f"`positions` has {seen} for {n_classes} classes; give one number for each.")
    widths = np.diff(places)
    if not (np.isfinite(places).all() and np.isfinite(widths).all() and (widths > 0).all()):
        values_listed = ", ".join(setting(place) for place in places[:12].tolist())
        raise OrdquantError(f"`positions` ({values_listed}) must increase from class to class.")
    return tuple(widths.tolist())


def read_rows(
    values: FloatArray,
    *,
    votes: bool | None = None,
    renormalise: bool = False,
    overwrite: bool = False,
    most: int | None = None,
) -> Rows:
    """Read a whole table of shape (cases, L), as it came from a file, without raising.

    `votes` says whether the table holds votes; None: it does if all its numbers are whole and some row sums to
    more than 1, otherwise it holds probabilities. With `renormalise` a row of probabilities whose sum is off by up to
    0.02 is divided by it. Of the rows with a fault the first `most` are described (None: all). With `overwrite` the
    probabilities may take the place of `values`, which the caller needs no more.
    """
    with np.errstate(invalid="ignore", over="ignore"):  # inf - inf, or beyond the floats: a fault, below
        sums = sum_classes(values.T)
    fits = (values >= 0).all(axis=1)
    whole, counts = _whole(values).all(axis=1), None
    if votes or (votes is None and bool(whole.all()) and bool((sums > 1).any())):
        fits &= whole & (sums >= 1) & (sums <= MOST_VOTES)
        counts = (values if fits.all() else np.where(fits[:, None], values, 0)).astype(np.int64)
        off = np.zeros_like(fits)
    else:
        distance = np.abs(sums - 1)
        exact = distance <= SUM_TOLERANCE + ROUNDING
        off = fits & ~exact & (distance <= RENORMALISE_TOLERANCE + ROUNDING)
        fits &= exact | (off & renormalise)
    faults = tuple(_fault(int(row), values[row], votes=counts is not None) for row in np.flatnonzero(~fits)[:most])
    renormalised = tuple(int(row) for row in np.flatnonzero(off)) if renormalise else ()
    with np.errstate(invalid="ignore", divide="ignore"):  # rows with a fault: their values are never used
        ours = overwrite and values.flags.writeable and values.dtype == np.float64
        return Rows(np.divide(values, sums[:, None], out=values if ours else None), counts, faults, renormalised)


def _whole(array: FloatArray) -> NDArray[np.bool_]:
    return np.asarray(np.isfinite(array) & (array == np.rint(array)))


def _fits(values: FloatArray, sums: FloatArray) -> NDArray[np.bool_]:
    """Return for each row, classes in front, whether it is a distribution: probabilities or votes."""
    votes = _whole(values).all(axis=0) & (sums >= 1) & (sums <= MOST_VOTES)
    return np.asarray((votes | (np.abs(sums - 1) <= SUM_TOLERANCE + ROUNDING)) & (values.min(axis=0) >= 0))


def _refusal(name: str, labels: Sequence[object], rows: NDArray[Any]) -> InvalidDistributionError:
    """Name the first row that is not a distribution, by its label: a number, unless a frame gives another."""
    by_class = np.array(rows.T, dtype=np.float64, order="C")
    with np.errstate(invalid="ignore", over="ignore"):
        wrong = int(_fits(by_class, sum_classes(by_class)).argmin())
    row = by_class[:, wrong]
    fault = _fault(wrong, row, votes=bool(_whole(row).all()))
    return InvalidDistributionError(
        f"`{name}` row {labels[wrong]} is not a distribution: {fault.seen}; {fault.action}."
    )


def _fault(row: int, values: FloatArray, *, votes: bool) -> RowFault:
    """Describe why these values are not a distribution."""
    row_values: list[float] = values.tolist()  # there may be millions of such rows
    listed = ", ".join([f"{value:.12g}" for value in row_values[:12]]) + (", …" if len(row_values) > 12 else "")
    if not all(map(math.isfinite, row_values)):
        return RowFault(row, f"({listed}) holds a number that is not finite", "give finite numbers >= 0")
    if min(row_values) < 0:
        logarithms = max(row_values) <= 0 and abs(np.exp(values).sum() - 1) <= RENORMALISE_TOLERANCE
        action = "give probabilities, not their logarithms" if logarithms else "give numbers >= 0"
        return RowFault(row, f"({listed}) holds the negative number {min(row_values):.12g}", action)
    total = sum(row_values)
    if total == 0:
        return RowFault(row, f"({listed}) sums to 0", "a case needs at least one vote")
    if votes and (odd := [value for value in row_values if not value.is_integer()]):
        return RowFault(row, f"({listed}) holds {odd[0]:.12g}", "give whole numbers of votes")
    if votes and total > MOST_VOTES:
        return RowFault(row, f"({listed}) sums to {total:.12g}", "give at most 2^53 votes")
    if abs(total - 1) <= RENORMALISE_TOLERANCE + ROUNDING:
        action = "probabilities must sum to 1: correct the row, or choose to renormalise (divide it by its sum)"
        return RowFault(row, f"({listed}) sums to {total:.12g}", action, renormalisable=True)
    action = "expected probabilities that sum to 1, or votes (whole numbers)"
    return RowFault(row, f"({listed}) sums to {total:.12g}", action)


def all_votes(n_votes: int, n_classes: int) -> IntArray:
    """Return every way in which so many votes fall on so many classes: where the bars stand between the stars.

    >>> all_votes(2, 2).tolist()
    [[0, 2], [1, 1], [2, 0]]
    """
    bars = np.array(list(combinations(range(n_votes + n_classes - 1), n_classes - 1)), dtype=np.int64)
    ends = np.full((len(bars), 1), -1), np.full((len(bars), 1), n_votes + n_classes - 1)
    return np.asarray(np.diff(np.concatenate([ends[0], bars, ends[1]], axis=1), axis=1) - 1)
