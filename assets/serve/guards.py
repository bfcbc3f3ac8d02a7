"""What this server does beyond Streamlit: it sends no request to outside, refuses foreign hosts, bounds uploads, gives
media addresses that nobody can guess, keeps downloads until they are fetched, and gives memory back.

All of it is put in place before the server starts. It reaches into Streamlit: tests/trust/test_server.py tries each
part on a running server, so they fail with a release of Streamlit that works otherwise.
"""

import ctypes
import gc
import secrets
import sys
import threading
import time
from dataclasses import replace
from hashlib import blake2b

from starlette.exceptions import HTTPException
from streamlit import net_util
from streamlit.runtime import Runtime, exists, get_instance, media_file_manager, memory_media_file_storage
from streamlit.runtime.app_session import AppSessionState
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from ordquant_core.formats.limits import MAX_UNPACKED, MEBIBYTE

MOST_FILES, MOST_BYTES = 1000, MAX_UNPACKED  # of a session's uploads that are held at the same time
MOST_PREPARED = 256 * MEBIBYTE  # of all downloads that are prepared and not fetched
AFTER_FETCHED = 60.0  # seconds that a download stays for whoever continues or repeats it
QUIET = 30.0  # seconds between two collections, at the least
LOOKED = 5.0  # seconds between two looks whether there is something to collect
_SECRET = secrets.token_bytes(32)


def install() -> None:
    """Put everything in place."""
    net_util.get_external_ip = _nowhere
    memory_media_file_storage._calculate_file_id = address_of
    MemoryUploadedFileManager.add_file = _add_file  # type: ignore[assignment,method-assign]
    _keep_downloads()
    threading.Thread(target=_collect, name="collecting", daemon=True).start()


# --- origins ---


def _nowhere() -> None:
    """Stand for the question for this machine's public address, which Streamlit asks a server elsewhere."""


# --- uploads ---

_add = MemoryUploadedFileManager.add_file


def _add_file(manager: MemoryUploadedFileManager, session_id: str, file: UploadedFileRec) -> None:
    """Hold one more upload of a session, unless it has as many as it may: then the sender is refused."""
    held = dict(manager.file_storage.get(session_id, {}))
    held.pop(file.file_id, None)
    if len(held) >= MOST_FILES or sum(len(one.data) for one in held.values()) + len(file.data) > MOST_BYTES:
        seen = "This session has too many or too large files. Remove some, or open a new tab."
        raise HTTPException(status_code=413, detail=seen)
    _add(manager, session_id, file)


# --- downloads ---


def address_of(data: bytes, mimetype: str, filename: str | None = None) -> str:
    """Return what the address of a picture or download is made of: a digest of all of it that nobody can compute.

    Streamlit's own leaves out most of a large file, so that two visitors' files could have one address.
    """
    digest = blake2b(key=_SECRET, digest_size=28)
    for part in (mimetype.encode(), (filename or "").encode(errors="replace"), data):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()


class _Prepared:
    """Downloads that were made and are not fetched yet, the oldest first, each with the session that asked for it."""

    def __init__(self) -> None:
        self.files: dict[str, tuple[str, int]] = {}  # id -> session, bytes
        self.fetched: dict[str, float] = {}  # id -> when

    def add(self, file_id: str, session_id: str, size: int) -> None:
        self.files.pop(file_id, None)
        self.fetched.pop(file_id, None)
        self.files[file_id] = session_id, size
        while sum(held for _, held in self.files.values()) > MOST_PREPARED and len(self.files) > 1:
            self.files.pop(next(iter(self.files)))

    def wanted(self) -> set[str]:
        """Return those that are still to be fetched, or were a moment ago, by somebody who is still there."""
        now = time.monotonic()
        for file_id, (session_id, _) in list(self.files.items()):
            late = now - self.fetched.get(file_id, now) > AFTER_FETCHED
            if late or (exists() and not get_instance().is_active_session(session_id)):
                self.files.pop(file_id, None)
                self.fetched.pop(file_id, None)
        return set(self.files)


def _keep_downloads() -> None:
    """Keep a download until it was fetched or its session has ended; Streamlit drops it earlier."""
    manager, storage = media_file_manager.MediaFileManager, memory_media_file_storage.MemoryMediaFileStorage
    execute, inactive, get_file = manager.execute_deferred, manager._get_inactive_file_ids, storage.get_file
    prepared = _Prepared()

    def execute_deferred(self: media_file_manager.MediaFileManager, file_id: str) -> str:
        entry = self._deferred_callables.get(file_id)
        url = execute(self, file_id)
        made = url.rpartition("/")[2].partition(".")[0]
        if entry is not None:
            prepared.add(made, entry["session_id"], get_file(self._storage, made).content_size)  # type: ignore[arg-type]
        return url

    def fetch(self: memory_media_file_storage.MemoryMediaFileStorage, filename: str) -> object:
        found = get_file(self, filename)
        if sys._getframe(1).f_code.co_name == "_media_endpoint":
            prepared.fetched.setdefault(filename.partition(".")[0], time.monotonic())
        return found

    manager.execute_deferred = execute_deferred  # type: ignore[method-assign]
    manager._get_inactive_file_ids = lambda self: inactive(self) - prepared.wanted()  # type: ignore[method-assign]
    storage.get_file = fetch  # type: ignore[assignment,method-assign]


# --- memory ---


def _collect() -> None:
    """Collect what ended sessions leave behind, in moments in which nobody waits."""
    known: set[str] = set()
    left = False
    last = 0.0
    while True:
        time.sleep(LOOKED)
        if not exists():
            continue
        _shed(get_instance())
        sessions = _sessions(get_instance())
        left |= not known <= set(sessions)
        known = set(sessions)
        busy = any(state == AppSessionState.APP_IS_RUNNING for state in sessions.values())
        if left and not busy and time.monotonic() - last > QUIET:
            left, last = False, time.monotonic()
            give_back()


def _shed(runtime: Runtime) -> None:
    """Let the sessions of visitors who have left keep what they hold by name, and not what their last page held.

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


def _sessions(runtime: Runtime) -> dict[str, AppSessionState]:
    """Return all sessions, those included whose visitor may still come back, and what each does."""
    return {info.session.id: info.session._state for info in runtime._session_mgr.list_sessions()}


def give_back() -> float:
    """Collect cycles and return unused memory to the system; return how many seconds that took."""
    begun = time.monotonic()
    runtime = get_instance() if exists() else None
    stored = getattr(getattr(runtime, "_session_mgr", None), "_session_storage", None)
    if stored is not None:
        stored._cache.expire()  # sessions to which nobody came back are let go here, or with the next that ends
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc has it
        if trim is not None:
            trim(0)
    return time.monotonic() - begun
