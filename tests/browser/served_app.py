"""The application as `make run` serves it, and one page more: whoever opens /forget has an empty session again.

Tests share pages that were loaded once; between two tests a page goes there.
"""

import runpy
from typing import Any

import streamlit as st

navigation = st.navigation


def _with_one_more(sections: dict[str, list[Any]], **options: Any) -> Any:
    forget = st.Page(st.session_state.clear, title="Forget", url_path="forget", visibility="hidden")
    return navigation(sections | {"": [*sections[""], forget]}, **options)


if __name__ == "__main__":
    st.navigation = _with_one_more
    runpy.run_module("pages.shared", run_name="__main__")
