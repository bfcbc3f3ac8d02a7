"""The application as app.py serves it, and three pages more; whoever opens /forget has an empty session again.

Tests share pages that were loaded once; between two tests a page goes there. The others show a part by itself.
"""

from pathlib import Path
from typing import Any

import streamlit as st

from pages import server

navigation = st.navigation
HOSTS = {name: Path(__file__).with_name(f"{name}_host.py") for name in ("progress", "workings")}


def _with_more(sections: dict[str, list[Any]], **options: Any) -> Any:
    scripts = {"forget": st.session_state.clear} | HOSTS
    more = [st.Page(script, title=name, url_path=name, visibility="hidden") for name, script in scripts.items()]
    return navigation(sections | {"": [*sections[""], *more]}, **options)


st.navigation = _with_more
app = st.App(
    server.SCRIPT,
    lifespan=server.lifespan,
    middleware=server.middleware(),
    on_script_error=server.explain_error,
)
