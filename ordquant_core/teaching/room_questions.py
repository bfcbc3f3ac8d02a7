"""What a class is asked in its room: the lessons of the board. No score and no answer is in what `asked` returns."""

import re
from collections.abc import Mapping
from typing import Any

from ordquant_core.markup import Html, join, tag
from ordquant_core.numerals import count
from ordquant_core.tables.writing.renderings import csv_line
from ordquant_core.teaching.lesson import CLASS_WORDS, Board, Lesson, Votes
from ordquant_core.teaching.lesson_fields import fields, fill_in, goal_of, live_sentence, plain, why
from ordquant_core.teaching.lessons import LESSONS
from ordquant_core.teaching.rooms import Counts, Room

QUESTIONS: Mapping[str, Lesson] = LESSONS
COLUMNS = ("question", "lesson", "answer", "right", "phones")
_LETTER = re.compile(r"\[([AB])\]")


def choices(key: str) -> dict[str, str]:
    """Return the answers to a question, by their keys, in words."""
    return {str(number): label for number, label in enumerate(QUESTIONS[key].choices, start=1)}


def right_choice(key: str) -> str:
    """Return the key of the right answer to a question."""
    return str(QUESTIONS[key].right + 1)


def describe_question(key: str) -> dict[str, Any]:
    """Return what may be shown of a question before it is revealed, for JSON; texts are HTML, titles are plain."""
    lesson = QUESTIONS[key]
    values = fields(lesson, lesson.board)
    return {
        "title": lesson.title,
        "look": _colour_letters(fill_in(f"{lesson.story} {lesson.meet}".strip(), values)),
        "asked": _colour_letters(fill_in(lesson.ask, values)),
        "choices": [{"key": choice, "label": plain(label)} for choice, label in choices(key).items()],
        "picture": _describe_picture(lesson, lesson.board),
    }


def describe_answer(key: str) -> dict[str, Any]:
    """Return what is shown of a question after it was revealed, beside what was shown before, for JSON."""
    lesson = QUESTIONS[key]
    goal = goal_of(lesson)
    return {
        "right": right_choice(key),
        "verdict": _colour_letters(live_sentence(lesson, goal)),
        "why": _colour_letters(why(lesson)),
        "take_away": _colour_letters(lesson.take_away),
        "picture": _describe_picture(lesson, goal),
    }


def counts_csv(room: Room, counts: Counts) -> str:
    """Return the counts of a room as CSV: a row for each answer to each question."""
    lines = [csv_line(COLUMNS)]
    for number, (key, given) in enumerate(zip(room.questions, counts.answers, strict=True), start=1):
        for choice, label in choices(key).items():
            is_right = "yes" if choice == right_choice(key) else "no"
            title = QUESTIONS[key].title
            lines.append(csv_line((str(number), title, plain(label), is_right, str(given.get(choice, 0)))))
    return "".join(lines)


def _colour_letters(text: str) -> Html:
    """Return a text with A and B in the colours of the estimates, and without what can be tapped on the board."""
    parts = _LETTER.split(text)  # every second one is a letter
    letters = (tag("b", letter, class_=f"oq-{letter.lower()}") for letter in parts[1::2])
    return join([part for pair in zip(map(plain, parts[::2]), [*letters, Html("")], strict=True) for part in pair])


def _describe_picture(lesson: Lesson, board: Board) -> dict[str, Any]:
    if lesson.kind == "average":  # two dialogues, and no estimate yet
        sides = [_describe_side("gold", "Dialogue X", board.gold), _describe_side("gold", "Dialogue Y", lesson.other)]
    else:
        estimates = [_describe_side(side, f"System {side.upper()}", board.side(side)) for side in lesson.sides]
        sides = [_describe_side("gold", "Gold", board.gold), *estimates]
    classes = [f"{number} {word}".strip() for number, word in enumerate(CLASS_WORDS, start=1)]
    return {"classes": classes, "sides": sides}


def _describe_side(side: str, name: str, votes: Votes) -> dict[str, Any]:
    return {
        "side": side,
        "name": name,
        "shares": [number / sum(votes) for number in votes],
        "labels": [count(round(number)) for number in votes],
    }
