"""The three places in which we reach into other packages: where no setting protects visitors, or the server.

Nothing else in this project does. A fourth change is of an attribute that Starlette has for it. Where a release has
moved a name, the server starts without that change, and says so in its log; tests/trust/test_server.py fails then.
"""

import asyncio
import importlib
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from ordquant_core.formats.limits import MAX_BYTES, MEBIBYTE

STORAGE, ADDRESS = "streamlit.runtime.memory_media_file_storage", "_calculate_file_id"
PARSER, SPOOLED = "starlette.formparsers", "spool_max_size"
SESSIONS, TAKEN = "streamlit.runtime.app_session", "handle_backmsg"
SOCKETS, RECEIVED = "uvicorn.protocols.websockets.websockets_sansio_impl", "data_received"
LONGEST, PIECES = 10.0, 100  # seconds of a message from its first byte to its last; its pieces
LARGEST, MOST = MEBIBYTE, 64 * MEBIBYTE  # bytes of a message, and of all unfinished ones; Streamlit takes 10 MB
MOST_QUERY = 64 * 1024  # bytes; Streamlit reads a query of a megabyte for a quarter of a second
_SECRET = secrets.token_bytes(32)
_LOG = logging.getLogger(__name__)


def install() -> None:
    """Put the changes in place."""
    _replace(STORAGE, "", ADDRESS, lambda _: file_id_of)
    # Else parts of uploads are written to disk.
    _replace(PARSER, "MultiPartParser", SPOOLED, lambda _: MAX_BYTES + MEBIBYTE)
    _replace(SESSIONS, "AppSession", TAKEN, short)
    _replace(SOCKETS, "WebSocketsSansIOProtocol", RECEIVED, in_time)


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


def short(take: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    """Return what takes a message of a browser, but none whose address has a longer query than any page makes."""

    def take_short(session: Any, message: Any) -> None:
        if len(message.rerun_script.query_string) <= MOST_QUERY:
            take(session, message)

    return take_short


@dataclass(slots=True)
class _Unfinished:
    """How much there is of a message, and what ends its connection."""

    size: int
    end: asyncio.TimerHandle


def in_time(receive: Callable[[Any, bytes], None]) -> Callable[[Any, bytes], None]:
    """Return what receives data of a websocket, and ends it where a message does not come to its end.

    All that has come of a message is kept until then: no application sees it, and whoever answers the pings of the
    server may send a message without end.
    """
    unfinished: dict[Any, _Unfinished] = {}

    def receive_in_time(socket: Any, data: bytes) -> None:
        receive(socket, data)
        waits = bool(socket.frames or socket.conn.reader.buffer) and not socket.disconnected
        if (message := unfinished.get(socket)) and (socket.read_paused or not waits):  # paused: it has ended
            message.end.cancel()
            message = unfinished.pop(socket) and None
        if waits and message is None:
            message = unfinished[socket] = _Unfinished(0, socket.loop.call_later(LONGEST, abort, socket))
        if waits and message is not None:
            message.size += len(data)
            every = sum(one.size for one in unfinished.values())
            if len(socket.frames) > PIECES or message.size > LARGEST or every > MOST:
                message.end.cancel()
                abort(socket)

    def abort(socket: Any) -> None:
        unfinished.pop(socket, None)
        socket.transport.abort()

    return receive_in_time


def _replace(module: str, holder: str, name: str, change: Callable[[Any], Any]) -> None:
    try:
        owner = importlib.import_module(module)
        owner = getattr(owner, holder) if holder else owner
        before = getattr(owner, name)
    except (ImportError, AttributeError):
        _LOG.warning("%s has no %s any more: this release of it is not supported.", module, name)
        return
    setattr(owner, name, change(before))
