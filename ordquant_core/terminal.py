"""Notes on stderr; there, on a terminal only, progress: one line, rewritten in place and then cleared."""

import os
import re
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from ordquant_core.numerals import count
from ordquant_core.statistics.progress import Progress, time_left

SHOWN_AFTER = 0.5  # seconds
REWRITTEN_AFTER = 0.1
WIDTH = 80  # of a terminal that does not say how wide it is
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def write_message(message: str) -> None:
    """Write one line to stderr; what would command the terminal, such as an escape out of a name, is spelt out."""
    line = _CONTROL.sub(lambda char: f"\\x{ord(char[0]):02x}", " ".join(message.splitlines()))
    if sys.stderr is not None:  # None where it was closed
        sys.stderr.write(f"{line}\n")


def write_notes(notes: Iterable[str]) -> None:
    """Write each of the notes that say something as a line to stderr."""
    for note in filter(None, notes):
        write_message(f"note: {note}")


@contextmanager
def progress(title: str, unit: str = "trials") -> Iterator[Progress | None]:
    """Yield a function to call with the steps done and their total; None if stderr is not a terminal.

    The line is always cleared at the end.
    """
    if not _on_terminal():
        yield None
        return
    line, begun = _Line(), time.monotonic()
    due = begun + SHOWN_AFTER

    def show(done: int, total: int) -> None:
        nonlocal due
        now = time.monotonic()
        if now >= due:
            due = now + REWRITTEN_AFTER
            left = time_left(now - begun, done, total)
            line.write(f"{title}: {count(done)} of {count(total)} {unit}{', ' * bool(left)}{left}")

    try:
        yield show
    finally:
        line.clear()


@contextmanager
def waiting(words: str) -> Iterator[None]:
    """Show on a terminal what is going on, for steps whose duration is unknown."""
    if not _on_terminal():
        yield
        return
    line = _Line()
    timer = threading.Timer(SHOWN_AFTER, line.write, [words])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        line.clear()


class _Line:
    """A line of a terminal that is rewritten."""

    def __init__(self) -> None:
        self._length = 0

    def write(self, words: str) -> None:
        words = words[: _width() - 1]
        before, self._length = self._length, len(words)  # first: Ctrl-C may come as soon as it is written
        self._put(f"\r{words.ljust(before)}")

    def clear(self) -> None:
        if self._length:
            self._put(f"\r{' ' * self._length}\r")
            self._length = 0

    @staticmethod
    def _put(text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


def _on_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()  # None where it was closed


def _width() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or WIDTH
    except OSError:  # a terminal that does not know
        return WIDTH
