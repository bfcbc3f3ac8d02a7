import html

import streamlit as st

from ordquant_core.papers.examples import EXAMPLES
from ordquant_core.papers.references import REFERENCES
from pages.compare import entry, measures, state
from pages.shared import downloads, links, look
from pages.shared.draw import draw
from pages.shared.picture import to_query
from pages.shared.tasks import escape

PAGE = "compare"


def preset_title(key: str) -> str:
    if key == state.OWN:
        return "Your own picture"
    return f"{REFERENCES[EXAMPLES[key].source_key].short}, {EXAMPLES[key].place}: {EXAMPLES[key].title}"


@st.fragment
def body() -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", horizontal_alignment="distribute"):
        st.selectbox(
            "Worked example",
            [*EXAMPLES, state.OWN],
            key="preset",
            format_func=preset_title,
            on_change=state.use_preset,
            width=460,
        )
        tools = st.container(horizontal=True, width="content")
    if st.session_state.get("link_problem"):
        st.warning(f"The link could not be opened. {escape(st.session_state['link_problem'])}")
    left, right = st.columns([1.2, 1], gap="medium")
    with left:
        with st.container(border=True):
            drawn = draw(st.session_state["base"], rev=st.session_state["rev"])
            if drawn is not None:
                state.keep(drawn.picture)
        picture = state.picture()
        example = EXAMPLES.get(state.preset_of(picture))
        if example:
            source = html.escape(REFERENCES[example.source_key].citation)
            st.html(f'<p class="oq oq-note" title="{source}">{html.escape(example.look)}</p>')
        with st.expander("Type the numbers"):
            entry.show(picture)
    with right.container(border=True):
        scored = measures.table(picture)
    measures.working(picture)
    with tools:
        links.bar(PAGE, to_query(picture))
        with st.popover("Download"):
            downloads.button("Table of measures (CSV)", scored.frame, "compare.csv")


query = links.incoming(PAGE)
look.heading("Compare", "Draw a gold distribution and two estimates of it. Smaller is better for every measure.")
state.enter(query)
body()
