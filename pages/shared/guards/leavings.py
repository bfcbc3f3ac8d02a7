"""Memory that ended sessions leave behind is given back in moments in which nobody waits.

Scripts run in one thread each, one after the other: by default glibc gives each a heap of its own, and what one leaves
free is of no use to the next.
"""

import ctypes
import gc
import sys
import threading
import time
from dataclasses import replace

from streamlit.runtime import Runtime, exists, get_instance
from streamlit.runtime.app_session import AppSessionState

QUIET = 30.0  # seconds between two collections, at the least
LOOKED = 5.0  # seconds between two looks whether there is something to collect
SHARE = 0.01  # of the time, at the most, is spent on collections
ONE_HEAP = -8, 1  # glibc's M_ARENA_MAX
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
        _shed(get_instance())
        held = (info.session for info in get_instance()._session_mgr.list_sessions())  # also of those who may come back
        sessions = {session.id: session._state for session in held}
        left |= not known <= set(sessions)
        known = set(sessions)
        busy = any(state == AppSessionState.APP_IS_RUNNING for state in sessions.values())
        if left and not busy and time.monotonic() > until:
            took = give_back()
            left, until = False, time.monotonic() + max(QUIET, took / SHARE)


def _shed(runtime: Runtime) -> None:
    """Drop what the last pages of visitors who have left held; keep what their sessions hold by name.

    The callbacks of controls and the fragments hold tasks and scores. Whoever comes back runs the page again, which
    makes new ones.
    """
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


def give_back() -> float:
    """Collect cycles and return unused memory to the system; return how many seconds that took."""
    begun = time.monotonic()
    runtime = get_instance() if exists() else None
    stored = getattr(getattr(runtime, "_session_mgr", None), "_session_storage", None)
    if stored is not None:
        stored._cache.expire()  # sessions to which nobody came back are let go here, or with the next that ends
    gc.collect()
    _of_glibc("malloc_trim", 0)
    return time.monotonic() - begun


def _of_glibc(name: str, *values: int) -> None:
    """Call a function of glibc; other systems do without."""
    if sys.platform == "linux" and hasattr(ctypes.CDLL(None), name):
        getattr(ctypes.CDLL(None), name)(*values)
