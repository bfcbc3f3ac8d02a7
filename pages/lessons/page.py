from pathlib import Path

import streamlit as st

from ordquant_core.browser import BROWSER
from ordquant_core.markup import Html, join, tag
from ordquant_core.teaching.course import COURSE
from ordquant_core.teaching.one_file import in_script, lessons_file, summary_table
from pages.lessons import state
from pages.lessons.state import SECTIONS, STATE
from pages.shared import controls, downloads, links, look, presenting, session, share, write
from pages.shared.component import component

TITLES = {"lessons": "Lessons", "page": "All on one page"}
ONE_FILE = (
    "All lessons, the four judges and the canvas of Compare. The file needs no server and no network: put it on a "
    "learning platform, or send it to the class."
)
_data = tag("script", Html(in_script(COURSE)), type="application/json", class_="cv-data")
_course = component(
    "ordquant_course",
    Path(__file__).with_name("course.js"),
    look=BROWSER / "lessons" / "course",
    html=join([_data, Html((BROWSER / "lessons" / "course.html").read_text(encoding="utf-8"))]),
)
OPENED = session.Item("lessons_opened", int)  # how often something else than the browser chose what is shown
ON_STAGE = session.Item[bool | None]("lessons_on_stage", lambda: None)


@st.fragment
def body() -> None:
    take_reported()
    staged = presenting.on()
    with st.container(key="lessons", gap="xsmall"):
        if not staged:
            head()
        with st.container(key="stage"):
            if STATE["show"] == "page":
                write.html(summary_table())
                if not staged:
                    downloads.file_button(
                        "Lessons as one file",
                        lambda: lessons_file().encode(),
                        "lessons.html",
                        "text/html",
                        help_=ONE_FILE,
                    )
            else:
                data = {"opened": OPENED.get(), "stage": staged, "query": state.query()}
                _course(key="course", data=data, on_step_change=lambda: None)
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


def take_reported() -> None:
    """Remember what the browser shows, for the address and the links. Browsers are not trusted."""
    said = (session.reported("course") or {}).get("step")
    if not isinstance(said, dict) or said.get("opened") != OPENED.get() or STATE["show"] != "lessons":
        return
    names = [name for name in STATE if name != "show"]
    STATE.reset(*names)
    STATE.follow({name: str(said[name]) for name in names if name in said}, *names)


query = links.incoming(STATE.page)
look.prepare("lessons.css", str(BROWSER / "lessons" / "summary.css"))
state.enter(query)
if query is not None or links.entered() or ON_STAGE.get() != presenting.on():
    ON_STAGE.set(presenting.on())
    OPENED.set(OPENED.get() + 1)
body()
