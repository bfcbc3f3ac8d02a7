"""All lessons on one page: which estimate each taught measure prefers at first, and what to take away."""

import pandas as pd

from ordquant_core.teaching.lesson import Lesson
from ordquant_core.teaching.lesson_fields import preferred
from ordquant_core.teaching.lessons import LESSONS
from ordquant_core.teaching.readings import TAUGHT

ADVICE = "First say what an error costs you; then choose the measure that charges it."
NONE = "–"  # a lesson may have no two estimates to choose from


def summary() -> pd.DataFrame:
    """Return a row per lesson: its votes at first, what every taught measure prefers there, and what to take away."""
    return pd.DataFrame([_row(f"{number} {lesson.title}", lesson) for number, lesson in enumerate(LESSONS.values(), 1)])


def _row(title: str, lesson: Lesson) -> dict[str, str]:
    sides = ("gold", *lesson.sides) if lesson.measures else ("gold",)
    votes = {side: ",\u00a0".join(map(str, lesson.board.side(side))) for side in sides}
    prefers = {key: NONE if len(lesson.sides) < 2 else preferred(key, lesson.board) for key in TAUGHT}
    none = dict.fromkeys(("gold", "a", "b"), NONE)
    return {"lesson": title, **none, **votes, **prefers, "take_away": lesson.take_away}
