"""The board: a lesson whose votes are carried, as one call."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from ordquant_core.browser import BROWSER
from ordquant_core.teaching.lesson import Lesson, to_json
from pages.shared import session
from pages.shared.component import component

UNSURE = -1  # the answer of who is not sure
LONGEST = 60  # characters of what tells two steps apart
_component = component("ordquant_board", Path(__file__).with_name("board.js"), look=BROWSER / "board")


@dataclass(frozen=True, slots=True)
class Entry:
    """A lesson that can be chosen above the board; `to` is its key."""

    to: str
    label: str
    title: str
    done: bool


@dataclass(frozen=True, slots=True)
class Step:
    """What a visitor did last: how far they are in a lesson, and the key of what they want to see."""

    answer: int | None
    done: bool
    to: str | None


def board(
    lesson: Lesson,
    *,
    key: str = "board",
    attempt: object = 0,
    answer: int | None = None,
    done: bool = False,
    stage: bool = False,
    cardless: bool = False,
    entries: Sequence[Entry] = (),
    now: int = 0,
    back: tuple[str, str] | None = None,
    following: tuple[str, str] | None = None,
) -> None:
    """Mount a lesson. `taken` reads what the visitor has done since the last run, before the lesson is drawn.

    It begins anew with another `attempt`. `answer` and `done` are what was reached before; `stage` is for a lecture
    hall; `cardless` shows the board alone, without a question. `entries` are the lessons to choose from, `now` the one
    that is shown; `back` and `following` are the buttons below: words, and the key of what they lead to.
    """
    data = {
        "of": f"{lesson.key} {attempt} {stage} {cardless}",
        "lesson": to_json(lesson),
        "answer": answer,
        "done": done,
        "stage": stage,
        "cardless": cardless,
        "rail": [asdict(entry) for entry in entries],
        "now": now,
        "back": back and {"label": back[0], "to": back[1]},
        "next": following and {"label": following[0], "to": following[1]},
    }
    _component(key=key, data=data, on_step_change=lambda: None)


def taken(lesson: Lesson, keys: Collection[str]) -> Step | None:
    """Return what was done in a lesson since the last call, None for nothing; `keys`: of what can be shown then.

    Browsers are not trusted.
    """
    step = (session.reported("board") or {}).get("step")
    last = session.Item[str]("board_taken", str)
    if not isinstance(step, dict) or not str(step.get("of", "")).startswith(f"{lesson.key} "):
        return None
    at, answer, to = str(step.get("at"))[:LONGEST], step.get("answer"), step.get("to")
    if at == last.get():
        return None
    last.set(at)
    return Step(
        _within(answer, range(UNSURE, len(lesson.choices))),
        step.get("done") is True,
        to if isinstance(to, str) and to in keys else None,
    )


def _within(value: object, allowed: range) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value in allowed else None
