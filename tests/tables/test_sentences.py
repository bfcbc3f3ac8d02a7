"""Sentences: right in number, in name and in grammar for every kind of majority."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.comparison import QUANTITY as QUANTITY_FAMILIES
from ordquant_core.analysis.comparison import dissenters, majority
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.records import Preferences
from ordquant_core.tables import sentences

QUANTITY = [key for key in MAIN_MEASURES if MEASURES[key].family in QUANTITY_FAMILIES]
sides_of_all = st.fixed_dictionaries({key: st.sampled_from((-1, 0, 1)) for key in MAIN_MEASURES})


def sides(**odd):
    """All main measures on the side of B, but for those named."""
    return dict.fromkeys(MAIN_MEASURES, 1) | odd


REST = "DNKT prefers B (order of bars only); all 3 combined measures prefer B."


def preferences(counts, measures=tuple(QUANTITY)):
    """Preferences with (wins of A, ties, wins of B) per measure."""
    a, ties, b = (np.array(column) for column in zip(*counts, strict=True))
    return Preferences(tuple(measures), a, b, ties, np.zeros(len(measures)))


@pytest.mark.parametrize(
    ("given_sides", "sentence"),
    [
        (sides(), "All 13 measures prefer B."),
        (dict.fromkeys(MAIN_MEASURES, 0), "All 13 measures see a tie."),
        (sides(NMD=-1), f"NMD prefers A; 8 of the 9 quantity measures prefer B; {REST}"),
        (
            sides(NMD=-1, DNKT=-1, DNKT_NMD=-1),
            "NMD prefers A; 8 of the 9 quantity measures prefer B; DNKT prefers A (order of bars only); "
            "DNKT·NMD prefers A; DNKT·RNOD and DNKT·JSD prefer B.",
        ),
        (
            sides(DNKT=-1),
            "All 9 quantity measures prefer B; DNKT prefers A (order of bars only); all 3 combined measures prefer B.",
        ),
        (sides(NMD=0), f"NMD sees a tie; 8 of the 9 quantity measures prefer B; {REST}"),
        (sides(NMD=-1, JSD=-1), f"NMD and JSD prefer A; 7 of the 9 quantity measures prefer B; {REST}"),
        (
            sides(NMD=-1, RSNOD=-1, JSD=-1),
            f"NMD, RSNOD and JSD prefer A; 6 of the 9 quantity measures prefer B; {REST}",
        ),
        (sides(NMD=-1, RSNOD=0), f"NMD prefers A; RSNOD sees a tie; 7 of the 9 quantity measures prefer B; {REST}"),
        (
            sides(**dict.fromkeys(QUANTITY[:4], -1)),
            f"4 of the 9 quantity measures prefer A; 5 of the 9 quantity measures prefer B; {REST}",
        ),
        ({"NMD": -1}, "NMD prefers A."),
        ({"NMD": 0}, "NMD sees a tie."),
        ({"DNKT": -1}, "DNKT prefers A (order of bars only)."),
        ({"NMD": -1, "JSD": 1}, "NMD prefers A; JSD prefers B."),
        ({"NMD": 1, "JSD": 1}, "Both measures prefer B."),
        (
            {"NMD": 1, "DNKT": -1, "DNKT_NMD": -1},
            "NMD prefers B; DNKT prefers A (order of bars only); DNKT·NMD prefers A.",
        ),
    ],
)
def test_the_verdict_is_one_sentence_that_counts_and_names(given_sides, sentence):
    assert sentences.verdict(given_sides, "A", "B") == sentence


def counted(clause):
    """How many measures a clause of a sentence speaks of."""
    number = re.match(r"(?:[Aa]ll )?(\d+) ", clause)
    if number:
        return int(number[1])
    names = re.split(r" (?:prefers?|sees?|is|are)\b", clause)[0]
    return len(re.split(r", | and ", names))


@given(sides_of_all)
def test_every_verdict_counts_every_measure_once(given_sides):
    sentence = sentences.verdict(given_sides, "Left", "Right")
    assert sum(map(counted, sentence.removesuffix(".").split("; "))) == len(MAIN_MEASURES)
    assert sentence[0].isupper() or sentence[0].isdigit()
    assert sentence.endswith(".")


@given(sides_of_all)
def test_dissenters_are_exactly_the_quantity_measures_that_prefer_the_other_run(given_sides):
    most, odd = majority(given_sides), dissenters(given_sides)
    total = sum(given_sides[key] for key in QUANTITY)
    assert most == np.sign(total)
    assert set(odd) == {key for key in QUANTITY if given_sides[key] * most == -1}


def test_a_tie_is_no_dissent():
    assert dissenters({"NMD": 1, "JSD": 1, "RNOD": 0, "NVD": -1}) == ("NVD",)
    assert dissenters(dict.fromkeys(QUANTITY, 0) | {"NMD": -1}) == ()


def test_without_a_majority_nobody_dissents():
    assert dissenters({"NMD": -1, "JSD": 1}) == ()


def test_two_measures_share_a_sentence_where_they_agree():
    given_sides = {"NMD": -1, "RNOD": 1, "JSD": 1, "NVD": 0}
    assert sentences.of_two(given_sides, ("NMD", "RNOD"), "x", "y") == "NMD prefers x and RNOD prefers y"
    assert sentences.of_two(given_sides, ("JSD", "RNOD"), "x", "y") == "JSD and RNOD both prefer y"
    assert sentences.of_two(given_sides, ("NMD", "NVD"), "x", "y") == "NMD prefers x and NVD sees a tie"
    assert sentences.of_two(given_sides, ("NVD", "NVD"), "x", "y") == "NVD sees a tie"


def tallied(*about):
    """Return the first sentence, where it says all there is."""
    first, rest = sentences.tally_lines(*about)
    assert not rest
    return first


def test_the_tally_gives_the_counts_of_a_single_dissenter_larger_first_and_counts_all_measures():
    most = [(100, 0, 290)] * 12
    assert tallied(preferences([(197, 18, 1175), *most], MAIN_MEASURES), "X", "Y").startswith("All 13 measures")
    assert sentences.tally_lines(preferences([(1197, 18, 175), *most], MAIN_MEASURES), "X", "Y") == (
        "NMD prefers X on 1,197 cases and Y on 175; 8 of the 9 quantity measures prefer Y on more cases.",
        "DNKT prefers Y on more cases (order of bars only); all 3 combined measures prefer Y on more cases.",
    )


def test_the_tally_of_measures_that_agree_is_one_short_sentence():
    assert tallied(preferences([(1, 0, 2)] * 9), "A", "B") == "All 9 measures prefer B on more cases."
    assert tallied(preferences([(2, 5, 2)] * 9), "A", "B") == "All 9 measures are even."
    assert tallied(preferences([(3, 0, 2)], ("NMD",)), "A", "B") == "NMD prefers A on more cases."
    assert tallied(preferences([(0, 0, 0)], ("NMD",)), "A", "B") == "NMD is even."


def test_several_dissenters_are_named_in_the_tally():
    counts = [(5, 0, 1), (5, 0, 1), *[(1, 0, 5)] * 7]
    first, second = (MEASURES[key].label for key in QUANTITY[:2])
    assert tallied(preferences(counts), "A", "B") == (
        f"{first} and {second} prefer A on more cases; 7 of the 9 quantity measures prefer B on more cases."
    )


def test_a_marked_name_is_escaped():
    assert sentences.lettered('<b a="x">&', "B") == '<span class="oq-b">B &lt;b a=&quot;x&quot;&gt;&amp;</span>'


@pytest.mark.parametrize("name", ["{0}", "{s.__class__.__mro__}", "$\\frac{1}{2}$", "%s", "a. b"])
def test_a_name_is_never_taken_for_a_format(name):
    sides = {"NMD": -1, "RNOD": 1, "NVD": 1, "JSD": 0}
    said = sentences.verdict(sides, name, "B")
    assert f"NMD prefers {name}" in said
    assert said.endswith("; RNOD and NVD prefer B.")
