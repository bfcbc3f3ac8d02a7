"""Files whose content never changes under their names: Streamlit's own, and the scripts of our components.

Every new visitor's browser asks for some dozens of them, once. Streamlit reads its own from disk in small pieces for
each, and sends them as they are: 7 MB. Compressed once, and kept, they are a third of that.
"""

import asyncio
import gzip
import mimetypes
from functools import cache
from pathlib import Path

import streamlit
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import get_option

from pages.shared import component

STATIC = Path(streamlit.__file__).parent / "static" / "static"
ALWAYS = "public, max-age=31536000, immutable"
COMPRESSED = frozenset({".js", ".css", ".svg", ".json", ".html", ".txt", ".map"})
component.load_from_server()  # before any component is registered: other parts of the server import some


class KeptFiles:
    """Answer for these files from memory; middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self._app, base = app, (get_option("server.baseUrlPath") or "").strip("/")
        self._at = f"/{base}/" if base else "/"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass on what asks for anything else, or for a part of a file."""
        name = scope.get("path", "").removeprefix(self._at)
        asked = Headers(scope=scope) if scope["type"] == "http" else {}
        if name not in _names() or scope.get("method") != "GET" or "range" in asked:
            await self._app(scope, receive, send)
            return
        packed = "gzip" in asked.get("accept-encoding", "") and Path(name).suffix in COMPRESSED
        body = await asyncio.to_thread(_content, name, packed=packed)
        headers = {"Cache-Control": ALWAYS, "Vary": "Accept-Encoding"} | (
            {"Content-Encoding": "gzip"} if packed else {}
        )
        await Response(body, headers=headers, media_type=mimetypes.guess_type(name)[0])(scope, receive, send)


@cache
def _names() -> dict[str, str | Path]:
    """Return the files by their names: texts, or where they are."""
    return {f"static/{path.relative_to(STATIC).as_posix()}": path for path in STATIC.rglob("*.*")} | component.scripts()


@cache
def _content(name: str, *, packed: bool) -> bytes:
    file = _names()[name]
    content = file.read_bytes() if isinstance(file, Path) else file.encode()
    return gzip.compress(content, mtime=0) if packed else content
