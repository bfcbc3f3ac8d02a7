import streamlit as st

from pages.compare import card, entry, measures, own_lesson, state
from pages.shared import links, look, presenting, write
from pages.shared.draw import draw
from pages.shared.escaping import escape


@st.fragment
def following(top: write.Container, calculated: tuple[write.Container, write.Container] | None, still: object) -> None:
    if state.take() != still:
        st.rerun()  # more has changed than what follows the hand
    staged, shown = presenting.on(), state.SHOWN.get()
    left, right = st.columns(2, gap="small")
    with left.container(border=True, height="stretch", key="canvas", gap="xsmall"):
        draw(shown.sent, rev=shown.rev, height=236, tools=not staged, large=staged, on_change=state.let_go)
        verdict = top if staged else st.container(key="found")
    with right.container(border=True, height="stretch", key="numbers"):
        measures.show(shown.picture, verdict, hint=presenting.HINT if staged else "")
    if staged:
        with left:
            presenting.sign(state.STATE.page, state.query())
    elif calculated:
        card.follow(*calculated)


@st.fragment(key=state.PAGE)
def body() -> None:
    state.take()
    shown, calculated = state.SHOWN.get(), None
    with st.container(key="compare", gap="xsmall"):
        top, notice = st.container(key="top", gap="xsmall"), st.container()
        if shown.problem:
            notice.warning(f"The link could not be opened. {escape(shown.problem)}")
        stage = st.container(key="stage")
        if not presenting.on():
            with top:
                with st.container(horizontal=True, vertical_alignment="center", gap="small", key="head"):
                    st.title("Compare", anchor=False, width="content")
                    state.choose_example()
                    with st.container(horizontal=True, gap="small", width="content", key="tools"):
                        entry.menu(shown.settled)
                        measures.menu()
                        presenting.bar(state.STATE.page, state.query())
                        measures.downloads(shown.picture)
                state.note(state.changed(measures.chosen(shown.picture)))
            with st.container(border=True, key="card", gap="xsmall"):
                calculated = card.show(shown)
            own_lesson.button(shown.settled)
        with stage:
            following(top, calculated, state.take())


query = links.incoming(state.STATE.page)
look.prepare()
state.enter(query)
body()
