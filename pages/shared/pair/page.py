"""A page of two runs, from its finding to the list of the cases."""

from functools import partial

import streamlit as st

from pages.shared import carried, controls, links, look, presenting, selection, share, task_scores, tasks
from pages.shared.common import COMMON
from pages.shared.pair import case_card, case_list, export, listing, overview, sections, state
from pages.shared.pair.presets import TABS, Preset


def draw(preset: Preset) -> None:
    """Draw the page."""
    query = links.incoming(preset.page)
    look.heading(preset.title)
    state.follow(preset, query)  # first: the page may stop at the question for files
    current = tasks.current(query, while_waiting=overview.preview)
    view = state.chosen_view(preset, current)
    versus = task_scores.score_two_runs(current.key, view.a, view.b, current.task, view.pair)
    tasks.draw_facts(current, versus.task)
    described = listing.describe(current.key, versus)
    cases = case_list.choose_from(view, versus, listing.numbers(current.key, versus, view, described))
    if presenting.on():
        overview.on_stage(current, view, cases)

    with look.finding():
        overview.finding(current, view, cases)
    controls.sections(view.state, "tab", "Shown", TABS)  # on a phone
    with (row := st.container(key="cases_row")):
        left, right = look.cards(*overview.WIDTHS)
    with left:
        overview.by_measure(current, view, cases)
    with right:
        case_list.scatter(cases)
    with row:
        overview.below(view, cases)
    in_card = st.container(border=True, key="case")
    with st.container(border=True, key="cases_behind"):
        section = sections.choose(view, versus)
        how, settings = sections.show(section, current, view, cases, described)
    with look.method(*settings):
        overview.method(view, cases, how)

    @st.fragment(key=selection.MARKS)
    def marks() -> None:
        case_list.mark(cases, lambda case: sections.points(section, cases, case))

    @st.fragment(key=selection.CARD)
    def card() -> None:
        case = cases.current()
        with in_card:
            case_card.show(versus, case, view.pair, cases.listed)
        with look.tools():
            carried.remember(COMMON, preset.carried)
            links.bar(preset.page, state.query(current, view, case))

    marks()
    card()
    listing.settings(current, view)
    with look.tools():
        share.menu(partial(export.show, current, view, versus, described, cases.listed), presents=True)
