"""A lesson of one's own: the picture of Compare with a question, as a link, a QR code and a file."""

import streamlit as st

from ordquant_core.analysis.picture import Picture
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MAIN_MEASURES, OWN_MEASURES
from ordquant_core.numerals import count
from ordquant_core.teaching.own_lesson import (
    LONGEST_TAKE_AWAY,
    LONGEST_TASK,
    LONGEST_TITLE,
    LONGEST_WHY,
    MOST_MEASURES,
    OwnLesson,
    as_lesson,
)
from pages.shared import controls, links, own_lessons, working_view, write
from pages.shared.board import board
from pages.shared.escaping import escape

LESSONS = "lessons/page.py"
BESIDE = ("NMD", "NVD")  # what a table has beside the measure that is asked about


def button(picture: Picture) -> None:
    """Draw the button that opens the form."""
    if st.button("Make a lesson from this picture", icon=":material/school:", key="make_lesson", type="tertiary"):
        _form(picture)


@st.dialog("Make a lesson from this picture", width="large")
def _form(picture: Picture) -> None:
    labels = controls.labels([key for key in MAIN_MEASURES if key not in OWN_MEASURES])
    explained = working_view.calculated_measure()
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
    with st.expander("As the class sees it", key="lesson_preview"):
        _preview(own)


def _shared(own: OwnLesson) -> None:
    """Draw what others get, or what is wrong."""
    before = own_lessons.OPEN.get()
    if before:
        words = f"Behind your {count(len(before), 'open lesson')}, in the same link and file"
        before = before if st.checkbox(words, key="lesson_behind") else ()
    try:
        query = own_lessons.share((*before, own))
    except OrdquantError as problem:
        st.error(escape(str(problem)))
        return
    if query is not None:
        links.page_link(LESSONS, "Open the lessons" if before else "Open the lesson", ":material/arrow_forward:", query)
        write.because(
            "The answer is computed when a lesson is opened. The link contains only the pictures and your texts."
        )


def _preview(own: OwnLesson) -> None:
    """Draw the lesson with its question, its scores hidden."""
    try:
        shown = as_lesson(own)
    except OrdquantError:
        return  # what is wrong is said beside the form
    board(shown, key="preview_board", attempt=hash(shown))
