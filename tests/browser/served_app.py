"""The application as app.py serves it, and one page more: whoever opens /forget has an empty session again.

Tests share pages that were loaded once; between two tests a page goes there.
"""

from typing import Any

import streamlit as st

from pages import server

navigation = st.navigation


def _with_one_more(sections: dict[str, list[Any]], **options: Any) -> Any:
    forget = st.Page(st.session_state.clear, title="Forget", url_path="forget", visibility="hidden")
    return navigation(sections | {"": [*sections[""], forget]}, **options)


st.navigation = _with_one_more
app = st.App(
    server.SCRIPT,
    lifespan=server.lifespan,
    routes=server.routes(),
    middleware=server.middleware(),
    on_script_error=server.explain_error,
)
