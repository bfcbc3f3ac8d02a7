from functools import partial

import streamlit as st

from ordquant_core.findings import runs as findings
from ordquant_core.findings.sentence import join, lettered
from pages.shared import (
    carried,
    controls,
    evaluation_settings,
    exports,
    links,
    look,
    presenting,
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
from pages.systems import case_groups, downloads, method, pairs, ranking, state

PAGE = "systems"
CARRIED = {"measure": "x", **carried.RUNS}
SETTINGS = ("alpha", "trials", "seed", "baselines")
WIDTHS = 1.75, 1  # of the two cards
FEW = 4  # runs
SECTIONS = {
    "lone": pairs.lone,
    "pairs": pairs.every_pair,
    "losses": pairs.losses,
    "tasks": method.tasks,
    "groups": case_groups.draw,
}

query = links.incoming(PAGE)
look.heading("Systems")
evaluation_settings.follow(query, several.STATE, state.STATE)
carried.take(state.STATE, query, CARRIED)
current = tasks.current(query)
state.follow_baselines(query, current)
evaluation_settings.follow_task(query, current.source, current.task)
tasks.draw_facts(current, current.task)
with look.ways():
    controls.segments(state.STATE, "ranking", "Ranking", state.RANKINGS, label_visibility="collapsed")
settings = evaluation_settings.choose(*SETTINGS, more=partial(several.choose, current))
chosen = several.chosen_tasks(current)
every = tuple(one.tested(baselines=settings.baselines, with_added=True) for one in chosen)
task_scores.restrict_pair(state.STATE, every[0].task.runs, task_scores.opening(every[0]))
finding = look.finding()
measure = state.STATE["measure"] or current.source.primary or next(iter(settings.measures), "")
about = (several.names(every), controls.labels().get(measure, measure), *settings.words())
with problems.explained(stop=True), stale.computing(about):
    with temporary_container():
        measures, infinite = run_analyses.select_finite(every, settings.measures)
    measure = task_scores.restrict_measure(state.STATE, measures, current.source.primary)
    with temporary_container():
        compared = state.compare(every, measures, settings, measure)
        over_cases = run_analyses.resample_runs(every[0], measure, settings.seed)

with finding:
    test, alpha, mine = compared.test, compared.alpha, compared.mine
    leader = lettered(findings.leader(test, measure, alpha, over_cases), compared.pair)
    write.finding(leader, {"measure": state.menus(compared)["measure"]})
    standing = () if mine is None else findings.standing(test, measure, mine, alpha)
    rest = join([standing, findings.differing(test, measure, alpha), presenting.HINT])
    write.because(rest, style="because wide", id="rest")
wide = state.STATE["ranking"] == "all"
runs_ranked = st.container(border=True) if wide else None  # a column per measure takes the width of the page
left, right = look.cards(*WIDTHS)
with runs_ranked or left:
    ranking.draw(compared, by_all=wide)
    write.because(rest, style="because narrow")  # on a phone
with right, st.container(key="systems_pair"):
    pairs.pair(compared)
few = len(compared.runs) <= FEW  # their ranking leaves room for a section
with left if wide or few else st.container(border=True):
    section = state.choose_section(compared)
    with st.container(key="systems_behind"):
        SECTIONS[section](compared)
with look.method(*method.settings(compared)):
    method.explain(compared, infinite)


def files() -> None:
    downloads.draw(compared, current.task.notes)
    exports.show(current, measures, n_trials=settings.trials, seed=settings.seed, baselines=settings.baselines)


with look.tools():
    carried.remember(state.STATE, CARRIED)
    words = state.STATE.query() | evaluation_settings.query(current.source, "measures", *SETTINGS)
    links.bar(PAGE, current.query() | words | (several.STATE.query() if len(every) > 1 else {}))
    share.menu(files)
