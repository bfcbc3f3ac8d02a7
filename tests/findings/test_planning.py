"""What a plan says: what a budget buys, what is noise, how runs compare with another panel."""

from dataclasses import replace

import numpy as np

from ordquant_core.analysis.planning.design import Needed
from ordquant_core.analysis.planning.noise import Noise
from ordquant_core.analysis.planning.split import Option, Split
from ordquant_core.findings import planning as findings
from ordquant_core.findings.sentence import RunName
from ordquant_core.statistics.mean_interval import MeanInterval
from tests.findings.claims import every_branch

NOISE = Noise(("NMD", "JSD"), np.array([[0.1, 0.3], [0.2, 0.2]]), np.array([[0.2, 0.4], [0.5, 0.1]]), 1000)
CELLS = np.zeros((1, 2, 2, 3))
SPLIT = Split(("NMD",), ("a", "b", "c"), (100, 200), (5, 10), CELLS, CELLS, CELLS, np.zeros((1, 2, 3)), 3)
BEST, NEXT = Option(100, 10, 0.04, 2 / 3, 0.9, 0.75), Option(200, 5, 0.03, 1 / 3, 0.8, 0.25)
NONE = replace(BEST, separated=0.0)
VOTES = np.array([[2, 0], [0, 2], [1, 1]])
FLOORS = {5: 0.2, 10: 0.1}
SIZE = "100 cases × 10 annotators give 95% intervals 0.040 wide"
AGAINST = "By NMD … 0.200 (…), another panel … 0.300. Both … cases. "
INCLUDES = f"{AGAINST}For the mean …, the 95% interval … includes 0 for "
EACH = " These are intervals of each run by itself, not …."
EXCLUDES = "the 95% interval … excludes 0 for"


def best(*ways):
    return findings.best_way(ways, SPLIT, 1000, "NMD")


def after(*ways):
    return findings.next_best_way(ways, SPLIT, FLOORS)


def against(low, high):
    differences = MeanInterval(np.zeros((1, len(low))), np.array([low]), np.array([high]), 100, 0.95)
    return findings.against_panel(NOISE, differences, 0, [RunName("a", "A"), RunName("b<"), "c", "d", "e"][: len(low)])


def needed(cases, high):
    return findings.uncertain_variance(Needed("NMD", 0.01, 0.02, cases, 0.03, high))


test_every_branch_holds_its_claim = every_branch(
    (best(BEST, NEXT), f"With 1,000 votes, {SIZE} by NMD and separate about 2 of 3 pairs."),
    (best(NONE), f"With 1,000 votes, no split … any pair … by NMD; {SIZE}."),
    (best(), "No … collection for NMD has 1,000 votes. Choose a budget from 500 to 2,000."),
    (after(BEST, NEXT), "…. Next best: 200 × 5 … about 1, … 0.200 … 0.100. 100 × 10 is best … 75% of 3 resamples."),
    (after(NONE, NEXT), "Width: median pair of runs."),
    (after(BEST), "Width: median pair of runs. No other split …."),
    (findings.noise_floor(NOISE, "JSD"), "…: by JSD … 0.200, and a second panel … 0.300. Both …"),
    (against([-1, 1, 1], [1, 2, 2]), f"{INCLUDES}a; 2 runs score worse (… excludes 0).{EACH}"),
    (against([-1, -1, -2], [1, 1, -1]), f"{INCLUDES}a and b<; 1 run scores better (… excludes 0).{EACH}"),
    (against([0, -1], [1, 0]), f"{INCLUDES}a and b<; it never excludes 0.{EACH}"),
    (against([-1] * 5, [1] * 5), f"{INCLUDES}a, b<, c, d and 1 more; it never excludes 0.{EACH}"),
    (
        against([-2, 1, 1], [-1, 2, 2]),
        f"{AGAINST}1 run scores better and 2 runs score worse …; {EXCLUDES} every run.{EACH}",
    ),
    (against([1], [2]), f"{AGAINST}1 run scores worse than that panel; {EXCLUDES} every run."),
    (
        against([np.nan, 1, 1], [np.nan, 2, 2]),
        f"{AGAINST}2 runs … worse …; {EXCLUDES} each …. For 1 run … no interval: … not ….{EACH}",
    ),
    (against([np.nan] * 3, [np.nan] * 3), f"{AGAINST}There is no interval …."),
    (findings.annotator_agreement(VOTES), "… alpha (ordinal) is 0.444, with 2 votes for each of 3 cases."),
    (findings.how_resampled(SPLIT), f"Cases …, 3 times. {findings.SHRUNK} Tau: …."),
    (needed(100, 120), "The pilot's …: for 0.01 in NMD, 100 cases by the estimate, 120 … (one-sided 95%, …). Runs …."),
    (needed(None, None), ""),
    (needed(100, None), ""),
)


def test_names_of_runs_stay_names():
    assert {RunName("a", "A"), RunName("b<")} <= set(against([-1, -1], [1, 1]))
