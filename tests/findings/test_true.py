"""What is said is true of whatever it is said of: measures are counted once, numbers are those of the calculations."""

import re
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.comparison import dissenters, majority, sides_of
from ordquant_core.analysis.paths import interpolate, move_probability
from ordquant_core.analysis.picture import DEFAULT
from ordquant_core.findings import disagreement, which_measure
from ordquant_core.findings.artificial import reproduced_taus
from ordquant_core.findings.one_case import AMOUNT, SQUARES, WORK, reasons
from ordquant_core.findings.pairs import on_case_in_one
from ordquant_core.findings.paths import best, best_of_others, flips, of_path
from ordquant_core.findings.sentence import both_names, plain
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.measures.workings import working
from ordquant_core.numerals import class_label
from ordquant_core.spaces.artificial import artificial_study, spreads
from ordquant_core.spaces.which_measure import QUESTIONS, apply_answers
from tests.findings.one_pair import QUANTITY, facts, sides_in, task_of
from tests.findings.two_runs import counted

NUMBER = r"(\d+(?:\.\d+)?)"
every_side = st.fixed_dictionaries({key: st.sampled_from((-1, 0, 1)) for key in MAIN_MEASURES})

# What measures prefer


def measures_in(clause):
    """Return of how many measures a clause speaks."""
    number = re.match(r"(?:[Aa]ll )?(\d+) ", clause)
    return (
        int(number[1]) if number else len(re.split(r", | and ", re.split(r" (?:prefers?|sees?|is|are)\b", clause)[0]))
    )


@given(every_side)
def test_every_measure_is_counted_once_and_dissenters_prefer_the_other_run(sides):
    sentence = plain(on_case_in_one(sides, both_names(("Left", "Right"))))
    assert sum(map(measures_in, sentence.removesuffix(".").split("; "))) == len(MAIN_MEASURES)
    assert sentence[0].isupper() or sentence[0].isdigit()
    most = majority(sides)
    assert most == np.sign(sum(sides[key] for key in QUANTITY))
    assert set(dissenters(sides)) == {key for key in QUANTITY if sides[key] * most == -1}


@given(st.lists(st.integers(0, 3), min_size=5, max_size=5))
def test_agreement_counts_all_cases_that_disagreement_does_not(numbers):
    counts, words = counted(*numbers).counts, plain(disagreement.agreement(counted(*numbers)))
    if counts.on_axis == sum(numbers):
        assert words == ""
        return
    others = (re.search(part, words) for part in (r"agree on (\d+)", r"tie on (\d+)"))
    assert counts.second + counts.fourth + sum(int(part[1]) for part in others if part) == sum(numbers)
    assert sum(map(int, re.findall(r"[XY] on (\d)", words))) == counts.first + counts.third


# Paths


@st.composite
def three_sides(draw):
    n_classes = draw(st.integers(2, 5))
    cuts = st.lists(st.integers(0, 12), min_size=n_classes - 1, max_size=n_classes - 1).map(sorted)
    return [tuple(np.diff([0, *draw(cuts), 12]).tolist()) for _ in range(3)]


def counted_in(sentence):
    """Return how many measures a sentence names or counts, families by their size."""
    number = 0
    for family, size in {"ordinal": 6, "nominal": 3, "combined": 3}.items():
        number += (size - 1) * len(re.findall(f"the other {family} measures", sentence, re.I))
        number += size * len(re.findall(f"the {family} measures", sentence, re.I))
        number += sum(map(int, re.findall(rf"(\d+) of the \d+ {family} measures", sentence)))
    labels = sorted((measure.label for measure in MEASURES.values()), key=len, reverse=True)
    return number + sum(len(re.findall(rf"(?<![\w·]){label}(?![\w·])", sentence)) for label in labels)


@given(three_sides(), st.sampled_from(MAIN_MEASURES))
def test_a_path_counts_every_measure_once_and_begins_with_the_preference_before_anything_moves(drawn, chosen):
    curves = interpolate(*drawn, MAIN_MEASURES).curves
    assert counted_in(plain(best_of_others(curves, chosen))) == len(MAIN_MEASURES) - 1
    sentence = plain(best(curves, chosen))
    lows = next(curve.lowest for curve in curves if curve.measure == chosen)
    share = re.match(r".* is best about ([\d.]+)% of the way", sentence)
    if share:
        places = len(share[1].partition(".")[2])
        assert 100 * lows[0][0] == pytest.approx(float(share[1]), abs=0.5 * 10**-places + 1e-9)
    assert " is best at A" not in sentence or lows == ((0, 0),)
    gold, a, b = drawn
    source = int(np.argmax(a))
    moved = move_probability(gold, a, source, (source + 1) % len(a), MAIN_MEASURES, other=b).curves
    sides = sides_of(*({key: float(MEASURES[key](gold, side)) for key in MAIN_MEASURES} for side in (a, b)))
    first = {-1: "prefers A", 0: "sees a tie", 1: "prefers B"}[sides[chosen]]
    sentence = plain(flips(moved, chosen, sides, "A", "x", "y"))
    curve = next(curve for curve in moved if curve.measure == chosen)
    if sides[chosen] or not curve.flips:  # a tie only at the start is a point, not a range
        assert sentence.startswith(f"{MEASURES[chosen].label} {first}")
    assert sentence.count(" until ") == len(curve.flips)


def test_a_path_is_one_from_a_to_b_or_one_of_probability_that_moves():
    path = interpolate((0, 1, 2, 9, 8), "popularity", "uniform", MAIN_MEASURES)
    assert of_path(path, "NMD", DEFAULT, "a", ()) == best(path.curves, "NMD")
    past = sum(curve.lowest[0][0] > 0.5 for curve in path.curves)
    assert plain(best(path.curves, "NMD")).endswith(f" B; {past} of the other 12 measures are best past the middle.")
    sides = [DEFAULT.probabilities(letter) for letter in "ab"]
    moved = move_probability((0, 1, 2, 9, 8), sides[0], 3, 4, ["NMD"], other=sides[1])
    start = {"NMD": -1}  # 0.150 for A and 0.300 for B
    assert of_path(moved, "NMD", DEFAULT, "a", ("1", "2")) == flips(moved.curves, "NMD", start, "A", "1", "2")


# Answers about measures


def test_the_finding_counts_every_measure_that_fits_as_well_as_a_candidate():
    keys = [question.key for question in QUESTIONS]
    for answers in [*product((True, False, None), repeat=len(keys))][::4]:
        left = apply_answers(dict(zip(keys, answers, strict=True)), facts())
        if not left.candidates:
            continue
        greyed = {row.measure: len(row.conflicts) for row in left.rows}
        most = max(greyed[key] for key in left.candidates)
        alike = [key for key, number in greyed.items() if number == most and key not in left.candidates]
        sentence = which_measure.candidates(left)
        if not most:
            assert sentence.startswith(f"{len(alike) + len(left.candidates)} measures fit") == bool(alike), sentence
            continue
        found = re.search(r"(\d+) other measure", sentence)
        assert (int(found[1]) if found else 0) == len(alike), (answers, sentence)
        assert "No measure fits" not in sentence or min(greyed.values()) > 0
        assert not sentence.startswith("Only") or sorted(greyed.values())[:2] == [0, most]


# Why, on one case

KEYS = ("NMD", "RNOD", "NVD", "RNSS", "RSNOD", "RNADW", "JSD", "DNKT", "DNKT_NMD", "DNKT_JSD")


def drawn(rng):
    """Return a gold of votes and two estimates, which are votes now and then."""
    n = int(rng.integers(3, 8))
    gold = rng.multinomial(int(rng.integers(2, 40)), rng.dirichlet(np.full(n, 0.7)))
    sides = [rng.dirichlet(np.full(n, 0.7)), rng.dirichlet(np.full(n, 2.0))]
    return gold, *([rng.multinomial(20, side) for side in sides] if rng.random() < 0.5 else sides)


def test_amounts_distances_and_misses_are_those_of_the_calculations():
    rng, explained = np.random.default_rng(46), 0
    for _ in range(150):
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
    assert explained > 150


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
        assert amounts[0] == pytest.approx(amounts[1], abs=1e-3 if "about " in line else 1e-9)
    assert far[2] == (None if far[1] == "both" else "more" if distances[0] > distances[1] else "fewer")


def check_numbers(texts, values):
    for text, value in zip(texts, values, strict=True):
        assert float(text) == pytest.approx(value, abs=0.5 * 10 ** -len(text.partition(".")[2]) + 1e-9)


# Systems and studies


def test_the_least_similar_measures_are_those_of_all_that_are_shown():
    result = artificial_study(4, ["NVD", "RNSS", "JSD", "NMD", "RSNOD", "DNKT"], [0, 1])
    mean = result.tau.mean(axis=0)
    sentence = reproduced_taus(result, spreads(result))
    least = {result.measures[place] for place in np.unravel_index(mean.argmin(), mean.shape)}
    assert least <= {*sentence.replace(",", "").split()}
    assert sentence.endswith(f"mean tau {mean.min():.3f}.")
