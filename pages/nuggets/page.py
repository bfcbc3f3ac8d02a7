import streamlit as st

from ordquant_core.findings import nuggets as findings
from ordquant_core.nuggets import Ranking
from pages.nuggets import dialogue, ranking, source, state
from pages.shared import links, look, share, tasks, write
from pages.shared.result_cache import Key

PAGE = "nuggets"

query = links.incoming(PAGE)
look.heading("Nuggets")
state.follow(query)
opened = source.choose()
task = opened.contents
tasks.line_of_facts(opened.data.source, findings.facts(task), task.notes)
tools = look.tools()
finding = look.finding()
controls_row = st.container(horizontal=True, vertical_alignment="bottom")


def of_dialogue(key: Key, ranked: Ranking, measure: str, runs: tuple[int, ...]) -> None:
    view = state.view(task, ranked, measure, runs)
    left, right = st.columns([1.15, 1], gap="medium")
    with left.container(border=True, key="nugget_card"):
        dialogue.card(view)
    if len(runs) > 1:
        with right.container(border=True):
            dialogue.scatter(view)
    with right.container(border=True, height="stretch"):
        dialogue.worst(key, view)
    ranking.method(ranked)
    with tools:
        links.bar(PAGE, state.STATE.query())
        share.menu(tables=ranking.downloads(ranked, task), notes=task.notes)


@st.fragment
def body() -> None:
    with controls_row:
        measure, alpha, runs = state.choose(task)
    key = opened.key, alpha
    ranked = ranking.rank(*key, task)
    pair = tuple(task.runs[run] for run in runs)
    with finding:
        write.verdict(ranking.verdict(key, ranked, measure))
        write.because(findings.over_alpha(ranked, measure, pair))
    left, right = look.cards(1.15, 1)
    with left:
        ranking.table(key, ranked, measure, pair)
    with right:
        ranking.over_alpha(ranked, measure, runs)
    st.fragment(of_dialogue)(key, ranked, measure, runs)


body()
