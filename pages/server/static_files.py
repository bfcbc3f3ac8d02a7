"""Streamlit's own scripts and style sheets, which every new visitor's browser asks for, are kept ready in memory.

Streamlit reads them from disk in small pieces for every visitor, and sends them as they are: seven tenths of what a
visitor costs who opens a first page, and 7 MB. Compressed once, they are a third of that, and cost next to nothing.
"""

import asyncio
import gzip
from dataclasses import dataclass, field
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FILES = "/static/"  # a file of another content has another name there: its answer never changes
TEXTS = ("text/", "application/javascript", "application/json", "image/svg")  # what is smaller when compressed
MOST = 64 << 20  # bytes; Streamlit's files are 30 MB, and nobody can add one


@dataclass(slots=True)
class _Answer:
    status: int = 0
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""


class StaticFilesInMemory:
    """Answer requests for Streamlit's files from memory; middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._made: dict[tuple[str, bool], asyncio.Task[_Answer]] = {}
        self._size = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass on what asks for anything else, for a part of a file, or whether it has changed."""
        asked = Headers(scope=scope) if scope["type"] == "http" else {}
        whole = scope["type"] == "http" and scope["method"] == "GET" and scope["path"].startswith(FILES)
        if not whole or "range" in asked or "if-none-match" in asked or self._size > MOST:
            await self._app(scope, receive, send)
            return
        key = scope["path"], "gzip" in asked.get("accept-encoding", "")
        if key not in self._made:
            self._made[key] = asyncio.create_task(self._make(scope, packed=key[1]))
            self._made[key].add_done_callback(lambda made: self._settle(key, made))
        answer = await asyncio.shield(self._made[key])
        response = Response(answer.body, answer.status)
        response.raw_headers = answer.headers
        await response(scope, receive, send)

    def _settle(self, key: tuple[str, bool], made: asyncio.Task[_Answer]) -> None:
        """Keep what was found; errors and files that do not exist are looked for again."""
        if made.cancelled() or made.exception() or made.result().status != 200:
            del self._made[key]
        else:
            self._size += len(made.result().body)

    async def _make(self, scope: Scope, *, packed: bool) -> _Answer:
        answer, parts = _Answer(), []

        async def collect(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer.status, answer.headers = message["status"], list(message["headers"])
            else:
                parts.append(message.get("body", b""))

        plain = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        await self._app({**scope, "headers": plain, "extensions": {}}, _nothing_more, collect)
        answer.body = b"".join(parts)
        headers = MutableHeaders(raw=answer.headers)
        if packed and headers.get("content-type", "").startswith(TEXTS) and answer.status == 200:
            answer.body = await asyncio.to_thread(gzip.compress, answer.body, mtime=0)
            headers["content-encoding"] = "gzip"
        if answer.status == 200:
            headers["content-length"] = str(len(answer.body))
            headers.add_vary_header("Accept-Encoding")
            if "etag" in headers:
                headers["etag"] = f"W/{headers['etag'].removeprefix('W/')}"  # of either form
        return answer


async def _nothing_more() -> Any:
    """Wait: the request has no body, and its visitor may leave while others wait for the same file."""
    await asyncio.Event().wait()
