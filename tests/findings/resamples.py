"""Statistics over resampled cases, and p-values, that come out as a test needs them."""

import numpy as np

from ordquant_core.statistics.superlatives import Resampled


def resampled(names, values, *, low=1.0, high=1.0, n_cases=20):
    """Return 100 resamples: in a share `low` of them the first by the smallest values stays first; `high`: the largest.

    In the others the next one passes it.
    """
    values = np.array(values, dtype=np.float64)
    rows, order = np.tile(values, (100, 1)), np.argsort(values)[: np.isfinite(values).sum()]
    if len(order) > 1:
        rows[: round(100 * (1 - low)), order[0]] = values[order[1]] + 1e-6
        rows[round(100 * high) :, order[-1]] = values[order[-2]] - 1e-6
    return Resampled(tuple(names), values, rows, n_cases)


def p_table(n, *apart):
    """Return p-values of all pairs of runs: 0.01 for the pairs `apart`, else 1."""
    p = np.ones((n, n))
    for i, j in apart:
        p[i, j] = p[j, i] = 0.01
    return p
