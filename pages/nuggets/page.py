import streamlit as st

from ordquant_core.findings import nuggets as findings
from ordquant_core.findings.sentence import join, lettered
from ordquant_core.nuggets import Ranking
from pages.nuggets import dialogue, ranking, source, state
from pages.shared import links, look, presenting, share, tasks, write
from pages.shared.result_cache import Key

PAGE = "nuggets"

query = links.incoming(PAGE)
look.heading("Nuggets")
state.follow(query)
opened = source.choose()
task = opened.contents
tasks.line_of_facts(opened.source, findings.facts(task), [findings.blocks_by_side(task), *task.notes])
finding = look.finding()
with st.container(border=True):
    over_alpha, of_runs = st.columns([1, 1.15], gap="medium")
    by_alpha, weight = over_alpha.container(gap=None), over_alpha.container()
left, right = st.columns([1, 1.15], gap="small")
of_all = left.container(border=True) if len(task.runs) > 1 else left
of_worst = left.container(border=True, height="stretch")
of_dialogue = right.container(border=True, height="stretch", key="nugget_card")


def about_dialogue(key: Key, ranked: Ranking, measure: str, runs: tuple[int, ...]) -> None:
    if state.runs(task) != runs:  # chosen in its finding: all of the page is about them
        st.rerun()
    view = state.view(task, ranked, measure, runs)
    with of_dialogue:
        dialogue.card(view)
    if len(runs) > 1:
        with of_all:
            dialogue.scatter(view)
    with of_worst:
        dialogue.worst(key, view)
    with look.tools():
        links.bar(PAGE, state.STATE.query())
        share.menu(tables=ranking.downloads(ranked, task), notes=task.notes)


@st.fragment
def body() -> None:
    state.restrict(task)
    alpha = state.choose_alpha(weight)
    measure, runs = state.STATE["measure"], state.runs(task)
    key = opened.key, alpha
    ranked = ranking.rank(*key, task)
    pair = tuple(task.runs[run] for run in runs)
    with finding:
        over_cases = ranking.over_cases(key, ranked, measure)
        menus = {"measure": state.menus(task)["measure"]}  # runs are chosen where two are compared
        write.finding(lettered(findings.best_run(ranked, measure, over_cases), pair), menus)
        write.because(join([findings.how_often(ranked, over_cases), presenting.HINT]))
    with of_runs:
        ranking.table(key, ranked, measure, pair)
    with by_alpha:
        if alpha is not None:
            write.title(findings.depends_on_alpha(ranked, measure))
        write.because(findings.over_alpha(ranked, measure, pair))
    with over_alpha:
        ranking.over_alpha(ranked, measure, runs)
    st.fragment(about_dialogue)(key, ranked, measure, runs)
    ranking.method(ranked)


body()
