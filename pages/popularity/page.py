from collections.abc import Mapping
from functools import partial

import streamlit as st

from ordquant_core.analysis.case_margins import Pair
from pages.popularity import preferences, state
from pages.shared import (
    carried,
    case_card,
    case_list,
    current_mark,
    links,
    look,
    pair_view,
    presenting,
    selection,
    share,
    skeleton,
    task_scores,
    tasks,
    working_view,
)
from pages.shared.case_list import Cases
from pages.shared.common import COMMON
from pages.shared.task_scores import Versus


@st.fragment
def of_pair() -> None:
    with choices:
        pair = pair_view.choose_pair()
    versus = task_scores.score_two_runs(current.key, *state.settle(current), current.task, pair)
    margins = versus.margins(pair)
    ranked = margins.ranked
    cases = Cases(ranked, None, ranked, ranked)
    if section == "cases":
        cases = case_list.choose_from(state.STATE, versus, pair, ranked)
    with left:
        if section == "measures":
            pair_view.scatter(versus, pair, key="focus", height=400)
        elif section == "cases":
            case_list.scatter(versus, pair, cases)
            case_list.choose_kind(state.STATE, versus, pair, cases)
            case_list.show(versus, pair, cases, {"strength": margins.strengths})
        elif section == "pairs":
            preferences.pairs(versus)
    plots = {"measures": {"focus": pair}, "cases": {case_list.PLOT: pair}, "pairs": preferences.PLOTS}
    marks(versus, plots.get(section, {}), cases)
    card(versus, pair, cases)


@st.fragment(key=selection.MARKS)
def marks(versus: Versus, plots: Mapping[str, Pair], cases: Cases) -> None:
    case = cases.current(versus)
    if case_list.PLOT in plots and selection.selected_together(versus.all_cases) is not cases.together:
        st.rerun()  # marks alone would not do: the list is another one
    if case is not None:
        points = {key: pair_view.point_of(versus, shown, case) for key, shown in plots.items()}
        current_mark.show("case", rows={"cases": str(case)}, points=points, on_phone=case_card.TOP)


@st.fragment(key=selection.CARD)
def card(versus: Versus, pair: Pair, cases: Cases) -> None:
    case = cases.current(versus)
    if right is not None:
        with right:
            case_card.show(versus, case, pair, cases.listed)
    with below:
        preferences.others(versus, pair, cases.plotted, None if right is None else case)
    with tools:
        carried.remember(COMMON, carried.MEASURES)
        links.bar(preferences.PAGE, preferences.query(current, versus, case))


query = links.incoming(preferences.PAGE)
look.heading(
    "Popularity vs Uniform",
    "Which of two baselines does each measure prefer, case by case? Smaller scores are better.",
)
if query:  # a link says only what differs from how the page opens
    COMMON.reset(*working_view.SHOWN)
presenting.enter(query)
state.follow(query)
COMMON.follow(query, "x", "y", "case", "view", *working_view.SHOWN)  # first: the page may stop and ask for a file
carried.take(COMMON, query, carried.MEASURES)
current = tasks.current(query, while_waiting=pair_view.preview)
baselines = task_scores.score_two_runs(current.key, *state.settle(current), current.task, pair_view.chosen_pair())
tools = tasks.draw_facts(current, baselines.task)
if presenting.on():
    preferences.on_stage(current, baselines)
    skeleton.stop()

with look.finding():
    preferences.verdict(baselines)
    below = st.container(gap=None)
with look.controls_row():
    state.choose(current)
    choices = st.container(width="content")
    state.settings(current)
section = state.STATE["show"]
if section == "tasks":
    left, right = st.container(border=True), None
else:
    with st.container(key="cases_row"):
        left, right = look.cards(1, 1.1)
with left:
    state.choose_section()
    if section == "measures":
        preferences.table(current, baselines)
    elif section == "tasks":
        preferences.of_tasks(current)
of_pair()
with look.method("each case counts once", "ties within 10⁻¹²"):
    preferences.method(baselines)
with tools:
    share.menu(partial(preferences.downloads, current, baselines), presents=True)
