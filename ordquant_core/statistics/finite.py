"""Scores that can be computed with: finite, and different by more than rounding."""

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import OrdquantError
from ordquant_core.records import FloatArray

ROUNDING = 1e-12  # of the largest score: differences below it are none


def finite(values: ArrayLike) -> FloatArray:
    """Return scores as floats, or raise if one is infinite or not a number."""
    array = np.asarray(values, dtype=np.float64)
    if not np.isfinite(array).all():
        raise OrdquantError("A score is not finite: means cannot be compared.")
    return array
