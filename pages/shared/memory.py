"""Results remembered for all visitors, with a bar of progress while a long one is computed.

What takes longer than a moment is carried out by worker processes, so that others' clicks are answered meanwhile; the
run of the page of whoever needs it submits the pieces and waits for them.

st.cache_resource alone does not do: what it wraps may not touch a bar that was drawn before, and it knows no sizes.
"""

import os
import threading
import time
import weakref
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import CancelledError, wait
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, TypeVar, cast

import streamlit as st

from ordquant_core.numerals import count
from ordquant_core.statistics.divided import Divided, Spread, Whole
from ordquant_core.statistics.pool import Pool
from ordquant_core.statistics.portions import HEARD_AFTER, Portions, Progress, time_left
from pages.shared.session import session_id, visitor_address
from pages.shared.sizes import size_of

MOST = 96 * 2**20  # bytes of all results that are remembered
MOST_TASKS, FEW_TASKS = 96 * 2**20, 2  # bytes of all tasks; so many are kept whatever their size
MOST_UNFINISHED = 128 * 2**20  # bytes of long work that nobody is going on with
LEFT_ALONE, IN_USE = 900, 30  # seconds since somebody went on with work: it is dropped; its page holds it anyway
SHOWN_AFTER, REDRAWN_AFTER = 0.5, 0.1  # seconds
HERE = 0.2  # seconds that are spent on a work in the server's own process: what takes longer goes to the workers
LET_GO = 10  # seconds until a piece of work is stopped for which nobody waits any more
SWEPT = 5.0  # seconds between two looks at what nobody goes on with
LONGER, LONGEST = 1000, 3600  # seconds that a result stays for a second of computation per MB, and at most
Key = tuple[Hashable, ...]
Result = TypeVar("Result")


class _Work:
    """A computation in one visitor's run, as those who wait for it see it; the result is in a tuple, it may be None."""

    def __init__(self) -> None:
        self.so_far = 0, 1
        self.result: tuple[Any] | None = None


@dataclass(slots=True)
class _Kept:
    """A result, its bytes, when it was last used, and how many seconds longer than others it may stay unused."""

    result: Any
    size: int
    longer: float
    used: float


class Memory:
    """Results by their keys, the least recently used first, and all that is under way.

    What goes first was not used for long, or is computed again in no time for its size: a plot before a simulation.
    """

    def __init__(self, most: int = MOST, few: int = 0) -> None:
        self.most, self.few, self.size = most, few, 0
        self.results: OrderedDict[Key, _Kept] = OrderedDict()
        self.unfinished: dict[Key, Growing[Any]] = {}
        self._working: dict[Key, _Work] = {}
        self._changed = threading.Condition()
        self._sweeps = False

    def get(self, key: Key) -> tuple[Any] | None:
        """Return the result with that key in a tuple, None if there is none."""
        with self._changed:
            if key not in self.results:
                return None
            kept = self.results[key]
            self.results.move_to_end(key)
            kept.used = time.monotonic()
            return (kept.result,)

    def keep(self, key: Key, result: object, seconds: float = 0.0) -> None:
        """Remember a result that took so many seconds, unless it alone is too large; others make room.

        The last `few` are kept whatever their size.
        """
        size = size_of(result)
        longer = min(LONGEST, LONGER * seconds * 1e6 / max(size, 1))
        with self._changed:
            if key in self.results:
                self.size -= self.results.pop(key).size
            if size <= self.most or self.few:
                self.results[key] = _Kept(result, size, longer, time.monotonic())
                self.size += size
            if self.size > self.most:
                self._make_room()

    def _make_room(self) -> None:
        """Let go of results, a sixteenth of all bytes more than need be: looking for them costs time, too."""
        old = list(islice(self.results.items(), max(0, len(self.results) - max(self.few, 1))))
        old.sort(key=lambda item: item[1].used + item[1].longer)
        for key, kept in old:
            if self.size <= self.most * 15 // 16:
                break
            del self.results[key]
            self.size -= kept.size

    def once(self, key: Key, compute: Callable[[Progress], Result], show: Progress) -> Result:
        """Compute a result, or wait for whoever does; where they leave or fail, one of those who wait takes over.

        `show` hears how far it is: when it draws, Streamlit ends the run of a visitor who has left.
        """
        while True:
            with self._changed:
                found, work = self.get(key), self._working.get(key)
                if work is None and found is None:
                    work = self._working[key] = _Work()
                    break
                if work is not None and found is None:
                    self._changed.wait(REDRAWN_AFTER)
                    found = work.result  # one too large to be kept is still theirs
            if found is not None:
                return cast("Result", found[0])
            if work is not None:
                show(*work.so_far)

        def report(done: int, of: int) -> None:
            work.so_far = done, of
            show(done, of)

        try:
            begun = time.monotonic()
            work.result = (compute(report),)
            self.keep(key, work.result[0], time.monotonic() - begun)
            return work.result[0]
        finally:
            with self._changed:
                del self._working[key]
                self._changed.notify_all()

    def go_on(self, key: Key, begin: Callable[[], "Growing[Any]"]) -> "Growing[Any]":
        """Return the unfinished work with that key, begun if need be; other work makes room where nobody is at it."""
        work = self.unfinished.get(key) or begin()
        return self.look_after(work)

    def look_after(self, work: "Growing[Any]") -> "Growing[Any]":
        """Hold unfinished work, or return what is held with its key, until nobody has gone on with it for long."""
        with self._changed:
            work = self.unfinished.setdefault(work.key, work)
            self._drop_what_is_left_alone(work)
            self._sweep_later()
        return work

    def _drop_what_is_left_alone(self, needed: "Growing[Any] | None" = None) -> None:
        now, size = time.monotonic(), sum(other.size for other in self.unfinished.values())
        for other in sorted(self.unfinished.values(), key=lambda other: other.touched):
            idle = now - other.touched
            if other is not needed and idle > (IN_USE if size > MOST_UNFINISHED else LEFT_ALONE):
                size -= self.unfinished.pop(other.key).size

    def _sweep_later(self) -> None:
        """Look again in a moment, as long as there is unfinished work; the timer keeps nothing alive."""
        if self.unfinished and not self._sweeps:
            self._sweeps = True
            timer = threading.Timer(SWEPT, _sweep, [weakref.ref(self)])
            timer.daemon = True
            timer.start()

    def sweep(self) -> None:
        """Stop and drop work that nobody goes on with, though nobody asks for any other."""
        with self._changed:
            self._sweeps = False
            self._drop_what_is_left_alone()
            works = list(self.unfinished.values())
        for work in works:
            work.rest()
        with self._changed:
            self._sweep_later()

    def drop(self, work: "Growing[Any]") -> None:
        """Forget unfinished work."""
        with self._changed:
            if self.unfinished.get(work.key) is work:
                del self.unfinished[work.key]


def _sweep(memory: "weakref.ref[Memory]") -> None:
    if (there := memory()) is not None:
        there.sweep()


def known(*key: Hashable) -> bool:
    """Return whether a result is remembered already."""
    return _memory().get(key) is not None


def remembered(key: Key, bar: str | Progress, compute: Callable[[Progress], Result]) -> Result:
    """Return the result with that key, computed once however many visitors ask for it. Nobody changes it.

    `bar` is the title of a bar of progress, "" for none, or what moves the bar of which this is a part; `compute` may
    say how far it is. A visitor who leaves, or changes a setting, ends the computation the next time the bar is drawn:
    what breaks off or fails is not remembered, and somebody who waits for it computes it.
    """
    found = _memory().get(key)  # asked for once: another visitor may push it out at any time
    if found is not None:
        return cast("Result", found[0])
    with moving(bar) if isinstance(bar, str) else nullcontext(bar) as show:
        return _memory().once(key, compute, show)


def held(key: Key, make: Callable[[], Result]) -> Result:
    """Return what was read of files, by a key that says which and how: made once, for all visitors.

    Tasks have a memory of their own, bounded by bytes: results never push them out. Nobody changes them.
    """
    return _tasks().once(key, lambda _: make(), lambda *_: None)


@contextmanager
def moving(title: str) -> Iterator[Progress]:
    """Hold a bar of progress that is drawn where its work takes long; without a title there is none."""
    container = st.empty() if title else None
    due = (begun := time.monotonic()) + SHOWN_AFTER

    def show(done: int, of: int) -> None:
        nonlocal due
        now = time.monotonic()
        if now > due and container is not None:
            due = now + REDRAWN_AFTER
            left = time_left(now - begun, done, of)
            container.progress(done / of, f"{title}: {count(done)} of {count(of)}{', ' * bool(left)}{left}")

    try:
        yield show
    finally:  # a file that cannot be read leaves no bar behind
        if container is not None:
            container.empty()


@contextmanager
def passing() -> Iterator[None]:
    """Hold bars of progress that come and go: with and without them, all that follows stands where it stood."""
    slot = st.empty()
    with slot.container():
        yield
    slot.empty()


class Growing(Generic[Result]):
    """A long computation that visitors share: whoever needs it carries it on, and it is nobody's when they leave."""

    def __init__(
        self,
        key: Key,
        total: int,
        work: Portions[Result] | None,
        result: Result | None = None,
        *,
        keep: bool = True,
        owner: tuple[str, str] | None = None,
    ) -> None:
        self.key, self.total = key, total
        self.spent, self.touched = 0.0, time.monotonic()  # seconds
        self.size, self._lock = size_of(work), threading.Lock()
        self._work, self._result, self._keep, self._owner = work, result, keep, owner
        self._spread: Spread | None = None  # over the worker processes
        self.done = total if work is None else work.done
        if work is not None and work.done == work.total:
            self._result, self._work = work.result(), None

    @property
    def finished(self) -> bool:
        """Return whether nothing is left to do."""
        return self._work is None

    def advance(self) -> None:
        """Carry out one more portion, or wait a moment for one; where others do so, too, each is still done once."""
        with self._lock:
            begun = self.touched = time.monotonic()
            with self._dropped_if_it_breaks_off():
                self._submit()
                if self._work is not None and self._spread is None:
                    self._work.advance()
                self._take()
            self.spent += time.monotonic() - begun
            first = self._spread and self._spread.first
        if first:  # without the lock: others wait beside this one
            wait([first], timeout=HEARD_AFTER)
            self.spent += time.monotonic() - begun

    def _submit(self) -> None:
        """Give the worker processes something to do, unless it may be done in a moment here."""
        pool, work = _pool(), self._work
        here = self.spent < HERE and not isinstance(work, Whole)
        if self._spread is None and pool is not None and isinstance(work, Divided) and not here:
            job = pool.job(*(self._owner or (session_id(), visitor_address())))
            self._spread = Spread(work, job, 2 * pool.size)
            _memory().look_after(self)  # also where it was dropped, and a page that holds it goes on with it
        if self._spread is not None:
            self._spread.submit()

    def _take(self) -> None:
        if self._spread is not None:
            self._spread.take()
        if self._work is not None:
            self.done = self._work.done
            if self.done == self.total:
                self._result, self._work, self._spread = self._work.result(), None, None
                if self._keep:
                    _memory().keep(self.key, self._result, self.spent + time.monotonic() - self.touched)
                _memory().drop(self)

    @contextmanager
    def _dropped_if_it_breaks_off(self) -> Iterator[None]:
        try:
            yield
        except BaseException:  # what broke off in a portion cannot be gone on with
            self._cancel()
            raise

    def _cancel(self) -> None:
        _memory().drop(self)
        if self._spread is not None:
            self._spread.cancel()

    def rest(self) -> None:
        """Let go of the worker processes when nobody has waited for a while; what is done by then is kept."""
        if not self._lock.acquire(blocking=False):
            return
        try:
            if self._spread is None or time.monotonic() - self.touched <= LET_GO:
                return
            with suppress(Exception), self._dropped_if_it_breaks_off():  # whoever asks next begins again
                self._take()
                self.size = size_of(self._work)  # it has grown since it was begun
            if self._spread is not None and self._spread.busy:
                self._cancel()
            self._spread = None
        finally:
            self._lock.release()

    def answer(self) -> tuple[int, Result]:
        """Return how much is done, something at the least, and the answer by that much."""
        with self._lock:
            return self.done, cast("Result", self._result) if self._work is None else self._work.result()

    def finish(self, progress: Progress) -> Result:
        """Carry out all that is left; `progress` hears of every portion."""
        while not self.finished:
            self.advance()
            progress(self.done, self.total)
        return self.answer()[1]


def carried_out(
    key: Key,
    bar: str | Progress,
    begin: Callable[[], Portions[Result]],
    *,
    keep: bool = True,
    owner: tuple[str, str] | None = None,
) -> Result:
    """Return the result with that key as `remembered` does, of work that visitors share and that workers carry out.

    What was done before a visitor leaves is kept for the next; the result is, unless the caller keeps it. `owner`:
    the session and the visitor's address, where they are not those of the script which runs.
    """
    found = _memory().get(key)
    if found is not None:
        return cast("Result", found[0])

    def grow() -> Growing[Result]:
        work = begin()
        return Growing(key, work.total, work, keep=keep, owner=owner)

    with moving(bar) if isinstance(bar, str) else nullcontext(bar) as show:
        while True:
            try:
                return cast("Result", _memory().go_on(key, grow).finish(show))
            except CancelledError:  # nothing was heard of this run for so long that its work was let go
                continue


def growing(key: Key, begin: Callable[[], Portions[Result]], *, total: int) -> Growing[Result]:
    """Return the computation of `total` trials with that key as it stands: remembered, under way, or begun here."""
    found = _memory().get(key)
    if found is not None:
        return Growing(key, total, None, cast("Result", found[0]))
    return _memory().go_on(key, lambda: Growing(key, total, begin()))


@st.cache_resource(show_spinner=False)
def _pool() -> Pool | None:
    """Return the worker processes of this server, as many as ORDQUANT_WORKERS says; none where it says nothing."""
    text = os.environ.get("ORDQUANT_WORKERS", "0")
    return Pool(int(text)) if text.isdecimal() and int(text) else None


@st.cache_resource(show_spinner=False)
def _memory() -> Memory:
    return Memory()


@st.cache_resource(show_spinner=False)
def _tasks() -> Memory:
    return Memory(MOST_TASKS, FEW_TASKS)
