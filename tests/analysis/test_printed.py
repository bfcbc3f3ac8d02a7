"""Every number that the papers print and that can be recomputed comes out; the slips stay slips."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from ordquant_core.analysis.discrimination import Contradiction, Power, contradiction_matrix, identical_runs, joined
from ordquant_core.measures.registry import MEASURES
from ordquant_core.papers.contradictions import PRINTED_CONTRADICTIONS
from ordquant_core.papers.examples import EXAMPLES
from ordquant_core.papers.references import REFERENCES
from ordquant_core.papers.significance import PRINTED_SIGNIFICANCE, PRINTED_TOTAL, PRINTED_WINS
from ordquant_core.papers.slips import MISPRINTS, NOT_RECOMPUTED, SLIPS
from ordquant_core.reproduction import everything
from ordquant_core.reproduction.calculations import contradictions_of
from ordquant_core.reproduction.calculations import identical_runs as copies
from ordquant_core.reproduction.number import Key, number
from tests.analysis.made_up import llmjudge

CHECKED = everything.recomputed()
SLIPPED = {Key(slip.paper, slip.place, slip.name) for slip in SLIPS}
PLACES = sorted({(one.key.paper, one.key.place) for one in CHECKED.numbers})


@pytest.mark.parametrize(("paper", "place"), PLACES)
def test_every_printed_number_is_what_it_is_recomputed_to_be(paper, place):
    found = [one for one in CHECKED.numbers if one.key[:2] == (paper, place)]
    wrong = [one for one in found if not one.matches and one.key not in SLIPPED]
    assert found
    assert wrong == []


def test_all_numbers_but_the_slips_match_and_the_documentation_counts_them():
    assert CHECKED.matching == len(CHECKED.numbers) - len(SLIPS)
    pages = (Path(__file__).parents[2] / "assets" / "docs" / "pages.md").read_text(encoding="utf-8")
    assert f"{len(CHECKED.numbers):,} printed numbers of four papers" in pages
    assert f"The\n  {len(SLIPS)} slips among them" in pages
    assert list(Counter(one.key.paper for one in CHECKED.numbers)) == list(everything.PAPERS)


def test_another_last_digit_would_not_match():
    for one in CHECKED.numbers:
        halfway = abs(abs(one.difference) - 0.5 * 10.0**-one.places) < 1e-9  # rounds up or down
        for step in (-1, 1):
            other = f"{one.value + step * 10.0**-one.places:.{one.places}f}"
            assert halfway or not (one.matches and replace(one, printed=other).matches), one


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: f"{slip.place} {slip.name}")
def test_a_slip_is_a_slip(slip):
    found = next(one for one in CHECKED.numbers if one.key == Key(slip.paper, slip.place, slip.name))
    assert not found.matches
    assert slip.cause
    assert not slip.example or slip.example in EXAMPLES


def test_the_slips_are_all_numbers_that_do_not_match():
    assert {one.key for one in CHECKED.numbers if not one.matches} == SLIPPED
    assert [one.key for _, one in CHECKED.slips] == [Key(*slip[:3]) for slip in SLIPS]
    assert {one.key for one in CHECKED.of(None, slips=True)} == SLIPPED


def of(paper, place, name):
    return next(one for one in CHECKED.numbers if one.key == Key(paper, place, name))


def test_the_slips_of_evia_have_the_causes_that_are_given():
    first, second = EXAMPLES["evia2017-figure-3-i-ii"].gold, EXAMPLES["evia2017-figure-3-i-ii"]
    nod_of_i = of("sakai2017", "Figure 3", "(I), NOD")
    slip = of("sakai2017", "Figure 3", "(II), NOD")
    assert slip.printed == nod_of_i.printed
    assert slip.computed == pytest.approx(7 / 27)
    printed_mean = (0.3148 + float(MEASURES["NOD"](second.b, first))) / 2
    assert of("sakai2017", "Figure 3", "(II), SNOD").value == pytest.approx(printed_mean, abs=5e-5)
    example = EXAMPLES["evia2017-figure-1"]
    for letter, estimate in (("X", example.a), ("Y", example.b)):
        printed = of("sakai2017", "Figure 4", f"({letter}), NOD").value
        assert printed == pytest.approx(float(MEASURES["OD"](example.gold, estimate)) / 3, abs=5e-5)
        assert of("sakai2017", "Figure 4", f"({letter}), NOD").computed == pytest.approx(printed * 3 / 4, abs=5e-5)


def test_the_slips_of_lq_carry_the_total_of_rnod():
    last = PRINTED_SIGNIFICANCE[-1]
    significant = {power.measure: power.significant for power in last.powers}
    for cell in last.overlaps:
        total = cell.a + cell.b
        if cell.first == "NVD":
            assert total == significant["RNOD"] == 125
            assert significant["NVD"] == 120
        else:
            assert total == significant[cell.first]


def test_a_misprinted_example_gives_the_number_of_the_other_one():
    (one,) = MISPRINTS
    assert everything.misprinted(one) == pytest.approx(0.1414, abs=5e-5)  # that of X, since Y is printed as X
    assert one.printed == of("sakai2018", "Section 3.1", "Y, RNSS").printed
    right = EXAMPLES[one.example]
    assert tuple(right.b) != one.estimate == tuple(right.a)
    assert float(MEASURES[one.measure](right.gold, right.b)) == pytest.approx(float(one.printed), abs=5e-5)


def test_intervals_are_those_of_a_calculator():
    found = of("sakai2022", "Table 3", "Sem16T4E, NMD and RNADW, lower end")
    z, half = np.arctanh(0.848), stats.norm.ppf(0.975) * np.sqrt(0.437 / 8)
    assert found.printed == "0.659"
    assert found.computed == pytest.approx(np.tanh(z - half))


def test_a_printed_power_comes_from_the_overlaps():
    found = of("sakai2021lq", "Table 3", "DialEval-1 DQ-S, JSD, S")
    assert (found.printed, found.computed) == ("127", 75 + 52)
    assert of("sakai2021lq", "Table 3", "Sem16T4E, NMD, T").computed == 66
    assert of("sakai2021lq", "Table 3", "pooled, RNOD, %").computed == pytest.approx(100 * Power("", 640, 1363).share)


def test_wins_and_ties_add_up_to_the_dialogues_or_fewer():
    for row in (*PRINTED_WINS, PRINTED_TOTAL):
        assert all(sum(pair) <= row.n_cases for pair in row.counts.values())
    assert sum(row.n_cases for row in PRINTED_WINS) == PRINTED_TOTAL.n_cases


def test_what_cannot_be_recomputed_says_why():
    assert {one.paper for one in NOT_RECOMPUTED} <= set(REFERENCES)
    assert all(one.why and one.what for one in NOT_RECOMPUTED)
    assert "golbus2013" in {one.paper for one in NOT_RECOMPUTED}


def test_a_count_has_to_be_exact_and_a_whole_percentage_is_rounded():
    assert number("", "", "S", "38", 38, "").matches
    assert not number("", "", "S", "38", 38.2, "").matches
    assert number("", "", "x, %", "38", 38.2, "").matches
    assert number("", "", "pairs", "9,730", 9730, "").matches
    assert not number("", "", "tau", "0.5", float("nan"), "").matches


def test_copies_of_a_baseline_count_once():
    found = contradictions_of("DialEval-1 DQ-A")
    assert copies("DialEval-1 DQ-A") == (
        ("A_BL-popularity-C", "A_BL-popularity-E"),
        ("A_BL-uniform-C", "A_BL-uniform-E"),
    )
    of_pair = [one for one in found if (one.measure_1, one.measure_2) == ("NMD", "RNOD")]
    assert len(of_pair) == 8
    assert {one.run_2 for one in joined(of_pair, copies("DialEval-1 DQ-A"))} == {
        "A_BL-uniform-C",
        "A_NKUST-run0-C",
        "A_NKUST-run0-E",
    }
    assert {part.task for part in PRINTED_CONTRADICTIONS}.isdisjoint({"Sem16T4E", "Sem17T4E", "STC-3 DQ-E"})


def test_a_matrix_of_contradictions_is_symmetric_and_counts_both_orders():
    found = [Contradiction("A", "B", "1", "2"), Contradiction("B", "A", "3", "4"), Contradiction("A", "C", "1", "2")]
    assert contradiction_matrix(found, ("A", "B", "C")).tolist() == [[0, 2, 1], [2, 0, 0], [1, 0, 0]]
    assert contradiction_matrix([], ("A", "B")).tolist() == [[0, 0], [0, 0]]


def test_identical_runs_are_found_by_their_estimates():
    task = llmjudge()
    assert identical_runs(task) == ()
    names = ("copy", *task.runs)
    twice = replace(task, runs=names, estimates=np.concatenate([task.estimates[2:3], task.estimates]))
    assert identical_runs(twice) == (("copy", task.runs[2]),)


def test_numbers_from_other_printed_numbers_are_not_counted_as_recomputed_from_definitions():
    numbers = CHECKED.numbers
    ways = {one.how for one in numbers if one.by_definition}
    assert not [how for how in ways if "Table" in how or "Fisher" in how or "sum over" in how]
    assert all(one.by_definition for one in numbers if one.how.endswith("by its definition"))
    assert not [one for one in numbers if one.by_definition and one.key.place.startswith("Table")]
