import html

import streamlit as st

from ordquant_core.papers.examples import EXAMPLES
from ordquant_core.papers.references import REFERENCES
from pages.compare import entry, measures, paths, reasons, share, state
from pages.shared import downloads, links, look, working_view
from pages.shared.draw import draw
from pages.shared.escaping import escape
from pages.shared.picture import to_query

PAGE = "compare"


@st.fragment
def body() -> None:
    top, notice = st.container(), st.container()  # filled when it is known what was drawn
    left, right = st.container(key="stage").columns([1.2, 1], gap="medium")
    with left:
        with st.container(border=True):
            drawn = draw(st.session_state["base"], rev=st.session_state["rev"])
            if drawn is not None:
                state.keep(drawn.picture, final=drawn.final)
        picture = state.picture()
        aside = st.container(key="aside")
        note = aside.container()  # always there: what comes below must not move when the note goes
        example = EXAMPLES.get(state.preset_of(state.settled()))
        if example:
            source = html.escape(REFERENCES[example.source_key].citation)
            note.html(f'<p class="oq oq-note" title="{source}">{html.escape(example.look)}</p>')
        with aside.expander("Type the numbers", key="type_numbers"):
            entry.show(state.settled())
    with right.container(border=True):
        scored = measures.table(picture)
    left, right = st.columns([1.2, 1], gap="medium")
    with left.container(border=True, key="working"):
        working_view.choose_run(picture)
    with right.container(border=True):
        reasons.show(state.settled())
    with st.container(border=True):
        paths.show(state.settled())
    with top, st.container(horizontal=True, vertical_alignment="bottom", horizontal_alignment="distribute"):
        state.choose_preset()
        tools = st.container(horizontal=True, width="content")
    if st.session_state["link_problem"]:
        notice.warning(f"The link could not be opened. {escape(st.session_state['link_problem'])}")
    with tools:
        links.bar(PAGE, to_query(picture))
        with st.popover("Download"):
            st.caption("The picture as PNG or SVG: below the canvas.")
            downloads.button("Table of measures (CSV)", scored.frame, "compare.csv")
            st.caption("The same numbers in Python:")
            st.code(share.snippet(picture, list(scored.a)), language="python")


query = links.incoming(PAGE)
look.heading("Compare", "Draw a gold distribution and two estimates of it. Smaller is better for every measure.")
state.enter(query)
body()
