"""Lessons of one's own: they survive the way through a link and a file, and hostile ones are refused with a reason."""

import base64
import json
import zlib
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.picture import DEFAULT, Picture
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MEASURES
from ordquant_core.teaching.lesson import to_json as to_board
from ordquant_core.teaching.lesson_fields import fields, why
from ordquant_core.teaching.own_lesson import LONGEST_LINK, OwnLesson, as_lesson, from_json, from_link, to_json, to_link
from tests.strategies import examples

OWN = OwnLesson(DEFAULT, "RNOD", ("NMD", "RNOD"), ("NMD",), "Mine {NMD a} <b>", "Mind {the} <i>gap</i>.")


def packed(value, version="1"):
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return f"{version}.{base64.urlsafe_b64encode(zlib.compress(data)).rstrip(b'=').decode()}"


def printable(most):
    characters = st.characters(exclude_categories=["C", "Z"]) | st.just(" ")  # those of which `str.isprintable` is true
    return st.text(characters, max_size=most)


@st.composite
def own_lessons(draw):
    n = draw(st.integers(2, 11))
    labels = draw(st.lists(printable(8).filter(bool), min_size=n, max_size=n, unique=True))
    row = st.lists(st.integers(0, 30), min_size=n, max_size=n).filter(lambda votes: sum(votes) > 1)
    shares = row.map(lambda votes: [vote / sum(votes) for vote in votes])
    estimate = st.one_of(row, shares, st.sampled_from(["popularity", "uniform"]))
    gold, a, b = draw(st.one_of(row, shares)), draw(estimate), draw(estimate)
    measures = draw(st.lists(st.sampled_from(list(MEASURES)), min_size=1, max_size=6, unique=True))
    asks = draw(st.sampled_from(measures))
    given_away = draw(st.lists(st.sampled_from(measures), unique=True))
    entries = [one if isinstance(one, str) else tuple(map(float, one)) for one in (gold, a, b)]
    names = draw(printable(20)), draw(printable(20))
    picture = Picture(tuple(labels), *entries, *names)
    texts = draw(printable(60)), draw(printable(100)), draw(printable(40)), draw(printable(40))
    return OwnLesson(picture, asks, tuple(measures), tuple(key for key in given_away if key != asks), *texts)


@examples(150)
@given(own=own_lessons())
def test_a_lesson_survives_the_way_through_a_link_and_a_file(own):
    link = to_link(own)
    assert len(link) <= LONGEST_LINK
    assert from_link(link) == from_json(to_json(own).encode()) == (own,)


@examples(30)
@given(lessons=st.lists(own_lessons(), min_size=2, max_size=4))
def test_several_lessons_survive_the_way_through_one_link_and_one_file_in_their_order(lessons):
    assert from_json(to_json(*lessons).encode()) == tuple(lessons)
    with suppress(OrdquantError):  # they may be too long for a link
        assert from_link(to_link(*lessons)) == tuple(lessons)


def test_eight_lessons_with_short_texts_fit_one_link():
    lessons = [replace(OWN, title=f"Lesson {number}", why="One step each.") for number in range(8)]
    assert len(to_link(*lessons)) < LONGEST_LINK
    assert from_link(to_link(*lessons)) == tuple(lessons)


def test_too_many_lessons_are_refused():
    with pytest.raises(OrdquantError, match="21 lessons; expected 1 to 20"):
        to_json(*[OWN] * 21)
    with pytest.raises(OrdquantError, match="21 lessons; expected 1 to 20"):
        from_link(packed([GOOD] * 21))


def test_task_and_why_of_the_teacher_are_plain_texts_without_fields():
    shown = as_lesson(replace(OWN, task="Move {one} <b>vote</b>.", why="Because {NMD a} [A]."))
    assert (shown.own_task, shown.own_why) == ("Move {one} <b>vote</b>.", "Because {NMD a} [A].")
    assert "Because" not in why(shown)


def test_it_becomes_a_lesson_whose_answer_is_computed():
    shown = as_lesson(OWN)
    assert shown.choices[shown.right] == "B"
    assert (shown.measures, shown.hidden) == (("NMD", "RNOD"), ("RNOD",))
    assert why(shown).startswith("At first, [RNOD] prefers [B] ([A] 0.373, [B] 0.258).")
    assert shown.take_away == "Mind {the} <i>gap</i>."
    assert as_lesson(replace(OWN, take_away="")).take_away.startswith("RNOD: ")


def test_a_measure_of_a_plug_in_which_no_browser_computes_is_refused(monkeypatch):
    plugged_in = replace(MEASURES["RNOD"], family="own")
    monkeypatch.setattr("ordquant_core.teaching.own_lesson.get_measures", lambda _: (MEASURES["NMD"], plugged_in))
    with pytest.raises(OrdquantError, match="holds RNOD, a measure of this installation"):
        as_lesson(OwnLesson(DEFAULT, "NMD", ("NMD", "RNOD")))


@examples(100)
@given(own=own_lessons())
def test_the_board_shows_the_picture_itself(own):
    shown, sides = as_lesson(own), ("gold", "a", "b")
    for side in sides:
        votes = np.array(shown.board.side(side))
        assert votes / votes.sum() == pytest.approx(own.picture.probabilities(side), abs=1e-12)
    if shown.kind == "carry":
        assert all(isinstance(votes, int) for side in sides for votes in shown.board.side(side))
        assert len({sum(shown.board.side(side)) for side in sides}) == 1
    scores = [own.picture.scores(side, [own.asks])[own.asks] for side in ("a", "b")]
    winner = "A tie" if scores[0] == pytest.approx(scores[1], abs=1e-9) else "AB"[scores[0] > scores[1]]
    assert shown.choices[shown.right] == winner
    assert fields(shown, shown.board)[f"{own.asks} prefers"].endswith("a tie" if winner == "A tie" else f"[{winner}]")


@pytest.mark.parametrize("key", list(MEASURES))
def test_every_measure_can_be_asked_about(key):
    shown = as_lesson(OwnLesson(DEFAULT, key, (key,)))
    assert f"[{key}]" in why(shown)
    assert key in to_board(shown)["names"]


GOOD = json.loads(to_json(OWN))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"ordquant_lesson": 2}, "'ordquant_lesson' is 2; expected 1"),
        ({"ordquant_lesson": True}, "expected 1"),
        ({"ordquant_lesson": None}, "'ordquant_lesson' is nothing; expected 1"),
        ({"extra": 1}, "'extra' is unknown; expected ordquant_lesson, classes"),
        ({"gold": "popularity"}, "'gold' is 'popularity'; expected a list"),
        ({"gold": [0, 1, True, 9, 8]}, "'gold' holds True; expected a number from 0"),
        ({"gold": [0, 1, "2", 9, 8]}, "'gold' holds '2'"),
        ({"gold": [0, 1, [2], 9, 8]}, "'gold' holds a list"),
        ({"gold": [0] * 12}, "at most 11 numbers"),
        ({"gold": [0, 1, 2, 9]}, "gold: 4 numbers for 5 classes"),
        ({"gold": [0, 0, 0, 0, 0]}, "sums to 0"),
        ({"gold": [0, 1, -2, 9, 8]}, "negative"),
        ({"gold": [0, 1, 2, 9, 1e300]}, "expected a number from 0 to 1,000,000"),
        ({"a": "median"}, "'a' is 'median'; expected numbers, or popularity or uniform"),
        ({"b": {"x": 1}}, "'b' is an object"),
        ({"classes": ["1", "2", "3", "4", 5]}, "'classes' is a list; expected a list of at most 11 texts"),
        ({"classes": ["1", "1", "3", "4", "5"]}, "used twice"),
        ({"classes": ["1", "2", "3", "4", "x\u0000"]}, "'classes' holds a character that cannot be printed"),
        ({"asks": "JSD"}, "asks about 'JSD'; expected one of NMD, RNOD"),
        ({"asks": 3}, "'asks' is 3; expected a text"),
        ({"measures": []}, "expected 1 to 6"),
        ({"measures": ["NMD", "NMD"]}, "each once"),
        ({"measures": ["RNOD", "nothing"]}, "nothing"),
        ({"given": ["RNOD"]}, "without RNOD, which is asked about"),
        ({"given": ["JSD"]}, "expected measures of the table"),
        ({"title": "x" * 61}, "'title' holds 61 characters; expected at most 60"),
        ({"title": "a\nb"}, "cannot be printed"),
        ({"take_away": "\u202e"}, "cannot be printed"),
        ({"take_away": "\ud800"}, "cannot be printed"),
        ({"name_a": 1}, "'name_a' is 1; expected a text"),
    ],
)
def test_a_wrong_lesson_is_refused_with_what_was_found_and_expected(change, message):
    wrong = {**GOOD, **change}
    for read, data in ((from_link, packed(wrong)), (from_json, json.dumps(wrong).encode())):
        with pytest.raises(OrdquantError, match=message):
            read(data)


@pytest.mark.parametrize("key", ["ordquant_lesson", "classes", "gold", "a", "b", "asks", "measures"])
def test_a_missing_entry_is_named(key):
    with pytest.raises(OrdquantError, match=f"'{key}' is missing"):
        from_link(packed({name: value for name, value in GOOD.items() if name != key}))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no version"),
        ("x", "no version"),
        ("2." + "A" * 20, "version '2'; expected one that starts with"),
        ("٣.AAAA", "version '٣'"),
        ("1.", "damaged"),
        ("1.%%%", "damaged"),
        ("1.AAAA", "damaged"),
        ("1." + "A" * 3000, "3,002 characters in the link; expected at most 2,000"),
        (to_link(OWN)[:-6], "damaged"),
        (to_link(OWN)[:40] + ("A" if to_link(OWN)[40] != "A" else "B") + to_link(OWN)[41:], "lesson: "),
        (packed(b"[" * 5000), "nested too deeply|not JSON"),
        (packed(b'{"a":' * 3000), "nested too deeply|not JSON"),
        (packed(b"[" * 3000 + b"]" * 3000), "nested too deeply|a list was found"),
        (packed(b" " * 500_000), "more than 20,000 bytes"),
        (packed([]), "0 lessons; expected 1 to 20"),
        (packed([[]]), "a list was found; expected a lesson"),
        (packed(None), "nothing was found"),
        (packed("x"), "a text was found"),
        (packed(True), "true or false was found"),
        (packed(1.5), "a number was found"),
        (packed(b"{"), "not JSON"),
        (packed(b""), "not JSON"),
        (packed(b'{"ordquant_lesson":1,"ordquant_lesson":1}'), "occurs twice"),
        (packed(b'{"gold":[NaN]}'), "NaN"),
        (packed(b'{"gold":[' + b"9" * 400 + b"]}"), "400 digits"),
        (packed(b"\xff\xfe\xfa"), "lesson"),
    ],
)
def test_a_hostile_link_is_refused(text, message):
    with pytest.raises(OrdquantError, match=message) as refused:
        from_link(text)
    assert len(str(refused.value)) < 400


@examples(200)
@given(text=st.text(max_size=80) | st.text(max_size=60).map(lambda text: f"1.{text}"))
def test_no_text_breaks_the_reader(text):
    with pytest.raises(OrdquantError):
        from_link(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=10,
)


@examples(200)
@given(key=st.sampled_from(list(GOOD)), value=json_values)
def test_no_value_breaks_the_reader(key, value):
    data = json.dumps({**GOOD, key: value}).encode()
    with suppress(OrdquantError):
        found = from_json(data)
        assert from_link(to_link(*found)) == found


def test_too_long_a_link_is_refused_and_a_file_is_not():
    thirds = tuple(1 / 11 + step / 997 for step in range(-5, 6))
    texts = "".join(chr(0x4E00 + (place * place * 7919) % 20000) for place in range(600))
    labels = tuple(texts[30 * place : 30 * (place + 1)] for place in range(9, 20))
    long = OwnLesson(Picture(labels, thirds, thirds[::-1], thirds, texts[:60], texts[60:120]), "NMD", ("NMD",))
    long = replace(long, title=texts[120:180], take_away=texts[60:260])
    with pytest.raises(OrdquantError, match="expected at most 2,000"):
        to_link(long)
    assert from_json(to_json(long).encode()) == (long,)
    with pytest.raises(OrdquantError, match="expected at most 20,000"):
        from_json(b" " * 20_001)
