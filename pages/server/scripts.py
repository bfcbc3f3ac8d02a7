"""The scripts of our components: a browser asks for each once and keeps it, whatever Streamlit sends again."""

import gzip
from functools import cache

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from streamlit import get_option

from pages.shared import component

HEADERS = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
TYPE = "text/javascript; charset=utf-8"
component.load_from_server()  # before any component is registered: other parts of the server import some


def routes() -> list[Route]:
    """Return the route of the scripts, below the path of the dashboard."""
    path = (get_option("server.baseUrlPath") or "").strip("/")
    return [Route(f"/{path}/scripts/{{digest}}/{{name}}" if path else "/scripts/{digest}/{name}", _script)]


def _script(request: Request) -> Response:
    """Answer a script; one that the server does not have, perhaps an earlier one, is not found."""
    address = "scripts/{digest}/{name}".format(**request.path_params)
    if address not in component.scripts():
        return PlainTextResponse("Not found", 404)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(_packed(address), headers=HEADERS | {"Content-Encoding": "gzip"}, media_type=TYPE)
    return Response(component.scripts()[address], headers=HEADERS, media_type=TYPE)


@cache
def _packed(address: str) -> bytes:
    return gzip.compress(component.scripts()[address].encode(), mtime=0)
