"""Parts of Popularity vs Uniform that are redrawn alone: for two other measures, or only for another case."""

from collections.abc import Mapping
from typing import NamedTuple

import streamlit as st

from ordquant_core.analysis.case_filters import rank_by_disagreement
from ordquant_core.records import IntArray
from ordquant_core.tables.two_runs.disagreement import Pair, label_pair
from pages.popularity import preferences, state
from pages.shared import carried, case_card, case_list, current_mark, links, pair_view, selection, task_scores
from pages.shared.common import COMMON
from pages.shared.task_scores import Versus
from pages.shared.tasks import Current
from pages.shared.write import Container


class Containers(NamedTuple):
    """Containers of the page."""

    choices: Container
    section: Container
    card: Container | None  # of the case, in the sections from which one is chosen
    tools: Container


@st.fragment
def show(current: Current, section: str, containers: Containers) -> None:
    """Draw the choice of two measures and what depends on it."""
    with containers.choices:
        pair = pair_view.choose_pair()
    versus = task_scores.score_two_runs(current.key, *state.settle(current), current.task, pair)
    order = rank_by_disagreement(*pair_view.deltas_of(versus, pair))
    with containers.section:
        if section == "measures":
            pair_view.scatter(versus, pair, key="focus", height=400)
        elif section == "cases":
            st.header(f"Cases, disagreements of {' and '.join(label_pair(pair))} first", anchor=False)
            case_list.show(versus, pair, order)
        elif section == "pairs":
            preferences.pairs(versus)
    plots = {"measures": {"focus": pair}, "pairs": preferences.PLOTS}.get(section, {})
    marks(versus, plots, order)
    card(current, versus, pair, order, containers)


@st.fragment(key=selection.MARKS)
def marks(versus: Versus, plots: Mapping[str, Pair], order: IntArray) -> None:
    """Mark the current case in the plots and in the list."""
    case = selection.current(versus.task.cases, order)
    points = {key: pair_view.point_of(versus, shown, case) for key, shown in plots.items()}
    current_mark.show("case", rows={"cases": str(case)}, points=points)


@st.fragment(key=selection.CARD)
def card(
    current: Current,
    versus: Versus,
    pair: Pair,
    order: IntArray,
    containers: Containers,
) -> None:
    """Draw the current case, and the link."""
    case = selection.current(versus.task.cases, order)
    if containers.card is not None:
        with containers.card:
            case_card.show(versus, case, pair, order)
    with containers.tools:
        carried.remember(COMMON, carried.MEASURES)
        links.bar(preferences.PAGE, preferences.query(current, versus, case))
