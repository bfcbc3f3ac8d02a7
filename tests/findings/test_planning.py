"""What a plan says: what a budget buys, how many cases a difference needs, how well annotators agree."""

from dataclasses import replace

import numpy as np

from ordquant_core.analysis.planning.design import Needed
from ordquant_core.analysis.planning.split import Option, Split
from ordquant_core.findings import planning as findings
from tests.findings.claims import every_branch

CELLS = np.zeros((1, 2, 2, 3))
SPLIT = Split(("NMD",), ("a", "b", "c"), (100, 200), (5, 10), CELLS, CELLS, CELLS, np.zeros((1, 2, 3)), 3, 20)
BEST, NEXT = Option(100, 10, 0.04, 2 / 3, 0.9, 0.75), Option(200, 5, 0.03, 1 / 3, 0.8, 0.25)
EQUAL = Option(50, 20, 0.05, 2 / 3, 0.9, 0.5)
NONE = replace(BEST, separated=0.0)
VOTES = np.array([[2, 0], [0, 2], [1, 1]])
WIDE = "100 × 10 gives 95% intervals 0.040 wide …."


def best(*ways):
    return findings.best_way(ways, SPLIT, 1000, "NMD")


def after(*ways):
    return findings.next_best_way(ways, SPLIT)


def needed(cases, high):
    low = None if high is None else cases - 5
    return findings.paired_design(Needed("NMD", 0.01, 0.02, cases, 0.018, 0.03, low, high, 0.01, 7))


test_every_branch_holds_its_claim = every_branch(
    (
        best(BEST, NEXT),
        "With 1,000 votes, 100\u00a0cases\u00a0×\u00a010\u00a0annotators separate about 2 of 3 pairs by NMD.",
    ),
    (best(NONE), "With 1,000 votes, no split … any pair … by NMD."),
    (best(), "No … collection for NMD has 1,000 votes."),
    (findings.question(1000, "NMD"), "How many … 1,000 votes … by NMD?"),
    (after(BEST, NEXT), "100 × 10 is best … 75% of 3 resamples; next best: 200 × 5, about 1 pair."),
    (
        after(BEST, EQUAL, NEXT),
        f"{WIDE} They … of the 2 ways …. 100 × 10 … 75% of 3 resamples; next best: 200 × 5, about 1 pair.",
    ),
    (after(BEST, EQUAL), f"{WIDE} They are the narrowest of the 2 ways that separate as many pairs."),
    (after(NONE, NEXT), WIDE),
    (after(BEST), f"{WIDE} No other split …."),
    (after(), "Choose a budget from 500 to 2,000."),
    (
        findings.next_best_way([NONE, NEXT], replace(SPLIT, n_cases=19)),
        f"{WIDE} The pilot has 19 cases: … fewer than 20, ….",
    ),
    (findings.few_pilot(1), " The pilot has 1 case: … fewer than 20, …."),
    (findings.few_pilot(20), ""),
    (
        findings.detected(0.0321, 300, "NMD", 0.8),
        "With 80% power, the pilot's 300 cases detect differences of 0.032 or more in NMD.",
    ),
    (findings.detected(float("nan"), 300, "NMD", 0.9), "With 90% power, the pilot's 300 cases detect no … in NMD."),
    (findings.annotator_agreement(VOTES), "… alpha (ordinal) is 0.444, with 2 votes for each of 3 cases."),
    (findings.how_resampled(SPLIT), f"Cases …, 3 times. {findings.SHRUNK} Tau: …."),
    (needed(100, 120), "To find 0.01 in NMD takes at least 100 cases … (95 to 120 … 95% …), 7 by the mean …."),
    (needed(20, 30), "To find 0.01 in NMD … 20 cases … (15 to 30 … 95% …), 7 … pairs. Fewer than 20 …."),
    (needed(None, None), ""),
    (needed(100, None), ""),
)
