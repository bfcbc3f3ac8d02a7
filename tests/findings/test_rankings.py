"""What is said of how measures rank runs: how alike, how consistently, and what information they share."""

from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.analysis.agreement import Agreement, AverageAgreement
from ordquant_core.analysis.consistency import Consistency, consistency_experiment
from ordquant_core.findings import rankings as findings
from ordquant_core.records import Scores
from ordquant_core.statistics.information import InformationLeft
from tests.findings.claims import every_branch
from tests.findings.resamples import resampled

KEYS = ("NMD", "RNOD", "NVD", "DNKT")
OVER = " over 2 tasks"


def similar(*values, counted=2):
    counts = np.full((len(values), len(values)), 2)
    counts[0, 1] = counts[1, 0] = counted
    return AverageAgreement(KEYS[: len(values)], np.ones((len(values),) * 2), np.array(values), counts)


def similarity(*values, over="", **shares):
    return findings.similarity(resampled(KEYS[: len(values)], values, **shares), over)


def of_two(tau, low):
    square = lambda value: np.full((2, 2), value)  # noqa: E731
    return Agreement(KEYS[:2], 6, square(tau), square(0.1), square(0.9), square(low), square(0.8))


def both_intervals(tau, low):
    return findings.both_intervals(of_two(tau, low), KEYS[:2])


def consistent(*means, size=7, over="", **shares):
    sets = (150, 149) if size is None else (size, size)
    splits = Consistency(KEYS[: len(means)], size, sets, 1, np.array([means]), np.zeros(len(means), dtype=np.int64))
    return findings.consistency(splits, resampled(splits.measures, means, **shares), over)


def left(alone=0.5, remaining=0.25, chance=0.4, pairs=6, tau=0.8):
    return InformationLeft(alone, remaining, chance, pairs, 6, tau)


def of_information(*tasks, given=()):
    return findings.information(KEYS[:2], given, tasks)


@pytest.fixture(scope="module")
def experiment():
    worse = np.array([0, 0.01, 0.02, 0.1, 0.11, 0.3])[None, :, None]
    values = 0.3 + worse + 0.1 * np.random.default_rng(4).random((3, 6, 20))
    scores = Scores(KEYS[:3], tuple("abcdef"), tuple(map(str, range(20))), values)
    return consistency_experiment(scores, size=5, n_splits=20, seed=3)


LEAST, MOST = "the runs least like the others", "the runs most like the others"
SETS, HALVES = "mean tau 0.900 between two sets of 7 cases", "mean tau 0.900 between halves"
SHARE = "The rankings by NMD and RNOD share 0.500 bits of information"
NO_TAU = "no tau on some task: …."

test_every_branch_holds_its_claim = every_branch(
    (similarity(np.nan, np.nan), "All runs tie by …: there are no two rankings …."),
    (similarity(0.8, 0.8, over=OVER), f"The rankings by NMD and RNOD have a tau of 0.800{OVER}."),
    (similarity(0.8, 0.8, 0.8, np.nan), "All 3 measures … equally …: average tau 0.800. Left out: DNKT, …."),
    (similarity(0.9, 0.5, 0.6), f"RNOD ranks {LEAST} (average tau 0.500); NMD ranks {MOST} (0.900)."),
    (similarity(0.9, 0.5, 0.5, 0.5), f"RNOD, NVD and DNKT rank {LEAST} (… 0.500); NMD ranks {MOST} (0.900)."),
    (  # not twice 0.912
        similarity(0.9124, 0.9121, 0.9123, over=OVER),
        f"RNOD ranks {LEAST} (average tau 0.9121{OVER}); NMD ranks {MOST} (0.9124).",
    ),
    (
        similarity(0.9, 0.5, 0.6, low=0.94, high=0.5),
        f"RNOD ranks {LEAST} (… 0.500) in 94% of resamples …; NMD ranks {MOST} (0.900) in 50% of resamples of cases.",
    ),
    (similarity(0.9, 0.5, 0.6, low=0.49), f"Which measure … {LEAST} (… 0.500) depends …; NMD ranks {MOST} (0.900)."),
    (similarity(0.9, 0.5, 0.6, high=0.49), f"RNOD ranks {LEAST} (… 0.500); which measure … {MOST} (0.900) depends …."),
    (
        similarity(0.9, 0.5, 0.6, low=0.4, high=0.4),
        f"Which … {LEAST}, and which … {MOST}, depends … (… 0.500 … 0.900).",
    ),
    (findings.fewer_tasks(similar(0.8, 0.8, counted=1), 1), ""),
    (findings.fewer_tasks(similar(0.8, 0.8), 2), ""),
    (findings.fewer_tasks(similar(0.8, 0.8, counted=1), 2), f" 1 pair of measures has {NO_TAU}"),
    (findings.fewer_tasks(similar(0.8, 0.8, 0.8), 3), f" 3 pairs of measures have {NO_TAU}"),
    (findings.tau(of_two(0.6, 0.2), KEYS[:2], ""), "NMD and RNOD: tau 0.600, 95% interval 0.200 to 0.800"),
    (findings.tau(of_two(1.0, np.nan), KEYS[:2], ""), "NMD and RNOD: tau 1.000"),
    (findings.tau(of_two(0.6, 0.2), KEYS[:2], OVER), "NMD and RNOD: tau 0.600 on average"),
    (findings.tau(similar(1.0, 1.0), KEYS[:2], ""), "NMD and RNOD: tau 1.000"),
    (both_intervals(0.6, 0.2), "… 95% … (1997); … none … 1 or −1. … 2022 … 0.437 / (n - 4), …) it is 0.100 to 0.900."),
    (consistent(0.9, 0.7, 0.9), f"NMD and NVD rank … most … ({SETS}); RNOD ranks … least … (0.700)."),
    (consistent(0.9, 0.7, 0.7), f"NMD ranks … most … ({SETS}); RNOD and NVD rank … least … (0.700)."),
    (consistent(0.7 + 1e-13, 0.7, 0.7, over=OVER), f"All 3 … equally … (… 0.700 between sets of 7 cases{OVER})."),
    (consistent(0.9, 0.7, size=None), f"NMD … ({HALVES} of 150 and 149 cases); RNOD … (0.700)."),
    (consistent(0.9, 0.7, size=None, over=OVER), f"NMD … ({HALVES}{OVER}); RNOD … (0.700)."),
    (consistent(0.9, 0.7, 0.8, low=0.6, high=0.6), f"NMD … ({SETS}) in 60% …; RNOD … (0.700) in 60% …."),
    (consistent(0.9, 0.7, 0.8, low=0.4, high=0.4), f"Which … most …, and which … least …, depends … ({SETS} … 0.700)."),
    (findings.growth("NMD", 0.8, 12), "NMD: tau 0.8 with 12 cases per set"),
    (findings.growth("NMD", 0.8, None), "NMD: no tau 0.8 with half of the cases"),
    (of_information(left()), f"{SHARE}."),
    (of_information(left(pairs=5, tau=-0.8)), f"{SHARE} on the 5 of 6 pairs … none …. Their tau is negative: … no …."),
    (of_information(left(tau=-0.8), left(tau=0.8)), f"{SHARE}, on average over 2 tasks."),
    (of_information(left(tau=0.0)), f"{SHARE}."),
    (of_information(left(), None, left(), given=["NVD"]), f"{SHARE}, … 2 tasks; given NVD, 0.250 … (…, 0.400 …)."),
    (of_information(None), "Information is not defined: NMD and RNOD tie every pair …."),
    (of_information(None, given=["NVD"]), "Information is not defined: NMD, RNOD and NVD together tie every pair …."),
)


def test_an_experiment_says_its_splits_and_how_measures_were_compared(experiment):
    drawn, test = experiment.by("half")
    tied = replace(drawn, taus=drawn.taus[1:])  # a split on which all runs tie by a measure
    words = findings.splits(tied, test, 3, 0.05, "a task")
    assert words.startswith("The cases are split at random B = 20 times (seed 3); ")
    assert "resampled 1,000 times: For a task, with cases resampled" in words
    assert "The 95% intervals of the differences" in words
    assert words.endswith(" Left out, as all runs tie by one of the measures: 1 split.")
    assert "Left out" not in findings.splits(drawn, test, 3, 0.05)
    number = sum(map(len, experiment.small_test.outperformed()))
    assert f"{number} of 3 pairs of measures differ" in findings.differing(experiment.small_test, 0.05)
