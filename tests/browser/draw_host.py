"""A page around the canvas, for the tests of it: shows in plain elements what Python knows of the drawing."""

import html
from typing import Any
from urllib.parse import parse_qsl

import streamlit as st

from ordquant_core.analysis.picture import DEFAULT, Picture
from ordquant_core.measures.registry import MEASURES
from pages.compare.state import from_query
from pages.shared.draw import draw
from pages.shared.look import heading

st.set_page_config(layout="wide")
OPTIONS = ("named", "bare", "large", "high")
OTHER = Picture(("NB", "PB", "B"), (0.25, 0.25, 0.5), "uniform", (0.1, 0.2, 0.7), "", "System 7")


def show(picture: Picture, runs: int, seq: int) -> None:
    """Write the numbers into elements with ids."""
    facts: dict[str, Any] = {
        "fresh": st.session_state["fresh"],
        "runs": runs,
        "seq": seq,
        "classes": "|".join(picture.classes),
        "positions": picture.positions,
    }
    facts |= {side: list(map(float, picture.probabilities(side))) for side in ("gold", "a", "b")}
    facts |= {"raw": [picture.gold, picture.a, picture.b], "names": [picture.name("a"), picture.name("b")]}
    for key in ("NMD", "RNOD"):
        for side in ("a", "b"):
            score = MEASURES[key](picture.probabilities("gold"), picture.probabilities(side))
            facts[f"{key}-{side}"] = f"{float(score):.6f}"
    rows = "".join(f"<dt>{name}</dt><dd id='{name}'>{html.escape(str(value))}</dd>" for name, value in facts.items())
    st.html(f"<dl>{rows}</dl>")


@st.fragment
def editor() -> None:
    """The canvas and what depends on it: only this runs again when a bar was dragged."""
    state = st.session_state
    state["runs"] = state.get("runs", 0) + 1
    names = {"gold": "20 people", "a": "System A", "b": "System B"} if state.get("named") else None
    with st.container(border=True):
        drawn = draw(
            state["picture"],
            rev=state["rev"],
            names=names,
            tools=not state.get("bare", False),
            large=state.get("large", False),
            height=400 if state.get("high") else 320,
            key=f"draw_{state['fresh']}",
        )
    if drawn:
        state["picture"] = drawn.picture
    show(state["picture"], state["runs"], drawn.seq if drawn else 0)


def canvas() -> None:
    """The page with the canvas."""
    heading("Draw")
    state = st.session_state
    st.html("<style>[data-testid=stSidebar] { visibility: visible !important }</style>")  # closed, too, on a phone
    with st.sidebar:  # what a test opens: "7 gold=1,2" shows that picture as a page does that was loaded for it
        number, _, query = st.text_input("Fresh").partition(" ")
    if "fresh" not in state or number not in ("", state["fresh"]):  # it is empty when the page is left
        said = dict(parse_qsl(query)) or st.query_params
        state.update(fresh=number, picture=from_query(said) if "gold" in said else DEFAULT, rev=0, runs=0)
        state.update(dict.fromkeys(OPTIONS, False))
    if state.pop("left", False):
        state["rev"] += 1
    if st.button("Another picture"):
        state["picture"] = OTHER
        state["rev"] += 1
    if st.button("Run again"):
        st.session_state["again"] = True
    with st.sidebar:
        for option in OPTIONS:
            st.checkbox(option.capitalize(), key=option)
    editor()


def elsewhere() -> None:
    """Another page."""
    st.session_state["left"] = True
    st.title("Elsewhere")


st.navigation([st.Page(canvas, url_path="canvas", default=True), st.Page(elsewhere, url_path="elsewhere")]).run()
