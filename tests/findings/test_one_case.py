"""Why two measures prefer the runs that they prefer: what the lines say is what the calculations say."""

import re

import numpy as np
import pytest

from ordquant_core.analysis.comparison import sides_of
from ordquant_core.findings.one_case import AMOUNT, SQUARES, WORK, preferences, reasons
from ordquant_core.findings.sentence import plain
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings import working
from ordquant_core.numerals import class_label
from ordquant_core.records import Task

N = 1000
KEYS = ("NMD", "RNOD", "NVD", "RNSS", "RSNOD", "RNADW", "JSD", "DNKT")
NUMBER = r"(\d+(?:\.\d+)?)"


def task_of(gold, a, b, *, votes=True, positions=None):
    """A task of one case; the gold is votes or probabilities."""
    gold, a, b = (np.array([row], dtype=np.float64) for row in (gold, a, b))
    classes = tuple(str(number - 2) for number in range(gold.shape[1]))
    counts = gold.astype(np.int64) if votes else None
    rows = [side / side.sum() for side in (gold, a, b)]
    return Task(
        name="made up",
        scale=None,
        classes=classes,
        cases=("c",),
        gold=rows[0],
        runs=("Left", "Right"),
        estimates=np.array(rows[1:]),
        votes=counts,
        positions=positions,
    )


def sides_in(task, keys=KEYS):
    """What every measure prefers, from its own function."""
    scores = [{key: float(MEASURES[key](task.gold[0], rows[0])) for key in keys} for rows in task.estimates]
    return sides_of(*scores)


def drawn(rng):
    """A gold of votes and two estimates, which are votes now and then."""
    n = int(rng.integers(3, 8))
    gold = rng.multinomial(int(rng.integers(2, 40)), rng.dirichlet(np.full(n, 0.7)))
    sides = [rng.dirichlet(np.full(n, 0.7)), rng.dirichlet(np.full(n, 2.0))]
    if rng.random() < 0.5:
        sides = [rng.multinomial(20, side) for side in sides]
    return (gold, *sides)


def last_value(key, task, run):
    """What the calculation of a measure, step by step, comes to; MD and VD are those behind NMD and NVD."""
    return working(key, task.gold[0], task.estimates[run, 0]).steps[-1].value


def test_on_1000_cases_class_distance_and_votes_are_those_of_the_calculations():
    rng = np.random.default_rng(46)
    explained = 0
    for _ in range(N):
        task = task_of(*drawn(rng))
        pair = tuple(rng.choice(KEYS, 2, replace=False).tolist())
        votes, sides = int(task.votes.sum()), sides_in(task, pair)
        first, *others = map(plain, reasons(task, 0, pair, sides))
        amounts = [votes * last_value("NVD", task, run) for run in (0, 1)]
        works = [votes * last_value("MD", task, run) for run in (0, 1)]
        check_overall(first, amounts, works, votes)
        for line in others:
            key = next(key for key in pair if line.startswith(f"{MEASURES[key].label} "))
            assert line.endswith(f"It prefers {task.runs[sides[key] > 0]}.")
            explained += 1
            said = re.search(rf"{NUMBER}[^\d]*?(?: \(at (.*?)\))? against {NUMBER}(?: \(at (.*?)\))?\.", line)
            a, class_a, b, class_b = said.groups()
            errors = [np.abs(rows[0] - task.gold[0]) for rows in task.estimates]
            expected = works if key in WORK else amounts if key in AMOUNT else [votes * error.max() for error in errors]
            check_numbers((a, b), expected)
            assert (float(a) > float(b)) == (sides[key] > 0), "the run with less is the one that is preferred"
            for error, label in zip(errors, (class_a, class_b), strict=True):
                assert (label is not None) == (key in SQUARES)
                if label is not None:
                    at = [class_label(name) for name in task.classes].index(label)
                    assert error[at] == pytest.approx(error.max(), abs=1e-11)
    assert explained > N


def check_overall(line, amounts, works, votes):
    if "matches the gold" in line:
        assert min(amounts) == pytest.approx(0, abs=1e-9)
        return
    distances = [work / amount for work, amount in zip(works, amounts, strict=True)]
    found = re.search(rf"\({NUMBER}(?: against {NUMBER})? of {votes}\)", line)
    check_numbers((found[1], found[2] or found[1]), amounts)
    more = re.match(r"Left misplaces (more|fewer) votes than Right ", line)
    if more:
        assert (more[1] == "more") == (amounts[0] > amounts[1])
    else:
        alike = re.match("Left and Right misplace (about )?as many votes ", line)
        assert amounts[0] == pytest.approx(amounts[1], abs=1e-3 if alike[1] else 1e-9)
    both = re.search(rf"both by {NUMBER} class(?:es)? on average\.$", line)
    if both:
        check_numbers((both[1], both[1]), distances)
        return
    far = re.search(rf"(and|but|Left) by (fewer|more) classes: {NUMBER} on average against {NUMBER}\.$", line)
    check_numbers((far[3], far[4]), distances)
    assert (far[2] == "more") == (distances[0] > distances[1])
    if more:
        same = (amounts[0] > amounts[1]) == (distances[0] > distances[1])
        assert far[1] == ("and" if same else "but")


def check_numbers(texts, values):
    for text, value in zip(texts, values, strict=True):
        places = len(text.partition(".")[2])
        assert float(text) == pytest.approx(value, abs=0.5 * 10**-places + 1e-9)


POSITIONS = {"votes": False, "positions": (0.0, 1.0, 2.0, 10.0)}
LEFT, RIGHT = [1, 0, 0, 0], [0.25, 0.25, 0.25, 0.25]


@pytest.mark.parametrize(
    ("task", "pair", "words"),
    [
        (  # by hand: 11 votes move 8 + 2 · 2 + 3 = 15 classes; 9 votes move 5 + 9 + 7 + 4 = 25
            task_of([9, 8, 2, 1, 0], [20, 0, 0, 0, 0], [4, 4, 4, 4, 4]),
            ("NMD", "RNOD"),
            [
                "Case c: NMD prefers Left and RNOD prefers Right.",
                "Left misplaces more votes than Right (11 against 9 of 20), but by fewer classes: 1.4 on average "
                "against 2.8.",
                "NMD counts votes × classes: 15 against 25. It prefers Left.",
                "RNOD squares each miss; the largest is 11 votes (at −2) against 5 (at −2). It prefers Right.",
            ],
        ),
        (
            task_of([0.45, 0.4, 0.1, 0.05], LEFT, RIGHT, votes=False),
            ("NVD", "JSD"),
            [
                "Case c: NVD and JSD both prefer Right.",
                "Left misplaces more probability than Right (0.55 against 0.35), but by fewer classes: 1.4 on average "
                "against 2.1.",
                "NVD counts the probability misplaced, however far: 0.55 against 0.35. It prefers Right.",
            ],
        ),
        (
            task_of([0.45, 0.4, 0.1, 0.05], LEFT, RIGHT, **POSITIONS),
            ("JSD", "JSD"),
            [
                "Case c: JSD prefers Right.",
                "Left misplaces more probability than Right (0.55 against 0.35), but less far: 2.0 on average against "
                "6.1.",
            ],
        ),
        (
            task_of([1, 2, 1], [1, 2, 1], [4, 0, 0]),
            ("JSD", "DNKT"),
            ["Case c: JSD and DNKT both prefer Left.", "Left matches the gold; Right misplaces 3 of 4 votes."],
        ),
        (
            task_of([1, 2, 1], [1, 2, 1], [2, 1, 1]),
            ("RNOD", "RNOD"),
            [
                "Case c: RNOD prefers Left.",
                "Left matches the gold; Right misplaces 1 of 4 votes.",
                "RNOD squares each miss; the largest is 0 votes against 1 (at −2). It prefers Left.",
            ],
        ),
        (
            task_of([1, 2, 1], [2, 1, 1], [2, 1, 1]),
            ("NMD", "RNOD"),
            [
                "Case c: NMD and RNOD both see a tie.",
                "Left and Right misplace as many votes (1 of 4), both by 1 class on average.",
            ],
        ),
        (
            task_of([1, 0], [0.5, 0.5], [0.4999, 0.5001]),
            ("JSD", "DNKT"),
            [
                "Case c: JSD and DNKT both prefer Left.",
                "Left and Right misplace about as many votes (0.5 of 1), both by 1 class on average.",
            ],
        ),
        (
            task_of([2, 0, 0, 2], [1, 1, 0, 2], [1, 0, 0, 3]),
            ("JSD", "JSD"),
            [
                "Case c: JSD prefers Right.",
                "Left and Right misplace as many votes (1 of 4), Left by fewer classes: 1 on average against 3.",
            ],
        ),
        (task_of([1, 2, 1], [1, 2, 1], [1, 2, 1]), ("NMD", "NMD"), ["Case c: NMD sees a tie."]),
    ],
)
def test_every_branch_has_its_words(task, pair, words):
    sides = sides_in(task, dict.fromkeys(pair))
    assert [plain(line) for line in (preferences(task, 0, pair, sides), *reasons(task, 0, pair, sides))] == words
