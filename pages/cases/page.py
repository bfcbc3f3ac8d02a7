from functools import partial

import streamlit as st

from ordquant_core.findings import disagreement as findings
from pages.cases import export, listing, overview, sections, state
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
    task_scores,
    tasks,
    write,
)
from pages.shared.common import COMMON


@st.fragment(key=selection.MARKS)
def marks() -> None:
    case_list.mark(cases, lambda case: sections.points(section, cases, case))


@st.fragment(key=selection.CARD)
def card() -> None:
    case = cases.current()
    if right is not None:
        with right:
            case_card.show(versus, case, view.pair, cases.listed)
    with below:
        overview.below(cases, None if right is None else case)
    with tools:
        carried.remember(COMMON, state.CARRIED)
        links.bar(state.PAGE, current.query() | state.query(view, versus, case))


query = links.incoming(state.PAGE)
look.heading("Cases", overview.SUBTITLE)
state.follow(query)  # first: the page may stop at the question for files
current = tasks.current(query, while_waiting=pair_view.preview)
view = state.chosen_view(current)
versus = task_scores.score_two_runs(current.key, view.a, view.b, current.task, view.pair)
described = listing.describe(current.key, versus)
tools = tasks.draw_facts(current, versus.task)
ranked = listing.numbers(current.key, versus, view, described)
cases = case_list.choose_from(state.STATE, versus, versus.margins(view.pair), ranked)
if presenting.on():
    overview.on_stage(current, view, cases)

with look.finding():
    write.verdict(findings.disagreement(cases.margins))
    below = st.container(gap=None)
overview.choose(current, versus, view)
section = sections.chosen_section(versus)
right, how = None, ""
if section in sections.BESIDE_A_CASE:
    with st.container(key="cases_row"):
        left, right = look.cards(1, 1.1)
else:
    left = st.container(border=True, key="cases_behind")
with left:
    sections.choose(versus)
    if section == "cases":
        overview.show(view, described, cases)
    else:
        how = sections.show(section, current, versus, view, described, cases.current())
with look.method(*overview.method_label(current, versus, view, section)):
    overview.method(cases, view, how)
marks()
card()
with tools:
    share.menu(partial(export.show, current, versus, view, described, cases.listed), presents=True)
