"""The picture a visitor works on: set by links, presets and typing; drawn on by hand."""

from collections.abc import Mapping

import streamlit as st

from ordquant_core.errors import OrdquantError
from ordquant_core.papers.examples import EXAMPLES
from ordquant_core.papers.references import REFERENCES
from pages.shared import links
from pages.shared.picture import DEFAULT, Picture, from_example, from_query

OWN = "own"


def enter(query: Mapping[str, str] | None) -> None:
    """Open what a link shows; a broken link says what is wrong with it and leaves the picture as it was."""
    shown: Picture = st.session_state.get("picture", DEFAULT)
    if query:
        try:
            put(from_query(query))
        except OrdquantError as problem:
            put(shown, link_problem=str(problem))
    elif links.entered():
        put(shown)  # the canvas forgets what it shows when the visitor leaves the page


def put(picture: Picture, *, link_problem: str | None = None) -> None:
    """Replace the picture; the drawing component takes the new one over. What was wrong with a link is past."""
    st.session_state["link_problem"] = link_problem
    st.session_state["picture"] = st.session_state["base"] = picture
    st.session_state["rev"] = st.session_state.get("rev", 0) + 1
    _settle(picture)


def keep(picture: Picture, *, final: bool) -> None:
    """Remember what was drawn by hand; the drawing component has it already."""
    if picture == st.session_state["picture"] and not final:
        return
    st.session_state["picture"] = picture
    if final and picture != settled():
        st.session_state["link_problem"] = None
        _settle(picture)


def _settle(picture: Picture) -> None:
    st.session_state["settled"] = picture
    st.session_state["version"] = version() + 1
    st.session_state["entry_problem"] = st.session_state["entry_repair"] = st.session_state["entry_faulty"] = None


def version() -> int:
    """Count the settled pictures: a part of the key of every widget that shows the whole picture.

    A widget's value must not be set from here under a key it keeps: the browser may send its old value once more
    with the next drag, which would count as a change by the visitor and bring the old picture back.
    """
    count: int = st.session_state.get("version", 0)
    return count


def settled() -> Picture:
    """Return the picture as it was when no bar was being dragged: for what takes too long to follow a drag."""
    current: Picture = st.session_state["settled"]
    return current


def picture() -> Picture:
    """Return the picture as it stands."""
    current: Picture = st.session_state["picture"]
    return current


def preset_of(shown: Picture) -> str:
    """Return the key of the worked example a picture equals, or `OWN`."""
    return next((key for key, example in EXAMPLES.items() if from_example(example) == shown), OWN)


def choose_preset() -> None:
    """Draw the choice of worked examples."""
    options, now = [*EXAMPLES, OWN], preset_of(settled())
    key = f"preset_{now}"
    st.selectbox(
        "Worked example",
        options,
        index=options.index(now),
        key=key,
        format_func=_preset_title,
        on_change=_use_preset,
        args=(key,),
        width=460,
    )


def _preset_title(key: str) -> str:
    if key == OWN:
        return "Your own picture"
    return f"{REFERENCES[EXAMPLES[key].source_key].short}, {EXAMPLES[key].place}: {EXAMPLES[key].title}"


def _use_preset(key: str) -> None:
    # A box that was just replaced may be reported once more, with what it showed: that is no choice.
    if key == f"preset_{preset_of(settled())}" and st.session_state[key] in EXAMPLES:
        put(from_example(EXAMPLES[st.session_state[key]]))
