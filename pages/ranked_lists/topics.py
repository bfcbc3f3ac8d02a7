"""Topic by topic: who knows more where, and the two lists of one topic."""

from functools import partial

import numpy as np
import streamlit as st

from ordquant_core.figures.ranked_lists import Strip, list_figure, topic_figure
from ordquant_core.numerals import score as number
from ordquant_core.ranked_lists.collection import UNRANKED, Topic
from pages.ranked_lists import state
from pages.ranked_lists.results import Results
from pages.ranked_lists.state import Settings
from pages.shared import look
from pages.shared.escaping import escape


def by_topic(shown: Results, settings: Settings) -> None:
    """Draw RIC of A and B on every topic; a click shows the lists of that topic."""
    first, second = (shown.scores.values[0, run] for run in settings.pair)
    ties = np.abs(first - second) <= 1e-12
    wins = int(((first > second) & ~ties).sum()), int(((first < second) & ~ties).sum())
    figure = topic_figure(
        first,
        second,
        shown.scores.topics,
        look.palette(),
        runs=settings.names(shown),
        measure="RIC",
        title=f"A knows more on {wins[0]} topics, B on {wins[1]}",
        selected=settings.topic,
    )
    with st.container(height=560 if len(first) > 30 else "content", border=False):
        st.plotly_chart(
            figure,
            theme=None,
            key="lists_topics",
            on_select=partial(_pick_point, shown),
            selection_mode="points",
            config=look.plot_config("ric-by-topic"),
        )


def lists(shown: Results, settings: Settings) -> None:
    """Draw the two lists of one topic, and say what they are worth."""
    topic = shown.collection.topics[settings.topic]
    strips = [_strip(shown, topic, run) for run in settings.pair]
    scores = shown.scores.values[:, list(settings.pair), settings.topic]
    missed = [int((topic.grades > 0).sum()) - sum(grade > 0 for grade in strip.grades) for strip in strips]
    st.subheader(f"Topic {escape(topic.name)}", anchor=False)
    figure = list_figure(
        strips,
        look.palette(),
        largest=max(shown.collection.levels),
        title="The fuller a square, the more relevant",
    )
    st.plotly_chart(figure, theme=None, key="lists_strips", config=look.plot_config(f"topic-{topic.name}"))
    cells = "".join(
        f'<tr><th scope=row>{key}</th><td class="oq-score oq-of-a" title="{float(a)!r}">{number(a)}'
        f'<i style="width:{a:.1%}"></i></td><td class="oq-score oq-of-b" title="{float(b)!r}">{number(b)}'
        f'<i style="width:{b:.1%}"></i></td></tr>'
        for key, (a, b) in zip(shown.scores.measures, scores, strict=True)
    )
    joint = float(shown.joint_by_topic[settings.topic, settings.pair[0], settings.pair[1]])
    left, right = st.columns([1, 1], gap="medium")
    left.html(
        '<table class="oq oq-table" id="topic"><thead><tr><th scope=col></th><th scope=col class="oq-a">A</th>'
        f'<th scope=col class="oq-b">B</th></tr></thead><tbody>{cells}</tbody></table>'
    )
    with right:
        st.session_state["lists_go"] = topic.name
        names = list(shown.scores.topics)
        st.selectbox("Topic", names, key="lists_go", on_change=_pick_name, args=(shown,))
        with st.container(horizontal=True):
            for label, to in (("‹ previous", settings.topic - 1), ("next ›", settings.topic + 1)):
                st.button(
                    label,
                    key=f"lists_{label}",
                    disabled=not 0 <= to < len(names),
                    on_click=state.take_topic,
                    args=(shown.collection, to),
                )
        relevant = int((topic.grades > 0).sum())
        st.html(
            f'<p class="oq oq-note">{len(topic.documents)} judged documents, {relevant} relevant: A does not retrieve '
            f"{missed[0]} of these, B {missed[1]}. Together they know {number(joint)} bits here. Documents without a "
            "judgement are left out, and a list counts as far as its last relevant document.</p>"
        )


def _strip(shown: Results, topic: Topic, run: int) -> Strip:
    ranks = topic.ranks[run]
    order = [int(place) for place in np.argsort(ranks, kind="stable") if ranks[place] != UNRANKED]
    grades = tuple(int(topic.grades[place]) for place in order)
    counted = max((place + 1 for place, grade in enumerate(grades) if grade > 0), default=0)
    return Strip(shown.scores.runs[run], tuple(topic.documents[place] for place in order), grades, counted)


def _pick_point(shown: Results) -> None:
    points = st.session_state["lists_topics"]["selection"]["points"]
    data = points[0].get("customdata") if points else None
    if isinstance(data, list) and data and isinstance(data[0], int | float):
        state.take_topic(shown.collection, int(data[0]))


def _pick_name(shown: Results) -> None:
    if st.session_state["lists_go"] in shown.scores.topics:
        st.session_state["lists_topic"] = st.session_state["lists_go"]
