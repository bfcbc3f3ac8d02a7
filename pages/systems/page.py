import streamlit as st

from ordquant_core.errors import OrdquantError
from pages.shared import downloads, exports, links, look, measured, measuring, several, tasks
from pages.systems import overview, pairs, state, tiers

PAGE = "systems"

query = links.incoming(PAGE)
look.heading(
    "Systems",
    "All runs of a task, measure by measure: which of them does a measure really separate? Smaller scores are better.",
)
measuring.follow(query)
links.kept(PAGE, query, ready=False)
current = tasks.current(query)
query = links.kept(PAGE, None, ready=True)
state.follow(query, current.task.runs)
tools = tasks.facts(current, current.task)
with st.container(horizontal=True, vertical_alignment="bottom"):
    place = st.container(width="content")
    every = several.together(query, current)
    settings = measuring.choose("alpha", "trials", "seed")
try:
    measures, infinite = measured.usable(every, settings.measures)
    with place:
        measure = state.choose_measure(measures)
    found = measured.separated(every, measures, settings)
    unpaired = measured.unpaired(every, measures, settings)
    bootstrap = measured.separated_pairs([current], measures, settings)[0]
except OrdquantError as problem:
    st.error(tasks.escape(str(problem)))
    st.stop()
shown = state.show(current, settings, found[0], measure)

tiers.verdict(shown, unpaired[0][shown.layer].significant, infinite)
left, right = st.columns([1, 1.1], gap="medium")
with left.container(border=True):
    tiers.groups(shown)
with right.container(border=True):
    tiers.bump(shown)
left, right = st.columns([1, 1.1], gap="medium")
with left.container(border=True):
    pairs.matrix(shown)
with right.container(border=True, key="systems_pair"):
    pairs.pair(shown, bootstrap)
with left.container(border=True):
    pairs.lone(shown)
overview.tasks(shown, every, found, unpaired)
tiers.means(shown)

with tools:
    words = state.query(shown) | settings.query("alpha", "trials", "seed") | several.query(every)
    links.bar(PAGE, current.query() | words)
    with st.popover("Download"):
        for label, table, file_name in overview.tables(shown, bootstrap):
            downloads.button(label, table, file_name, current.task.notes)
        exports.show(current, measures)
