import streamlit as st

from pages.papers import artificial, numbers
from pages.papers.state import PAPERS, SECTIONS, STATE, VIEWS
from pages.shared import controls, links, look, problems, share, stale
from pages.shared.downloads import Tables

PAGE = "papers"

query = links.incoming(PAGE)
look.heading("Papers")
if query:  # a link says only what differs from how the page opens
    STATE.reset()
STATE.follow(query)
with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
    section = controls.sections(STATE, "show", "Section", VIEWS)
    tools = st.container(horizontal=True, vertical_alignment="center", width="content")
tables: Tables = ()
if section == "numbers":
    with tools:
        controls.segments(STATE, "paper", "Paper", PAPERS, wrap=True, label_visibility="collapsed")
    tables = numbers.show()
else:
    with problems.explained(), stale.computing(SECTIONS.about()):
        tables = artificial.show()
with tools:
    links.bar(PAGE, SECTIONS.query())
    share.menu(tables=tables)
