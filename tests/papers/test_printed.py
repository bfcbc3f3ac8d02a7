"""Every number that the papers print and that can be recomputed comes out; the slips stay slips."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MEASURES
from ordquant_core.papers.examples import EXAMPLES
from ordquant_core.papers.files import read_rows
from ordquant_core.papers.printed import Printed, numbers_at, printed_numbers
from ordquant_core.papers.references import REFERENCES
from ordquant_core.reproduction.printed import Recomputed, example_of, recompute, recomputed_numbers

NUMBERS = recomputed_numbers()
SLIPS = [one for one in NUMBERS if one.row.cause]
PLACES = sorted({one.row[:2] for one in NUMBERS})


def at(paper, place, number):
    """Return the one number of that name."""
    return next(one for one in NUMBERS if one.row[:3] == (paper, place, number))


@pytest.mark.parametrize(("paper", "place"), PLACES)
def test_every_printed_number_but_the_slips_is_what_it_is_recomputed_to_be(paper, place):
    there = [one for one in NUMBERS if one.row[:2] == (paper, place)]
    assert there
    assert [one for one in there if one.matches == bool(one.row.cause)] == []


def test_the_documentation_counts_numbers_and_slips():
    pages = (Path(__file__).parents[2] / "assets" / "docs" / "pages.md").read_text(encoding="utf-8")
    assert (len(NUMBERS), len(SLIPS)) == (1645, 12)
    assert f"{len(NUMBERS):,} printed numbers of four papers" in pages
    assert f"{len(SLIPS)} slips" in pages


def test_every_row_has_a_name_of_its_own_and_papers_stand_in_the_order_of_their_years():
    rows = printed_numbers()
    assert max(Counter(row[:3] for row in rows).values()) == 1
    years = [REFERENCES[row.paper].year for row in rows]
    assert years == sorted(years)
    assert all(row.printed for row in rows)
    assert all(bool(row.calculation) == bool(row.of) for row in rows)


def test_another_last_digit_would_not_match():
    for one in NUMBERS:
        unit = 10.0**-one.row.places
        halfway = abs(abs(one.computed - one.row.value) - 0.5 * unit) < 1e-9  # rounds up or down
        for step in (-unit, unit):
            other = one.row._replace(printed=f"{one.row.value + step:.{one.row.places}f}")
            assert halfway or not (one.matches and Recomputed(other, one.computed).matches), one


def test_numbers_are_recomputed_from_the_distributions_of_the_examples_and_no_others():
    examples = [(one, example_of(one.row)) for one in NUMBERS]
    assert {one.by_definition for one, example in examples if example} == {True}
    assert not [one for one, example in examples if one.by_definition and not example]
    assert not [one for one, _ in examples if one.by_definition and one.row.place.startswith("Table")]


def test_the_slips_of_evia_have_the_causes_that_are_given():
    example = EXAMPLES["evia2017-figure-3-i-ii"]
    slip = at("sakai2017", "Figure 3", "(II), NOD")
    assert slip.row.printed == at("sakai2017", "Figure 3", "(I), NOD").row.printed
    assert slip.computed == pytest.approx(7 / 27)
    assert example_of(slip.row) == example
    printed_mean = (0.3148 + float(MEASURES["NOD"](example.b, example.gold))) / 2
    assert at("sakai2017", "Figure 3", "(II), SNOD").row.value == pytest.approx(printed_mean, abs=5e-5)
    example = EXAMPLES["evia2017-figure-1"]
    for letter, estimate in (("X", example.a), ("Y", example.b)):
        one = at("sakai2017", "Figure 4", f"({letter}), NOD")
        assert one.row.value == pytest.approx(float(MEASURES["OD"](example.gold, estimate)) / 3, abs=5e-5)
        assert one.computed == pytest.approx(one.row.value * 3 / 4, abs=5e-5)


def test_the_slips_of_lq_carry_the_total_of_rnod():
    (total_of_nvd,) = numbers_at("sakai2021lq", "Table 3: DialEval-1 DQ-S, NVD, S")
    (total_of_rnod,) = numbers_at("sakai2021lq", "Table 3: DialEval-1 DQ-S, RNOD, S")
    for other in ("RNSS", "JSD"):
        a, b = (numbers_at("sakai2021lq", f"Table 4 (h): NVD and {other}, {letter}")[0].value for letter in "ab")
        assert (a + b, total_of_rnod.value, total_of_nvd.value) == (125, 125, 120)


def test_intervals_are_those_of_a_calculator():
    found = at("sakai2022", "Table 3", "Sem16T4E, NMD and RNADW, lower end")
    z, half = np.arctanh(0.848), stats.norm.ppf(0.975) * np.sqrt(0.437 / 8)
    assert found.row.printed == "0.659"
    assert found.computed == pytest.approx(np.tanh(z - half))


@pytest.mark.parametrize(
    ("calculation", "of", "expected"),
    [
        ("sum", "Table 7: NMD, Uniform", 845),  # of six tasks; TOTAL is the row itself
        ("mean", "Tables 3 to 17: NMD and RNADW, τ; 0.5", (8 * 0.759875 + 0.5) / 9),
        ("difference", "390; 175; 197", 18),
        ("percentage", "1,816; 2000", 90.8),
        ("overlap", "0; 0; 0", 0),
        ("pairs of runs", "Table 6 (III): NMD and RNOD", 8),
        ("pairs of runs, each baseline once", "Table 6 (III): NMD and RNOD", 3),
        ("pairs of runs", "Table 6 (III): NMD and RSNOD", 0),
        ("NVD", "gold 1 1; estimate 1 0; estimate 0 2", 0.5),
        ("NMD", "gold 1 0 0; estimate 0 1 0; estimate 0 0 1", np.nan),  # the scores differ
        ("lower end", "0.848; 4", np.nan),  # of too few runs
    ],
)
def test_a_calculation_takes_what_its_words_say(calculation, of, expected):
    paper = "sakai2022" if "Tables" in of else "sakai2021lq"
    row = Printed(paper, "Table 7", "TOTAL, NMD, Uniform", "845", calculation, of, "")
    assert recompute(row) == pytest.approx(expected, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("of", ["1; 2", "gold 1 0; estimate 0 1"])
def test_a_calculation_that_does_not_exist_is_refused(of):
    with pytest.raises(OrdquantError, match="no calculation “some thing else”"):
        recompute(Printed("sakai2022", "Table 1", "x", "1", "some thing else", of, ""))


def test_wins_and_losses_add_up_to_the_dialogues_or_fewer():
    cases = {"STC-3": 390, "DialEval-1": 300, "TOTAL": 2070}
    wins = Counter()
    for one in numbers_at("sakai2021lq", "Table 7: "):
        wins[tuple(one.words[:2])] += int(one.value)
    assert len(wins) == 7 * 6
    assert all(n <= cases[task.partition(" ")[0]] for (task, _), n in wins.items())


def test_what_cannot_be_recomputed_says_why_and_is_given_in_full_where_others_are_computed_from_it():
    left = read_rows("not_recomputed.csv")
    assert {one["paper"] for one in left} <= set(REFERENCES)
    assert all(one["cause"] and one["what"] for one in left)
    counted = {}
    for one in left:
        given = [row for row in printed_numbers() if not row.calculation and row.paper == one["paper"]]
        places = numbers_at(one["paper"], f"{one['printed_in']}: ") or [
            row for row in given if row.place.startswith(f"{one['printed_in']} (")
        ]
        n = sum(row in places for row in given)
        if n:
            counted[one["paper"], one["printed_in"]] = n, int(one["numbers"])
    assert {printed_in for _, printed_in in counted} == {
        *("Table 1", "Table 2 (II)", "Table 4", "Table 7"),
        *("Tables 3 to 17", "Tables 21 to 23", "Tables 25 to 27"),
    }
    assert all(n == expected for n, expected in counted.values()), counted
