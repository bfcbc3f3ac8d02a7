"""What papers recommend, and what libraries and official scorers compute under the names of measures."""

import streamlit as st

from ordquant_core.markup import Html
from ordquant_core.tables.papers.recommended import recommended_rows
from ordquant_core.teaching.other_scorers import OTHER_SCORERS
from ordquant_core.teaching.which_measure_views import other_scorers_table
from pages.shared import cached, links, write


def recommended() -> None:
    """Draw a row per recommendation, with its source."""
    with st.container(border=True):
        st.header("What the papers recommend", anchor=False)
        write.html(cached.build(_recommended))


def _recommended() -> Html:
    return write.as_table(*recommended_rows(), id="recommended", styles="oq-words", lines=True)


def show() -> None:
    """Draw a row per scorer, with both numbers on an example."""
    with st.container(border=True):
        st.header("Same name, different score", anchor=False)
        write.because("These libraries and official scorers use the name of a measure for a different score.")
        write.html(cached.build(_table))


def _table() -> Html:
    built = other_scorers_table(OTHER_SCORERS.values(), links.to_compare)
    return write.as_table(*built, id="scorers", styles="oq-words", lines=True)
