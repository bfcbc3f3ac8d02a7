from functools import partial

import streamlit as st

from ordquant_core.findings.words import labels
from pages.measures import agreement, consistency, information, overlap, power, state
from pages.shared import (
    carried,
    controls,
    evaluation_settings,
    links,
    look,
    problems,
    recommendations,
    run_analyses,
    several,
    share,
    stale,
    tasks,
)
from pages.shared.downloads import Tables

PAGE = "measures"
SECTIONS = {
    "agreement": agreement.show,
    "consistency": consistency.show,
    "power": power.show,
    "overlap": overlap.show,
    "information": information.show,
}
LONG = ("consistency",)  # its controls begin long work

query = links.incoming(PAGE)
look.heading("Measures")
evaluation_settings.follow(query, several.STATE, state.STATE)
carried.take(state.STATE, query, carried.MEASURES)
current = tasks.current(query)
evaluation_settings.follow_task(query, current.source, current.task)
tasks.draw_facts(current, current.task)
tools = look.tools()
finding = look.finding()
view = controls.sections(state.STATE, "view", "View", state.VIEWS)
needs = state.NEEDS.get(view, ())
settings = evaluation_settings.choose(*needs, "baselines", more=partial(state.more_settings, view, current))
every = tuple(one.tested(baselines=settings.baselines) for one in several.chosen_tasks(current))
parts = st.container()
with st.expander("What the papers recommend"):
    recommendations.show()
method = look.method(*state.words(view, settings))


def body() -> None:
    tables: Tables = ()
    with problems.explained():
        measures, infinite = run_analyses.select_finite(every, settings.measures, least=2)
        pair = state.chosen_pair(measures)
        with stale.computing((several.names(every), state.named(view), labels(pair), *settings.words())):
            compared = state.MeasureComparison(every, settings, measures, infinite, pair, finding, method)
            tables = SECTIONS[view](compared)
    with tools:
        carried.remember(state.STATE, carried.MEASURES)
        words = state.STATE.query("view", *state.OF_VIEW.get(view, ())) | {name: state.STATE[name] for name in "xy"}
        words |= evaluation_settings.query(current.source, "measures", "baselines", *needs)
        links.bar(PAGE, current.query() | words | (several.STATE.query() if len(every) > 1 else {}))
        share.menu(tables=tables, notes=[note for one in every for note in one.task.notes])


with parts:
    (body if view in LONG else st.fragment(body))()  # a fragment that takes long would keep the visitor waiting
