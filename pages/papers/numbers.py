"""The list of printed numbers, page by page, with the calculation of the row that was chosen."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from ordquant_core.findings import papers as findings
from ordquant_core.findings.sentence import Strong
from ordquant_core.frame_html import Rows, grid
from ordquant_core.glossary import Kind, drawn_as
from ordquant_core.markup import Grid
from ordquant_core.numerals import count
from ordquant_core.reproduction.everything import Checked
from ordquant_core.reproduction.number import PrintedNumber
from pages.papers.state import ROWS, STATE, TITLES, listed, start, tables
from pages.shared import cached, clicks, controls, write


def choose(checked: Checked) -> None:
    """Draw the choice of the paper, and of the table, whose numbers are listed."""
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        controls.segments(STATE, "paper", "Paper", TITLES, wrap=True, label_visibility="collapsed", on_change=_first)
        options = tables(checked)
        STATE.restrict({"table": options})
        if len(options) > 1:
            hidden = {"label_visibility": "collapsed", "on_change": _first, "width": 230}
            controls.select(STATE, "table", "Table or section", options, **hidden)
        controls.draw(st.toggle, STATE, "slips", "Only slips", on_change=_first)


def show(checked: Checked) -> None:
    """List the numbers; the chosen row is the first one until another is clicked."""
    numbers = listed(checked)
    if not numbers:
        write.muted("No slip is known here.")
        return
    first = start(STATE["row"], ROWS, len(numbers))
    chosen = min(max(STATE["row"] - 1, first), len(numbers) - 1)
    shown = numbers[first : first + ROWS]
    make = partial(_table, shown, first, chosen)
    cached.write_table(("printed", shown, first, chosen), make, id="printed", styles="oq-printed", lines=True)
    write.note(findings.calculation(numbers[chosen]), id="calculation")

    def choose_row(place: int) -> None:
        if place < len(numbers):
            _go(place + 1)

    clicks.on_number("printed", choose_row)
    with st.container(horizontal=True, vertical_alignment="center"):
        last = min(first + ROWS, len(numbers))
        write.muted(f"{count(first + 1)} to {count(last)} of {count(len(numbers))}", width="content")
        pages = -(-len(numbers) // ROWS)
        controls.steps("papers", first // ROWS, pages, lambda page: _go(page * ROWS + 1))


def _table(numbers: Sequence[PrintedNumber], first: int, chosen: int) -> Grid:
    """Return a row per number; `first` is the number of the first row, which is its choice."""
    frame = PrintedNumber.frame(numbers)
    same = frame["verdict"] == "same"
    frame = frame.assign(
        row=range(first, first + len(frame)),
        wrong=~same,
        where=[findings.location(one.key.paper, one.key.place) for one in numbers],
        name=[(Strong(one.key.name),) for one in numbers],
        printed=[findings.printed(one) for one in numbers],
        places=[one.places for one in numbers],
        beyond=frame["deviation"].where(~same, 0.0),  # the rest is rounding
    )
    beyond = drawn_as(
        Kind.DIGITS,
        "beyond",
        "Difference",
        parts=("beyond", "places"),
        sign=True,
        hover=list(map(repr, frame["deviation"])),
        styles=["oq-muted"] * len(frame),
    )
    columns = [
        drawn_as(Kind.TEXT, "where", "Printed in"),
        drawn_as(Kind.SENTENCE, "name", "Number"),
        drawn_as(Kind.DIGITS, "printed", "Printed"),
        drawn_as(Kind.DIGITS, "computed", "Computed", parts=("computed", "places")),
        beyond,
        drawn_as(Kind.FLAG, "verdict", "Same", right="same"),
    ]
    rows = Rows(choice="row", chosen=[chosen], amber="wrong")
    return grid(frame, columns, rows)


def _first() -> None:
    _go(1)


def _go(row: int) -> None:
    STATE["row"] = row
