"""How many cases does a paired t-test need? Sizes from the variance of the differences of two runs.

References: Sakai, Information Retrieval Journal 2016 [sakai2016design]; the tests check every size against SciPy's
noncentral distributions.
"""

import math
from bisect import bisect_left
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import OrdquantError, extra
from ordquant_core.numerals import setting
from ordquant_core.records import FloatArray
from ordquant_core.statistics.finite import ROUNDING
from ordquant_core.statistics.layout import two_way

LEAST, MOST = 2, 2**40  # cases
PRECISE = 60  # halvings that find the smallest detectable difference


def variances_of_differences(scores: ArrayLike) -> FloatArray:
    """Return the variance of the differences of every pair of runs over the cases: (measures, pairs).

    `scores` has shape (measures, runs, cases). What a case adds to the scores of all runs does not count: runs meet the
    same cases. Differences that are equal up to rounding have the variance 0. Raises `OrdquantError` for fewer than two
    runs or cases, and scores that are not finite.

    >>> variances_of_differences([[[1, 2, 3], [2, 4, 3], [0, 1, 2]]]).tolist()
    [[1.0, 0.0, 1.0]]
    """
    values = two_way(scores)
    gaps = (values[:, run, None] - values[:, run + 1 :] for run in range(values.shape[1] - 1))
    variances = np.concatenate([gap.var(axis=2, ddof=1) for gap in gaps], axis=1)
    rounding = (ROUNDING * np.abs(values).max(axis=(1, 2))) ** 2
    return np.where(variances <= rounding[:, None], 0.0, variances)


def power_of_t(n: int, difference: float, variance: float, *, alpha: float = 0.05) -> float:
    r"""Return the power of a two-sided paired t-test on n cases, `variance` being that of the differences.

    .. math:: 1 - \beta = P(|T| > t_{\alpha / 2}(n - 1)), \quad T \sim t(n - 1, \sqrt{n} \, \delta / \sigma_d)

    >>> round(power_of_t(34, 0.1, 0.04), 3)
    0.808
    """
    with extra("statistics", "A number of cases"):
        from scipy import special  # only where it is needed
    limit, shift = special.stdtrit(n - 1, 1 - alpha / 2), math.sqrt(n / variance) * difference
    below, beyond = special.nctdtr(n - 1, shift, limit), special.nctdtr(n - 1, shift, -limit)
    return float(1 - _tail(below) + _tail(beyond))


def cases_for_t(difference: float, variance: float, *, alpha: float = 0.05, power: float = 0.8) -> int:
    """Return the least number of cases with which a paired t-test has that power (see `power_of_t`).

    Raises `OrdquantError` for a difference or a variance that is not positive, and a level or a power outside (0, 1).

    >>> cases_for_t(0.1, 2 * 0.02)
    34
    """
    _check(difference, variance, alpha, power)
    return _least(lambda n: power_of_t(n, difference, variance, alpha=alpha) >= power)


def detectable_by_t(n: int, variance: float, *, alpha: float = 0.05, power: float = 0.8) -> float:
    """Return the smallest difference that a paired t-test on n cases detects with that power.

    >>> round(detectable_by_t(34, 0.04), 3)
    0.099
    """
    _check(1.0, variance, alpha, power)
    if n < LEAST:
        raise OrdquantError(f"A test needs {LEAST} cases or more, got {n}.")
    low = high = math.sqrt(variance / n)
    while power_of_t(n, high, variance, alpha=alpha) < power:
        low, high = high, 2 * high
    low = 0.0 if low == high else low
    for _ in range(PRECISE):
        middle = (low + high) / 2
        low, high = (low, middle) if power_of_t(n, middle, variance, alpha=alpha) >= power else (middle, high)
    return high


def _tail(probability: float) -> float:
    """Return the probability, 0 where SciPy gives NaN: so far below a huge noncentrality that it cannot be computed."""
    return 0.0 if math.isnan(probability) else float(probability)


def _least(enough: Callable[[int], bool]) -> int:
    size = least_size(enough, MOST)
    if size is None:
        raise OrdquantError("More than 10^12 cases would be needed; give a larger difference.")
    return size


def least_size(enough: Callable[[int], bool], most: int) -> int | None:
    """Return the least number from 2 on that is enough, where more are, too; None beyond `most`.

    >>> least_size(lambda n: n * n > 50, 100), least_size(lambda n: n > 100, 100)
    (8, None)
    """
    high = LEAST
    while not enough(high):
        if high >= most:
            return None
        high = min(2 * high, most)
    return bisect_left(range(high), True, lo=high // 2, key=enough) if high > LEAST else high


def _check(difference: float, variance: float, alpha: float, power: float) -> None:
    for name, value in (("difference", difference), ("variance", variance)):
        if not (math.isfinite(value) and value > 0):
            raise OrdquantError(f"The {name} must be larger than 0, got {setting(value)}.")
    for name, value in (("significance level", alpha), ("power", power)):
        if not 0 < value < 1:
            raise OrdquantError(f"The {name} lies between 0 and 1, got {setting(value)}.")
