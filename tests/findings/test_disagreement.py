"""Two measures on the cases of two runs: every case is counted once."""

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.case_filters import Filter, case_groups
from ordquant_core.analysis.case_margins import CaseMargins
from ordquant_core.findings import disagreement as findings
from ordquant_core.findings.sentence import plain
from ordquant_core.records import Correlation, Task
from tests.findings.claims import every_branch

PAIR, SAME = ("NMD", "RNOD"), ("NMD", "NMD")


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


def same(*x):
    """Margins of one measure beside itself."""
    return margins(x, x, SAME)


def both(*numbers):
    """Return both sentences on cases in each quadrant."""
    return plain(findings.disagreement(counted(*numbers))) + " " + plain(findings.agreement(counted(*numbers)))


def strongest(case, *x):
    return findings.strongest(margins(x, np.ones(len(x))), case)


def filtered(asked, robust="", group=None):
    return findings.filtered(asked, robust, PAIR, ("-2", "0"), group=group)


def correlations(r, tau=None):
    return findings.correlations(r, tau or CORRELATED)


def kinds(*pair):
    return "; ".join(findings.kinds(pair)[kind] for kind in KINDS)


def headline(n, **options):
    return findings.headline(counted(1, 2, 3, 4, 5).counts, PAIR, n, **options)


KINDS = "a_against_b", "b_against_a", "both_prefer_a", "both_prefer_b"
DIFFERENT = "NMD and RNOD prefer different runs on"
IDENTICAL = margins([0] * 3, [0] * 3, identical=True)
CORRELATED = Correlation(0.8, 0.7, 0.9, 9)
CONSTANT = Correlation(None, None, None, 9, "one of both is constant: no correlation")
FEW = Correlation(0.8, None, None, 3, "too few cases for an interval")
R, TAU = "Pearson r = 0.800 [0.700, 0.900]", "Kendall τ = 0.800 [0.700, 0.900]"

test_every_branch_holds_its_claim = every_branch(
    (
        both(10, 79, 20, 4, 1277),
        f"{DIFFERENT} 83 of 1,390 cases; on 79 NMD prefers X and RNOD Y. On 4 … reverse. They agree on 30: … X on 20, "
        "Y on 10. NMD or RNOD sees a tie on 1,277.",
    ),
    (both(0, 0, 0, 1, 0), f"{DIFFERENT} 1 of 1 case; on 1 NMD prefers Y and RNOD X. "),
    (both(0, 2, 3, 0, 0), f"{DIFFERENT} 2 of 5 cases; on 2 NMD prefers X and RNOD Y. They agree on 3: … X on 3."),
    (both(0, 2, 0, 2, 0), f"{DIFFERENT} 4 of 4 cases; on 2 NMD prefers X and RNOD Y. On 2 … reverse."),
    (both(1, 0, 1, 0, 0), f"{DIFFERENT} none of the 2 cases. They agree on 2: both prefer X on 1, Y on 1."),
    (both(1, 0, 0, 0, 0), "NMD and RNOD prefer the same run on the only case. They agree on 1: … Y on 1."),
    (both(0, 0, 0, 0, 1), "No preference …: NMD or RNOD sees a tie on the only case. "),
    (both(0, 0, 0, 0, 3), "No preference …: NMD or RNOD sees a tie on all 3 cases. "),
    (findings.disagreement(IDENTICAL), "X and Y have the same …: every measure sees a tie on all 3 cases."),
    (findings.disagreement(same(-1, -1, 1, 0)), "NMD prefers X on 2 cases and Y on 1; 1 of 4 cases is a tie."),
    (findings.disagreement(same(-1)), "NMD prefers X on 1 case and Y on 0; 0 of 1 case are ties."),
    (findings.agreement(same(-1)), ""),
    (strongest(0, -0.2, -0.1, 0), "the strongest disagreement"),
    (strongest(1, -0.2, -0.1, 0), ""),
    (strongest(1, -(0.1 + 0.2), -0.3, 0), "one of the strongest disagreements"),  # equal but for rounding
    (strongest(1, 0, 0), ""),
    (correlations(CORRELATED), f"{R}; {TAU}, with 95% intervals (…)."),
    (correlations(FEW), f"Pearson r = 0.800 (too few cases for an interval); {TAU}."),
    (correlations(CONSTANT), f"Pearson r is not defined: one of both is constant; {TAU}."),
    (correlations(CONSTANT, CONSTANT), "Correlation of the two Δ: one of both is constant: no correlation."),
    (headline(15), "NMD and RNOD disagree on 6 of 15 cases"),
    (headline(1, listed=True), "NMD and RNOD disagree on 6 of 1 listed case"),
    (headline(2, listed=True), "NMD and RNOD disagree on 6 of 2 listed cases"),
    (filtered(Filter()), ""),
    (filtered(Filter(), "robust"), "… NMD and RNOD is robust in simulated panels"),
    (
        filtered(Filter(majority=0, fewest=3, most=1, shapes=("flat", "peaked")), "mostly kept", "zh"),
        "group zh, … NMD and RNOD is mostly kept or robust …, … −2, 3 annotators or more, 1 annotator or fewer, gold "
        "flat or peaked",
    ),
    (kinds(*PAIR), "NMD: A, RNOD: B; NMD: B, RNOD: A; Both prefer A; Both prefer B"),
    (kinds(*SAME), "NMD: A, NMD: B; NMD: B, NMD: A; Prefers A; Prefers B"),
)


@given(st.lists(st.integers(0, 3), min_size=5, max_size=5))
def test_the_line_below_counts_all_other_cases(numbers):
    counts, words = counted(*numbers).counts, plain(findings.agreement(counted(*numbers)))
    if counts.on_axis == sum(numbers):
        assert words == ""
        return
    reverse, agree, ties = (re.search(part, words) for part in (r"^On (\d)", r"agree on (\d)", r"tie on (\d)"))
    others = sum(int(part[1]) for part in (reverse, agree, ties) if part)
    assert max(counts.second, counts.fourth) + others == sum(numbers)
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
