"""Results that are computed once for all visitors, in caches that are bounded by bytes.

`st.cache_data` copies a result for each who asks, and `st.cache_resource` counts results, not bytes; with neither can
those who wait see how far it is, or leave.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast
from weakref import WeakValueDictionary

from ordquant_core.statistics.progress import Progress
from pages.shared.progress_bar import REDRAWN_AFTER, progress_bar
from pages.shared.result_size import measure_size

MEBIBYTE = 2**20
Key = tuple[Hashable, ...]
Result = TypeVar("Result")


def draw_nothing(done: int, of: int) -> None:
    """Draw no progress."""


class _Computation:
    """One computation, as all who need it see it. Whoever has the lock carries it out."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.progress = 0, 1
        self.result: tuple[Any] | None = None  # in a tuple, since None may be the result


class ResultCache:
    """Results by their keys: those that were not used for longest make room for others.

    The last `keep_last` stay whatever their size. Nobody changes a result. `measure` returns the bytes of one.
    """

    def __init__(self, max_bytes: int, keep_last: int = 0, measure: Callable[[Any], int] = measure_size) -> None:
        self.max_bytes, self.keep_last, self.size, self._measure = max_bytes, keep_last, 0, measure
        self.results: OrderedDict[Key, tuple[Any, int]] = OrderedDict()  # with their bytes, the last used at the end
        self._computations: WeakValueDictionary[Key, _Computation] = WeakValueDictionary()
        self._lock = threading.Lock()

    def get(self, key: Key) -> tuple[Any] | None:
        """Return the result with that key in a tuple, None if there is none."""
        with self._lock:
            if key not in self.results:
                return None
            self.results.move_to_end(key)
            return (self.results[key][0],)

    def add(self, key: Key, result: object) -> None:
        """Keep a result, unless it alone is too large; others make room."""
        size = self._measure(result)
        with self._lock:
            self.size -= self.results.pop(key, (None, 0))[1]
            if size > self.max_bytes and not self.keep_last:
                return
            self.results[key] = result, size
            self.size += size
            while self.size > self.max_bytes and len(self.results) > self.keep_last:
                self.size -= self.results.popitem(last=False)[1][1]

    def remove(self, key: Key, result: object) -> None:
        """Forget a result, if it is the one with that key."""
        with self._lock:
            if key in self.results and self.results[key][0] is result:
                self.size -= self.results.pop(key)[1]

    def compute_once(
        self, key: Key, compute: Callable[[Progress], Result], report_progress: Progress = draw_nothing
    ) -> Result:
        """Return the result with that key, or compute it, or wait for whoever does.

        Where they leave or fail, one of those who wait takes over. `report_progress` hears how far it is.
        """
        with self._lock:
            computation = self._computations.setdefault(key, _Computation())
        while not computation.lock.acquire(timeout=REDRAWN_AFTER):
            report_progress(*computation.progress)

        def report(done: int, of: int) -> None:
            computation.progress = done, of
            report_progress(done, of)

        try:
            if computation.result is None:
                computation.result = self.get(key)
            if computation.result is None:
                computation.result = (compute(report),)
                self.add(key, computation.result[0])
            return cast("Result", computation.result[0])  # also one that is too large to be kept
        finally:
            computation.lock.release()


# A long computation is not lost because others look at many figures, and no result pushes out the files of a visitor.
QUICK_RESULTS = ResultCache(48 * MEBIBYTE)
LONG_RESULTS = ResultCache(48 * MEBIBYTE)
TASKS = ResultCache(96 * MEBIBYTE, keep_last=2)  # what was read of files; the key says which files, and how


def compute_once(key: Key, compute: Callable[[], Result]) -> Result:
    """Return the result with that key, such as a figure or a table, computed in a moment, once for all visitors."""
    known = QUICK_RESULTS.get(key)
    return QUICK_RESULTS.compute_once(key, lambda _: compute()) if known is None else known[0]


def compute_with_bar(key: Key, bar: str | Progress, compute: Callable[[Progress], Result]) -> Result:
    """Return the result with that key, computed once for all visitors while a bar says how far it is.

    `bar`: its title, or what moves the bar of which this is a part. A visitor who leaves, or changes a setting, ends
    the computation the next time the bar is drawn.
    """
    known = LONG_RESULTS.get(key)  # asked for once: another visitor may push it out at any time
    if known is not None:
        return cast("Result", known[0])
    with progress_bar(bar) as show:
        return LONG_RESULTS.compute_once(key, compute, show)


def is_computed(key: Key) -> bool:
    """Return whether the result of a long computation is there."""
    return LONG_RESULTS.get(key) is not None
