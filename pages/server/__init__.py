"""What the server does beyond Streamlit: everything that protects it, however it is started.

`app.py` gives it to Streamlit through `st.App`: middleware (what is refused, and what is added to answers), what begins
and ends with the server, and how errors are shown. No page imports it.
"""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pandas as pd
from starlette.middleware import Middleware
from streamlit import get_option

import ordquant_core
from ordquant_core.measures.registry import PLUGIN_PROBLEM
from pages.server import hosts, patches
from pages.server.files import KeptFiles  # before what registers components: their scripts come from it
from pages.server.first_paint import FirstPaint
from pages.server.headers import SecurityHeaders, content_policy
from pages.server.hosts import KnownHosts
from pages.server.memory import kept_small
from pages.server.uploads import BoundedUploads
from pages.server.visitors import BoundedVisitors
from pages.shared import room
from pages.shared.session import explain_error as explain_error

SCRIPT = Path(__file__).parents[1] / "dashboard.py"
LIBRARIES = ("pandas", "plotly.graph_objects", "plotly.offline", "scipy.stats")


def middleware() -> list[Middleware]:
    """Return what every request passes, the first first. Ends the process where the server cannot work as asked."""
    if PLUGIN_PROBLEM:
        sys.stderr.write(f"error: {PLUGIN_PROBLEM}\n")
        sys.exit(2)
    try:
        policy = content_policy()
        for limit in room.USUAL:
            room.most(limit)
    except ValueError as problem:  # OrdquantError is one
        sys.stderr.write(f"error: {problem}\n")
        sys.exit(2)
    allowed = get_option("server.allowedHosts") or hosts.allowed_hosts(get_option("server.address") or "")
    return [
        Middleware(SecurityHeaders, policy=policy),
        Middleware(KnownHosts, allowed=allowed, origins=get_option("server.corsAllowedOrigins")),
        Middleware(BoundedVisitors),
        Middleware(BoundedUploads),
        Middleware(KeptFiles),
        Middleware(FirstPaint),
    ]


@asynccontextmanager
async def lifespan(app: object) -> AsyncIterator[None]:
    """Prepare what pages need before the first visitor comes, and give memory back while the server runs.

    All modules are imported: when a class opens its pages at once on a new server, each in a thread of its own, imports
    that need each other fail, as a `partially initialized module` or a `_DeadlockError`.
    """
    del app
    patches.install()
    for module in walk_packages(ordquant_core.__path__, f"{ordquant_core.__name__}."):
        if not module.name.endswith(".__main__"):
            import_module(module.name)
    for name in LIBRARIES:
        import_module(name)
    pd.set_option("mode.string_storage", "python")  # of some dozens of rows, as most tables of pages: half the time
    async with kept_small():
        yield
