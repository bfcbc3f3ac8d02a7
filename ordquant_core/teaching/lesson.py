"""A lesson: look, predict, reveal, try, take-away. `visible` decides what a page may show at each step.

A page draws what `visible` returns and nothing else, so no score can be shown before the prediction.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ordquant_core.analysis.picture import Picture
from ordquant_core.errors import UnknownNameError
from ordquant_core.markup import NOTHING, Html, join
from ordquant_core.measures.registry import get_measures
from ordquant_core.records import FloatArray
from ordquant_core.teaching.answers import CONFIDENCES, Answer, Choice, Key
from ordquant_core.teaching.questions import DragUntil, Question, score_of, side_of
from ordquant_core.teaching.words import written

StepName = Literal["look", "predict", "reveal", "try", "take-away"]
STEPS: tuple[StepName, ...] = get_args(StepName)
FIRST_WITH_SCORES = STEPS.index("reveal")
MarkKind = Literal["none", "area", "misplaced", "gold classes", "distances", "errors", "order"]
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a lesson. `text` is a template of `words.written`."""

    name: StepName
    text: str
    picture: int  # which of the lesson's pictures is drawn
    measures: tuple[str, ...]  # rows of the table
    given: tuple[str, ...] = ()  # measures whose preference is stated, without scores
    hidden: tuple[str, ...] = ()  # measures of which nothing is shown
    marks: MarkKind = "none"  # what is drawn over the bars
    drag: bool = False  # may the bars be dragged?


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A lesson; `pictures` holds a second one where something changes. Construct it with `lesson`."""

    key: str
    title: str
    source: str  # where the picture is from
    pictures: tuple[Picture, ...]
    sides: tuple[str, ...]  # the estimates that are drawn
    question: Question
    asked: str  # template: the words of the question
    steps: tuple[Step, ...]  # in the order of STEPS

    def step(self, name: StepName) -> Step:
        """Return a step."""
        return self.steps[STEPS.index(name)]

    @property
    def answer(self) -> Key:
        """The correct choice, computed from the measures."""
        return self.question.answer(self.pictures)


def lesson(
    key: str,
    title: str,
    *,
    source: str,
    pictures: tuple[Picture, ...],
    question: Question,
    measures: tuple[str, ...],
    look: str,
    asked: str,
    reveal: str,
    attempt: str,
    take_away: str,
    given: tuple[str, ...] = (),
    marks: MarkKind = "none",
    predict_on: int = 0,
    reveal_on: int = -1,
    sides: tuple[str, ...] = ("a", "b"),
) -> Lesson:
    """Return a lesson of one text per step.

    `predict_on` is the picture that is drawn with the question, `reveal_on` the one from the reveal on. Raises
    `OrdquantError` for an unknown measure, a text with an unknown field, or a question without a correct choice.
    """
    get_measures(list(measures))
    hidden = tuple(name for name in measures if name not in given)
    last = range(len(pictures))[reveal_on]

    def before(name: StepName, picture: int) -> Step:
        return Step(name=name, text=look, picture=picture, measures=measures, given=given, hidden=hidden)

    built = Lesson(
        key=key,
        title=title,
        source=source,
        pictures=pictures,
        sides=sides,
        question=question,
        asked=asked,
        steps=(
            before("look", 0),
            before("predict", predict_on),
            Step(name="reveal", text=reveal, picture=last, measures=measures, marks=marks),
            Step(name="try", text=attempt, picture=last, measures=measures, marks=marks, drag=True),
            Step(name="take-away", text=take_away, picture=last, measures=measures, marks=marks, drag=True),
        ),
    )
    for text in (asked, *(step.text for step in built.steps)):
        written(text, pictures)
    question.answer(pictures)
    return built


@dataclass(frozen=True, slots=True)
class Arrow:
    """How far misplaced votes are from a class of the gold; classes are counted from 0."""

    side: str
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Marks:
    """What is drawn to the bars: the classes and the bars that matter, and arrows between classes."""

    kind: MarkKind
    classes: tuple[int, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    bars: tuple[tuple[str, int], ...] = ()  # side and class


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of the table of measures; None is hidden."""

    measure: str
    a: float | None = None
    b: float | None = None
    prefers: int | None = None  # -1 (A), 0 (tie), 1 (B)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """All that a page may show at one step; texts are `Html`, empty where there is nothing to say yet.

    `title` is plain text: that of a lesson of one's own comes from a visitor.
    """

    lesson: str
    title: str
    source: str
    step: StepName
    picture: Picture
    sides: tuple[str, ...]
    drag: bool
    by_drag: bool  # the question is answered by dragging the bars, without their scores
    look: Html
    asked: Html
    choices: tuple[Choice, ...]
    rows: tuple[RowView, ...]
    marks: Marks = Marks("none")
    right: bool | None = None  # None before the prediction
    correct: Key | None = None
    said: Html = NOTHING  # 'You said A, fairly sure: right.'
    verdict: Html = NOTHING
    reveal: Html = NOTHING
    attempt: Html = NOTHING
    take_away: Html = NOTHING
    workings: tuple[str, ...] = ()  # measures whose calculation may be shown


def visible(shown: Lesson, step: StepName, answered: Answer | None) -> View:
    """Return what may be shown at a step. Without an answer every later step is the prediction.

    Raises `UnknownNameError` for a step that does not exist.

    >>> from ordquant_core.teaching.lessons import LESSONS
    >>> visible(LESSONS["near-miss"], "reveal", None).step
    'predict'
    """
    if step not in STEPS:
        raise UnknownNameError(f"There is no step {step!r}; choose from {', '.join(STEPS)}.")
    if answered is None and STEPS.index(step) >= FIRST_WITH_SCORES:
        step = "predict"
    now, pictures = shown.step(step), shown.pictures
    reached = STEPS.index(step)
    with_scores = reached >= FIRST_WITH_SCORES
    view = View(
        lesson=shown.key,
        title=shown.title,
        source=shown.source,
        step=step,
        picture=pictures[now.picture],
        sides=shown.sides,
        drag=now.drag,
        by_drag=step == "predict" and isinstance(shown.question, DragUntil),
        look=written(shown.step("look").text, pictures),
        asked=written(shown.asked, pictures) if step != "look" else NOTHING,
        choices=shown.question.choices if step != "look" else (),
        rows=tuple(_row(pictures[now.picture], key, now, with_scores) for key in now.measures),
    )
    if answered is None or not with_scores:
        return view
    return _revealed(view, shown, reached, answered)


def _revealed(view: View, shown: Lesson, reached: int, answered: Answer) -> View:
    texts = {name: written(shown.step(name).text, shown.pictures) for name in STEPS[FIRST_WITH_SCORES : reached + 1]}
    return replace(
        view,
        marks=marks_of(shown.step(view.step).marks, view.picture, shown.sides),
        right=answered.choice == shown.answer,
        correct=shown.answer,
        said=said(shown.question.choices, answered, shown.answer, by_drag=isinstance(shown.question, DragUntil)),
        verdict=shown.question.verdict(shown.pictures),
        reveal=texts["reveal"],
        attempt=texts.get("try", NOTHING),
        take_away=texts.get("take-away", NOTHING),
        workings=shown.question.measures,
    )


def said(choices: Sequence[Choice], answered: Answer, correct: Key, *, by_drag: bool = False) -> Html:
    """Say what was answered and whether it was right: 'You said A, fairly sure: right.'"""
    label = next(choice.label for choice in choices if choice.key == answered.choice)
    is_name = len(label) == 1 or (label.split()[0][:2].isupper() and label[1] != " ")  # A, B, or a measure
    named = label if is_name else f"{label[:1].lower()}{label[1:]}"
    outcome = "right" if answered.choice == correct else "not right"
    sure = "a guess" if answered.confidence == "guess" else CONFIDENCES[answered.confidence].lower()
    return join([f"You {'drew' if by_drag else 'said'} ", named, f", {sure}: {outcome}."])


def _row(picture: Picture, key: str, step: Step, with_scores: bool) -> RowView:
    if key in step.hidden:
        return RowView(key)
    prefers = side_of(picture, key)
    if not with_scores:
        return RowView(key, prefers=prefers)
    return RowView(key, score_of(picture, key, "a"), score_of(picture, key, "b"), prefers)


def marks_of(kind: MarkKind, picture: Picture, sides: Sequence[str] = ("a", "b")) -> Marks:
    """Return the marks that show why a measure scores as it does.

    "misplaced": classes where an estimate has more than the gold; "distances": the same, with an arrow from every
    class of the gold to each; "errors": classes where an estimate differs; "order": classes whose bars are in another
    order than those of the gold; "gold classes": those that occur; "area": all, for the area between the cumulative
    curves.
    """
    gold = picture.probabilities("gold")
    errors = {side: picture.probabilities(side) - gold for side in sides}
    occurs = np.flatnonzero(gold > 0).tolist()
    if kind == "none":
        return Marks(kind)
    if kind == "area":
        return Marks(kind, tuple(range(len(gold))))
    if kind == "gold classes":
        return Marks(kind, tuple(occurs), bars=tuple(("gold", at) for at in occurs))
    bars = tuple(
        (side, at) for side in sides for at in np.flatnonzero(_matters(kind, picture, side, errors[side])).tolist()
    )
    arrows = tuple(Arrow(side, source, target) for side, target in bars for source in occurs if source != target)
    return Marks(kind, tuple(sorted({at for _, at in bars})), arrows if kind == "distances" else (), bars)


def _matters(kind: MarkKind, picture: Picture, side: str, errors: FloatArray) -> NDArray[np.bool_]:
    if kind == "errors":
        return np.asarray(np.abs(errors) > ROUNDING)
    return _out_of_order(picture, side) if kind == "order" else np.asarray(errors > ROUNDING)


def _out_of_order(picture: Picture, side: str) -> NDArray[np.bool_]:
    """Return which bars of an estimate stand in another order to some other bar than those of the gold."""
    estimate, gold = (picture.probabilities(one).round(9) for one in (side, "gold"))
    order, wanted = (np.sign(values[:, None] - values) for values in (estimate, gold))
    return np.asarray((order != wanted).any(axis=1))
