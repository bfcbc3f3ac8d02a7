"""What is said of paths is true of the curves, whatever they are; every measure is counted once."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.comparison import sides_of
from ordquant_core.analysis.paths import interpolate, move_probability
from ordquant_core.analysis.picture import DEFAULT
from ordquant_core.findings.paths import HOW_TO_READ, best, best_of_others, flips, of_path
from ordquant_core.findings.sentence import plain
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES, OTHER_MEASURES
from ordquant_core.records import Curve, PreferenceFlip
from tests.findings.claims import every_branch

GOLD = (0, 1, 2, 9, 8)
SHARES = np.arange(201) / 200


def lowest(*ranges, measure="NMD"):
    return Curve(measure, measure, "ordinal", SHARES, np.zeros(201), ranges, ())


def flipping(*flips, measure="NMD"):
    moved = tuple(PreferenceFlip(low, high, 0.1, before, after, "b") for low, high, before, after in flips)
    return Curve(measure, measure, "ordinal", SHARES / 5, np.zeros(201), ((0, 0.2),), moved)


LATER = (0.12, 0.122, 1, -1)
STILL, CHANGING, RNSS = flipping(), flipping(LATER, measure="JSD"), flipping(measure="RNSS")
ALL_AT_A = [lowest((0, 0), measure=key) for key in MAIN_MEASURES]


def where(*ranges, **others):
    return best([lowest(*ranges), *(lowest((share, share), measure=key) for key, share in others.items())], "NMD")


def most(*measures, at=(1, 1), chosen="NMD"):
    return best_of_others([lowest(at, measure=key) for key in measures], chosen)


def flipped(letter, *changes):
    return flips([flipping(*changes)], "NMD", {"NMD": 0}, letter, "1", "<2>")


def beside(*others):
    return flips([STILL, *others], "NMD", {"NMD": -1}, "A", "1", "2")


SIX_AND_JSD = [*ALL_AT_A[:5], lowest((1, 1), measure=MAIN_MEASURES[5]), lowest((1, 1), measure="JSD")]
TWICE = (0.049, 0.051, -1, 1), (0.099, 0.101, 1, -1)
STAYS = "NMD prefers A, however much moves from 1 to 2 in A;"
OF_A, OF_B = "has moved from 1 to <2> in A, then", "has moved from 1 to <2> in B, then"

test_every_branch_holds_its_claim = every_branch(
    (HOW_TO_READ, "Scores at 201 points; … can be missed. Diamond: … DNKT, … RSNOD …"),
    (where((0.25, 0.25)), "NMD is best about 25% of the way from A to B."),
    (where((0.005, 0.005)), "NMD is best about 0.5% of the way from A to B."),
    (where((0, 0)), "NMD is best at A."),
    (where((1, 1)), "NMD is best at B."),
    (where((0, 1)), "NMD is best all the way from A to B."),
    (where((0, 0.995)), "NMD is best anywhere before B."),
    (where((0.005, 1)), "NMD is best anywhere after A."),
    (where((0.005, 0.995)), "NMD is best anywhere between A and B."),
    (where((0.25, 0.5)), "NMD is best anywhere from about 25% to about 50%."),
    (where((0, 0.5)), "NMD is best anywhere from A to about 50%."),
    (where((0, 0.495), (0.505, 1)), "NMD is best all the way from A to B but at about 50%."),
    (where((0, 0.1), (0.3, 0.4)), "NMD is best in 2 places between A and about 40%."),
    (where((0, 0.495), (0.51, 1)), "NMD is best in 2 places between A and B."),
    (where((0, 0.1), (0.105, 0.4), (0.9, 1)), "NMD is best in 3 places between A and B."),
    (where((0.25, 0.25), JSD=0.5, NVD=0.5), "NMD … about 25% … A to B; both others are best about halfway."),
    (where((0, 0), JSD=1), "NMD is best at A; JSD is best at B."),
    (where((0, 0), JSD=0.2, NVD=0.3, RNOD=0.7), "NMD … A; 2 of the other 3 measures are best before …."),
    (best(ALL_AT_A, "JSD"), "JSD is best at A; so are all 12 other measures."),
    (where((0, 0), JSD=0), "NMD is best at A; so is JSD."),
    (most("NMD"), ""),
    (most("NMD", "RNOD"), "RNOD is best at B."),
    (most("NMD", "RNOD", "RSNOD", "JSD", at=(0.2, 0.3)), "The other ordinal measures and JSD are … before …."),
    (most("NMD", "RNOD", "NVD", "JSD", at=(0.2, 0.3), chosen="RPS"), "The ordinal measures and … nominal … before …."),
    (most("NMD", "RNOD", "RSNOD", at=(0.6, 1)), "The other ordinal measures are best past the middle."),
    (best_of_others(SIX_AND_JSD, "JSD"), "5 of the 6 ordinal measures are best at A, RNADW2 at B."),
    (most("NMD", *OTHER_MEASURES), "The measures of other fields are best at B."),
    (flipped("A", LATER), f"NMD prefers B until about 12.1% {OF_A} A."),
    (flipped("B", LATER), f"NMD prefers A until about 12.1% {OF_B} B."),
    (flipped("A", (0, 0.001, -1, 1)), f"NMD prefers A until anything {OF_A} B."),
    (flipped("A", (0.199, 0.2, -1, 0)), f"NMD prefers A until all 20.0% {OF_A} sees a tie."),
    (flipped("B", (0, 0.001, 0, 1)), f"NMD sees a tie until anything {OF_B} prefers A."),
    (flipped("A", *TWICE), f"NMD prefers A until about 5.0% {OF_A} B until about 10.0% has moved, then A."),
    (flipped("A"), "NMD sees a tie, however much moves from 1 to <2> in A."),
    (beside(), f"{STAYS[:-1]}."),
    (beside(CHANGING, RNSS), f"{STAYS} 1 of the other 2 measures changes preference."),
    (beside(flipping(measure="DNKT"), RNSS), f"{STAYS} none of the other 2 measures changes preference."),
    (beside(CHANGING), f"{STAYS} JSD changes preference."),
    (beside(RNSS), f"{STAYS} RNSS does not change preference."),
    (beside(CHANGING, flipping(LATER, measure="NVD")), f"{STAYS} all 2 other measures change preference."),
    (beside(CHANGING, flipping(LATER, measure="NVD"), RNSS), f"{STAYS} 2 of the other 3 measures change preference."),
)


def test_a_path_is_one_from_a_to_b_or_one_of_probability_that_moves():
    path = interpolate(GOLD, "popularity", "uniform", MAIN_MEASURES)
    assert of_path(path, "NMD", DEFAULT, "a", ()) == best(path.curves, "NMD")
    moved = move_probability(GOLD, DEFAULT.probabilities("a"), 3, 4, ["NMD"], other=DEFAULT.probabilities("b"))
    start = {"NMD": -1}  # 0.150 for A and 0.300 for B
    assert of_path(moved, "NMD", DEFAULT, "a", ("1", "2")) == flips(moved.curves, "NMD", start, "A", "1", "2")


def test_the_title_counts_the_largest_group_of_the_others():
    curves = interpolate(GOLD, "popularity", "uniform", MAIN_MEASURES).curves
    past = sum(curve.lowest[0][0] > 0.5 for curve in curves)
    assert plain(best(curves, "NMD")) == (
        f"NMD is best about 25% of the way from A to B; {past} of the other 12 measures are best past the middle."
    )


@st.composite
def sides(draw):
    n_classes = draw(st.integers(2, 5))
    cuts = st.lists(st.integers(0, 12), min_size=n_classes - 1, max_size=n_classes - 1).map(sorted)
    return [tuple(np.diff([0, *draw(cuts), 12]).tolist()) for _ in range(3)]


def counted(sentence):
    """Return how many measures a sentence names or counts, families by their size."""
    number = 0
    sizes = {"ordinal": 6, "nominal": 3, "combined": 3}
    for family, size in sizes.items():
        number += (size - 1) * len(re.findall(f"the other {family} measures", sentence, re.I))
        number += size * len(re.findall(f"the {family} measures", sentence, re.I))
        number += sum(map(int, re.findall(rf"(\d+) of the \d+ {family} measures", sentence)))
    labels = sorted((measure.label for measure in MEASURES.values()), key=len, reverse=True)
    for label in labels:
        number += len(re.findall(rf"(?<![\w·]){label}(?![\w·])", sentence))
    return number


@given(sides(), st.sampled_from(MAIN_MEASURES))
def test_every_other_measure_is_counted_once_and_the_title_is_true_of_the_chosen_one(drawn, chosen):
    curves = interpolate(*drawn, MAIN_MEASURES).curves
    assert counted(plain(best_of_others(curves, chosen))) == len(MAIN_MEASURES) - 1
    sentence = plain(best(curves, chosen))
    lows = next(curve.lowest for curve in curves if curve.measure == chosen)
    share = re.match(r".* is best about ([\d.]+)% of the way", sentence)
    if share:
        places = len(share[1].partition(".")[2])
        assert 100 * lows[0][0] == pytest.approx(float(share[1]), abs=0.5 * 10**-places + 1e-9)
    if " is best at A" in sentence:
        assert lows == ((0, 0),)


@given(sides(), st.sampled_from(MAIN_MEASURES))
def test_the_first_preference_is_that_before_anything_moves(drawn, chosen):
    gold, a, b = drawn
    source = int(np.argmax(a))
    target = (source + 1) % len(a)
    curves = move_probability(gold, a, source, target, MAIN_MEASURES, other=b).curves
    scores = [{key: float(MEASURES[key](gold, side)) for key in MAIN_MEASURES} for side in (a, b)]
    sides = sides_of(*scores)
    first = {-1: "prefers A", 0: "sees a tie", 1: "prefers B"}[sides[chosen]]
    sentence = plain(flips(curves, chosen, sides, "A", "x", "y"))
    curve = next(curve for curve in curves if curve.measure == chosen)
    if sides[chosen] or not curve.flips:  # a tie only at the start is a point, not a range
        assert sentence.startswith(f"{MEASURES[chosen].label} {first}")
    assert sentence.count(" until ") == len(curve.flips)
