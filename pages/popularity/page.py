from collections.abc import Mapping
from functools import partial

import streamlit as st

from ordquant_core.analysis.case_margins import Pair
from pages.popularity import preferences, state
from pages.shared import (
    carried,
    case_card,
    case_list,
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


@st.fragment
def of_pair() -> None:
    with choices:
        pair = pair_view.choose_pair()
    versus = task_scores.score_two_runs(current.key, *state.chosen_baselines(current), current.task, pair)
    margins = versus.margins(pair)
    cases = case_list.every_case(versus, margins)
    if section == "cases":
        cases = case_list.choose_from(state.STATE, versus, margins, cases.plotted)
    with left:
        if section == "measures":
            pair_view.scatter(versus, pair, key="focus", height=400)
        elif section == "cases":
            case_list.scatter(cases)
            case_list.choose_kind(state.STATE, cases)
            case_list.show(cases, {"strength": margins.strengths})
        elif section == "pairs":
            preferences.pairs(versus)
    plots = {"measures": {"focus": pair}, "cases": {case_list.PLOT: pair}, "pairs": preferences.PLOTS}
    marks(cases, plots.get(section, {}))
    card(cases)


@st.fragment(key=selection.MARKS)
def marks(cases: Cases, plots: Mapping[str, Pair]) -> None:
    case_list.mark(
        cases, lambda case: {key: pair_view.point_of(cases.versus, pair, case) for key, pair in plots.items()}
    )


@st.fragment(key=selection.CARD)
def card(cases: Cases) -> None:
    case = cases.current()
    if right is not None:
        with right:
            case_card.show(cases.versus, case, cases.margins.measures, cases.listed)
    with below:
        preferences.others(cases, None if right is None else case)
    with tools:
        carried.remember(COMMON, carried.MEASURES)
        links.bar(preferences.PAGE, preferences.query(current, cases.versus, case))


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
baselines = task_scores.score_two_runs(
    current.key, *state.chosen_baselines(current), current.task, pair_view.chosen_pair()
)
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
