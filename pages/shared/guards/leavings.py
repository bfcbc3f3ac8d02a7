"""Memory that ended sessions leave behind is given back in moments in which nobody waits."""

import ctypes
import gc
import threading
import time
from contextlib import suppress
from dataclasses import replace

from streamlit.runtime import Runtime, exists, get_instance
from streamlit.runtime.app_session import AppSessionState

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
    """Collect what ended sessions leave behind, in moments in which nobody waits."""
    known: set[str] = set()
    left, until = False, 0.0
    while True:
        time.sleep(LOOKED)
        if not exists():
            continue
        runtime = get_instance()
        _shed(runtime)
        stored = runtime._session_mgr.list_sessions()  # also of those who may come back
        sessions = {info.session.id: info.session._state for info in stored}
        left |= not known <= set(sessions)
        known = set(sessions)
        busy = any(state == AppSessionState.APP_IS_RUNNING for state in sessions.values())
        if left and not busy and time.monotonic() > until:
            getattr(runtime._session_mgr, "_session_storage")._cache.expire()  # noqa: B009, or with the next that ends
            left, until = False, time.monotonic() + QUIET
            give_back()


def _shed(runtime: Runtime) -> None:
    """Drop what callbacks and fragments of visitors who have left hold: whoever comes back runs the page again."""
    for info in runtime._session_mgr.list_sessions():
        session = info.session
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
