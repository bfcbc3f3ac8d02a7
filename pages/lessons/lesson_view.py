"""One lesson on the board."""

from ordquant_core.teaching.lessons import NEW, TRANSFERS
from pages.lessons import state
from pages.lessons.state import STATE, Reached
from pages.shared import presenting
from pages.shared.board import Entry, board, taken

QUIZ = "quiz"


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
    lessons, chosen = state.lessons(), STATE["lesson"]
    pages, answers, reached = [*lessons], STATE["answers"], state.reached()
    numbered = [key for key in pages if key not in TRANSFERS]
    at = pages.index(chosen)
    board(
        lessons[chosen],
        answer=reached.answer,
        done=reached.done,
        stage=presenting.on(),
        entries=[]
        if presenting.on()
        else [
            Entry(key, str(number), lessons[key].title, key in answers and answers[key].done)
            for number, key in enumerate(numbered, start=1)
        ],
        now=numbered.index(chosen.removesuffix(NEW)),
        back=("← Back", pages[at - 1]) if at else None,
        following=(f"{lessons[pages[at + 1]].title} →", pages[at + 1]) if at + 1 < len(pages) else ("Quiz →", QUIZ),
    )
