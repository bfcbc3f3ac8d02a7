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
from tests.findings.claims import every_branch

QUANTITY = [key for key in MAIN_MEASURES if MEASURES[key].family in QUANTITY_FAMILIES]
NAMES = RunName("", "A"), RunName("", "B")
REST = "DNKT prefers B (order of bars only); all 3 combined measures prefer B."
OTHERS = f"of the 9 quantity measures prefer B; {REST}"
MOST = [(100, 0, 290)] * 12
sides_of_all = st.fixed_dictionaries({key: st.sampled_from((-1, 0, 1)) for key in MAIN_MEASURES})


def sides(**odd):
    """All main measures on the side of B, but for those named."""
    return dict.fromkeys(MAIN_MEASURES, 1) | odd


def on_case(given_sides):
    return pairs.on_case_in_one(given_sides, NAMES)


def odd(*keys):
    """Return what is said where these main measures prefer A, and all others B."""
    return on_case(sides(**dict.fromkeys(keys, -1)))


def by(chosen, **odd_ones):
    """Return what is said where a measure is chosen, and all main measures but those named prefer y."""
    return " | ".join(map(plain, pairs.on_case(sides(**odd_ones), chosen, both_names(("x", "y"))))).removesuffix(" | ")


def of_two(*measures):
    prefer = {"NMD": -1, "RNOD": 1, "JSD": 1, "NVD": 0, "RSNOD": 0}
    return pairs.of_two(prefer, measures, *both_names(("x", "y")))


def on_all_cases(counts, measures=tuple(QUANTITY)):
    """Return both sentences on measures with (wins of A, ties, wins of B)."""
    a, ties, b = (np.array(column) for column in zip(*counts, strict=True))
    preferences = Preferences(tuple(measures), a, b, ties, np.zeros(len(measures)))
    return " ".join(map(plain, pairs.on_all_cases(preferences, both_names(("X", "Y"))))).rstrip()


test_every_branch_holds_its_claim = every_branch(
    (on_case(sides()), "All 13 measures prefer B."),
    (on_case(dict.fromkeys(MAIN_MEASURES, 0)), "All 13 measures see a tie."),
    (on_case({"NMD": 1, "JSD": 1}), "Both measures prefer B."),
    (odd("NMD"), f"NMD prefers A; 8 {OTHERS}"),
    (
        odd("NMD", "DNKT", "DNKT_NMD"),
        "NMD … A; 8 of the 9 … B; DNKT … A (order …); DNKT·NMD … A; DNKT·RNOD and DNKT·JSD prefer B.",
    ),
    (odd("DNKT"), "All 9 quantity measures prefer B; DNKT prefers A (order …); all 3 combined measures prefer B."),
    (on_case(sides(NMD=0)), f"NMD sees a tie; 8 {OTHERS}"),
    (odd("NMD", "JSD"), f"NMD and JSD prefer A; 7 {OTHERS}"),
    (odd("NMD", "RSNOD", "JSD"), f"NMD, RSNOD and JSD prefer A; 6 {OTHERS}"),
    (on_case(sides(NMD=-1, RSNOD=0)), f"NMD prefers A; RSNOD sees a tie; 7 {OTHERS}"),
    (odd(*QUANTITY[:4]), f"4 of the 9 quantity measures prefer A; 5 {OTHERS}"),
    (on_case({"NMD": -1}), "NMD prefers A."),
    (on_case({"NMD": 0}), "NMD sees a tie."),
    (on_case({"DNKT": -1}), "DNKT prefers A (order of bars only)."),
    (on_case({"NMD": -1, "JSD": 1}), "NMD prefers A; JSD prefers B."),
    (on_case({"NMD": 1, "DNKT": -1, "DNKT_NMD": -1}), "NMD prefers B; DNKT … A (order …); DNKT·NMD prefers A."),
    (on_case({"NMD": 1, "RPS": -1}), "NMD prefers B; RPS prefers A."),
    (by("NMD"), "NMD prefers y, as do the other 12 measures."),
    (by("NMD", NMD=-1), f"NMD prefers x; 8 of the 9 quantity measures prefer y. | {REST}"),
    (by("RNOD", NMD=-1), f"RNOD prefers y, as do 7 of the other 8 quantity measures; NMD prefers x. | {REST}"),
    (by("NMD", NMD=0, JSD=0), f"NMD sees a tie, as does JSD; 7 of the 9 quantity measures prefer y. | {REST}"),
    (
        by("JSD", **dict.fromkeys(QUANTITY[:5], -1), JSD=0),
        f"JSD sees a tie; RNADW2, NVD and RNSS prefer y; 5 of the 9 … x. | {REST}",
    ),
    (
        by("DNKT", DNKT=-1),
        "DNKT prefers x; all 9 quantity measures prefer y. | DNKT … A (order …); all 3 combined measures prefer B.",
    ),
    (
        by("DNKT", DNKT_NMD=0),
        "DNKT prefers y, as do all 9 … measures. | DNKT … B (order …); DNKT·NMD … tie; DNKT·RNOD and DNKT·JSD … B.",
    ),
    (" | ".join(map(plain, pairs.on_case({"NMD": 1}, "NMD", NAMES))), "NMD prefers B. | "),
    (of_two("NMD", "RNOD"), "NMD prefers x and RNOD prefers y"),
    (of_two("JSD", "RNOD"), "JSD and RNOD both prefer y"),
    (of_two("NMD", "NVD"), "NMD prefers x and NVD sees a tie"),
    (of_two("RSNOD", "NVD"), "RSNOD and NVD both see a tie"),
    (of_two("NVD", "NVD"), "NVD sees a tie"),
    (on_all_cases([(197, 18, 1175), *MOST], MAIN_MEASURES), "All 13 measures prefer Y on more cases."),
    (
        on_all_cases([(1197, 18, 175), *MOST], MAIN_MEASURES),
        "NMD prefers X on 1,197 cases and Y on 175; 8 of the 9 … Y …. DNKT … Y … (order …); all 3 … Y ….",
    ),
    (on_all_cases([(1, 0, 2)] * 9), "All 9 measures prefer Y on more cases."),
    (on_all_cases([(2, 5, 2)] * 9), "All 9 measures are even."),
    (on_all_cases([(3, 0, 2)], ("NMD",)), "NMD prefers X on more cases."),
    (on_all_cases([(0, 0, 0)], ("NMD",)), "NMD is even."),
    (on_all_cases([(5, 0, 1), (5, 0, 1), *[(1, 0, 5)] * 7]), "NMD and RNOD prefer X …; 7 of the 9 … prefer Y …."),
    (pairs.smoothed({}, NAMES), ""),
    (pairs.smoothed({"RAE": -1, "NKLD": -1}, NAMES), "RAE and NKLD prefer A."),
    (pairs.smoothed({"RAE": 1, "NKLD": 0}, NAMES), "RAE prefers B; NKLD sees a tie."),
)


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
