"""Plots and tables on the full screen, plots on paper: each keeps its layout and is enlarged or reduced as a whole."""

from pathlib import Path

import streamlit as st

from pages.shared.component import component

_component = component("fitting", Path(__file__).with_name("fitting.js"))


def listen() -> None:
    """Let the buttons of plots and tables fill the screen, and plots fit on paper; every page has this once."""
    _component(key="fitting", height=0)


def button(table: str) -> None:
    """Draw the button that shows the table with that id on the full screen."""
    st.button("Table on full screen", key=f"full_screen_{table}", width="stretch")
