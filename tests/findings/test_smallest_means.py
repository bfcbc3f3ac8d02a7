"""Which run has the smallest means, and how many pairs of runs measures separate."""

import numpy as np

from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.analysis.task_report import task_report
from ordquant_core.findings.smallest_means import not_tested, pairs_that_differ, smallest_means
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.records import Task
from tests.findings.claims import every_branch


def report(measures, *, cases=2, runs=("A", "B"), far=(0, 2)):
    """Report on runs that are right but for the first case, whose gold is class 0 and which they put into a class."""
    classes = np.eye(3)
    gold = classes[[0, *[1] * (cases - 1)]]
    estimates = np.array([[classes[place], *gold[1:]] for place, _ in zip(far, runs, strict=True)])
    task = Task("t", None, tuple("123"), tuple(map(str, range(cases))), gold, None, runs, estimates)
    return task_report(task, measures, n_trials=50, seed=1)


def words(measures, **options):
    return smallest_means(report(measures, **options), 0.05)


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
BEST, TIE = "By NMD, A has the smallest mean score.", (1, 2)  # both runs are as wrong by a measure without distances

test_every_branch_holds_its_claim = every_branch(
    (words(["NMD"], runs=("A",), far=(2,)), "By NMD, A scores 0.500 …; smaller is better."),
    (words(["NMD"]), f"{BEST} {NONE}"),
    (words(["NMD"], far=(1, 1)), f"By NMD, A and B share the smallest mean score. {NONE}"),
    (words(["NMD", "NVD"], far=TIE), f"By both measures, no run … A; some share it: A and B by NVD. {NONE}"),
    (words(["NVD", "KLD"], far=TIE), f"By NVD, A and B share …. Left out, as infinite …: KLD. {NONE}"),
    (words(["KLD"], far=TIE), "Every measure is infinite …: no …."),
    (words(["KLD", "NMD"]), f"{BEST} Left out, as infinite …: KLD. {NONE}"),
    (words(["NMD"], cases=1), BEST),
    (separated(ONE), "NMD separates 1 of 3 pairs of runs significantly."),
    (separated([0.001, 0.049, 0.3]), "NMD separates 2 of 3 pairs of runs …. With other trials … 0.05."),
    (separated(ONE, ONE), "Each of the tested measures separates 1 of 3 pairs of runs significantly."),
    (separated(NO, ONE, NO), "Of 3 pairs of runs, RNOD separates most … (1), NMD and RSNOD fewest (0)."),
    (separated(NO, *[ONE] * 5), "Of 3 pairs of runs, 5 of the 6 measures separate most … (1), NMD fewest (0)."),
    (not_tested(report(["NMD"], cases=1)), "A test needs two runs and two cases or more."),
    (not_tested(report(["NMD"], runs=("A",), far=(2,))), "A test needs two runs and two cases or more."),
    (not_tested(report(["NMD", "KLD"])), "Not tested, as infinite …: KLD."),
    (not_tested(report(["NMD"])), ""),
)


def test_measures_that_disagree_are_counted_or_named_where_they_are_few():
    gold = np.array([[1.0, 0, 0]] * 2)
    estimates = np.array([[[0, 1.0, 0]] * 2, [[0.4, 0, 0.6]] * 2])  # all beside the gold, or some far from it
    task = Task("t", None, tuple("abc"), tuple("12"), gold, None, ("near", "far"), estimates)
    of_both = task_report(task, MAIN_MEASURES, n_trials=50, seed=1)
    sentence = smallest_means(of_both, 0.05)
    assert sentence.startswith("The measures disagree on which run has the smallest mean score: ")
    for place, run in enumerate(of_both.scores.runs):
        number = sum(best == (place,) for best in of_both.best)
        assert number
        assert number <= 3 or f"{run} by {number} of the 13 measures" in sentence
