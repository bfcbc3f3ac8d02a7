"""Pearson's correlation with its confidence interval, and Spearman's."""

import math
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.records import Correlation, FloatArray
from ordquant_core.statistics.rank_correlation import dense_ranks

NOT_FINITE = "a score is infinite: correlation is not defined"
TOO_FEW = "fewer than three cases: correlation is not defined"
NO_VARIANCE = "no variance: correlation is not defined"
NO_INTERVAL = "fewer than four cases: no confidence interval"
ON_A_LINE = "on a line: no confidence interval"
ROUNDING = 1e-12


def pearson(x: ArrayLike, y: ArrayLike, *, confidence: float = 0.95) -> Correlation:
    r"""Pearson's r of two vectors of length n, with the interval of Fisher's z.

    .. math:: \tanh\left( \operatorname{artanh} r \pm z_{(1 + c)/2} / \sqrt{n - 3} \right)

    r lies in [-1, 1]. Where it is not defined (no variance, infinite values, or fewer than three cases: two lie on a
    line) the result says why instead of holding a NaN; of three cases, and where r is ±1, only the interval is missing.

    >>> result = pearson([1, 2, 3, 4, 5], [1, 3, 2, 5, 4])
    >>> round(result.value, 3), round(result.low, 3), round(result.high, 3)
    (0.8, -0.28, 0.986)
    """
    first, second = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if first.ndim != 1 or first.shape != second.shape:
        raise ShapeMismatchError(f"Give two vectors of one length, got {first.shape} and {second.shape}.")
    n = len(first)
    if n < 3:
        return Correlation(None, None, None, n, TOO_FEW)
    if not (np.isfinite(first).all() and np.isfinite(second).all()):
        return Correlation(None, None, None, n, NOT_FINITE)
    deviations = []
    for values in (first, second):
        centred = values - values.mean()
        # Rounding may give a constant column a variance in the last bits of its values: that counts as none.
        if np.abs(centred).max() <= ROUNDING * max(1.0, float(np.abs(values).max())):
            return Correlation(None, None, None, n, NO_VARIANCE)
        deviations.append(centred / np.linalg.norm(centred))
    r = float(np.clip(deviations[0] @ deviations[1], -1, 1))
    on_a_line = abs(r) > 1 - ROUNDING
    if n < 4 or on_a_line:
        return Correlation(round(r) if on_a_line else r, None, None, n, NO_INTERVAL if n < 4 else ON_A_LINE)
    half = NormalDist().inv_cdf((1 + confidence) / 2) / math.sqrt(n - 3)
    return Correlation(r, math.tanh(math.atanh(r) - half), math.tanh(math.atanh(r) + half), n)


def spearman(x: ArrayLike, y: ArrayLike) -> Correlation:
    """Spearman's rho of two vectors of length n, in [-1, 1]: Pearson's r of their ranks; ties share a mean rank.

    Values are rounded to 12 decimals before they are ranked, so that equal means tie. There is no interval. Where rho
    is not defined (fewer than three values, all tie, NaN) the result says why.

    >>> round(spearman([1, 2, 3, 4], [1, 4, 9, 8]).value, 3)
    0.8
    """
    first, second = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if first.ndim == 1 and first.shape == second.shape and not np.isnan(first).any() and not np.isnan(second).any():
        first, second = _shared_ranks(first), _shared_ranks(second)
    of_ranks = pearson(first, second)
    return Correlation(of_ranks.value, None, None, of_ranks.n, of_ranks.undefined if of_ranks.value is None else "")


def _shared_ranks(values: FloatArray) -> FloatArray:
    """Rank values from 1; those that tie share the mean of their ranks."""
    ranks = dense_ranks(values)
    counts = np.bincount(ranks)
    return np.asarray((np.cumsum(counts) - (counts - 1) / 2)[ranks])
