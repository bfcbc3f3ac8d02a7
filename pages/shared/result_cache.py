"""Results that are computed once for all visitors; a bar says how far a long computation is. Long ones take turns.

So do visitors who come: where many open a page at once, those who are there already go on as if they were not.
Each is found in a microsecond by the hash of its key; `st.cache_resource` takes two milliseconds, and the parts of a
page ask for dozens. Nobody changes a result.
"""

import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from math import inf
from typing import Any, TypeVar, cast

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ordquant_core.statistics.progress import Progress
from pages.shared.progress_bar import REDRAWN_AFTER, SHOWN_AFTER, progress_bar

Key = tuple[Hashable, ...]
Result = TypeVar("Result")


class _Line:
    """The line of those who compute long: the first few do, and go to its end at times while others wait.

    Threads share the interpreter: were all to compute at once, whoever drags a bar would wait for each of them.
    """

    def __init__(self, most: int, turn: float) -> None:
        self._most, self._turn = most, turn
        self._changed = threading.Condition()
        self._ends: dict[int, float] = {}  # when the turn of each thread ends, in their order

    @contextmanager
    def turns(self, wait: Callable[[], None]) -> Iterator[None]:
        """Take turns while this lasts; who does so already goes on."""
        if threading.get_ident() in self._ends:
            yield
            return
        try:
            self._enter(wait)
            yield
        finally:
            self.leave()

    def go_on(self) -> None:
        """Go to the end of the line where the turn is over and others wait, or where this thread has left it."""
        me = threading.get_ident()
        if me not in self._ends or (len(self._ends) > self._most and time.monotonic() > self._ends[me]):
            self.leave()
            self._enter(lambda: None)

    def leave(self) -> None:
        """Leave the line: who only waits for another's result takes no turn."""
        with self._changed:
            self._ends.pop(threading.get_ident(), None)
            self._changed.notify_all()

    def _enter(self, wait: Callable[[], None]) -> None:
        me = threading.get_ident()
        with self._changed:
            self._ends[me] = inf
        while not self._is_up(me):
            wait()
        self._ends[me] = time.monotonic() + self._turn

    def _is_up(self, thread: int) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: thread in islice(self._ends, self._most), REDRAWN_AFTER)


class _Slot:
    """The place of one result. Whoever has the lock computes it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.progress = 0, 0
        self.used = 0.0
        self.visitors: set[str] = set()  # sessions that have asked for it
        self.result: tuple[Any] | None = None  # in a tuple, since None may be the result

    def fill(self, compute: Callable[[Progress], Any], show: Progress) -> Any:
        """Compute the result unless it is there, or wait for whoever does; who leaves or fails is taken over from."""

        def report(done: int, of: int) -> None:
            self.progress = done, of
            show(done, of)
            LINE.go_on()

        if not self.lock.acquire(blocking=False):
            OPENINGS.leave()
            LINE.leave()
            while not self.lock.acquire(timeout=REDRAWN_AFTER):
                show(*self.progress)
        try:
            if self.result is None:
                self.result = (compute(report),)
            return self.result[0]
        finally:
            self.lock.release()


class _Slots:
    """So many slots by their keys; those that were not used for longest make room for others."""

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, threading.Lock()
        self._slots: dict[Key, _Slot] = {}  # the one that was used last at the end

    def __getitem__(self, key: Key) -> _Slot:
        with self._lock:  # else two visitors who ask at once would get a slot each
            slot = self._slots.pop(key) if key in self._slots else _Slot()
            self._slots[key] = slot
            slot.used = time.monotonic()
            if context := get_script_run_ctx(suppress_warning=True):
                slot.visitors.add(context.session_id)
            if len(self._slots) > self._most:
                del self._slots[next(iter(self._slots))]
            return slot

    def clear(self) -> None:
        """Forget all results."""
        with self._lock:
            self._slots.clear()

    def forget(self, is_there: Callable[[str], bool], unused: float) -> None:
        """Forget visitors who have left, and results of nobody else that were not used for so many seconds."""
        with self._lock:
            since = time.monotonic() - unused
            for slot in self._slots.values():
                slot.visitors = {*filter(is_there, slot.visitors)}
            self._slots = {key: slot for key, slot in self._slots.items() if slot.visitors or slot.used > since}


# Figures, tables and sentences have some 50 kB each: as many as 30 visitors look at. Scores and tests have about 1 MB
# where 20 runs have 1,000 cases, tasks less: of these a visitor needs about 10 and 2. Figures push out neither.
QUICK, LONG, FILES = _Slots(500), _Slots(64), _Slots(32)
LINE = _Line(2, turn=0.5)  # seconds
OPENINGS = _Line(1, turn=inf)  # it ends with the page, or where a long computation begins


@contextmanager
def opening() -> Iterator[None]:
    """Hold a run of the script, which waits for its turn where it is the first of a visitor: nothing is kept yet."""
    if st.session_state:
        yield
        return
    due = time.monotonic() + SHOWN_AFTER

    def wait() -> None:
        nonlocal due
        if time.monotonic() > due:
            due = inf
            st.toast("Many visitors come at this moment. The page opens by itself.")

    with OPENINGS.turns(wait):
        yield


def clear() -> None:
    """Forget all results: they are computed again where somebody looks."""
    for slots in (QUICK, LONG, FILES):
        slots.clear()


def forget(is_there: Callable[[str], bool], unused: float) -> None:
    """Forget visitors who have left, and results of nobody else that were not used for so many seconds."""
    for slots in (QUICK, LONG, FILES):
        slots.forget(is_there, unused)


def compute_once(key: Key, compute: Callable[..., Result], *arguments: object, **options: object) -> Result:
    """Return the result with that key, such as a figure or a table, which is computed in a moment."""
    return cast("Result", QUICK[key].fill(lambda _: compute(*arguments, **options), _draw_nothing))


def compute_with_bar(
    key: Key, bar: str | Progress, compute: Callable[..., Result], *arguments: object, **options: object
) -> Result:
    """Return the result with that key, of a computation that may take long: `compute` also gets its `progress`.

    `bar`: its title, "" for none, or what moves the bar of which this is a part. A visitor who leaves, or changes a
    setting, ends the computation the next time the bar is drawn; one who waits for it then begins again.
    """
    slot = LONG[key]
    if slot.result is not None:
        return cast("Result", slot.result[0])
    OPENINGS.leave()
    with progress_bar(bar) as show, LINE.turns(lambda: show(0, 0)):
        make = partial(compute, *arguments, **options)
        return cast("Result", slot.fill(lambda progress: make(progress=progress), show))


def read_once(key: Key, read: Callable[[], Result]) -> Result:
    """Return what is read of files. The key holds their digest: nobody gets what is in files that they do not have."""
    slot = FILES[key]
    if slot.result is not None:
        return cast("Result", slot.result[0])
    OPENINGS.leave()
    with st.spinner("Reading the files…", show_time=True):
        return cast("Result", slot.fill(lambda _: read(), _draw_nothing))


def is_computed(key: Key) -> bool:
    """Return whether the result of a long computation is there."""
    return LONG[key].result is not None


def _draw_nothing(done: int, of: int) -> None:
    """Draw no progress."""
