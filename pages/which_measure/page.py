from collections.abc import Callable

import streamlit as st

from ordquant_core.findings.papers import recommended_pairs
from pages.shared import controls, links, look, problems, recommendations, share, stale, write
from pages.shared.downloads import Tables
from pages.which_measure import choosing, properties
from pages.which_measure.state import SECTIONS, STATE, VIEWS

PAGE = "which-measure"


def recommended() -> None:
    """Draw what the papers recommend: a row per recommendation, with its source."""
    with look.finding():
        write.verdict(f"{recommended_pairs()}.")
    with st.container(border=True):
        recommendations.show()


DRAWN: dict[str, Callable[[], Tables | None]] = {
    "questions": choosing.show,
    "properties": properties.show,
    "recommended": recommended,
}

query = links.incoming(PAGE)
look.heading("Which measure?")
STATE.follow(query)
with look.about():
    section = controls.sections(STATE, "show", "Section", VIEWS)
tables: Tables | None = None
with problems.explained(), stale.computing(SECTIONS.about()):
    tables = DRAWN[section]()
with look.tools():
    links.bar(PAGE, SECTIONS.query())
    share.menu(tables=tables or ())
