"""What the papers recommend."""

import streamlit as st

from ordquant_core.findings.papers import recommended_pairs
from pages.shared import look, recommendations, write


def show() -> None:
    """Draw a row per recommendation, with its source."""
    with look.finding():
        write.verdict(f"{recommended_pairs()}.")
    with st.container(border=True):
        recommendations.show()
