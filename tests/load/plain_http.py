"""HTTP as far as a visitor needs it beside the websocket: one request per connection, with cookies like a browser's."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from http.cookies import SimpleCookie
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlsplit

PATIENCE = 60  # seconds for an answer
NOTHING: Mapping[str, str] = MappingProxyType({})


class Answer(NamedTuple):
    status: int
    headers: list[tuple[str, str]]  # names in lower case
    body: bytes


class Client:
    """One visitor's cookies, and the requests that carry them. Raises `OSError` where the server cannot be reached."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.host, self.port = parts.hostname or "", parts.port or 80
        self.origin = address.rstrip("/")
        self.cookies: dict[str, str] = {}

    def cookie_header(self) -> dict[str, str]:
        """Return the header that sends the cookies back."""
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} if self.cookies else {}

    def keep_cookies(self, headers: list[tuple[str, str]]) -> None:
        """Remember what the server sets."""
        for name, value in headers:
            if name.lower() == "set-cookie":
                self.cookies.update({key: morsel.value for key, morsel in SimpleCookie(value).items()})

    async def ask(self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] = NOTHING) -> Answer:
        """Send a request and return the whole answer."""
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(self.host, self.port)
            try:
                sent = {"Host": f"{self.host}:{self.port}", "Connection": "close", **self.cookie_header(), **headers}
                if body or method in ("PUT", "POST"):
                    sent["Content-Length"] = str(len(body))
                lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items())]
                writer.write("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
                await writer.drain()
                head, _, found = (await reader.read()).partition(b"\r\n\r\n")
            finally:
                writer.close()
                with suppress(OSError):
                    await writer.wait_closed()
        first, *lines = head.decode("latin-1").split("\r\n")
        if not first:
            raise ConnectionError("the connection ended before an answer came")
        named = [(name.strip().lower(), value.strip()) for name, _, value in (line.partition(":") for line in lines)]
        self.keep_cookies(named)
        whole = _joined(found) if ("transfer-encoding", "chunked") in named else found
        return Answer(int(first.split()[1]), named, whole)


def _joined(body: bytes) -> bytes:
    """Return a body that came in pieces, each behind its length."""
    pieces = []
    while body:
        size, _, rest = body.partition(b"\r\n")
        length = int(size.partition(b";")[0], 16)
        pieces.append(rest[:length])
        body = rest[length + 2 :] if length else b""
    return b"".join(pieces)
