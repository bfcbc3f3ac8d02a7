"""Topic by topic: which run carries more where, the two lists of one topic, and all runs together."""

from functools import partial

import streamlit as st

from ordquant_core.figures.ranked_lists import both_defined, draw_topic, draw_topics
from ordquant_core.numerals import count
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.tables.ranked_lists.findings import together_rows, topic_in_words, topic_scores
from pages.ranked_lists import results
from pages.ranked_lists.state import STATE, Shown, take_topic
from pages.shared import controls, downloads, look, write
from pages.shared.escaping import escape
from pages.shared.sample_or_own import Opened
from pages.shared.session import preset, reported, use_selected_number


def show(opened: Opened[Collection], shown: Shown) -> None:
    """Draw the section."""
    left, right = look.cards(1, 1.25)
    with left:
        by_topic(shown)
    with right.container(key="lists_topic_card"):
        lists(opened, shown)
    with controls.folded(STATE, "joint", "All runs together") as is_open:
        if is_open:
            together(opened)


def by_topic(shown: Shown) -> None:
    """Draw RIC of A and B on every topic; a click shows the lists of that topic."""
    scores = shown.results.scores
    names = tuple(scores.topics[topic] for topic in both_defined(shown.results, shown.pair))
    key = "RIC by topic", shown.key, shown.pair, shown.topic
    figure = look.draw_once(key, draw_topics, shown.results, shown.pair, selected=shown.topic)
    with st.container(height=560 if len(names) > 30 else "content", border=False):
        pick = partial(use_selected_number, "lists_topics", partial(take_topic, names))
        look.plot(figure, "lists_topics", "ric-by-topic", on_select=pick)
    if len(names) < len(scores.topics):
        write.note(f"RIC of both runs is not defined on {count(len(scores.topics) - len(names), 'further topic')}.")


def lists(opened: Opened[Collection], shown: Shown) -> None:
    """Draw the two lists of one topic, with their scores."""
    found, (a, b) = shown.results, shown.pair
    names, topic = found.scores.topics, found.collection.topics[shown.topic]
    st.header(f"Topic {escape(topic.name)}", anchor=False)
    figure = look.draw_once(("topic", shown.key, shown.pair, shown.topic), draw_topic, found, shown.pair, shown.topic)
    look.plot(figure, "lists_strips", f"topic-{topic.name}")
    left, right = st.columns([1, 1], gap="medium")
    with left:
        write.table(*topic_scores(found, shown.pair, shown.topic), id="topic", scrolls=False)
    with right:
        preset("lists_go", topic.name)
        st.selectbox("Topic", names, key="lists_go", on_change=_pick_name, args=(names,))
        with st.container(horizontal=True):
            controls.steps("lists", shown.topic, len(names), partial(take_topic, names))
        chance = results.by_chance(opened, shown.pair, STATE["seed"]) if a != b else None
        write.note(topic_in_words(found, shown.pair, shown.topic, chance))


def together(opened: Opened[Collection]) -> None:
    """List joint RIC of all runs, and what of it is chance."""
    found = results.together(opened, STATE["seed"])
    write.table(*together_rows(found), id="together")
    write.note("Joint RIC of all runs, in bits. Above chance: minus the mean over permuted grades, which say nothing.")
    with st.container(horizontal=True, key="together_file"):
        downloads.table_button("All runs together", lambda: found, "ranked-lists-together.csv")


def _pick_name(topics: tuple[str, ...]) -> None:
    if reported("lists_go") in topics:
        take_topic(topics, topics.index(reported("lists_go")))
