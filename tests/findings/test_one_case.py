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
from tests.findings.claims import every_branch

KEYS = ("NMD", "RNOD", "NVD", "RNSS", "RSNOD", "RNADW", "JSD", "DNKT", "DNKT_NMD", "DNKT_JSD")
NUMBER = r"(\d+(?:\.\d+)?)"


def task_of(gold, a, b, *, votes=True, positions=None):
    """A task of one case; the gold is votes or probabilities."""
    gold, a, b = (np.array([row], dtype=np.float64) for row in (gold, a, b))
    classes = tuple(str(number - 2) for number in range(gold.shape[1]))
    counts = gold.astype(np.int64) if votes else None
    gold, a, b = (side / side.sum() for side in (gold, a, b))
    return Task(
        "made up", None, classes, ("c",), gold, counts, ("Left", "Right"), np.array([a, b]), positions=positions
    )


def sides_in(task, keys=KEYS):
    scores = [{key: float(MEASURES[key](task.gold[0], rows[0])) for key in keys} for rows in task.estimates]
    return sides_of(*scores)


def drawn(rng):
    """A gold of votes and two estimates, which are votes now and then."""
    n = int(rng.integers(3, 8))
    gold = rng.multinomial(int(rng.integers(2, 40)), rng.dirichlet(np.full(n, 0.7)))
    sides = [rng.dirichlet(np.full(n, 0.7)), rng.dirichlet(np.full(n, 2.0))]
    return gold, *([rng.multinomial(20, side) for side in sides] if rng.random() < 0.5 else sides)


def test_amounts_distances_and_misses_are_those_of_the_calculations():
    rng, explained = np.random.default_rng(46), 0
    for _ in range(1000):
        task = task_of(*drawn(rng))
        pair = tuple(rng.choice(KEYS, 2, replace=False).tolist())
        votes, sides = int(task.votes.sum()), sides_in(task, pair)
        first, *others = map(plain, reasons(task, 0, pair, sides))
        amounts, works = (  # MD and VD, the same as NVD, are those behind NMD and NVD
            [votes * working(key, task.gold[0], rows[0]).steps[-1].value for rows in task.estimates]
            for key in ("NVD", "MD")
        )
        check_overall(first, amounts, works, votes)
        preferring = [key for key in pair if sides[key] or key.startswith("DNKT")]
        for key, line in zip(preferring, others, strict=True):
            assert line.startswith(f"{MEASURES[key].label} ")
            if re.match(r"\S+ (is|compares) ", line):
                check_scores(line, task, key, sides[key])
            else:
                check_measure(line, task, key, sides[key], works if key in WORK else amounts if key in AMOUNT else None)
            explained += 1
    assert explained > 1000


def check_scores(line, task, key, side):
    assert line.endswith(f"It prefers {task.runs[side > 0]}." if side else "It sees a tie.")
    of = [*(key.split("_") if "_" in key else ()), key]  # both parts of a harmonic mean, and the mean
    values = [float(MEASURES[one](task.gold[0], rows[0])) for one in of for rows in task.estimates]
    texts = re.findall(rf"{NUMBER} against {NUMBER}", line)
    check_numbers([text for both in texts for text in both], values)
    assert not side or (values[-2] > values[-1]) == (side > 0)


def check_measure(line, task, key, side, counted):
    assert line.endswith(f"It prefers {task.runs[side > 0]}.")
    numbers = re.search(rf"{NUMBER}[^\d]*?(?: \(at (.*?)\))? against {NUMBER}(?: \(at (.*?)\))?\.", line)
    a, class_a, b, class_b = numbers.groups()
    errors = [np.abs(rows[0] - task.gold[0]) for rows in task.estimates]
    check_numbers((a, b), counted or [task.votes.sum() * error.max() for error in errors])
    assert (float(a) > float(b)) == (side > 0), "the run with less is the one that is preferred"
    for error, label in zip(errors, (class_a, class_b), strict=True):
        assert (label is not None) == (key in SQUARES)
        if label is not None:
            at = [class_label(name) for name in task.classes].index(label)
            assert error[at] == pytest.approx(error.max(), abs=1e-11)


def check_overall(line, amounts, works, votes):
    if "matches the gold" in line:
        assert min(amounts) == pytest.approx(0, abs=1e-9)
        return
    distances = [work / amount for work, amount in zip(works, amounts, strict=True)]
    of = re.search(rf"\({NUMBER}(?: against {NUMBER})? of {votes}\)", line)
    check_numbers((of[1], of[2] or of[1]), amounts)
    far = re.search(rf"(both|and|but|Left) (?:by (fewer|more) classes: |by ){NUMBER}[a-z ]*(?:{NUMBER})?\.$", line)
    check_numbers((far[3], far[4] or far[3]), distances)
    more = re.match(r"Left misplaces (more|fewer) votes than Right ", line)
    if more:
        assert (more[1] == "more") == (amounts[0] > amounts[1])
        same = (amounts[0] > amounts[1]) == (distances[0] > distances[1])
        assert far[1] in ("both", "and" if same else "but")
    else:
        about = "about " in line
        assert amounts[0] == pytest.approx(amounts[1], abs=1e-3 if about else 1e-9)
    assert far[2] == (None if far[1] == "both" else "more" if distances[0] > distances[1] else "fewer")


def check_numbers(texts, values):
    for text, value in zip(texts, values, strict=True):
        assert float(text) == pytest.approx(value, abs=0.5 * 10 ** -len(text.partition(".")[2]) + 1e-9)


LEFT, RIGHT, EARLY = [1, 0, 0, 0], [0.25, 0.25, 0.25, 0.25], [0.45, 0.4, 0.1, 0.05]
AS_MANY = "Left and Right misplace as many votes (1 of 4),"
MORE = "Left misplaces more probability than Right (0.55 against 0.35), but"


def explained(pair, gold, a, b, **options):
    task = task_of(gold, a, b, **options)
    sides = sides_in(task, dict.fromkeys(pair))
    return " ".join(map(plain, (preferences(task, 0, (pair[0], pair[-1]), sides), *reasons(task, 0, pair, sides))))


test_every_branch_holds_its_claim = every_branch(
    (  # by hand: 11 votes move 8 + 2 · 2 + 3 = 15 classes; 9 votes move 5 + 9 + 7 + 4 = 25
        explained(("NMD", "RNOD"), [9, 8, 2, 1, 0], [20, 0, 0, 0, 0], [4, 4, 4, 4, 4]),
        "Case c: NMD prefers Left and RNOD prefers Right. "
        "Left misplaces more votes than Right (11 against 9 of 20), but by fewer classes: 1.4 … against 2.8. "
        "NMD counts votes × classes: 15 against 25. It prefers Left. "
        "RNOD squares …; the largest is 11 votes (at −2) against 5 (at −2). It prefers Right.",
    ),
    (
        explained(("NVD", "JSD"), EARLY, LEFT, RIGHT, votes=False),
        f"Case c: NVD and JSD both prefer Right. {MORE} by fewer classes: 1.4 … against 2.1. "
        "NVD counts the probability …: 0.55 against 0.35. It prefers Right. JSD is 0.352 against 0.110. It … Right.",
    ),
    (
        explained(("JSD",), EARLY, LEFT, RIGHT, votes=False, positions=(0.0, 1.0, 2.0, 10.0)),
        f"Case c: JSD prefers Right. {MORE} less far: 2.0 … against 6.1. JSD is 0.352 against 0.110. It prefers Right.",
    ),
    (
        explained(("RNOD",), [1, 2, 1], [2, 1, 1], [1, 2, 1]),
        "Case c: RNOD prefers Right. Right matches the gold; Left misplaces 1 of 4 votes. "
        "RNOD squares …; the largest is 1 vote (at −2) against 0. It prefers Right.",
    ),
    (
        explained(("JSD",), [1, 2, 1], [1, 2, 1], [4, 0, 0]),
        "… JSD … Left. Left matches the gold; Right misplaces 3 of 4 votes. JSD is 0.000 against 0.549. It … Left.",
    ),
    (explained(("NMD",), [1, 2, 1], [2, 1, 1], [2, 1, 1]), f"… NMD … tie. {AS_MANY} both by 1 class on average."),
    (
        explained(("NMD",), [2, 0, 2], [0, 0, 4], [4, 0, 0]),
        "… NMD … tie. … as many votes (2 of 4), both by 2 classes ….",
    ),
    (
        explained(("JSD",), [1, 0], [0.5, 0.5], [0.4999, 0.5001]),
        "… JSD … Left. … about as many votes (0.5 of 1), both by 1 class …. JSD is 0.3113 against 0.3114. It … Left.",
    ),
    (
        explained(("JSD",), [2, 0, 0, 2], [1, 1, 0, 2], [1, 0, 0, 3]),
        f"… JSD … Right. {AS_MANY} Left by fewer classes: 1 … against 3. JSD is 0.156 against 0.049. It … Right.",
    ),
    (explained(("NMD",), [1, 2, 1], [1, 2, 1], [1, 2, 1]), "Case c: NMD sees a tie."),
    (  # the whole order of Left is that of the gold, and one class of Right; NMD by hand: 15 and 25 / 20 / (5 - 1)
        explained(("DNKT_NMD", "DNKT"), [9, 8, 2, 1, 0], [10, 6, 3, 1, 0], [4, 4, 4, 4, 4]),
        "Case c: DNKT·NMD and DNKT both prefer Left. … (2 against 9 of 20), … fewer classes: 1.0 … against 2.8. "
        "DNKT·NMD … harmonic mean of DNKT (0.000 against 0.500) and NMD (0.025 against 0.312): 0.000 against 0.385. "
        "It prefers Left. DNKT … only the order of the bars: 0.000 against 0.500. It prefers Left.",
    ),
    (  # a part that is 0 decides alone
        explained(("DNKT_NMD",), [3, 2, 1], [4, 1.5, 0.5], [3.5, 2, 0.5]),
        "Case c: DNKT·NMD sees a tie. … (1.0 against 0.5 of 6), but by fewer classes: 1.5 … against 2.0. "
        "DNKT·NMD … harmonic mean of DNKT (0.000 against 0.000) and NMD (0.125 against 0.083): "
        "0.000 against 0.000. It sees a tie.",
    ),
    (
        explained(("DNKT",), [1, 0], [3, 1], [2, 1]),
        "… DNKT … tie. … (0.2 against 0.3 of 1), both by 1 class …. DNKT … bars: 0.000 against 0.000. It … tie.",
    ),
    (  # not what it squares, but how far from classes of the gold
        explained(("RNOD",), [4, 0, 0, 0], [2, 2, 0, 0], [2.2, 0, 0, 1.8]),
        "… RNOD … Left. … (2.0 against 1.8 of 4), but by fewer classes: 1 … against 3. RNOD is 0.289 against 0.450. "
        "It prefers Left.",
    ),
    (
        explained(("KLD",), [2, 2, 0], [0, 0, 4], [3, 1, 0]),
        "… KLD … Right. … (4 against 1 of 4), and … more …: 1.5 … against 1.0. KLD is ∞ against 0.189. It … Right.",
    ),
)
