"""Scripts of visitors take turns: one after the other they are done sooner than all at once.

Python runs one thread at a time. Thirty scripts at once take that right from each other every few milliseconds, with
a third more work in all, and each ends as late as the last. So the next script begins when the one before has ended,
or has gone on for `LONG`: whoever computes for seconds, or waits for a worker process, keeps nobody waiting.
"""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

LONG = 0.25  # seconds; most runs take a tenth of them
SWITCH = 0.001  # seconds that messages of visitors wait for a script that computes, at the most


class Turns:
    """One turn; it is free when nobody has it, or whoever has it has had it for long."""

    def __init__(self) -> None:
        self._door = threading.Lock()  # whoever comes next waits behind it, the others before it
        self._ended = threading.Event()
        self._changing = threading.Lock()
        self._whose: object = None
        self._since = 0.0
        self._ended.set()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Wait for the turn, and give it back."""
        mine = object()
        with self._door:
            self._ended.wait(max(0.0, self._since + LONG - time.monotonic()))
            with self._changing:
                self._whose, self._since = mine, time.monotonic()
                self._ended.clear()
        try:
            yield
        finally:
            with self._changing:
                if self._whose is mine:
                    self._ended.set()


def install() -> None:
    """Put it in place."""
    turns, run = Turns(), ScriptRunner._run_script

    def in_turn(self: ScriptRunner, data: Any) -> None:
        with turns.taken():
            run(self, data)

    ScriptRunner._run_script = in_turn  # type: ignore[method-assign,assignment]
    sys.setswitchinterval(SWITCH)
