"""The file without a server: what it holds, and that its script says what Python says."""

import json
import os
import random
import re
import subprocess

import pytest

from ordquant_core.markup import plain
from ordquant_core.teaching.answers import CONFIDENCES, KEYS, SIDES, Answer
from ordquant_core.teaching.lessons import NEW
from ordquant_core.teaching.one_file import QUIZZES, lessons_file, quizzes
from ordquant_core.teaching.questions import all_sides
from ordquant_core.teaching.quiz import MOST_SEEDS, N_QUESTIONS, explain, item_data, result
from ordquant_core.teaching.quiz_space import LEVELS, quiz_space
from ordquant_core.teaching.readings import TAUGHT
from ordquant_core.teaching.result_codes import Taken, write_code
from tests.source_files import ROOT

DENO = ROOT / ".venv" / "bin" / "deno"


@pytest.fixture(scope="module")
def space():
    return quiz_space()


@pytest.fixture(scope="module")
def page(space):
    return lessons_file(space=space)


@pytest.fixture(scope="module")
def data(page):
    return json.loads(re.search(r'id="data">(.*?)</script>', page)[1])


@pytest.fixture(scope="module")
def said_by_the_script(data, space):
    """Random answers to all quizzes of the file, random codes, and what the script makes of both."""
    if not DENO.exists():
        assert os.environ.get("CI") != "true", "Deno is not installed: tests/requirements.txt has it"
        pytest.skip("Deno is not installed")
    rng = random.Random(45)

    def answers(often=0.9):
        return [
            Answer(rng.choice(KEYS), rng.choice([*CONFIDENCES])) if rng.random() < often else None for _ in range(10)
        ]

    codes = [Taken(rng.randrange(MOST_SEEDS), rng.choice(LEVELS), tuple(answers())) for _ in range(300)]
    codes += [
        Taken(0, "easy", (None,) * N_QUESTIONS),
        Taken(MOST_SEEDS - 1, "hard", (Answer("b", "sure"),) * N_QUESTIONS),
    ]
    taken = [(at, one, answers(often)) for at, one in enumerate(quizzes(space)) for often in (0, 0.3, 0.9, 1)]
    taken += [(at, one, [Answer(item.answer, "sure") for item in one.items]) for at, one in enumerate(quizzes(space))]
    given = {
        "data": data,
        "codes": [{"level": one.level, "seed": one.seed, "answers": as_lists(one.answers)} for one in codes],
        "taken": [{"at": at, "answers": as_lists(some)} for at, _, some in taken],
    }
    script = [str(DENO), "run", "--quiet", "--no-remote", "--no-lock", "tests/browser/quiz_answers.js"]
    done = subprocess.run(script, cwd=ROOT, input=json.dumps(given), capture_output=True, text=True, check=True)
    return codes, taken, json.loads(done.stdout)


def as_lists(answers):
    return [answer and [answer.choice, answer.confidence] for answer in answers]


def test_the_file_is_small_and_loads_nothing(page):
    assert len(page.encode()) < 3_000_000
    assert not re.search(r"""(?:src|href)=["']?(?:https?:|//|\.|/)|url\((?!["']?data:)|@import\b(?! \{)""", page)
    assert not re.search(r"\b(?:fetch|XMLHttpRequest|WebSocket|sendBeacon|importScripts)\b\(|\bimport\(", page)


def test_two_hundred_questions_are_those_of_the_server_and_two_taught_measures_disagree_on_each(data, space):
    assert {(one["level"], one["seed"]) for one in data["quizzes"]} == {
        (level, seed + 1) for level in LEVELS for seed in range(QUIZZES[level])
    }
    items = [item for one in quizzes(space) for item in one.items]
    held = [item for one in data["quizzes"] for item in one["items"]]
    assert len(held) == len(items) == 200
    for item, written in zip(items, held, strict=True):
        expected = json.loads(json.dumps(item_data(item)))
        assert {name: written[name] for name in expected} == expected
        sides = all_sides(item.picture, TAUGHT)
        assert sides[item.measure] == SIDES[item.answer]
        assert len(set(sides.values())) > 1
    for one in quizzes(space):
        answers = [item.answer for item in one.items]
        assert {key: answers.count(key) for key in KEYS} == {"a": 4, "tie": 2, "b": 4}


def test_the_file_asks_about_a_new_picture_after_every_lesson(data):
    assert [one["key"] for one in data["transfers"]] == [f"{one['key']}{NEW}" for one in data["lessons"]]


def test_a_code_of_the_file_is_that_of_the_server(said_by_the_script):
    codes, _, said = said_by_the_script
    assert said["written"] == [write_code(one) for one in codes]


def test_explanations_and_results_of_the_file_are_those_of_the_server(said_by_the_script):
    _, taken, said = said_by_the_script
    for (_, of, answers), shown in zip(taken, said["results"], strict=True):
        found = result(of, answers)
        assert (shown["right"], shown["asked"], shown["finding"]) == (found.right, found.asked, plain(found.finding))
        assert shown["because"] == plain(found.because)
        assert [(one["measure"], one["right"], one["asked"]) for one in shown["byMeasure"]] == [
            (one.measure, one.right, one.asked) for one in found.by_measure
        ]
        assert [(one["right"], one["given"], one["expected"]) for one in shown["calibration"]] == [
            (one.right, one.given, one.expected) for one in found.calibration
        ]
        assert [(one["key"], one["same"], one["given"]) for one in shown["profile"]] == [
            (one.reading.key, one.same, one.given) for one in found.profile
        ]
        assert shown["said"] == [
            plain(explain(item, answer).heading) if answer else ""
            for item, answer in zip(of.items, answers, strict=True)
        ]
