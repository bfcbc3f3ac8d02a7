import streamlit as st

from ordquant_core.nuggets import Ranking
from ordquant_core.tables.nuggets.findings import facts
from pages.nuggets import dialogue, ranking, source, state
from pages.shared import links, look, share, tasks
from pages.shared.result_cache import Key

PAGE = "nuggets"

query = links.incoming(PAGE)
look.heading(
    "Nuggets",
    "How well do systems estimate the votes over nugget types, block by block? The types have no order, so only RNSS, "
    "JSD and NVD apply. Smaller is better.",
)
state.follow(query)
opened = source.choose()
task = opened.found
tools = tasks.line_of_facts(opened.data.source, facts(task), task.notes)
finding = look.finding()
controls_row = st.container(horizontal=True, vertical_alignment="bottom")


@st.fragment
def body() -> None:
    with controls_row:
        measure, alpha, runs = state.choose(task)
    key = opened.key, alpha
    found = ranking.ranking(*key, task)
    with finding:
        ranking.finding(key, found, measure, runs)
    left, right = look.cards(1.15, 1)
    with left:
        ranking.table(key, found, measure, runs)
    with right:
        ranking.over_alpha(found, measure, runs)
    st.fragment(of_dialogue)(key, found, measure, runs)


def of_dialogue(key: Key, found: Ranking, measure: str, runs: tuple[int, ...]) -> None:
    shown = state.show(task, found, measure, runs)
    left, right = st.columns([1.15, 1], gap="medium")
    with left.container(border=True, key="nugget_card"):
        dialogue.card(shown)
    with right.container(border=True):
        dialogue.scatter(shown)
    with right.container(border=True, height="stretch"):
        dialogue.worst(key, shown)
    ranking.method(shown.ranking)
    with tools:
        links.bar(PAGE, state.STATE.query())
        share.menu(tables=ranking.downloads(found, task), notes=task.notes)


body()
