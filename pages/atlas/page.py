import streamlit as st

from pages.atlas import by_score, every
from pages.atlas.state import SECTIONS, STATE, VIEWS
from pages.shared import controls, links, look, problems, share, stale
from pages.shared.downloads import Tables

PAGE = "atlas"
query = links.incoming(PAGE)


def bar(tables: Tables) -> None:
    with tools:
        links.bar(PAGE, SECTIONS.query())
        share.menu(tables=tables)


look.heading("Atlas")
STATE.follow(query)
with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
    view = controls.sections(STATE, "view", "Section", VIEWS)
    tools = st.container(horizontal=True, width="content")
linked = False
with problems.explained(), stale.computing(SECTIONS.about()):
    linked = by_score.show(bar) if view == "by_score" else every.show(bar)
if not linked:
    bar(())
