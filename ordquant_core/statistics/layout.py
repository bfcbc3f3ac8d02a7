"""The two-way layout of runs and cases: the residual deviation, and how far chance sets means apart.

Scores are arrays of shape (measures, runs, cases), whatever they measure.
"""

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.records import FloatArray
from ordquant_core.statistics.finite import ROUNDING, finite


def residual_deviation(scores: ArrayLike) -> FloatArray:
    r"""Return the residual standard deviation of each measure's two-way layout without replication: (measures,).

    .. math:: \sqrt{\frac{\sum_{ij} (x_{ij} - \bar{x}_{i\cdot} - \bar{x}_{\cdot j} + \bar{x}_{\cdot\cdot})^2}
              {(m - 1)(n - 1)}}

    m runs, n cases. A difference of two means divided by it is an effect size: what a case adds to the scores of all
    runs does not count. 0 where runs differ by constants only. Raises `OrdquantError` for another shape, fewer than two
    runs or cases, and scores that are not finite. Reference: [sakai2018book].

    >>> residual_deviation([[[1, 2, 3], [2, 4, 3]]]).round(4).tolist()
    [0.7071]
    """
    values = two_way(scores)
    runs, cases = values.mean(axis=2, keepdims=True), values.mean(axis=1, keepdims=True)
    residuals = values - runs - cases + values.mean(axis=(1, 2), keepdims=True)
    return _deviation((residuals**2).sum(axis=(1, 2)), (values.shape[1] - 1) * (values.shape[2] - 1), values)


def spread_of_means(scores: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return how far the means of runs lie apart, and how far chance alone sets them apart: (measures,) each.

    The first is the mean squared distance of the means from their mean, the second the mean variance of a run's scores
    minus the mean score of the case, over the number of cases.
    """
    distances = scores.mean(axis=2) - scores.mean(axis=(1, 2))[:, None]
    noise = (scores - scores.mean(axis=1, keepdims=True)).var(axis=2, ddof=1).mean(axis=1)
    return np.asarray((distances**2).mean(axis=1)), np.asarray(noise / scores.shape[2])


def two_way(scores: ArrayLike) -> FloatArray:
    """Return scores of shape (measures, runs, cases), two runs and cases or more, as finite numbers, or raise."""
    values = finite(scores)
    if values.ndim != 3 or len(values) == 0 or min(values.shape[1:]) < 2:
        raise ShapeMismatchError(f"A layout needs scores of two runs and two cases or more, got {values.shape}.")
    return values


def _deviation(squares: FloatArray, freedom: int, values: FloatArray) -> FloatArray:
    """Return sqrt(squares / freedom), or 0 where that is rounding error."""
    deviation = np.sqrt(squares / freedom)
    return np.where(deviation <= ROUNDING * np.abs(values).max(axis=(1, 2)), 0.0, deviation)
