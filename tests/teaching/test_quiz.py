"""The quiz: taught measures disagree on every question, wrong choices are real, reasons are those of the workings."""

import hashlib
import json
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from ordquant_core.analysis.comparison import signs
from ordquant_core.analysis.picture import Picture, checked
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings import short_working
from ordquant_core.numerals import score
from ordquant_core.spaces.pairs import classes
from ordquant_core.teaching.explanations import reason, reason_in_words
from ordquant_core.teaching.lessons import LESSONS
from ordquant_core.teaching.questions import CHOICE_OF, CHOICES, verdict
from ordquant_core.teaching.quiz import PLAN, quiz, quiz_data
from ordquant_core.teaching.quiz_space import LEVELS, quiz_space
from ordquant_core.teaching.readings import TAUGHT, readings_with

pytestmark = pytest.mark.slow

N_SEEDS = 100
SIDES = {choice: side for side, choice in CHOICE_OF.items()}


@pytest.fixture(scope="module")
def space():
    return quiz_space()


@pytest.fixture(scope="module")
def items(space):
    """1,000 questions of each level."""
    found = {level: [item for seed in range(N_SEEDS) for item in quiz(space, seed, level).items] for level in LEVELS}
    assert {len(some) for some in found.values()} == {1000}
    return found


@pytest.fixture(scope="module")
def answers(items):
    """The stated answer to each of them."""
    return {level: [item.answer for item in some] for level, some in items.items()}


def all_deltas(some, key):
    """The delta of a measure on each of many questions, computed on whole arrays."""
    gold, a, b = (np.array([item.picture.probabilities(side) for item in some]) for side in ("gold", "a", "b"))
    return MEASURES[key](gold, a) - MEASURES[key](gold, b)


def all_sides(some, key):
    """What a measure prefers on each of them."""
    return signs(all_deltas(some, key))


@pytest.mark.parametrize("level", LEVELS)
def test_the_stated_answer_is_the_measures_own(items, answers, level):
    for key in set(PLAN):
        rows = [
            (item, answer) for item, answer in zip(items[level], answers[level], strict=True) if item.measure == key
        ]
        deltas = all_deltas([item for item, _ in rows], key)
        assert [SIDES[answer] for _, answer in rows] == signs(deltas).tolist()
        assert ((np.abs(deltas) < 1e-12) | (np.abs(deltas) >= 0.02 - 1e-12)).all()


@pytest.mark.parametrize("level", LEVELS)
def test_taught_measures_disagree_on_every_question(items, answers, level):
    sides = {key: all_sides(items[level], key) for key in TAUGHT}
    for at, (item, answer) in enumerate(zip(items[level], answers[level], strict=True)):
        own = SIDES[answer]
        others = [int(sides[key][at]) for key in TAUGHT if key != item.measure]
        assert (-own in others) if own else any(others)
        n_otherwise = sum(one != own for one in others)
        if own:
            assert n_otherwise > 1 if level == "hard" else n_otherwise == 1
        else:
            assert n_otherwise == 1 + LEVELS.index(level)


def misread(item, choice):
    """The misunderstandings that give a choice, written down once more."""
    gold, a, b = (np.array(item.picture.held(side)) for side in ("gold", "a", "b"))
    places = np.arange(5)
    off = [abs((side - gold) @ places) for side in (a, b)]
    highest = [set(np.flatnonzero(side == side.max())) for side in (gold, a, b)]
    missed = [side != highest[0] for side in highest[1:]]
    swapped = [float(MEASURES["RNOD"](side, gold)) for side in (a, b)]
    errors = {"averages": off, "highest": missed, "swapped": swapped}
    return {key for key, (x, y) in errors.items() if signs(np.array(float(x) - float(y))) == SIDES[choice]}


@pytest.mark.parametrize("level", LEVELS)
def test_each_wrong_choice_is_what_a_taught_measure_or_a_named_misunderstanding_says(items, level):
    some = items[level][:300]
    sides = {key: all_sides(some, key) for key in TAUGHT}
    for at, item in enumerate(some):
        for choice in CHOICES:
            if choice == item.answer:
                continue
            would = readings_with(item.picture, choice, without=item.measure)
            expected = {key for key in TAUGHT if sides[key][at] == SIDES[choice]} | misread(item, choice)
            assert {one.key for one in would} == expected
            assert verdict(item.measure, item.picture).startswith(f"{item.measure} ")


@pytest.mark.parametrize("level", LEVELS)
def test_the_reason_is_that_of_the_working_and_shows_the_preference(items, level):
    for item in items[level]:
        found, own = reason(item.measure, item.picture), SIDES[item.answer]
        gold = item.picture.held("gold")
        for shown, side in ((found.a, "a"), (found.b, "b")):
            estimate = np.array(item.picture.held(side))
            row = short_working(item.measure, gold, estimate).row
            value = float(MEASURES[item.measure](gold, estimate))
            drawn = np.array([np.nan if one is None else one for one in shown.values])
            if item.measure == "NMD":
                assert np.abs(drawn) == pytest.approx(20 * np.array(row.values[:4]))
                assert shown.total / 80 == pytest.approx(value)
            elif item.measure == "NVD":
                assert np.abs(drawn) == pytest.approx(20 * np.array(row.values))
                assert shown.total / 20 == pytest.approx(value)
            elif item.measure == "RNOD":
                assert (~np.isnan(drawn)).tolist() == list(row.counted)
                assert drawn[np.array(row.counted)] == pytest.approx(np.array(row.values)[np.array(row.counted)])
                assert shown.total == pytest.approx(row.total)
            else:
                pairs = combinations(range(5), 2)
                order = [np.sign(gold[i] - gold[j]) * np.sign(estimate[i] - estimate[j]) for i, j in pairs]
                assert drawn.tolist() == order
                assert sum(order) == pytest.approx(row.total)
        if item.measure == "DNKT":
            better = [side.values.count(1) - side.values.count(-1) for side in (found.a, found.b)]
            assert np.sign(better[1] - better[0]) == own
        else:
            assert (np.sign(found.a.total - found.b.total) if abs(found.a.total - found.b.total) > 1e-9 else 0) == own


def picture_of(gold, a, b):
    return Picture(classes(len(gold)), gold, a, b, "System A", "System B")


@pytest.mark.parametrize(
    ("key", "sentence"),
    [  # by hand
        ("NMD", "A needs 10 steps to become the gold, B needs 30."),
        ("NVD", "A and B both have 10 votes in a wrong class."),
        ("RNOD", "Seen from the 2 classes with gold votes, the errors of A weigh 0.500 on average, those of B 1.000."),
        ("DNKT", "Of the 10 pairs of bars, A and B both have 2 in the gold's order and 1 in the opposite."),
    ],
)
def test_the_reason_in_words_for_the_picture_of_far_errors(key, sentence):
    picture = picture_of((10.0, 10.0, 0.0, 0.0, 0.0), (10.0, 0.0, 10.0, 0.0, 0.0), (10.0, 0.0, 0.0, 0.0, 10.0))
    assert reason_in_words(reason(key, picture)) == sentence


def test_correct_answers_are_balanced_over_sides_and_measures(space):
    taken = [quiz(space, seed, "easy") for seed in range(200)]
    answers = Counter((item.measure, item.answer) for one in taken for item in one.items)
    by_side = {key: sum(n for (_, side), n in answers.items() if side == key) for key in CHOICES}
    assert by_side == {"a": 800, "tie": 400, "b": 800}
    for key in TAUGHT:
        a, b = answers[key, "a"], answers[key, "b"]
        assert abs(a - b) < 4 * np.sqrt(a + b)  # four standard errors of a fair draw
    for one in taken:
        assert sorted(item.measure for item in one.items) == sorted(PLAN)


def test_a_question_as_data_holds_all_that_is_needed_to_ask_and_explain_it(space):
    for level in LEVELS:
        taken = quiz(space, 3, level)
        written = json.loads(json.dumps(quiz_data(taken)))
        assert (written["level"], written["seed"]) == (level, 3)
        for item, data in zip(taken.items, written["items"], strict=True):
            assert data["right"] == item.answer
            assert data["verdict"] == verdict(item.measure, item.picture)
            assert data["why"] == reason_in_words(reason(item.measure, item.picture))
            assert data["drawn"].count("<tr") == 3
            assert set(data["would"]) == set(CHOICES) - {item.answer}
            assert all(data["would"].values())
            assert data["repeat"] in LESSONS


def test_no_question_occurs_twice_nor_with_its_mirror_image():
    small = quiz_space(12, 4)
    seen = []
    for level in LEVELS:
        for tie in (False, True):
            for number in small.pools["NMD", level, tie].tolist():
                gold, *estimators = small.pictures.parts(number)
                votes = [gold, *(one.estimate(gold[:, None])[:, 0] for one in estimators)]
                shares = [tuple((side / side.sum()).round(9).tolist()) for side in votes]
                assert len(set(shares)) == 3
                seen.append(min((one[0], *sorted(one[1:])) for one in (shares, [side[::-1] for side in shares])))
    assert len(seen) == len(set(seen)) > 100


def test_a_seed_gives_the_same_questions_everywhere(space):
    written = repr(
        [
            (item.measure, item.picture.gold, item.answer, [round(x) for side in "ab" for x in item.picture.held(side)])
            for level in LEVELS
            for seed in range(20)
            for item in quiz(space, seed, level).items
        ]
    )
    assert hashlib.sha256(written.encode()).hexdigest()[:16] == "5057195cf7da0dc1"
    assert quiz(space, 3, "hard") == quiz(quiz_space(), 3, "hard")
    assert quiz(space, 3, "hard").items != quiz(space, 4, "hard").items


def test_a_quiz_has_ten_different_questions_with_pictures_that_compare_draws(space):
    for level in LEVELS:
        taken = quiz(space, 11, level)
        assert sorted(item.measure for item in taken.items) == sorted(PLAN)
        assert len({(item.picture.gold, item.picture.a, item.picture.b) for item in taken.items}) == len(PLAN)
        for item in taken.items:
            checked(item.picture)
            assert sum(item.picture.gold) == 20


def test_nothing_is_given_out_before_the_answer(items):
    for item in items["hard"][:50]:
        said = repr((item.measure, item.question))
        for side in "ab":
            for value in item.picture.scores(side, [item.measure]).values():
                assert score(value) not in said


@pytest.mark.parametrize(
    ("seed", "level", "message"), [(-1, "easy", "999,999"), (10**6, "easy", "999,999"), (1, "x", "easy")]
)
def test_a_wrong_seed_or_level_is_refused(space, seed, level, message):
    with pytest.raises(OrdquantError, match=message):
        quiz(space, seed, level)


def test_a_space_that_is_too_small_or_too_large_is_refused():
    with pytest.raises(OrdquantError, match="limit is 20,000"):
        quiz_space(60, 6)
    with pytest.raises(OrdquantError, match="too few questions"):
        quiz(quiz_space(3, 3), 1, "easy")
