"""The slips of the papers, a few at a time, each with its cause; then statements that do not hold, and misprints."""

from collections.abc import Sequence

import streamlit as st

from ordquant_core.analysis.picture import from_example, to_query
from ordquant_core.analysis.printed.everything import Checked, misprinted
from ordquant_core.analysis.printed.statements import CheckedStatement, checked_statements
from ordquant_core.markup import Html
from ordquant_core.numerals import count
from ordquant_core.papers.examples import EXAMPLES
from ordquant_core.papers.slips import MISPRINTS, SLIPS
from ordquant_core.tables.papers import printed
from pages.papers.state import CARDS, GOLD, STATE, start
from pages.shared import cached, controls, links, write
from pages.shared.case_card import COMPARE
from pages.shared.result_cache import compute_once

Card = tuple[Html, str]  # what it says, and the key of the example that shows it, if there is one


def show(found: Checked) -> None:
    """Draw some of the cards, and the steps to the others."""
    wrong = [one for one in checked_statements() if not one.holds]
    cards = compute_once(("papers", "slips", GOLD.get()), lambda: _cards(found, wrong))
    n, first = len(cards), start(STATE["slip"], CARDS, len(cards))
    write.title(
        f"{count(len(SLIPS), 'slip')}, {count(len(wrong), 'statement')} that do not hold, "
        f"{count(len(MISPRINTS), 'misprint')}"
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        write.muted(f"{count(first + 1)} to {count(min(first + CARDS, n))} of {count(n)}", width="content")
        controls.steps("slips", first // CARDS, -(-n // CARDS), _go)
    for card in cards[first : first + CARDS]:
        with st.container(border=True, gap="xsmall"):
            _draw(*card)


def _cards(found: Checked, wrong: Sequence[CheckedStatement]) -> list[Card]:
    cards: list[Card] = [(printed.slip_card(slip, number), slip.example) for slip, number in found.slips]
    cards += [(printed.statement_card(one), "") for one in wrong]
    return cards + [(printed.misprint_card(one, misprinted(one)), one.example) for one in MISPRINTS]


def statements() -> None:
    """Draw what the papers state of measures, with a witness each."""
    found = checked_statements()
    with st.expander(f"Statements of the papers about measures: {printed.statements_verdict(found)}"):
        build = lambda: printed.statements(found)  # noqa: E731
        cached.write_table(("papers", "statements"), build, id="statements", styles="oq-printed", lines=True)


def _draw(card: Html, example: str) -> None:
    write.html(card)
    if example:
        picture = to_query(from_example(EXAMPLES[example]))
        links.page_link(COMPARE, "Open in Compare", ":material/compare_arrows:", picture)


def _go(page: int) -> None:
    STATE["slip"] = page * CARDS + 1
