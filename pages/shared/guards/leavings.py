"""Memory that ended sessions leave behind is given back in moments in which nobody waits."""

import ctypes
import gc
import threading
import time
from contextlib import suppress
from dataclasses import replace

from streamlit.runtime import Runtime, get_instance
from streamlit.runtime.app_session import AppSession, AppSessionState

QUIET = 30.0  # seconds between two collections, at the least
LOOKED = 5.0  # seconds between two looks whether there is something to collect
ONE_HEAP = -8, 1  # glibc's M_ARENA_MAX: each thread would have a heap of its own, whose free parts no other can use
OFTEN = 20_000, 20, 20  # new objects between two collections: with Python's 700 they take a sixteenth of a busy server


def install() -> None:
    """Put it in place: collections leave alone what was imported, and are rare while visitors are answered."""
    _of_glibc("mallopt", *ONE_HEAP)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*OFTEN)
    threading.Thread(target=_collect, name="collecting", daemon=True).start()


def _collect() -> None:
    looks = _Looks()
    while True:
        time.sleep(LOOKED)
        with suppress(RuntimeError):  # not started yet, or sessions come and go while they are listed: the next look
            looks.look(get_instance(), time.monotonic())


class _Looks:
    """Collects what visitors who have left leave behind, in moments in which nobody waits."""

    known: frozenset[tuple[str, bool]] = frozenset()
    left, until = False, 0.0

    def look(self, runtime: Runtime, now: float) -> None:
        manager = runtime._session_mgr
        stored = [info.session for info in manager.list_sessions()]  # also of those who may come back
        _shed(runtime, stored)
        sessions = frozenset((session.id, runtime.is_active_session(session.id)) for session in stored)
        self.left |= not self.known <= sessions  # a visitor has left, or can no longer come back
        self.known = sessions
        busy = any(session._state == AppSessionState.APP_IS_RUNNING for session in stored)
        if self.left and not busy and now > self.until:
            getattr(manager, "_session_storage")._cache.expire()  # noqa: B009, or with the next that ends
            self.left, self.until = False, now + QUIET
            give_back()


def _shed(runtime: Runtime, stored: list[AppSession]) -> None:
    """Drop what callbacks and fragments of visitors who have left hold: whoever comes back runs the page again."""
    for session in stored:
        if runtime.is_active_session(session.id) or session._state == AppSessionState.APP_IS_RUNNING:
            continue
        metadata = session.session_state._new_widget_state.widget_metadata
        for key, one in list(metadata.items()):
            if one.callback is not None or one.callbacks:
                metadata[key] = replace(one, callback=None, callbacks=None, callback_args=None, callback_kwargs=None)
        session._fragment_storage.clear()
        session._fragment_storage.clear_outside_wrappers()


def give_back() -> None:
    """Collect cycles and return unused memory to the system."""
    gc.collect()
    _of_glibc("malloc_trim", 0)


def _of_glibc(name: str, *values: int) -> None:
    """Call a function of glibc; other systems do without."""
    with suppress(AttributeError, TypeError):
        getattr(ctypes.CDLL(None), name)(*values)
