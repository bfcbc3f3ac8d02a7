"""What is said of paths is true of the curves, whatever they are; every measure is counted once."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.comparison import sides_of
from ordquant_core.analysis.paths import interpolate, move_probability
from ordquant_core.findings.paths import best, best_of_others, flips
from ordquant_core.findings.sentence import plain
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES, OTHER_MEASURES
from ordquant_core.records import Curve, PreferenceFlip

GOLD = (0, 1, 2, 9, 8)
SHARES = np.arange(201) / 200


def lowest(*ranges, measure="NMD"):
    return Curve(measure, measure, "ordinal", SHARES, np.zeros(201), ranges, ())


def flipping(*flips, measure="NMD"):
    moved = tuple(PreferenceFlip(low, high, 0.1, before, after, "b") for low, high, before, after in flips)
    return Curve(measure, measure, "ordinal", SHARES / 5, np.zeros(201), ((0, 0.2),), moved)


OTHERS = [flipping(), flipping((0.1, 0.101, 1, -1), measure="JSD"), flipping(measure="RNSS")]
ALL_AT_A = [lowest((0, 0), measure=key) for key in MAIN_MEASURES]


def flipped(letter, *changes):
    return flips([flipping(*changes)], "NMD", {"NMD": 0}, letter, "1", "<2>")


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        *(
            (best([lowest(*ranges)], "NMD"), f"NMD is best {words}.")
            for ranges, words in (
                ([(0.25, 0.25)], "about 25% of the way from A to B"),
                ([(0.005, 0.005)], "about 0.5% of the way from A to B"),
                ([(0, 0)], "at A"),
                ([(1, 1)], "at B"),
                ([(0, 1)], "all the way from A to B"),
                ([(0, 0.995)], "anywhere before B"),
                ([(0.005, 1)], "anywhere after A"),
                ([(0.005, 0.995)], "anywhere between A and B"),
                ([(0.25, 0.5)], "anywhere from about 25% to about 50%"),
                ([(0, 0.5)], "anywhere from A to about 50%"),
                ([(0, 0.495), (0.505, 1)], "all the way from A to B but at about 50%"),
                ([(0, 0.1), (0.3, 0.4)], "in 2 places between A and about 40%"),
                ([(0, 0.495), (0.51, 1)], "in 2 places between A and B"),
            )
        ),
        (
            best([lowest((0.25, 0.25)), lowest((0.5, 0.5), measure="JSD"), lowest((0.5, 0.5), measure="NVD")], "NMD"),
            "NMD is best about 25% of the way from A to B; both others are best about halfway.",
        ),
        (best([lowest((0, 0)), lowest((1, 1), measure="JSD")], "NMD"), "NMD is best at A; JSD is best at B."),
        (best(ALL_AT_A, "JSD"), "JSD is best at A; so are all 12 other measures."),
        (best_of_others([lowest((0, 0))], "NMD"), ""),
        (best_of_others(ALL_AT_A[:2], ALL_AT_A[0].measure), "RNOD is best at A."),
        (
            best_of_others([lowest((0.2, 0.3), measure=key) for key in ("NMD", "RNOD", "RSNOD", "JSD")], "NMD"),
            "The other ordinal measures and JSD are best before the middle.",
        ),
        (
            best_of_others(
                [*ALL_AT_A[:5], lowest((1, 1), measure=MAIN_MEASURES[5]), lowest((1, 1), measure="JSD")], "JSD"
            ),
            "5 of the 6 ordinal measures are best at A, RNADW2 at B.",
        ),
        (
            best_of_others([lowest((1, 1), measure=key) for key in ("NMD", *OTHER_MEASURES)], "NMD"),
            "The measures of other fields are best at B.",
        ),
        *(
            (flipped(letter, *changes), f"NMD {words}.")
            for changes, letter, words in (
                ([(0.12, 0.122, 1, -1)], "A", "prefers B until about 12.1% has moved from 1 to <2> in A, then A"),
                ([(0.12, 0.122, 1, -1)], "B", "prefers A until about 12.1% has moved from 1 to <2> in B, then B"),
                ([(0, 0.001, -1, 1)], "A", "prefers A until anything has moved from 1 to <2> in A, then B"),
                ([(0.199, 0.2, -1, 0)], "A", "prefers A until all 20.0% has moved from 1 to <2> in A, then sees a tie"),
                ([(0, 0.001, 0, 1)], "B", "sees a tie until anything has moved from 1 to <2> in B, then prefers A"),
                (
                    [(0.049, 0.051, -1, 1), (0.099, 0.101, 1, -1)],
                    "A",
                    "prefers A until about 5.0% has moved from 1 to <2> in A, then B until about 10.0% has moved, "
                    "then A",
                ),
                ([], "A", "sees a tie, however much moves from 1 to <2> in A"),
            )
        ),
        *(
            (
                flips(curves, "NMD", {"NMD": -1}, "A", "1", "2"),
                f"NMD prefers A, however much moves from 1 to 2 in A; {words}.",
            )
            for curves, words in (
                (OTHERS, "1 of the other 2 measures changes preference"),
                ([OTHERS[0], flipping(measure="DNKT"), OTHERS[2]], "none of the other 2 measures changes preference"),
                (OTHERS[:2], "JSD changes preference"),
                (OTHERS[::2], "RNSS does not change preference"),
                (
                    [*OTHERS[:2], flipping((0.1, 0.101, 1, -1), measure="RNSS")],
                    "all 2 other measures change preference",
                ),
                (
                    [*OTHERS, flipping((0.1, 0.101, 1, -1), measure="DNKT")],
                    "2 of the other 3 measures change preference",
                ),
            )
        ),
    ],
)
def test_every_branch_has_its_words(sentence, words):
    assert plain(sentence) == words


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


def counted(said):
    """Return how many measures a sentence names or counts, families by their size."""
    number = 0
    sizes = {"ordinal": 6, "nominal": 3, "combined": 3}
    for family, size in sizes.items():
        number += (size - 1) * len(re.findall(f"the other {family} measures", said, re.I))
        number += size * len(re.findall(f"the {family} measures", said, re.I))
        number += sum(map(int, re.findall(rf"(\d+) of the \d+ {family} measures", said)))
    labels = sorted((measure.label for measure in MEASURES.values()), key=len, reverse=True)
    for label in labels:
        number += len(re.findall(rf"(?<![\w·]){label}(?![\w·])", said))
    return number


@given(sides(), st.sampled_from(MAIN_MEASURES))
def test_every_other_measure_is_counted_once_and_the_title_is_true_of_the_chosen_one(drawn, chosen):
    curves = interpolate(*drawn, MAIN_MEASURES).curves
    assert counted(plain(best_of_others(curves, chosen))) == len(MAIN_MEASURES) - 1
    said = plain(best(curves, chosen))
    lows = next(curve.lowest for curve in curves if curve.measure == chosen)
    share = re.match(r".* is best about ([\d.]+)% of the way", said)
    if share:
        places = len(share[1].partition(".")[2])
        assert 100 * lows[0][0] == pytest.approx(float(share[1]), abs=0.5 * 10**-places + 1e-9)
    if " is best at A" in said:
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
    said = plain(flips(curves, chosen, sides, "A", "x", "y"))
    curve = next(curve for curve in curves if curve.measure == chosen)
    if sides[chosen] or not curve.flips:  # a tie only at the start is a point, not a range
        assert said.startswith(f"{MEASURES[chosen].label} {first}")
    assert said.count(" until ") == len(curve.flips)
