from functools import partial

import streamlit as st

from pages.cases import export, listing, overview, sections, state
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
    task_scores,
    tasks,
    write,
)
from pages.shared.common import COMMON


@st.fragment(key=selection.MARKS)
def marks() -> None:
    case = cases.current(versus)
    selection_changed = selection.selected_together(versus.all_cases) is not cases.together
    if selection_changed:
        st.rerun()  # marks alone would not do: the list is another one
    if case is not None:
        points = sections.points(section, versus, shown, case, cases)
        current_mark.show("case", rows={"cases": str(case)}, points=points, on_phone=case_card.TOP)


@st.fragment(key=selection.CARD)
def card() -> None:
    case = cases.current(versus)
    if right is not None:
        with right:
            case_card.show(versus, case, shown.pair, cases.listed)
    with below:
        overview.below(versus, shown, None if right is None else case)
    with tools:
        carried.remember(COMMON, state.CARRIED)
        links.bar(state.PAGE, current.query() | state.query(shown, versus, case))


query = links.incoming(state.PAGE)
look.heading("Cases", overview.SUBTITLE)
state.follow(query)  # first: the page may stop at the question for files
current = tasks.current(query, while_waiting=pair_view.preview)
shown = state.settle(current)
versus = task_scores.score_two_runs(current.key, shown.a, shown.b, current.task, shown.pair)
described = listing.describe(current.key, versus)
tools = tasks.draw_facts(current, versus.task)
ranked = listing.numbers(current.key, versus, shown, described)
cases = case_list.choose_from(state.STATE, versus, shown.pair, ranked)
if presenting.on():
    overview.on_stage(current, versus, shown, cases)

with look.finding():
    write.verdict(overview.finding(versus, shown))
    below = st.container(gap=None)
overview.choose(current, versus, shown)
section = sections.settle(versus)
right, how = None, ""
if section in sections.BESIDE_A_CASE:
    with st.container(key="cases_row"):
        left, right = look.cards(1, 1.1)
else:
    left = st.container(border=True, key="cases_behind")
with left:
    sections.choose(versus)
    if section == "cases":
        overview.show(current, versus, shown, described, cases)
    else:
        how = sections.show(section, current, versus, shown, described, cases.current(versus))
with look.method(*overview.method_label(current, versus, shown, section)):
    overview.method(versus, shown, how)
marks()
card()
with tools:
    share.menu(partial(export.show, current, versus, shown, described, cases.listed), presents=True)
