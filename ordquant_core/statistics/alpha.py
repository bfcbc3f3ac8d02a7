"""Krippendorff's alpha: how far annotators agree on ordered classes, beyond chance."""

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import OrdquantError
from ordquant_core.records import FloatArray


def krippendorff_alpha(votes: ArrayLike) -> float:
    r"""Return Krippendorff's alpha for ordered classes from votes of shape (cases, classes).

    .. math:: \alpha = 1 - \frac{D_o}{D_e}, \quad
              D_o = \sum_u \frac{1}{n_u - 1} \sum_{c,k} n_{uc} n_{uk} \delta_{ck}^2, \quad
              D_e = \frac{1}{n - 1} \sum_{c,k} n_c n_k \delta_{ck}^2, \quad
              \delta_{ck} = \sum_{g=c}^{k} n_g - \frac{n_c + n_k}{2}

    n_uc votes of case u for class c, n_u of them for the case, n_c for the class, n in all; cases with a single vote
    do not count. Who voted does not matter, only how often; the number of votes may differ. 1 is perfect agreement,
    0 what chance gives; NaN where all votes are for one class. Raises `OrdquantError` if no case has two votes.
    (The maintained library is under the GPL, which this project cannot depend on.) Reference:
    [krippendorff2018].

    >>> krippendorff_alpha([[2, 0], [0, 2], [1, 1]])
    0.4444444444444444
    """
    counts = np.asarray(votes, dtype=np.float64)
    if counts.ndim != 2:
        raise OrdquantError(f"Give votes of shape (cases, classes), got {counts.shape}.")
    counts = counts[counts.sum(axis=1) > 1]
    if not len(counts):
        raise OrdquantError("Every case has a single vote: how far annotators agree cannot be measured.")
    totals = counts.sum(axis=0)
    distances = _squared_distances(totals)
    observed = (((counts @ distances) * counts).sum(axis=1) / (counts.sum(axis=1) - 1)).sum()
    expected = totals @ distances @ totals / (totals.sum() - 1)
    return float(1 - observed / expected) if expected > 0 else float("nan")


def _squared_distances(totals: FloatArray) -> FloatArray:
    """The squared ordinal distance of every pair of classes: by how many votes their middles lie apart."""
    middles = np.cumsum(totals) - totals / 2
    return np.asarray((middles[:, None] - middles) ** 2)
