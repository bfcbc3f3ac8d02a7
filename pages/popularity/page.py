from functools import partial

import streamlit as st

from pages.popularity import parts, preferences, state, total
from pages.shared import (
    carried,
    links,
    look,
    pair_view,
    presenting,
    share,
    skeleton,
    task_scores,
    tasks,
    working_view,
)
from pages.shared.common import COMMON

query = links.incoming(preferences.PAGE)
look.heading(
    "Popularity vs Uniform",
    "Which of two baselines does each measure prefer, case by case? Smaller scores are better; Δ is the score of A "
    "minus the score of B.",
)
if query:  # a link says only what differs from how the page opens
    COMMON.reset(*working_view.SHOWN)
presenting.enter(query)
state.follow(query)
COMMON.follow(query, "x", "y", "case", "view", *working_view.SHOWN)  # first: the page may stop and ask for a file
carried.take(COMMON, query, carried.MEASURES)
current = tasks.current(query, while_waiting=pair_view.preview)
versus = task_scores.score_two_runs(current.key, *state.settle(current), current.task, pair_view.settle_pair())
tools = tasks.draw_facts(current, versus.task)
if presenting.on():
    preferences.on_stage(current, versus)
    skeleton.stop()

with look.finding():
    preferences.verdict(versus)
with look.controls_row():
    state.choose(current)
    choices = st.container(width="content")
    state.settings(current)
section = state.STATE["show"]
if section == "tasks":
    left, card = st.container(border=True), None
else:
    with st.container(key="cases_row"):
        left, card = look.cards(1, 1.1)
with left:
    state.choose_section()
    if section == "measures":
        preferences.table(current, versus)
    elif section == "tasks":
        total.show(current)
parts.show(current, section, parts.Containers(choices, left, card, tools))
with st.expander("How computed"):
    preferences.method(versus)
with tools:
    share.menu(partial(preferences.downloads, current, versus), presents=True)
