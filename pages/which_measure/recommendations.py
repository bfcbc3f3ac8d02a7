"""What the papers recommend."""

import streamlit as st

from pages.shared import recommendations


def show() -> None:
    """Draw a row per recommendation, with its source."""
    with st.container(border=True):
        st.header("What the papers recommend", anchor=False)
        recommendations.show()
