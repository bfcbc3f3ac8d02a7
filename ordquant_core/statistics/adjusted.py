"""Many tests at a time: p-values adjusted by Holm's and by Benjamini and Hochberg's procedure, along the last axis."""

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import OrdquantError
from ordquant_core.records import FloatArray, IntArray


def holm(p_values: ArrayLike) -> FloatArray:
    r"""Adjust p-values so that the chance of any false rejection stays below the level: shape (…, tests), the same.

    .. math:: \tilde p_{(i)} = \max_{j \le i} \min(1, (T - j + 1) \, p_{(j)})

    Reference: Holm, Scandinavian Journal of Statistics 1979.

    >>> holm([0.01, 0.04, 0.03]).round(12).tolist()
    [0.03, 0.06, 0.06]
    """
    values, ranks = _sorted(p_values)
    n = values.shape[-1]
    scaled = np.maximum.accumulate(np.minimum(1, values * (n - np.arange(n))), axis=-1)
    return np.asarray(np.take_along_axis(scaled, ranks, axis=-1))


def benjamini_hochberg(p_values: ArrayLike) -> FloatArray:
    r"""Adjust p-values so that the expected share of false rejections among all rejections stays below the level.

    .. math:: \tilde p_{(i)} = \min_{j \ge i} \min(1, T p_{(j)} / j)

    Reference: Benjamini and Hochberg, Journal of the Royal Statistical Society B 1995.

    >>> benjamini_hochberg([0.01, 0.04, 0.03]).round(12).tolist()
    [0.03, 0.04, 0.04]
    """
    values, ranks = _sorted(p_values)
    n = values.shape[-1]
    scaled = np.minimum(1, values * n / np.arange(1, n + 1))
    least = np.minimum.accumulate(scaled[..., ::-1], axis=-1)[..., ::-1]
    return np.asarray(np.take_along_axis(least, ranks, axis=-1))


def _sorted(p_values: ArrayLike) -> tuple[FloatArray, IntArray]:
    """Return the p-values in their order, and the place of each in it."""
    values = np.asarray(p_values, dtype=np.float64)
    if values.ndim == 0 or not ((values >= 0) & (values <= 1)).all():
        raise OrdquantError("P-values lie between 0 and 1.")
    order = np.argsort(values, axis=-1, kind="stable")
    return np.take_along_axis(values, order, axis=-1), np.argsort(order, axis=-1, kind="stable")
