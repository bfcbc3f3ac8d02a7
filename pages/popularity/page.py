from functools import partial

import streamlit as st

from pages.popularity import parts, preferences, state, total
from pages.shared import carried, links, look, pair_view, presenting, share, skeleton, task_scores, tasks, working_view
from pages.shared.common import COMMON

query = links.incoming(preferences.PAGE)
look.heading(
    "Popularity vs Uniform",
    "Popularity puts all its probability on the gold's mode, Uniform ignores the data. Which of them does each measure "
    "prefer, case by case? Smaller scores are better; Δ is the score of run A minus the score of run B.",
)
if query:  # a link says only what differs from how the page opens
    state.STATE.reset()
    COMMON.reset(*working_view.SHOWN)
presenting.enter(query)
state.STATE.follow(query)
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
left, plot = look.cards(1, 1.1)
with left:
    preferences.table(current, versus)
    state.choose(current)
with st.container(key="cases_row"):
    cases, card = look.cards(1, 1.1)
containers = parts.Containers(plot, cases, card, st.container(), tools)
link_of_tasks = total.show(current, query)
parts.show(current, containers, link_of_tasks)
with tools:
    share.menu(partial(preferences.downloads, current, versus), presents=True)
