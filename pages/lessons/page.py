import streamlit as st

from pages.lessons import classroom, lesson_view, quiz_view, state, summary
from pages.lessons.state import SECTIONS, STATE
from pages.shared import asking, controls, links, look, presenting, share

TITLES = {"lessons": "Carry the votes", "quiz": "Quiz", "class": "For a class", "page": "All on one page"}


@st.fragment
def body() -> None:
    lesson_view.follow()
    show = STATE["show"]
    if show == "quiz":
        quiz_view.prepare()
    with st.container(key="lessons", gap="xsmall"):
        if show == "lessons":
            lessons()
            return
        asks = show == "quiz" and quiz_view.asks()
        with asking.frame(STATE.page, state.query(), asks=asks) as (top, left, right):
            if not presenting.on():
                with top:
                    head()
            {"quiz": quiz_view, "class": classroom, "page": summary}[show].show(top, left, right)


def lessons() -> None:
    if presenting.on():
        with st.container(key="stage"):
            lesson_view.show()
        presenting.sign(STATE.page, state.query())
        return
    head()
    lesson_view.show()


def head() -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="head"):
        title = st.container(width="content", key=f"title_{STATE['show']}")
        title.title(TITLES[STATE["show"]], anchor=False, width="content")
        if STATE["show"] == "quiz":
            quiz_view.where()
        with st.container(horizontal=True, gap="small", width="content", key="tools"):
            controls.sections(STATE, "show", "What the page shows", SECTIONS)
            links.bar(STATE.page, state.query())
            share.menu(presents=True)


query = links.incoming(STATE.page)
look.prepare("lessons.css")
state.enter(query)
asking.enter()
body()
