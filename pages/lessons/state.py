"""What the page shows, and its links: the section, the lesson with its step, the answers so far, the quiz."""

from collections.abc import Mapping
from types import MappingProxyType

from ordquant_core.errors import OrdquantError
from ordquant_core.teaching.answers import CONFIDENCES, KEYS, Answer, Confidence, Key
from ordquant_core.teaching.lesson import STEPS, Lesson, StepName
from ordquant_core.teaching.lessons import LESSONS
from ordquant_core.teaching.own_lesson import OwnLesson, as_lesson, from_link, to_link
from ordquant_core.teaching.quiz import MOST_SEEDS
from ordquant_core.teaching.quiz_space import LEVELS
from ordquant_core.teaching.sitting import Sitting, read_sitting, write_sitting
from pages.shared import presenting
from pages.shared.common import COMMON
from pages.shared.params import Choice, Param, Params, Whole

SECTIONS = {"lessons": "Lessons", "quiz": "Quiz", "class": "For a class"}
OWN = "own"
Answers = Mapping[str, Answer]  # by the key of the lesson
NONE: Answers = MappingProxyType({})


def _read_answers(text: str) -> Answers:
    found = {}
    for part in filter(None, text.split(",")):
        lesson, _, said = part.partition(".")
        choice, _, confidence = said.partition(".")
        known_choice: Key | None = next((key for key in KEYS if key == choice), None)
        known_confidence: Confidence | None = next((key for key in CONFIDENCES if key == confidence), None)
        if lesson not in (*LESSONS, OWN) or known_choice is None or known_confidence is None:
            raise ValueError(f"lesson.choice.confidence, such as {next(iter(LESSONS))}.tie.sure")
        found[lesson] = Answer(known_choice, known_confidence)
    return MappingProxyType(found)


def _write_answers(answers: Answers) -> str:
    return ",".join(f"{lesson}.{one.choice}.{one.confidence}" for lesson, one in answers.items())


def _read_own(text: str) -> OwnLesson:
    try:
        own = from_link(text)
        as_lesson(own)
    except OrdquantError as problem:
        raise ValueError(str(problem).removesuffix(".")) from None  # it becomes a part of a sentence
    return own


def _write_own(own: OwnLesson) -> str:
    try:
        return to_link(own)
    except OrdquantError:  # from a file, and too long for a link
        return ""


def _read_sitting(text: str) -> Sitting:
    try:
        return read_sitting(text)
    except OrdquantError as problem:
        raise ValueError(str(problem).removesuffix(".")) from None


STATE = Params(
    "lessons",
    Choice("show", SECTIONS),
    Choice("lesson", (*LESSONS, OWN)),
    Choice("step", STEPS),
    Param("answers", NONE, _read_answers, _write_answers),
    Param("own", None, _read_own, _write_own),
    Choice("level", LEVELS),
    Whole("seed", None, 0, MOST_SEEDS - 1),
    Param("sitting", None, _read_sitting, write_sitting),
)


def enter(query: Mapping[str, str] | None) -> None:
    """Open what a link shows."""
    if query:  # a link says only what differs from how the page opens
        STATE.reset(*(name for name in ("show", "lesson", "step", "level", "seed", "sitting") if name not in query))
    presenting.enter(query)
    STATE.follow(query)
    COMMON.follow(query, "view")
    if query and "own" in query and STATE["own"] is not None:
        if "answers" not in query:
            _forget(OWN)
        if "lesson" not in query:
            STATE["lesson"] = OWN
    if STATE["lesson"] == OWN and STATE["own"] is None:
        STATE.reset("lesson", "step")


def query() -> dict[str, str]:
    """Return what a link must say to open the same; on stage without the answers, which others are to find."""
    show, staged = STATE["show"], presenting.on()
    if show == "quiz":
        return STATE.query("show", "level", "seed", *(() if staged else ("sitting",)))
    if show == "class":
        return STATE.query("show")
    said = STATE.query(*(["lesson", "own"] if staged else ["lesson", "step", "answers", "own"]))
    if not said.get("own", "?"):  # too long for a link
        said = {name: text for name, text in said.items() if name not in ("own", "lesson", "step")}
    return said if STATE["lesson"] == OWN else {name: text for name, text in said.items() if name != "own"}


def lessons() -> dict[str, Lesson]:
    """Return all lessons, one's own last."""
    own = STATE["own"]
    return {**LESSONS, **({} if own is None else {OWN: as_lesson(own)})}


def lesson() -> Lesson:
    """Return the lesson that is shown."""
    return lessons()[STATE["lesson"]]


def go(lesson: str, step: StepName = STEPS[0]) -> None:
    """Show a step of a lesson."""
    STATE["show"], STATE["lesson"], STATE["step"] = "lessons", lesson, step


def answered() -> Answer | None:
    """Return the answer to the lesson that is shown."""
    answers: Answers = STATE["answers"]
    return answers.get(STATE["lesson"])


def answer(said: Answer) -> None:
    """Remember the answer to the lesson that is shown, and reveal the scores."""
    STATE["answers"] = MappingProxyType({**STATE["answers"], STATE["lesson"]: said})
    STATE["step"] = "reveal"


def open_own(own: OwnLesson) -> None:
    """Open a lesson of one's own, not answered yet."""
    STATE["own"] = own
    _forget(OWN)
    go(OWN)


def _forget(lesson: str) -> None:
    STATE["answers"] = MappingProxyType({key: said for key, said in STATE["answers"].items() if key != lesson})
