"""Shares as percentages: the one place that rounds them."""

import math

EXACT = 1e-9  # in percent: closer to 0 or 100 than this is float rounding


def percent(share: float, decimals: int = 0) -> str:
    """Return a share as a percentage that says 0% or 100% of nothing but exactly that.

    It is rounded to `decimals`; where that would give 0 or 100 for another share, to as many more as it takes.

    >>> percent(1 / 3), percent(1 / 3, 1), percent(199 / 200), percent(1999 / 2000, 1), percent(1 / 300), percent(1)
    ('33%', '33.3%', '99.5%', '99.95%', '0.3%', '100%')
    """
    value = 100 * float(share)
    if math.isnan(value):
        return "n/a"
    for end in (0.0, 100.0):
        if abs(value - end) < EXACT:
            return f"{end:.{decimals}f}%"
    places = decimals
    while float(f"{value:.{places}f}") in (0, 100):
        places += 1
    return f"{value:.{places}f}%"
