import streamlit as st

from ordquant_core.tables.papers import printed
from pages.papers import gold, numbers, slips, state
from pages.papers.state import STATE
from pages.shared import downloads, links, look, write

PAGE = "papers"
query = links.incoming(PAGE)
look.heading(
    "Papers",
    "The printed numbers that can be computed from the papers alone: scores of printed distributions, and numbers that "
    "follow from other printed numbers, such as means and intervals. Smaller scores are better.",
)
STATE.follow(query)
found = state.checked()
with st.container(horizontal=True, vertical_alignment="top", horizontal_alignment="distribute"):
    write.verdict(printed.verdict(found))
    tools = st.container(horizontal=True, width="content")
write.html(printed.bar(found))
write.because("Compared to the last printed digit. Agreement with other printed numbers does not check those numbers.")
choices = st.container()
left, right = st.columns([1.75, 1], gap="medium")
listed = left.container(border=True)


def of_numbers() -> None:
    with choices:
        numbers.choose(found)
    with listed:
        numbers.show(found)
    with tools:
        links.bar(PAGE, STATE.query())
        with downloads.menu() as is_open:
            if is_open:
                downloads.table_button(
                    "All numbers (CSV)",
                    lambda: printed.printed_table(state.listed(found), state.KNOWN),
                    "printed-numbers.csv",
                )


@st.fragment
def of_slips() -> None:
    with right:
        slips.show(found)
    st.fragment(of_numbers)()


slips.statements()
gold.show()
of_slips()  # at the end: what it draws stands elsewhere
