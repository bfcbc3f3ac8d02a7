"""Many tests at a time: p-values adjusted by Holm's procedure, along the last axis."""

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import OrdquantError
from ordquant_core.records import FloatArray


def holm(p_values: ArrayLike) -> FloatArray:
    r"""Adjust p-values so that the chance of any false rejection stays below the level: shape (…, tests), the same.

    .. math:: \tilde p_{(i)} = \max_{j \le i} \min(1, (T - j + 1) \, p_{(j)})

    Reference: Holm, Scandinavian Journal of Statistics 1979.

    >>> holm([0.01, 0.04, 0.03]).round(12).tolist()
    [0.03, 0.06, 0.06]
    """
    values = np.asarray(p_values, dtype=np.float64)
    if values.ndim == 0 or not ((values >= 0) & (values <= 1)).all():
        raise OrdquantError("P-values lie between 0 and 1.")
    order = np.argsort(values, axis=-1, kind="stable")
    n = values.shape[-1]
    scaled = np.take_along_axis(values, order, axis=-1) * (n - np.arange(n))
    adjusted = np.maximum.accumulate(np.minimum(1, scaled), axis=-1)
    return np.asarray(np.take_along_axis(adjusted, np.argsort(order, axis=-1, kind="stable"), axis=-1))
