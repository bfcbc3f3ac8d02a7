from functools import partial

import streamlit as st

from pages.compare import card, entry, measures, state
from pages.shared import links, look, presenting, share
from pages.shared.draw import draw
from pages.shared.escaping import escape


@st.fragment(key=state.PAGE)
def body() -> None:
    now, staged = state.take_drawing(), presenting.on()
    with st.container(key="compare", gap="xsmall"):
        top, notice = st.container(key="top", gap="xsmall"), st.container()
        if now.problem:
            notice.warning(f"The link could not be opened. {escape(now.problem)}")
        stage = st.container(key="stage")
        if not staged:
            with top:
                with st.container(horizontal=True, vertical_alignment="center", gap="small", key="head"):
                    st.title("Compare", anchor=False, width="content")
                    state.choose_example()
                    with st.container(horizontal=True, gap="small", width="content", key="tools"):
                        entry.menu(now.picture)
                        measures.menu()
                        links.bar(state.STATE.page, state.query())
                        share.menu(partial(card.downloads, now.picture), presents=True)
                state.draw_note(state.changed(measures.chosen(now.picture)))
        with stage:
            left, right = st.columns(2, gap="small")
        with left.container(border=True, height="stretch", key="canvas", gap="xsmall"):
            draw(now.picture, rev=now.rev, height=236, tools=not staged, large=staged)
            verdict_container = top if staged else st.container(key="found")
        with right.container(border=True, height="stretch", key="numbers"):
            measures.show(now.picture, verdict_container, hint=presenting.HINT if staged else "")
        if staged:
            with left:
                presenting.sign(state.STATE.page, state.query())
            return
        with st.container(border=True, key="card", gap="xsmall"):
            card.show(now.picture)


query = links.incoming(state.STATE.page)
look.prepare()
state.enter(query)
body()
