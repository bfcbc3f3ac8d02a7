"""The board: a lesson whose votes are carried, as one call."""

from collections.abc import Callable, Mapping
from pathlib import Path

from ordquant_core.browser import BROWSER
from ordquant_core.teaching.board_lesson import Lesson, to_json
from pages.shared.component import component

_component = component("ordquant_board", Path(__file__).with_name("board.js"), look=BROWSER / "board")


def board(
    lesson: Lesson,
    *,
    key: str = "board",
    attempt: int = 0,
    answer: int | None = None,
    done: bool = False,
    stage: bool = False,
    cardless: bool = False,
    on_change: Callable[[], None] = lambda: None,
) -> Mapping[str, object] | None:
    """Mount a lesson; return the step that ended last in it, or None.

    A step is `{"kind": "answer", "answer": ...}` with the number of a choice, -1 for who was not sure; `{"kind":
    "done"}`; or `{"kind": "board", "board": ...}` after every move. Browsers are not trusted: values are to be checked.

    `attempt` is counted up to begin anew. `answer` and `done` are what was reached before, `stage` is for a lecture
    hall; `cardless` shows the board alone, without a question. `on_change` is called before the script runs.
    """
    of = f"{lesson.key} {attempt} {stage} {cardless}"
    data = {"of": of, "lesson": to_json(lesson), "answer": answer, "done": done, "stage": stage, "cardless": cardless}
    result = _component(key=key, data=data, on_step_change=on_change)
    step = result.step
    if not isinstance(step, dict) or step.get("of") != of or not isinstance(step.get("step"), dict):
        return None
    return dict(step["step"])
