"""What the page shows, and its links: the section, the lesson, the answers so far, the quiz."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ordquant_core.teaching.lesson import Lesson
from ordquant_core.teaching.lessons import LESSONS, NEW, TRANSFERS
from ordquant_core.teaching.quiz import MOST_SEEDS
from ordquant_core.teaching.quiz_space import LEVELS
from pages.shared import presenting
from pages.shared.board import UNSURE
from pages.shared.common import COMMON
from pages.shared.params import Choice, Param, Params, Whole

SECTIONS = {"lessons": "Lessons", "quiz": "Quiz", "page": "On one page"}
SITTING = re.compile(r"[0-9]{10}\.(10|[0-9])")  # a digit per question, 0: not answered; the question that is shown
DONE = "done"


@dataclass(frozen=True, slots=True)
class Reached:
    """How far somebody is in a lesson: the number of the choice, `UNSURE` or None, and whether the task is done."""

    answer: int | None
    done: bool = False


Answers = Mapping[str, Reached]  # by the key of the lesson
NONE: Answers = MappingProxyType({})


def _read_answers(text: str) -> Answers:
    answers = {}
    for part in filter(None, text.split(",")):
        lesson, _, rest = part.partition(".")
        choice, _, done = rest.partition(".")
        if lesson not in (*LESSONS, *TRANSFERS) or choice not in ("1", "2", "3", "4") or done not in ("", DONE):
            raise ValueError(f"lesson.choice, such as {next(iter(LESSONS))}.2 or, with its task, .2.{DONE}")
        answers[lesson] = Reached(UNSURE if choice == "4" else int(choice) - 1, done == DONE)
    return MappingProxyType(answers)


def _write_answers(answers: Answers) -> str:
    words = []
    for lesson, reached in answers.items():
        choice = 4 if reached.answer in (UNSURE, None) else reached.answer + 1
        words.append(f"{lesson}.{choice}{f'.{DONE}' if reached.done else ''}")
    return ",".join(words)


def _read_sitting(text: str) -> str:
    if not SITTING.fullmatch(text):
        raise ValueError("a digit per question and the question that is shown, such as 3000000000.1")
    return text


STATE = Params(
    "lessons",
    Choice("show", SECTIONS),
    Choice("lesson", (*LESSONS, *TRANSFERS)),
    Param("answers", NONE, _read_answers, _write_answers),
    Choice("level", LEVELS),
    Whole("seed", 1, 0, MOST_SEEDS - 1),
    Param("sitting", "", _read_sitting),
)


def enter(query: Mapping[str, str] | None) -> None:
    """Open what a link shows."""
    if query:  # a link says only what differs from how the page opens
        STATE.reset(*(name for name in ("show", "lesson", "level", "seed", "sitting") if name not in query))
    presenting.enter(query)
    STATE.follow(query)
    COMMON.follow(query, "view")


def query() -> dict[str, str]:
    """Return what a link must say to open the same; on stage without the answers, which others are to find."""
    show, staged = STATE["show"], presenting.on()
    if show == "quiz":
        return STATE.query("show", "level", "seed", *(() if staged else ("sitting",)))
    if show == "page":
        return STATE.query("show")
    return STATE.query(*(["lesson"] if staged else ["lesson", "answers"]))


def lessons() -> dict[str, Lesson]:
    """Return all lessons, a question on a new picture after each."""
    every = {**LESSONS, **TRANSFERS}
    return {page: every[page] for key in LESSONS for page in (key, f"{key}{NEW}")}


def go(lesson: str) -> None:
    """Show a lesson."""
    STATE["show"], STATE["lesson"] = "lessons", lesson


def reached() -> Reached:
    """Return how far the visitor is in the lesson that is shown."""
    answers: Answers = STATE["answers"]
    return answers.get(STATE["lesson"], Reached(None))


def reach(now: Reached) -> None:
    """Remember how far the visitor is in the lesson that is shown."""
    if now.answer is not None and now != reached():
        STATE["answers"] = MappingProxyType({**STATE["answers"], STATE["lesson"]: now})
