"""What visitors may send, before Streamlit reads it: of one session, of one address, and of all together.

What no page has taken within a minute is dropped, and what the session of a closed tab holds within ten seconds where
such sessions, or the server, hold much; with little, they wait for their visitors as long as Streamlit does.
"""

import asyncio
import math
import re
import time
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import get_option
from streamlit.runtime import exists, get_instance

from ordquant_core.formats.limits import MAX_BYTES, MEBIBYTE
from pages.server.visitors import address_of
from pages.shared import holding, room

UPLOAD = re.compile(r"/_stcore/upload_file/([^/]+)/([^/]+)")
MOST_FILES, MOST_BYTES = 1000, holding.MOST + MAX_BYTES  # of a session: a file more than pages keep
STALLED, SLOWEST = 30.0, 100_000  # seconds without a byte; bytes a second after the first minute
SCARCE = 0.3  # of the memory: above, sessions that were left end as if they held much
UNTAKEN, LEFT, MUCH = 60.0, 10.0, 64 * MEBIBYTE  # seconds, seconds; what sessions that were left may hold for longer


@dataclass(slots=True)
class Sent:
    """A file that was sent, or is on its way."""

    address: str
    size: int
    at: float  # when it was there
    arrived: bool = False


SENT: dict[str, dict[str, Sent]] = {}  # session -> file
_LEFT: dict[str, float] = {}  # session -> since when nobody is there


class BoundedUploads:
    """Refuse what would be too much; middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        asked = UPLOAD.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if asked is None or scope["method"] not in ("PUT", "DELETE"):
            await self._app(scope, receive, send)
            return
        session, file = asked.groups()
        if scope["method"] == "DELETE":
            forget(session, file)
            await self._app(scope, receive, send)
            return
        size = _length(scope)
        if size is None:
            await PlainTextResponse("An upload says how long it is.\n", 411)(scope, receive, send)
            return
        receive = _in_time(receive, size)
        address = address_of(scope)
        refusal = _refusal(session, file, address, size)
        try:
            if refusal:
                while size <= MAX_BYTES + MEBIBYTE and (await receive()).get("more_body"):
                    pass  # a browser that is answered before it has sent everything reports a lost connection
                await PlainTextResponse(refusal, 413)(scope, receive, send)
                return
            SENT.setdefault(session, {})[file] = Sent(address, size, time.monotonic())
            await self._take(session, file, scope, receive, send)
        except TimeoutError:
            await PlainTextResponse("The upload came too slowly.\n", 408, {"Connection": "close"})(scope, receive, send)
        except ClientDisconnect:
            pass  # nobody waits for an answer

    async def _take(self, session: str, file: str, scope: Scope, receive: Receive, send: Send) -> None:
        status = 0

        async def noting(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            if 200 <= status < 300:
                for name, sent in SENT.get(session, {}).items():
                    sent.at = time.monotonic()  # a page takes its files when all of them are there
                    sent.arrived |= name == file
            else:  # refused, or its sender has left
                forget(session, file)


def forget(session: str, file: str) -> None:
    """Count a file no longer."""
    if SENT.get(session, {}).pop(file, None) and not SENT[session]:
        del SENT[session]


def _refusal(session: str, file: str, address: str, size: int) -> str:
    """Return why a file is not taken, "" where it is."""
    _settle()
    every = [
        (one, sent) for one, files in SENT.items() for name, sent in files.items() if (one, name) != (session, file)
    ]
    own = [sent.size for one, sent in every if one == session]
    of_session = sum(own) + holding.KEPT.get(session, 0)
    if len(own) >= MOST_FILES or of_session + size > MOST_BYTES:
        return holding.refusal(of_session, of_session + size)
    of_all = sum(sent.size for _, sent in every) + sum(holding.KEPT.values())
    of_address = sum(sent.size for _, sent in every if sent.address == address)
    if of_all + size > room.files() or of_address + size > max(MAX_BYTES, room.files() * 3 // 4) or room.is_short():
        return room.NO_ROOM
    return ""


def _settle() -> None:
    """Forget what a page has taken, and what sessions held that Streamlit has forgotten."""
    manager: Any = get_instance().uploaded_file_mgr if exists() else None
    for session, files in list(SENT.items()):
        there = {record.file_id for record in manager.get_files(session, list(files))} if manager else set(files)
        for file in [name for name, sent in files.items() if sent.arrived and name not in there]:
            forget(session, file)


def drop_what_nobody_takes() -> None:
    """Drop uploads that no page takes, and sessions that were left: soon where they, or the server, hold much."""
    if not exists():
        return
    runtime, now, stays = get_instance(), time.monotonic(), get_option("server.disconnectedSessionTTL")
    manager: Any = runtime.uploaded_file_mgr
    _settle()
    for session in dict.fromkeys([*holding.KEPT, *SENT]):
        if runtime.is_active_session(session):
            _LEFT.pop(session, None)
        else:
            _LEFT.setdefault(session, now)
    for session, files in list(SENT.items()):
        since = max(sent.at for sent in files.values())
        waits = LEFT if session in _LEFT else UNTAKEN
        for file in [name for name, sent in files.items() if sent.arrived and name not in holding.IN_CONTROLS]:
            if now - since > waits:
                manager.remove_file(session, file)
                forget(session, file)
    held = sum(holding.KEPT.get(session, 0) for session in _LEFT) if not room.is_short(SCARCE) else math.inf
    for session, since in list(_LEFT.items()):  # those who left first
        if now - since > stays or (held > MUCH and now - since > LEFT):
            held -= holding.KEPT.pop(session, 0)
            holding.IN_CONTROLS.difference_update(SENT.pop(session, {}))
            del _LEFT[session]
            runtime.close_session(session)


def _in_time(receive: Receive, size: int) -> Receive:
    """Return what receives a body, and raises `TimeoutError` where that takes too long."""
    until = time.monotonic() + UNTAKEN + size / SLOWEST

    async def receive_in_time() -> Message:
        return await asyncio.wait_for(receive(), max(0.0, min(STALLED, until - time.monotonic())))

    return receive_in_time


def _length(scope: Scope) -> int | None:
    """Return how many bytes a request announces; None where it does not say. The server reads no more than that."""
    text = Headers(scope=scope).get("content-length", "")
    return int(text) if text.isdecimal() else None
