from dataclasses import replace
from functools import partial

import streamlit as st

from ordquant_core.findings import runs as findings
from ordquant_core.frame_html import sentence
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
    task_scores,
    tasks,
    write,
)
from pages.shared.progress_bar import temporary_container
from pages.systems import case_groups, downloads, method, own, pairs, ranking, state

PAGE = "systems"
CARRIED = {"measure": "x", **carried.RUNS}
SETTINGS = ("alpha", "trials", "seed", "baselines")

query = links.incoming(PAGE)
look.heading("Systems")
evaluation_settings.follow(query, several.STATE, state.STATE)
carried.take(state.STATE, query, CARRIED)
current = tasks.current(query)
state.follow_baselines(query, current)
evaluation_settings.follow_task(query, current.source)
tasks.draw_facts(current, current.task)
tools = look.tools()
finding = look.finding()
with st.container(horizontal=True, vertical_alignment="center"):
    measure_container = st.container(horizontal=True, width="content")
    settings = evaluation_settings.choose(*SETTINGS, more=partial(several.choose, current))
    every = several.chosen_tasks(current)
    every = several.tested(every, baselines=settings.baselines)
task_scores.restrict_pair(state.STATE, every[0].task.runs, task_scores.opening(every[0]))
measure = state.STATE["measure"] or current.source.primary or next(iter(settings.measures), "")
about = (several.names(every), controls.labels().get(measure, measure), *settings.words())
with problems.explained(stop=True), stale.computing(about):
    with temporary_container():
        measures, infinite = run_analyses.select_finite(every, settings.measures)
    with measure_container:
        measure = state.choose_measure(measures, current.source.primary)
    with temporary_container():
        comparison = state.compare(every, measures, settings, measure)

wide = state.STATE["ranking"] == "all"  # a column per measure takes the width of the page
cards = ["own_run", "systems_pair"] if comparison.yours else ["systems_pair", "own_run"]
if current.source.own:
    cards.remove("own_run")
if wide:
    ranking_card = st.container(border=True, key="runs_ranked")
    columns = st.columns(len(cards), gap="medium")
else:
    left, right = st.columns([1.35, 1], gap="medium")
    ranking_card = left.container(border=True, height="stretch", key="runs_ranked")
    columns = [right] * len(cards)
beside = {
    key: column.container(border=True, height="stretch" if wide or key == cards[-1] else "content", key=key)
    for key, column in zip(cards, columns, strict=True)
}
mine = None
if "own_run" in beside:
    with beside["own_run"]:
        mine = own.losses(comparison)
section = state.choose_section(comparison)
behind = st.container(border=True, key="systems_behind")
own.add(comparison)
explanation = look.method(*method.settings(comparison))


@st.fragment
def about_two_runs() -> None:
    """Draw what depends on runs A and B, and what their choice may change."""
    compared = replace(comparison, pair=state.pair())
    test, alpha = compared.test, compared.alpha
    over_cases = run_analyses.resample_runs(compared.tasks[0], measure, settings.seed)
    with finding:
        write.verdict(sentence(findings.leader(test, measure, alpha, over_cases), compared.numbers))
        if mine is None:
            write.because(findings.differing(test, measure, alpha), id="differ")
        else:
            own.standing(compared, mine)
    with ranking_card:
        ranking.draw(compared, mine, wide=wide)
    with beside["systems_pair"]:
        if mine is None:  # a ranking in which an own run stands out has no further colours
            write.html(pairs.colours(compared))
        pairs.pair(compared)
    with behind:
        {"lone": pairs.lone, "tasks": method.tasks, "groups": case_groups.draw}[section](compared)
    with explanation:
        method.explain(compared, infinite)
    with tools:
        carried.remember(state.STATE, CARRIED)
        words = state.STATE.query() | evaluation_settings.query(current.source, "measures", *SETTINGS)
        links.bar(PAGE, current.query() | words | (several.STATE.query() if len(every) > 1 else {}))


about_two_runs()


def files() -> None:
    downloads.draw(comparison, current.task.notes)
    exports.show(current, measures, n_trials=settings.trials, seed=settings.seed, baselines=settings.baselines)


with tools:
    share.menu(files)
