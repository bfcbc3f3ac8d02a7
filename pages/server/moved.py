"""Sections that have moved to another page: who follows a link made before is sent on to where they are now."""

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

OF_ATLAS = {  # a section of Atlas, under its names in links: the page and the section that it is now
    "properties": ("which-measure", "properties"),
    "laws": ("which-measure", "properties"),
    "propriety": ("which-measure", "propriety"),
    "artificial": ("papers", "artificial"),
}


class MovedSections:
    """Send a browser that asks for a section at its earlier address on to the page that has it now; middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or send the browser on."""
        if scope["type"] == "http" and "text/html" in Headers(scope=scope).get("accept", ""):
            path = scope["path"].rstrip("/")
            now = moved(path.rpartition("/")[2], dict(parse_qsl(scope["query_string"].decode("latin-1"))))
            if now is not None:  # relative: a proxy may serve us below a path that we do not know
                up = "../" if scope["path"].endswith("/") else ""
                await RedirectResponse(f"{up}{now}")(scope, receive, send)
                return
        await self._app(scope, receive, send)


def moved(page: str, query: Mapping[str, str]) -> str | None:
    """Return the address of what a link shows, None where that is on the page as it says.

    The plots of all pairs of measures had no name in links: a link to Cases that names measures, and no section, shows
    them.

    >>> moved("atlas", {"view": "laws", "laws_l": "3"})
    'which-measure?show=properties&laws_l=3'
    >>> moved("cases", {"a": "one", "measures": "NMD,JSD"})
    'measures?view=pairs&a=one&measures=NMD%2CJSD'
    >>> moved("start", {})
    './'
    """
    view, show = query.get("view"), query.get("show")
    if page == "start":
        return f"./?{urlencode(query)}".rstrip("?")
    if page == "atlas" and view in OF_ATLAS:
        page, section = OF_ATLAS[view]
        return _address(page, {"show": section}, query)
    if page == "cases" and view is None and (show == "matrix" or (show is None and "measures" in query)):
        return _address("measures", {"view": "pairs"}, query)
    return None


def _address(page: str, section: Mapping[str, str], query: Mapping[str, str]) -> str:
    kept = {name: text for name, text in query.items() if name not in ("view", "show")}
    return f"{page}?{urlencode({**section, **kept})}"
