"""Topic by topic: which run carries more where, the two lists of one topic, and all runs together."""

from functools import partial

import pandas as pd
import streamlit as st

from ordquant_core.figures.ranked_lists import both_defined, draw_topic, draw_topics
from ordquant_core.findings import ranked_lists as findings
from ordquant_core.findings.sentence import RunName
from ordquant_core.frame_html import sentence
from ordquant_core.glossary import Kind, column, drawn_as
from ordquant_core.numerals import count
from ordquant_core.ranked_lists.collection import Collection
from pages.ranked_lists import results
from pages.ranked_lists.state import STATE, View, take_topic
from pages.shared import controls, downloads, look, write
from pages.shared.escaping import escape
from pages.shared.sample_or_own import Opened
from pages.shared.session import preset, reported, use_selected_number


def show(opened: Opened[Collection], view: View) -> None:
    """Draw the section."""
    left, right = look.cards(1, 1.25)
    with left:
        by_topic(view)
    with right.container(key="lists_topic_card"):
        lists(opened, view)
    with controls.folded(STATE, "joint", "All runs together") as is_open:
        if is_open:
            together(opened)


def by_topic(view: View) -> None:
    """Draw RIC of A and B on every topic; a click shows the lists of that topic."""
    scores = view.results.scores
    names = tuple(scores.topics[topic] for topic in both_defined(view.results, view.pair))
    key = "RIC by topic", view.key, view.pair, view.topic
    figure = look.draw_once(key, draw_topics, view.results, view.pair, selected=view.topic)
    with st.container(height=560 if len(names) > 30 else "content", border=False):
        pick = partial(use_selected_number, "lists_topics", partial(take_topic, names))
        look.plot(figure, "lists_topics", "ric-by-topic", on_select=pick)
    if len(names) < len(scores.topics):
        write.note(f"RIC of both runs is not defined on {count(len(scores.topics) - len(names), 'further topic')}.")


def lists(opened: Opened[Collection], view: View) -> None:
    """Draw the two lists of one topic, with their scores."""
    ranked, (a, b) = view.results, view.pair
    names, topic = ranked.scores.topics, ranked.collection.topics[view.topic]
    st.header(f"Topic {escape(topic.name)}", anchor=False)
    figure = look.draw_once(("topic", view.key, view.pair, view.topic), draw_topic, ranked, view.pair, view.topic)
    look.plot(figure, "lists_strips", f"topic-{topic.name}")
    left, right = st.columns([1, 1], gap="medium")
    with left:
        scores = pd.DataFrame(ranked.scores.values[:, [a, b], view.topic], columns=["a", "b"])
        scores = scores.assign(measure=ranked.scores.measures, largest=1.0)
        bars = [
            drawn_as(Kind.SCORE_BAR, side, sentence((RunName("", side.upper()),)), parts=(side, "largest"), side=side)
            for side in "ab"
        ]
        write.frame(scores, [drawn_as(Kind.TEXT, "measure", ""), *bars], id="topic", scrolls=False)
    with right:
        preset("lists_go", topic.name)
        st.selectbox("Topic", names, key="lists_go", on_change=_pick_name, args=(names,))
        with st.container(horizontal=True):
            controls.steps("lists", view.topic, len(names), partial(take_topic, names))
        chance = results.by_chance(opened, view.pair, STATE["seed"]) if a != b else None
        write.note(findings.on_topic(ranked, view.pair, view.topic, chance))


def together(opened: Opened[Collection]) -> None:
    """List joint RIC of all runs, and what of it is chance."""
    frame = results.together(opened, STATE["seed"])
    columns = [column("joint_RIC", "joint RIC"), column("joint_RIC_by_chance", "by chance")]
    columns += [drawn_as(Kind.SCORE, "joint_RIC_above_chance", "above chance")]
    write.frame(frame, ["topic", *columns], id="together")
    write.note("Joint RIC of all runs, in bits. Above chance: minus the mean over permuted grades, which say nothing.")
    with st.container(horizontal=True, key="together_file"):
        downloads.table_button("All runs together", lambda: frame, "ranked-lists-together.csv")


def _pick_name(topics: tuple[str, ...]) -> None:
    if reported("lists_go") in topics:
        take_topic(topics, topics.index(reported("lists_go")))
