import streamlit as st

from ordquant_core.errors import OrdquantError
from pages.atlas import by_score, every
from pages.atlas.state import STATE, VIEWS, about, query
from pages.shared import controls, links, look, share, stale
from pages.shared.escaping import escape

PAGE = "atlas"
incoming = links.incoming(PAGE)
SECTIONS = {
    "every": lambda: every.show(incoming, bar, "every"),
    "summary": lambda: every.show(incoming, bar, "summary"),
    "by_score": by_score.show,
}


def bar(tables: share.Tables = ()) -> None:
    with tools:
        links.bar(PAGE, query())
        share.tables(tables)


look.heading("Atlas", "The measures on all possible gold distributions, not only on those of some task.")
STATE.follow(incoming)
with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
    view = controls.sections(STATE, "view", "Section", VIEWS)
    tools = st.container(horizontal=True, width="content")
linked = None
try:
    with stale.computing(about()):
        linked = SECTIONS[view]()
except OrdquantError as problem:
    st.error(escape(str(problem)))
if not linked:
    bar()
