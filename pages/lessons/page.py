import streamlit as st

from pages.lessons import asking, classroom, lesson_view, quiz_view, state, steps
from pages.lessons.state import SECTIONS, STATE
from pages.shared import controls, links, look, presenting, write
from pages.shared.escaping import escape

TITLES = {"quiz": "Quiz", "class": "Answers of a class"}


@st.fragment
def body() -> None:
    steps.follow()
    show = STATE["show"]
    if show == "quiz":
        quiz_view.prepare()
    with st.container(key="lessons", gap="xsmall"):
        asks = show == "lessons" or (show == "quiz" and quiz_view.asks())
        with asking.frame(state.query(), asks=asks) as (top, left, right):
            if not presenting.on():
                head(top)
            {"lessons": lesson_view, "quiz": quiz_view, "class": classroom}[show].show(top, left, right)


def head(top: write.Container) -> None:
    with top:
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="head"):
            title = TITLES.get(STATE["show"]) or escape(state.lesson().title)
            st.title(title, anchor=False, width="content")
            if STATE["show"] == "lessons":
                lesson_view.progress()
                lesson_view.done()
            if STATE["show"] == "quiz":
                quiz_view.where()
            with st.container(horizontal=True, gap="small", width="content", key="tools"):
                controls.sections(STATE, "show", "What the page shows", SECTIONS)
                presenting.bar(STATE.page, state.query())
        problem = lesson_view.PROBLEM.take()
        if problem:
            st.error(escape(problem))
        if STATE["show"] == "lessons":
            lesson_view.looked_at()


query = links.incoming(STATE.page)
look.prepare("lessons.css")
state.enter(query)
asking.enter()
steps.show()
body()
