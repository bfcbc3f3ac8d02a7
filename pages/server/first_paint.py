"""The page that a browser loads first gets a style sheet, so that nothing moves when Streamlit has drawn the rest."""

import gzip
from functools import lru_cache
from pathlib import Path
from urllib.parse import parse_qs

import streamlit
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ordquant_core.markup import Html, join, tag
from pages.shared.look import style_sheet

SHEET = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")
UNPACKED = b"accept-encoding", b"if-none-match", b"if-modified-since"  # the page is asked for whole, and as it is
STREAMLIT = Path(streamlit.__file__).parent / "static"
# Streamlit's parts that all pages begin with; one that a release calls otherwise is loaded later, as all others are.
DRAWN_FIRST = ("Html", "Selectbox", "ButtonGroup", "BidiComponent", "NumberInput")
END = b"</head>"
SHELL = b'id="root"'  # what only Streamlit's own page has


class FirstPaint:
    """Add the style sheet to Streamlit's page, unless it is embedded: then it has no sidebar; middleware."""

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
    """Return the page with the style sheet of all pages, and with what holds until its first part is drawn."""
    parts = sorted(one.name for name in DRAWN_FIRST for one in STREAMLIT.glob(f"static/js/{name}.*.js"))
    loaded = join(tag("link", rel="modulepreload", crossorigin="", href=f"./static/js/{name}") for name in parts)
    return page.replace(END, f"{loaded}{style_sheet()}{tag('style', Html(SHEET))}".encode() + END, 1)


@lru_cache(1)
def packed(page: bytes) -> bytes:
    """Return the page compressed."""
    return gzip.compress(page, mtime=0)


def _is_page(begin: Message) -> bool:
    return MutableHeaders(scope=begin).get("content-type", "").startswith("text/html")
