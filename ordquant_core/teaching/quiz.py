"""The quiz: ten questions by a seed, on which two taught measures disagree; why each answer is right; the result."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ordquant_core.analysis.picture import Picture
from ordquant_core.analysis.spaces.gold_distributions import Estimator
from ordquant_core.analysis.spaces.pairs import classes
from ordquant_core.errors import OrdquantError, UnknownNameError
from ordquant_core.markup import Html, join, plain
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count
from ordquant_core.records import IntArray
from ordquant_core.teaching.answers import CONFIDENCES, KEYS, WHICH, Answer, Confidence, Key
from ordquant_core.teaching.draws import Draws
from ordquant_core.teaching.explanations import Reason, reason, reason_in_words
from ordquant_core.teaching.lessons import READ_AGAIN
from ordquant_core.teaching.questions import right_answer, verdict
from ordquant_core.teaching.quiz_space import CAN_TIE, LEVELS, Level, QuizSpace
from ordquant_core.teaching.readings import READINGS, TAUGHT, Reading, readings_with

EDITION = 2  # of the questions: another one where a seed would lead to other questions
MOST_SEEDS = 1_000_000
PLAN = ("NMD", "NMD", "NMD", "RNOD", "RNOD", "RNOD", "NVD", "NVD", "DNKT", "DNKT")
N_QUESTIONS = len(PLAN)
ONE_TIE_IN = 5  # questions
RIGHT_IF_CALIBRATED: Mapping[Confidence, float] = {"guess": 1 / 3, "fairly": 2 / 3, "sure": 1.0}
PER_MISS, MOST_PRACTICE = 2, 10


@dataclass(frozen=True, slots=True)
class Item:
    """A question: which estimate does a measure prefer?"""

    measure: str
    picture: Picture
    level: Level

    @property
    def answer(self) -> Key:
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


def quiz(space: QuizSpace, seed: int, level: Level, measures: Sequence[str] = PLAN) -> Quiz:
    """Return the questions of a seed: one per entry of `measures`, in an order that is drawn, too.

    They depend on the space, the seed, the level and the measures, on nothing else. Raises `OrdquantError` for a seed
    outside 0 to 999,999, an unknown level, or a measure that the space does not ask about.
    """
    check_seed(seed)
    if level not in LEVELS:
        raise UnknownNameError(f"There is no level {level!r}; choose from {', '.join(LEVELS)}.")
    draws = Draws(f"quiz {EDITION}, {space.n_votes} votes, {space.n_classes} classes, {level}, {seed}")
    used: set[int] = set()
    order = draws.shuffled(list(measures))
    answers = _answers(order, draws)
    asked = zip(order, answers, strict=True)
    return Quiz(seed, level, tuple(_item(space, key, answer, level, draws, used) for key, answer in asked))


def _answers(measures: Sequence[str], draws: Draws) -> list[Key]:
    """Draw the correct answers: one in five is a tie, the others are A and B equally often."""
    can_tie = [at for at, key in enumerate(measures) if key in CAN_TIE]
    ties = draws.shuffled(can_tie)[: len(measures) // ONE_TIE_IN]
    first = draws.below(2)
    sides: list[Key] = draws.shuffled([("a", "b")[(first + at) % 2] for at in range(len(measures) - len(ties))])
    return ["tie" if at in ties else sides.pop() for at in range(len(measures))]


def check_seed(seed: int) -> int:
    """Return the seed, or raise `OrdquantError`."""
    if not 0 <= seed < MOST_SEEDS:
        raise OrdquantError(f"The seed is {seed}; expected a whole number from 0 to {count(MOST_SEEDS - 1)}.")
    return seed


def _item(space: QuizSpace, measure: str, answer: Key, level: Level, draws: Draws, used: set[int]) -> Item:
    pool = space.pools.get((measure, level, answer == "tie"))
    if pool is None:
        raise UnknownNameError(f"The quiz does not ask about {measure!r}.")
    left = pool[~np.isin(pool, list(used))]
    if not len(left):
        raise OrdquantError(
            f"{count(space.n_votes, 'vote')} over {space.n_classes} classes give too few questions on {measure}; "
            "take more votes or classes."
        )
    number = int(left[draws.below(len(left))])
    used.add(number)
    picture = as_picture(*space.pictures.parts(number), mirrored=bool(draws.below(2)))
    if draws.below(2) if answer == "tie" else right_answer(measure, picture) != answer:
        picture = replace(picture, a=picture.b, b=picture.a)
    return Item(measure, picture, level)


def as_picture(gold: IntArray, first: Estimator, second: Estimator, *, mirrored: bool) -> Picture:
    """Draw the estimates as numbers, so that they stay where they are when the gold is dragged."""
    entries = []
    for one in (first, second):
        votes = one.estimate(gold[:, None])[:, 0]
        entries.append(_entry(votes[::-1] if mirrored else votes, int(gold.sum())))
    shown = tuple(map(float, (gold[::-1] if mirrored else gold).tolist()))
    return Picture(classes(len(gold)), shown, entries[0], entries[1], "System A", "System B")


def _entry(votes: IntArray, n_votes: int) -> tuple[float, ...]:
    """Return an estimate in whole votes of as many people as the gold has."""
    return tuple(map(float, np.rint(votes * n_votes / votes.sum()).tolist()))


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why the answer is what it is."""

    right: bool
    correct: Key
    reason: Reason  # what is drawn
    would: tuple[Reading, ...]  # readings that answer as the learner did, if that was wrong
    heading: Html
    why: Html


def explain(item: Item, answered: Answer) -> Explanation:
    """Explain the answer to a question."""
    correct, found = item.answer, reason(item.measure, item.picture)
    right = answered.choice == correct
    would = () if right else readings_with(item.picture, answered.choice, without=item.measure)
    opening = "Right: " if right else f"You answered {would[0].answered}. " if would else "Not right: "
    return Explanation(
        right, correct, found, would, join([opening, verdict(item.measure, item.picture)]), reason_in_words(found)
    )


def item_data(item: Item) -> dict[str, object]:
    """Return a question as plain data, for JSON: it can be asked and explained without a server.

    `would` names, by choice, how one answers who chooses it wrongly; `readings` is what each reading answers; `repeat`
    is the lesson on the measure.
    """
    picture, found = item.picture, reason(item.measure, item.picture)
    readings = {key: readings_with(picture, key, without=item.measure) for key in KEYS if key != item.answer}
    return {
        "measure": item.measure,
        "level": item.level,
        "classes": list(picture.classes),
        **{side: [round(x) for x in picture.held(side)] for side in ("gold", "a", "b")},
        "question": item.question,
        "choices": [{"key": choice.key, "label": choice.label} for choice in WHICH],
        "right": item.answer,
        "verdict": plain(verdict(item.measure, picture)),
        "why": plain(reason_in_words(found)),
        "reason": {
            "kind": found.kind,
            **{
                side: {"values": list(one.values), "total": one.total} for side, one in (("a", found.a), ("b", found.b))
            },
        },
        "would": {key: [one.answered for one in some] for key, some in readings.items()},
        "readings": {key: one.answer(picture) for key, one in READINGS.items()},
        "repeat": READ_AGAIN[item.measure],
    }


@dataclass(frozen=True, slots=True)
class MeasureScore:
    """How many questions on a measure were answered right; which lesson to read again after a miss."""

    measure: str
    right: int
    asked: int
    read_again: str | None


@dataclass(frozen=True, slots=True)
class Calibration:
    """How many answers of one confidence were right; `expected`: the share that such a confidence stands for."""

    confidence: Confidence
    right: int
    given: int
    expected: float


@dataclass(frozen=True, slots=True)
class Agreement:
    """How many of the answers are those of a reading."""

    reading: Reading
    same: int
    given: int


@dataclass(frozen=True, slots=True)
class Result:
    """The score of a quiz."""

    right: int
    asked: int
    by_measure: tuple[MeasureScore, ...]  # those with most misses first
    calibration: tuple[Calibration, ...]
    practise: tuple[str, ...]  # the measures of new questions: pass them to `quiz`
    finding: Html
    because: Html
    profile: tuple[Agreement, ...]  # with every reading, the most frequent first


def result(taken: Quiz, answers: Sequence[Answer | None]) -> Result:
    """Score the answers to all questions; None was not answered and counts as a miss without a confidence.

    Raises `OrdquantError` unless there is one entry per question.
    """
    if len(answers) != len(taken.items):
        raise OrdquantError(f"{len(answers)} answers for {count(len(taken.items), 'question')}; give one per question.")
    rows = list(zip(taken.items, answers, strict=True))
    is_right = [answer is not None and answer.choice == item.answer for item, answer in rows]
    by_measure = []
    for key in dict.fromkeys(item.measure for item, _ in rows):
        own = [right for (item, _), right in zip(rows, is_right, strict=True) if item.measure == key]
        again = READ_AGAIN.get(key) if not all(own) else None
        by_measure.append(MeasureScore(key, sum(own), len(own), again))
    by_measure.sort(key=lambda one: (one.right - one.asked, TAUGHT.index(one.measure)))
    calibration = []
    for confidence in CONFIDENCES:
        own = [
            right
            for (_, answer), right in zip(rows, is_right, strict=True)
            if answer and answer.confidence == confidence
        ]
        calibration.append(Calibration(confidence, sum(own), len(own), RIGHT_IF_CALIBRATED[confidence]))
    practise = [one.measure for one in by_measure for _ in range(PER_MISS * (one.asked - one.right))]
    right = sum(is_right)
    finding = f"{right} of {len(rows)} right."
    return Result(
        right=right,
        asked=len(rows),
        by_measure=tuple(by_measure),
        calibration=tuple(calibration),
        practise=tuple(practise[:MOST_PRACTICE]),
        finding=Html(finding),
        because=_pattern(rows, calibration),
        profile=_profile(rows),
    )


def _profile(rows: Sequence[tuple[Item, Answer | None]]) -> tuple[Agreement, ...]:
    given = [(item, answer) for item, answer in rows if answer is not None]
    found = [
        Agreement(one, sum(one.answer(item.picture) == answer.choice for item, answer in given), len(given))
        for one in READINGS.values()
    ]
    return tuple(sorted(found, key=lambda one: -one.same))


def _pattern(rows: Sequence[tuple[Item, Answer | None]], calibration: Sequence[Calibration]) -> Html:
    """Say which reading gives most of the wrong answers, or how sure the misses were."""
    wrong = [(item, answer) for item, answer in rows if answer is not None and answer.choice != item.answer]
    found = Counter(
        one.answered
        for item, answer in wrong
        for one in readings_with(item.picture, answer.choice, without=item.measure)
    )
    times = max(found.values(), default=0)
    if times > 1:
        first, *others = [one.answered for one in READINGS.values() if found[one.answered] == times]
        also = "".join(f"; in as many, {answered}" for answered in others)
        return Html(f"In {times} of your {count(len(wrong), 'wrong answer')} you answered {first}{also}.")
    sure = calibration[-1]
    if sure.given > sure.right:
        return Html(f"You were right on {sure.right} of the {count(sure.given, 'answer')} that you were sure of.")
    if sure.given:
        return Html("Whenever you were sure, you were right.")
    return Html("You were never sure.")
