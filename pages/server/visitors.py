"""How many visitors there may be at a time, of one address and of all: whoever comes then is told to wait."""

import ipaddress
from collections import Counter

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from pages.shared import room

AGAIN = 10  # seconds until a browser that was told to wait asks again
FULL = "There are as many visitors as this server takes. This page opens by itself when there is room."


class BoundedVisitors:
    """Take so many open pages: two thirds of them from one address, which may be a school; middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse a page where there is no room for it."""
        address, most = address_of(scope), room.most(room.VISITORS)
        full = self._open.total() >= most or self._open[address] >= most * 2 / 3
        if scope["type"] == "websocket":
            if full:
                await PlainTextResponse(FULL, 503)(scope, receive, send)
                return
            self._open[address] += 1
            try:
                await self._app(scope, receive, send)
            finally:
                self._open[address] -= 1
                self._open += Counter()  # without those of whom nothing is open
        elif full and "text/html" in Headers(scope=scope).get("accept", ""):
            await PlainTextResponse(FULL, 503, {"Refresh": str(AGAIN), "Retry-After": str(AGAIN)})(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def address_of(scope: Scope) -> str:
    """Return whose request it is: an address, or of IPv6 the network of 64 bits, whose addresses one person has.

    >>> address_of({"client": ("192.0.2.7", 1)}), address_of({"client": ("2001:db8:1:2:3::4", 1)}), address_of({})
    ('192.0.2.7', '2001:db8:1:2::/64', '')
    """
    host = (scope.get("client") or ("",))[0]
    return str(ipaddress.ip_network((host, 64), strict=False)) if ":" in host else host
