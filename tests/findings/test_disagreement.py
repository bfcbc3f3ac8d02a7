"""Two measures on the cases of two runs: every case is counted once."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.case_filters import Filter, case_groups
from ordquant_core.analysis.case_margins import CaseMargins
from ordquant_core.findings import disagreement as findings
from ordquant_core.findings.sentence import plain
from ordquant_core.records import Correlation, Task

PAIR = ("NMD", "RNOD")


def margins(x, y, measures=PAIR, *, identical=False):
    """Margins of two measures on so many cases of runs X and Y."""
    n = len(x)
    gold = np.full((n, 2), 0.5)
    estimates = np.array([gold, gold if identical else gold[:, ::-1] * [0.5, 1.5]])
    cases = tuple(f"c{case}" for case in range(n))
    task = Task("made up", None, ("a", "b"), cases, gold, runs=("X", "Y"), estimates=estimates, votes=None)
    return CaseMargins(task, measures, np.array(x, dtype=float), np.array(y, dtype=float))


def counted(first, second, third, fourth, on_axis, **more):
    """Margins with so many cases in each quadrant."""
    sides = [(1, 1)] * first + [(-1, 1)] * second + [(-1, -1)] * third + [(1, -1)] * fourth + [(0, 1)] * on_axis
    return margins(*(zip(*sides, strict=True) if sides else ((), ())), **more)


DISAGREEMENTS = {
    "many": (
        counted(10, 79, 20, 4, 1277),
        "NMD and RNOD prefer different runs on 83 of 1,390 cases; on 79 NMD prefers X and RNOD Y.",
        "On 4 it is the reverse. They agree on 30: both prefer X on 20, Y on 10. NMD or RNOD sees a tie on 1,277.",
    ),
    "the other way": (
        counted(0, 0, 0, 1, 0),
        "NMD and RNOD prefer different runs on 1 of 1 case; on 1 NMD prefers Y and RNOD X.",
        "",
    ),
    "one side": (
        counted(0, 2, 3, 0, 0),
        "NMD and RNOD prefer different runs on 2 of 5 cases; on 2 NMD prefers X and RNOD Y.",
        "They agree on 3: both prefer X on 3.",
    ),
    "none": (
        counted(1, 0, 1, 0, 0),
        "NMD and RNOD prefer different runs on none of the 2 cases.",
        "They agree on 2: both prefer X on 1, Y on 1.",
    ),
    "one case": (
        counted(1, 0, 0, 0, 0),
        "NMD and RNOD prefer the same run on the only case.",
        "They agree on 1: both prefer Y on 1.",
    ),
    "a tie": (counted(0, 0, 0, 0, 1), "No preference to compare: NMD or RNOD sees a tie on the only case.", ""),
    "only ties": (counted(0, 0, 0, 0, 3), "No preference to compare: NMD or RNOD sees a tie on all 3 cases.", ""),
    "identical runs": (
        margins([0, 0, 0], [0, 0, 0], identical=True),
        "X and Y have the same estimates: every measure sees a tie on all 3 cases.",
        "",
    ),
    "one measure": (
        margins([-1, -1, 1, 0], [-1, -1, 1, 0], ("NMD", "NMD")),
        "NMD prefers X on 2 cases and Y on 1; 1 of 4 cases is a tie.",
        "",
    ),
    "one measure, no ties": (
        margins([-1], [-1], ("NMD", "NMD")),
        "NMD prefers X on 1 case and Y on 0; 0 of 1 case are ties.",
        "",
    ),
}


@pytest.mark.parametrize(("compared", "words", "rest"), DISAGREEMENTS.values(), ids=DISAGREEMENTS)
def test_two_sentences_count_the_cases_on_which_measures_disagree_and_all_others(compared, words, rest):
    assert plain(findings.disagreement(compared)) == words
    assert plain(findings.agreement(compared)) == rest


@given(st.lists(st.integers(0, 3), min_size=5, max_size=5))
def test_the_line_below_counts_all_other_cases(numbers):
    compared, n = counted(*numbers), sum(numbers)
    counts, words = compared.counts, plain(findings.agreement(compared))
    if counts.on_axis == n:
        assert words == ""
        return
    reverse, agree, ties = (re.search(part, words) for part in (r"^On (\d)", r"agree on (\d)", r"tie on (\d)"))
    apart = max(counts.second, counts.fourth) + int(reverse[1] if reverse else 0)
    assert apart + int(agree[1] if agree else 0) + int(ties[1] if ties else 0) == n
    both = sum(int(number) for number in re.findall(r"[XY] on (\d)", words))
    assert both == counts.first + counts.third


STRONGEST = {
    "one": ([-0.2, -0.1, 0], 0, "the strongest disagreement"),
    "weaker": ([-0.2, -0.1, 0], 1, ""),
    "equal but for rounding": ([-(0.1 + 0.2), -0.3, 0], 1, "one of the strongest disagreements"),
    "none": ([0, 0], 1, ""),
}


@pytest.mark.parametrize(("x", "case", "words"), STRONGEST.values(), ids=STRONGEST)
def test_the_strongest_disagreement_is_one_only_where_no_other_is_as_strong(x, case, words):
    assert findings.strongest(margins(x, np.ones(len(x))), case) == words


CORRELATED = Correlation(0.8, 0.7, 0.9, 9)
CONSTANT = Correlation(None, None, None, 9, "one of both is constant: no correlation")
FEW = Correlation(0.8, None, None, 3, "too few cases for an interval")
CORRELATIONS = {
    "both": (
        (CORRELATED, CORRELATED),
        "Pearson r = 0.800 [0.700, 0.900]; Kendall τ = 0.800 [0.700, 0.900], with 95% intervals (r: Fisher’s z, which "
        "assumes normal Δ; τ: Long and Cliff).",
    ),
    "no intervals": (
        (FEW, CORRELATED),
        "Pearson r = 0.800 (too few cases for an interval); Kendall τ = 0.800 [0.700, 0.900].",
    ),
    "one": ((CONSTANT, CORRELATED), "Pearson r is not defined: one of both is constant; Kendall τ = 0.800 "),
    "none": ((CONSTANT, CONSTANT), "Correlation of the two Δ: one of both is constant: no correlation."),
}


@pytest.mark.parametrize(("both", "words"), CORRELATIONS.values(), ids=CORRELATIONS)
def test_correlations_have_their_intervals_or_say_why_not(both, words):
    assert findings.correlations(*both).startswith(words)


def test_a_plot_has_its_counts_in_its_title():
    counts = counted(1, 2, 3, 4, 5).counts
    assert findings.headline(counts, PAIR, 15) == "NMD and RNOD disagree on 6 of 15 cases"
    assert findings.headline(counts, PAIR, 1, listed=True).endswith("of 1 listed case")
    assert findings.headline(counts, PAIR, 2, listed=True).endswith("of 2 listed cases")


def test_kinds_of_cases_are_called_after_the_measures():
    assert findings.kinds(PAIR)["a_against_b"] == "NMD: A, RNOD: B"
    assert findings.kinds(PAIR)["both_prefer_b"] == "Both prefer B"
    assert findings.kinds(("NMD", "NMD"))["both_prefer_b"] == "Prefers B"


FILTERS = {
    "nothing": (Filter(), 0.0, None, ""),
    "everything": (
        Filter(majority=0, fewest=3, most=1, shapes=("flat", "peaked")),
        0.8,
        "zh",
        "group zh, NMD and RNOD disagree in 80% of the simulated panels or more, most frequent class −2, "
        "3 annotators or more, 1 annotator or fewer, gold flat or peaked",
    ),
}


@pytest.mark.parametrize(("asked", "robust", "group", "words"), FILTERS.values(), ids=FILTERS)
def test_a_filter_says_what_it_asks_for(asked, robust, group, words):
    assert findings.filtered(asked, robust, PAIR, ("-2", "0"), group=group) == words


def test_frames_of_margins_have_a_row_per_case_or_per_group():
    compared = margins([-1, 0, 1], [1, 1, 1])
    frame = compared.to_frame(np.array([2, 0]))
    assert frame.to_dict("list") == {
        "case": ["c2", "c0"],
        "gold": [(0.5, 0.5), (0.5, 0.5)],
        "delta_NMD": [1.0, -1.0],
        "delta_RNOD": [1.0, 1.0],
    }
    groups = compared.by_group(case_groups({"language": ["zh", "en", "zh"]}, "language"))
    columns = groups[
        ["case_group", "cases", "prefers_a_NMD", "ties_NMD", "prefers_b_NMD", "mean_delta_NMD", "disagree"]
    ]
    assert columns.to_numpy().tolist() == [
        ["all cases", 3, 1, 1, 1, 0.0, 1],
        ["en", 1, 0, 1, 0, 0.0, 0],
        ["zh", 2, 1, 0, 1, 0.0, 1],
    ]
