"""The quiz: the core makes its questions, the browser asks and explains them, and reports how far one is."""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from ordquant_core.browser import BROWSER
from ordquant_core.markup import Html, join, tag
from ordquant_core.teaching.lessons import LESSONS
from ordquant_core.teaching.quiz import MOST_SEEDS, QUIZZES, quiz, quiz_data, shared_data
from ordquant_core.teaching.quiz_space import LEVELS, QuizSpace, quiz_space
from pages.lessons import state
from pages.lessons.state import SITTING, STATE
from pages.shared import presenting, session
from pages.shared.component import component
from pages.shared.result_cache import compute_with_bar

LONGEST = 60  # characters of what tells two steps apart
_LOOK, _PARTS = (Html((BROWSER / "draw" / name).read_text(encoding="utf-8")) for name in ("draw.css", "draw.html"))
_component = component(
    "ordquant_quiz",
    Path(__file__).with_name("quiz.js"),
    look=BROWSER / "quiz",
    html=join([tag("template", tag("style", _LOOK), _PARTS), tag("div", class_="qz-host")]),
)
SPACE = ("quiz",)  # the key under which the questions are kept


@dataclass(frozen=True, slots=True)
class Sent:
    """What the browser shows, how far one was when it was sent, and whether the questions have arrived."""

    level: str
    seed: int
    stage: bool
    sitting: str
    arrived: bool = False


SENT = session.Item[Sent | None]("quiz_sent", lambda: None)
forget = partial(SENT.set, None)  # the quiz is sent anew: the browser forgets it with what it shows
TAKEN = session.Item("quiz_taken", str)  # the last step that was read


def space() -> QuizSpace:
    """Return all questions, collected once for everybody."""
    return compute_with_bar(SPACE, "Collecting questions", lambda progress: quiz_space())


def follow() -> None:
    """Remember what was done in the quiz since it was drawn. Browsers are not trusted."""
    step, sent = (session.reported("quiz") or {}).get("step"), SENT.get()
    if not isinstance(step, dict) or sent is None or (at := str(step.get("at"))[:LONGEST]) == TAKEN.get():
        return
    TAKEN.set(at)
    level, seed, sitting = step.get("level"), step.get("seed"), step.get("sitting")
    if step.get("lost") is True:
        forget()
    elif (
        level in LEVELS
        and type(seed) is int
        and 0 <= seed < MOST_SEEDS
        and isinstance(sitting, str)
        and (not sitting or SITTING.fullmatch(sitting))
    ):
        SENT.set(replace(sent, arrived=(level, seed) == (sent.level, sent.seed)))
        STATE["level"], STATE["seed"], STATE["sitting"] = level, seed, sitting
        if step.get("to") in LESSONS:
            state.go(str(step["to"]))


def show() -> None:
    """Draw the quiz of the link. Its questions are sent until the browser has reported a step in it."""
    level, seed, stage = STATE["level"], STATE["seed"], presenting.on()
    sent = SENT.get()
    if sent is None or (sent.level, sent.seed, sent.stage) != (level, seed, stage):
        sent = Sent(level, seed, stage, STATE["sitting"])
        SENT.set(sent)
    data: dict[str, object] = {"stage": stage, "sitting": sent.sitting, "quiz": None}
    if not sent.arrived:
        data |= {"quiz": quiz_data(quiz(space(), seed, level)), "quizzes": dict(QUIZZES), **shared_data()}
    _component(key="quiz", data=data, on_step_change=lambda: None)
