import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.tables.two_runs.disagreement import label_pair
from pages.popularity import preferences, total
from pages.shared import (
    cached,
    case_card,
    case_list,
    links,
    look,
    pair_view,
    presenting,
    selection,
    tasks,
    working_view,
)
from pages.shared.common import COMMON


@st.fragment(key=selection.MARKS)
def marks() -> None:
    """Mark the current case in the plots and in the list."""
    now = selection.current(versus.task.cases, order)
    with plot:
        pair_view.scatter(versus, pair, now, key="focus", height=475)
    with left:
        case_list.show(versus, pair, order, now)
    with pairs:
        preferences.pairs(versus, now)


@st.fragment(key=selection.CARD)
def card() -> None:
    """Draw the current case, and the link."""
    now = selection.current(versus.task.cases, order)
    with right:
        case_card.show(versus, now, pair, order)
    with tools:
        presenting.bar(preferences.PAGE, preferences.query(current, versus, now) | together)


query = links.incoming(preferences.PAGE)
look.heading(
    "Popularity vs Uniform",
    "Popularity puts all its probability on the gold's mode, Uniform ignores the data. Which of them does each measure "
    "prefer, case by case? Smaller scores are better; Δ is the score of Popularity minus the score of Uniform.",
)
if query:  # a link says only what differs from how the page opens
    COMMON.reset(*working_view.SHOWN)
presenting.enter(query)
COMMON.follow(query, "x", "y", "case", "view", *working_view.SHOWN)  # first: the page may stop and ask for a file
current = tasks.current(query, while_waiting=pair_view.preview)
versus = cached.versus(current.key, *current.baselines, current.task, pair_view.pair())
tools = tasks.facts(current, versus.task)
order = comparison.rank_by_difference(*pair_view.deltas_of(versus, pair_view.pair()))
case = selection.current(versus.task.cases, order)
if presenting.on():
    preferences.on_stage(current, versus, case)
    st.stop()

preferences.verdict(versus)
left, plot = look.cards(1, 1.1)
with left:
    preferences.table(current, versus)
with plot:
    pair = pair_view.choose_pair()

with st.container(key="cases_row"):
    left, right = look.cards(1, 1.1)
with left:
    st.header(f"Cases with the largest difference of {' and '.join(label_pair(pair))}", anchor=False)
pairs = st.container()
together = total.show(current, query)
marks()
card()
with tools:
    preferences.downloads(current, versus)
