import streamlit as st

from ordquant_core.markup import length, tag
from ordquant_core.reproduction.number import PrintedNumber
from pages.papers import artificial, gold, numbers, slips, state
from pages.papers.state import SECTIONS, STATE, VIEWS
from pages.shared import controls, links, look, problems, share, stale, write
from pages.shared.downloads import Tables

PAGE = "papers"


def study() -> None:
    """Draw the study with artificial distributions."""
    tables: Tables = ()
    with problems.explained(), stale.computing(SECTIONS.about()):
        tables = artificial.show()
    with tools:
        links.bar(PAGE, SECTIONS.query())
        share.menu(tables=tables)


def printed_numbers() -> None:
    """Draw the printed numbers beside the slips, and what else there is to check."""
    checked = state.checked()
    finding, matching = state.come_out()
    write.verdict(finding)
    _draw_shares(matching)
    write.because(
        "Printed numbers that can be computed from the papers alone: scores of printed distributions, and numbers that "
        "follow from other printed numbers, such as means and intervals. Compared to the last printed digit. Agreement "
        "with other printed numbers does not check those numbers."
    )
    choices = st.container()
    left, right = st.columns([1.75, 1], gap="medium")
    listed = left.container(border=True, height="stretch")

    def of_numbers() -> None:
        with choices:
            numbers.choose(checked)
        with listed:
            numbers.show(checked)
        with tools:
            links.bar(PAGE, SECTIONS.query())
            every = state.listed(checked)
            share.menu(tables=[("All numbers", lambda: PrintedNumber.frame(every), "printed-numbers.csv")])

    @st.fragment
    def of_slips() -> None:
        with right:
            slips.show(checked)
        st.fragment(of_numbers)()

    slips.statements()
    gold.show()
    of_slips()  # at the end: what it draws stands elsewhere


def _draw_shares(matching: float) -> None:
    """Draw the shares of what comes out and of what does not as one bar."""
    parts = (("oq-same", 100 * matching), ("oq-slip", 100 - 100 * matching))
    write.html(
        tag(
            "div",
            *(tag("i", class_=name, style=f"width:{length(wide)}") for name, wide in parts),
            class_="oq-proportion",
        )
    )


query = links.incoming(PAGE)
look.heading("Papers", "What the papers print, computed again. Smaller scores are better.")
if query:  # a link says only what differs from how the page opens
    STATE.reset()
STATE.follow(query)
with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
    section = controls.sections(STATE, "show", "Section", VIEWS)
    tools = st.container(horizontal=True, width="content")
{"numbers": printed_numbers, "artificial": study}[section]()
