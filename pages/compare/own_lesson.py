"""A lesson of one's own: the picture of Compare with a question, as a link, a QR code and a file."""

from urllib.parse import urlencode, urlsplit, urlunsplit

import streamlit as st

from ordquant_core.analysis.picture import Picture
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.teaching.own_lesson import (
    LONGEST_TAKE_AWAY,
    LONGEST_TASK,
    LONGEST_TITLE,
    LONGEST_WHY,
    MOST_MEASURES,
    OwnLesson,
    checked_lesson,
    to_json,
    to_link,
)
from pages.shared import controls, downloads, links, presenting, working_view, write
from pages.shared.escaping import escape

LESSONS = "lessons/page.py"
PATH = "lessons"  # of the page, in its address
BESIDE = ("NMD", "NVD")  # what a table has beside the measure that is asked about


def button(picture: Picture) -> None:
    """Draw the button that opens the form."""
    if st.button("Make a lesson from this picture", icon=":material/school:", key="make_lesson", type="tertiary"):
        _form(picture)


@st.dialog("Make a lesson from this picture", width="large")
def _form(picture: Picture) -> None:
    labels = controls.labels(MAIN_MEASURES)
    explained = working_view.explained()
    first = explained if explained in labels else MAIN_MEASURES[0]
    left, right = st.columns(2, gap="medium")
    with left:
        asks: str = st.selectbox(
            "Measure whose preference is predicted",
            list(labels),
            list(labels).index(first),
            format_func=labels.__getitem__,
            key="lesson_asks",
        )
        others = [key for key in labels if key != asks]
        beside = st.multiselect(
            "Other measures in the table",
            others,
            [key for key in BESIDE if key != asks],
            format_func=labels.__getitem__,
            max_selections=MOST_MEASURES - 1,
            key=f"lesson_beside_{asks}",
        )
        given = st.multiselect(
            "Preferences shown from the start",
            beside,
            format_func=labels.__getitem__,
            key=f"lesson_given_{asks}",
        )
        title = st.text_input("Title", key="lesson_title", max_chars=LONGEST_TITLE)
        why = st.text_area("Why, after the answer", key="lesson_why", max_chars=LONGEST_WHY, height=90)
        task = st.text_area("Task, after the answer", key="lesson_task", max_chars=LONGEST_TASK, height=90)
        take_away = st.text_area("Take-away", key="lesson_take_away", max_chars=LONGEST_TAKE_AWAY, height=90)
    texts = (" ".join(text.split()) for text in (title, take_away, task, why))
    own = OwnLesson(picture, asks, (asks, *beside), tuple(given), *texts)
    with right:
        _shared(own)


def _shared(own: OwnLesson) -> None:
    """Draw what others get, or what is wrong."""
    try:
        checked_lesson(own)
    except OrdquantError as problem:
        st.error(escape(str(problem)))
        return
    downloads.file_button("Save as a file", lambda: to_json(own).encode(), "lesson.json", "application/json")
    try:
        query = {"own": to_link(own)}
    except OrdquantError as problem:
        st.error(escape(str(problem)))
        return
    links.page_link(LESSONS, "Open the lesson", ":material/arrow_forward:", query)
    address = _address(query)
    if address:
        st.code(address, language=None, wrap_lines=False)
        write.html(presenting.code(address))
    write.because(
        "The answer is computed when the lesson is opened. The link contains only the picture and your texts."
    )


def _address(query: dict[str, str]) -> str:
    """Return the address of the lesson on this server; "" where it is not known."""
    parts = urlsplit(st.context.url or "")
    if not parts.netloc:
        return ""
    root = parts.path.rpartition("/")[0]
    return urlunsplit((parts.scheme, parts.netloc, f"{root}/{PATH}", urlencode(query), ""))
