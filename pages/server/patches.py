"""The three places in which we reach into other packages: for the privacy of visitors, where no setting does it.

Two change what they do, one lets go of what they hold. Nothing else in this project does either. Where a release has
moved a name, the server starts without that change, and says so in its log; tests/trust/test_patches.py fails then.
"""

import importlib
import logging
import secrets
from hashlib import blake2b
from typing import Any

from streamlit.runtime import exists, get_instance

from ordquant_core.formats.limits import MAX_BYTES, MEBIBYTE

STORAGE, ADDRESS = "streamlit.runtime.memory_media_file_storage", "_calculate_file_id"
PARSER, SPOOLED = "starlette.formparsers", "spool_max_size"
_SECRET = secrets.token_bytes(32)
_LOG = logging.getLogger(__name__)


def install() -> None:
    """Put the two changes in place."""
    _replace(STORAGE, "", ADDRESS, file_id_of)
    _replace(PARSER, "MultiPartParser", SPOOLED, MAX_BYTES + MEBIBYTE)  # else parts of uploads are written to disk


def file_id_of(data: bytes, mimetype: str, filename: str | None = None) -> str:
    """Return what the address of a picture or download is made of: a digest of all of it that nobody can compute.

    Streamlit's own leaves out most of a large file, so that two visitors' files could have one address; and whoever
    knows a file could ask whether somebody else has it.
    """
    digest = blake2b(key=_SECRET, digest_size=28)
    for part in (mimetype.encode(), (filename or "").encode(errors="replace"), data):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()


def forget_who_left() -> None:
    """Let go of sessions, and their files, whose visitors can no longer come back: the time to do so is over.

    Streamlit does so only when yet another visitor leaves: on a quiet server, it would hold the last 128 for ever.
    """
    if not exists():
        return
    try:
        getattr(get_instance(), "_session_mgr")._session_storage._cache.expire()  # noqa: B009 - no name of it is public
    except AttributeError:
        _LOG.warning("The sessions of Streamlit cannot be reached: those that have ended stay until others end.")


def _replace(module: str, holder: str, name: str, value: Any) -> None:
    try:
        owner = importlib.import_module(module)
        owner = getattr(owner, holder) if holder else owner
        getattr(owner, name)
    except (ImportError, AttributeError):
        _LOG.warning("%s has no %s any more: this release of it is not supported.", module, name)
        return
    setattr(owner, name, value)
