"""How alike measures rank the systems, what they share beyond others, and by which more pairs of runs differ."""

from functools import partial

import streamlit as st

from ordquant_core.analysis.list_results import rankings_alike
from ordquant_core.analysis.retrieval import LEVEL, RESAMPLES
from ordquant_core.figures.colour_table import draw_agreement
from ordquant_core.figures.ranked_lists import draw_topic_information
from ordquant_core.numerals import count, setting
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.tables.ranked_lists.definitions import EXAMPLE_WORDS, definition_rows
from ordquant_core.tables.ranked_lists.findings import power_table, topic_information
from pages.ranked_lists import results
from pages.ranked_lists.results import SEED, power
from pages.ranked_lists.state import STATE, VIEWS, Shown, take_topic
from pages.shared import controls, look, write
from pages.shared.result_cache import compute_once
from pages.shared.sample_or_own import Opened
from pages.shared.session import use_selected_number


def show(opened: Opened[Collection], shown: Shown) -> None:
    """Draw the section."""
    left, right = look.cards(1.25, 1)
    with left:
        agreement(shown)
    with right:
        by_topic(shown)
    left, right = look.cards(1, 1.25)
    with left:
        discrimination(shown)
    with right:
        st.header("How are the measures defined?", anchor=False)
        write.table(*definition_rows(), id="all_measures", styles="oq-many", scrolls=False)
        write.note(EXAMPLE_WORDS)


def agreement(shown: Shown) -> None:
    """Draw tau or information tau of the rankings by every two measures."""
    found, measures = shown.results, shown.results.defined
    st.header("How similar are the rankings by two measures?", anchor=False)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.segments(STATE, "view", "Shown", VIEWS)
        by_tau = STATE["view"] == "tau"
        _given("given", measures, disabled=by_tau)
    given = None if by_tau else tuple(STATE["given"])
    key = ("ranked lists", "agreement", shown.key, given)
    cells = compute_once(key, lambda: rankings_alike(found, given))
    figure = look.draw_once(("agreement of lists", shown.key, given), draw_agreement, found, cells, given)
    look.plot(figure, "lists_agreement", "agreement-of-measures")
    write.note(
        "Information tau is the mutual information of two rankings about a pair of systems, in bits: "
        "1 − H₂((1 − tau)/2). Beyond other rankings, what remains is what two measures share, given the "
        "others."
    )


def by_topic(shown: Shown) -> None:
    """Draw the information tau of two measures on every topic, alone and beyond others; a click shows the topic."""
    measures, topics = shown.results.scores.measures, shown.results.scores.topics
    st.header("What do two measures share on each topic?", anchor=False)
    STATE.restrict({"x": measures, "y": measures})
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for name, label in (("x", "Measure 1"), ("y", "Measure 2")):
            controls.select(STATE, name, label, measures, width=120)
        others = [key for key in measures if key not in (STATE["x"], STATE["y"])]
        STATE.restrict({"beyond": others})
        _given("beyond", others)
    pair, given = (STATE["x"], STATE["y"]), tuple(STATE["beyond"])
    alone, beyond = (results.by_topic(shown, pair, beyond) for beyond in ((), given))
    figure = look.draw(draw_topic_information, alone, beyond, topics, selected=shown.topic)
    pick = partial(use_selected_number, "lists_by_topic", partial(take_topic, topics))
    look.plot(figure, "lists_by_topic", "information-tau-by-topic", on_select=pick)
    write.note(topic_information(alone, beyond), id="by_topic")


def discrimination(shown: Shown) -> None:
    """List how many pairs of runs differ significantly by each measure."""
    st.header("Which measures find more significant differences?", anchor=False)
    found = power(shown.key, shown.results.scores)
    if not found:
        write.note("This needs two runs and two topics or more.")
        return
    write.table(*power_table(found), id="power", scrolls=False)
    write.note(
        f"Pairs with p < {setting(LEVEL)} by the two-sided paired bootstrap test over topics, {count(RESAMPLES)} "
        f"samples, seed {SEED}, the same samples for every measure that scores the same topics. The p-values are not "
        "adjusted for the number of pairs: of pairs without a difference, some are expected to count, too.",
        id="power_method",
    )


def _given(name: str, measures: list[str] | tuple[str, ...], *, disabled: bool = False) -> None:
    label, more = "Beyond the rankings by", {"placeholder": "none", "width": 300}
    controls.draw(st.multiselect, STATE, name, label, measures, disabled=disabled, **more)
