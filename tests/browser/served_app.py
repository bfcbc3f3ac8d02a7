"""The application as app.py serves it, and pages more for the tests, which share it.

/lost ends the sessions of those who are not connected; the others show a part by itself. What takes long waits for a
visitor with the cookie `held` as long as the file of that name is there.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.runtime import get_instance

from pages import server
from pages.plan import computed as plan
from pages.shared import run_analyses
from tests.browser import servers

navigation = st.navigation
HOSTS = {name: Path(__file__).with_name(f"{name}_host.py") for name in ("address", "failing", "progress")}
LONG = (
    (plan, "resample_pilot"),
    (run_analyses, "compare_rankings"),
    (run_analyses, "compute_intervals"),
)


def _lost() -> None:
    runtime = get_instance()

    def close() -> None:
        for one in runtime._session_mgr.list_sessions():
            if not runtime.is_active_session(one.session.id):
                runtime.close_session(one.session.id)

    runtime._get_async_objs().eventloop.call_soon_threadsafe(close)


def _with_more(sections: dict[str, list[Any]], **options: Any) -> Any:
    scripts = {"lost": _lost} | HOSTS
    more = [st.Page(script, title=name, url_path=name, visibility="hidden") for name, script in scripts.items()]
    return navigation(sections | {"": [*sections[""], *more]}, **options)


def _held(compute: Callable[..., Any]) -> Callable[..., Any]:
    def wait(*args: Any, **options: Any) -> Any:
        while (name := st.context.cookies.get("held")) and Path(os.environ[servers.FOLDER], name).exists():
            time.sleep(0.02)
        return compute(*args, **options)

    return wait


st.navigation = _with_more
for module, name in LONG:
    setattr(module, name, _held(getattr(module, name)))
app = st.App(
    server.SCRIPT, lifespan=server.lifespan, middleware=server.middleware(), on_script_error=server.explain_error
)
