"""A page of `served_app.py` whose fragment computes something with a bar of progress."""

import streamlit as st

from pages.shared import look
from pages.shared.progress_bar import progress_bar


@st.fragment
def body() -> None:
    with progress_bar("Computing"):
        st.button("Again", key="again")
    n = st.session_state["n"] = st.session_state.get("n", 0) + 1
    st.html(f'<p id="runs">{n}</p>')


look.prepare()
body()
