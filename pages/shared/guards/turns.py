"""Scripts of visitors take turns: one after the other they are done sooner than all at once.

Python runs one thread at a time. Thirty scripts at once take that right from each other every few milliseconds, with
a third more work in all, and each ends as late as the last. So the next script begins when the one before has ended,
waits for a worker process, or has gone on for `LONG`: whoever computes for seconds keeps nobody waiting.
Meanwhile Streamlit makes one run of all that a visitor does: a bar that is dragged costs a busy server fewer runs.
"""

import sys
import threading
import time
from typing import Any

from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequest, ScriptRequests, ScriptRequestType

from pages.shared import memory

LONG = 0.25  # seconds; most runs take a tenth of them
SWITCH = 0.001  # seconds that messages of visitors wait for a script that computes, at the most


class Turns:
    """One turn; it is free when nobody has it, or whoever has it has had it for long."""

    def __init__(self) -> None:
        self._door, self._changing = threading.Lock(), threading.Lock()  # the next one waits behind the door
        self._ended = threading.Event()
        self._whose, self._since = 0, 0.0
        self._ended.set()

    def take(self) -> None:
        """Wait for the turn of this thread."""
        with self._door:
            self._ended.wait(max(0.0, self._since + LONG - time.monotonic()))
            with self._changing:
                self._whose, self._since = threading.get_ident(), time.monotonic()
                self._ended.clear()

    def give_back(self) -> None:
        """Let the next one begin, if the turn is still that of this thread."""
        with self._changing:
            if self._whose == threading.get_ident():
                self._ended.set()


def install() -> None:
    """Put it in place; every script runs in a thread of its own."""
    turns, ready, run = Turns(), ScriptRequests.on_scriptrunner_ready, ScriptRunner._run_script

    def ready_in_turn(self: ScriptRequests) -> ScriptRequest:
        if self._state == ScriptRequestType.RERUN:
            turns.take()
        request = ready(self)
        if request.type != ScriptRequestType.RERUN:
            turns.give_back()
        return request

    def run_in_turn(self: ScriptRunner, data: Any) -> None:
        try:
            run(self, data)
        finally:
            turns.give_back()

    memory.waiting = turns.give_back
    ScriptRequests.on_scriptrunner_ready = ready_in_turn  # type: ignore[method-assign]
    ScriptRunner._run_script = run_in_turn  # type: ignore[method-assign,assignment]
    sys.setswitchinterval(SWITCH)
