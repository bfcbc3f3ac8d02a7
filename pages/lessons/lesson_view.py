"""One lesson on the board."""

import streamlit as st

from ordquant_core.errors import OrdquantError
from ordquant_core.formats import File
from ordquant_core.numerals import count
from ordquant_core.teaching.lesson import Lesson
from ordquant_core.teaching.lessons import NEW, TRANSFERS
from ordquant_core.teaching.own_lesson import MOST_LESSONS, OwnLesson, as_lesson, from_json
from pages.lessons import state
from pages.lessons.state import OWN, STATE, Reached
from pages.shared import presenting, session, uploads
from pages.shared.board import Entry, board, taken
from pages.shared.escaping import escape

QUIZ = "quiz"
PROBLEM = session.Item("lessons_problem", str)


def follow() -> None:
    """Remember what was done on the board since it was drawn."""
    lessons = state.lessons()
    step = taken(lessons[STATE["lesson"]], {*lessons, QUIZ})
    if step is None or STATE["show"] != "lessons":
        return
    state.reach(Reached(step.answer, step.done or state.reached().done))
    if step.to == QUIZ:
        STATE["show"] = QUIZ
    elif step.to is not None:
        state.go(step.to)


def show() -> None:
    """Draw the lesson of the link, with the list of all above it."""
    lessons, shown = state.lessons(), STATE["lesson"]
    pages, answers, reached = [*lessons], STATE["answers"], state.reached()
    numbered = [key for key in pages if key not in TRANSFERS]
    at = pages.index(shown)
    board(
        lessons[shown],
        attempt=_attempt(lessons[shown]),
        answer=reached.answer,
        done=reached.done,
        stage=presenting.on(),
        entries=[]
        if presenting.on()
        else [
            Entry(key, str(number), lessons[key].title, key in answers and answers[key].done)
            for number, key in enumerate(numbered, start=1)
        ],
        now=numbered.index(shown.removesuffix(NEW)),
        back=("← Back", pages[at - 1]) if at else None,
        following=(f"{lessons[pages[at + 1]].title} →", pages[at + 1]) if at + 1 < len(pages) else ("Quiz →", QUIZ),
    )


def _attempt(lesson: Lesson) -> int:
    """Tell lessons of one's own apart, which all have the same key."""
    return hash(lesson) if lesson.key in OWN else 0


def open_file() -> None:
    """Draw where lessons are opened from files, and what was wrong with the last ones."""
    problem = PROBLEM.take()
    if problem:
        st.error(escape(problem))
    hint = "JSON files saved on Compare. The lessons of several files follow one another."
    uploads.draw_file_drop("Open lessons from files", "lesson_file", _open, hint=hint)


def _open(files: tuple[File, ...]) -> None:
    own: list[OwnLesson] = []
    for file in files:
        try:
            found = from_json(file.data)
            for one in found:
                as_lesson(one)
        except OrdquantError as problem:
            PROBLEM.set(f"{file.name}: {problem}")
            return
        own.extend(found)
    if len(own) > MOST_LESSONS:
        PROBLEM.set(f"The files hold {count(len(own), 'lesson')}; expected at most {MOST_LESSONS}.")
        return
    PROBLEM.set("")
    state.open_own(tuple(own))
