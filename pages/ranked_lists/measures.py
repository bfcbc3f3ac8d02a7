"""How alike measures rank the systems, what they share beyond others, and by which more pairs of runs differ."""

from functools import partial

import streamlit as st

from ordquant_core.analysis.discrimination import Power
from ordquant_core.analysis.list_measures import EXAMPLE, definitions_to_frame
from ordquant_core.analysis.list_results import rankings_alike
from ordquant_core.analysis.retrieval import LEVEL, RESAMPLES
from ordquant_core.figures.colour_table import draw_agreement
from ordquant_core.figures.ranked_lists import draw_topic_information
from ordquant_core.findings import ranked_lists as findings
from ordquant_core.frame_html import Rows
from ordquant_core.glossary import Kind, column, drawn_as
from ordquant_core.numerals import count, setting
from ordquant_core.ranked_lists.collection import Collection
from pages.ranked_lists import results
from pages.ranked_lists.results import SEED, power
from pages.ranked_lists.state import STATE, VIEWS, View, take_topic
from pages.shared import controls, look, write
from pages.shared.result_cache import compute_once
from pages.shared.sample_or_own import Opened
from pages.shared.session import use_selected_number


def show(opened: Opened[Collection], view: View) -> None:
    """Draw the section."""
    left, right = look.cards(1.25, 1)
    with left:
        agreement(view)
    with right:
        by_topic(view)
    left, right = look.cards(1, 1.25)
    with left:
        discrimination(view)
    with right:
        st.header("How are the measures defined?", anchor=False)
        columns = [drawn_as(Kind.TEXT, "measure", "Measure"), column("definition", "Definition")]
        columns += [column("source", "As in"), column("score", "Example")]
        write.frame(definitions_to_frame(), columns, id="all_measures", styles="oq-many", scrolls=False)
        grades = ", ".join(map(str, EXAMPLE))
        write.note(f"Example: a list of seven documents with the grades {grades}, which are all that is judged.")


def agreement(view: View) -> None:
    """Draw tau or information tau of the rankings by every two measures."""
    ranked, measures = view.results, view.results.defined
    st.header("How similar are the rankings by two measures?", anchor=False)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.segments(STATE, "view", "Shown", VIEWS)
        by_tau = STATE["view"] == "tau"
        _given("given", measures, disabled=by_tau)
    given = None if by_tau else tuple(STATE["given"])
    key = ("ranked lists", "agreement", view.key, given)
    cells = compute_once(key, lambda: rankings_alike(ranked, given))
    figure = look.draw_once(("agreement of lists", view.key, given), draw_agreement, ranked, cells, given)
    look.plot(figure, "lists_agreement", "agreement-of-measures")
    write.note(
        "Information tau is the mutual information of two rankings about a pair of systems, in bits: "
        "1 − H₂((1 − tau)/2). Beyond other rankings, what remains is what two measures share, given the "
        "others."
    )


def by_topic(view: View) -> None:
    """Draw the information tau of two measures on every topic, alone and beyond others; a click shows the topic."""
    measures, topics = view.results.scores.measures, view.results.scores.topics
    st.header("What do two measures share on each topic?", anchor=False)
    STATE.restrict({"x": measures, "y": measures})
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for name, label in (("x", "Measure 1"), ("y", "Measure 2")):
            controls.select(STATE, name, label, measures, width=120)
        others = [key for key in measures if key not in (STATE["x"], STATE["y"])]
        STATE.restrict({"beyond": others})
        _given("beyond", others)
    pair, given = (STATE["x"], STATE["y"]), tuple(STATE["beyond"])
    alone, beyond = (results.by_topic(view, pair, beyond) for beyond in ((), given))
    figure = look.draw(draw_topic_information, alone, beyond, topics, selected=view.topic)
    pick = partial(use_selected_number, "lists_by_topic", partial(take_topic, topics))
    look.plot(figure, "lists_by_topic", "information-tau-by-topic", on_select=pick)
    write.note(findings.information_by_topic(alone, beyond), id="by_topic")


def discrimination(view: View) -> None:
    """List how many pairs of runs differ significantly by each measure."""
    st.header("Which measures find more significant differences?", anchor=False)
    powers = power(view.key, view.results.scores)
    if not powers:
        write.note("This needs two runs and two topics or more.")
        return
    frame = Power.frame(powers).sort_values("significant", ascending=False, kind="stable")
    share = drawn_as(Kind.SHARE_BAR, "share", "discriminative power", places=1, hairline=True)
    pairs = drawn_as(Kind.OUT_OF, "significant", "pairs of runs", parts=("significant", "pairs"))
    columns = [drawn_as(Kind.TEXT, "measure", ""), share, pairs]
    write.frame(frame, columns, Rows(data="measure"), id="power", scrolls=False)
    write.note(
        f"Pairs with p < {setting(LEVEL)} by the two-sided paired bootstrap test over topics, {count(RESAMPLES)} "
        f"samples, seed {SEED}, the same samples for every measure that scores the same topics. The p-values are not "
        "adjusted for the number of pairs: of pairs without a difference, some are expected to count, too.",
        id="power_method",
    )


def _given(name: str, measures: list[str] | tuple[str, ...], *, disabled: bool = False) -> None:
    label, more = "Beyond the rankings by", {"placeholder": "none", "width": 300}
    controls.draw(st.multiselect, STATE, name, label, measures, disabled=disabled, **more)
