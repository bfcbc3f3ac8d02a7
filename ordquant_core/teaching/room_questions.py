"""What a class is asked in its room: the lessons as questions. No score and no answer is in what `asked` returns."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from ordquant_core.analysis.picture import Picture
from ordquant_core.numerals import count, percent
from ordquant_core.tables.writing.renderings import csv_line
from ordquant_core.teaching.answers import Answer
from ordquant_core.teaching.lesson import Lesson, visible
from ordquant_core.teaching.lessons import LESSONS
from ordquant_core.teaching.questions import DragUntil
from ordquant_core.teaching.rooms import Counts, Room

QUESTIONS: Mapping[str, Lesson] = MappingProxyType(  # those that are answered by a choice
    {key: lesson for key, lesson in LESSONS.items() if not isinstance(lesson.question, DragUntil)}
)
COLUMNS = ("question", "lesson", "answer", "right", "phones")


def choices(key: str) -> dict[str, str]:
    """Return the answers to a question, by their keys, in words."""
    return {choice.key: choice.label for choice in QUESTIONS[key].question.choices}


def asked(key: str) -> dict[str, Any]:
    """Return what may be shown of a question before it is revealed, for JSON; texts are HTML, titles are plain."""
    view = visible(QUESTIONS[key], "predict", None)
    return {
        "title": view.title,
        "look": view.look,
        "asked": view.asked,
        "choices": [{"key": choice.key, "label": choice.label} for choice in view.choices],
        "picture": _drawn(view.picture, view.sides),
    }


def revealed(key: str) -> dict[str, Any]:
    """Return what is shown of a question after it was revealed, beside what was shown before, for JSON."""
    lesson = QUESTIONS[key]
    view = visible(lesson, "take-away", Answer(lesson.answer))
    return {
        "right": lesson.answer,
        "verdict": view.verdict,
        "why": view.reveal,
        "take_away": view.take_away,
        "picture": _drawn(view.picture, view.sides),
    }


def counts_csv(room: Room, counts: Counts) -> str:
    """Return the counts of a room as CSV: a row for each answer to each question."""
    lines = [csv_line(COLUMNS)]
    for number, (key, given) in enumerate(zip(room.questions, counts.answers, strict=True), start=1):
        lesson = QUESTIONS[key]
        for choice, label in choices(key).items():
            right = "yes" if choice == lesson.answer else "no"
            lines.append(csv_line((str(number), lesson.title, label, right, str(given.get(choice, 0)))))
    return "".join(lines)


def _drawn(picture: Picture, sides: Sequence[str]) -> dict[str, Any]:
    names = {"gold": "Gold", **{side: f"System {side.upper()}" for side in sides}}
    return {"classes": list(picture.classes), "sides": [_side(picture, side, name) for side, name in names.items()]}


def _side(picture: Picture, side: str, name: str) -> dict[str, Any]:
    shares = picture.probabilities(side).tolist()
    number = picture.votes
    votes = [share * number for share in shares] if number else []
    if votes and all(abs(vote - round(vote)) < 1e-9 for vote in votes):
        return {"side": side, "name": name, "shares": shares, "labels": [count(round(vote)) for vote in votes]}
    return {"side": side, "name": name, "shares": shares, "labels": [percent(share) for share in shares]}
