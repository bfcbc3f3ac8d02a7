"""What a browser may do with our pages: load nothing from other hosts, frame them only where the operator allows it."""

import importlib.util
import os
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

EMBED_FROM = "EMBED_FROM"  # the environment variable that lists the origins whose pages may frame ours
ORIGIN = re.compile(r"https?://(\*\.)?[A-Za-z0-9.-]+(:\d+)?")
INLINE = re.compile(r"[<]script(?![^>]*\bsrc=)[^>]*>(.*?)[<]/script>", re.DOTALL)
# The allowed sources of each kind: Streamlit's styles are inline, and it makes Plotly and our components from text.
POLICY = {
    "default-src": "'self'",
    "script-src": "'self' 'wasm-unsafe-eval' blob:",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "media-src": "'self' blob:",
    "worker-src": "'self' blob:",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
}


class SecurityHeaders:
    """Add to every answer what its page may do; middleware."""

    def __init__(self, app: ASGIApp, policy: str) -> None:
        """Take the content security policy."""
        self._app = app
        self._headers = {
            "Content-Security-Policy": policy,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "same-origin",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)


def content_policy() -> str:
    """Return the content security policy; only our own pages and the origins in EMBED_FROM may frame a page.

    Raises `ValueError` if an entry is not an origin.
    """
    origins = [origin for origin in re.split(r"[\s,]+", os.environ.get(EMBED_FROM, "")) if origin]
    for origin in origins:
        if not ORIGIN.fullmatch(origin):
            raise ValueError(f"{EMBED_FROM} holds {origin!r}; expected origins such as https://course.example.org.")
    policy = POLICY | {"frame-ancestors": " ".join(["'self'", *origins])}
    policy["script-src"] = " ".join([POLICY["script-src"], *_inline_scripts()])
    return "; ".join(f"{kind} {sources}" for kind, sources in policy.items())


def _inline_scripts() -> list[str]:
    """Return the digests by which the policy allows the inline scripts of Streamlit's page."""
    spec = importlib.util.find_spec("streamlit")
    page = Path(str(spec.origin)).parent / "static" / "index.html" if spec else Path()
    text = page.read_text(encoding="utf-8") if page.is_file() else ""
    scripts = INLINE.findall(text)
    return [f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in scripts]
