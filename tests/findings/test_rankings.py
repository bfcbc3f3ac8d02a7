"""What is said of how measures rank runs: how alike, how consistently, and what information they share."""

from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.analysis.agreement import Agreement, AverageAgreement
from ordquant_core.analysis.consistency import Consistency, consistency_experiment
from ordquant_core.analysis.consistency_over_cases import compare_resampled
from ordquant_core.findings import rankings as findings
from ordquant_core.findings.sentence import plain
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


def spoken(sentences):
    return " ".join(filter(None, sentences))


def similarity(*values, over="", **shares):
    return spoken(findings.similarity(resampled(KEYS[: len(values)], values, **shares), over))


def of_two(tau, low):
    square = lambda value: np.full((2, 2), value)  # noqa: E731
    return Agreement(KEYS[:2], 6, square(tau), square(0.1), square(0.9), square(low), square(0.8))


def both_intervals(low):
    fisher = np.full((2, 2), low if np.isnan(low) else 0.1)
    return findings.both_intervals(replace(of_two(0.6, low), low=fisher), KEYS[:2])


def consistent(*means, over="", n_tested=11, spread=0.1, **shares):
    """`n_tested` cases: fewer than 12 are not tested; the less the taus `spread`, the more measures differ."""
    moved = np.tile(means, (99, 1)) + spread * np.random.default_rng(1).standard_normal((99, len(means)))
    test = compare_resampled(KEYS[: len(means)], None, np.tile(means, (9, 1)), moved, np.zeros(len(means)), n_tested)
    return spoken(findings.consistency(resampled(KEYS[: len(means)], means, **shares), over, test, 0.05))


def between(size, over=""):
    sets = (150, 149) if size is None else (size, size)
    return findings.between_sets(Consistency(KEYS, size, sets, 1, np.zeros((1, 4)), np.zeros(4, dtype=int)), over)


def left(alone=0.5, remaining=0.25, chance=0.4, pairs=6, tau=0.8, of=6):
    return InformationLeft(alone, remaining, chance, pairs, of, tau)


def of_information(*tasks, given=()):
    said, bits = findings.information(KEYS[:2], given, tasks)
    return spoken([plain(said), bits])


@pytest.fixture(scope="module")
def experiment():
    worse = np.array([0, 0.01, 0.02, 0.1, 0.11, 0.3])[None, :, None]
    values = 0.3 + worse + 0.1 * np.random.default_rng(4).random((3, 6, 20))
    scores = Scores(KEYS[:3], tuple("abcdef"), tuple(map(str, range(20))), values)
    return consistency_experiment(scores, size=5, n_splits=20, seed=3)


LEAST, MOST = "the runs least like the others", "the runs most like the others"
SHARE = "NMD and RNOD share 50% of the information in their rankings"
BITS = "0.500 of 1 bit"
NO_TAU = "no tau on some task: …."

test_every_branch_holds_its_claim = every_branch(
    (similarity(np.nan, np.nan), "All runs tie by …: there are no two rankings …."),
    (similarity(0.8, 0.8, over=OVER), f"The rankings by NMD and RNOD have a tau of 0.800{OVER}."),
    (similarity(0.8, 0.8, 0.8, np.nan), "All 3 measures … equally …: average tau 0.800. Left out: DNKT, …."),
    (similarity(0.8, 0.8, 0.8, low=0.6), "On these cases all 3 … equally …: … 0.800, and in 60% of resamples."),
    (similarity(0.8, 0.8, 0.8, low=0.45), "On these cases all 3 … equally …: … 0.800, but in only 45% of resamples."),
    (similarity(0.8, 0.8, 0.8, low=0.0), "On these cases all 3 … equally …: … 0.800, but in no resample."),
    (
        similarity(0.8, 0.8, 0.8, n_cases=2),
        "On these 2 cases all 3 … equally …: … 0.800; whether … others is not known.",
    ),
    (
        similarity(0.9, 0.5, 0.6, n_cases=7),
        f"None of 3 … {LEAST}, and none most (here … 0.500 by RNOD and 0.900 by NMD): that is not known from 7 cases.",
    ),
    (similarity(0.9, 0.5, 0.6), f"RNOD ranks {LEAST} (average tau 0.500), NMD most (0.900)."),
    (
        similarity(0.9, 0.5, 0.5, 0.5),
        f"RNOD, NVD and DNKT rank {LEAST} (… 0.500), NMD most (0.900).",
    ),
    (  # not twice 0.912
        similarity(0.9124, 0.9121, 0.9123, over=OVER),
        f"RNOD ranks {LEAST} (average tau 0.9121{OVER}), NMD most (0.9124).",
    ),
    (
        similarity(0.9, 0.5, 0.6, low=0.94, high=0.5),
        f"On these cases RNOD ranks {LEAST} (… 0.500), NMD most (0.900). RNOD ranks {LEAST} in 94% of resamples …. "
        f"NMD ranks {MOST} in 50% of resamples ….",
    ),
    (
        similarity(0.9, 0.5, 0.6, low=0.6),
        f"NMD ranks {MOST} (average tau 0.900), on these cases RNOD least (0.500). RNOD ranks {LEAST} in 60% of ….",
    ),
    (
        similarity(0.9, 0.5, 0.6, low=0.49),
        f"NMD ranks {MOST} (average tau 0.900). No measure … {LEAST} (here 0.500 by RNOD): that depends ….",
    ),
    (
        similarity(0.9, 0.5, 0.6, high=0.49),
        f"RNOD ranks {LEAST} (… 0.500). No measure … {MOST} (here 0.900 by NMD): that depends ….",
    ),
    (
        similarity(0.9, 0.5, 0.6, low=0.4, high=0.4),
        f"None of 3 measures clearly … {LEAST}, and none most (here … 0.500 by RNOD and 0.900 by NMD): that depends ….",
    ),
    (findings.fewer_tasks(similar(0.8, 0.8, counted=1), 1), ""),
    (findings.fewer_tasks(similar(0.8, 0.8), 2), ""),
    (findings.fewer_tasks(similar(0.8, 0.8, counted=1), 2), f" 1 pair of measures has {NO_TAU}"),
    (findings.fewer_tasks(similar(0.8, 0.8, 0.8), 3), f" 3 pairs of measures have {NO_TAU}"),
    (findings.tau(of_two(0.6, 0.2), KEYS[:2], ""), "Tau 0.600, 95% interval 0.200 to 0.800."),
    (findings.tau(of_two(1.0, np.nan), KEYS[:2], ""), "Tau 1.000."),
    (findings.tau(of_two(0.6, 0.2), KEYS[:2], OVER), f"Tau 0.600 on average{OVER}."),
    (findings.tau(similar(1.0, 1.0), KEYS[:2], ""), "Tau 1.000."),
    (both_intervals(0.6), "… 95% … (1997), …; … none … 1 or −1, … 2022 … 0.437 / (n - 4), …) it is 0.100 to 0.900."),
    (both_intervals(np.nan), "… 95% … (1997), …; … none … 1 or −1, … 2022 … 0.437 / (n - 4), …) it is not defined …."),
    (consistent(0.9, 0.7, 0.9), "NMD and NVD are most … (mean tau 0.900), RNOD least (0.700)."),
    (consistent(0.9, 0.7, 0.7, over=OVER), f"NMD is most … (mean tau 0.900{OVER}), RNOD and NVD least (0.700)."),
    (consistent(0.7 + 1e-13, 0.7, 0.7, np.nan), "All 3 … equally … (… 0.700). Left out: DNKT, … more than 5% …."),
    (consistent(0.7 + 1e-13, 0.7, over=OVER), f"Both … equally … (… 0.700{OVER})."),
    (consistent(0.9, np.nan), "Which measure … is not known. Left out: RNOD, … 5% …."),
    (consistent(0.9, 0.7, np.nan), "NMD … most … (… 0.900), RNOD least (0.700). Left out: NVD, … 5% …."),
    (
        consistent(0.9, 0.7, 0.8, low=0.6, high=0.6),
        "On these cases NMD … (… 0.900), RNOD least (0.700). NMD … most … in 60% …. RNOD … least … in 60% ….",
    ),
    (
        consistent(0.9, 0.7, 0.8, low=0.4),
        "NMD … most … (… 0.900). No measure is … least … (here 0.700 by RNOD): that depends ….",
    ),
    (
        consistent(0.9, 0.7, 0.8, high=0.4),
        "RNOD … least … (mean tau 0.700). No measure is … most … (here 0.900 by NMD): that depends ….",
    ),
    (
        consistent(0.9, 0.7, 0.8, low=0.4, high=0.4),
        "None of 3 measures is clearly most …, and none least (here … 0.900 by NMD and 0.700 by RNOD): that depends ….",
    ),
    (
        consistent(0.9, 0.7, 0.8, n_tested=12),
        "NMD is most … (mean tau 0.900), RNOD least (0.700), but not significantly.",
    ),
    (consistent(0.9, 0.7, 0.8, n_tested=12, spread=0.001), "NMD is most … (mean tau 0.900), RNOD least (0.700)."),
    (consistent(0.9, 0.7, over=OVER, n_tested=12), f"NMD is most … (mean tau 0.900{OVER}), RNOD least (0.700)."),
    (findings.growth(KEYS[:2], 0.8, (12, 1)), "Tau 0.8 takes 12 cases per set by NMD, 1 case per set by RNOD."),
    (findings.growth(KEYS[:2], 0.8, (None, 9)), "Tau 0.8 takes more than half … by NMD, 9 … by RNOD."),
    (between(None), "Tau … halves of 150 and 149 cases."),
    (between(None, OVER), f"Tau … halves{OVER}."),
    (between(7), "Tau … two sets of 7 cases."),
    (between(7, OVER), f"Tau … two sets of 7 cases{OVER}."),
    (of_information(left(pairs=10, of=10)), f"{SHARE}. {BITS} on 10 pairs of runs."),
    (of_information(left()), f"{SHARE}. {BITS} on 6 pairs of runs (so few … by chance)."),
    (
        of_information(left(pairs=5, tau=-0.8)),
        f"{SHARE}. {BITS} on the 5 of 6 pairs … none … (so few …). Their tau is negative: … no ….",
    ),
    (of_information(left(tau=-0.8), left(tau=0.8)), f"{SHARE}. {BITS}, on average over 2 tasks."),
    (of_information(left(tau=0.0)), f"{SHARE}. {BITS} on 6 pairs …."),
    (
        of_information(left(), None, left(), given=["NVD"]),
        f"{SHARE}; given NVD, 25%. {BITS}, … 2 tasks; given NVD, 0.250 … (…, 0.400 …).",
    ),
    (of_information(None), "Information is not defined: NMD and RNOD tie every pair …."),
    (of_information(None, given=["NVD"]), "Information is not defined: NMD and RNOD, with NVD, tie every pair …."),
)


def test_an_experiment_says_its_splits_and_how_measures_were_compared(experiment):
    drawn, test = experiment.by("half")
    tied = replace(drawn, taus=drawn.taus[1:])  # a split on which all runs tie by a measure
    words = findings.splits(tied, test, 3, 0.05, "a task")
    assert words.startswith("The cases are split at random B = 20 times (seed 3); ")
    assert "resampled 1,000 times, and the differences of runs shrunk first" in words
    assert ": For a task, with cases resampled" in words
    assert "The 95% intervals of the differences" in words
    assert words.endswith(" Left out, as all runs tie by one of the measures: 1 split.")
    assert "Left out" not in findings.splits(drawn, test, 3, 0.05)
    number = sum(map(len, experiment.half_test.outperformed()))
    assert f"{number} of 3 pairs of measures differ" in findings.differing(test, 0.05)


@pytest.mark.parametrize(
    ("n_cases", "tied", "claim"),
    [
        (11, 0, "With 11 cases, differences in consistency are not tested: with fewer than 12,"),
        (12, 0, "With cases resampled, 0 of 3 pairs of measures differ"),
        (12, 1, "Not tested: NMD, by which more than 5% of the pairs of runs tie."),
        (12, 2, "no two measures are tested for consistency: NMD and RNOD, by which more than 5%"),
    ],
)
def test_few_cases_and_measures_with_many_ties_are_not_tested(n_cases, tied, claim):
    taus, moved = np.tile([0.5, 0.6, 0.7], (9, 1)), np.random.default_rng(1).random((99, 3))
    test = compare_resampled(KEYS[:3], None, taus, moved, np.where(np.arange(3) < tied, 0.06, 0.05), n_cases)
    assert claim in findings.differing(test, 0.05)
    assert test.outperformed() == ((), (), ())
    drawn = Consistency(KEYS[:3], None, (6, 6), 9, taus, np.zeros(3, dtype=np.int64))
    assert findings.splits(drawn, test, 3, 0.05).count("resampled") == (2 if n_cases > 11 else 0)
    assert np.isnan(test.p_values).sum() == (9 if n_cases < 12 else [0, 5, 8][tied])
