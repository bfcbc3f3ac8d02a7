"""Do the items of one group tend to have larger values than those of another? Cliff's delta, with its interval."""

import math
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.records import Correlation, FloatArray

DECIMALS = 12  # values are rounded before they are compared, so that float errors are no difference
TOO_FEW = "one group is empty: a difference is not defined"
NOT_FINITE = "a value is not finite: a difference is not defined"
NO_VARIANCE = "no variance: a difference is not defined"
NO_INTERVAL = "a group of fewer than two: no confidence interval"


def cliffs_delta(group: ArrayLike, others: ArrayLike, *, confidence: float = 0.95) -> Correlation:
    r"""Cliff's delta of two groups of m and n values, in [-1, 1], with its asymmetric interval.

    .. math:: d = \frac{\#\{x_i > y_j\} - \#\{x_i < y_j\}}{m n}, \quad
              \frac{d - d^3 \pm z s \sqrt{(1 - d^2)^2 + z^2 s^2}}{1 - d^2 + z^2 s^2}

    s^2 is the unbiased estimate of the variance of d, at least (1 - d^2) / (m n - 1); for d = ±1 the inner bound is
    (k - z^2) / (k + z^2) with k the smaller of m and n. (d + 1) / 2 is the area under the ROC curve: the chance that
    a value of the group is larger than one of the others, ties counted half. Where d is not defined (an empty group,
    all values equal, infinite ones) the result says why. Raises `ShapeMismatchError` unless both are vectors.
    References: Cliff, Ordinal Methods for Behavioral Data Analysis, 1996; Feng and Cliff, Journal of Modern Applied
    Statistical Methods 2004.

    >>> result = cliffs_delta([3, 4, 5, 6], [1, 2, 3, 4, 5])
    >>> round(result.value, 3), round(result.low, 3), round(result.high, 3)
    (0.55, -0.161, 0.885)
    """
    first, second = np.asarray(group, dtype=np.float64), np.asarray(others, dtype=np.float64)
    if first.ndim != 1 or second.ndim != 1:
        raise ShapeMismatchError(f"Give two vectors of values, got the shapes {first.shape} and {second.shape}.")
    m, n = len(first), len(second)
    if m == 0 or n == 0:
        return Correlation(None, None, None, m + n, TOO_FEW)
    if not (np.isfinite(first).all() and np.isfinite(second).all()):
        return Correlation(None, None, None, m + n, NOT_FINITE)
    first, second = first.round(DECIMALS), second.round(DECIMALS)
    if min(first.min(), second.min()) == max(first.max(), second.max()):
        return Correlation(None, None, None, m + n, NO_VARIANCE)
    of_first, of_second = _dominance(first, second), -_dominance(second, first)
    d = float(of_first.mean())
    if m < 2 or n < 2:
        return Correlation(d, None, None, m + n, NO_INTERVAL)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    if abs(d) == 1:
        inner = (min(m, n) - z**2) / (min(m, n) + z**2)
        low, high = (inner, 1.0) if d > 0 else (-1.0, -inner)
        return Correlation(d, low, high, m + n)
    untied = m * n - _ties(first, second)
    scatter = n**2 * ((of_first - d) ** 2).sum() + m**2 * ((of_second - d) ** 2).sum() - (untied - m * n * d**2)
    variance = max(float(scatter) / (m * n * (m - 1) * (n - 1)), (1 - d**2) / (m * n - 1))
    half = z * math.sqrt(variance) * math.sqrt((1 - d**2) ** 2 + z**2 * variance)
    below = 1 - d**2 + z**2 * variance
    return Correlation(d, max((d - d**3 - half) / below, -1.0), min((d - d**3 + half) / below, 1.0), m + n)


def _dominance(values: FloatArray, others: FloatArray) -> FloatArray:
    """Return for every value the share of the others below it minus the share above it."""
    ordered = np.sort(others)
    below = np.searchsorted(ordered, values, side="left")
    above = len(others) - np.searchsorted(ordered, values, side="right")
    return np.asarray((below - above) / len(others))


def _ties(first: FloatArray, second: FloatArray) -> int:
    ordered = np.sort(second)
    return int((np.searchsorted(ordered, first, side="right") - np.searchsorted(ordered, first, side="left")).sum())
