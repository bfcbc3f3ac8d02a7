import streamlit as st

from ordquant_core.findings import ranked_lists as findings
from ordquant_core.papers.recommendations import OF_RANKED_LISTS
from pages.ranked_lists import cards, results, source, state
from pages.ranked_lists.state import STATE, View
from pages.shared import controls, links, look, share, write

PAGE = "ranked-lists"

query = links.incoming(PAGE)
look.heading("Ranked lists")
STATE.follow(query)
opened = source.choose()
source.draw_facts(opened)
tools = look.tools()
finding = look.finding()
with st.container(horizontal=True, vertical_alignment="center"):
    of_runs = st.container(horizontal=True, width="content")
    measures = state.choose_measures()
ranked = results.of_all(opened, measures)


@st.fragment
def of_several_runs(view: View) -> None:
    """Draw what does not depend on runs A and B."""
    if ranked.has_ric:
        with lower[0]:
            cards.merging(opened, view)
        with behind, controls.folded(STATE, "joint", "All runs together") as is_open:
            if is_open:
                cards.together(opened)
    with tools:
        links.bar(PAGE, STATE.query())
        share.menu(tables=results.downloads(view), notes=opened.contents.notes)


@st.fragment
def body() -> None:
    view = state.choose_runs(ranked, (opened.key, ranked.scores.measures), of_runs)
    with finding:
        write.verdict(findings.best_run(ranked, view.pair, results.first(view)))
        if ranked.has_ric and len(set(view.pair)) == 2:
            write.because(findings.two_runs(ranked, view.pair, results.by_chance(opened, view.pair)), id="two_runs")
    with upper[0]:
        cards.runs(view)
    if ranked.has_ric:
        with upper[1]:
            cards.scatter(view)
        with lower[1]:
            cards.differences(view)
    of_several_runs(view)


columns = st.columns([1.25, 1], gap="medium") if ranked.has_ric else [st.container()]
upper = [column.container(border=True) for column in columns]
lower = [column.container(border=True, height="stretch") for column in columns if ranked.has_ric]
behind = st.container()
with look.method(f"grades permuted with seed {results.SEED}"):
    for words in (findings.MEANS, findings.CHANCE, findings.INFORMATION_DIFFERENCE, findings.GAINS):
        write.note(words)
    for recommendation in OF_RANKED_LISTS:
        write.note(f"{recommendation.words} ({recommendation.source})", id="recommended")
body()
