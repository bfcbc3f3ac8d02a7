"""What shows the current case on Popularity vs Uniform: another case draws this again, and nothing else."""

from collections.abc import Mapping
from typing import NamedTuple

import streamlit as st

from ordquant_core.records import IntArray
from ordquant_core.tables.two_runs.disagreement import Pair
from pages.popularity import preferences
from pages.shared import case_card, case_list, pair_view, presenting, selection
from pages.shared.cached import Versus
from pages.shared.tasks import Current
from pages.shared.write import Container


class Places(NamedTuple):
    """Containers of the page."""

    plot: Container
    cases: Container
    card: Container
    pairs: Container
    tools: Container


@st.fragment(key=selection.MARKS)
def marks(versus: Versus, pair: Pair, order: IntArray, places: Places) -> None:
    """Draw the plots and the list, in which the current case is marked."""
    case = selection.current(versus.task.cases, order)
    with places.plot:
        pair_view.scatter(versus, pair, case, key="focus", height=475)
    with places.cases:
        case_list.show(versus, pair, order, case)
    with places.pairs:
        preferences.pairs(versus, case)


@st.fragment(key=selection.CARD)
def card(
    current: Current, versus: Versus, pair: Pair, order: IntArray, places: Places, together: Mapping[str, str]
) -> None:
    """Draw the current case, and the link; `together`: what it says of further tasks."""
    case = selection.current(versus.task.cases, order)
    with places.card:
        case_card.show(versus, case, pair, order)
    with places.tools:
        presenting.bar(preferences.PAGE, {**preferences.query(current, versus, case), **together})
