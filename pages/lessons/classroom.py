"""For a class: the result codes of all learners, pasted, become a histogram. Nothing is kept on the server."""

import streamlit as st

from ordquant_core.errors import OrdquantError
from ordquant_core.numerals import count
from ordquant_core.teaching.quiz import N_QUESTIONS, quiz
from ordquant_core.teaching.result_codes import EXAMPLE, histogram, most_frequent, read_code, split_codes
from ordquant_core.teaching.views import class_table, refused_table
from pages.lessons.quiz_view import space
from pages.shared import write
from pages.shared.escaping import escape

HOW = (
    "Choose a level and a seed under Quiz, and share the link: everybody gets the same ten questions. Each result ends "
    "with a code. Paste the codes here. Nothing is stored, and no code contains a name."
)


def show(_top: write.Container, left: write.Container, right: write.Container) -> None:
    """Draw the field for codes, and the answers of the class."""
    with left:
        write.because(HOW, " For every measure, smaller is better.")
        text = st.text_area(
            "Result codes", key="class_codes", height=260, placeholder=f"{EXAMPLE}\n{EXAMPLE}", persist_state="session"
        )
        st.button("Count the answers", key="count_codes", width="stretch")
    with right.container(border=True, height="stretch"):
        try:
            _count(split_codes(text or ""))
        except OrdquantError as problem:
            st.error(escape(str(problem)))


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
        f"{count(found.repeated, 'code')} occurred more than once. " if found.repeated else "",
        "✓ marks the correct choice; stronger colour: more confident.",
    )
    write.scrolling(class_table(found, taken))
    if found.refused:
        write.title(f"{count(len(found.refused), 'code')} not counted")
        write.scrolling(refused_table(found), height="12rem")
