"""Own measures that cannot be used keep the dashboard from working, however it was started."""

import sys
from functools import cache

import streamlit as st

from ordquant_core.measures.registry import PLUGIN_PROBLEM


@cache
def faulty() -> bool:
    """Return whether some custom measure cannot be used; the first call writes to stderr why."""
    if PLUGIN_PROBLEM:
        sys.stderr.write(f"error: {PLUGIN_PROBLEM}\n")
    return bool(PLUGIN_PROBLEM)


def required() -> None:
    """Stop a page if so: `streamlit run app.py` serves before it imports any module. Visitors read no file's name."""
    if faulty():
        words = "This dashboard was started with a custom measure that cannot be used."
        st.error(f"{words} The terminal in which it was started says why.")
        st.stop()
