"""The application as app.py serves it, and pages more for the tests, which share it.

What takes long waits for a visitor with the cookie `held` as long as the file of that name is there.
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
from pages.shared import look, run_analyses
from pages.shared.progress_bar import progress_bar
from tests.browser import servers

navigation = st.navigation
LONG = (
    (plan, "resample_pilot"),
    (run_analyses, "compare_rankings"),
    (run_analyses, "compute_intervals"),
)


def address() -> None:
    """Say from which address the visitor comes, as the server sees it."""
    st.text(f"You come from {st.context.ip_address}.")


def failing() -> None:
    """Fail when asked to."""
    if st.segmented_control("Fail", ["Fail"], key="fail"):
        raise ValueError("on request")


def progress() -> None:
    """Compute something with a bar of progress, in a fragment."""

    @st.fragment
    def body() -> None:
        with progress_bar("Computing"):
            st.button("Again", key="again")
        n = st.session_state["n"] = st.session_state.get("n", 0) + 1
        st.html(f'<p id="runs">{n}</p>')

    look.prepare()
    body()


def lost() -> None:
    """End the sessions of those who are not connected."""
    runtime = get_instance()

    def close() -> None:
        for one in runtime._session_mgr.list_sessions():
            if not runtime.is_active_session(one.session.id):
                runtime.close_session(one.session.id)

    runtime._get_async_objs().eventloop.call_soon_threadsafe(close)


def _with_more(sections: dict[str, list[Any]], **options: Any) -> Any:
    more = [st.Page(page, url_path=page.__name__, visibility="hidden") for page in (address, failing, progress, lost)]
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
