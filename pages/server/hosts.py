"""The names by which visitors may call the server; under others, and to pages of other sites, it does not answer."""

import ipaddress
import os
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

HOSTS = "ORDQUANT_HOSTS"  # the environment variable with the names that visitors may use, separated by commas
LOOPBACK = ("localhost", "127.0.0.1", "::1")
EVERY_INTERFACE = frozenset({"", "0.0.0.0", "::"})
HEALTH = "/_stcore/health"  # a proxy asks for it by an address, or without any name
METRICS = "/_stcore/metrics"  # how many visitors there are, and what they hold, is the operator's to know
REFUSAL = f"This server does not answer to that name. Its operator can allow the name with {HOSTS}.\n"


class KnownHosts:
    """Answer under the names that are allowed, to our own pages, and never what the server counts; middleware.

    Streamlit looks at the name only where a page connects. It lets pages of some other sites connect, and asks a server
    elsewhere for this machine's public address before it refuses others.
    """

    def __init__(self, app: ASGIApp, allowed: Sequence[str], origins: Sequence[str] = ()) -> None:
        """Take the names that are allowed, such as example.org or *.example.org; () allows any.

        `origins`: the other sites whose pages may connect, such as https://example.org.
        """
        self._app = app
        self._allowed = {name.lower().rstrip(".") for name in allowed}
        self._origins = {origin.lower().rstrip("/") for origin in origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on or refuse it."""
        if scope["type"] in ("http", "websocket") and scope["path"] != HEALTH:
            headers = Headers(scope=scope)
            host = headers.get("host", "")
            if len(headers.getlist("host")) > 1:  # others may read another one of them
                await PlainTextResponse("A request has one host.\n", 400)(scope, receive, send)
                return
            if not self._is_allowed(host):
                await PlainTextResponse(REFUSAL, 403)(scope, receive, send)
                return
            if scope["path"].endswith(METRICS) or not self._is_ours(headers.get("origin"), host):
                await PlainTextResponse("Not for visitors.\n", 403)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _is_ours(self, origin: str | None, host: str) -> bool:
        """Return whether the page that asks is of this server; only browsers say which page asks."""
        return origin is None or urlsplit(origin).netloc == host or origin.lower() in self._origins

    def _is_allowed(self, host: str) -> bool:
        if not self._allowed or "*" in self._allowed:
            return True
        try:
            parts = urlsplit(f"//{host}")
            parts.port  # noqa: B018 - raises where it is no number
        except ValueError:
            return False
        if parts.netloc != host or "@" in host or parts.hostname is None:
            return False
        name = parts.hostname.rstrip(".")
        return name in self._allowed or any(
            allowed.startswith("*.") and name.endswith(allowed[1:]) for allowed in self._allowed
        )


def allowed_hosts(address: str) -> tuple[str, ...]:
    """Return the names by which visitors may call a server that listens on an address; () for any name.

    A page elsewhere whose name leads here for a moment (DNS rebinding) is refused by its name. A server that is open
    to the network under names which only its operator knows takes them from ORDQUANT_HOSTS.

    >>> allowed_hosts("localhost"), allowed_hosts("quant.example.org")
    (('localhost', '127.0.0.1', '::1'), ('quant.example.org', 'localhost', '127.0.0.1', '::1'))
    """
    named = [name.strip() for name in os.environ.get(HOSTS, "").split(",") if name.strip()]
    if named:
        return (*named, *LOOPBACK)
    if address in EVERY_INTERFACE:
        return ()
    return LOOPBACK if _is_loopback(address) else (address, *LOOPBACK)


def _is_loopback(address: str) -> bool:
    try:
        return address == "localhost" or ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
