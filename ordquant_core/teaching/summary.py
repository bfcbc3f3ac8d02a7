"""All lessons on one page: which estimate each taught measure prefers at first, and what to take away."""

from ordquant_core.markup import Cell, Html, Row, table
from ordquant_core.measures.registry import MEASURES
from ordquant_core.tables.sentences import lettered
from ordquant_core.teaching.lesson import Lesson
from ordquant_core.teaching.lesson_fields import preferred
from ordquant_core.teaching.lessons import LESSONS
from ordquant_core.teaching.readings import TAUGHT

ADVICE = "First say what an error costs you; then choose the measure that charges it."


def summary_table() -> Html:
    """Return the table: a row for each lesson; "–" where it has no two estimates to choose from."""
    columns = ["Lesson", "gold", "A", "B", *(MEASURES[key].label for key in TAUGHT), "Take-away"]
    rows = [
        Row(
            [
                Cell(f"{number} {lesson.title}", heads=True),
                *_votes(lesson),
                *(_preference(lesson, key) for key in TAUGHT),
                lesson.take_away,
            ],
            data={"lesson": lesson.key},
        )
        for number, lesson in enumerate(LESSONS.values(), start=1)
    ]
    return table(columns, rows, id="summary", class_="oq oq-table")


def _votes(lesson: Lesson) -> list[str]:
    sides = ("gold", *lesson.sides) if lesson.measures else ("gold",)
    shown = [",\u00a0".join(map(str, lesson.board.side(side))) for side in sides]
    return shown + ["–"] * (3 - len(shown))


def _preference(lesson: Lesson, key: str) -> object:
    if len(lesson.sides) < 2:
        return "–"
    winner = preferred(key, lesson.board)
    return winner if winner == "tie" else lettered("", winner)
