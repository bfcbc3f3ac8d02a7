"""Sentences: right in number, in name and in grammar for every kind of majority."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.records import Preferences
from pages.shared import words

QUANTITY = [key for key in MAIN_MEASURES if MEASURES[key].family in words.QUANTITY]
sides_of_all = st.fixed_dictionaries({key: st.sampled_from((-1, 0, 1)) for key in MAIN_MEASURES})


def sides(**odd):
    """All measures of quantity on the side of B, but for those named."""
    return dict.fromkeys(QUANTITY, 1) | odd


def preferences(counts, measures=tuple(QUANTITY)):
    """Preferences with (wins of A, ties, wins of B) per measure."""
    a, ties, b = (np.array(column) for column in zip(*counts, strict=True))
    return Preferences(tuple(measures), a, b, ties, np.zeros(len(measures)))


@pytest.mark.parametrize(
    ("given_sides", "sentence"),
    [
        (sides(), "All 9 measures prefer B."),
        (dict.fromkeys(QUANTITY, 0), "All 9 measures see a tie."),
        (sides(NMD=-1), "NMD prefers A, the other 8 prefer B."),
        (sides(NMD=0), "NMD sees a tie, the other 8 prefer B."),
        (sides(NMD=-1, JSD=-1), "NMD and JSD prefer A, the other 7 prefer B."),
        (sides(NMD=-1, RSNOD=-1, JSD=-1), "NMD, RSNOD and JSD prefer A, the other 6 prefer B."),
        (sides(NMD=-1, RSNOD=0), "NMD prefers A, RSNOD sees a tie, the other 7 prefer B."),
        (
            dict.fromkeys(QUANTITY[:4], -1) | dict.fromkeys(QUANTITY[4:], 1),
            "4 measures prefer A, the other 5 prefer B.",
        ),
        ({"NMD": -1}, "NMD prefers A."),
        ({"NMD": 0}, "NMD sees a tie."),
        ({"NMD": -1, "JSD": 1}, "NMD prefers A, JSD prefers B."),
        ({"NMD": 1, "DNKT": -1, "DNKT_NMD": -1}, "NMD prefers B."),  # priority is told apart
    ],
)
def test_the_verdict_is_one_sentence_that_counts_and_names(given_sides, sentence):
    assert words.verdict(given_sides, "A", "B") == sentence


@given(sides_of_all)
def test_every_verdict_counts_every_measure_of_quantity_once(given_sides):
    sentence = words.verdict(given_sides, "Left", "Right")
    counted = 0
    for part in sentence.removesuffix(".").replace(" and ", ", ").replace("the other ", "").split(", "):
        first = part.removeprefix("All ").split(" ")[0]
        counted += int(first) if first.isdigit() else 1
    assert counted == len(QUANTITY)
    assert sentence[0].isupper() or sentence[0].isdigit()
    assert sentence.endswith(".")


@given(sides_of_all)
def test_dissenters_are_exactly_the_measures_of_quantity_off_the_majority(given_sides):
    most, odd = words.majority(given_sides), words.dissenters(given_sides)
    total = sum(given_sides[key] for key in QUANTITY)
    assert most == np.sign(total)
    assert set(odd) == {key for key in QUANTITY if most and given_sides[key] != most}


def test_without_a_majority_nobody_dissents():
    assert words.dissenters({"NMD": -1, "JSD": 1}) == ()


@pytest.mark.parametrize(("side", "remark"), [(-1, "DNKT prefers A:"), (1, "DNKT prefers B:"), (0, "DNKT sees a tie:")])
def test_the_remark_on_priority_tells_what_dnkt_prefers(side, remark):
    assert words.priority_remark({"DNKT": side}, "A", "B").startswith(remark)


def test_there_is_no_remark_on_priority_without_dnkt():
    assert words.priority_remark({"NMD": 1}, "A", "B") == ""


def test_the_tally_tells_the_counts_of_a_single_dissenter_larger_first():
    most = [(100, 0, 290)] * 8
    assert words.tally(preferences([(197, 18, 175), *most]), "Popularity", "Uniform") == (
        f"{MEASURES[QUANTITY[0]].label} prefers Popularity on 197 cases and Uniform on 175; "
        "the other 8 measures prefer Uniform more often."
    )


def test_the_tally_of_measures_that_agree_is_one_short_sentence():
    assert words.tally(preferences([(1, 0, 2)] * 9), "A", "B") == "All 9 measures prefer B more often."
    assert words.tally(preferences([(2, 5, 2)] * 9), "A", "B") == "All 9 measures are even."
    assert words.tally(preferences([(3, 0, 2)], ("NMD",)), "A", "B") == "NMD prefers A more often."
    assert words.tally(preferences([(0, 0, 0)], ("NMD",)), "A", "B") == "NMD is even."


def test_several_dissenters_are_named_in_the_tally():
    counts = [(5, 0, 1), (5, 0, 1), *[(1, 0, 5)] * 7]
    first, second = (MEASURES[key].label for key in QUANTITY[:2])
    assert words.tally(preferences(counts), "A", "B") == (
        f"{first} and {second} prefer A more often, the other 7 prefer B more often."
    )


def test_a_dot_in_the_name_of_a_run_stays_where_it_is():
    assert words.tally(preferences([(1, 0, 2)] * 9), "run.1", "run.2") == "All 9 measures prefer run.2 more often."


@pytest.mark.parametrize(
    ("name", "lettered", "text"),
    [
        ("Popularity", True, "A Popularity"),
        ("Popularity", False, "Popularity"),
        ("Run A", True, "A"),
        ("", True, "A"),
        ("", False, "A"),
    ],
)
def test_a_marked_name_carries_its_colour_and_letter(name, lettered, text):
    assert words.marked(name, "A", lettered=lettered) == f'<span class="oq-a">{text}</span>'


def test_a_marked_name_is_escaped():
    assert words.marked('<b a="x">&', "B") == '<span class="oq-b">B &lt;b a=&quot;x&quot;&gt;&amp;</span>'


@pytest.mark.parametrize("name", ["{0}", "{s.__class__.__mro__}", "$\\frac{1}{2}$", "%s", "a. b"])
def test_a_name_is_never_taken_for_a_format(name):
    sides = {"NMD": -1, "RNOD": 1, "NVD": 1, "JSD": 0}
    said = words.verdict(sides, name, "B")
    assert f"NMD prefers {name}" in said
    assert said.endswith("the other 2 prefer B.")
