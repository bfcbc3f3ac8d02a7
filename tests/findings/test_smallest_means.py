"""Which run has the smallest means, and how many pairs of runs measures separate: every branch says what is so."""

import numpy as np
import pytest

from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.analysis.task_report import task_report
from ordquant_core.findings.smallest_means import not_tested, pairs_that_differ, smallest_means
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.records import Task


def report(measures, *, cases=2, runs=("A", "B"), far=(0, 2)):
    """Report on runs that are right but for the first case, whose gold is class 0 and which they put into a class."""
    classes = np.eye(3)
    gold = classes[[0, *[1] * (cases - 1)]]
    estimates = np.array([[classes[place], *gold[1:]] for place, _ in zip(far, runs, strict=True)])
    task = Task("t", None, tuple("123"), tuple(map(str, range(cases))), gold, None, runs, estimates)
    return task_report(task, measures, n_trials=50, seed=1)


def words(measures, **options):
    return smallest_means(report(measures, **options), 0.05)


def of_three_runs(p_values, measures):
    """Return a test of runs in which each measure has these p-values of the pairs of three runs."""
    tables = np.ones((len(measures), 3, 3))
    first, second = np.triu_indices(3, 1)
    for table, values in zip(tables, p_values, strict=True):
        table[first, second] = table[second, first] = values
    zeros = np.zeros_like(tables)
    return Discrimination(tuple(measures), tuple("abc"), 30, zeros[:, 0], tables, zeros, zeros, 5000)


DOUBT = " With other trials these counts may differ: some p-values are near 0.05."
NONE = "With 2 runs and 2 cases no p-value of the randomised Tukey HSD test can be below 0.5: no difference can be "
NONE += "significant at alpha = 0.05."
SIX = MAIN_MEASURES[:6]


@pytest.mark.parametrize(
    ("finding", "words"),
    [
        (words(["NMD"], runs=("A",), far=(2,)), "By NMD, A scores 0.500 on average; smaller is better."),
        (words(["NMD"]), f"By NMD, A has the smallest mean score. {NONE}"),
        (words(["NMD"], far=(1, 1)), f"By NMD, A and B share the smallest mean score. {NONE}"),
        (
            words(["NMD", "NVD"], far=(1, 2)),
            "By both measures, no run has a smaller mean score than A; some share it: A and B by NVD. " + NONE,
        ),
        (
            words(["NVD", "KLD"], far=(1, 2)),
            f"By NVD, A and B share the smallest mean score. Left out, as infinite for some run: KLD. {NONE}",
        ),
        (words(["KLD"], far=(1, 2)), "Every measure is infinite for some run: no smallest mean is named."),
        (
            words(["KLD", "NMD"], far=(0, 2)),
            f"By NMD, A has the smallest mean score. Left out, as infinite for some run: KLD. {NONE}",
        ),
        (words(["NMD"], cases=1), "By NMD, A has the smallest mean score."),
        (
            pairs_that_differ(of_three_runs([[0.001, 0.2, 0.3]], ["NMD"]), 0.05),
            "NMD separates 1 of 3 pairs of runs significantly.",
        ),
        (
            pairs_that_differ(of_three_runs([[0.001, 0.049, 0.3]], ["NMD"]), 0.05),
            "NMD separates 2 of 3 pairs of runs significantly." + DOUBT,
        ),
        (
            pairs_that_differ(of_three_runs([[0.001, 0.2, 0.3]] * 2, ["NMD", "NVD"]), 0.05),
            "Each of the tested measures separates 1 of 3 pairs of runs significantly.",
        ),
        (
            pairs_that_differ(of_three_runs([[0.2] * 3, [0.001, 0.2, 0.3], [0.2] * 3], ["NMD", "RNOD", "NVD"]), 0.05),
            "Of 3 pairs of runs, RNOD separates most pairs significantly (1), NMD and NVD fewest (0).",
        ),
        (
            pairs_that_differ(of_three_runs([[0.2] * 3, *[[0.001, 0.2, 0.3]] * 5], SIX), 0.05),
            "Of 3 pairs of runs, 5 of the 6 measures separate most pairs significantly (1), NMD fewest (0).",
        ),
        (not_tested(report(["NMD"], cases=1)), "A test needs two runs and two cases or more."),
        (not_tested(report(["NMD"], runs=("A",), far=(2,))), "A test needs two runs and two cases or more."),
        (not_tested(report(["NMD", "KLD"])), "Not tested, as infinite on some case: KLD."),
        (not_tested(report(["NMD"])), ""),
    ],
)
def test_every_finding_says_what_is_the_case(finding, words):
    assert finding == words


def test_measures_that_disagree_are_counted_or_named_where_they_are_few():
    gold = np.array([[1.0, 0, 0]] * 2)
    estimates = np.array([[[0, 1.0, 0]] * 2, [[0.4, 0, 0.6]] * 2])  # all beside the gold, or some far from it
    task = Task("t", None, tuple("abc"), tuple("12"), gold, None, ("near", "far"), estimates)
    of_both = task_report(task, MAIN_MEASURES, n_trials=50, seed=1)
    said = smallest_means(of_both, 0.05)
    assert said.startswith("The measures disagree on which run has the smallest mean score: ")
    for place, run in enumerate(of_both.scores.runs):
        number = sum(best == (place,) for best in of_both.best)
        assert number
        assert number <= 3 or f"{run} by {number} of the 13 measures" in said
