import streamlit as st

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

left, right = look.cards(1.25, 1)
with left:
    systems.table(shown)
with right:
    systems.scatter(shown)

left, right = look.cards(1.25, 1)
with left:
    pairs.similar(shown)
with right:
    pairs.information(shown)

left, right = look.cards(1.25, 1)
with left:
    pairs.matrix(shown)
with right:
    topics.by_topic(shown)
with st.container(border=True, key="lists_topic_card"):
    topics.lists(shown)

left, right = look.cards(1.25, 1)
with left:
    measures.agreement(shown)
with right:
    measures.discrimination(opened, shown)
with st.container(border=True):
    merging.show(opened, shown)

with tools:
    links.bar(PAGE, state.STATE.query())
    with downloads.menu() as is_open:
        if is_open:
            exports.show_tables(results.downloads(found), opened.found.notes)
