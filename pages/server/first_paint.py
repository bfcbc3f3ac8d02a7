"""The page that a browser loads first gets our style sheet, so that nothing moves while Streamlit draws the rest.

Streamlit itself has no way to say so: whatever a page draws arrives together with what moves.
"""

import gzip
from functools import lru_cache
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.shared.look import style_sheet

UNPACKED = b"accept-encoding", b"if-none-match", b"if-modified-since"  # the page is asked for whole, and as it is
END = b"</head>"
SHELL = b'id="root"'  # what only Streamlit's own page has


class FirstPaint:
    """Add the style sheet to Streamlit's page, unless it is embedded: it leaves room for a sidebar; middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and complete its answer if it is that page."""
        asked = Headers(scope=scope) if scope["type"] == "http" else {}
        if "text/html" not in asked.get("accept", "") or b"embed" in parse_qs(scope["query_string"]):
            await self._app(scope, receive, send)
            return
        plain = [(name, value) for name, value in scope["headers"] if name not in UNPACKED]
        begun: Message | None = None
        parts: list[bytes] = []

        async def complete(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start" and _is_page(message):
                begun = message
            elif begun is None:
                await send(message)
            else:
                parts.append(message.get("body", b""))
                if not message.get("more_body", False):
                    body = b"".join(parts)
                    if SHELL in body:
                        body = completed(body)
                        headers = MutableHeaders(scope=begun)
                        if "gzip" in asked.get("accept-encoding", ""):
                            body, headers["content-encoding"] = packed(body), "gzip"
                            headers.add_vary_header("Accept-Encoding")
                        headers["content-length"] = str(len(body))
                        for name in ("etag", "last-modified"):  # those of the file, which stays when the sheet changes
                            if name in headers:
                                del headers[name]
                    await send(begun)
                    await send({"type": "http.response.body", "body": body})

        await self._app({**scope, "headers": plain}, receive, complete)


@lru_cache(1)
def completed(page: bytes) -> bytes:
    """Return the page with the style sheet of all pages."""
    return page.replace(END, style_sheet().encode() + END, 1)


@lru_cache(1)
def packed(page: bytes) -> bytes:
    """Return the page compressed."""
    return gzip.compress(page, mtime=0)


def _is_page(begin: Message) -> bool:
    return MutableHeaders(scope=begin).get("content-type", "").startswith("text/html")
