"""Which cases are listed, and in which order: the controls, and what they come to."""

import numpy as np
import streamlit as st

from ordquant_core.analysis.choosing import RANKINGS, disagreement_size, passes, rank
from ordquant_core.analysis.properties import PROPERTIES, SHAPE_WORDS, SHAPES, Properties
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import percent
from ordquant_core.records import FloatArray, IntArray, Task
from pages.cases import computed, state
from pages.shared import choice
from pages.shared.cached import TaskKey, Versus
from pages.shared.escaping import escape
from pages.shared.pair_view import deltas_of


def numbers(key: TaskKey, versus: Versus, shown: state.View, described: Properties) -> IntArray:
    """Return the numbers of the cases that pass the filter, in the order of the ranking."""
    x, y = deltas_of(versus, shown.pair)
    order = rank(shown.ranking, x, y, described)
    if not shown.filtered:
        return order
    passing = passes(shown.asked, x, y, described)
    if shown.firm and versus.task.votes is not None:
        firm = computed.firmness(key, versus, tuple(dict.fromkeys(shown.pair)), shown.seed, follows())
        passing &= firm.firm_disagreement(*shown.pair, shown.firm)
    return np.asarray(order[passing[order]])


def among(order: IntArray, marked: IntArray | None) -> IntArray:
    """Return those of the listed cases that are selected together, in their order; all, if none are."""
    return order if marked is None else np.asarray(order[np.isin(order, marked)])


def follows() -> bool:
    """Tell whether baselines follow the gold where annotators are drawn again."""
    return bool(st.session_state.get(state.key("follows"), False))


def column(versus: Versus, shown: state.View, described: Properties) -> dict[str, FloatArray]:
    """Return what the list is ranked by, where no other column tells it."""
    if shown.ranking == "difference":
        return {}
    if shown.ranking == "disagreement":
        return {"disagreement": disagreement_size(*deltas_of(versus, shown.pair))}
    return {PROPERTIES[shown.ranking].label.lower(): described.of(shown.ranking)}


def controls(task: Task, shown: state.View, n_listed: int, n_marked: int | None) -> None:
    """Draw the choice of ranking, the filter, and what they leave."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            "Rank by",
            list(RANKINGS),
            key=state.key("ranking"),
            format_func=lambda key: RANKINGS[key].label,
            help="  \n".join(f"**{entry.label}**: {escape(entry.meaning)}" for entry in RANKINGS.values()),
            persist_state="session",
            width=220,
        )
        with st.popover("Filter", icon=":material/filter_alt:", key=state.key("filter")):
            _filter(task, shown)
    if shown.filtered:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(escape(f"{n_listed:,} of {len(task.cases):,} cases pass the filter: {describe(task, shown)}."))
            st.button("Clear filter", key=state.key("clear"), on_click=state.clear, type="tertiary")
    if n_marked is not None:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(f"{n_marked:,} of them selected." if shown.filtered else f"{n_marked:,} cases selected.")
            st.button("Clear selection", key=state.key("unmark"), on_click=choice.unmark, type="tertiary")


def describe(task: Task, shown: state.View) -> str:
    """Say in words what is asked for."""
    asked, parts = shown.asked, []
    labels = [MEASURES[key].label for key in shown.pair]
    if asked.apart_only:
        parts.append(f"{labels[0]} and {labels[1]} disagree")
    if shown.firm:
        parts.append(f"they disagree in {percent(shown.firm)} of the resamples or more")
    if asked.majority is not None:
        parts.append(f"most frequent class {task.classes[asked.majority]}")
    if asked.fewest is not None:
        parts.append(f"{asked.fewest:,} annotators or more")
    if asked.most is not None:
        parts.append(f"{asked.most:,} annotators or fewer")
    if asked.shapes:
        parts.append(f"gold {' or '.join(asked.shapes)}")
    return ", ".join(parts)


def _filter(task: Task, shown: state.View) -> None:
    labels = [MEASURES[key].label for key in shown.pair]
    st.toggle(
        f"Only true disagreements of {labels[0]} and {labels[1]}",
        key=state.key("apart"),
        persist_state="session",
        help="They prefer different runs; a tie of either is no disagreement",
    )
    st.select_slider(
        "Only firm ones: they disagree in at least this share of annotator resamples",
        state.FIRM,
        key=state.key("firm"),
        format_func=lambda share: percent(share) if share else "any",
        disabled=task.votes is None,
        persist_state="session",
        help="The gold is made of probabilities: there are no annotators to draw again"
        if task.votes is None
        else f"{computed.RESAMPLES} resamples of the annotators of every case, seed {shown.seed}",
    )
    st.pills(
        "Gold is",
        SHAPES,
        selection_mode="multi",
        key=state.key("shapes"),
        persist_state="session",
        help="  \n".join(escape(SHAPE_WORDS[shape]) for shape in SHAPES),
    )
    st.selectbox(
        "Most frequent class of the gold",
        task.classes,
        index=None,
        key=state.key("majority"),
        placeholder="any",
        persist_state="session",
        help="A class that shares the first place counts",
    )
    if task.votes is not None:
        annotators = task.votes.sum(axis=1)
        few, many = int(annotators.min()), int(annotators.max())
        with st.container(horizontal=True):
            for name, label in (("fewest", "Annotators, at least"), ("most", "at most")):
                st.number_input(
                    label,
                    min_value=0,
                    max_value=state.MOST_VOTES,
                    value=None,
                    step=1,
                    key=state.key(name),
                    placeholder=str(few if name == "fewest" else many),
                    persist_state="session",
                )
