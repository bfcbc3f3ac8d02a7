"""Which cases are listed, and in which order: the controls, and what they come to."""

from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st

from ordquant_core.analysis import case_filters
from ordquant_core.analysis.case_filters import RANKINGS, passes, rank
from ordquant_core.analysis.properties import SHAPE_WORDS, SHAPES, Properties
from ordquant_core.numerals import count, percent
from ordquant_core.records import FloatArray, IntArray, Task
from ordquant_core.tables.two_runs.disagreement import in_words, label_pair
from pages.cases import computed, groups
from pages.cases.state import FILTER, MOST, ROBUST, STATE, View, several_votes
from pages.shared import controls, selection
from pages.shared.escaping import escape
from pages.shared.pair_view import deltas_of
from pages.shared.session import preset, reported
from pages.shared.task_files import TaskKey
from pages.shared.task_scores import Versus


def numbers(key: TaskKey, versus: Versus, shown: View, described: Properties) -> IntArray:
    """Return the numbers of the cases that pass the filter, in the order of the ranking."""
    x, y = deltas_of(versus, shown.pair)
    order = rank(shown.ranking, x, y, described)
    if not shown.filtered:
        return order
    passing = passes(shown.asked, x, y, described)
    if shown.group is not None:
        passing &= np.isin(np.arange(len(passing)), shown.group.rows)
    if shown.robust:
        pair = tuple(dict.fromkeys(shown.pair))
        found = computed.robustness(key, versus, pair, shown.seed, STATE["follow"])
        passing &= found.robust_disagreement(*shown.pair, shown.robust)
    return np.asarray(order[passing[order]])


def ranked_by(versus: Versus, shown: View, described: Properties) -> dict[str, FloatArray]:
    """Return what the list is ordered by, as a further column."""
    return case_filters.ranked_by(shown.ranking, *deltas_of(versus, shown.pair), described)


def show(task: Task, shown: View, n_listed: int, n_marked: int | None) -> None:
    """Draw the choice of ranking, the filter, and what they leave."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        meanings = "  \n".join(f"**{entry.label}**: {escape(entry.meaning)}" for entry in RANKINGS.values())
        names = {key: entry.label for key, entry in RANKINGS.items()}
        controls.select(STATE, "rank", "Rank by", names, help=meanings, width=220)
        with st.popover("Filter", icon=":material/filter_alt:", key="cases_filter", on_change="rerun") as popover:
            if popover.open:
                _filter(task, shown)
    group = None if shown.group is None else shown.group.name
    words = in_words(shown.asked, shown.robust, shown.pair, task.classes, group=group)
    if shown.filtered:
        passing = f"{count(n_listed)} of {count(len(task.cases), 'case')} match the filter: {words}."
        _note(escape(passing), "Clear filter", partial(STATE.reset, *FILTER))
    if n_marked is not None:
        _note(f"{count(n_marked, 'case')} selected.", "Clear selection", selection.clear_selected)


def _note(words: str, label: str, clear: Callable[[], None]) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(words)
        st.button(label, on_click=clear, type="tertiary", key=f"cases_{label.lower().replace(' ', '_')}")


def _filter(task: Task, shown: View) -> None:
    groups.choose(task)
    first, second = label_pair(shown.pair)
    only = f"Only disagreements of {first} and {second}"
    help_ = "They prefer different runs; a tie of either is no disagreement"
    controls.draw(st.toggle, STATE, "only", only, help=help_)
    controls.draw(
        st.select_slider,
        STATE,
        "robust",
        "Only robust disagreements: least share of simulated panels in which both measures keep their preference",
        ROBUST,
        format_func=lambda share: percent(share) if share else "any",
        disabled=not several_votes(task),
        help=f"{computed.RESAMPLES} simulated panels of as many annotators for every case, seed {shown.seed}"
        if several_votes(task)
        else "No case has two votes: nothing shows how far annotators differ",
    )
    shapes = "  \n".join(escape(SHAPE_WORDS[shape]) for shape in SHAPES)
    controls.draw(st.pills, STATE, "shape", "Shape of the gold", SHAPES, selection_mode="multi", help=shapes)
    help_ = "A class that shares the highest count is included"
    majority = "Most frequent class of the gold"
    controls.select(STATE, "majority", majority, task.classes, index=None, placeholder="any", help=help_)
    if task.votes is not None:
        annotators = task.votes.sum(axis=1)
        keys = [f"{STATE.key('votes')}_{end}" for end in ("fewest", "most")]
        ends = zip(keys, ("Annotators, at least", "at most"), STATE["votes"], strict=True)
        with st.container(horizontal=True):
            for (key, label, bound), seen in zip(ends, (annotators.min(), annotators.max()), strict=True):
                preset(key, bound)
                st.number_input(
                    label,
                    min_value=0,
                    max_value=MOST,
                    value=None,
                    step=1,
                    key=key,
                    placeholder=str(seen),
                    on_change=_take_bounds,
                    args=(keys,),
                )


def _take_bounds(keys: list[str]) -> None:
    STATE["votes"] = tuple(reported(key) for key in keys)
