"""Kendall's tau of two rankings, in O(n log n), with its 95% confidence interval by two methods.

Values are rounded to 12 decimals before they are ranked, so that means that are equal tie. What is ranked (runs, cases,
pairs of distributions) does not matter for tau. The intervals take what is ranked as a random sample: those of pairs of
distributions, which share distributions, may be too short.
"""

from __future__ import annotations  # help() shows types as they are written

import math
from statistics import NormalDist
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordquant_core.errors import ShapeMismatchError, UnknownNameError
from ordquant_core.labelled import match_items
from ordquant_core.records import Correlation, FloatArray, IntArray

DECIMALS = 12
NOT_A_NUMBER = "a value is not a number: tau is not defined"
TOO_FEW = "fewer than two items: tau is not defined"
ALL_TIE = "all items tie: tau is not defined"
NO_INTERVAL = "too few items: no confidence interval"
AT_ITS_LIMIT = "all pairs that do not tie agree, or all disagree: no confidence interval"
PORTION = 2048  # rankings compared at a time, so that they stay in the cache
MOST_SIGNS = 1000  # items; the signs of all their pairs take 4 MB a measure
FISHER_VARIANCE = 0.437  # of artanh(tau), times n - 4: Fieller, Hartley and Pearson (1957)

Interval = Literal["fisher", "long_cliff"]


def kendall(x: ArrayLike, y: ArrayLike, *, interval: Interval = "long_cliff", confidence: float = 0.95) -> Correlation:
    r"""Kendall's tau-b of two vectors of length n, in [-1, 1], with a confidence interval.

    .. math:: \tau_b = \frac{C - D}{\sqrt{(n_0 - n_x)(n_0 - n_y)}}, \quad n_0 = \frac{n (n - 1)}{2}

    C and D count concordant and discordant pairs of items, n_x and n_y the pairs that tie in x and in y. The interval
    is, with z the normal quantile,

    - "long_cliff": :math:`\tau \pm z s`, cut off at -1 and 1, with the consistent estimate of the variance of
      Long and Cliff [long_cliff1997],
      :math:`s^2 = \frac{4 (n - 2) s^2_{t_i} + 2 s^2_{t_{ij}}}{n (n - 1)}`, where t_ij is the sign of a pair of items,
      divided as in tau-b, and t_i its mean over the pairs of item i; from n = 3 on;
    - "fisher": :math:`\tanh(\operatorname{artanh} \tau \pm z \sqrt{0.437 / (n - 4)})`; it reproduces the
      intervals printed in the variants study 2022 [sakai2022]; from n = 5 on. It assumes a tau near 0 and no ties:
      at tau = 0.9 and 12 items it covers the true tau in 80% of samples, with ties in fewer (`make simulate`).

    At 1 and -1, where the variance is estimated as 0, there is no interval by Long and Cliff; by Fisher it is a point.
    Where tau is not defined (fewer than two items, all tie, NaN) the result says why instead. Infinite values rank.
    Two series of pandas are matched by their labels. Raises `ShapeMismatchError` unless x and y are vectors of one
    length, or series with the same labels.

    >>> result = kendall([1, 2, 3, 4, 5, 6], [2, 1, 3, 4, 6, 5])
    >>> round(result.value, 3), round(result.low, 3), round(result.high, 3)
    (0.733, 0.275, 1.0)
    """
    if interval not in ("fisher", "long_cliff"):
        raise UnknownNameError(f"Unknown interval {interval!r}; choose fisher or long_cliff.")
    x, y = match_items(x, y)
    first, second = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if first.ndim != 1 or first.shape != second.shape:
        raise ShapeMismatchError(f"Give two vectors of one length, got {first.shape} and {second.shape}.")
    ranking, other = _Ranking.of(first), _Ranking.of(second)
    scale = _scale(ranking, other)
    if isinstance(scale, str):
        return Correlation(None, None, None, len(first), scale)
    if interval == "fisher":
        tau = _clip(_balance(ranking.ranks, other.ranks) / scale)
        return fisher_interval(tau, len(first), confidence=confidence)
    return _long_cliff(ranking, other, _balances(ranking.ranks, other.ranks), scale, confidence)


def kendall_intervals(values: ArrayLike) -> tuple[list[list[Correlation]], list[list[Correlation]]]:
    """Return `kendall` of every pair of rows, (rows, items), with the interval "fisher", and with "long_cliff".

    The two lists hold a list for each row. Up to 1,000 items all pairs of items are compared at once: that is faster
    than the O(n log n) of a single pair of rows. Raises `ShapeMismatchError` on other shapes.

    >>> fisher, long_cliff = kendall_intervals([[1, 2, 3, 4, 5, 6], [2, 1, 3, 4, 6, 5]])
    >>> round(fisher[0][1].value, 3), round(fisher[0][1].low, 3), long_cliff[1][0].value == fisher[1][0].value
    (0.733, 0.02, True)
    """
    rows = np.asarray(values, dtype=np.float64)
    if rows.ndim != 2:
        raise ShapeMismatchError(f"Give one row of values a measure, got shape {rows.shape}.")
    n = rows.shape[1]
    rankings = [_Ranking.of(row) for row in rows]
    signs = [_signs(one.ranks) for one in rankings] if n <= MOST_SIGNS else []
    both: list[list[tuple[Correlation, Correlation]]] = [[] for _ in rows]
    for i, ranking in enumerate(rankings):
        for j, other in enumerate(rankings[: i + 1]):
            scale = _scale(ranking, other)
            if isinstance(scale, str):
                pair = (Correlation(None, None, None, n, scale),) * 2
            else:
                balances = _row_sums(signs[i], signs[j]) if signs else _balances(ranking.ranks, other.ranks)
                tau = _clip(int(balances.sum()) // 2 / scale)
                pair = fisher_interval(tau, n), _long_cliff(ranking, other, balances, scale, 0.95)
            both[i].append(pair)
            if j < i:
                both[j].append(pair)
    return [[pair[0] for pair in row] for row in both], [[pair[1] for pair in row] for row in both]


def fisher_interval(tau: float, n: int, *, confidence: float = 0.95) -> Correlation:
    r"""Return tau, of n items, with its interval by Fisher's z: what `kendall` adds to a tau, for one that is known.

    .. math:: \tanh(\operatorname{artanh} \tau \pm z \sqrt{0.437 / (n - 4)})

    The interval of 1 and of -1 is a point, as the study prints it; below five items there is none.

    >>> interval = fisher_interval(0.848, 12)
    >>> round(interval.low, 3), round(interval.high, 3)  # table 3 of [sakai2022]
    (0.659, 0.936)
    """
    if n < 5:
        return Correlation(tau, None, None, n, NO_INTERVAL)
    if abs(tau) == 1:
        return Correlation(tau, tau, tau, n)
    half = _quantile(confidence) * math.sqrt(FISHER_VARIANCE / (n - 4))
    return Correlation(tau, math.tanh(math.atanh(tau) - half), math.tanh(math.atanh(tau) + half), n)


def kendall_taus(x: ArrayLike, y: ArrayLike) -> FloatArray:
    """Return Kendall's tau-b of many pairs of short rankings at once: shapes (..., n) give (...).

    Values are rounded as in `kendall`; NaN where tau is not defined. n is the number of runs: work grows with its
    square, memory does not. Raises `ShapeMismatchError` unless both have one shape with n >= 2.

    >>> kendall_taus([[1, 2, 3], [1, 1, 1]], [[1, 3, 2], [1, 2, 3]]).round(3).tolist()
    [0.333, nan]
    """
    first, second = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if first.shape != second.shape or first.ndim == 0 or first.shape[-1] < 2:
        raise ShapeMismatchError(f"Give rankings of two items or more, got {first.shape} and {second.shape}.")
    n = first.shape[-1]
    rows = [rounded(side.reshape(-1, n)) for side in (first, second)]
    tau = np.empty(len(rows[0]))
    for start in range(0, len(tau), PORTION):  # items first: every operation runs over many rankings
        part = slice(start, start + PORTION)
        tau[part] = _taus(*(np.ascontiguousarray(side[part].T) for side in rows))
    return tau.reshape(first.shape[:-1])


def tau_matrix(values: ArrayLike) -> FloatArray:
    """Return Kendall's tau-b of every pair of rows: values of shape (k, n) give shape (k, k).

    The diagonal is 1; NaN where tau is not defined (see `kendall`). Raises `ShapeMismatchError` on other shapes.

    >>> tau_matrix([[1, 2, 3], [1, 3, 2]]).round(3).tolist()
    [[1.0, 0.333], [0.333, 1.0]]
    """
    rows = np.asarray(values, dtype=np.float64)
    if rows.ndim != 2:
        raise ShapeMismatchError(f"Give one row of values a measure, got shape {rows.shape}.")
    rankings = [_Ranking.of(row) for row in rows]
    tau = np.full((len(rows), len(rows)), np.nan)
    for i, ranking in enumerate(rankings):
        for j, other in enumerate(rankings[: i + 1]):
            scale = _scale(ranking, other)
            if not isinstance(scale, str):
                tau[i, j] = tau[j, i] = _clip(_balance(ranking.ranks, other.ranks) / scale)
    return tau


def tau_matrices(values: ArrayLike) -> FloatArray:
    """Return `tau_matrix` of many short rankings at once: values of shape (..., k, n) give shape (..., k, k).

    n is the number of runs: work and memory grow with its square.

    >>> tau_matrices([[[1, 2, 3], [1, 3, 2]]]).round(3).tolist()
    [[[1.0, 0.333], [0.333, 1.0]]]
    """
    rows = rounded(np.asarray(values, dtype=np.float64))
    first, second = np.triu_indices(rows.shape[-1], 1)
    signs = np.sign(rows[..., first] - rows[..., second]).astype(np.float32)  # sums of whole numbers: exact
    untied = np.abs(signs).sum(axis=-1, dtype=np.float64)
    balance = signs @ np.swapaxes(signs, -1, -2)
    with np.errstate(invalid="ignore"):
        return np.asarray(balance / np.sqrt(untied[..., :, None] * untied[..., None, :]))


def rounded(values: FloatArray) -> FloatArray:
    """Round to 12 decimals, so that means that are equal tie; infinite values stay."""
    with np.errstate(invalid="ignore"):  # inf times 10^12
        return np.where(np.isfinite(values), np.round(values, DECIMALS), values)


def dense_ranks(values: FloatArray) -> IntArray:
    """Number the distinct values in their order, from 0."""
    return np.asarray(np.unique(rounded(values), return_inverse=True)[1], dtype=np.int64)


def _taus(x: FloatArray, y: FloatArray) -> FloatArray:
    """Return tau-b of every column of (items, rankings)."""
    balance, untied_x, untied_y = np.zeros((3, x.shape[1]))
    for item in range(len(x) - 1):
        signs = [
            (side[item + 1 :] > side[item]).view(np.int8) - (side[item + 1 :] < side[item]).view(np.int8)
            for side in (x, y)
        ]
        balance += (signs[0] * signs[1]).sum(axis=0)
        untied_x += (signs[0] != 0).sum(axis=0)
        untied_y += (signs[1] != 0).sum(axis=0)
    with np.errstate(invalid="ignore"):
        tau = np.clip(balance / np.sqrt(untied_x * untied_y), -1, 1)
    return np.where(np.isnan(x).any(axis=0) | np.isnan(y).any(axis=0), np.nan, tau)


class _Ranking(NamedTuple):
    """The values of one measure as ranks."""

    ranks: IntArray
    untied: int  # pairs of items
    usable: bool  # no value is NaN

    @classmethod
    def of(cls, values: FloatArray) -> _Ranking:
        ranks = dense_ranks(values)
        return cls(ranks, _untied(ranks), not np.isnan(values).any())


def _scale(x: _Ranking, y: _Ranking) -> float | str:
    """Return the denominator of tau, or why tau is not defined."""
    if len(x.ranks) < 2:
        return TOO_FEW
    if not (x.usable and y.usable):
        return NOT_A_NUMBER
    return math.sqrt(x.untied * y.untied) or ALL_TIE


def _long_cliff(x: _Ranking, y: _Ranking, balances: IntArray, scale: float, confidence: float) -> Correlation:
    n = len(x.ranks)
    tau = _clip(int(balances.sum()) / 2 / scale)
    if n < 3:
        return Correlation(tau, None, None, n, NO_INTERVAL)
    if abs(tau) == 1:
        return Correlation(tau, None, None, n, AT_ITS_LIMIT)
    half = _quantile(confidence) * math.sqrt(_long_cliff_variance(x.ranks, y.ranks, balances, scale))
    return Correlation(tau, _clip(tau - half), _clip(tau + half), n)


def _signs(ranks: IntArray) -> NDArray[np.float32]:
    """Return the sign of every pair of items: (items, items)."""
    return np.asarray(np.sign(ranks[:, None] - ranks), dtype=np.float32)


def _row_sums(x: NDArray[np.float32], y: NDArray[np.float32]) -> IntArray:
    """Return concordant minus discordant pairs of every item: whole numbers, which float32 adds without error."""
    return np.asarray(np.einsum("ij,ij->i", x, y), dtype=np.int64)


def _pairs(counts: IntArray) -> int:
    return int((counts * (counts - 1) // 2).sum())


def _untied(ranks: IntArray) -> int:
    n = len(ranks)
    return n * (n - 1) // 2 - _pairs(np.bincount(ranks))


def _balance(x: IntArray, y: IntArray) -> int:
    """Return concordant minus discordant pairs."""
    discordant = int(_dominated(x, y.max() - y).sum())
    n = len(x)
    both = np.unique(x * (y.max() + 1) + y, return_counts=True)[1]
    untied = n * (n - 1) // 2 - _pairs(np.bincount(x)) - _pairs(np.bincount(y)) + _pairs(both)
    return untied - 2 * discordant


def _balances(x: IntArray, y: IntArray) -> IntArray:
    """Return concordant minus discordant pairs of every item."""
    down_x, down_y = x.max() - x, y.max() - y
    concordant = _dominated(x, y) + _dominated(down_x, down_y)
    return concordant - _dominated(x, down_y) - _dominated(down_x, y)


def _dominated(x: IntArray, y: IntArray) -> IntArray:
    """Count for every item the items that have both a smaller x and a smaller y.

    In the order of x (y falling where x ties, so that those never count) an item's count is that of the smaller y
    before it. Bit by bit, from the highest: among items whose y agree so far, one with a 1 comes after all with a 0.
    """
    order = np.lexsort((-y, x))
    ranks, items = y[order], order
    counts = np.zeros(len(x), dtype=np.int64)
    for bit in reversed(range(max(int(y.max()), 1).bit_length())):
        ones = (ranks >> bit) & 1
        group = ranks >> (bit + 1)  # items stand in groups, in each of them in the order of x
        zeros_before = np.cumsum(1 - ones)
        starts = np.flatnonzero(np.concatenate(([True], group[1:] != group[:-1])))
        at_start = np.concatenate(([0], zeros_before))[starts]
        sizes = np.diff(np.concatenate((starts, [len(group)])))
        zeros_in_group = zeros_before - np.repeat(at_start, sizes)
        counts[items] += ones * zeros_in_group
        stable = np.argsort(ranks >> bit, kind="stable")
        ranks, items = ranks[stable], items[stable]
    return counts


def _long_cliff_variance(x: IntArray, y: IntArray, balances: IntArray, scale: float) -> float:
    """Estimate the variance of tau from the pairs of each item [long_cliff1997]."""
    n = len(x)
    ordered = n * (n - 1)
    factor = ordered / 2 / scale  # 1 without ties
    both = np.unique(x * (y.max() + 1) + y, return_counts=True)[1]
    counted = ordered - 2 * (_pairs(np.bincount(x)) + _pairs(np.bincount(y)) - _pairs(both))  # pairs with t_ij = +-1
    items = factor * balances / (n - 1)
    tau = float(items.mean())
    of_items = float(((items - tau) ** 2).sum()) / (n - 1)
    of_pairs = (factor**2 * counted - ordered * tau**2) / (ordered - 1)
    return max(4 * (n - 2) * of_items + 2 * of_pairs, 0.0) / ordered


def _quantile(confidence: float) -> float:
    return NormalDist().inv_cdf((1 + confidence) / 2)


def _clip(value: float) -> float:
    return min(max(value, -1.0), 1.0)
