import streamlit as st

from ordquant_core.tables.ranked_lists import results as tables
from ordquant_core.tables.ranked_lists.findings import facts
from pages.ranked_lists import measures, merging, pairs, results, source, state, systems, topics
from pages.shared import downloads, exports, links, look

PAGE = "ranked-lists"

query = links.incoming(PAGE)
look.heading(
    "Ranked lists",
    "Relevance judgements prefer one document to another, and so does a ranked list. The information that a list "
    "carries about the judgements, in bits, is its relevance information correlation, RIC (Golbus and Aslam, SIGIR "
    "2013). Larger is better here; on the other pages, smaller is.",
)
state.follow(query)
opened = source.choose()
found = results.results(opened)
tools = opened.data.facts(*facts(opened.found))
shown = state.choose(found, opened.data.beside)

left, right = st.columns([1.25, 1], gap="medium")
with left.container(border=True):
    systems.table(shown)
with right.container(border=True):
    systems.scatter(shown)

left, right = st.columns([1.25, 1], gap="medium")
with left.container(border=True):
    pairs.similar(shown)
with right.container(border=True):
    pairs.information(shown)

left, right = st.columns([1.25, 1], gap="medium")
with left.container(border=True):
    pairs.matrix(shown)
with right.container(border=True):
    topics.by_topic(shown)
with st.container(border=True, key="lists_topic_card"):
    topics.lists(shown)

left, right = st.columns([1.25, 1], gap="medium")
with left.container(border=True):
    measures.agreement(shown)
with right.container(border=True):
    measures.discrimination(opened, shown)
with st.container(border=True):
    merging.show(opened, shown)

with tools:
    links.bar(PAGE, state.STATE.query())
    with downloads.menu() as is_open:
        if is_open:
            pairs_of_runs = lambda: tables.pair_table(found.runs, found.joint, found.difference, found.scores)  # noqa: E731
            every: list[exports.Labelled] = [
                ("Runs: means (CSV)", lambda: tables.mean_table(found.scores), "ranked-lists-runs.csv"),
                ("Every topic (CSV)", lambda: tables.topic_table(found.scores), "ranked-lists-topics.csv"),
                ("Pairs of runs (CSV)", pairs_of_runs, "ranked-lists-pairs.csv"),
            ]
            exports.show_tables(every, opened.found.notes)
