import streamlit as st

from ordquant_core.errors import OrdquantError
from pages.shared import downloads, exports, links, look, measured, measuring, memory, several, tasks
from pages.shared.escaping import escape
from pages.systems import overview, pairs, state, tested, tiers

PAGE = "systems"

query = links.incoming(PAGE)
look.heading("Systems", "All runs of a task, measure by measure: which pairs differ? Smaller scores are better.")
links.notices()
measuring.STATE.follow(query)
several.STATE.follow(query)
state.STATE.follow(query)
current = tasks.current(query)
state.settle(current.task.runs)
tools = tasks.facts(current, current.task)
with st.container(horizontal=True, vertical_alignment="bottom"):
    place = st.container(width="content")
    every = several.together(current)
    settings = measuring.choose("alpha", "trials", "seed")
try:
    with memory.passing():
        measures, infinite = measured.usable(every, settings.measures)
        unpaired = measured.unpaired(every, measures, settings)
    with place:
        measure = state.choose_measure(measures)
    test = tested.begin(every, measures, settings)
except OrdquantError as problem:
    st.error(escape(str(problem)))
    st.stop()
shown = state.show(current, settings, test.runs[0], test.interval, measure)

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
    pairs.pair(shown, test.pairs)
with left.container(border=True, key="systems_lone"):
    pairs.lone(shown)
overview.tasks(shown, every, test.runs, unpaired)
tiers.means(shown)

with tools:
    words = state.STATE.query() | settings.query("alpha", "trials", "seed") | several.query(every)
    links.bar(PAGE, current.query() | words)
    with st.popover("Download"):
        for label, table, file_name in overview.tables(shown, test.pairs):
            downloads.button(label, table, file_name, current.task.notes)
        exports.show(current, measures, n_trials=settings.trials, seed=settings.seed)
test.sharpening.go_on()
