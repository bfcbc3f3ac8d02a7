"""What one session may send: so many files at the same time, and so many bytes, before Streamlit reads any of them."""

import re
from collections import defaultdict

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.runtime import exists, get_instance

from ordquant_core.formats.limits import MAX_BYTES, MEBIBYTE
from pages.shared import holding

UPLOAD = re.compile(r"/_stcore/upload_file/([^/]+)/([^/]+)")
MOST_FILES, MOST_BYTES = 1000, holding.MOST + MAX_BYTES  # a file more than pages keep: they refuse it in words


class BoundedUploads:
    """Refuse what would be too much of one session; middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._sizes: dict[str, dict[str, int]] = defaultdict(dict)  # session -> file -> bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        asked = UPLOAD.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if asked is None or scope["method"] not in ("PUT", "DELETE"):
            await self._app(scope, receive, send)
            return
        session_id, file_id = asked.groups()
        if scope["method"] == "DELETE":
            self._sizes.get(session_id, {}).pop(file_id, None)
            await self._app(scope, receive, send)
            return
        self._forget_who_left()
        held = {name: size for name, size in self._sizes[session_id].items() if name != file_id}
        size, sent = sum(held.values()), _length(scope)
        if sent is None:
            await PlainTextResponse("An upload says how long it is.\n", 411)(scope, receive, send)
            return
        if len(held) >= MOST_FILES or size + sent > MOST_BYTES:
            while sent <= MAX_BYTES + MEBIBYTE and (await receive()).get("more_body"):
                pass  # a browser that is answered before it has sent everything reports a lost connection
            await PlainTextResponse(holding.refusal(size, size + sent), 413)(scope, receive, send)
            return
        self._sizes[session_id][file_id] = sent
        status = 0

        async def noting(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            if not 200 <= status < 300:  # refused, or its sender has left
                self._sizes.get(session_id, {}).pop(file_id, None)

    def _forget_who_left(self) -> None:
        """Forget sessions that have ended: Streamlit dropped their files."""
        if exists():
            for session_id in [one for one in self._sizes if not get_instance().is_active_session(one)]:
                del self._sizes[session_id]


def _length(scope: Scope) -> int | None:
    """Return how many bytes a request announces; None where it does not say. The server reads no more than that."""
    text = Headers(scope=scope).get("content-length", "")
    return int(text) if text.isdecimal() else None
