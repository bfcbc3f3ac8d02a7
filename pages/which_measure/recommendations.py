"""What the papers recommend."""

import streamlit as st

from ordquant_core.markup import Html
from ordquant_core.tables.papers.recommended import recommended_rows
from pages.shared import cached, write


def show() -> None:
    """Draw a row per recommendation, with its source."""
    with st.container(border=True):
        st.header("What the papers recommend", anchor=False)
        write.html(cached.build(_table))


def _table() -> Html:
    return write.as_table(*recommended_rows(), id="recommended", styles="oq-words", lines=True)
