"""The slips of the papers, a few at a time, each with its cause; then statements that do not hold, and misprints."""

from collections.abc import Sequence

import streamlit as st

from ordquant_core.analysis.picture import from_example, to_query
from ordquant_core.findings import papers as findings
from ordquant_core.frame_html import Rows, grid
from ordquant_core.glossary import Kind, drawn_as
from ordquant_core.markup import Grid, Html, join, tag
from ordquant_core.numerals import count, decimals
from ordquant_core.papers.examples import EXAMPLES
from ordquant_core.papers.slips import MISPRINTS, SLIPS
from ordquant_core.reproduction.everything import Checked, misprinted
from ordquant_core.reproduction.statements import CheckedStatement, checked_statements
from pages.papers.state import CARDS, GOLD, STATE, start
from pages.shared import cached, controls, links, write
from pages.shared.case_card import COMPARE
from pages.shared.result_cache import compute_once

Card = tuple[Html, str]  # what it says, and the key of the example that shows it, if there is one


def show(checked: Checked) -> None:
    """Draw some of the cards, and the steps to the others."""
    wrong = [one for one in checked_statements() if not one.holds]
    cards = compute_once(("papers", "slips", GOLD.get()), lambda: _cards(checked, wrong))
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


def _cards(checked: Checked, wrong: Sequence[CheckedStatement]) -> list[Card]:
    cards: list[Card] = []
    for slip, number in checked.slips:
        where = f"{findings.location(slip.paper, slip.place)}: {slip.name}"
        cards.append((_numbers(where, findings.printed(number), findings.recomputed(number), slip.cause), slip.example))
    for false in wrong:
        statement = false.statement
        where = f"{findings.location(statement.paper, statement.place)}: a statement that does not hold"
        reason = f"{statement.cause} Counterexample: {findings.witness(false)}."
        cards.append((_lines(where, f"“{statement.quote}”", reason), ""))
    for misprint in MISPRINTS:
        where = f"{findings.location(misprint.paper, misprint.place)}: {misprint.measure} of Y"
        value = decimals(misprinted(misprint), len(misprint.printed.partition(".")[2]))
        cards.append((_numbers(where, misprint.printed, value, misprint.cause), misprint.example))
    return cards


def _numbers(title: str, printed: str, computed: str, cause: str) -> Html:
    words = [tag("span", word, class_="oq-muted") for word in ("printed ", " computed ")]
    return _lines(title, join([words[0], printed, words[1], tag("b", computed)]), cause)


def _lines(title: str, middle: object, last: str) -> Html:
    lines = ((tag("b", title), "oq oq-tight"), (middle, "oq oq-tight"), (last, "oq oq-tight oq-muted"))
    return join([tag("p", words, class_=style) for words, style in lines])


def statements() -> None:
    """Draw what the papers state of measures, with a witness each."""
    with st.expander(f"Statements of the papers about measures: {findings.statements_that_hold(checked_statements())}"):
        cached.write_table(("statements",), _statements, id="statements", styles="oq-printed", lines=True)


def _statements() -> Grid:
    checked = checked_statements()
    frame = CheckedStatement.frame(checked).assign(
        where=[findings.location(one.statement.paper, one.statement.place) for one in checked],
        witness=list(map(findings.witness, checked)),
        wrong=[not one.holds for one in checked],
    )
    columns = [
        drawn_as(Kind.TEXT, "where", "Stated in"),
        drawn_as(Kind.SENTENCE, "statement", "Statement"),
        drawn_as(Kind.COUNT, "checked", "Pairs", hover=list(map(findings.pairs_checked, checked))),
        drawn_as(Kind.FLAG, "holds", "Holds", right="yes"),
        drawn_as(Kind.SENTENCE, "witness", "Counterexample or closest pair"),
    ]
    return grid(frame, columns, Rows(amber="wrong"))


def _draw(card: Html, example: str) -> None:
    write.html(card)
    if example:
        picture = to_query(from_example(EXAMPLES[example]))
        links.page_link(COMPARE, "Open in Compare", ":material/compare_arrows:", picture)


def _go(page: int) -> None:
    STATE["slip"] = page * CARDS + 1
