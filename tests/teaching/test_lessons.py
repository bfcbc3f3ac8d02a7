"""The nine lessons on the board: their numbers, and that the browser says of every board what Python says."""

import json
import os
import re
import subprocess
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from ordquant_core.analysis.picture import DEFAULT, Picture
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings import working
from ordquant_core.spaces.pairs import classes
from ordquant_core.teaching.lesson import NAMES, TERMS, to_json
from ordquant_core.teaching.lesson_fields import is_done, live_sentence, preferred, score_of, scores, swapped, why
from ordquant_core.teaching.lesson_pictures import asked_about
from ordquant_core.teaching.lessons import LESSONS, NEW, READ_AGAIN, TRANSFERS
from ordquant_core.teaching.readings import READINGS, TAUGHT

ROOT = Path(__file__).parents[2]
DENO = ROOT / ".venv" / "bin" / "deno"
SHARES = Picture(("low", "middle", "high"), (0.5, 0.2, 0.3), (0.1, 0.1, 0.8), (0.3, 0.3, 0.4))
PICTURES = {
    f"{key} on {n_votes}": asked_about(picture, key, (key, "KLD"), key="own", title="", dialogue="", take_away="")
    for key in ("NMD", "RNOD", "NVD", "DNKT_RNOD")
    for n_votes, picture in (("votes", DEFAULT), ("shares", SHARES))
}
EVERY = {**LESSONS, **TRANSFERS, **PICTURES}
every_lesson = pytest.mark.parametrize("lesson", LESSONS.values(), ids=list(LESSONS))


def mistake(at):
    gold = list(LESSONS["the-ends"].board.gold)
    gold[at] -= 4
    gold[at + 1] += 4
    return tuple(gold)


def moved(k):
    return (k, 0, 0, 11 - k, 9)


@cache
def reached(key):
    """Return boards that a learner can reach: all, or what 120 random moves of votes lead to (60 beside the nine)."""
    lesson = EVERY[key]
    start = lesson.board
    if lesson.kind == "picture":
        return [start]
    if lesson.kind == "swap":
        return [start, swapped(start)]
    if lesson.kind == "mistake":
        return [replace(start, b=mistake(at)) for at in range(4)]
    if lesson.kind == "flips":
        return [replace(start, gold=moved(k)) for k in range(10)]
    rng, boards = np.random.default_rng(45), [start, replace(start, **{start.carried: lesson.goal}, walked=20)]
    if lesson.both:
        boards.append(replace(start, carried="b"))
    for number in range(120 if key in LESSONS else 60):
        board = boards[-1] if number % 6 else boards[2 if lesson.both and number % 12 else 0]
        votes = list(board.side(board.carried))
        source, target = rng.choice(np.flatnonzero(votes)), rng.integers(len(votes))
        n = int(rng.integers(1, votes[source] + 1))
        votes[source] -= n
        votes[target] += n
        walked = board.walked + n * abs(int(target - source))
        boards.append(replace(board, **{board.carried: tuple(int(v) for v in votes)}, walked=walked))
    return boards


NUMBERS = [  # lesson, changed sides, measure, A, B: as they were planned
    ("near-miss", {}, "NVD", 1, 1),
    ("near-miss", {}, "NMD", 0.25, 1),
    ("near-miss", {"b": (0, 0, 0, 20, 0)}, "NMD", 0.25, 0.75),
    ("near-miss", {"b": (0, 0, 20, 0, 0)}, "NMD", 0.25, 0.5),
    ("near-miss", {"b": (0, 20, 0, 0, 0)}, "NMD", 0.25, 0.25),
    ("near-miss", {"b": (0, 20, 0, 0, 0)}, "NVD", 1, 1),
    ("carry", {}, "NVD", 0.55, 0.45),
    ("carry", {}, "NMD", 12 / 80, 24 / 80),
    ("carry", {}, "RNOD", 0.373, 0.258),
    ("lookouts", {}, "RNOD", 0.354, 0.5),
    ("lookouts", {"b": (10, 0, 0, 10, 0)}, "RNOD", 0.354, 0.433),
    ("lookouts", {"b": (10, 0, 10, 0, 0)}, "RNOD", 0.354, 0.354),
    ("lookouts", {"b": (10, 0, 10, 0, 0)}, "NVD", 0.5, 0.5),
    ("swap", {}, "RNOD", 0.245, 0.245),
    ("swap", {}, "NMD", 0.3, 0.3),
    ("swap", {}, "RSNOD", 0.4, 0.4),
    ("one-vote", {}, "RNOD", 0.225, 0.313),
    ("one-vote", {"gold": (1, 0, 0, 10, 9)}, "RNOD", 0.411, 0.325),
    ("one-vote", {"gold": (0, 0, 1, 10, 9)}, "RNOD", 0.305, 0.294),
    ("one-vote", {}, "NMD", 9 / 80, 29 / 80),
    ("one-vote", {"gold": (1, 0, 0, 10, 9)}, "NMD", 0.15, 0.325),
    *[("the-ends", {"b": mistake(at)}, "RNOD", 0.161, rnod) for at, rnod in enumerate((0.184, 0.161, 0.161, 0.184))],
    *[("the-ends", {"b": mistake(at)}, "NMD", 0.05, 0.05) for at in range(4)],
    ("flip-hunt", {"gold": moved(4)}, "NMD", 21 / 80, 17 / 80),
    ("order-only", {}, "DNKT", 0, 0.1),
    ("order-only", {"b": (11, 5, 3, 1, 0)}, "DNKT", 0, 0),
    ("order-only", {}, "NMD", 16 / 80, 1 / 80),
]


@pytest.mark.parametrize(("key", "changed", "measure", "a", "b"), NUMBERS)
def test_the_lessons_have_the_numbers_that_were_planned(key, changed, measure, a, b):
    board = replace(LESSONS[key].board, **changed)
    assert score_of(measure, board.gold, board.a) == pytest.approx(a, abs=0.5e-3)
    assert score_of(measure, board.gold, board.b) == pytest.approx(b, abs=0.5e-3)


def test_swapping_gold_and_estimate_changes_rnod_alone():
    after = swapped(LESSONS["swap"].board)
    assert [score_of(key, after.gold, after.a) for key in ("NMD", "RNOD", "RSNOD")] == pytest.approx(
        [0.3, 0.510, 0.4], abs=0.5e-3
    )


def test_each_measure_changes_its_preference_once_as_votes_move_to_class_1():
    start = LESSONS["flip-hunt"].board
    seen = {
        key: "".join(preferred(key, replace(start, gold=moved(k))) for k in range(10)) for key in ("RNOD", "NVD", "NMD")
    }
    flips = {"RNOD": 1, "NVD": 2, "NMD": 4}
    for key, at in flips.items():
        assert set(seen[key].replace("tie", "")[:at]) <= {"A"}
        assert all(preferred(key, replace(start, gold=moved(k))) != "B" for k in range(at))
        assert all(preferred(key, replace(start, gold=moved(k))) == "B" for k in range(at, 10))


def test_the_right_choices_are_what_the_scores_say():
    def change(key, measure, goal):
        lesson = LESSONS[key]
        after = replace(lesson.board, **{lesson.board.carried: goal})
        return score_of(measure, after.gold, after.b) - score_of(measure, lesson.board.gold, lesson.board.b)

    assert change("near-miss", "NMD", (0, 20, 0, 0, 0)) < 0
    assert change("near-miss", "NVD", (0, 20, 0, 0, 0)) == pytest.approx(0)
    assert change("the-ends", "RNOD", mistake(2)) < 0
    assert change("the-ends", "NMD", mistake(2)) == pytest.approx(0)
    assert change("lookouts", "RNOD", (10, 0, 10, 0, 0)) < change("lookouts", "RNOD", (10, 0, 0, 10, 0)) < 0
    one_vote = LESSONS["one-vote"]
    for board, wanted in ((one_vote.board, "A"), (replace(one_vote.board, gold=one_vote.goal), "B")):
        assert preferred("RNOD", board) == wanted
        assert preferred("NMD", board) == "A"
    order = LESSONS["order-only"]
    assert preferred("DNKT", replace(order.board, b=order.goal)) == "tie"


@every_lesson
def test_the_task_is_not_done_at_first_and_is_done_at_its_goal(lesson):
    assert not is_done(lesson, lesson.board)
    done = (
        swapped(lesson.board) if lesson.kind == "swap" else replace(lesson.board, **{lesson.board.carried: lesson.goal})
    )
    assert is_done(lesson, done)
    assert all(sum(votes) == 20 for votes in (done.gold, done.a, done.b))


@every_lesson
def test_texts_mark_only_measures_estimates_and_terms_that_exist(lesson):
    texts = " ".join((lesson.story, lesson.meet, lesson.ask, lesson.task, lesson.why, *(s.text for s in lesson.live)))
    assert set(re.findall(r"\[(\w+)\]", texts)) <= {"A", "B", *NAMES}
    assert set(re.findall(r"\(\((\w+)", texts)) | set(lesson.words) <= set(TERMS)


@every_lesson
def test_what_is_sent_to_the_browser_holds_no_score_after_the_move(lesson):
    sent = to_json(lesson)
    given = set(re.findall(r"\d\.\d{3}", lesson.story))
    assert set(re.findall(r"\d\.\d{3}", json.dumps(sent))) == given
    assert given <= {text for row in scores(lesson, lesson.board).values() for text in row.values()}


def test_the_reasons_have_the_numbers_that_were_planned():
    planned = {
        "average": ["3.00"],
        "near-miss": ["1.000", "0.250", "1.000"],
        "carry": ["12/80 = 0.150", "24/80 = 0.300"],
        "lookouts": ["0.500", "0.354", "0.500"],
        "swap": ["0.245", "0.510", "0.300", "0.400"],
        "one-vote": ["0.225", "0.411", "0.313", "0.325"],
        "the-ends": ["17", "13", "0.184", "0.161", "0.050"],
        "flip-hunt": ["21 against 17"],
        "order-only": ["0.000", "16 steps away", "0.000"],
    }
    for key, numbers in planned.items():
        assert re.fullmatch(".*" + ".*".join(map(re.escape, numbers)) + ".*", why(LESSONS[key]))


def test_the_sentence_after_a_detour_says_the_shortest_way():
    lesson = LESSONS["carry"]
    home = replace(lesson.board, a=lesson.goal, walked=14)
    assert live_sentence(lesson, home) == (
        "You walked 14 steps; the shortest way is 12, of 80 possible: at first, NMD was 12/80 = 0.150."
    )
    assert live_sentence(lesson, replace(home, walked=12)).startswith("All 12 steps are walked.")
    assert live_sentence(lesson, replace(lesson.board, b=lesson.goal, carried="b", walked=24)).endswith(
        "24/80 = 0.300; now it is 0."
    )


def test_no_lesson_and_no_question_on_a_new_picture_names_a_measure_that_is_not_introduced_yet():
    introduced = set()
    for key, lesson in LESSONS.items():
        introduced |= set(re.findall(r"\[([A-Z]{2,})\]", lesson.meet))
        for one in (lesson, TRANSFERS[f"{key}{NEW}"]):
            named = set(re.findall(r"\b[A-Z]{3,}\b", json.dumps([asdict(one), why(one)]))) & set(MEASURES)
            assert named <= introduced <= set(NAMES), one.key
            assert {one.asks} <= introduced | {""}
    assert introduced == {*TAUGHT, "RSNOD"}


def test_the_averages_prefer_another_estimate_than_every_measure_on_the_new_picture_of_the_first_lesson():
    board = TRANSFERS[f"average{NEW}"].board
    picture = Picture(classes(5), board.gold, board.a, board.b)
    assert READINGS["averages"].errors(*(picture.probabilities(side)[:, None] for side in ("gold", "a"))) == 0
    assert READINGS["averages"].answer(picture) == "a"
    assert {preferred(key, board) for key in TAUGHT} == {"B"}
    assert not any(votes and gold for votes, gold in zip(board.a, board.gold, strict=True))


def test_rnod_falls_with_the_whole_pile_and_is_lower_where_the_pile_is_halved():
    board = LESSONS["lookouts"].board
    whole = [score_of("RNOD", board.gold, (10, *(10 * (place == at) for place in range(1, 5)))) for at in (4, 3, 2)]
    assert whole == sorted(whole, reverse=True)
    for near, far in ((2, 3), (3, 4), (2, 4)):
        halved = (10, *(5 * (place in (near, far)) for place in range(1, 5)))
        assert score_of("RNOD", board.gold, halved) < whole[4 - near]  # than all ten on the nearer class


def test_what_is_added_to_a_reason_is_so():
    swap, ends = (TRANSFERS[f"{key}{NEW}"].board for key in ("swap", "the-ends"))
    assert score_of("RNOD", swap.a, swap.gold) < score_of("RNOD", swap.b, swap.gold)
    errors = {side: np.subtract(ends.side(side), ends.gold) for side in ("a", "b")}
    largest = {side: np.flatnonzero(np.abs(one) == np.abs(one).max()).tolist() for side, one in errors.items()}
    assert largest["a"] == [0, 4]
    assert f"{abs(errors['a'][0])} votes, lie at both ends" in why(TRANSFERS[f"the-ends{NEW}"])
    assert f"those of [B] are {np.abs(errors['b']).max()} votes" in why(TRANSFERS[f"the-ends{NEW}"])


@pytest.mark.parametrize("lesson", [one for one in TRANSFERS.values() if one.measures], ids=lambda one: one.key)
def test_two_taught_measures_disagree_on_the_new_picture_of_every_lesson(lesson):
    asked, beside = lesson.measures
    assert {asked, beside} <= set(TAUGHT)
    assert {preferred(asked, lesson.board), preferred(beside, lesson.board)} == {"A", "B"}
    assert lesson.choices[lesson.right] == preferred(asked, lesson.board)
    assert lesson.board.gold not in [one.board.gold for one in LESSONS.values()]
    assert f"[{beside}] prefers [{preferred(beside, lesson.board)}]" in why(lesson)


def test_every_taught_measure_has_a_lesson_to_repeat():
    assert {*READ_AGAIN} == {*TAUGHT}
    assert all(key in LESSONS[lesson].measures for key, lesson in READ_AGAIN.items())


def test_every_lesson_has_a_question_on_a_new_picture():
    assert list(TRANSFERS) == [f"{key}{NEW}" for key in LESSONS]


@pytest.fixture(scope="module")
def in_browser():
    if not DENO.exists():
        assert os.environ.get("CI") != "true", "Deno is not installed: tests/requirements.txt has it"
        pytest.skip("Deno is not installed")
    groups = [
        {"lesson": to_json(lesson), "boards": [asdict(board) for board in reached(key)]}
        for key, lesson in EVERY.items()
    ]
    script = [str(DENO), "run", "--quiet", "--no-remote", "--no-lock", "tests/browser/board_sentences.js"]
    done = subprocess.run(script, cwd=ROOT, input=json.dumps(groups), capture_output=True, text=True, check=True)
    return dict(zip(EVERY, json.loads(done.stdout), strict=True))


@pytest.mark.parametrize("name", EVERY)
def test_the_browser_says_of_every_board_what_python_says(in_browser, name):
    lesson = EVERY[name]
    why_said, sentences, _ = in_browser[name]
    assert why_said == why(lesson)
    for board, said in zip(reached(name), sentences, strict=True):
        assert said == [live_sentence(lesson, board), scores(lesson, board), is_done(lesson, board)], board


def test_the_panel_of_the_pairs_has_the_counts_of_dnkts_working_with_equal_bars_too(in_browser):
    lesson, equal = LESSONS["order-only"], 0
    for board, said in zip(reached("order-only"), in_browser["order-only"][2], strict=True):
        for side in lesson.sides:
            pairs, counts, tau, value = working(
                "DNKT", *(np.array(one) / 20 for one in (board.gold, board.side(side)))
            ).steps
            kinds = pairs.columns[-1].values
            found = said[side]
            assert found["inOrder"] == kinds.count("concordant")
            assert found["opposite"] == kinds.count("discordant")
            assert found["equal"] == kinds.count("tied in the gold") + kinds.count("tied in the estimate")
            assert rf"U_p = {found['differ']['estimate']}, \quad U_{{p^*}} = {found['differ']['gold']}" in counts.latex
            assert found["tau"] == pytest.approx(tau.value, abs=1e-12)
            assert (1 - found["tau"]) / 2 == pytest.approx(value.value, abs=1e-12)
            equal += found["equal"]
    assert equal > 0


@pytest.mark.parametrize("key", ["near-miss", "carry", "lookouts", "one-vote", "order-only"])
def test_what_a_sentence_says_agrees_with_the_definitions(key):
    lesson = LESSONS[key]
    for board in reached(key)[::10]:
        said = live_sentence(lesson, board)
        gold, b = np.array(board.gold), np.array(board.b)
        if key == "near-miss":
            assert f"B has {np.abs(gold - b).sum() // 2} vote" in said
            assert f" {np.abs(np.cumsum(b - gold)).sum()} step" in said
        if key == "lookouts":
            seen = [np.sum(np.abs(np.arange(5) - eye) * (b - gold) ** 2) / 400 for eye in (0, 1)]
            assert [float(text) for text in re.findall(r"sees (\d\.\d{3})", said)] == pytest.approx(seen, abs=0.6e-3)
        if key == "order-only":
            order = np.sign(np.subtract.outer(b, b)) * np.sign(np.subtract.outer(gold, gold))
            above = order[np.triu_indices(5, 1)]
            assert ("DNKT sees a tie" in said) == bool((above == 1).all())
            assert ("equal in B only" in said) == bool((above == 0).any())  # in the gold, all bars differ
        if key == "one-vote":
            assert (
                re.search(r"on ([\d, and]+)\.", said)[1]
                == ", ".join(str(c + 1) for c in np.flatnonzero(gold))[::-1].replace(" ,", " dna ", 1)[::-1]
            )


def test_what_answers_the_first_choice_counts_the_votes_that_are_drawn():
    lesson = LESSONS["average"]
    assert len(lesson.answered) == len(lesson.choices) + 1  # the last one where nothing was chosen
    in_x, in_y = lesson.board.gold, lesson.other
    assert in_x[0] == 0
    assert all(f"{in_y[0]} of {sum(in_y)} were" in said and "nobody was" in said for said in lesson.answered)
