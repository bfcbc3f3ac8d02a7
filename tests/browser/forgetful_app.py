"""The application as app.py serves it, with sessions that end as soon as their connection is lost."""

import streamlit as st
from streamlit import config

from pages import server

config.set_option("server.disconnectedSessionTTL", 0)
app = st.App(
    server.SCRIPT, lifespan=server.lifespan, middleware=server.middleware(), on_script_error=server.explain_error
)
