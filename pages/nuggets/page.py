import streamlit as st

from ordquant_core.nuggets import Ranking
from ordquant_core.tables.nuggets.findings import facts
from pages.nuggets import dialogue, how, ranking, source, state
from pages.shared import exports, links, look, share
from pages.shared.result_cache import Key

PAGE = "nuggets"

query = links.incoming(PAGE)
look.heading(
    "Nuggets",
    "For every block of a dialogue, systems estimate how annotators vote over nugget types. The types are nominal: "
    "no type is nearer to another, so RNSS, JSD and NVD apply, and the ordinal measures (NMD, RNOD, …) do not. "
    "Smaller is better.",
)
state.follow(query)
opened = source.choose()
task = opened.found
tools = opened.data.facts(*facts(task))


@st.fragment
def body() -> None:
    measure, alpha, runs = state.choose(task, opened.data.beside)
    key = opened.key, alpha
    found = ranking.ranking(*key, task)
    left, right = st.columns([1.15, 1], gap="medium")
    with left.container(border=True):
        ranking.table(key, found, measure, runs)
    with right.container(border=True):
        ranking.over_alpha(found, measure, runs)
    st.fragment(of_dialogue)(key, found, measure, runs)


def of_dialogue(key: Key, found: Ranking, measure: str, runs: tuple[int, ...]) -> None:
    shown = state.show(task, found, measure, runs)
    left, right = st.columns([1.15, 1], gap="medium")
    with left.container(border=True, key="nugget_card"):
        dialogue.card(shown)
    with right.container(border=True):
        dialogue.scatter(shown)
    with right.container(border=True):
        dialogue.worst(key, shown)
    how.show()
    with tools:
        links.bar(PAGE, state.STATE.query())
        share.menu(lambda: exports.show_tables(ranking.downloads(found, task), task.notes))


body()
