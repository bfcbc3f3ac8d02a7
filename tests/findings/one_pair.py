"""What is made for one_pair.txt: two estimates of one gold by some measures, and why one is preferred."""

# ruff: noqa: F401 - the table uses what is imported

from dataclasses import replace
from functools import cache

import numpy as np

from ordquant_core.analysis.comparison import QUANTITY as QUANTITY_FAMILIES
from ordquant_core.analysis.comparison import sides_of
from ordquant_core.analysis.paths import interpolate, path_of
from ordquant_core.analysis.picture import DEFAULT, Picture, with_merged_classes
from ordquant_core.findings import one_case, prediction
from ordquant_core.findings import pairs as on_pairs
from ordquant_core.findings import which_measure as on_which_measure
from ordquant_core.findings.changes import by_merging, by_positions, changes
from ordquant_core.findings.paths import HOW_TO_READ, best, best_of_others, flips, of_path
from ordquant_core.findings.prediction import agreeing, disagree, estimates, reaction, result
from ordquant_core.findings.sentence import RunName, both_names, join, lettered, plain
from ordquant_core.findings.workings import contributor, how_to_read, last_step, of_both, of_one
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES, OTHER_MEASURES
from ordquant_core.measures.workings import short_working, working
from ordquant_core.records import Curve, PreferenceFlip, Preferences, Task
from ordquant_core.spaces.which_measure import Outcome, RowOfMeasure, apply_answers, gather_facts

# pairs

QUANTITY = [key for key in MAIN_MEASURES if MEASURES[key].family in QUANTITY_FAMILIES]
NAMES = RunName("", "A"), RunName("", "B")
MOST = [(100, 0, 290)] * 12


def sides(**odd):
    """All main measures on the side of B, but for those named."""
    return dict.fromkeys(MAIN_MEASURES, 1) | odd


def on_case(given_sides):
    return on_pairs.on_case_in_one(given_sides, NAMES)


def odd(*keys):
    """Return what is said where these main measures prefer A, and all others B."""
    return on_case(sides(**dict.fromkeys(keys, -1)))


def by(chosen, **odd_ones):
    """Return what is said where a measure is chosen, and all main measures but those named prefer y."""
    return " | ".join(filter(None, map(plain, on_pairs.on_case(sides(**odd_ones), chosen, both_names(("x", "y"))))))


def of_two(*measures):
    prefer = {"NMD": -1, "RNOD": 1, "JSD": 1, "NVD": 0, "RSNOD": 0}
    return on_pairs.of_two(prefer, measures, *both_names(("x", "y")))


def named(name):
    """Return what is said of a run with this name: it stays a name."""
    sentence = on_pairs.on_case_in_one({"NMD": -1, "RNOD": 1, "NVD": 1, "JSD": 0}, both_names((name, "B")))
    assert RunName(name, "A") in sentence
    return sentence


def on_all_cases(counts, measures=tuple(QUANTITY)):
    """Return both sentences on measures with (wins of A, ties, wins of B)."""
    a, ties, b = (np.array(column) for column in zip(*counts, strict=True))
    preferences = Preferences(tuple(measures), a, b, ties, np.zeros(len(measures)))
    return " ".join(map(plain, on_pairs.on_all_cases(preferences, both_names(("X", "Y"))))).rstrip()


# changes

BEFORE = {"NMD": -1, "RNOD": 1, "JSD": 1, "NVD": 0}
APART = Picture(tuple("abcd"), (10, 0, 0, 0), (0, 0, 1, 0), (0.4, 0, 0, 0.6), positions=(1, 1.3, 1.6, 4))


def changed(before, **now):
    return changes(before, before | now, "that use x")


# workings

GOLD, POPULARITY, UNIFORM = [0, 1, 2, 9, 8], [0, 0, 0, 1, 0], [1, 1, 1, 1, 1]
NAME = RunName("Popularity", "A", alone=False)
SHORT = short_working("NMD", GOLD, POPULARITY)


# which_measure

facts = cache(gather_facts)


@cache
def outcome(*answers):
    """Return what the answers leave, each written as a key, or as "not key"."""
    given = {answer.removeprefix("not "): not answer.startswith("not ") for answer in answers}
    return apply_answers(given, facts())


def conflicting(**answers):
    """Say who the candidates are, the first two of some measures that contradict so many answers each."""
    rows = tuple(RowOfMeasure(key, (), (None,) * number) for key, number in answers.items())
    return on_which_measure.candidates(Outcome(rows, facts().compared, tuple(answers)[:2]))


# one_case

KEYS = ("NMD", "RNOD", "NVD", "RNSS", "RSNOD", "RNADW", "JSD", "DNKT", "DNKT_NMD", "DNKT_JSD")


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


LEFT, RIGHT, EARLY = [1, 0, 0, 0], [0.25, 0.25, 0.25, 0.25], [0.45, 0.4, 0.1, 0.05]


def explained(pair, gold, a, b, **options):
    task = task_of(gold, a, b, **options)
    sides = sides_in(task, dict.fromkeys(pair))
    said = one_case.preferences(task, 0, (pair[0], pair[-1]), sides), *one_case.reasons(task, 0, pair, sides)
    return " ".join(map(plain, said))


# prediction

SHARES_OF_PREDICTION = (0.0, 0.05, 0.1, 0.45, 0.4)
PROBABILITIES = replace(DEFAULT, gold=SHARES_OF_PREDICTION)
PAIR = ("NMD", "RNOD")


def why(rnod=1, **changes):
    return join(prediction.reasons(replace(DEFAULT, **changes), {"NMD": -1, "RNOD": rnod}))


# paths

SHARES_OF_PATHS = np.arange(201) / 200


def lowest(*ranges, measure="NMD"):
    return Curve(measure, measure, "ordinal", SHARES_OF_PATHS, np.zeros(201), ranges, ())


def flipping(*flips, measure="NMD"):
    moved = tuple(PreferenceFlip(low, high, 0.1, before, after, "b") for low, high, before, after in flips)
    return Curve(measure, measure, "ordinal", SHARES_OF_PATHS / 5, np.zeros(201), ((0, 0.2),), moved)


LATER = (0.12, 0.122, 1, -1)
CHANGING, RNSS = flipping(LATER, measure="JSD"), flipping(measure="RNSS")
ALL_AT_A = [lowest((0, 0), measure=key) for key in MAIN_MEASURES]


def where(*ranges, **others):
    return best([lowest(*ranges), *(lowest((share, share), measure=key) for key, share in others.items())], "NMD")


def most(*measures, at=(1, 1), chosen="NMD"):
    return best_of_others([lowest(at, measure=key) for key in measures], chosen)


def flipped(letter, *changes):
    return flips([flipping(*changes)], "NMD", {"NMD": 0}, letter, "1", "<2>")


def beside(*others):
    return flips([flipping(), *others], "NMD", {"NMD": -1}, "A", "1", "2")
