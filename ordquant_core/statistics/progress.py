"""How far a long computation is, and how long it may still take, in words."""

import math
from collections.abc import Callable

from ordquant_core.numerals import decimals

Progress = Callable[[int, int], None]  # what is done, and all there is


def time_left(spent: float, done: int, total: int) -> str:
    """Return the time left in words, from the seconds spent so far; "" at the start and at the end.

    >>> time_left(3, 200, 1000), time_left(100, 100, 1000), time_left(1, 0, 9)
    ('about 12 s left', 'about 15 min left', '')
    """
    return words_for_time(spent * (total - done) / done) if 0 < done < total else ""


def words_for_time(seconds: float) -> str:
    """Return the time left in words.

    >>> words_for_time(0.2), words_for_time(99), words_for_time(5000), words_for_time(20_000)
    ('about 1 s left', 'about 99 s left', 'about 84 min left', 'about 5.6 h left')
    """
    if seconds <= 99:
        return f"about {max(1, math.ceil(seconds))} s left"
    if seconds < 10_000:
        return f"about {math.ceil(seconds / 60)} min left"
    return f"about {decimals(seconds / 3600, 1)} h left"
