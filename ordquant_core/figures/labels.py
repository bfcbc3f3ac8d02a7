"""Names beside lines: short enough for a margin, far enough apart to be read."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.figures.style import plain

LONGEST_NAME = 16


def short(name: str, longest: int = LONGEST_NAME) -> str:
    """Cut a name that is too long, in its middle (names of runs differ at their ends), and make it safe to draw.

    >>> short("NISTRetrieval-reason0")
    'NISTRetr…reason0'
    """
    head = longest // 2
    return plain([name if len(name) <= longest else f"{name[:head]}…{name[head + 1 - longest :]}"])[0]


def margin_for(names: Sequence[str], longest: int = LONGEST_NAME) -> int:
    """Return the width of a margin for the longest of some names, in pixels."""
    return 10 + 7 * max((min(len(name), longest) for name in names), default=0)


def apart(values: ArrayLike, least: float) -> list[float]:
    """Move places of labels up until no two are closer than `least`; the order stays.

    >>> apart([0.1, 0.5, 0.12], 0.1)
    [0.1, 0.5, 0.2]
    """
    places: list[float] = np.asarray(values, dtype=np.float64).tolist()
    order = sorted(range(len(places)), key=places.__getitem__)
    for lower, upper in pairwise(order):
        places[upper] = max(places[upper], places[lower] + least)
    return places
