import streamlit as st

from ordquant_core.errors import OrdquantError
from pages.atlas import artificial, backwards, every, laws, state
from pages.shared import links, look
from pages.shared.escaping import escape

PAGE = "atlas"
SECTIONS = {"every": every.show, "search": backwards.show, "artificial": artificial.show, "laws": laws.show}

query = links.incoming(PAGE)
look.heading(
    "Atlas",
    "The measures on all inputs there are: every way in which annotators can vote, not only those that some task had.",
)
state.follow(query)
with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
    view = st.segmented_control(
        "Section",
        list(state.VIEWS),
        key=state.key("view"),
        format_func=lambda view: state.VIEWS[view],
        label_visibility="collapsed",
        required=True,
        wrap=True,
        persist_state="session",
    )
    tools = st.container(horizontal=True, width="content")
try:
    SECTIONS[view or "every"]()
except OrdquantError as problem:
    st.error(escape(str(problem)))
with tools:
    links.bar(PAGE, state.query())
