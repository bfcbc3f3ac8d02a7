import streamlit as st

from pages.ranked_lists import measures, merging, pairs, results, source, state, systems, topics
from pages.shared import downloads, links, look

PAGE = "ranked-lists"

query = links.incoming(PAGE)
look.heading(
    "Ranked lists",
    "Relevance judgements prefer one document to another, and so does a ranked list. What the list tells of the "
    "judgements, in bits, is its relevance information correlation, RIC (Golbus and Aslam, SIGIR 2013). Larger is "
    "better here; on the other pages, smaller is.",
)
state.remember(query)
current = source.current(query)
shown = results.results(current)
state.follow(shown)
tools = systems.facts(current)
settings = state.choose(shown, current.data.beside)

left, right = st.columns([1.25, 1], gap="medium")
with left.container(border=True):
    systems.verdict(shown, settings)
    systems.table(shown, settings)
with right.container(border=True):
    systems.scatter(shown, settings)

left, right = st.columns([1.25, 1], gap="medium")
with left.container(border=True):
    pairs.similar(shown, settings)
with right.container(border=True):
    pairs.knowledge(shown, settings)

left, right = st.columns([1.25, 1], gap="medium")
with left.container(border=True):
    pairs.matrix(shown, settings)
with right.container(border=True):
    topics.by_topic(shown, settings)
with st.container(border=True, key="lists_topic_card"):
    topics.lists(shown, settings)

left, right = st.columns([1.25, 1], gap="medium")
with left.container(border=True):
    measures.agreement(shown)
with right.container(border=True):
    measures.discrimination(current, shown)
with st.container(border=True):
    merging.show(current, shown)

with tools:
    links.bar(PAGE, {"data": current.data.choice} | state.query(shown, settings))
    with st.popover("Download"):
        notes = current.collection.notes
        downloads.button("Runs: means (CSV)", lambda: results.mean_frame(shown), "ranked-lists-runs.csv", notes)
        downloads.button("Every topic (CSV)", lambda: results.topic_frame(shown), "ranked-lists-topics.csv", notes)
        downloads.button("Pairs of runs (CSV)", lambda: results.pair_frame(shown), "ranked-lists-pairs.csv", notes)
