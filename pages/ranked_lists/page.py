import streamlit as st

from ordquant_core.errors import InputError
from ordquant_core.findings.ranked_lists import NO_RIC
from pages.ranked_lists import (
    additions,
    measures,
    merging,
    pairs,
    results,
    settings,
    source,
    state,
    systems,
)
from pages.ranked_lists import topics as by_topic
from pages.shared import controls, links, look, share

PAGE = "ranked-lists"
SECTIONS = {
    "pairs": pairs.show,
    "topics": by_topic.show,
    "measures": measures.show,
    "merging": merging.show,
}
AT_ONCE = "pairs", "topics"  # sections that compute nothing that takes long

NEEDS_RIC = "pairs", "topics", "merging"

query = links.incoming(PAGE)
look.heading(
    "Ranked lists",
    "How much does a ranked list say about relevance judgements? RIC (Golbus and Aslam, SIGIR 2013), in bits. "
    "Larger is better here; on the other pages, smaller is.",
)
state.follow(query)
opened = source.choose()
tools = source.draw_facts(opened)
finding = look.finding()
with st.container(horizontal=True, vertical_alignment="bottom"):
    of_runs = st.container(horizontal=True, width="content")
    keys = settings.choose(opened.contents)
    added = additions.choose(opened)
largest = state.STATE["largest"]
scores, teams = results.scored(opened, keys, largest), None
try:
    scores, teams = added.used(opened, scores)
except InputError as error:
    additions.report(error, added)
ranked = results.results(opened, scores)
left, right = look.cards(1.25, 1)
section = controls.sections(state.STATE, "show", "Section", state.SECTIONS)
behind = st.container()
topics, seed = state.TOPIC_CHOICES[state.STATE["over"]], state.STATE["seed"]
how = look.method(f"topics: {topics}", f"grades permuted with seed {seed}")


def body() -> None:
    view = state.choose(ranked, (opened.key, scores.measures, largest, added.key), of_runs, teams)
    with finding:
        systems.finding(opened, view)
    with left:
        systems.table(view)
    with right:
        systems.scatter(view)
    with behind:
        if section in NEEDS_RIC and not view.results.has_ric:
            st.info(f"{NO_RIC} This section compares lists by it.")
        else:
            SECTIONS[section](opened, view)
    with how:
        systems.method(opened, view)
    with tools:
        links.bar(PAGE, state.query())
        share.menu(tables=results.downloads(view), notes=opened.contents.notes)


(st.fragment(body) if section in AT_ONCE else body)()  # a fragment that takes long would keep the visitor waiting
