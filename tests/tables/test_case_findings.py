"""Findings on the cases of two runs, in sentences and tables: every measure and every case counted once."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.case_robustness import resample_cases
from ordquant_core.analysis.paired_tests import PairedTest
from ordquant_core.analysis.properties import Association
from ordquant_core.markup import Html, plain
from ordquant_core.records import Correlation, Quadrants
from ordquant_core.tables.two_runs import associations, disagreement, paired_tests, robustness
from tests.html_tables import cells_of, rows_of

PAIR = ("NMD", "RNOD")
NAMES = Html("X"), Html("Y")


@pytest.mark.parametrize(
    ("counts", "identical", "words"),
    [
        (
            Quadrants(10, 79, 20, 4, 1277),
            False,
            "NMD and RNOD prefer different runs on 83 of 1,390 cases; on 79 NMD prefers X and RNOD Y.",
        ),
        (
            Quadrants(0, 0, 0, 1, 0),
            False,
            "NMD and RNOD prefer different runs on 1 of 1 case; on 1 NMD prefers Y and RNOD X.",
        ),
        (Quadrants(1, 0, 1, 0, 0), False, "NMD and RNOD prefer different runs on none of the 2 cases."),
        (Quadrants(0, 0, 0, 0, 1), False, "No preference to compare: NMD or RNOD sees a tie on the only case."),
        (Quadrants(0, 0, 0, 0, 3), True, "X and Y have the same estimates: every measure sees a tie on all 3 cases."),
    ],
)
def test_a_verdict_counts_the_cases_on_which_two_measures_disagree(counts, identical, words):
    assert disagreement.verdict(counts, PAIR, NAMES, identical=identical) == words


@given(st.lists(st.integers(0, 3), min_size=5, max_size=5))
def test_the_line_below_it_counts_all_other_cases(numbers):
    counts, n = Quadrants(*numbers), sum(numbers)
    said = disagreement.agreements(counts, PAIR, NAMES)
    if counts.on_axis == n:
        assert said == ""
        return
    reverse, agree, ties = (re.search(words, said) for words in (r"^On (\d)", r"agree on (\d)", r"tie on (\d)"))
    apart = max(counts.second, counts.fourth) + int(reverse[1] if reverse else 0)
    assert apart + int(agree[1] if agree else 0) + int(ties[1] if ties else 0) == n
    both = sum(int(one) for one in re.findall(r"[XY] on (\d)", said))
    assert both == counts.first + counts.third


def test_the_strongest_disagreement_is_one_only_where_no_other_is_as_strong():
    assert disagreement.strongest(np.array([0.2, 0.1, 0.0]), 0) == "the strongest disagreement"
    assert disagreement.strongest(np.array([0.1 + 0.2, 0.3, 0.0]), 1) == "one of the strongest disagreements"
    assert [disagreement.strongest(np.array(sizes), 1) for sizes in ([0.2, 0.1], [0.0, 0.0])] == ["", ""]


def entry(measure, mean, p):
    return PairedTest(measure, mean, mean - 0.1, mean + 0.1, 0.5, p, 0.001)


def test_a_verdict_on_tests_counts_every_measure_once():
    found = [entry("NMD", -0.2, 0.001), entry("RNOD", 0.2, 0.01), entry("JSD", 0.1, 0.2)]
    found.append(PairedTest("KLD", None, None, None, None, None, None, "a score is infinite"))
    assert plain(paired_tests.verdict(found, NAMES)) == (
        "NMD finds X significantly better, but RNOD finds Y significantly better (p < 0.05); 1 finds no significant "
        "difference; 1 could not be tested."
    )
    assert plain(paired_tests.verdict(found[2:], NAMES)).endswith("(p < 0.05); 1 could not be tested.")
    listed = paired_tests.paired_test_list(found, 5000)
    rows = rows_of(listed, "tests")
    cells = {row.data["measure"]: row.cells for row in rows if "measure" in row.data}
    assert cells["NMD"] == ["NMD", "−0.300 to −0.100", "B 0.500 ▸", "0.001"]
    assert "<b>0.001</b>" in listed
    assert "<b>0.200</b>" not in listed
    assert cells["KLD"] == ["KLD", "a score is infinite"]


def test_the_test_of_all_runs_decides_where_there_is_one_and_that_of_the_pair_stands_beside_it():
    alone = [entry("NMD", -0.2, 0.01), entry("RNOD", 0.2, 0.2)]
    among = [replace(entry("NMD", -0.2, 0.545), low=-0.5, high=0.1, effect=-0.25), entry("RNOD", 0.2, 0.7)]
    said = paired_tests.verdict(among, NAMES, level=0.01, test="randomised Tukey HSD test of all 9 runs")
    assert plain(said) == (
        "None of 2 measures finds a significant difference between X and Y (randomised Tukey HSD test of all 9 runs, "
        "p < 0.01)."
    )
    own = paired_tests.of_choice(paired_tests.verdict(alone, NAMES), 36)
    assert plain(own).startswith("This pair alone, not corrected for having chosen it among 36 pairs: NMD finds X")
    listed = paired_tests.paired_test_list(alone, 5000, among, family_trials=5000)
    rows = rows_of(listed, "tests")
    cells = {row.data["measure"]: row.cells for row in rows if "measure" in row.data}
    assert cells["NMD"][1:] == ["−0.500 to +0.100", "◂ A 0.250", "0.545", "0.010"]
    assert "joint 95% interval" in rows[0].cells[1]
    assert "<b>" not in listed  # the test of the pair alone does not decide


def test_no_difference_and_no_significant_difference_are_not_the_same():
    assert "are equal by the measure tested" in paired_tests.verdict([entry("NMD", 0.0, 1.0)], NAMES)
    assert "NMD does not find a significant difference" in paired_tests.verdict([entry("NMD", 0.1, 0.5)], NAMES)
    assert "are equal by the measure tested" in paired_tests.verdict([entry("NMD", 1e-17, 1.0)], NAMES)
    assert paired_tests.verdict([entry("NMD", -0.2, 0.001)], NAMES).startswith("NMD finds X significantly better")
    infinite = PairedTest("KLD", None, None, None, None, None, None, "a score is infinite")
    assert "By no measure could" in paired_tests.verdict([infinite], NAMES)


def association(key, delta, low, high, p=None, adjusted=None):
    return Association(key, 0.5, 0.25, Correlation(delta, low, high, 9), p, adjusted)


def test_the_strongest_association_is_a_tendency_in_which_ties_count_half():
    clear = association("entropy", 0.5, 0.2, 0.7, 0.001, 0.007)
    assert associations.verdict([clear], PAIR, 3, 9) == (
        "Where NMD and RNOD disagree, entropy tends to be larger: in 75% of all pairs of a disagreement and another "
        "case, ties counted half (Mann–Whitney test, p = 0.007 after Holm's correction for 1 property)."
    )
    assert "on none of the 9 cases" in associations.verdict([clear], PAIR, 0, 9)
    assert "on every case" in associations.verdict([clear], PAIR, 9, 9)
    assert cells_of(associations.association_list([clear]), "properties") == [
        ["Entropy", "0.500", "0.250", "75% [60%, 85%]", "0.007"]
    ]


def test_a_property_that_is_not_the_strongest_one_counts_in_the_verdict():
    found = [
        association("distance", -0.4, -0.9, 0.2, 0.1, 0.2),
        association("occurring", -0.38, -0.6, -0.1, 0.001, 0.003),
        association("ends", 0.3, 0.1, 0.6, 0.004, 0.008),
    ]
    said = associations.verdict(found, PAIR, 5, 90)
    assert said.startswith("Where NMD and RNOD disagree, classes that occur tends to be smaller: in 69% of all pairs")
    assert said.endswith("Also associated: probability at the ends (larger, 65%).")
    unclear = associations.verdict([found[0]], PAIR, 50, 90)
    assert unclear.startswith("No property is clearly associated with the 50 disagreements of NMD and RNOD")
    assert "p = 0.200" in unclear


def test_too_few_disagreements_are_no_lack_of_an_association():
    said = associations.verdict([association("entropy", 1.0, None, None, 0.09, 0.63)] * 7, PAIR, 1, 390)
    assert said == (
        "NMD and RNOD disagree on 1 of 390 cases: too few for a test of 7 properties. The table shows how these cases "
        "differ from the others."
    )
    most = associations.verdict([association("entropy", 1.0, None, None, 0.09, 0.63)] * 7, PAIR, 389, 390)
    assert "disagree on 389 of 390 cases: too few others for a test" in most


def test_robust_disagreements_are_counted_and_listed_the_most_robust_first():
    votes = np.array([[9, 1, 0], [10, 0, 0], [8, 1, 1], [0, 10, 0], [6, 3, 1]])
    a, b = np.tile([0.0, 1.0, 0.0], (5, 1)), np.tile([0.45, 0.0, 0.55], (5, 1))
    found = resample_cases(votes, a, b, ["NMD", "NVD"], n_resamples=50, rng=np.random.default_rng(1))
    pair = ("NMD", "NVD")
    order = robustness.most_robust(found, pair).tolist()
    together = found.together(*pair)
    assert order
    assert sorted(order, key=lambda case: -together[case]) == order
    stay = int((together[order] >= 0.8).sum())
    assert f"{stay or 'none'} {'is' if stay <= 1 else 'are'} robust" in robustness.verdict(found, pair, 0.8)
    listed = cells_of(robustness.disagreement_list(found, pair, tuple("pqrst"), 2), "robust-cases")
    assert [row[0] for row in listed] == ["pqrst"[case] for case in order[:2]]
