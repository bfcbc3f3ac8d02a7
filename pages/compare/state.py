"""The picture a visitor works on: set by links, presets and typing; drawn on by hand."""

from collections.abc import Mapping

import streamlit as st

from ordquant_core.errors import OrdquantError
from ordquant_core.papers.examples import EXAMPLES
from pages.shared.picture import DEFAULT, Picture, from_example, from_query

OWN = "own"


def enter(query: Mapping[str, str] | None) -> None:
    """Open what a link shows; a broken link says what is wrong with it and leaves the picture as it was."""
    if query:
        try:
            put(from_query(query))
        except OrdquantError as problem:
            st.session_state["link_problem"] = str(problem)
        else:
            st.session_state["link_problem"] = None
    if "picture" not in st.session_state:
        put(DEFAULT)


def put(picture: Picture) -> None:
    """Replace the picture; the drawing component takes the new one over."""
    st.session_state["picture"] = st.session_state["base"] = picture
    st.session_state["rev"] = st.session_state.get("rev", 0) + 1
    st.session_state["preset"] = preset_of(picture)


def keep(picture: Picture) -> None:
    """Remember what was drawn by hand; the drawing component has it already."""
    st.session_state["picture"] = picture
    st.session_state["preset"] = preset_of(picture)


def picture() -> Picture:
    """Return the picture as it stands."""
    current: Picture = st.session_state["picture"]
    return current


def preset_of(shown: Picture) -> str:
    """Return the key of the worked example a picture equals, or `OWN`."""
    return next((key for key, example in EXAMPLES.items() if from_example(example) == shown), OWN)


def use_preset() -> None:
    """Open the worked example that was chosen."""
    if st.session_state["preset"] in EXAMPLES:
        put(from_example(EXAMPLES[st.session_state["preset"]]))
