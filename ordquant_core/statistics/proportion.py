"""Wilson's confidence interval of a share, k out of n."""

import math
from statistics import NormalDist

from ordquant_core.errors import ShapeMismatchError


def wilson_interval(k: int, n: int, *, confidence: float = 0.95) -> tuple[float, float]:
    r"""Wilson's score interval of the share k / n, both ends in [0, 1].

    .. math:: \frac{k + z^2 / 2 \pm z \sqrt{k (n - k) / n + z^2 / 4}}{n + z^2}

    Raises `ShapeMismatchError` unless 0 <= k <= n and n >= 1. Reference: Wilson, Journal of the American Statistical
    Association 1927.

    >>> [round(end, 3) for end in wilson_interval(3, 10)]
    [0.108, 0.603]
    """
    if not 0 <= k <= n or n < 1:
        raise ShapeMismatchError(f"{k} out of {n} is no share; give 0 <= k <= n and n >= 1.")
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    half = z * math.sqrt(k * (n - k) / n + z**2 / 4)
    low, high = ((k + z**2 / 2 + sign * half) / (n + z**2) for sign in (-1, 1))
    return max(low, 0.0) if k else 0.0, min(high, 1.0) if k < n else 1.0
