"""Lessons, a quiz and the canvas as one HTML file, for who has no server: nothing is loaded, and nothing is sent.

Scores of votes that are carried are computed in the browser; all that is asked and explained in the quiz is computed
here. A quiz is that of the page with the same level and seed.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from ordquant_core.analysis.case_scores import CaseScores
from ordquant_core.analysis.picture import Picture
from ordquant_core.analysis.picture_values import to_values
from ordquant_core.browser import BROWSER, bundle
from ordquant_core.errors import OrdquantError
from ordquant_core.markup import Html
from ordquant_core.measure_tables import measure_table
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.teaching.lesson import to_json
from ordquant_core.teaching.lessons import LESSONS, NEW, TRANSFERS
from ordquant_core.teaching.quiz import QUIZZES, Quiz, quiz, quiz_data, shared_data
from ordquant_core.teaching.quiz_space import LEVELS, QuizSpace, quiz_space

SHOWN_FIRST = Picture(("1", "2", "3", "4", "5"), (0.0, 1.0, 2.0, 9.0, 8.0), "popularity", "uniform")
_MARK = re.compile(r"%([A-Z_]+)%")


def lessons_file(space: QuizSpace | None = None) -> str:
    """Return the file. `space`: of the quiz, if it was collected before.

    Raises `OrdquantError` where a part of the installation is missing.
    """
    scores = SHOWN_FIRST.scores_of_both(MAIN_MEASURES)
    parts = {
        "LOOK": _read("lessons/lessons.css"),
        "BOARD": _read("board/board.html"),
        "BOARD_LOOK": _read("board/board.css"),
        "DRAW": _read("draw/draw.html"),
        "DRAW_LOOK": _read("draw/draw.css"),
        "QUIZ_LOOK": _read("quiz/quiz.css"),
        "MEASURES": measure_table(CaseScores(*scores, ("Popularity", "Uniform"))),
        "DATA": _in_script(json.dumps(_data(space or quiz_space()), ensure_ascii=False, separators=(",", ":"))),
        "SCRIPT": _script(),
    }
    return _MARK.sub(lambda mark: parts[mark[1]], _read("lessons/lessons.html"))


def quizzes(space: QuizSpace) -> Iterator[Quiz]:
    """Yield the quizzes of the file: for each level the seeds from 1 on."""
    for level in LEVELS:
        for seed in range(1, QUIZZES[level] + 1):
            yield quiz(space, seed, level)


def _data(space: QuizSpace) -> dict[str, Any]:
    """Return what the script reads; ordquant_core/browser/lessons/lessons.d.ts has the types."""
    return {
        "lessons": [to_json(lesson) for lesson in LESSONS.values()],
        "transfers": [to_json(TRANSFERS[f"{key}{NEW}"]) for key in LESSONS],
        "quizzes": [quiz_data(one) for one in quizzes(space)],
        **shared_data(),
        "picture": to_values(SHOWN_FIRST),
    }


def _script() -> str:
    try:
        script = bundle(BROWSER / "lessons" / "lessons.js")
    except FileNotFoundError as problem:
        raise _incomplete(str(problem.filename)) from None
    return script.replace("</script", "<\\/script")


def _read(name: str) -> Html:
    try:
        return Html((BROWSER / name).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise _incomplete(name) from None


def _incomplete(name: str) -> OrdquantError:
    return OrdquantError(f"The installation lacks {name} of ordquant_core/browser; install OrdQuant again.")


def _in_script(data: str) -> str:
    """Return JSON that cannot end the element that holds it."""
    return data.replace("<", "\\u003c")
