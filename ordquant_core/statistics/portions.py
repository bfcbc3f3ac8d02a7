"""Long computations in portions: the first portion gives a result, and each further one makes it more precise.

The caller decides when to read the result, when to stop and when to continue. The result does not depend on how the
work is divided into portions.
"""

import math
from collections.abc import Callable
from concurrent.futures import Executor, wait
from typing import Any, Protocol, TypeVar, cast

from ordquant_core.numerals import decimals
from ordquant_core.statistics.divided import Divided, Spread

HEARD_AFTER = 0.1  # seconds that a wait for others lasts at most
Progress = Callable[[int, int], None]  # what is done, and all there is
Result_co = TypeVar("Result_co", covariant=True)
Result = TypeVar("Result")


class Portions(Protocol[Result_co]):
    """A computation that can be carried out in portions."""

    @property
    def done(self) -> int:
        """How many trials are done."""

    @property
    def total(self) -> int:
        """How many trials there are."""

    def advance(self) -> None:
        """Carry out the next portion; there must be one."""

    def result(self) -> Result_co:
        """Return the result of what is done so far."""


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


def finish(work: Portions[Result], progress: Progress | None = None, executor: Executor | None = None) -> Result:
    """Compute all remaining portions and return the result; `progress` is called after each.

    An `executor` carries out the pieces of work that is `Divided`: threads, processes, a Dask cluster. `progress` is
    then called at least ten times a second: what it raises ends the work, and so does what a piece raises.
    """
    if executor is not None and isinstance(work, Divided):
        return cast("Result", _elsewhere(work, progress, executor))
    while work.done < work.total:
        work.advance()
        if progress is not None:
            progress(work.done, work.total)
    return work.result()


def _elsewhere(work: Divided[Any], progress: Progress | None, executor: Executor) -> Any:
    spread = Spread(work, executor)
    try:
        while work.done < work.total:
            spread.submit()
            wait([spread.first] if spread.first else [], timeout=HEARD_AFTER)
            spread.take()
            if progress is not None:
                progress(work.done, work.total)
    finally:
        spread.cancel()
    return work.result()
