"""Similar, or just equally good? Pairs of runs by the information they carry about the judgements."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import streamlit as st

from ordquant_core.analysis.retrieval import AlikePair, similar_pairs_to_frame
from ordquant_core.figures.colour_table import cell_at, draw_information_difference
from ordquant_core.figures.ranked_lists import draw_pair_differences
from ordquant_core.figures.venn import draw_knowledge
from ordquant_core.findings import ranked_lists as findings
from ordquant_core.frame_html import Rows, grid
from ordquant_core.glossary import Kind, column, drawn_as
from ordquant_core.markup import Grid
from ordquant_core.numerals import count
from ordquant_core.ranked_lists.collection import Collection
from pages.ranked_lists import state
from pages.ranked_lists.state import STATE, View
from pages.shared import cached, clicks, controls, current_mark, look, write
from pages.shared.sample_or_own import Opened
from pages.shared.session import selected_numbers

LISTED = 40


def show(opened: Opened[Collection], view: View) -> None:
    """Draw the section."""
    for parts in ((similar, information), (matrix, differences)):
        for container, part in zip(look.cards(1.25, 1), parts, strict=True):
            with container:
                part(view)


def similar(view: View) -> None:
    """List pairs of runs with a similar AP, those that are most alike first; a click makes them A and B."""
    results = view.results
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
    write.note(findings.similar_pairs(results, pairs, within), id="close")
    if not pairs:
        return
    key = ("alike", view.key, bins, within, view.pair)
    cached.write_table(key, lambda: _pairs(view, pairs[:LISTED]), id="alike", styles="oq-names")
    others = f" {count(len(pairs) - LISTED, 'more pair')} in the download." if len(pairs) > LISTED else ""
    write.note(f"Click a pair to make it runs A and B.{others}")
    if view.teams:
        write.note(findings.one_team(pairs, view.teams), id="teams")
    clicks.on_choice("alike", partial(_pick_pair, results.runs))


def _pairs(view: View, pairs: Sequence[AlikePair]) -> Grid:
    binned = pairs[0].bin is not None
    frame = similar_pairs_to_frame(view.results.runs, pairs, view.teams, binned=binned)
    frame = frame.assign(
        pair=frame["run_1"] + " · " + frame["run_2"],
        choice=[f"{pair.run_1}-{pair.run_2}" for pair in pairs],
        largest=frame["information_difference"].max(),
    )
    if view.teams is not None:
        frame = frame.assign(team=frame["same_team"].map({"yes": "same", "no": "different"}))
    information = "information_difference"
    columns = [
        drawn_as(Kind.TEXT, "pair", "Two runs in a bin of AP" if binned else "Two runs with a similar AP"),
        *([column("bin")] if binned else []),
        drawn_as(Kind.SCORE_BAR, information, "information difference", parts=(information, "largest"), side="gold"),
        column("difference_AP", "|ΔAP|"),
        *([] if view.teams is None else [drawn_as(Kind.TEXT, "team")]),
    ]
    a, b = view.pair
    return grid(frame, columns, Rows(choice="choice", chosen=(f"{a}-{b}", f"{b}-{a}")))


def information(view: View) -> None:
    """Draw the information that A and B carry, alone and both."""
    shares = view.results.shares(*view.pair)
    figure = look.draw_once(("knowledge", view.key, view.pair), draw_knowledge, view.results, view.pair)
    look.plot(figure, "lists_venn", "knowledge")
    write.note(findings.shared_information(shares))


def matrix(view: View) -> None:
    """Draw the information difference of all pairs; a click on a cell makes the two runs A and B."""
    order = list(view.results.order)
    figure = look.draw_once(("information difference", view.key), draw_information_difference, view.results)
    look.plot(figure, "lists_matrix", "information-difference", on_select=partial(_pick_cell, view))
    a, b = (order.index(run) for run in view.pair)
    if a != b:
        current_mark.show("cells", cells={"lists_matrix": [cell_at(a, b), cell_at(b, a)]})


def differences(view: View) -> None:
    """Draw the information difference of all pairs against the difference of their scores; a click chooses a pair."""
    results, measure = view.results, view.measure
    numbers, of_scores, of_information = results.pair_differences(measure)
    pair = tuple(sorted(view.pair))
    key = "pair differences", view.key, measure, view.teams
    figure = look.draw_once(key, draw_pair_differences, results, measure, teams=view.teams)
    look.plot(figure, "lists_differences", f"differences-{measure}", on_select=partial(_pick_point, view, numbers))
    if pair in numbers:
        number = numbers.index(pair)
        current_mark.show("pair", points={"lists_differences": (of_scores[number], of_information[number])})
    write.note(
        "Each dot is one pair of runs. Pairs at the upper left have similar scores but carry different information. "
        "Click a dot to make its runs A and B."
    )


def _pick_point(view: View, numbers: Sequence[tuple[int, int]]) -> None:
    for pair in selected_numbers("lists_differences")[:1]:
        if 0 <= pair < len(numbers):
            state.take_pair(view.results.runs, *numbers[pair])


def _pick_pair(runs: tuple[str, ...], choice: str) -> None:
    numbers = clicks.numbers(choice, "-")
    if len(numbers) == 2:
        state.take_pair(runs, *numbers)


def _pick_cell(view: View) -> None:
    cell, order = selected_numbers("lists_matrix"), view.results.order
    if len(set(cell)) == 2 and all(number in range(len(order)) for number in cell):
        row, column = cell
        state.take_pair(view.results.runs, order[row], order[column])
