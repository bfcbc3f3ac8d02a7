"""Whether two runs differ: every measure is counted once, and no difference is not the same as none that is shown."""

from ordquant_core.analysis.paired_tests import INFINITE, PairedTest
from ordquant_core.findings.paired_tests import better_run, of_pair_alone
from ordquant_core.findings.sentence import both_names
from tests.findings.claims import every_branch


def entry(measure, mean, p, **more):
    return PairedTest(measure, mean, mean - 0.1, mean + 0.1, 0.5, p, 0.001, n_cases=3, **more)


def better(*tests, level=0.05, test="a test"):
    return better_run(tests, both_names(("X", "Y")), level=level, test=test)


A, B, UNSURE = entry("NMD", -0.2, 0.001), entry("RNOD", 0.2, 0.01), entry("JSD", 0.1, 0.2)
EVEN = entry("NMD", 1e-17, 0.01)
UNTESTED = PairedTest("KLD", undefined=INFINITE)
FOUR = [entry(key, 0.1, 0.01) for key in ("NMD", "RNOD", "RSNOD", "RNOD2")]
AT_1 = better(A, level=0.01)

test_every_branch_holds_its_claim = every_branch(
    (
        better(A, B, UNSURE, UNTESTED),
        "NMD finds X … better, but RNOD finds Y … better (a test, p < 0.05); 1 finds no …; 1 could not ….",
    ),
    (better(A), "NMD finds X significantly better (a test, p < 0.05)."),
    (better(A, entry("JSD", -0.1, 0.01)), "Both measures find X significantly better (a test, p < 0.05)."),
    (better(*FOUR, UNSURE, UNSURE), "4 of 6 measures find Y … better (a test, p < 0.05); 2 find no … difference."),
    (better(UNSURE, UNSURE, UNTESTED), "None of 2 measures finds … X and Y (a test, p < 0.05); 1 could not be tested."),
    (better(UNSURE), "JSD does not find … X and Y (a test, p < 0.05)."),
    (better(EVEN), "The means of X and Y are equal by the measure tested."),
    (better(EVEN, EVEN, UNTESTED), "The means of X and Y are equal by each of the 2 measures tested; 1 could not …."),
    (better(EVEN, UNSURE), "None of 2 measures finds … X and Y (a test, p < 0.05)."),
    (better(UNTESTED), "By no measure could X and Y be tested: …."),
    (
        better(entry("NMD", 0.1, 1, smallest_p=0.25)),
        "With 3 cases … no … X and Y … below 0.25: no difference … (a test, p < 0.05).",
    ),
    (AT_1, "NMD finds X significantly better (a test, p < 0.01)."),
    (of_pair_alone(AT_1, 36), "This pair alone, not … among 36 pairs: NMD finds X … (a test, p < 0.01)."),
    (of_pair_alone(AT_1, 1), "This pair alone, not corrected for having chosen it: NMD finds X … (a test, p < 0.01)."),
)
