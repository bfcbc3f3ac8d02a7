import streamlit as st

from ordquant_core.analysis.case_filters import ranked_by
from pages.cases import computed, export, listing, overview, sections, state
from pages.shared import cached, case_card, case_list, links, look, outside, pair_view, presenting, selection, tasks


@st.fragment(key=selection.MARKS)
def marks() -> None:
    """Mark the current case in the plot and in the list."""
    now = selection.current(versus.task.cases, order) if len(order) else None
    if selection.marked(current.key.digest) is not marked or (now != case and section in sections.OF_A_CASE):
        st.rerun()
    with plot:
        pair_view.scatter(versus, shown.pair, now, key="cases_focus", shown=drawn, digest=current.key.digest)
        st.caption("Click a dot, or select several with the box or lasso tool at the top right of the plot.")
    if now is not None:
        with left:
            case_list.show(versus, shown.pair, order, now, more=more, height=760)


@st.fragment(key=selection.CARD)
def card() -> None:
    """Draw the current case, and the link."""
    now = selection.current(versus.task.cases, order) if len(order) else None
    if now is not None:
        with right:
            case_card.show(versus, now, shown.pair, order)
    with tools:
        presenting.bar(
            state.PAGE, current.query() | state.query(shown, None if now is None else versus.task.cases[now])
        )


query = links.incoming(state.PAGE)
look.heading(
    "Cases",
    "On which cases do two measures prefer different runs? Choose any two runs of the task. Smaller scores are "
    "better; Δ is the score of run A minus the score of run B.",
)
state.follow(query)  # first: the page may stop at the question for files
current = outside.beside(tasks.current(query, while_waiting=pair_view.preview))
shown = state.settle(current)
wanted = (*shown.pair, *state.STATE["measures"])
versus = cached.versus(current.key, shown.a, shown.b, current.task, wanted, current.outside)
described = computed.described(current.key, versus)
tools = tasks.facts(current, versus.task)
ranked = listing.numbers(current.key, versus, shown, described)
marked = selection.marked(current.key.digest)
order = selection.among(ranked, marked)
case = selection.current(versus.task.cases, order) if len(order) else None
if presenting.on():
    overview.on_stage(current, versus, shown, ranked, case)
    st.stop()

left, plot = look.cards(1, 1.1)
with left:
    overview.show(current.key, versus, shown, ranked)
    overview.choose_runs(current.task.runs)
    pair_view.choose_pair(versus.outside)
drawn = ranked if shown.filtered else None  # all of them
more = ranked_by(shown.ranking, *pair_view.deltas_of(versus, shown.pair), described)
with st.container(key="cases_row"):
    left, right = look.cards(1, 1.1)
with left:
    listing.show(versus.task, shown, len(ranked), None if marked is None else len(order))
if case is None:
    right.info("No case is listed. Clear the filter or the selection to see all of them.")
section = sections.show(current.key, versus, shown, described, case)
marks()
card()
with tools:
    export.show(current, versus, shown, described, order)
