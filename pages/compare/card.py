"""The card under canvas and table: how a measure is calculated, how robust preferences are, the path from A to B."""

import streamlit as st

from pages.compare import landscapes, robustness
from pages.compare.state import CARDS, MAP, STATE, Shown, picture
from pages.shared import controls, working_view, write


def show(shown: Shown) -> tuple[write.Container, write.Container] | None:
    """Draw the card and the choice of what it holds; where it follows the hand, return what to draw that in."""
    kinds = CARDS | (MAP if len(shown.settled.classes) == 3 else {})
    STATE.restrict({"card": kinds})
    with st.container(horizontal=True, vertical_alignment="center", key="card_head"):
        title = st.container(key="card_title")
        kind = controls.sections(STATE, "card", "What the card shows", kinds)
    if kind == "calculated":
        return title, st.container()
    if kind == "robust":
        robustness.show(shown.settled, title)
    else:
        landscapes.show(shown.settled, kind, title)
    return None


def follow(title: write.Container, below: write.Container) -> None:
    """Draw how the measure asked for is calculated from the picture as it stands."""
    with title:
        write.title(working_view.title(working_view.explained(), picture()))
    with below:
        working_view.side_by_side(working_view.explained(), picture())
