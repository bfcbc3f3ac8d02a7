"""Similar, or just equally good? Pairs of runs by the information they carry about the judgements."""

from functools import partial

import streamlit as st

from ordquant_core.figures.colour_table import difference_table
from ordquant_core.figures.venn import knowledge_figure
from ordquant_core.numerals import count, score
from ordquant_core.tables.list_findings import alike_table, information_note
from pages.ranked_lists import state
from pages.ranked_lists.state import STATE, Shown
from pages.shared import clicks, look, write
from pages.shared.session import selected_points

LISTED = 40


def similar(shown: Shown) -> None:
    """List pairs of runs with a similar AP, those that carry the same first; a click makes them A and B."""
    results = shown.results
    left, right = st.columns([3, 1], vertical_alignment="center")
    left.subheader("Similar, or just equally good?", anchor=False)
    words = "Runs are sorted by AP into bins of equal size; pairs are within a bin."
    right.number_input("Bins", 1, len(results.runs), key=STATE.key("bins"), help=words)
    pairs = results.alike(STATE["bins"])
    if not pairs:
        write.note("No bin holds two runs: choose fewer bins.")
        return
    write.table(*alike_table(results, pairs[:LISTED], shown.pair), id="alike", height="24rem")
    more = f" {count(len(pairs) - LISTED, 'more pair')} in the download." if len(pairs) > LISTED else ""
    write.note(
        "Pairs at the top carry the same information; pairs at the bottom only score the same. A click makes the two A "
        f"and B.{more}"
    )
    clicks.on_choice("alike", partial(_pick_pair, results.runs))


def information(shown: Shown) -> None:
    """Draw the information that A and B carry, alone and both."""
    shares = shown.results.shares(*shown.pair)
    figure = knowledge_figure(
        shares.only_first,
        shares.both,
        shares.only_second,
        look.palette(),
        runs=shown.names,
        title=f"Tinted: only one run carries it, {score(shown.results.difference[shown.pair])} bits",
    )
    look.plot(figure, "lists_venn", "knowledge")
    write.note(information_note(shares))


def matrix(shown: Shown) -> None:
    """Draw the information difference of all pairs; a click on a cell makes the two A and B."""
    results, order = shown.results, list(shown.results.order)
    figure = difference_table(
        results.difference[order][:, order],
        [results.runs[run] for run in order],
        look.palette(),
        title="Information difference: bluer is more alike",
        pair=[order.index(run) for run in shown.pair] if len(set(shown.pair)) == 2 else [],
    )
    look.plot(figure, "lists_matrix", "information-difference", on_select=partial(_pick_cell, shown))


def _pick_pair(runs: tuple[str, ...], choice: str) -> None:
    one, _, other = choice.partition("-")
    if all(text.isascii() and text.isdecimal() and len(text) < 9 for text in (one, other)):
        state.take_pair(runs, int(one), int(other))


def _pick_cell(shown: Shown) -> None:
    for point in selected_points("lists_matrix")[:1]:
        cell, order = point.get("customdata"), shown.results.order
        if isinstance(cell, list) and len(cell) == 2 and all(isinstance(x, int | float) for x in cell):
            row, column = int(cell[0]), int(cell[1])
            if row != column and 0 <= row < len(order) and 0 <= column < len(order):
                state.take_pair(shown.results.runs, order[row], order[column])
