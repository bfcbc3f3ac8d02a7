import streamlit as st

from pages.compare import card, entry, measures, own_lesson, state
from pages.shared import links, look, presenting
from pages.shared.draw import draw
from pages.shared.escaping import escape


@st.fragment
def body() -> None:
    staged = presenting.on()
    with st.container(key="compare", gap="xsmall"):
        top, notice = st.container(key="top", gap="xsmall"), st.container()  # filled when it is known what was drawn
        left, right = st.container(key="stage").columns(2, gap="small")
        with left.container(border=True, height="stretch", key="canvas", gap="xsmall"):
            drawn = draw(state.SHOWN.get().sent, rev=state.SHOWN.get().rev, height=236, tools=not staged, large=staged)
            if drawn is not None:
                state.keep(drawn.picture, final=drawn.final)
            verdict = st.container(key="found")
        shown = state.SHOWN.get()
        keys = measures.chosen(shown.picture)
        a, b = shown.picture.scores_of_both(keys)
        with right.container(border=True, height="stretch", key="numbers"):
            if staged:
                measures.show(shown.picture, a, b, top, hint=presenting.HINT)
            else:
                measures.show(shown.picture, a, b, verdict)
        if shown.problem:
            notice.warning(f"The link could not be opened. {escape(shown.problem)}")
        if staged:
            with left:
                presenting.sign(state.STATE.page, state.query())
            return
        with top:
            with st.container(horizontal=True, vertical_alignment="center", gap="small", key="head"):
                st.title("Compare", anchor=False, width="content")
                state.choose_example()
                with st.container(horizontal=True, gap="small", width="content", key="tools"):
                    entry.menu(shown.settled)
                    measures.menu()
                    presenting.bar(state.STATE.page, state.query())
                    measures.downloads(shown.picture, a, b)
            state.note(state.changed(keys))
        with st.container(border=True, key="card", gap="xsmall"):
            card.show(shown)
        own_lesson.button(shown.settled)


query = links.incoming(state.STATE.page)
look.prepare()
state.enter(query)
body()
