"""The dashboard's server: `streamlit run app.py`, from any folder. What it shows: pages/dashboard.py."""

import streamlit as st

from pages import server

app = st.App(
    server.SCRIPT,
    lifespan=server.lifespan,
    middleware=server.middleware(),
    on_script_error=server.explain_error,
)
