"""The card under canvas and table: how a measure is calculated, how robust preferences are, the path from A to B."""

import streamlit as st

from pages.compare import landscapes, robustness
from pages.compare.state import CARDS, MAP, STATE, Shown
from pages.shared import controls, working_view, write


def show(shown: Shown) -> None:
    """Draw the card and the choice of what it holds."""
    kinds = CARDS | (MAP if len(shown.settled.classes) == 3 else {})
    STATE.restrict({"card": kinds})
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        title = st.container(key="card_title", width="content")
        kind = controls.sections(STATE, "card", "What the card shows", kinds)
    if kind == "calculated":
        with title:
            write.title(working_view.title(working_view.explained(), shown.picture))
        working_view.side_by_side(working_view.explained(), shown.picture)
    elif kind == "robust":
        robustness.show(shown.settled, title)
    else:
        landscapes.show(shown.settled, kind, title)
