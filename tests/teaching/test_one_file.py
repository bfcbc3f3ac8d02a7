"""The file without a server: what it holds, and that its script scores a quiz as it is scored here, once more."""

import json
import os
import random
import re
import subprocess
from collections import Counter
from functools import cache

import pytest

from ordquant_core.teaching.lessons import NEW
from ordquant_core.teaching.one_file import lessons_file, quizzes
from ordquant_core.teaching.questions import CHOICES, side_of, verdict
from ordquant_core.teaching.quiz import QUIZZES, quiz_data
from ordquant_core.teaching.quiz_space import LEVELS, quiz_space
from ordquant_core.teaching.readings import READINGS, TAUGHT
from tests.source_files import ROOT

DENO = ROOT / ".venv" / "bin" / "deno"
CONFIDENCES = ("guess", "fairly", "sure")


@cache
def answer_of(reading, picture):
    """Return how somebody who reads pictures in this way answers; the same pictures are asked about many times."""
    return READINGS[reading].answer(picture)


@pytest.fixture(scope="module")
def space():
    return quiz_space()


@pytest.fixture(scope="module")
def page(space):
    return lessons_file(space)


@pytest.fixture(scope="module")
def data(page):
    return json.loads(re.search(r'id="data">(.*?)</script>', page)[1])


@pytest.fixture(scope="module")
def scored(data, space):
    """Quizzes with answers, (choice, confidence) or None, and what the script makes of them."""
    if not DENO.exists():
        assert os.environ.get("CI") != "true", "Deno is not installed: tests/requirements.txt has it"
        pytest.skip("Deno is not installed")
    rng = random.Random(45)

    def answers(often):
        return [(rng.choice(CHOICES), rng.choice(CONFIDENCES)) if rng.random() < often else None for _ in range(10)]

    taken = [(at, one, answers(often)) for at, one in enumerate(quizzes(space)) for often in (0, 0.3, 0.9, 1)]
    taken += [(at, one, [(item.answer, "sure") for item in one.items]) for at, one in enumerate(quizzes(space))]
    for reading in READINGS:  # who reads all pictures in one way
        taken += [
            (at, one, [(answer_of(reading, item.picture), "fairly") for item in one.items])
            for at, one in enumerate(quizzes(space))
        ]
    given = {"data": data, "taken": [{"at": at, "answers": some} for at, _, some in taken]}
    script = [str(DENO), "run", "--quiet", "--no-remote", "--no-lock", "tests/browser/quiz_answers.js"]
    done = subprocess.run(script, cwd=ROOT, input=json.dumps(given), capture_output=True, text=True, check=True)
    return [(one, some, said) for (_, one, some), said in zip(taken, json.loads(done.stdout), strict=True)]


def test_the_file_is_small_and_loads_nothing(page):
    assert len(page.encode()) < 3_000_000
    assert not re.search(r"""(?:src|href)=["']?(?:https?:|//|\.|/)|url\((?!["']?data:)|@import\b(?! \{)""", page)
    assert not re.search(r"\b(?:fetch|XMLHttpRequest|WebSocket|sendBeacon|importScripts)\b\(|\bimport\(", page)


def test_two_hundred_questions_are_those_of_the_page_and_two_taught_measures_disagree_on_each(data, space):
    assert {(one["level"], one["seed"]) for one in data["quizzes"]} == {
        (level, seed + 1) for level in LEVELS for seed in range(QUIZZES[level])
    }
    assert data["quizzes"] == json.loads(json.dumps([quiz_data(one) for one in quizzes(space)]))
    assert sum(len(one["items"]) for one in data["quizzes"]) == 200
    for one in quizzes(space):
        for item in one.items:
            sides = {key: side_of(item.picture, key) for key in TAUGHT}
            assert CHOICES[1 + sides[item.measure]] == item.answer
            assert len(set(sides.values())) > 1
        answers = [item.answer for item in one.items]
        assert {key: answers.count(key) for key in CHOICES} == {"a": 4, "tie": 2, "b": 4}


def test_the_file_asks_about_a_new_picture_after_every_lesson(data):
    assert [one["key"] for one in data["transfers"]] == [f"{one['key']}{NEW}" for one in data["lessons"]]


def test_measures_confidences_and_readings_are_counted(scored):
    for of, answers, said in scored:
        rows = list(zip(of.items, answers, strict=True))
        right = [answer is not None and answer[0] == item.answer for item, answer in rows]
        assert (said["right"], said["asked"], said["finding"]) == (sum(right), 10, f"{sum(right)} of 10 right.")
        by_measure = {
            key: [one for (item, _), one in zip(rows, right, strict=True) if item.measure == key] for key in TAUGHT
        }
        ordered = sorted(TAUGHT, key=lambda key: sum(by_measure[key]) - len(by_measure[key]))  # most misses first
        assert [(one["measure"], one["right"], one["asked"]) for one in said["byMeasure"]] == [
            (key, sum(by_measure[key]), len(by_measure[key])) for key in ordered
        ]
        for key, one in zip(CONFIDENCES, said["calibration"], strict=True):
            own = [good for (_, answer), good in zip(rows, right, strict=True) if answer and answer[1] == key]
            assert (one["key"], one["right"], one["given"]) == (key, sum(own), len(own))
        given = [(item, answer[0]) for item, answer in rows if answer]
        alike = {key: sum(answer_of(key, item.picture) == choice for item, choice in given) for key in READINGS}
        assert [(one["key"], one["same"], one["given"]) for one in said["profile"]] == [
            (key, alike[key], len(given)) for key in sorted(READINGS, key=lambda key: -alike[key])
        ]


def test_an_answer_is_explained_by_who_would_give_it_and_wrong_answers_by_who_gives_most_of_them(scored):
    seen = set()
    for of, answers, said in scored:
        wrong = []
        for item, answer, heading in zip(of.items, answers, said["said"], strict=True):
            would = [one for one in READINGS.values() if answer and answer_of(one.key, item.picture) == answer[0]]
            opening = "Right: "
            if answer and answer[0] != item.answer:
                wrong.append(Counter(one.answered for one in would))
                opening = f"You answered {would[0].answered}. "
            assert heading == (f"{opening}{verdict(item.measure, item.picture)}" if answer else "")
        times = sum(wrong, Counter())
        most = max(times.values(), default=0)
        sure = said["calibration"][-1]
        if most > 1:
            first, *others = [one.answered for one in READINGS.values() if times[one.answered] == most]
            start = f"In {most} of your {len(wrong)} wrong answers you answered {first}"
            expected = "; in as many, ".join([start, *others]) + "."
        elif sure["given"] > sure["right"]:
            n = sure["given"]
            expected = f"You were right on {sure['right']} of the {n} answer{'s' * (n > 1)} that you were sure of."
        else:
            expected = "Whenever you were sure, you were right." if sure["given"] else "You were never sure."
        assert said["because"] == expected
        seen.add(expected.split()[0] + expected.split()[2])
    assert len(seen) == 4  # every sentence
