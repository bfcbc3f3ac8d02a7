"""The card under canvas and table: how a measure is calculated, how robust preferences are, the path from A to B."""

import streamlit as st

from ordquant_core.analysis.picture import Picture
from pages.compare import landscapes, robustness
from pages.compare.state import CARDS, MAP, STATE
from pages.shared import controls, working_view, write


def show(picture: Picture) -> None:
    """Draw the card and the choice of what it holds."""
    kinds = CARDS | (MAP if len(picture.classes) == 3 else {})
    STATE.restrict({"card": kinds})
    with st.container(horizontal=True, vertical_alignment="center", key="card_head"):
        title = st.container(key="card_title")
        kind = controls.sections(STATE, "card", "What the card shows", kinds)
    if kind == "calculated":
        measure = working_view.explained()
        with title:
            write.title(working_view.title(measure, picture))
        working_view.side_by_side(measure, picture)
    elif kind == "robust":
        robustness.show(picture, title)
    else:
        landscapes.show(picture, kind, title)
