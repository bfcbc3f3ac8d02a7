"""The lessons as the browser shows them: ordquant_core/browser/lessons/lessons.json, with the names of measures.

The browser makes all sentences and computes all numbers that follow a hand (ordquant_core/browser/board). Here stands
what the rest of the program has to know: which lessons there are, how many steps each has, and what each is about.
"""

import json
from typing import Any

import pandas as pd

from ordquant_core.analysis.comparison import PREFERRED, sides_of
from ordquant_core.analysis.picture import Picture
from ordquant_core.browser import BROWSER
from ordquant_core.measures.registry import MEASURES
from ordquant_core.spaces.pairs import classes

COURSE: dict[str, Any] = json.loads((BROWSER / "lessons" / "lessons.json").read_text(encoding="utf-8"))
COURSE["labels"] = {key: MEASURES[key].label for key in COURSE["names"]}
_LESSONS = {lesson["key"]: lesson for lesson in COURSE["lessons"]}
MAKE, JUDGES = "make", "judges"
STEPS = {key: len(lesson["steps"]) for key, lesson in _LESSONS.items()} | {MAKE: 1, JUDGES: 1}  # of each, in order
_ALL = _LESSONS | {key: COURSE[key] for key in (MAKE, JUDGES)}
TITLES = {key: lesson["title"] for key, lesson in _ALL.items()}
TAUGHT = tuple(COURSE["judges"]["recipes"])  # the measures that the four judges ask about
ADVICE = "First say what an error costs you; then choose the measure that charges it."
NONE = "–"  # a lesson may have no two estimates to choose from


def summary() -> pd.DataFrame:
    """Return a row per lesson: its votes at first, what every taught measure prefers there, and what to take away."""
    pictures = {key: (lesson["steps"][0], lesson["take_away"]) for key, lesson in _LESSONS.items()}
    pictures[MAKE] = {"board": COURSE[MAKE]["picture"], "rows": TAUGHT}, COURSE[MAKE]["take_away"]
    rows = [_row(f"{number} {TITLES[key]}", *pictures[key]) for number, key in enumerate(pictures, start=1)]
    return pd.DataFrame(rows)


def _row(title: str, step: dict[str, Any], take_away: str) -> dict[str, str]:
    board, compares = step["board"], bool(step["rows"])
    votes = {side: ",\u00a0".join(map(str, board[side])) for side in ("gold", "a", "b")[: 3 if compares else 1]}
    none = dict.fromkeys(("gold", "a", "b"), NONE)
    prefers = preferences(board) if compares else dict.fromkeys(TAUGHT, NONE)
    return {"lesson": title, **none, **votes, **prefers, "take_away": take_away}


def preferences(board: dict[str, Any]) -> dict[str, str]:
    """Return what each taught measure prefers on a board: `A`, `B` or `tie`."""
    gold, a, b = (tuple(map(float, board[side])) for side in ("gold", "a", "b"))
    sides = sides_of(*Picture(classes(len(gold)), gold, a, b).scores_of_both(TAUGHT))
    return {key: PREFERRED[side] for key, side in sides.items()}
