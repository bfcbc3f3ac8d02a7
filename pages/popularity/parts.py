"""Parts of Popularity vs Uniform that are redrawn alone: for two other measures, or only for another case."""

from collections.abc import Mapping
from typing import NamedTuple

import streamlit as st

from ordquant_core.analysis.case_filters import disagreement_size, rank_by_disagreement
from ordquant_core.tables.two_runs.disagreement import Pair
from pages.popularity import preferences, state
from pages.shared import carried, case_card, case_list, current_mark, links, pair_view, selection, task_scores
from pages.shared.case_list import Cases
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
    deltas = pair_view.deltas_of(versus, pair)
    ranked = rank_by_disagreement(*deltas)
    cases = (
        case_list.choose_from(state.STATE, versus, pair, ranked)
        if section == "cases"
        else Cases(ranked, None, ranked, ranked)
    )
    with containers.section:
        if section == "measures":
            pair_view.scatter(versus, pair, key="focus", height=400)
        elif section == "cases":
            case_list.scatter(versus, pair, cases)
            case_list.choose_kind(state.STATE, versus, pair, cases)
            case_list.show(versus, pair, cases, {"disagreement": disagreement_size(*deltas)})
        elif section == "pairs":
            preferences.pairs(versus)
    plots = {"measures": {"focus": pair}, "cases": {case_list.PLOT: pair}, "pairs": preferences.PLOTS}
    marks(current, versus, plots.get(section, {}), cases)
    card(current, versus, pair, cases, containers)


@st.fragment(key=selection.MARKS)
def marks(current: Current, versus: Versus, plots: Mapping[str, Pair], cases: Cases) -> None:
    """Mark the current case in the plots and in the list."""
    case = cases.current(versus)
    if case_list.PLOT in plots and selection.selected_together(versus.all_cases) is not cases.together:
        st.rerun()  # marks alone would not do: the list is another one
    if case is None:
        return
    points = {key: pair_view.point_of(versus, shown, case) for key, shown in plots.items()}
    current_mark.show("case", rows={"cases": str(case)}, points=points)


@st.fragment(key=selection.CARD)
def card(
    current: Current,
    versus: Versus,
    pair: Pair,
    cases: Cases,
    containers: Containers,
) -> None:
    """Draw the current case, and the link."""
    case = cases.current(versus)
    if containers.card is not None:
        with containers.card:
            case_card.show(versus, case, pair, cases.listed)
    with containers.tools:
        carried.remember(COMMON, carried.MEASURES)
        links.bar(preferences.PAGE, preferences.query(current, versus, case))
