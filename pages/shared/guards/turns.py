"""Scripts of visitors take turns: one after the other they are done sooner than all at once.

Python runs one thread at a time. Thirty scripts at once take that right from each other every few milliseconds, with
a third more work in all, and each ends as late as the last. So the next script begins when the one before has ended,
waits for a worker process, or has gone on for `LONG`: whoever computes for seconds keeps nobody waiting.

What a visitor does while their script waits for its turn is done in that turn: Streamlit makes one run of all requests
that have not begun. So a bar that is dragged costs a busy server one run, where it costs a quiet one several.
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
        self._door = threading.Lock()  # whoever comes next waits behind it, the others before it
        self._ended = threading.Event()
        self._changing = threading.Lock()
        self._whose: object = None
        self._since = 0.0
        self._ended.set()

    def take(self) -> object:
        """Wait for the turn; return what gives it back."""
        mine = object()
        with self._door:
            self._ended.wait(max(0.0, self._since + LONG - time.monotonic()))
            with self._changing:
                self._whose, self._since = mine, time.monotonic()
                self._ended.clear()
        return mine

    def give_back(self, mine: object) -> None:
        """Let the next one begin, if the turn is still that of whoever gives it back."""
        with self._changing:
            if self._whose is mine:
                self._ended.set()


def install() -> None:
    """Put it in place."""
    turns, ready, run = Turns(), ScriptRequests.on_scriptrunner_ready, ScriptRunner._run_script
    held = threading.local()  # each script has a thread of its own

    def ready_in_turn(self: ScriptRequests) -> ScriptRequest:
        held.turn = turns.take() if self._state == ScriptRequestType.RERUN else None
        request = ready(self)
        if request.type == ScriptRequestType.RERUN:
            held.turn = held.turn or turns.take()
        else:
            turns.give_back(held.turn)
        return request

    def run_in_turn(self: ScriptRunner, data: Any) -> None:
        try:
            run(self, data)
        finally:
            turns.give_back(held.turn)

    def wait() -> None:
        turns.give_back(getattr(held, "turn", None))

    memory.waiting = wait
    ScriptRequests.on_scriptrunner_ready = ready_in_turn  # type: ignore[method-assign]
    ScriptRunner._run_script = run_in_turn  # type: ignore[method-assign,assignment]
    sys.setswitchinterval(SWITCH)
