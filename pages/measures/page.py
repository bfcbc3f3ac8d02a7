import streamlit as st

from ordquant_core.errors import OrdquantError
from pages.measures import agreement, consistency, information, overlap, power, state
from pages.shared import downloads, links, look, measured, measuring, several, tasks
from pages.shared.escaping import escape

PAGE = "measures"
SECTIONS = {
    "agreement": agreement.show,
    "consistency": consistency.show,
    "power": power.show,
    "overlap": overlap.show,
    "information": information.show,
}

query = links.incoming(PAGE)
look.heading(
    "Measures",
    "The measures themselves on trial, by all runs of your task: how alike they rank, how stably, how much they "
    "separate, where they contradict each other. Smaller scores are better.",
)
measuring.STATE.follow(query)
several.STATE.follow(query)
state.STATE.follow(query)
current = tasks.current(query)
tools = tasks.facts(current, current.task)
with st.container(horizontal=True, vertical_alignment="bottom"):
    places = st.container(horizontal=True, width="content")
    every = several.together(current)
    view = state.view()
    settings = measuring.choose(*state.NEEDS[view])
try:
    measures, infinite = measured.usable(every, settings.measures, least=2)
    with places:
        pair = state.choose_pair(measures)
    left_out = tuple(map(measured.label, infinite))
    tables = SECTIONS[view](state.Shown(every, settings, measures, left_out, pair))
except OrdquantError as problem:
    st.error(escape(str(problem)))
    tables = []
with tools:
    words = state.query(view) | settings.query(*state.NEEDS[view]) | several.query(every)
    links.bar(PAGE, current.query() | words)
    if tables:
        with st.popover("Download"):
            for label, table, file_name in tables:
                downloads.button(label, table, file_name, [note for one in every for note in one.task.notes])
