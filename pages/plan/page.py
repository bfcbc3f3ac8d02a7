from dataclasses import replace

import streamlit as st

from ordquant_core.numerals import count
from pages.plan import computed, sections, state, tables
from pages.shared import (
    carried,
    downloads,
    evaluation_settings,
    links,
    look,
    problems,
    several,
    share,
    stale,
    task_scores,
    tasks,
)
from pages.shared.progress_bar import temporary_container

PAGE = "plan"
CARRIED = {"measure": "x"}
SETTINGS = ("alpha", "seed")

query = links.incoming(PAGE)
look.heading("Plan")
evaluation_settings.follow(query, state.STATE)
carried.take(state.STATE, query, CARRIED)
current = tasks.current(query)
evaluation_settings.follow_task(query, current.source, current.task)
tasks.draw_facts(current, current.task)
tools = look.tools()
finding = look.finding()
settings = evaluation_settings.choose(*SETTINGS)
with problems.explained(stop=True):
    measures = state.usable(current, settings)
body_container = st.container()
behind = st.container(border=True, key="plan_behind")
below = st.container()


@st.fragment
def body() -> None:
    with problems.explained(stop=True):
        measure = task_scores.restrict_measure(state.STATE, measures, current.source.primary)
        pilot = state.pilot(current, replace(settings, measures=measures), measure)
    with finding:
        asked = sections.ask(pilot)
    with problems.explained(stop=True):
        about = (several.name(current), pilot.label, f"{count(pilot.budget)} votes", *settings.words())
        with stale.computing(about), temporary_container():
            plan = computed.plan(pilot)
    asked.empty()
    with finding:
        sections.finding(pilot, plan)
    with body_container:
        sections.panel_and_split(pilot, plan)
    with behind:
        sections.design(pilot)
    with below, look.method(*sections.settings_of(pilot)):
        sections.method(pilot, plan)
    with tools:
        carried.remember(state.STATE, CARRIED)
        words = state.STATE.query() | evaluation_settings.query(current.source, "measures", *SETTINGS)
        links.bar(PAGE, current.query() | words)
        share.menu(lambda: downloads.table_buttons(tables.listed(pilot, plan), pilot.current.task.notes))


body()
