"""The lessons: their values are those that were planned, answers are computed, and nothing is shown too early."""

import re
from dataclasses import asdict, replace

import pytest

from ordquant_core.analysis.picture import Picture, checked
from ordquant_core.analysis.spaces.pictures import classes
from ordquant_core.errors import OrdquantError
from ordquant_core.markup import plain
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import score
from ordquant_core.teaching.answers import CONFIDENCES, KEYS, Answer
from ordquant_core.teaching.lesson import STEPS, Marks, lesson, marks_of, visible
from ordquant_core.teaching.lessons import LESSONS, READ_AGAIN
from ordquant_core.teaching.questions import ChangesPreference, DragUntil, Prefers, StaysEqual
from ordquant_core.teaching.words import written

every_lesson = pytest.mark.parametrize("shown", LESSONS.values(), ids=list(LESSONS))

PLANNED = [  # lesson, correct choice, measure, picture, scores of A and B as they were planned
    ("near-miss", "tie", "NVD", 0, "1", "1"),
    ("near-miss", "tie", "NMD", 0, ".250", "1"),
    ("moving-earth", "b", "NMD", 0, ".150", ".300"),
    ("far-errors", "a", "RNOD", 0, ".354", ".500"),
    ("far-errors", "a", "NVD", 0, ".500", ".500"),
    ("swap", "a", "NMD", 0, ".300", ".300"),
    ("swap", "a", "NMD", 1, ".300", ".300"),
    ("swap", "a", "RNOD", 0, ".245", ".245"),
    ("swap", "a", "RNOD", 1, ".510", ".510"),
    ("one-vote", "b", "RNOD", 0, ".225", ".313"),
    ("one-vote", "b", "RNOD", 1, ".411", ".325"),
    ("the-ends", "b", "RNOD", 0, ".082", ".091"),
    ("the-ends", "b", "NMD", 0, ".033", ".033"),
    ("popularity", "b", "NMD", 0, ".150", ".300"),
    ("popularity", "b", "NMD", 1, ".488", ".163"),
    ("order-only", "a", "DNKT", 0, "0", ".167"),
    ("order-only", "a", "NMD", 0, ".090", ".020"),
]


@pytest.mark.parametrize(("key", "correct", "measure", "at", "a", "b"), PLANNED)
def test_the_lessons_have_the_values_that_were_planned(key, correct, measure, at, a, b):
    shown = LESSONS[key]
    assert shown.answer == correct
    for side, planned in (("a", a), ("b", b)):
        exact = shown.pictures[at].scores(side, [measure])[measure]
        assert exact == pytest.approx(float(planned), abs=0.5e-3 + 1e-12 if "." in planned else 1e-12)


def test_the_lessons_to_read_again_exist():
    assert set(READ_AGAIN.values()) <= set(LESSONS)
    assert set(READ_AGAIN) <= set(MEASURES)


@every_lesson
def test_a_lesson_has_every_step_and_pictures_that_compare_draws(shown):
    assert tuple(step.name for step in shown.steps) == STEPS
    assert [checked(picture) for picture in shown.pictures] == list(shown.pictures)
    assert shown.question.choices[["a", "tie", "b"].index(shown.answer)].key == shown.answer
    assert set(shown.question.measures) <= set(shown.steps[0].measures)


def scores_in(shown, measures):
    """Every way in which a score of these measures could be written."""
    for picture in shown.pictures:
        for side in "ab":
            for value in picture.scores(side, measures).values():
                yield from {score(value), repr(value), score(value).removeprefix("0")} - {"0.0", "1.0"}


@every_lesson
@pytest.mark.parametrize("step", STEPS)
def test_nothing_of_the_scores_is_given_out_before_the_answer(shown, step):
    view = visible(shown, step, None)
    assert view.step == (step if step == "look" else "predict")
    given = asdict(view)
    given.pop("picture")  # what is looked at
    said = repr(given)
    measures = [row.measure for row in view.rows]
    assert [text for text in scores_in(shown, [*measures, *shown.question.measures, "MD"]) if text in said] == []
    assert all(row.a is None and row.b is None for row in view.rows)
    assert {row.measure for row in view.rows if row.prefers is not None} == set(shown.steps[0].given)
    assert (view.right, view.correct, view.marks, view.workings, view.drag) == (None, None, Marks("none"), (), False)
    assert not any((view.said, view.verdict, view.reveal, view.attempt, view.take_away))
    for later in shown.steps[2:]:
        assert plain(written(later.text, shown.pictures)) not in said
    assert (view.choices == ()) == (view.step == "look")


def test_a_measure_that_is_asked_about_never_has_its_preference_given():
    for shown in LESSONS.values():
        assert not set(shown.question.measures) & set(shown.steps[0].given), shown.key


@every_lesson
@pytest.mark.parametrize("choice", KEYS)
def test_the_reveal_shows_scores_and_says_whether_the_answer_was_right(shown, choice):
    view = visible(shown, "reveal", Answer(choice, "sure"))
    assert view.right == (choice == shown.answer)
    assert view.correct == shown.answer
    assert plain(view.said).endswith(", sure: right." if view.right else ", sure: not right.")
    picture = view.picture
    for row in view.rows:
        assert row.a == picture.scores("a", [row.measure])[row.measure]
    text = plain(view.reveal) + plain(view.verdict)
    assert any({score(row.a), score(row.b)} <= set(re.findall(r"\d\.\d{3}", text)) for row in view.rows)
    assert view.attempt == view.take_away == ""
    assert visible(shown, "try", Answer(choice)).attempt
    end = visible(shown, "take-away", Answer(choice))
    assert end.drag
    assert end.take_away


@every_lesson
def test_going_back_after_an_answer_hides_the_scores_again(shown):
    view = visible(shown, "look", Answer("a"))
    assert view == visible(shown, "look", None)


def test_what_was_answered_is_said_with_the_confidence():
    assert plain(visible(LESSONS["far-errors"], "reveal", Answer("a", "fairly")).said) == (
        "You said A, fairly sure: right."
    )
    assert plain(visible(LESSONS["far-errors"], "reveal", Answer("tie", "guess")).said) == (
        "You said a tie, a guess: not right."
    )
    said = {key: [plain(visible(LESSONS[key], "reveal", Answer(one)).said) for one in KEYS] for key in LESSONS}
    assert [text.split(",")[0] for text in said["the-ends"]] == ["You said A", "You said equal", "You said B"]
    assert [text.split(",")[0] for text in said["swap"]] == ["You said NMD only", "You said both", "You said RNOD only"]
    assert [text.split(",")[0] for text in said["one-vote"]] == ["You said NMD", "You said neither", "You said RNOD"]
    with pytest.raises(OrdquantError, match="expected a, tie, b"):
        Answer("c")
    with pytest.raises(OrdquantError, match="expected guess, fairly, sure"):
        Answer("a", "certain")
    assert list(CONFIDENCES) == ["guess", "fairly", "sure"]


def test_the_flip_that_a_lesson_proposes_does_flip_the_preference():
    shown = LESSONS["far-errors"]
    assert "move 1 vote from 2 to 5: now RNOD prefers B" in plain(visible(shown, "try", Answer("a")).attempt)
    moved = replace(shown.pictures[0], gold=(10.0, 9.0, 0.0, 0.0, 1.0))
    assert Prefers("RNOD").answer([moved]) == "b"


def test_marks_show_the_cause():
    near, far, swap, ends, order = (
        LESSONS[key] for key in ("near-miss", "far-errors", "swap", "the-ends", "order-only")
    )
    assert marks_of("misplaced", near.pictures[0]).classes == (1, 4)
    arrows = {(one.side, one.target - one.source) for one in marks_of("distances", far.pictures[0]).arrows}
    assert arrows == {("a", 1), ("a", 2), ("b", 3), ("b", 4)}
    assert marks_of("gold classes", swap.pictures[0]).classes == (2,)
    assert marks_of("errors", ends.pictures[0]).classes == (1, 2, 3)
    assert marks_of("order", order.pictures[0]).classes == (2, 3)


def test_a_question_without_a_correct_choice_is_refused():
    before, after = (
        Picture(classes(3), gold, (0.0, 1.0, 0.0), "uniform") for gold in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
    )
    with pytest.raises(OrdquantError, match="both change"):
        StaysEqual("NMD", "RNOD").answer([before, after])
    with pytest.raises(OrdquantError, match="at most one"):
        ChangesPreference("NVD", "RNSS").answer([before, after])


def test_a_field_that_does_not_exist_is_refused():
    with pytest.raises(OrdquantError, match="is not a field"):
        written("{NMD c}", LESSONS["swap"].pictures)
    assert written("{{A}} <b>", LESSONS["swap"].pictures) == "{A} &lt;b&gt;"
    with pytest.raises(OrdquantError, match="is not a field"):
        lesson(
            "x", "x", source="", pictures=LESSONS["swap"].pictures, question=Prefers("NMD"), measures=("NMD",),
            look="{nothing}", asked="", reveal="", attempt="", take_away="",
        )  # fmt: skip
    with pytest.raises(OrdquantError, match="no step"):
        visible(LESSONS["swap"], "end", None)


def test_marks_name_the_bars_that_matter_side_by_side():
    far, swap, order = (LESSONS[key].pictures[0] for key in ("far-errors", "swap", "order-only"))
    assert marks_of("misplaced", far).bars == (("a", 2), ("b", 4))
    assert marks_of("gold classes", swap).bars == (("gold", 2),)
    assert marks_of("order", order).bars == (("b", 2), ("b", 3))
    assert marks_of("errors", far, ("a",)).bars == (("a", 0), ("a", 2))
    assert marks_of("area", far).bars == marks_of("none", far).bars == ()
    even = replace(far, a="uniform")
    assert all(arrow.source != arrow.target for arrow in marks_of("distances", even).arrows)


def test_a_question_that_is_answered_by_dragging_takes_what_the_measure_says_of_the_drawing():
    shown = LESSONS["popularity"]
    assert isinstance(shown.question, DragUntil)
    assert [shown.question.drawn(picture) for picture in shown.pictures] == ["a", "b"]
    view = visible(shown, "predict", None)
    assert (view.by_drag, view.drag) == (True, False)
    assert not visible(LESSONS["swap"], "predict", None).by_drag
    assert visible(shown, "reveal", Answer("b")).picture == shown.pictures[0]  # so that what was drawn stays
    assert plain(visible(shown, "reveal", Answer("a", "guess")).said) == (
        "You drew a gold on which NMD prefers A, a guess: not right."
    )
    with pytest.raises(OrdquantError, match="does not change its preference"):
        DragUntil("NMD", "a").answer(shown.pictures)
