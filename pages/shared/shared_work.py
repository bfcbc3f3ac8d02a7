"""Long work that visitors share: whoever needs it carries it on, a portion at a time, in their own run of the page.

What takes longer than a moment goes to worker processes, so that others' clicks are answered meanwhile. When nobody
goes on with a work, its workers are let go; what is done of it is kept for the next visitor, as far as there is room.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, wait
from contextlib import contextmanager, suppress
from functools import cache
from typing import Generic, TypeVar, cast

from ordquant_core.statistics.divided_work import HEARD_AFTER, Dispatcher, DividedWork, SinglePiece
from ordquant_core.statistics.pool import Pool
from ordquant_core.statistics.progress import Progress
from pages.shared import result_cache
from pages.shared.progress_bar import progress_bar
from pages.shared.result_cache import Key, ResultCache
from pages.shared.result_size import measure_size
from pages.shared.session import session_id, visitor_address

MAX_UNFINISHED = 64 * 2**20  # bytes of all work that is not finished: what nobody went on with for longest is forgotten
RELEASED_AFTER = 10  # seconds until a piece is stopped for which nobody waits any more
CHECKED_EVERY = 5.0  # seconds between two looks whether somebody waits
DONE_HERE = 0.2  # seconds that are spent on a work in the server's own process: what takes longer goes to the workers
Result = TypeVar("Result")


class SharedWork(Generic[Result]):
    """A long computation under its key; `work` is None where the `result` is known already."""

    def __init__(
        self,
        key: Key,
        total: int,
        work: DividedWork[Result] | None,
        result: Result | None = None,
        *,
        keep: bool = True,
        owner: tuple[str, str] | None = None,
    ) -> None:
        self.key, self.total = key, total
        self.spent, self.touched = 0.0, time.monotonic()  # seconds
        self._lock = threading.Lock()
        self._work, self._result, self._keep, self._owner = work, result, keep, owner
        self._dispatcher: Dispatcher | None = None  # to the worker processes
        self._cancelled = False
        self.done = total if work is None else work.done
        if work is not None and work.done == work.total:
            self._result, self._work = work.result(), None

    @property
    def finished(self) -> bool:
        """Return whether nothing is left to do."""
        return self._work is None

    def advance(self) -> None:
        """Carry out one more portion, or wait a moment for one; where others do so, too, each is still done once.

        Raises `CancelledError` where pieces of it were stopped, or one failed: it must be begun again.
        """
        begun = time.monotonic()
        with self._lock:
            if self._cancelled:
                raise CancelledError
            self.touched = time.monotonic()
            with self._forgotten_on_error():
                self._submit()
                if self._work is not None and self._dispatcher is None:
                    self._work.advance()
                self._take()
            first = self._dispatcher and self._dispatcher.first
        if first:  # without the lock: others wait beside this one
            wait([first], timeout=HEARD_AFTER)
        self.spent += time.monotonic() - begun

    def _submit(self) -> None:
        """Give the worker processes something to do, unless it may be done in a moment here."""
        pool, work = worker_pool(), self._work
        here = self.spent < DONE_HERE and not isinstance(work, SinglePiece)
        if self._dispatcher is None and pool is not None and work is not None and not here:
            job = pool.job(*(self._owner or (session_id(), visitor_address())))
            self._dispatcher = Dispatcher(work, job, 2 * pool.size)
            self._check_later()
        if self._dispatcher is not None:
            self._dispatcher.submit()

    def _take(self) -> None:
        if self._dispatcher is not None:
            self._dispatcher.take()
        if self._work is not None:
            self.done = self._work.done
            if self.done == self.total:
                self._result, self._work, self._dispatcher = self._work.result(), None, None
                if self._keep:
                    result_cache.LONG_RESULTS.add(self.key, self._result)
                UNFINISHED.remove(self.key, self)

    @contextmanager
    def _forgotten_on_error(self) -> Iterator[None]:
        try:
            yield
        except BaseException:  # what broke off in a portion cannot be gone on with
            self.cancel()
            raise

    def cancel(self) -> None:
        """Forget this work and stop what is under way of it."""
        self._cancelled = True
        UNFINISHED.remove(self.key, self)
        if self._dispatcher is not None:
            self._dispatcher.cancel()

    def _check_later(self) -> None:
        timer = threading.Timer(CHECKED_EVERY, self._release_workers)
        timer.daemon = True
        timer.start()

    def _release_workers(self) -> None:
        """Let go of the worker processes when nobody has waited for a while; what is done by then is kept."""
        with self._lock:
            if self._dispatcher is None:
                return
            if time.monotonic() - self.touched <= RELEASED_AFTER:
                self._check_later()
                return
            with suppress(Exception), self._forgotten_on_error():  # whoever asks next begins again
                self._take()
            if self._dispatcher is not None and self._dispatcher.busy:
                self.cancel()
            elif not self.finished and UNFINISHED.get(self.key) == (self,):
                UNFINISHED.add(self.key, self)  # it has grown since it was begun
            self._dispatcher = None

    def measure(self) -> int:
        """Return the bytes that its unfinished work takes."""
        return measure_size(self._work)

    def answer(self) -> tuple[int, Result]:
        """Return how much is done, at least one portion, and the result of that much."""
        with self._lock:
            return self.done, cast("Result", self._result) if self._work is None else self._work.result()

    def finish(self, progress: Progress) -> Result:
        """Carry out all that is left; `progress` hears of every portion."""
        while not self.finished:
            self.advance()
            progress(self.done, self.total)
        return self.answer()[1]


UNFINISHED = ResultCache(MAX_UNFINISHED, measure=SharedWork.measure)


def finish_shared(
    key: Key,
    bar: str | Progress,
    begin: Callable[[], DividedWork[Result]],
    *,
    keep: bool = True,
    owner: tuple[str, str] | None = None,
) -> Result:
    """Return the result with that key, of work that visitors share; a bar says how far it is.

    What is done when a visitor leaves is kept for the next. The result is cached, unless `keep` is False: then the
    caller keeps it. `bar` as in `compute_with_bar`. `owner`: the session and the visitor's address, where they are not
    those of the script which runs.
    """
    known = result_cache.LONG_RESULTS.get(key)
    if known is not None:
        return cast("Result", known[0])

    def share(_: Progress) -> SharedWork[Result]:
        work = begin()
        return SharedWork(key, work.total, work, keep=keep, owner=owner)

    with progress_bar(bar) as show:
        while True:
            with suppress(CancelledError):  # nothing was heard of this script run for so long that its work was let go
                return UNFINISHED.compute_once(key, share, show).finish(show)


def run_in_worker(
    key: Key,
    bar: str | Progress,
    function: Callable[..., Result],
    *arguments: object,
    owner: tuple[str, str] | None = None,
) -> Result:
    """Return what a worker process makes of the arguments, for all who ask meanwhile; the caller keeps it."""
    return finish_shared(key, bar, lambda: SinglePiece(function, *arguments), keep=False, owner=owner)


def join_shared(key: Key, begin: Callable[[], DividedWork[Result]], *, total: int) -> SharedWork[Result]:
    """Return the work of `total` trials with that key as it stands: finished, under way, or begun here."""
    known = result_cache.LONG_RESULTS.get(key)
    if known is not None:
        return SharedWork(key, total, None, cast("Result", known[0]))
    return UNFINISHED.compute_once(key, lambda _: SharedWork(key, total, begin()))


@cache
def worker_pool() -> Pool | None:
    """Return the worker processes of this server, as many as ORDQUANT_WORKERS says; none where it says nothing."""
    text = os.environ.get("ORDQUANT_WORKERS", "0")
    return Pool(int(text)) if text.isdecimal() and int(text) else None
