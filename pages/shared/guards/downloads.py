"""Downloads and pictures have addresses that nobody can guess, and downloads stay until they are fetched."""

import secrets
import sys
import time
from hashlib import blake2b

from streamlit.runtime import exists, get_instance, media_file_manager, memory_media_file_storage

from ordquant_core.formats.limits import MEBIBYTE

MOST_PREPARED = 512 * MEBIBYTE  # of all downloads that are prepared and not fetched
MOST_OF_ONE = 128 * MEBIBYTE  # of one session; the last one is kept whatever its size
AFTER_FETCHED = 60.0  # seconds that a download stays for whoever continues or repeats it
_SECRET = secrets.token_bytes(32)


def install() -> None:
    """Put it in place."""
    memory_media_file_storage._calculate_file_id = address_of
    _keep_downloads()


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
        while self._of(session_id) > MOST_OF_ONE and [one for one, _ in self.files.values()].count(session_id) > 1:
            self._let_go(session_id)
        while sum(held for _, held in self.files.values()) > MOST_PREPARED and len(self.files) > 1:
            self._let_go(max({one for one, _ in self.files.values()}, key=self._of))

    def _of(self, session_id: str) -> int:
        return sum(held for one, held in self.files.values() if one == session_id)

    def _let_go(self, session_id: str) -> None:
        """Forget the oldest of one session: whoever holds most makes room, nobody else."""
        self.files.pop(next(file_id for file_id, (one, _) in self.files.items() if one == session_id))

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
