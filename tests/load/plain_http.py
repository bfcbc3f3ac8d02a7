"""HTTP as far as a visitor needs it beside the websocket: one request per connection, with cookies like a browser's."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlsplit

PATIENCE = 60  # seconds for an answer
NOTHING: Mapping[str, str] = MappingProxyType({})
THREADS = ThreadPoolExecutor(256)


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
        sent = {"Connection": "close", **self.cookie_header(), **headers}
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(THREADS, self._ask, method, path, body, sent)
        self.keep_cookies(answer.headers)
        return answer

    def _ask(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        connection = HTTPConnection(self.host, self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers)
            found = connection.getresponse()
            return Answer(found.status, [(name.lower(), value) for name, value in found.getheaders()], found.read())
        except HTTPException as problem:
            raise ConnectionError(repr(problem)) from problem
        finally:
            connection.close()
