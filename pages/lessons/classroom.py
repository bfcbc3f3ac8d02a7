"""For a class: the result codes of all learners, pasted, become a histogram.

Nothing of the codes is kept on the server.
"""

from urllib.parse import urlencode

import streamlit as st

from ordquant_core.errors import OrdquantError
from ordquant_core.numerals import count
from ordquant_core.teaching.material_file import material_file, plan_table
from ordquant_core.teaching.one_file import lessons_file
from ordquant_core.teaching.own_lesson import as_lesson
from ordquant_core.teaching.quiz import N_QUESTIONS, quiz
from ordquant_core.teaching.quiz_space import quiz_space
from ordquant_core.teaching.result_codes import EXAMPLE, histogram, most_frequent, read_code, split_codes
from ordquant_core.teaching.views import class_table, duplicates_table, refused_table
from pages.lessons import lesson_view, state
from pages.lessons.quiz_view import SPACE, space
from pages.lessons.state import STATE
from pages.shared import downloads, own_lessons, presenting, write
from pages.shared.escaping import escape
from pages.shared.result_cache import compute_once

HOW = (
    "Choose a level and a seed under Quiz, and share the link: everybody gets the same ten questions. "
    "Each result ends with a code. Paste the codes here. Nothing is stored, and no code contains a name."
)
ONE_FILE = (
    "Nine lessons, 20 quizzes, the canvas of Compare, and your own lessons that are open. The file needs no server and "
    "no network: put it on a learning platform, or send it to the class."
)
MATERIAL = "Minutes and notes for the teacher, eight pictures to print, their solutions, and two real dialogues."
DUPLICATES = (
    "These codes were given more than once: one was pasted twice, or learners answered everything alike. "
    "All are counted."
)


def show(_top: write.Container, left: write.Container, right: write.Container) -> None:
    """Draw the field for codes, the answers of the class, and the plan of a lesson of 45 minutes."""
    with left:
        write.because(HOW, " For every measure, smaller is better.")
        text = st.text_area(
            "Result codes", key="class_codes", height=260, placeholder=f"{EXAMPLE}\n{EXAMPLE}", persist_state="session"
        )
        st.button("Count the answers", key="count_codes", width="stretch")
        if STATE["seed"] is not None and st.context.url:
            _lead_to_quiz(st.context.url)
        lesson_view.open_file()
        if STATE["own"]:
            _share(STATE["own"])
        downloads.file_button("Lessons as one file", _one_file, "lessons.html", "text/html", help_=ONE_FILE)
        downloads.file_button(
            "Plan, worksheet and solutions (HTML)",
            lambda: material_file().encode(),
            "class-material.html",
            "text/html",
            help_=MATERIAL,
        )
    with right.container(border=True, height="stretch"):
        try:
            _count(split_codes(text or ""))
        except OrdquantError as problem:
            st.error(escape(str(problem)))
    with st.container(key="plan"):
        write.title("45 minutes with a class")
        write.because(
            "Each lesson opens as a slide; Esc leaves it. Notes, worksheet and solutions are in the file above."
        )
        write.scrolling(plan_table(_slide))


def _share(own: state.Owns) -> None:
    """Draw what the class gets: one link and one file for all lessons that are open."""
    with st.container(border=True, key="own_lessons"):
        write.title(f"Your own {'lessons' if len(own) > 1 else 'lesson'}")
        write.because(*(f"{number}. {as_lesson(one).title} " for number, one in enumerate(own, start=1)))
        query = own_lessons.share(own)
        if query is not None:
            st.link_button("Open as the class sees it", f"{STATE.page}?{urlencode(query)}")


def _slide(lesson: str) -> str:
    return f"{STATE.page}?{urlencode({'lesson': lesson, 'view': presenting.STAGE})}"


def _one_file() -> bytes:
    questions = compute_once(SPACE, quiz_space)
    return lessons_file([as_lesson(one) for one in STATE["own"]], space=questions).encode()


def _count(codes: list[str]) -> None:
    of = most_frequent(codes)
    if of is None:
        write.verdict("No code yet." if not codes else "None of these is a result code.")
        for code in codes[:1]:
            read_code(code)  # raises an error that says why
        return
    taken = quiz(space(), *of)
    found = histogram(codes, taken)
    right = sum(one.right for one in found.questions)
    write.verdict(
        f"{count(found.counted, 'result code')}: {right} of {count(N_QUESTIONS * found.counted, 'question')} right."
    )
    write.because(
        f"Seed {taken.seed}, level {taken.level}. ",
        "✓ marks the correct choice; stronger colour: more confident.",
    )
    write.scrolling(class_table(found, taken))
    if found.duplicates:
        write.title(count(found.repeated, "possible duplicate"))
        write.because(DUPLICATES)
        write.scrolling(duplicates_table(found))
    if found.refused:
        write.title(f"{count(len(found.refused), 'code')} not counted")
        write.scrolling(refused_table(found.refused))


def _lead_to_quiz(page: str) -> None:
    """Draw the QR code of the quiz that was chosen, for the class."""
    address = f"{page}?{urlencode({'show': 'quiz', 'level': STATE['level'], 'seed': STATE['seed']})}"
    with st.container(key="quiz_address", horizontal=True, vertical_alignment="center"):
        write.html(*presenting.code_and_address(address, "Take this quiz on your phone"), width="content")
