"""The quiz: ten questions by a seed, on which two taught measures disagree, and why each answer is right.

They are asked in a browser, on the page Lessons and in `lessons.html`: ordquant_core/browser/quiz.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ordquant_core.analysis.picture import Picture
from ordquant_core.analysis.picture_values import LIMITS
from ordquant_core.errors import OrdquantError, UnknownNameError
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count
from ordquant_core.records import IntArray
from ordquant_core.spaces.gold_distributions import Estimator
from ordquant_core.spaces.pairs import classes
from ordquant_core.teaching.draws import Draws
from ordquant_core.teaching.explanations import CAPTIONS, reason, reason_in_words, reason_table
from ordquant_core.teaching.lessons import LESSONS, READ_AGAIN
from ordquant_core.teaching.questions import CHOICES, Choice, right_answer, verdict
from ordquant_core.teaching.quiz_space import CAN_TIE, LEVELS, Level, QuizSpace
from ordquant_core.teaching.readings import READINGS, readings_with

QUIZZES: Mapping[Level, int] = {"easy": 8, "medium": 6, "hard": 6}  # that are offered: seeds from 1 on
MOST_SEEDS = 1_000_000
PLAN = ("NMD", "NMD", "NMD", "RNOD", "RNOD", "RNOD", "NVD", "NVD", "DNKT", "DNKT")
ONE_TIE_IN = 5  # questions


@dataclass(frozen=True, slots=True)
class Item:
    """A question: which estimate does a measure prefer?"""

    measure: str
    picture: Picture

    @property
    def answer(self) -> Choice:
        """The correct choice, computed from the measure."""
        return right_answer(self.measure, self.picture)

    @property
    def question(self) -> str:
        """What is asked of the picture."""
        return f"Which estimate does {MEASURES[self.measure].label} prefer?"


@dataclass(frozen=True, slots=True)
class Quiz:
    """The questions of a seed and a level."""

    seed: int
    level: Level
    items: tuple[Item, ...]


def quiz(space: QuizSpace, seed: int, level: Level) -> Quiz:
    """Return the questions of a seed, in an order that is drawn, too.

    They depend on the space, the seed and the level, on nothing else. Raises `OrdquantError` for a seed outside 0 to
    999,999, or an unknown level.
    """
    if not 0 <= seed < MOST_SEEDS:
        raise OrdquantError(f"The seed is {seed}; expected a whole number from 0 to {count(MOST_SEEDS - 1)}.")
    if level not in LEVELS:
        raise UnknownNameError(f"There is no level {level!r}; choose from {', '.join(LEVELS)}.")
    draws = Draws(f"quiz 2, {space.n_votes} votes, {space.n_classes} classes, {level}, {seed}")
    used: set[int] = set()
    order = draws.shuffled(PLAN)
    answers = _answers(order, draws)
    asked = zip(order, answers, strict=True)
    return Quiz(seed, level, tuple(_item(space, key, answer, level, draws, used) for key, answer in asked))


def _answers(measures: Sequence[str], draws: Draws) -> list[Choice]:
    """Draw the correct answers: one in five is a tie, the others are A and B equally often."""
    can_tie = [at for at, key in enumerate(measures) if key in CAN_TIE]
    ties = draws.shuffled(can_tie)[: len(measures) // ONE_TIE_IN]
    first = draws.below(2)
    sides: list[Choice] = draws.shuffled([("a", "b")[(first + at) % 2] for at in range(len(measures) - len(ties))])
    return ["tie" if at in ties else sides.pop() for at in range(len(measures))]


def _item(space: QuizSpace, measure: str, answer: Choice, level: Level, draws: Draws, used: set[int]) -> Item:
    pool = space.pools[measure, level, answer == "tie"]
    left = pool[~np.isin(pool, list(used))]
    if not len(left):
        raise OrdquantError(
            f"{count(space.n_votes, 'vote')} over {space.n_classes} classes give too few questions on {measure}; "
            "take more votes or classes."
        )
    number = int(left[draws.below(len(left))])
    used.add(number)
    picture = _as_picture(*space.pictures.parts(number), mirrored=bool(draws.below(2)))
    if draws.below(2) if answer == "tie" else right_answer(measure, picture) != answer:
        picture = replace(picture, a=picture.b, b=picture.a)
    return Item(measure, picture)


def _as_picture(gold: IntArray, first: Estimator, second: Estimator, *, mirrored: bool) -> Picture:
    """Draw the estimates as numbers, so that they stay where they are when the gold is dragged."""
    entries = []
    for estimator in (first, second):
        votes = estimator.estimate(gold[:, None])[:, 0]
        entries.append(_entry(votes[::-1] if mirrored else votes, int(gold.sum())))
    votes_of_gold = tuple(map(float, (gold[::-1] if mirrored else gold).tolist()))
    return Picture(classes(len(gold)), votes_of_gold, entries[0], entries[1], "System A", "System B")


def _entry(votes: IntArray, n_votes: int) -> tuple[float, ...]:
    """Return an estimate in whole votes of as many people as the gold has."""
    return tuple(map(float, np.rint(votes * n_votes / votes.sum()).tolist()))


def quiz_data(taken: Quiz) -> dict[str, Any]:
    """Return the questions as plain data, for JSON: they can be asked and explained without a server.

    ordquant_core/browser/quiz/quiz.d.ts has the types.
    """
    return {"level": taken.level, "seed": taken.seed, "items": [_item_data(item) for item in taken.items]}


def shared_data() -> dict[str, Any]:
    """Return what the browser needs for every quiz: the readings, the titles of the lessons, limits of the canvas."""
    return {
        "readings": [{"key": one.key, "name": one.name, "answered": one.answered} for one in READINGS.values()],
        "titles": {key: LESSONS[key].title for key in READ_AGAIN.values()},
        "limits": dict(LIMITS),
    }


def _item_data(item: Item) -> dict[str, Any]:
    """`would` names, by choice, how one answers who chooses it wrongly; `readings` is what each reading answers;
    `repeat` is the lesson on the measure.
    """
    picture, why = item.picture, reason(item.measure, item.picture)
    readings = {key: readings_with(picture, key, without=item.measure) for key in CHOICES if key != item.answer}
    return {
        "measure": item.measure,
        "classes": list(picture.classes),
        **{side: [round(x) for x in picture.held(side)] for side in ("gold", "a", "b")},
        "question": item.question,
        "right": item.answer,
        "verdict": verdict(item.measure, picture),
        "why": reason_in_words(why),
        "drawn": str(reason_table(why, picture.classes)),
        "caption": CAPTIONS[why.kind],
        "would": {key: [one.answered for one in some] for key, some in readings.items()},
        "readings": {key: one.answer(picture) for key, one in READINGS.items()},
        "repeat": READ_AGAIN[item.measure],
    }
