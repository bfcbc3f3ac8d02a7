"""What a plan says: every branch of every sentence."""

from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.analysis.planning.design import Needed
from ordquant_core.analysis.planning.noise import Noise
from ordquant_core.analysis.planning.split import Option, Split
from ordquant_core.findings import planning as findings
from ordquant_core.findings.sentence import RunName, plain
from ordquant_core.statistics.mean_interval import MeanInterval

NOISE = Noise(("NMD", "JSD"), np.array([[0.1, 0.3], [0.2, 0.2]]), np.array([[0.2, 0.4], [0.5, 0.1]]), 1000)
CELLS = np.zeros((1, 2, 2, 3))
SPLIT = Split(("NMD",), ("a", "b", "c"), (100, 200), (5, 10), CELLS, CELLS, CELLS, np.zeros((1, 2, 3)), 3)
BEST, NEXT = Option(100, 10, 0.04, 2 / 3, 0.9, 0.75), Option(200, 5, 0.03, 1 / 3, 0.8, 0.25)
NONE = replace(BEST, separated=0.0)
FLOORS = {5: 0.2, 10: 0.1}
NO_SPLIT = "With 1,000 votes, no split is expected to separate any pair of runs by NMD; 100 cases × 10 annotators give"
AGAINST = (
    "By NMD the true distributions would still score 0.200 (noise floor), another panel of annotators 0.300. "
    f"{findings.ESTIMATED} "
)
INCLUDES = "For the mean of a run minus that of the panel, the 95% interval of the difference includes 0 for "
EACH = " These are intervals of each run by itself, not corrected for their number."
EXCLUDES = "the 95% interval of the difference excludes 0 for"


def best(*ways):
    return findings.best_way(ways, SPLIT, 1000, "NMD")


def after(*ways):
    return findings.next_best_way(ways, SPLIT, FLOORS)


def against(low, high):
    differences = MeanInterval(np.zeros((1, len(low))), np.array([low]), np.array([high]), 100, 0.95)
    return findings.against_panel(NOISE, differences, 0, [RunName("a", "A"), RunName("b<"), "c", "d", "e"][: len(low)])


def needed(cases, high):
    return findings.uncertain_variance(Needed("NMD", 0.01, 0.02, cases, 0.03, high))


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        (
            best(BEST, NEXT),
            "With 1,000 votes, 100 cases × 10 annotators give 95% intervals 0.040 wide by NMD and separate about 2 of "
            "3 pairs.",
        ),
        (best(NONE), f"{NO_SPLIT} 95% intervals 0.040 wide."),
        (
            best(),
            "No resampled collection for NMD has 1,000 votes. Choose a budget from 500 to 2,000.",
        ),
        (
            after(BEST, NEXT),
            "Width: median pair of runs. Next best: 200 × 5 separates about 1, with a noise floor of 0.200 instead of "
            "0.100. 100 × 10 is best or tied in 75% of 3 resamples.",
        ),
        (after(NONE, NEXT), "Width: median pair of runs."),
        (after(BEST), "Width: median pair of runs. No other split of this budget was resampled."),
        (
            findings.noise_floor(NOISE, "JSD"),
            "Votes are a sample: by JSD the true distributions would still score 0.200, and a second panel of as many "
            f"annotators 0.300. {findings.ESTIMATED}",
        ),
        (
            against([-1, 1, 1], [1, 2, 2]),
            f"{AGAINST}{INCLUDES}a; 2 runs score worse (the interval excludes 0).{EACH}",
        ),
        (
            against([-1, -1, -2], [1, 1, -1]),
            f"{AGAINST}{INCLUDES}a and b<; 1 run scores better (the interval excludes 0).{EACH}",
        ),
        (against([-1] * 5, [1] * 5), f"{AGAINST}{INCLUDES}a, b<, c, d and 1 more; it never excludes 0.{EACH}"),
        (
            against([-2, 1, 1], [-1, 2, 2]),
            f"{AGAINST}1 run scores better and 2 runs score worse than that panel; {EXCLUDES} every run.{EACH}",
        ),
        (against([1], [2]), f"{AGAINST}1 run scores worse than that panel; {EXCLUDES} every run."),
        (
            against([np.nan, 1, 1], [np.nan, 2, 2]),
            f"{AGAINST}2 runs score worse than that panel; {EXCLUDES} each of these. For 1 run there is no interval: "
            f"the differences do not vary.{EACH}",
        ),
        (
            against([np.nan] * 3, [np.nan] * 3),
            f"{AGAINST}There is no interval of the differences between the runs and that panel.",
        ),
        (
            findings.annotator_agreement(np.array([[2, 0], [0, 2], [1, 1]])),
            "Krippendorff's alpha (ordinal) is 0.444, with 2 votes for each of 3 cases.",
        ),
        (
            findings.how_resampled(SPLIT),
            f"Cases are resampled with replacement and annotators without, 3 times. {findings.SHRUNK} Tau: with the "
            "ranking of the pilot, from resamples of the same pilot.",
        ),
        (
            needed(100, 120),
            "The pilot's variance is an estimate: for 0.01 in NMD, 100 cases by the estimate, 120 by its upper limit "
            "(one-sided 95%, normal scores). Runs with equal scores count once.",
        ),
        (needed(None, None), ""),
        (needed(100, None), ""),
    ],
)
def test_every_sentence_of_a_plan(sentence, words):
    assert plain(sentence) == words


def test_names_of_runs_stay_names():
    assert {RunName("a", "A"), RunName("b<")} <= set(against([-1, -1], [1, 1]))
