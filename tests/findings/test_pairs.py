"""What measures prefer, in sentences: right in number, in name and in grammar for every kind of majority."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.comparison import QUANTITY as QUANTITY_FAMILIES
from ordquant_core.analysis.comparison import dissenters, majority
from ordquant_core.findings import pairs
from ordquant_core.findings.sentence import RunName, both_names, plain
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.records import Preferences

QUANTITY = [key for key in MAIN_MEASURES if MEASURES[key].family in QUANTITY_FAMILIES]
NAMES = RunName("", "A"), RunName("", "B")
REST = "DNKT prefers B (order of bars only); all 3 combined measures prefer B."
sides_of_all = st.fixed_dictionaries({key: st.sampled_from((-1, 0, 1)) for key in MAIN_MEASURES})


def sides(**odd):
    """All main measures on the side of B, but for those named."""
    return dict.fromkeys(MAIN_MEASURES, 1) | odd


def preferences(counts, measures=tuple(QUANTITY)):
    """Preferences with (wins of A, ties, wins of B) per measure."""
    a, ties, b = (np.array(column) for column in zip(*counts, strict=True))
    return Preferences(tuple(measures), a, b, ties, np.zeros(len(measures)))


ON_CASE = {
    "all": (sides(), "All 13 measures prefer B."),
    "all tie": (dict.fromkeys(MAIN_MEASURES, 0), "All 13 measures see a tie."),
    "both": ({"NMD": 1, "JSD": 1}, "Both measures prefer B."),
    "lone dissenter": (sides(NMD=-1), f"NMD prefers A; 8 of the 9 quantity measures prefer B; {REST}"),
    "others split": (
        sides(NMD=-1, DNKT=-1, DNKT_NMD=-1),
        "NMD prefers A; 8 of the 9 quantity measures prefer B; DNKT prefers A (order of bars only); "
        "DNKT·NMD prefers A; DNKT·RNOD and DNKT·JSD prefer B.",
    ),
    "order only": (
        sides(DNKT=-1),
        "All 9 quantity measures prefer B; DNKT prefers A (order of bars only); all 3 combined measures prefer B.",
    ),
    "one tie": (sides(NMD=0), f"NMD sees a tie; 8 of the 9 quantity measures prefer B; {REST}"),
    "two": (sides(NMD=-1, JSD=-1), f"NMD and JSD prefer A; 7 of the 9 quantity measures prefer B; {REST}"),
    "three": (
        sides(NMD=-1, RSNOD=-1, JSD=-1),
        f"NMD, RSNOD and JSD prefer A; 6 of the 9 quantity measures prefer B; {REST}",
    ),
    "one and a tie": (
        sides(NMD=-1, RSNOD=0),
        f"NMD prefers A; RSNOD sees a tie; 7 of the 9 quantity measures prefer B; {REST}",
    ),
    "four": (
        sides(**dict.fromkeys(QUANTITY[:4], -1)),
        f"4 of the 9 quantity measures prefer A; 5 of the 9 quantity measures prefer B; {REST}",
    ),
    "one measure": ({"NMD": -1}, "NMD prefers A."),
    "one measure, tie": ({"NMD": 0}, "NMD sees a tie."),
    "order alone": ({"DNKT": -1}, "DNKT prefers A (order of bars only)."),
    "one each": ({"NMD": -1, "JSD": 1}, "NMD prefers A; JSD prefers B."),
    "one of each kind": (
        {"NMD": 1, "DNKT": -1, "DNKT_NMD": -1},
        "NMD prefers B; DNKT prefers A (order of bars only); DNKT·NMD prefers A.",
    ),
    "other fields": (
        {"NMD": 1, "RPS": -1},
        "NMD prefers B; RPS prefers A.",
    ),
}


@pytest.mark.parametrize(("given_sides", "words"), ON_CASE.values(), ids=ON_CASE)
def test_what_measures_prefer_on_a_case_is_counted_and_named(given_sides, words):
    assert plain(pairs.on_case_in_one(given_sides, NAMES)) == words
    first, rest = map(plain, pairs.on_case(given_sides, NAMES))
    assert first == words or f"{first[:-1]}; {rest}".lower() == words.lower()


OF_TWO = {
    "differ": (("NMD", "RNOD"), "NMD prefers x and RNOD prefers y"),
    "agree": (("JSD", "RNOD"), "JSD and RNOD both prefer y"),
    "one tie": (("NMD", "NVD"), "NMD prefers x and NVD sees a tie"),
    "both ties": (("RSNOD", "NVD"), "RSNOD and NVD both see a tie"),
    "one measure": (("NVD", "NVD"), "NVD sees a tie"),
}


@pytest.mark.parametrize(("measures", "words"), OF_TWO.values(), ids=OF_TWO)
def test_two_measures_share_a_sentence_where_they_agree(measures, words):
    prefer = {"NMD": -1, "RNOD": 1, "JSD": 1, "NVD": 0, "RSNOD": 0}
    assert plain(pairs.of_two(prefer, measures, *both_names(("x", "y")))) == words


MOST = [(100, 0, 290)] * 12
ON_ALL_CASES = {
    "all": (preferences([(197, 18, 1175), *MOST], MAIN_MEASURES), "All 13 measures prefer Y on more cases.", ""),
    "lone dissenter": (
        preferences([(1197, 18, 175), *MOST], MAIN_MEASURES),
        "NMD prefers X on 1,197 cases and Y on 175; 8 of the 9 quantity measures prefer Y on more cases.",
        "DNKT prefers Y on more cases (order of bars only); all 3 combined measures prefer Y on more cases.",
    ),
    "one kind": (preferences([(1, 0, 2)] * 9), "All 9 measures prefer Y on more cases.", ""),
    "even": (preferences([(2, 5, 2)] * 9), "All 9 measures are even.", ""),
    "one measure": (preferences([(3, 0, 2)], ("NMD",)), "NMD prefers X on more cases.", ""),
    "one measure, even": (preferences([(0, 0, 0)], ("NMD",)), "NMD is even.", ""),
    "several dissenters": (
        preferences([(5, 0, 1), (5, 0, 1), *[(1, 0, 5)] * 7]),
        "NMD and RNOD prefer X on more cases; 7 of the 9 quantity measures prefer Y on more cases.",
        "",
    ),
}


@pytest.mark.parametrize(("tally", "first", "rest"), ON_ALL_CASES.values(), ids=ON_ALL_CASES)
def test_what_measures_prefer_on_all_cases_has_the_counts_of_a_lone_dissenter(tally, first, rest):
    assert tuple(map(plain, pairs.on_all_cases(tally, both_names(("X", "Y"))))) == (first, rest)


SMOOTHED = {
    "none": ({}, ""),
    "both": ({"RAE": -1, "NKLD": -1}, "RAE and NKLD prefer A."),
    "one each": ({"RAE": 1, "NKLD": 0}, "RAE prefers B; NKLD sees a tie."),
}


@pytest.mark.parametrize(("given_sides", "words"), SMOOTHED.values(), ids=SMOOTHED)
def test_measures_on_smoothed_distributions_have_a_sentence_of_their_own(given_sides, words):
    assert plain(pairs.smoothed(given_sides, NAMES)) == words


def counted(clause):
    """How many measures a clause of a sentence speaks of."""
    number = re.match(r"(?:[Aa]ll )?(\d+) ", clause)
    if number:
        return int(number[1])
    names = re.split(r" (?:prefers?|sees?|is|are)\b", clause)[0]
    return len(re.split(r", | and ", names))


@given(sides_of_all)
def test_every_measure_is_counted_once(given_sides):
    sentence = plain(pairs.on_case_in_one(given_sides, both_names(("Left", "Right"))))
    assert sum(map(counted, sentence.removesuffix(".").split("; "))) == len(MAIN_MEASURES)
    assert sentence[0].isupper() or sentence[0].isdigit()
    assert sentence.endswith(".")


@given(sides_of_all)
def test_dissenters_are_exactly_the_quantity_measures_that_prefer_the_other_run(given_sides):
    most, odd = majority(given_sides), dissenters(given_sides)
    total = sum(given_sides[key] for key in QUANTITY)
    assert most == np.sign(total)
    assert set(odd) == {key for key in QUANTITY if given_sides[key] * most == -1}


def test_a_tie_is_no_dissent_and_without_a_majority_nobody_dissents():
    assert dissenters({"NMD": 1, "JSD": 1, "RNOD": 0, "NVD": -1}) == ("NVD",)
    assert dissenters(dict.fromkeys(QUANTITY, 0) | {"NMD": -1}) == ()
    assert dissenters({"NMD": -1, "JSD": 1}) == ()


@pytest.mark.parametrize("name", ["{0}", "{s.__class__.__mro__}", "$\\frac{1}{2}$", "%s", "a. b", "<b>"])
def test_a_name_stays_a_name(name):
    sentence = pairs.on_case_in_one({"NMD": -1, "RNOD": 1, "NVD": 1, "JSD": 0}, both_names((name, "B")))
    assert RunName(name, "A") in sentence
    assert plain(sentence) == f"NMD prefers {name}; JSD sees a tie; RNOD and NVD prefer B."
