"""The list of printed numbers, page by page, with the calculation of the row that was chosen."""

import streamlit as st

from ordquant_core.analysis.printed.everything import Checked
from ordquant_core.numerals import count
from ordquant_core.tables.papers import printed
from pages.papers.state import KNOWN, ROWS, STATE, TITLES, listed, start, tables
from pages.shared import clicks, controls, write


def choose(found: Checked) -> None:
    """Draw the choice of the paper, and of the table, whose numbers are listed."""
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        controls.segments(STATE, "paper", "Paper", TITLES, wrap=True, label_visibility="collapsed", on_change=_first)
        options = tables(found)
        STATE.restrict({"table": options})
        if len(options) > 1:
            hidden = {"label_visibility": "collapsed", "on_change": _first, "width": 230}
            controls.select(STATE, "table", "Table or section", options, **hidden)
        controls.draw(st.toggle, STATE, "slips", "Only slips", on_change=_first)


def show(found: Checked) -> None:
    """List the numbers; the chosen row is the first one until another is clicked."""
    numbers = listed(found)
    if not numbers:
        write.muted("No slip is known here.")
        return
    first = start(STATE["row"], ROWS, len(numbers))
    chosen = min(max(STATE["row"] - 1, first), len(numbers) - 1)
    columns, rows = printed.rows(numbers[first : first + ROWS], KNOWN, first=first, chosen=chosen)
    write.table(columns, rows, id="printed", styles="oq-printed", lines=True)
    write.note(printed.working(numbers[chosen]), id="calculation")

    def choose_row(place: int) -> None:
        if place < len(numbers):
            _go(place + 1)

    clicks.on_number("printed", choose_row)
    with st.container(horizontal=True, vertical_alignment="center"):
        last = min(first + ROWS, len(numbers))
        write.muted(f"{count(first + 1)} to {count(last)} of {count(len(numbers))}", width="content")
        pages = -(-len(numbers) // ROWS)
        controls.steps("papers", first // ROWS, pages, lambda page: _go(page * ROWS + 1))


def _first() -> None:
    _go(1)


def _go(row: int) -> None:
    STATE["row"] = row
