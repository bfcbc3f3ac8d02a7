"""Whether two runs differ: every measure is counted once, and no difference is not the same as none that is shown."""

import pytest

from ordquant_core.analysis.paired_tests import INFINITE, PairedTest
from ordquant_core.findings.paired_tests import better_run, of_pair_alone
from ordquant_core.findings.sentence import both_names, plain

NAMES = both_names(("X", "Y"))


def entry(measure, mean, p, **more):
    return PairedTest(measure, mean, mean - 0.1, mean + 0.1, 0.5, p, 0.001, n_cases=3, **more)


A, B, UNSURE = entry("NMD", -0.2, 0.001), entry("RNOD", 0.2, 0.01), entry("JSD", 0.1, 0.2)
UNTESTED = PairedTest("KLD", undefined=INFINITE)
FOUR = ["NMD", "RNOD", "RSNOD", "RNOD2"]
FINDINGS = {
    "both ways": (
        [A, B, UNSURE, UNTESTED],
        "NMD finds X significantly better, but RNOD finds Y significantly better (p < 0.05); 1 finds no significant "
        "difference; 1 could not be tested.",
    ),
    "one measure": ([A], "NMD finds X significantly better (p < 0.05)."),
    "all": ([A, entry("JSD", -0.1, 0.01)], "Both measures find X significantly better (p < 0.05)."),
    "many": (
        [*(entry(key, 0.1, 0.01) for key in FOUR), UNSURE, UNSURE],
        "4 of 6 measures find Y significantly better (p < 0.05); 2 find no significant difference.",
    ),
    "none": (
        [UNSURE, UNSURE, UNTESTED],
        "None of 2 measures finds a significant difference between X and Y (p < 0.05); 1 could not be tested.",
    ),
    "not the only one": ([UNSURE], "JSD does not find a significant difference between X and Y (p < 0.05)."),
    "equal": ([entry("NMD", 0.0, 1.0)], "The means of X and Y are equal by the measure tested."),
    "equal but for rounding": (
        [entry("NMD", 1e-17, 1.0), entry("JSD", 0.0, 1.0)],
        "The means of X and Y are equal by each of the 2 measures tested.",
    ),
    "infinite": ([UNTESTED], "By no measure could X and Y be tested: a score is infinite."),
    "too few cases": (
        [entry("NMD", 0.1, 0.25, smallest_p=0.25)],
        "With 3 cases and this number of trials, no p-value of X and Y can be below 0.25: no difference can be "
        "significant (p < 0.05).",
    ),
}


@pytest.mark.parametrize(("tests", "words"), FINDINGS.values(), ids=FINDINGS)
def test_measures_that_find_a_difference_are_counted_for_each_run(tests, words):
    assert plain(better_run(tests, NAMES)) == words


def test_the_test_and_its_level_are_named_and_a_pair_alone_is_not_corrected():
    better = better_run([A], NAMES, level=0.01, test="paired randomisation test")
    assert plain(better) == "NMD finds X significantly better (paired randomisation test, p < 0.01)."
    assert plain(of_pair_alone(better, 36)).startswith(
        "This pair alone, not corrected for having chosen it among 36 pairs: NMD finds X"
    )
    assert plain(of_pair_alone(better, 1)).startswith(
        "This pair alone, not corrected for having chosen it: NMD finds X"
    )
