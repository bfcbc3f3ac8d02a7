import streamlit as st

from pages.lessons import lesson_view, quiz_view, state, summary
from pages.lessons.state import SECTIONS, STATE
from pages.shared import controls, links, look, presenting, share

TITLES = {"lessons": "Carry the votes", "quiz": "Quiz", "page": "All on one page"}


@st.fragment
def body() -> None:
    lesson_view.follow()
    quiz_view.follow()
    show, staged = STATE["show"], presenting.on()
    if show != "quiz":
        quiz_view.forget()
    with st.container(key="lessons", gap="xsmall"):
        if not staged:
            head()
        with st.container(key="stage"):
            {"lessons": lesson_view, "quiz": quiz_view, "page": summary}[show].show()
        if staged:
            presenting.sign(STATE.page, state.query())


def head() -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="head"):
        title = st.container(width="content", key=f"title_{STATE['show']}")
        title.title(TITLES[STATE["show"]], anchor=False, width="content")
        with st.container(horizontal=True, gap="small", width="content", key="tools"):
            controls.sections(STATE, "show", "What the page shows", SECTIONS)
            links.bar(STATE.page, state.query())
            share.menu(presents=True)
    links.draw_warnings()


query = links.incoming(STATE.page)
look.prepare("lessons.css")
state.enter(query)
if links.entered():
    quiz_view.forget()
body()
