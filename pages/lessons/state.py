"""What the page shows, and its links: the section, the lesson, the answers so far, the quiz."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from ordquant_core.errors import OrdquantError
from ordquant_core.teaching.lesson import Lesson
from ordquant_core.teaching.lessons import LESSONS, NEW, REPLACED, TRANSFERS
from ordquant_core.teaching.own_lesson import MOST_LESSONS, OwnLesson, as_lesson, from_link, to_link
from ordquant_core.teaching.quiz import MOST_SEEDS
from ordquant_core.teaching.quiz_space import LEVELS
from ordquant_core.teaching.sitting import read_sitting, write_sitting
from pages.shared import links, own_lessons, presenting
from pages.shared.board import UNSURE
from pages.shared.common import COMMON
from pages.shared.params import Choice, Param, Params, Whole

SECTIONS = {"lessons": "Lessons", "quiz": "Quiz", "class": "For a class", "page": "On one page"}
OWN = ("own", *(f"own-{number}" for number in range(2, MOST_LESSONS + 1)))  # keys of one's own lessons
DONE = "done"


@dataclass(frozen=True, slots=True)
class Reached:
    """How far somebody is in a lesson: the number of the choice, `UNSURE` or None, and whether the task is done."""

    answer: int | None
    done: bool = False


Answers = Mapping[str, Reached]  # by the key of the lesson
Owns = tuple[OwnLesson, ...]
NONE: Answers = MappingProxyType({})


def _read_answers(text: str) -> Answers:
    found = {}
    for part in filter(None, text.split(",")):
        lesson, _, said = part.partition(".")
        choice, _, done = said.partition(".")
        if choice in ("a", "tie", "b"):
            raise ValueError("answers to the earlier lessons; the new ones ask again")
        if lesson not in (*LESSONS, *TRANSFERS, *OWN) or choice not in ("1", "2", "3", "4") or done not in ("", DONE):
            raise ValueError(f"lesson.choice, such as {next(iter(LESSONS))}.2 or, with its task, .2.{DONE}")
        found[lesson] = Reached(UNSURE if choice == "4" else int(choice) - 1, done == DONE)
    return MappingProxyType(found)


def _write_answers(answers: Answers) -> str:
    words = []
    for lesson, one in answers.items():
        choice = 4 if one.answer in (UNSURE, None) else one.answer + 1
        words.append(f"{lesson}.{choice}{f'.{DONE}' if one.done else ''}")
    return ",".join(words)


def _read_own(text: str) -> Owns:
    own = from_link(text)
    for one in own:
        as_lesson(one)
    return own


def _write_own(own: Owns) -> str:
    try:
        return to_link(*own)
    except OrdquantError:  # from a file, and too long for a link
        return ""


STATE = Params(
    "lessons",
    Choice("show", SECTIONS),
    Choice("lesson", (*LESSONS, *TRANSFERS, *OWN), earlier=REPLACED),
    Param("answers", NONE, _read_answers, _write_answers),
    Param("own", (), _read_own, _write_own),
    Choice("level", LEVELS),
    Whole("seed", None, 0, MOST_SEEDS - 1),
    Param("sitting", None, read_sitting, write_sitting),
)


def enter(query: Mapping[str, str] | None) -> None:
    """Open what a link shows."""
    if query:  # a link says only what differs from how the page opens
        STATE.reset(*(name for name in ("show", "lesson", "level", "seed", "sitting") if name not in query))
    presenting.enter(query)
    STATE.follow(query)
    COMMON.follow(query, "view")
    earlier = (query or {}).get("lesson", "")
    if earlier in REPLACED:
        title = earlier.replace("-", " ").capitalize()
        links.warn(f"The lesson “{title}” was replaced by “{LESSONS[REPLACED[earlier]].title}”.")
    if query and "own" in query and STATE["own"]:
        if "answers" not in query:
            _forget_own()
        if "lesson" not in query:
            STATE["lesson"] = OWN[0]
    if STATE["lesson"] in OWN[len(STATE["own"]) :]:
        STATE.reset("lesson")
    own_lessons.OPEN.set(STATE["own"])


def query() -> dict[str, str]:
    """Return what a link must say to open the same; on stage without the answers, which others are to find."""
    show, staged = STATE["show"], presenting.on()
    if show == "quiz":
        return STATE.query("show", "level", "seed", *(() if staged else ("sitting",)))
    if show in ("class", "page"):
        return STATE.query("show")
    said = STATE.query(*(["lesson", "own"] if staged else ["lesson", "answers", "own"]))
    if not said.get("own", "?"):  # too long for a link
        said = {name: text for name, text in said.items() if name not in ("own", "lesson")}
    return said if STATE["lesson"] in OWN else {name: text for name, text in said.items() if name != "own"}


def lessons() -> dict[str, Lesson]:
    """Return all lessons, a question on a new picture after each; one's own last."""
    own: Owns = STATE["own"]
    every = {**LESSONS, **TRANSFERS}
    pages = {page: every[page] for key in LESSONS for page in (key, f"{key}{NEW}")}
    return {**pages, **{key: replace(as_lesson(one), key=key) for key, one in zip(OWN, own, strict=False)}}


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


def open_own(own: Owns) -> None:
    """Open lessons of one's own, not answered yet."""
    STATE["own"] = own
    own_lessons.OPEN.set(own)
    _forget_own()
    go(OWN[0])


def _forget_own() -> None:
    STATE["answers"] = MappingProxyType({key: said for key, said in STATE["answers"].items() if key not in OWN})
