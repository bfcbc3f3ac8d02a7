"""The list of lessons in the sidebar: which are done, and which is open; a click opens another one."""

from functools import partial

import streamlit as st

from ordquant_core.markup import length, tag
from ordquant_core.teaching.lessons import LESSONS
from pages.lessons import state
from pages.lessons.state import STATE
from pages.shared import session, write
from pages.shared.escaping import escape

DRAWN = session.Item[object]("lessons_drawn_steps", lambda: None)


def show() -> None:
    """Draw the list."""
    DRAWN.set(_now())
    with st.sidebar.container(key="lesson_steps"):
        buttons("step")
        n_done = sum(key in STATE["answers"] for key in LESSONS)
        share = tag("i", style=f"width:{length(100 * n_done / len(LESSONS))}")
        write.html(
            tag("div", share, class_="oq-share"), tag("p", f"{n_done} of {len(LESSONS)} done", class_="oq-muted")
        )


def buttons(name: str) -> None:
    """Draw a button for every lesson; their keys begin with `name`."""
    for number, (key, lesson) in enumerate(state.lessons().items(), start=1):
        words = f"{'✓' if key in STATE['answers'] else number}\u2002{escape(lesson.title)}"
        is_open = key == _open_now()
        st.button(words, key=f"{name}_{key}", type="tertiary", on_click=partial(state.go, key), disabled=is_open)


def follow() -> None:
    """Rerun the whole page if the list is out of date: the fragment of the page cannot redraw it."""
    if DRAWN.get() != _now():
        st.rerun()


def _open_now() -> str:
    return STATE["lesson"] if STATE["show"] == "lessons" else ""


def _now() -> object:
    return _open_now(), tuple(STATE["answers"]), tuple(state.lessons())
