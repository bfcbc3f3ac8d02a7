"""Two measures on the cases of two runs: every case is counted once."""

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.case_filters import Filter, case_groups
from ordquant_core.analysis.case_margins import CaseMargins
from ordquant_core.analysis.robustness import MOSTLY_KEPT
from ordquant_core.findings import disagreement as findings
from ordquant_core.findings.sentence import plain
from ordquant_core.records import Correlation, Quadrants, Task
from tests.findings.claims import every_branch

PAIR = "NMD", "RNOD"


def margins(x, y, measures=PAIR, *, identical=False):
    """Margins of two measures on so many cases of runs X and Y."""
    n = len(x)
    gold = np.full((n, 2), 0.5)
    estimates = np.array([gold, gold if identical else gold[:, ::-1] * [0.5, 1.5]])
    cases = tuple(f"c{case}" for case in range(n))
    task = Task("made up", None, ("a", "b"), cases, gold, runs=("X", "Y"), estimates=estimates, votes=None)
    return CaseMargins(task, measures, np.array(x, dtype=float), np.array(y, dtype=float))


def counted(first, second, third, fourth, on_axis):
    """Margins with so many cases in each quadrant."""
    sides = [(1, 1)] * first + [(-1, 1)] * second + [(-1, -1)] * third + [(1, -1)] * fourth + [(0, 1)] * on_axis
    return margins(*(zip(*sides, strict=True) if sides else ((), ())))


def both(*numbers):
    """Return both sentences on cases in each quadrant."""
    return plain(findings.disagreement(counted(*numbers))) + " " + plain(findings.agreement(counted(*numbers)))


def filtered(asked, robust="", group=None):
    return findings.filtered(asked, robust, PAIR, ("-2", "0"), group=group)


def correlations(r, tau=None):
    return findings.correlations(r, tau or CORRELATED)


def kinds(*pair):
    return "; ".join(findings.kinds(pair)[kind] for kind in KINDS)


def dots(*numbers, **options):
    return findings.dots(Quadrants(*numbers), PAIR, **options)


KINDS = "a_against_b", "b_against_a", "both_prefer_a", "both_prefer_b"
IDENTICAL = margins([0] * 3, [0] * 3, identical=True)
CORRELATED = Correlation(0.8, 0.7, 0.9, 9)
CONSTANT = Correlation(None, None, None, 9, "one of both is constant: no correlation")
FEW = Correlation(0.8, None, None, 3, "too few cases for an interval")
R, TAU = "Pearson r = 0.800 [0.700, 0.900]", "Kendall τ = 0.800 [0.700, 0.900]"

test_every_branch_holds_its_claim = every_branch(
    (
        both(10, 79, 20, 4, 1277),
        "NMD prefers X and RNOD Y on 79 of 1,390 cases, the reverse on 4. They agree on 30 cases: both prefer X on 20 "
        "and Y on 10. NMD or RNOD sees a tie on 1,277.",
    ),
    (both(0, 0, 0, 1, 0), "NMD prefers X and RNOD Y on 0 of 1 case, the reverse on 1. "),
    (both(0, 2, 3, 0, 0), "NMD prefers X and RNOD Y on 2 of 5 cases. They agree on 3 cases: … X on 3."),
    (both(0, 2, 0, 2, 0), "NMD prefers X and RNOD Y on 2 of 4 cases, the reverse on 2. "),
    (
        both(1, 0, 1, 0, 0),
        "NMD and RNOD do not disagree about X and Y on any of 2 cases. They agree on 2 cases: both prefer X on 1 and "
        "Y on 1.",
    ),
    (both(1, 0, 0, 0, 0), "NMD and RNOD do not disagree … X and Y on the only case. They agree on 1 case: … Y on 1."),
    (both(0, 0, 0, 0, 1), "NMD or RNOD sees a tie between X and Y on the only case: no preference to compare. "),
    (both(0, 0, 0, 0, 3), "NMD or RNOD sees a tie between X and Y on all 3 cases: no preference to compare. "),
    (findings.disagreement(IDENTICAL), "X and Y have the same …: NMD, RNOD and all others see a tie on all 3 cases."),
    (correlations(CORRELATED), f"{R}; {TAU}, with 95% intervals (…)."),
    (correlations(FEW), f"Pearson r = 0.800 (too few cases for an interval); {TAU}."),
    (correlations(CONSTANT), f"Pearson r is not defined: one of both is constant; {TAU}."),
    (correlations(CONSTANT, CONSTANT), "Correlation of the two Δ: one of both is constant: no correlation."),
    (findings.headline(Quadrants(1, 2, 3, 4, 5), PAIR, 15), "NMD and RNOD disagree on 6 of 15 cases"),
    (dots(1, 2, 3, 4, 5), "Each dot is a case; amber: NMD and RNOD disagree (6)"),
    (dots(1, 0, 3, 0, 5), "Each dot is a case; NMD and RNOD disagree on none"),
    (dots(1, 2, 3, 0, 0, listed=True), "Each dot is a listed case; amber: NMD and RNOD disagree (2)"),
    (dots(1, 2, 3, 1234, 0, dense=True), "Stronger colour: more cases; amber: NMD and RNOD disagree (1,236)"),
    (filtered(Filter()), ""),
    (filtered(Filter(), "robust"), "… NMD and RNOD is robust (simulated panels)"),
    (
        filtered(Filter(majority=0, fewest=3, most=1, shapes=("flat", "peaked")), MOSTLY_KEPT, "zh"),
        "group zh, … NMD and RNOD is kept in most panels or robust …, … −2, 3 annotators or more, "
        "1 annotator or fewer, gold flat or peaked",
    ),
    (kinds(*PAIR), "NMD: A, RNOD: B; NMD: B, RNOD: A; Both prefer A; Both prefer B"),
)


@given(st.lists(st.integers(0, 3), min_size=5, max_size=5))
def test_the_line_below_counts_all_other_cases(numbers):
    counts, words = counted(*numbers).counts, plain(findings.agreement(counted(*numbers)))
    if counts.on_axis == sum(numbers):
        assert words == ""
        return
    others = (re.search(part, words) for part in (r"agree on (\d+)", r"tie on (\d+)"))
    assert counts.second + counts.fourth + sum(int(part[1]) for part in others if part) == sum(numbers)
    assert sum(map(int, re.findall(r"[XY] on (\d)", words))) == counts.first + counts.third


def test_frames_of_margins_have_a_row_per_case_or_per_group():
    compared = margins([-1, 0, 1], [1, 1, 1])
    assert compared.to_frame(np.array([2, 0])).to_dict("list") == {
        "case": ["c2", "c0"],
        "gold": [(0.5, 0.5), (0.5, 0.5)],
        "delta_NMD": [1.0, -1.0],
        "delta_RNOD": [1.0, 1.0],
    }
    groups = compared.by_group(case_groups({"language": ["zh", "en", "zh"]}, "language"))
    columns = ["case_group", "cases", "prefers_a_NMD", "ties_NMD", "prefers_b_NMD", "mean_delta_NMD", "disagree"]
    assert groups[columns].to_numpy().tolist() == [
        ["all cases", 3, 1, 1, 1, 0.0, 1],
        ["en", 1, 0, 1, 0, 0.0, 0],
        ["zh", 2, 1, 0, 1, 0.0, 1],
    ]
