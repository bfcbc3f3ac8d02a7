"""A page of `served_app.py` that fails when it is asked to."""

import streamlit as st

if st.segmented_control("Fail", ["Fail"], key="fail"):
    raise ValueError("on request")
