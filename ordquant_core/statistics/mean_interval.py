"""Intervals of means over cases: Student's t for differences, corrected for skewness for scores.

Scores are arrays of shape (…, cases), whatever they measure. Nothing is random.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import OrdquantError, ShapeMismatchError, extra
from ordquant_core.records import FloatArray
from ordquant_core.statistics.finite import ROUNDING, finite

FEW = 20  # cases: on fewer, intervals may be too narrow


@dataclass(frozen=True, slots=True, eq=False)
class MeanInterval:
    """Means over cases with the bounds of their intervals, each of shape (…).

    The bounds are NaN where there is one case, and where all scores are equal: these show no spread to judge by.
    """

    means: FloatArray
    low: FloatArray
    high: FloatArray
    n_cases: int
    confidence: float


def mean_interval(
    scores: ArrayLike,
    *,
    confidence: float = 0.95,
    weights: ArrayLike | None = None,
    bounds: tuple[ArrayLike, ArrayLike] = (-np.inf, np.inf),
) -> MeanInterval:
    r"""Interval of mean scores over cases that are an independent sample: Student's t, corrected for skewness.

    `scores` has shape (…, cases). With t the quantile of Student's distribution with n - 1 degrees of freedom, s the
    standard deviation (n - 1 in its denominator) and m_3 the third central moment (n in its denominator):

    .. math:: \left[ \bar{x} - G(t) \frac{s}{\sqrt{n}},\ \bar{x} - G(-t) \frac{s}{\sqrt{n}} \right], \quad
              G(r) = \frac{(1 + 6 a (r - a))^{1/3} - 1}{2 a}, \quad a = \frac{m_3}{6 \sqrt{n} s^3}

    Without skewness, a = 0 and G(r) = r: Student's interval. Scores of cases are skewed to the right as a rule, and
    Student's interval then ends too low. With `weights` of shape (cases,) the deviation of a case from the weighted
    mean is that of the jackknife, (n - 1) times how far the mean moves without the case, and the degrees of freedom are
    those of :math:`(\sum w_k)^2 / \sum w_k^2` cases. The interval is cut at
    `bounds`, the smallest and the largest possible score, of shape (…). One case, and scores that are equal up to
    rounding, have no interval: NaN. Raises `OrdquantError` for no case, scores that are not finite, weights that are
    not positive, or a confidence outside
    (0, 1). References: Willink, Communications in Statistics: Theory and Methods 2005; Hall, Journal of the
    Royal Statistical Society B 1992.

    >>> interval = mean_interval([0.1, 0.2, 0.2, 0.3, 0.4, 0.6])
    >>> round(float(interval.means), 3), round(float(interval.low), 3), round(float(interval.high), 3)
    (0.3, 0.141, 0.544)
    """
    means, error, skewness, n_cases, n_equal = _moments(scores, weights)
    t, a = _quantile(confidence, n_equal), skewness / (6 * np.sqrt(n_cases))
    low, high = (np.clip(means - _corrected(end, a) * error, *bounds) for end in (t, -t))
    return MeanInterval(means, low, high, n_cases, confidence)


def difference_interval(differences: ArrayLike, *, confidence: float = 0.95) -> MeanInterval:
    r"""Student's interval of mean differences of two runs, over cases that are an independent sample.

    .. math:: \bar{d} \pm t \frac{s}{\sqrt{n}}

    `differences` has shape (…, cases), t and s are as in `mean_interval`. Differences are hardly skewed: a correction
    would add noise. One case, and equal differences, have no interval: NaN. Raises `OrdquantError` as `mean_interval`
    does.

    >>> difference = difference_interval([0.1, -0.2, 0.3, 0.2])
    >>> round(float(difference.means), 3), round(float(difference.low), 3), round(float(difference.high), 3)
    (0.1, -0.244, 0.444)
    """
    means, error, _, n_cases, _ = _moments(differences, None)
    half = _quantile(confidence, n_cases) * error
    return MeanInterval(means, means - half, means + half, n_cases, confidence)


def _moments(scores: ArrayLike, weights: ArrayLike | None) -> tuple[FloatArray, FloatArray, FloatArray, int, float]:
    """Return means, standard errors (NaN: none), skewness, each of shape (…), cases, as many of equal weight."""
    values = finite(scores)
    if values.ndim == 0 or values.shape[-1] == 0:
        raise ShapeMismatchError(f"A mean needs scores of one case or more, got the shape {values.shape}.")
    n_cases = values.shape[-1]
    weight = np.ones(n_cases) if weights is None else finite(weights)
    if weight.shape != (n_cases,) or (weight <= 0).any():
        raise ShapeMismatchError(f"Give one weight > 0 for each of the {n_cases} cases.")
    means = values.mean(axis=-1) if weights is None else (values * weight).sum(axis=-1) / weight.sum()
    if n_cases == 1:
        return means, np.full(means.shape, np.nan), np.zeros(means.shape), 1, 1.0
    share = weight / weight.sum()
    gaps = (values - means[..., None]) * ((n_cases - 1) * share / (1 - share))
    deviation = np.sqrt((gaps**2).sum(axis=-1) / (n_cases - 1))
    varies = deviation > ROUNDING * np.abs(values).max(axis=-1)
    deviation = np.where(varies, deviation, np.nan)
    skewness = np.divide((gaps**3).mean(axis=-1), deviation**3, out=np.zeros(means.shape), where=varies)
    return means, deviation / np.sqrt(n_cases), skewness, n_cases, float(1 / (share**2).sum())


def _corrected(t: float, a: FloatArray) -> FloatArray:
    """Return G(t); t where a is so small that the difference to it is rounding."""
    small = np.abs(a) < 1e-6
    some = np.where(small, 1.0, a)
    return np.where(small, t, (np.cbrt(1 + 6 * some * (t - some)) - 1) / (2 * some))


def _quantile(confidence: float, n_cases: float) -> float:
    if not 0 < confidence < 1:
        raise OrdquantError(f"A confidence lies between 0 and 1, got {confidence}.")
    return float(t_limit(n_cases, confidence=confidence))


def t_limit(n: ArrayLike, *, confidence: float = 0.95) -> FloatArray:
    """Return the two-sided limits of Student's t for samples of n, of the shape of n; NaN for a sample of one.

    >>> t_limit([2, 10]).round(3).tolist()
    [12.706, 2.262]
    """
    with extra("statistics", "An interval of a mean"):
        from scipy.special import stdtrit  # 0.3 s to import: only where it is needed

    freedom = np.asarray(n, dtype=np.float64) - 1
    return np.asarray(stdtrit(np.where(freedom > 0, freedom, np.nan), (1 + confidence) / 2))
