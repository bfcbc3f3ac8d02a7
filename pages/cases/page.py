from functools import partial

import streamlit as st

from pages.cases import computed, export, listing, overview, sections, state
from pages.shared import (
    carried,
    case_card,
    case_list,
    current_mark,
    links,
    look,
    outside,
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
    case = overview.current(versus, order)
    selection_changed = selection.selected_together(current.key.digest) is not together
    if selection_changed or (case != first and section == sections.OF_A_CASE):
        st.rerun()  # marks alone would not do: the list, or a whole section, is another one
    if case is not None:
        points = overview.place(versus, shown, ranked, case) | sections.points(section, versus, shown, case)
        current_mark.show("case", rows={"cases": str(case)}, points=points)


@st.fragment(key=selection.CARD)
def card() -> None:
    case = overview.current(versus, order)
    if case is not None:
        with right:
            case_card.show(versus, case, shown.pair, order)
    with tools:
        carried.remember(COMMON, state.CARRIED)
        links.bar(state.PAGE, current.query() | state.query(shown, versus, case))


query = links.incoming(state.PAGE)
look.heading("Cases", overview.SUBTITLE)
state.follow(query)  # first: the page may stop at the question for files
current = outside.with_outside_scores(tasks.current(query, while_waiting=pair_view.preview))
shown = state.settle(current)
versus = task_scores.score_two_runs(current.key, shown.a, shown.b, current.task, shown.pair, current.outside)
described = computed.described(current.key, versus)
tools = tasks.draw_facts(current, versus.task)
ranked = listing.numbers(current.key, versus, shown, described)
together = selection.selected_together(current.key.digest)
order = selection.among(ranked, together)
first = overview.current(versus, order)
if presenting.on():
    overview.on_stage(current, versus, shown, ranked, first)

with look.finding():
    write.verdict(overview.finding(versus, shown))
left, plot = look.cards(1, 1.1)
with left:
    overview.show(current, versus, shown, ranked)
with st.container(key="cases_row"):
    left, right = look.cards(1, 1.1)
with left:
    listing.show(versus.task, shown, len(ranked), None if together is None else len(order))
if first is None:
    right.info("No case is listed. Clear the filter or the selection to see all of them.")
with plot:
    overview.scatter(current.key.digest, versus, shown, ranked)
    st.caption("Click a dot, or select several with the box or lasso tool at the top right of the plot.")
if first is not None:
    with left:
        more = listing.ranked_by(versus, shown, described)
        case_list.show(versus, shown.pair, order, more=more, height=760)
section = sections.show(current, versus, shown, described, first)
marks()
card()
with tools:
    share.menu(partial(export.show, current, versus, shown, described, order), presents=True)
