"""The names by which visitors may call the server: others are refused, whatever they lead to."""

import ipaddress
import os
import tomllib
from collections.abc import Sequence
from pathlib import Path

from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit.web.server.starlette import starlette_app, starlette_websocket

ROOT = Path(__file__).parents[3]
HOSTS = "ORDQUANT_HOSTS"  # the environment variable with the names that visitors may use, separated by commas
LOOPBACK = ("localhost", "127.0.0.1", "::1")
EVERY_INTERFACE = frozenset({"", "0.0.0.0", "::"})
HEALTH = "/_stcore/health"  # a proxy asks for it by an address, or without any name
REFUSAL = f"This server does not answer to that name. Its operator can allow the name with {HOSTS}.\n"


def install() -> None:
    """Put it in place: Streamlit itself looks at the name only where a page connects."""
    make = starlette_app.create_streamlit_middleware
    starlette_app.create_streamlit_middleware = lambda: [Middleware(_Named), *make()]


class _Named:
    """Answer requests for files, pictures, downloads and uploads only under the names that are allowed."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        named = scope["type"] != "http" or scope["path"] == HEALTH
        allowed = named or starlette_websocket.is_host_allowed(Headers(scope=scope).get("host"))
        await (self._app if allowed else PlainTextResponse(REFUSAL, 403))(scope, receive, send)


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


def options(given: Sequence[str]) -> list[str]:
    """Return the options of `streamlit run` with those for the hosts that visitors may use, unless they are given."""
    if any(option.startswith("--server.allowedHosts") for option in given):
        return list(given)
    words = [word for option in given for word in option.split("=", 1)]
    address = words[words.index("--server.address") + 1] if "--server.address" in words[:-1] else _configured()
    return [*given, *(f"--server.allowedHosts={name}" for name in allowed_hosts(address))]


def _configured() -> str:
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    return os.environ.get("STREAMLIT_SERVER_ADDRESS", str(settings["server"]["address"]))


def _is_loopback(address: str) -> bool:
    try:
        return address == "localhost" or ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
