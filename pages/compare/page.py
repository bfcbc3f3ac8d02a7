import streamlit as st

from ordquant_core.analysis.picture import example_of, to_query
from ordquant_core.markup import tag
from ordquant_core.papers.examples import EXAMPLES
from ordquant_core.papers.references import REFERENCES
from ordquant_core.report.snippet import snippet
from pages.compare import entry, landscapes, measures, robustness, state
from pages.shared import downloads, links, look, working_view, write
from pages.shared.draw import draw
from pages.shared.escaping import escape


@st.fragment
def body() -> None:
    top, notice = st.container(), st.container()  # filled when it is known what was drawn
    left, right = st.container(key="stage").columns([1.2, 1], gap="medium")
    with left:
        with st.container(border=True):
            drawn = draw(state.SHOWN.get().sent, rev=state.SHOWN.get().rev)
            if drawn is not None:
                state.keep(drawn.picture, final=drawn.final)
        shown = state.SHOWN.get()
        picture, settled = shown.picture, shown.settled
        aside = st.container(key="aside")
        with aside.container():  # always there: what comes below must not move when the note goes
            example = EXAMPLES.get(example_of(settled) or "")
            if example:
                write.note(tag("span", example.look, title=REFERENCES[example.source_key].citation))
        with aside.expander("Type the numbers", key="type_numbers"):
            entry.show(settled)
    with right.container(border=True):
        table = measures.table(picture)
    left, right = st.columns([1.2, 1], gap="medium")
    with left.container(border=True, key="working"):
        working_view.choose_run(picture)
    with right.container(border=True):
        robustness.show(settled)
    with st.container(border=True):
        landscapes.show(settled)
    with top, st.container(horizontal=True, vertical_alignment="bottom", horizontal_alignment="distribute"):
        state.choose_example()
        tools = st.container(horizontal=True, width="content")
    if shown.problem:
        notice.warning(f"The link could not be opened. {escape(shown.problem)}")
    with tools:
        links.bar(state.STATE.page, to_query(picture))
        with st.popover("Download"):
            st.caption("The picture as PNG or SVG: below the canvas.")
            downloads.table_button("Table of measures (CSV)", lambda: table, "compare.csv")
            st.caption("The same numbers in Python:")
            st.code(snippet(picture, list(table.columns["measure"])), language="python")


query = links.incoming(state.STATE.page)
look.heading("Compare", "Draw a gold distribution and two estimates of it. Smaller is better for every measure.")
state.enter(query)
body()
