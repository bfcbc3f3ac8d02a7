"""The quiz: ten questions by a seed, an explanation of each from the calculation, and the score at the end."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from ordquant_core.analysis.picture import Picture
from ordquant_core.analysis.robustness import Flip, smallest_flip
from ordquant_core.analysis.spaces.estimators import Estimator
from ordquant_core.analysis.spaces.pictures import classes
from ordquant_core.errors import OrdquantError, UnknownNameError
from ordquant_core.markup import Html, join
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.measures.workings import ShortWorking, short_working
from ordquant_core.numerals import class_label, count, decimals
from ordquant_core.records import IntArray
from ordquant_core.tables.one_case.robustness import flip_words
from ordquant_core.tables.sentences import lettered
from ordquant_core.teaching.answers import CONFIDENCES, SIDES, WHICH, Answer, Choice, Confidence, Key
from ordquant_core.teaching.draws import Draws
from ordquant_core.teaching.lessons import READ_AGAIN
from ordquant_core.teaching.questions import Prefers, all_sides
from ordquant_core.teaching.quiz_space import LEVELS, Level, QuizSpace

EDITION = 1  # of the questions: another one where a seed would lead to other questions
MOST_SEEDS = 1_000_000
PLAN = ("NMD", "NMD", "NMD", "RNOD", "RNOD", "RNOD", "NVD", "NVD", "JSD", "DNKT")
N_QUESTIONS = len(PLAN)
KINDS: tuple[Key, ...] = ("a", "a", "b", "b", "tie")  # drawn 40 : 40 : 20
MOST_LOOKED_AT = 20_000  # distributions that the search for a flip scores: some milliseconds
NOISE = 1e-12
RIGHT_IF_CALIBRATED: Mapping[Confidence, float] = MappingProxyType({"guess": 1 / 3, "fairly": 2 / 3, "sure": 1.0})
PER_MISS, MOST_PRACTICE = 2, 10
UNITS = {"DW": "distance-weighted squared errors", "difference": "difference of the cumulative curves"}
SMALLEST_CHANGE = "Smallest change of the gold that changes this preference: "
SIMPLEST = ("NVD", "NMD", "RNOD", "JSD", "RNSS", "DNKT")  # named first of measures that share an answer


@dataclass(frozen=True, slots=True)
class Item:
    """A question: which estimate does a measure prefer?"""

    measure: str
    picture: Picture
    level: Level
    difficulty: float

    @property
    def answer(self) -> Key:
        """The correct choice, computed from the measure."""
        return Prefers(self.measure).answer([self.picture])


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
    return Quiz(seed, level, tuple(_item(space, key, level, draws, used) for key in draws.shuffled(list(measures))))


def check_seed(seed: int) -> int:
    """Return the seed, or raise `OrdquantError`."""
    if not 0 <= seed < MOST_SEEDS:
        raise OrdquantError(f"The seed is {seed}; expected a whole number from 0 to {count(MOST_SEEDS - 1)}.")
    return seed


def _item(space: QuizSpace, measure: str, level: Level, draws: Draws, used: set[int]) -> Item:
    kind = KINDS[draws.below(len(KINDS))]
    pool = space.pools.get((measure, level, kind == "tie"))
    if pool is None:
        raise UnknownNameError(f"The quiz does not ask about {measure!r}.")
    if len(pool.numbers) <= len(used):
        raise OrdquantError(
            f"{count(space.n_votes, 'vote')} over {space.n_classes} classes give too few questions on {measure}; "
            "take more votes or classes."
        )
    at = draws.below(len(pool.numbers))
    while int(pool.numbers[at]) in used:
        at = draws.below(len(pool.numbers))
    number = int(pool.numbers[at])
    used.add(number)
    first, second = space.estimators(number)
    picture = _picture(space.gold(number), first, second, mirrored=bool(draws.below(2)))
    wanted = kind if kind != "tie" else ("a", "b")[draws.below(2)]  # exchanged half of the time
    is_first = Prefers(measure).answer([picture]) == "a" if kind != "tie" else True
    if is_first != (wanted == "a"):
        picture = Picture(picture.classes, picture.gold, picture.b, picture.a, picture.name_a, picture.name_b)
    return Item(measure, picture, level, float(pool.difficulty[at]))


def _picture(gold: IntArray, first: Estimator, second: Estimator, *, mirrored: bool) -> Picture:
    """Draw the estimates as numbers, so that they stay where they are when the gold is dragged."""
    entries = []
    for one in (first, second):
        votes = one.estimate(gold[:, None])[:, 0]
        entries.append(_entry(votes[::-1] if mirrored else votes, int(gold.sum())))
    shown = tuple(map(float, (gold[::-1] if mirrored else gold).tolist()))
    return Picture(classes(len(gold)), shown, entries[0], entries[1], "System A", "System B")


def _entry(votes: IntArray, n_votes: int) -> tuple[float, ...]:
    """Return an estimate in votes of as many people as the gold has, where they are whole; else in probabilities."""
    scaled, rest = np.divmod(votes * n_votes, int(votes.sum()))
    values = scaled if not rest.any() else votes / votes.sum()
    return tuple(map(float, values.tolist()))


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why the answer is what it is: from the calculation of the measure for both estimates."""

    right: bool
    correct: Key
    a: ShortWorking
    b: ShortWorking
    decided_in: int | None  # the class whose contributions differ most, counted from 0; None where none differ
    flip: Flip  # of the gold's votes
    would: tuple[str, ...]  # measures that would have answered as the learner did, if that was wrong
    heading: Html
    why: Html
    robust: Html


@dataclass(frozen=True, slots=True)
class ItemView:
    """All that a page may show of a question; `explanation` is None before the answer."""

    picture: Picture
    measure: str
    asked: Html
    choices: tuple[Choice, ...]
    explanation: Explanation | None


def visible_item(item: Item, answered: Answer | None) -> ItemView:
    """Return what may be shown of a question; nothing of the scores before the answer."""
    asked = Html(f"Which estimate does {MEASURES[item.measure].label} prefer?")
    explained = None if answered is None else explain(item, answered)
    return ItemView(item.picture, item.measure, asked, WHICH, explained)


def explain(item: Item, answered: Answer) -> Explanation:
    """Explain the answer to a question."""
    a, b = workings(item)
    correct = item.answer
    (flip,) = smallest_flip(
        item.picture.gold, item.picture.a, item.picture.b, [item.measure], most_looked_at=MOST_LOOKED_AT
    )
    would = same_answer(item, answered.choice) if answered.choice != correct else ()
    decided_in = decisive_class(a, b)
    return Explanation(
        right=answered.choice == correct,
        correct=correct,
        a=a,
        b=b,
        decided_in=decided_in,
        flip=flip,
        would=would,
        heading=_heading(item, answered, would),
        why=_why(a, b, decided_in),
        robust=join([SMALLEST_CHANGE, flip_words(flip, item.picture.classes), "."]),
    )


def workings(item: Item) -> tuple[ShortWorking, ShortWorking]:
    """Return the calculation of the measure for A and for B."""
    a, b = (short_working(item.measure, *item.picture.compared(side)) for side in "ab")
    return a, b


def same_answer(item: Item, choice: Key) -> tuple[str, ...]:
    """Return the other measures that would give an answer, the simplest first."""
    keys = [key for key in dict.fromkeys([*SIMPLEST, *MAIN_MEASURES]) if key != item.measure]
    keys = [key for key in keys if MEASURES[key].family != "combined"]
    sides = all_sides(item.picture, keys)
    return tuple(key for key in keys if sides[key] == SIDES[choice])


def decisive_class(a: ShortWorking, b: ShortWorking) -> int | None:
    """Return the class whose contributions to A and to B differ most, the first of several; None where none differ."""
    first, second = (np.where(side.row.counted, side.row.values, 0.0) for side in (a, b))
    differences = np.abs(first - second)
    largest = float(differences.max())
    return int(np.flatnonzero(differences > largest - NOISE)[0]) if largest > NOISE else None


def _heading(item: Item, answered: Answer, would: Sequence[str]) -> Html:
    verdict = Prefers(item.measure).verdict([item.picture])
    if answered.choice == item.answer:
        return join(["Right: ", verdict])
    return (
        join([f"You answered as {MEASURES[would[0]].label} would. ", verdict])
        if would
        else join(["Not right: ", verdict])
    )


def _why(a: ShortWorking, b: ShortWorking, decided_in: int | None) -> Html:
    row, of_a, of_b = a.row, lettered("", "A"), lettered("", "B")
    unit = UNITS.get(row.unit, row.unit)
    totals = join([a.total, " for ", of_a, " and ", b.total, " for ", of_b, "."])
    if decided_in is None:
        return join([f"Every class contributes the same to both. The {row.adding} ({unit}) is ", totals])
    places = max(a.row.places, b.row.places)
    first, second = (
        decimals(float(side.row.values[decided_in]) if side.row.counted[decided_in] else 0.0, places) for side in (a, b)
    )
    label = class_label(row.labels[decided_in])
    return join(
        [
            f"The contributions differ most in class {label} ({unit}): {first} for ",
            of_a,
            f" and {second} for ",
            of_b,
            f". The {row.adding} is ",
            totals,
        ]
    )


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
class Result:
    """The score of a quiz."""

    right: int
    asked: int
    by_measure: tuple[MeasureScore, ...]  # those with most misses first
    calibration: tuple[Calibration, ...]
    practise: tuple[str, ...]  # the measures of new questions: pass them to `quiz`
    finding: Html
    because: Html


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
    by_measure.sort(key=lambda one: (one.right - one.asked, MAIN_MEASURES.index(one.measure)))
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
    )


def _pattern(rows: Sequence[tuple[Item, Answer | None]], calibration: Sequence[Calibration]) -> Html:
    """Say which other measure was answered for most often, or how sure the misses were."""
    mistaken: Counter[tuple[str, str]] = Counter()
    for item, answer in rows:
        if answer is not None and answer.choice != item.answer:
            mistaken.update((item.measure, other) for other in same_answer(item, answer.choice)[:1])
    if mistaken:
        (asked, other), times = mistaken.most_common(1)[0]
        if times > 1:
            return Html(
                f"On {times} questions about {MEASURES[asked].label} you answered as {MEASURES[other].label} would."
            )
    sure = calibration[-1]
    if sure.given > sure.right:
        return Html(f"You were right on {sure.right} of the {count(sure.given, 'answer')} that you were sure of.")
    if sure.given:
        return Html("Whenever you were sure, you were right.")
    return Html("You were never sure.")
