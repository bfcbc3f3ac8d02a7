"""Which cases are plotted and listed, and in which order: the settings, and what they come to."""

from functools import partial

import numpy as np
import streamlit as st

from ordquant_core.analysis.case_filters import RANKINGS, passes, rank
from ordquant_core.analysis.properties import SHAPE_WORDS, SHAPES, Properties, properties
from ordquant_core.findings.disagreement import filtered
from ordquant_core.numerals import count
from ordquant_core.records import IntArray, Task
from ordquant_core.statistics.vote_prior import FEWEST_CASES
from pages.shared import controls, look, several
from pages.shared.escaping import escape
from pages.shared.pair import case_list, groups, robustness
from pages.shared.pair.presets import KEPT, MOST
from pages.shared.pair.state import FILTER, View
from pages.shared.panels import varies
from pages.shared.params import Params
from pages.shared.result_cache import compute_once
from pages.shared.session import preset, reported
from pages.shared.task_files import TaskKey
from pages.shared.task_scores import Versus
from pages.shared.tasks import Current

KEEP = "Both measures keep their preference at once: in 80% of the simulated panels or more, or in 95% (robust)"
DO_NOT_VARY = f"Fewer than {FEWEST_CASES} cases have two votes: that does not show how annotators differ"


def describe(key: TaskKey, versus: Versus) -> Properties:
    """Describe every case by its gold and its two estimates."""
    task, (first, second) = versus.task, versus.task.estimates
    name = ("described", key, versus.run_a, versus.run_b)
    return compute_once(name, lambda: properties(task.gold, first, second, task.votes))


def numbers(key: TaskKey, versus: Versus, view: View, described: Properties) -> IntArray:
    """Return the numbers of the cases that pass the filter, in the order of the ranking."""
    margins = versus.margins(view.pair)
    order = rank(view.ranking, margins.x, margins.y, described)
    if not view.filtered:
        return order
    passing = passes(view.asked, described)
    if view.group is not None:
        passing &= np.isin(np.arange(len(passing)), view.group.rows)
    if view.robust:
        pair = tuple(dict.fromkeys(view.pair))
        simulated = robustness.simulate(key, versus, pair, view.state["follow"])
        passing &= simulated.disagreements(*view.pair, view.robust)
    return np.asarray(order[passing[order]])


def settings(current: Current, view: View) -> None:
    """Draw the menu of the ranking, the filter and the seed; of baselines, of further tasks."""
    with look.tools(), st.popover("Settings", key="cases_settings"):
        if view.preset.baselines:
            several.choose(current)
        meanings = "  \n".join(f"**{entry.label}**: {escape(entry.meaning)}" for entry in RANKINGS.values())
        names = {key: entry.label for key, entry in RANKINGS.items()}
        controls.select(view.state, "rank", "Rank cases by", names, help=meanings)
        _filter(current.task, view)
        help_ = "The same seed gives the same trials"
        controls.number(view.state, "seed", "Seed", step=1, help=help_)


def note(task: Task, view: View, n_passing: int) -> None:
    """Say what the filter leaves, and draw the button that clears it; nothing without a filter."""
    if view.filtered:
        group = None if view.group is None else view.group.name
        words = filtered(view.asked, view.robust, view.pair, task.classes, group=group)
        passing = f"{count(n_passing)} of {count(len(task.cases), 'case')} match the filter: {words}."
        case_list.dismissible(escape(passing), "Clear filter", partial(view.state.reset, *FILTER))


def _filter(task: Task, view: View) -> None:
    state = view.state
    groups.choose(task, view)
    label, help_ = "Least robustness of the disagreement", KEEP if varies(task) else DO_NOT_VARY
    controls.draw(
        st.select_slider,
        state,
        "robust",
        label,
        list(KEPT),
        disabled=not varies(task),
        help=help_,
    )
    shapes = "  \n".join(escape(SHAPE_WORDS[shape]) for shape in SHAPES)
    controls.draw(st.pills, state, "shape", "Shape of the gold", SHAPES, selection_mode="multi", help=shapes)
    help_ = "A class that shares the highest count is included"
    majority = "Most frequent class of the gold"
    controls.select(state, "majority", majority, task.classes, index=None, placeholder="any", help=help_)
    if task.votes is not None:
        annotators = task.votes.sum(axis=1)
        keys = [f"{state.key('votes')}_{end}" for end in ("fewest", "most")]
        ends = zip(keys, ("Annotators, at least", "at most"), state["votes"], strict=True)
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
                    args=(state, keys),
                )


def _take_bounds(state: Params, keys: list[str]) -> None:
    state["votes"] = tuple(reported(key) for key in keys)
