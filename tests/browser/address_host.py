"""A page of `served_app.py` that says from which address its visitor comes, as the server sees it."""

import streamlit as st

st.text(f"You come from {st.context.ip_address}.")
