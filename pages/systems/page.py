from dataclasses import replace
from functools import partial

import streamlit as st

from ordquant_core.tables.runs import views as runs
from pages.shared import (
    carried,
    controls,
    evaluation_settings,
    exports,
    links,
    look,
    problems,
    run_analyses,
    several,
    share,
    stale,
    tasks,
    write,
)
from pages.shared.progress_bar import temporary_container
from pages.systems import groups, official, own, pairs, state, tables

PAGE = "systems"
CARRIED = {"measure": "x", **carried.RUNS}
SETTINGS = ("alpha", "trials", "seed", "baselines")


@st.fragment
def of_pair() -> None:
    now = replace(shown, pair=state.pair(shown.runs))
    with finding:
        groups.finding(now)
        if mine is None:
            groups.differing(now)
        else:
            own.standing(now, mine)
    with ranking:
        official.ranking(now, mine, wide=wide)
    with beside["systems_pair"]:
        if mine is None:  # a ranking in which an own run stands out has no further colours
            write.html(runs.colours(now.pair))
        pairs.pair(now)
    with behind:
        {
            "lone": lambda: pairs.lone(now),
            "tasks": lambda: groups.tasks(now),
            "groups": lambda: official.by_group(now),
        }[section]()
    with method:
        groups.verdict(now, infinite)
    with tools:
        carried.remember(state.STATE, CARRIED)
        words = state.STATE.query() | evaluation_settings.query(current.source, "measures", *SETTINGS)
        links.bar(PAGE, current.query() | words | (several.STATE.query() if len(every) > 1 else {}))


query = links.incoming(PAGE)
look.heading("Systems", "Which runs differ, measure by measure? Smaller scores are better.")
evaluation_settings.follow(query, several.STATE, state.STATE)
carried.take(state.STATE, query, CARRIED)
current = tasks.current(query)
state.follow_baselines(query, current)
evaluation_settings.follow_task(query, current.source)
tools = tasks.draw_facts(current, current.task)
finding = look.finding()
with look.controls_row():
    measure_container = st.container(horizontal=True, width="content")
    settings = evaluation_settings.choose(*SETTINGS, more=partial(several.choose, current))
    every = several.chosen_tasks(current)
    every = several.tested(every, baselines=settings.baselines)
state.settle(every[0])
measure = state.STATE["measure"] or current.source.primary or next(iter(settings.measures), "")
about = (several.names(every), controls.labels().get(measure, measure), *settings.words())
with problems.said(stop=True), stale.computing(about):
    with temporary_container():
        measures, infinite = run_analyses.select_finite(every, settings.measures)
    with measure_container:
        layer = state.choose_measure(measures, current.source.primary)
    with temporary_container():
        shown = state.test(every, measures, settings, layer)

wide = state.STATE["ranking"] == "all"  # a column per measure takes the width of the page
cards = ["own_run", "systems_pair"] if shown.yours else ["systems_pair", "own_run"]
if current.source.own:
    cards.remove("own_run")
if wide:
    ranking = st.container(border=True, key="runs_ranked")
    columns = st.columns(len(cards), gap="medium")
else:
    left, right = st.columns([1.35, 1], gap="medium")
    ranking = left.container(border=True, height="stretch", key="runs_ranked")
    columns = [right] * len(cards)
beside = {
    key: column.container(border=True, height="stretch" if wide or key == cards[-1] else "content", key=key)
    for key, column in zip(cards, columns, strict=True)
}
mine = None
if "own_run" in beside:
    with beside["own_run"]:
        mine = own.losses(shown)
section = state.choose_section(shown)
behind = st.container(border=True, key="systems_behind")
own.add(shown)
method = look.method(*groups.settings(shown))
of_pair()


def files() -> None:
    tables.show(shown, current.task.notes)
    exports.show(current, measures, n_trials=settings.trials, seed=settings.seed, baselines=settings.baselines)


with tools:
    share.menu(files)
