from collections.abc import Callable

import streamlit as st

from pages.shared import controls, links, look, problems, share, stale
from pages.shared.downloads import Tables
from pages.which_measure import choosing, properties, recommendations
from pages.which_measure.state import SECTIONS, STATE, VIEWS

PAGE = "which-measure"
DRAWN: dict[str, Callable[[], Tables | None]] = {
    "questions": choosing.show,
    "properties": properties.show,
    "recommended": recommendations.show,
}

query = links.incoming(PAGE)
look.heading("Which measure?")
STATE.follow(query)
with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
    section = controls.sections(STATE, "show", "Section", VIEWS)
    tools = st.container(horizontal=True, width="content")
tables: Tables | None = None
with problems.explained(), stale.computing(SECTIONS.about()):
    tables = DRAWN[section]()
with tools:
    links.bar(PAGE, SECTIONS.query())
    share.menu(tables=tables or ())
