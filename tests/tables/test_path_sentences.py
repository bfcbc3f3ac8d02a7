"""What is said of paths is true of the curves, whatever they are; every measure is counted once."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.comparison import sides_of
from ordquant_core.analysis.paths import interpolate, move_probability
from ordquant_core.markup import plain
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.records import Best, Curve, PreferenceFlip, Span
from ordquant_core.tables.one_case.paths import best_of_others, best_title, flip_title

GOLD = (0, 1, 2, 9, 8)


def lowest(*spans, measure="NMD", score=0.1):
    return Curve(measure, measure, "ordinal", (np.array([[0.0, 1.0], [score, score]]),), (), Best(score, spans), ())


def flipping(*flips, measure="NMD", length=0.2):
    part = np.array([[0.0, length], [0.1, 0.1]])
    moved = tuple(PreferenceFlip(amount, 0.1, before, after, "b") for amount, before, after in flips)
    return Curve(measure, measure, "ordinal", (part,), (), Best(0.1, (Span(0, length),)), moved)


@pytest.mark.parametrize(
    ("spans", "words"),
    [
        ([Span(0.25, 0.25)], "25% of the way from A to B"),
        ([Span(0.004, 0.004)], "0.4% of the way from A to B"),
        ([Span(0, 0)], "at A"),
        ([Span(1, 1)], "at B"),
        ([Span(0, 1)], "all the way from A to B"),
        ([Span(0, 1, True, False)], "anywhere before B"),
        ([Span(0, 1, False, True)], "anywhere after A"),
        ([Span(0, 1, False, False)], "anywhere between A and B"),
        ([Span(0.25, 0.5)], "anywhere from 25% to 50%"),
        ([Span(0, 0.5)], "anywhere from A to 50%"),
        ([Span(1, 1, False, False)], "next to B"),
        ([Span(0.4, 0.4, False, False), Span(0.4, 0.4, False, False)], "next to 40%"),
        ([Span(0, 0.5, True, False), Span(0.5, 1, False, True)], "all the way from A to B but at 50%"),
        ([Span(0, 0.1), Span(0.3, 0.4)], "in 2 places between A and 40%"),
    ],
)
def test_every_way_to_be_best_has_its_words(spans, words):
    assert plain(best_title([lowest(*spans)], "NMD")) == f"NMD is best {words}."


def test_the_title_counts_the_largest_group_of_the_others():
    curves = interpolate(GOLD, "popularity", "uniform", MAIN_MEASURES).curves
    past = sum(curve.best.spans[0].start > 0.5 for curve in curves)
    said = "NMD is best 25% of the way from A to B; {} of the other 12 measures are best past the middle."
    assert plain(best_title(curves, "NMD")) == said.format(past)
    two = [lowest(Span(0, 0)), lowest(Span(1, 1), measure="JSD")]
    assert plain(best_title(two, "NMD")) == "NMD is best at A; JSD is best at B."
    same = [lowest(Span(0, 0), measure=key) for key in MAIN_MEASURES]
    assert plain(best_title(same, "JSD")) == "JSD is best at A; so are all 12 other measures."


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
    curves = interpolate(*drawn, MAIN_MEASURES, steps=21).curves
    assert counted(plain(best_of_others(curves, chosen))) == len(MAIN_MEASURES) - 1
    said = plain(best_title(curves, chosen))
    best = next(curve.best for curve in curves if curve.measure == chosen)
    share = re.match(r".* is best ([\d.]+)% of the way", said)
    if share:
        places = len(share[1].partition(".")[2])
        assert 100 * best.spans[0].start == pytest.approx(float(share[1]), abs=0.5 * 10**-places + 1e-9)
    if " is best at A" in said:
        assert best.spans == (Span(0, 0),)


@pytest.mark.parametrize(
    ("flips", "letter", "words"),
    [
        ([(0.12, 1, -1)], "A", "prefers B until 12.0% has moved from 1 to <2> in A, then A"),
        ([(0.12, 1, -1)], "B", "prefers A until 12.0% has moved from 1 to <2> in B, then B"),
        ([(0, -1, 1)], "A", "prefers A until anything has moved from 1 to <2> in A, then B"),
        ([(0.2, -1, 0)], "A", "prefers A until all 20.0% has moved from 1 to <2> in A, then sees a tie"),
        ([(0, 0, 1)], "B", "sees a tie until anything has moved from 1 to <2> in B, then prefers A"),
        (
            [(0.05, -1, 1), (0.1, 1, -1)],
            "A",
            "prefers A until 5.0% has moved from 1 to <2> in A, then B until 10.0% has moved, then A",
        ),
        ([], "A", "sees a tie, however much moves from 1 to <2> in A"),
    ],
)
def test_flips_are_worded_in_their_order(flips, letter, words):
    said = flip_title([flipping(*flips)], "NMD", {"NMD": 0}, letter, "1", "<2>")
    assert plain(said) == f"NMD {words}."
    assert "<2>" not in said


def test_the_measures_that_change_their_preference_are_counted():
    curves = [flipping(), flipping((0.1, 1, -1), measure="JSD"), flipping(measure="RNSS")]
    sides = {"NMD": -1}
    start = "NMD prefers A, however much moves from 1 to 2 in A; "

    def said(curves):
        return plain(flip_title(curves, "NMD", sides, "A", "1", "2"))

    assert said(curves) == f"{start}1 of the other 2 measures changes preference."
    assert said([curves[0], flipping(measure="DNKT"), curves[2]]) == (
        f"{start}none of the other 2 measures changes preference."
    )
    assert said(curves[:2]) == f"{start}JSD changes preference."
    assert said(curves[::2]) == f"{start}RNSS does not change preference."
    both = [*curves[:2], flipping((0.1, 1, -1), measure="RNSS")]
    assert said(both) == f"{start}all 2 other measures change preference."


@given(sides(), st.sampled_from(MAIN_MEASURES))
def test_the_first_preference_is_that_before_anything_moves(drawn, chosen):
    gold, a, b = drawn
    source = int(np.argmax(a))
    target = (source + 1) % len(a)
    curves = move_probability(gold, a, source, target, MAIN_MEASURES, other=b, steps=21).curves
    scores = [{key: float(MEASURES[key](gold, side)) for key in MAIN_MEASURES} for side in (a, b)]
    sides = sides_of(*scores)
    first = {-1: "prefers A", 0: "sees a tie", 1: "prefers B"}[sides[chosen]]
    said = plain(flip_title(curves, chosen, sides, "A", "x", "y"))
    curve = next(curve for curve in curves if curve.measure == chosen)
    if sides[chosen] or not curve.flips:  # a tie only at the start is a point, not a range
        assert said.startswith(f"{MEASURES[chosen].label} {first}")
    assert said.count(" until ") == len(curve.flips)
