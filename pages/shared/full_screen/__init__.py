"""The full screen of plots and tables: the button in the tool bar of a plot, and `button` for a table."""

from pathlib import Path

import streamlit as st

from pages.shared.component import component

_component = component("full_screen", Path(__file__).with_name("full_screen.js"))


def listen() -> None:
    """Let the buttons of plots and tables fill the screen; every page has this once."""
    _component(key="full_screen", height=0)


def button(table: str) -> None:
    """Draw the button that shows the table with that id on the full screen."""
    st.button("Table on full screen", key=f"full_screen_{table}", width="stretch")
