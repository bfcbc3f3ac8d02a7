"""Results remembered for all visitors, with a bar of progress while a long one is computed.

st.cache_resource alone does not do: what it wraps may not touch a bar that was drawn before.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar, cast

import streamlit as st

from ordquant_core.statistics.portions import Portions, Progress, time_left

REMEMBERED = 128
SHOWN_AFTER = 0.5  # seconds
REDRAWN_AFTER = 0.1
LEFT_ALONE = 900  # seconds that what nobody goes on with is kept
Key = tuple[Hashable, ...]
Result = TypeVar("Result")


def known(*key: Hashable) -> bool:
    """Tell whether a result is remembered already."""
    return key in _memory()


def remembered(key: Key, title: str, compute: Callable[[Progress], Result], *, at_most: int = REMEMBERED) -> Result:
    """Return the result with that key, computed if need be; `compute` may say how far it is. Nobody changes it.

    The first part of a key says what kind of result it is; of a kind that takes much room, only `at_most` are kept.
    A visitor who leaves, or changes a setting, ends the computation the next time it says how far it is.
    """
    result = cast("Result | None", _memory().get(key))
    if result is not None:  # asked for once: another visitor may push it out at any time
        return result
    place = st.empty() if title else None
    begun = time.monotonic()
    due = begun + SHOWN_AFTER

    def show(done: int, of: int) -> None:
        nonlocal due
        now = time.monotonic()
        if now > due and place is not None:
            due = now + REDRAWN_AFTER
            left = time_left(now - begun, done, of)
            place.progress(done / of, f"{title}: {done:,} of {of:,}{', ' * bool(left)}{left}")

    try:
        result = compute(show)
    finally:  # a file that cannot be read leaves no bar behind
        if place is not None:
            place.empty()
    _keep(key, result, at_most)
    return result


@contextmanager
def passing() -> Iterator[None]:
    """Hold bars of progress that come and go: with and without them, all that follows stands where it stood."""
    slot = st.empty()
    with slot.container():
        yield
    slot.empty()


class Growing(Generic[Result]):
    """A long computation that visitors share: whoever needs it carries it on, and it is nobody's when they leave."""

    def __init__(self, key: Key, total: int, work: Portions[Result] | None, result: Result | None = None) -> None:
        self.key, self.total = key, total
        self.spent = 0.0  # seconds
        self.touched = time.monotonic()
        self._work, self._result = work, result
        self._lock = threading.Lock()
        self.done = total if work is None else work.done

    @property
    def finished(self) -> bool:
        """Tell whether nothing is left to do."""
        return self._work is None

    def advance(self) -> None:
        """Carry out one more portion; where others do so at the same time, each portion is still done once."""
        with self._lock:
            if self._work is None:
                return
            begun = self.touched = time.monotonic()
            try:
                self._work.advance()
            except BaseException:  # what broke off in a portion cannot be gone on with
                _unfinished().pop(self.key, None)
                raise
            self.spent += time.monotonic() - begun
            self.done = self._work.done
            if self.done == self.total:
                self._result, self._work = self._work.result(), None
                _keep(self.key, self._result)
                _unfinished().pop(self.key, None)

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


def growing(key: Key, begin: Callable[[], Portions[Result]], *, total: int) -> Growing[Result]:
    """Return the computation of `total` trials with that key as it stands: remembered, under way, or begun here."""
    result = cast("Result | None", _memory().get(key))
    if result is not None:
        return Growing(key, total, None, result)
    under_way, now = _unfinished(), time.monotonic()
    for other, work in list(under_way.items()):
        if now - work.touched > LEFT_ALONE:
            under_way.pop(other, None)
    found = under_way.get(key)
    if found is None:
        found = under_way.setdefault(key, Growing(key, total, begin()))
    return cast("Growing[Result]", found)


def _keep(key: Key, result: object, at_most: int = REMEMBERED) -> None:
    memory = _memory()
    memory[key] = result
    alike = [other for other in list(memory) if isinstance(other, tuple) and other[:1] == key[:1]]
    for oldest in (*list(memory)[:-REMEMBERED], *alike[:-at_most]):
        memory.pop(oldest, None)


@st.cache_resource(show_spinner=False)
def _memory() -> "OrderedDict[Hashable, object]":
    return OrderedDict()


@st.cache_resource(show_spinner=False)
def _unfinished() -> "dict[Key, Growing[object]]":
    return {}
