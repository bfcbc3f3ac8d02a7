"""Similar, or just equally good? Pairs of runs by the information they carry about the judgements."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import streamlit as st

from ordquant_core.figures.colour_table import cell_at, draw_information_difference
from ordquant_core.figures.ranked_lists import draw_pair_differences
from ordquant_core.figures.venn import draw_knowledge
from ordquant_core.numerals import count
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.tables.ranked_lists.findings import alike_table, close_note, information_note, team_note
from pages.ranked_lists import state
from pages.ranked_lists.state import STATE, Shown
from pages.shared import cached, clicks, controls, current_mark, look, write
from pages.shared.sample_or_own import Opened
from pages.shared.session import selected_numbers

LISTED = 40


def show(opened: Opened[Collection], shown: Shown) -> None:
    """Draw the section."""
    for parts in ((similar, information), (matrix, differences)):
        for container, part in zip(look.cards(1.25, 1), parts, strict=True):
            with container:
                part(shown)


def similar(shown: Shown) -> None:
    """List pairs of runs with a similar AP, those that are most alike first; a click makes them A and B."""
    results = shown.results
    st.header("Similar, or just equally good?", anchor=False)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        more: dict[str, Any] = {
            "disabled": STATE["bins"] is not None,
            "help": "Pairs of runs whose AP differs by this much or less.",
        }
        controls.number(STATE, "within", "Largest |ΔAP|", value=None, step=0.005, format="%g", width=150, **more)
        words = "As in Golbus and Aslam (2013): runs are sorted by AP into this many bins; pairs share a bin."
        more = {"placeholder": "none", "help": words, "width": 190}
        bins = controls.number(STATE, "bins", "Or bins of equal size", max_value=len(results.runs), **more)
    within = None if bins is not None else STATE["within"]
    pairs = results.alike(bins) if within is None else results.close(within)
    write.note(close_note(results, pairs, within), id="close")
    if not pairs:
        return
    key = ("alike", shown.key, bins, within, shown.pair)
    make = partial(alike_table, results, pairs[:LISTED], shown.pair, shown.teams)
    cached.write_table(key, make, id="alike")
    others = f" {count(len(pairs) - LISTED, 'more pair')} in the download." if len(pairs) > LISTED else ""
    write.note(f"Click a pair to make it runs A and B.{others}")
    if shown.teams:
        write.note(team_note(pairs, shown.teams), id="teams")
    clicks.on_choice("alike", partial(_pick_pair, results.runs))


def information(shown: Shown) -> None:
    """Draw the information that A and B carry, alone and both."""
    shares = shown.results.shares(*shown.pair)
    figure = look.draw_once(("knowledge", shown.key, shown.pair), draw_knowledge, shown.results, shown.pair)
    look.plot(figure, "lists_venn", "knowledge")
    write.note(information_note(shares))


def matrix(shown: Shown) -> None:
    """Draw the information difference of all pairs; a click on a cell makes the two runs A and B."""
    order = list(shown.results.order)
    figure = look.draw_once(("information difference", shown.key), draw_information_difference, shown.results)
    look.plot(figure, "lists_matrix", "information-difference", on_select=partial(_pick_cell, shown))
    a, b = (order.index(run) for run in shown.pair)
    if a != b:
        current_mark.show("cells", cells={"lists_matrix": [cell_at(a, b), cell_at(b, a)]})


def differences(shown: Shown) -> None:
    """Draw the information difference of all pairs against the difference of their scores; a click chooses a pair."""
    results, measure = shown.results, shown.measure
    numbers, of_scores, of_information = results.pair_differences(measure)
    pair = tuple(sorted(shown.pair))
    key = "pair differences", shown.key, measure, shown.teams
    figure = look.draw_once(key, draw_pair_differences, results, measure, teams=shown.teams)
    look.plot(figure, "lists_differences", f"differences-{measure}", on_select=partial(_pick_point, shown, numbers))
    if pair in numbers:
        number = numbers.index(pair)
        current_mark.show("pair", points={"lists_differences": (of_scores[number], of_information[number])})
    write.note(
        "Each dot is one pair of runs. Pairs at the upper left have similar scores but carry different information. "
        "Click a dot to make its runs A and B."
    )


def _pick_point(shown: Shown, numbers: Sequence[tuple[int, int]]) -> None:
    for pair in selected_numbers("lists_differences")[:1]:
        if 0 <= pair < len(numbers):
            state.take_pair(shown.results.runs, *numbers[pair])


def _pick_pair(runs: tuple[str, ...], choice: str) -> None:
    numbers = clicks.numbers(choice, "-")
    if len(numbers) == 2:
        state.take_pair(runs, *numbers)


def _pick_cell(shown: Shown) -> None:
    cell, order = selected_numbers("lists_matrix"), shown.results.order
    if len(set(cell)) == 2 and all(number in range(len(order)) for number in cell):
        row, column = cell
        state.take_pair(shown.results.runs, order[row], order[column])
