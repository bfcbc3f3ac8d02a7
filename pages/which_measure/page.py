from collections.abc import Callable

import streamlit as st

from ordquant_core.errors import OrdquantError
from pages.shared import controls, links, look, share, stale
from pages.shared.escaping import escape
from pages.which_measure import choosing, properties, propriety, scorers
from pages.which_measure.state import STATE, VIEWS, about, query

PAGE = "which-measure"
SECTIONS: dict[str, Callable[[], share.Tables | None]] = {
    "questions": choosing.show,
    "properties": properties.show,
    "propriety": propriety.show,
    "recommended": scorers.recommended,
    "scorers": scorers.show,
}

incoming = links.incoming(PAGE)
look.heading(
    "Which measure?",
    "What your task needs, and what each measure does: its properties, and the reports it rewards. Smaller scores are "
    "better.",
)
STATE.follow(incoming)
with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
    section = controls.sections(STATE, "show", "Section", VIEWS)
    tools = st.container(horizontal=True, width="content")
tables: share.Tables | None = None
try:
    with stale.computing(about()):
        tables = SECTIONS[section]()
except OrdquantError as problem:
    st.error(escape(str(problem)))
with tools:
    links.bar(PAGE, query())
    share.tables(tables or ())
