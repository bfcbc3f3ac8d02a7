from functools import partial

import streamlit as st

from ordquant_core.errors import OrdquantError
from pages.shared import (
    carried,
    controls,
    evaluation_settings,
    exports,
    links,
    look,
    outside,
    run_analyses,
    several,
    share,
    skeleton,
    stale,
    tasks,
)
from pages.shared.escaping import escape
from pages.shared.progress_bar import temporary_container
from pages.systems import blind, parts, sharpening, state, tables

CARRIED = {"measure": "x", **carried.RUNS}
SETTINGS = ("alpha", "trials", "seed", "baselines")


def link() -> dict[str, str]:
    carried.remember(state.STATE, CARRIED)
    words = state.STATE.query() | evaluation_settings.query(current.source, "measures", *SETTINGS)
    return current.query() | words | (several.STATE.query() if len(every) > 1 else {})


query = links.incoming(parts.PAGE)
look.heading("Systems", "All runs of a task, measure by measure: which pairs differ? Smaller scores are better.")
links.notices()
for params in (evaluation_settings.STATE, several.STATE):
    params.follow(query)
state.follow(query)
carried.take(state.STATE, query, CARRIED)
current = outside.with_outside_scores(tasks.current(query, when_blind=blind.show))
state.follow_baselines(query, current)
evaluation_settings.follow_task(query, current.source)
tools = tasks.draw_facts(current, current.task)
finding = look.finding()
with look.controls_row():
    measure_container = st.container(horizontal=True, width="content")
    line = sharpening.row()
    settings = evaluation_settings.choose(*SETTINGS, more=partial(several.choose, current))
    every = several.chosen_tasks(current)
    every = several.tested(every, baselines=settings.baselines)
state.settle(every[0])
about = state.STATE["measure"] or current.source.primary or next(iter(settings.measures), "")
try:
    with stale.computing((*map(several.name, every), controls.labels().get(about, about), settings.words())):
        with temporary_container():
            measures, infinite = run_analyses.select_finite(every, settings.measures)
            unpaired = run_analyses.count_unpaired(every, measures, settings.alpha)
        with measure_container:
            layer = state.choose_measure(measures, current.source.primary)
        shown, work = state.begin(every, measures, settings, layer, line)
except OrdquantError as problem:
    st.error(escape(str(problem)))
    skeleton.stop()

differ = [counts[layer].significant for counts in unpaired]
parts.show(shown, differ, infinite, finding, tools, link, final=work.finished)


def files() -> None:
    tables.show(shown, current.task.notes)
    exports.show(current, measures, n_trials=settings.trials, seed=settings.seed, baselines=settings.baselines)


with tools:
    share.menu(files)
work.go_on()
