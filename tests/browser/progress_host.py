"""A page whose fragment computes something with a bar of progress: `streamlit run tests/browser/progress_host.py`."""

import streamlit as st

from pages.shared import look, skeleton
from pages.shared.progress_bar import progress_bar


@st.fragment
def body() -> None:
    with progress_bar("Computing"):
        st.button("Again", key="again")
    n = st.session_state["n"] = st.session_state.get("n", 0) + 1
    st.html(f'<p id="runs">{n}</p>')


with skeleton.until_drawn("host"):
    look.prepare()
    body()
