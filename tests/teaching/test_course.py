"""The lessons: what their texts claim is true of their boards and of all that can be reached; registry and file."""

import json
import re
from itertools import product

import numpy as np
import pytest

from ordquant_core.measures.registry import MEASURES
from ordquant_core.teaching import one_file
from ordquant_core.teaching.course import COURSE, JUDGES, MAKE, TAUGHT, TITLES, summary
from ordquant_core.teaching.course import STEPS as IN_REGISTRY
from ordquant_core.teaching.one_file import in_script, lessons_file
from tests.teaching.boards import (
    STEPS,
    at_first,
    at_goal,
    average,
    is_done,
    live_text,
    measured,
    preferred,
    sentence,
    steps_between,
)

every_step = pytest.mark.parametrize("at", STEPS, ids=[f"{key}-{step + 1}" for key, step in STEPS])
TASKS = [at for at, step in STEPS.items() if "task" in step]
NUMBER = re.compile(r"\d+(?:\.\d+)?")


def boards(at):
    return at_first(STEPS[at]), at_goal(STEPS[at])


def static_numbers(text):
    """Return the numbers that stand in a text for good, but those that name a class."""
    words = re.sub(r"\{[^}]*\}|[Cc]lass(?:es \d and)? \d(?! vote)|from \d to \d", "", text)
    return [float(number) for number in NUMBER.findall(words)]


def wrong(board, side):
    return np.maximum(np.subtract(board[side], board["gold"]), 0)


def flips(key):
    """Return with which vote a measure changes its preference to B, and that it stays there."""
    first, _ = boards(("one-vote", 0))
    sides = [preferred(key, first | {"gold": [k, 0, 0, 11 - k, 9]}) for k in range(10)]
    assert sides == sorted(sides)
    return sides.index("B")


def distances_of_beams():
    first, _ = boards(("one-vote", 0))
    return sorted(abs(np.flatnonzero(np.subtract(first["a"], first["gold"]))).tolist())


FIRST = {at: boards(at)[0] for at in STEPS}
PILES = {at: sorted(wrong(boards(("squares", at))[1], "b"), reverse=True) for at in range(2)}
# What stands in a text as a number for good, computed again: no such number is missing here.
CLAIMS = {
    ("average", 0, "story"): [20, 1, 5],
    ("average", 0, "ask"): [average(STEPS["average", 0]["other"])],
    ("near-miss", 0, "story"): [20],
    ("carry", 0, "story"): [4, 5],
    ("carry", 0, "ask"): [wrong(FIRST["carry", 0], "a").sum()],
    ("squares", 0, "done"): (PILES[0][:2] * np.array(PILES[0][:2])).tolist(),
    ("squares", 1, "story"): [20, 20, 20 * 20],
    ("squares", 1, "rule"): [20 * 20, 2],
    ("squares", 1, "done"): (PILES[1][:3] * np.array(PILES[1][:3])).tolist(),
    ("looks", 0, "story"): [FIRST["looks", 0]["gold"][0], 20, 10 / 20, 10 / 20, 10 / 20, (10 / 20) ** 2],
    ("looks", 0, "done"): [4, 4],
    ("looks", 2, "ask"): [steps_between(FIRST["looks", 2]["gold"], FIRST["looks", 2]["b"])],
    ("one-vote", 0, "done"): [flips("RNOD"), *distances_of_beams(), flips("NVD"), flips("NMD")],
    ("order-only", 0, "story"): [
        steps_between(FIRST["order-only", 0]["gold"], FIRST["order-only", 0][side]) for side in "ab"
    ],
    ("order-only", 0, "meet"): [0, 1, 0.5],
    ("order-only", 1, "story"): [0.5],
}


def test_numbers_that_stand_in_a_text_for_good_are_true():
    texts = ((*at, part) for at, step in STEPS.items() for part in step if isinstance(step[part], str))
    found = {(key, at, part): static_numbers(STEPS[key, at][part]) for key, at, part in texts}
    assert {of: numbers for of, numbers in found.items() if numbers} == CLAIMS


def test_what_is_said_of_both_dialogues_and_of_words_instead_of_numbers_is_true():
    one, two, three = (FIRST["looks", at] for at in range(3))
    other = STEPS["average", 0]["other"]
    assert FIRST["average", 0]["gold"][0] == 0
    assert other[0] == 10 == sum(other) / 2
    assert all("10 of 20" in said for said in STEPS["average", 0]["answered"])
    a_path = np.abs(np.cumsum(np.subtract(FIRST["carry", 0]["a"], FIRST["carry", 0]["gold"])))
    assert wrong(FIRST["carry", 0], "a").sum() == 11  # ten cross one boundary and one two
    assert a_path.sum() == 12
    assert np.flatnonzero(one["gold"]).tolist() == [0, 1]
    assert len(np.flatnonzero(np.subtract(one["b"], one["gold"]))) * 2 == STEPS["looks", 0]["tick"]["taps"]
    assert (steps_between(three["gold"], three["a"]), preferred("NMD", three)) == (10, "A")
    assert two["b"] == one["b"]
    order = FIRST["order-only", 0]
    assert measured("DNKT", order["gold"], order["a"]) == 0
    assert all(preferred(key, FIRST["one-vote", 0]) == "A" for key in STEPS["one-vote", 0]["rows"])


@pytest.mark.parametrize("at", TASKS)
def test_do_it_for_me_ticks_a_task_that_is_not_done_at_first(at):
    first, goal = boards(at)
    assert not is_done(STEPS[at], first)
    assert is_done(STEPS[at], goal | {"taps": ["0-0", "0-4", "1-0", "1-4"][: STEPS[at]["tick"].get("taps", 0)]})
    for side in ("gold", "a", "b"):
        assert sum(goal[side]) == 20


def fell(at, *keys):
    first, goal = boards(at)
    falls = [measured(key, goal["gold"], goal["b"]) < measured(key, first["gold"], first["b"]) for key in keys]
    return {(True, False): 0, (False, True): 1, (True, True): 2}[tuple(falls)]


def test_the_right_answer_of_every_question_follows_from_the_scores():
    other, carry = STEPS["average", 0]["other"], FIRST["carry", 0]
    gold, a, b = (average(FIRST["average", 1][side]) for side in ("gold", "a", "b"))
    further = steps_between(carry["gold"], carry["a"]) - wrong(carry, "a").sum()
    right = {
        ("average", 0): int(other[0] > FIRST["average", 0]["gold"][0]),
        ("average", 1): {(True, False): 0, (True, True): 1, (False, True): 2}[a == gold, b == gold],
        ("near-miss", 0): fell(("near-miss", 0), "NVD", "NMD"),
        ("carry", 0): int(np.sign(further)) + 1,
        ("squares", 0): fell(("squares", 0), "NMD", "area"),
        ("looks", 1): fell(("looks", 1), "RNSS", "RNOD"),
        ("looks", 2): "AB".index(preferred("RNOD", FIRST["looks", 2])),
        ("one-vote", 0): [1, 2, 4].index(flips("RNOD")),
        ("order-only", 0): ["B", "tie", "A"].index(preferred("DNKT", boards(("order-only", 0))[1])),
    }  # fmt: skip
    asked = {at: step["right"] for at, step in STEPS.items() if "ask" in step and "asks" not in step}
    assert asked == right


@pytest.mark.parametrize("at", [at for at, step in STEPS.items() if "asks" in step])
def test_the_two_measures_of_a_new_picture_disagree_on_it(at):
    step = STEPS[at]
    first, other = (preferred(key, FIRST[at]) for key in step["rows"])
    assert {first, other} == {"A", "B"}
    assert step["asks"] in step["rows"]
    assert step["choices"] == ["A", "A tie", "B"]


def spread(n, classes):
    """Return every way to lay n votes on so many classes."""
    return [votes for votes in product(range(n + 1), repeat=classes) if sum(votes) == n]


def test_claims_hold_on_every_board_that_can_be_reached():
    first = FIRST["squares", 1]
    for piles in spread(10, 3):
        b = [0, 10, *piles]
        assert measured("area", first["gold"], b) == 100 + np.square(piles).sum()
        assert np.square(piles).sum() >= 34  # no split into three is smaller
    for k in range(5):  # one vote after the other from 4 to 5
        now, then = ([0, 10, 0, 10 - n, n] for n in (k, k + 1))
        assert measured("area", first["gold"], now) > measured("area", first["gold"], then)
        assert measured("NMD", first["gold"], now) < measured("NMD", first["gold"], then)
    looks = FIRST["looks", 2]
    for piles in spread(10, 4):
        board = looks | {"b": [10, *piles]}
        if preferred("RNOD", board) == "A":
            assert measured("RNSS", board["gold"], board["b"]) > measured("RNSS", looks["gold"], looks["b"])
    pile = [measured("RNOD", FIRST["looks", 1]["gold"], [0, 10, *votes]) for votes in np.eye(3, dtype=int) * 10]
    assert pile == sorted(pile)


@every_step
def test_every_sentence_can_be_said_of_the_board_at_first_and_at_the_goal(at):
    step = STEPS[at]
    for board in boards(at):
        said = live_text(step, board), sentence(step, step["done"], board)
        assert all(said) or "live" not in step
        assert not re.search(r"[{}\[\]]", "".join(said))


def test_make_a_measure_has_a_picture_on_which_its_tasks_can_be_done():
    picture = COURSE["make"]["picture"]
    sides = {key: preferred(key, picture) for key in ("NVD", "RNSS", "NMD", "RNOD", "RNADW")}
    assert sides == {"NVD": "A", "RNSS": "A", "NMD": "B", "RNOD": "A", "RNADW": "B"}


def test_the_registry_knows_every_lesson_and_the_summary_says_what_measures_prefer_at_first():
    assert list(IN_REGISTRY) == [lesson["key"] for lesson in COURSE["lessons"]] + [MAKE, JUDGES]
    assert all(IN_REGISTRY[key] == sum(of == key for of, _ in STEPS) for key, _ in STEPS)
    assert list(TAUGHT) == list(COURSE["judges"]["recipes"])
    assert {key: MEASURES[key].label for key in COURSE["names"]} == COURSE["labels"]
    pictures = [FIRST[lesson["key"], 0] for lesson in COURSE["lessons"]] + [COURSE[MAKE]["picture"]]
    rows = summary().to_dict("records")
    assert [row["lesson"].partition(" ")[2] for row in rows] == [TITLES[key] for key in IN_REGISTRY if key != JUDGES]
    for row, picture in zip(rows, pictures, strict=True):
        known = [side for side in ("gold", "a", "b") if row[side] != "–"]
        assert [[int(votes) for votes in row[side].split(",\u00a0")] for side in known] == [picture[s] for s in known]
        if len(known) == 3:
            assert {key: row[key] for key in TAUGHT} == {key: preferred(key, picture) for key in TAUGHT}


def test_the_file_is_small_and_loads_nothing():
    page = lessons_file()
    assert len(page.encode()) < 1_500_000
    assert not re.search(r"""(?:src|href)=["']?(?:https?:|//|\.|/)|url\((?!["']?data:)|@import\b(?! \{)""", page)
    code = re.sub(r"/\*\*.*?\*/", "", page, flags=re.DOTALL)  # types in comments are imports, too
    assert not re.search(r"\b(?:fetch|XMLHttpRequest|WebSocket|sendBeacon|importScripts)\b\(|\bimport\(", code)
    assert json.loads(re.search(r'id="data">(.*?)</script>', page)[1])["course"] == COURSE


def test_a_closing_tag_in_a_text_ends_nothing(monkeypatch):
    hostile = "</script><script>alert(1)</script><!--"
    data = COURSE | {"class_words": [hostile]}
    assert "<" not in in_script(data)
    monkeypatch.setattr(one_file, "COURSE", data)
    kept = json.loads(re.search(r'id="data">(.*?)</script>', lessons_file())[1])
    assert kept["course"]["class_words"] == [hostile]
