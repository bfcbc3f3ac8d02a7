"""The slips of the papers, a few at a time, each with its cause, and the statements that do not hold."""

import streamlit as st

from ordquant_core.analysis.picture import from_example, to_query
from ordquant_core.analysis.printed.everything import Checked, refuted
from ordquant_core.numerals import count
from ordquant_core.papers.examples import EXAMPLES
from ordquant_core.tables.papers import printed
from pages.papers.state import CARDS, STATE, start
from pages.shared import controls, links, write
from pages.shared.case_card import COMPARE


def show(found: Checked) -> None:
    """Draw the slips, then the statements."""
    slips, statements = found.slips, refuted()
    n = len(slips) + len(statements)
    first = start(STATE["slip"], CARDS, n)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        write.title(f"The {count(len(slips))} slips, and {count(len(statements))} statements that do not hold")
        with st.container(horizontal=True, vertical_alignment="center", width="content"):
            write.muted(f"{count(first + 1)} to {count(min(first + CARDS, n))} of {count(n)}", width="content")
            controls.steps("slips", first // CARDS, -(-n // CARDS), _go)
    for place in range(first, min(first + CARDS, n)):
        with st.container(border=True, gap="xsmall"):
            if place >= len(slips):
                write.html(printed.statement_card(statements[place - len(slips)]))
                continue
            slip, number = slips[place]
            write.html(printed.slip_card(slip, number))
            if slip.example:
                picture = to_query(from_example(EXAMPLES[slip.example]))
                links.page_link(COMPARE, "Open in Compare", ":material/compare_arrows:", picture)


def _go(page: int) -> None:
    STATE["slip"] = page * CARDS + 1
