"""Which run has the smallest means, and how many pairs of runs measures separate."""

from dataclasses import replace

import numpy as np

from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.analysis.task_report import task_report
from ordquant_core.findings.smallest_means import not_tested, pairs_that_differ, smallest_means
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.records import Task
from tests.findings.claims import every_branch
from tests.findings.resamples import resampled


def report(measures, *, cases=8, runs=("A", "B"), far=(0, 2)):
    """Report on runs that are right but for the first case, whose gold is class 0 and which they put into a class."""
    classes = np.eye(3)
    gold = classes[[0, *[1] * (cases - 1)]]
    estimates = np.array([[classes[place], *gold[1:]] for place, _ in zip(far, runs, strict=True)])
    task = Task("t", None, tuple("123"), tuple(map(str, range(cases))), gold, None, runs, estimates)
    return task_report(task, measures, n_trials=50, seed=1)


def words(measures, **options):
    return smallest_means(report(measures, **options), 0.05)


def winners(*shares, runs="A"):
    """Return what is said where these runs are first by each measure, in these shares of resamples."""
    over_cases = {}
    for key, name, share in zip(MAIN_MEASURES, runs.ljust(len(shares), "A"), shares, strict=False):
        over_cases[key] = resampled(["A", "B"], [0.1, 0.2] if name == "A" else [0.2, 0.1], low=share)
    both = replace(report(["NMD"]), results=None, over_cases=over_cases)
    return smallest_means(replace(both, scores=replace(both.scores, measures=tuple(over_cases))), 0.05)


def separated(*p_values):
    """Return what is said where each measure has these p-values of the pairs of three runs."""
    measures = MAIN_MEASURES[: len(p_values)]
    tables = np.ones((len(measures), 3, 3))
    first, second = np.triu_indices(3, 1)
    for table, values in zip(tables, p_values, strict=True):
        table[first, second] = table[second, first] = values
    zeros = np.zeros_like(tables)
    test = Discrimination(tuple(measures), tuple("abc"), 30, zeros[:, 0], tables, zeros, zeros, 5000)
    return pairs_that_differ(test, 0.05)


ONE, NO = [0.001, 0.2, 0.3], [0.2] * 3
NONE = "With 2 runs and 2 cases no … HSD … 0.5: no difference can be significant … 0.05."
TIE = (1, 2)  # both runs are as wrong by a measure without distances
BEST = "A has the smallest mean score by NMD in 69% of resamples of cases"  # near 1 - (7 / 8)^8: case 1 is drawn
SEPARATES = "Of 1 pair of runs, NMD separates 0 significantly."

test_every_branch_holds_its_claim = every_branch(
    (words(["NMD"], runs=("A",), far=(2,)), "By NMD, A scores 0.125 …; smaller is better."),
    (words(["NMD"], cases=2), f"By NMD, which run … is not known from 2 cases. {NONE}"),
    (words(["NMD"]), f"{BEST}. {SEPARATES}"),
    (words(["NMD"], far=(1, 1)), f"A and B share the smallest mean score by NMD. {SEPARATES}"),
    (words(["NMD", "NVD"], far=TIE), f"{BEST}; A and B by NVD. Of 1 pair …, each … separates 0 …."),
    (words(["NVD", "KLD"], far=TIE), "A and B share … by NVD. Left out, as infinite …: KLD. Of 1 pair …, NVD … 0 …."),
    (words(["KLD"], far=TIE), "Every measure is infinite …: no …."),
    (words(["KLD", "NMD"]), f"{BEST}. Left out, as infinite …: KLD. {SEPARATES}"),
    (words(["NMD"], cases=1), "By NMD, which run … is not known from 1 case."),
    (winners(1, 0.95), "A has the smallest mean score by both measures."),
    (
        winners(1, 0.61, 0.7, 0.8, 0.49, runs="AAABB"),
        "A has … by RNOD and RSNOD in 61% to 70% of resamples of cases; \
A by NMD; B by RNOD2 in 80% …; by RNADW, that depends on the cases.",
    ),
    (winners(*[0.3] * 6), "By all 6 measures, which run … depends on the cases."),
    (winners(*[1] * 5, 0.3), "A has … by 5 of the 6 measures; by RNADW2, that depends on the cases."),
    (separated(ONE), "Of 3 pairs of runs, NMD separates 1 significantly."),
    (separated([0.001, 0.049, 0.3]), "Of 3 pairs of runs, NMD separates 2 …. With other trials … 0.05."),
    (separated(ONE, ONE), "Of 3 pairs of runs, each of the tested measures separates 1 significantly."),
    (separated(NO, ONE, NO), "Of 3 pairs of runs, the tested measures separate 0 to 1 significantly."),
    (not_tested(report(["NMD"], cases=1)), "A test needs two runs and two cases or more."),
    (not_tested(report(["NMD"], runs=("A",), far=(2,))), "A test needs two runs and two cases or more."),
    (not_tested(report(["NMD", "KLD"])), "Not tested, as infinite …: KLD."),
    (not_tested(report(["NMD"])), ""),
)
