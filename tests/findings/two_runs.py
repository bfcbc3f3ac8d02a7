"""What is made for two_runs.txt: two runs on the cases of a task, and how sure their disagreements are."""

# ruff: noqa: F401 - the table uses what is imported

from dataclasses import replace

import numpy as np

from ordquant_core.analysis.case_filters import Filter, case_groups
from ordquant_core.analysis.case_margins import CaseMargins
from ordquant_core.analysis.paired_tests import INFINITE, PairedTest
from ordquant_core.analysis.properties import Association
from ordquant_core.analysis.robustness import MOSTLY_KEPT, Robustness, Stability
from ordquant_core.analysis.smallest_flip import Flip, Move
from ordquant_core.findings import disagreement as on_disagreement
from ordquant_core.findings.associations import associated
from ordquant_core.findings.paired_tests import better_run, of_pair_alone
from ordquant_core.findings.robustness import (
    calibrated,
    kept,
    left_out,
    meaning,
    moves,
    of_case,
    robust,
    simulated,
    smallest_change,
)
from ordquant_core.findings.sentence import both_names, plain
from ordquant_core.records import Correlation, Quadrants, Task
from ordquant_core.statistics.vote_prior import VotePrior

# disagreement

PAIR_OF_DISAGREEMENT = "NMD", "RNOD"


def margins(x, y, measures=PAIR_OF_DISAGREEMENT, *, identical=False):
    """Margins of two measures on so many cases of runs X and Y."""
    n = len(x)
    gold = np.full((n, 2), 0.5)
    estimates = np.array([gold, gold if identical else gold[:, ::-1] * [0.5, 1.5]])
    cases = tuple(f"c{case}" for case in range(n))
    task = Task("made up", None, ("a", "b"), cases, gold, runs=("X", "Y"), estimates=estimates, votes=None)
    return CaseMargins(task, measures, np.array(x, dtype=float), np.array(y, dtype=float))


def counted(first, second, third, fourth, on_axis):
    """Margins with so many cases in each quadrant."""
    sides = [(1, 1)] * first + [(-1, 1)] * second + [(-1, -1)] * third + [(1, -1)] * fourth + [(0, 1)] * on_axis
    return margins(*(zip(*sides, strict=True) if sides else ((), ())))


def both(*numbers):
    """Return both sentences on cases in each quadrant."""
    found = counted(*numbers)
    return " ".join(filter(None, map(plain, (on_disagreement.disagreement(found), on_disagreement.agreement(found)))))


def dots(*numbers, **options):
    return on_disagreement.dots(Quadrants(*numbers), PAIR_OF_DISAGREEMENT, **options)


CORRELATED = Correlation(0.8, 0.7, 0.9, 9)
CONSTANT = Correlation(None, None, None, 9, "one of both is constant: no correlation")

# associations


def association(key, delta, adjusted=None):
    return Association(key, 0.5, 0.25, Correlation(delta, None, None, 9), adjusted, adjusted)


def of(n, cases, *entries):
    return associated(entries, ("NMD", "RNOD"), n, cases)


CLEAR, UNCLEAR = association("entropy", 0.5, 0.007), association("distance", -0.4, 0.2)
SMALLER, ENDS = association("occurring", -0.38, 0.0003), association("ends", 0.3, 0.008)
SEVEN = [association("entropy", 1.0, 0.63)] * 7

# robustness

PAIR_OF_ROBUSTNESS = ("NMD", "NVD")
CLASSES = ("-1", "<0>", "1")
FITTED = VotePrior(8, 0.25, 0.5, np.array([0.2, 0.5, 0.3]))
ALONE = replace(FITTED, weight=2, pull=0.25, fitted=False)
MANY = Flip("NMD", 1, -1, 6, (Move(2, 0, 2), Move(2, 1, 3), Move(0, 1, 1)), 6)
ONE = Flip("NMD", 1, -1, 1, (Move(0, 1, 1),), 1)
NEVER = Flip("NMD", 1, None, None, (), None)
SIDES = [[-1, -1, -1, 1], [1, 1, 1, 1]]


def robustness(preference, shares, *, votes=9, prior=FITTED, measures=PAIR_OF_ROBUSTNESS, equal=False):
    """Robustness of measures on cases; shares of 20 panels, the first of which keep."""
    bits = [[[n < round(20 * share) for n in range(20)] for share in row] for row in shares]
    counts, equal = (np.broadcast_to(what, len(shares[0])) for what in (votes, equal))
    return Robustness(measures, np.array(preference), np.packbits(bits, axis=2), 20, counts, equal, prior)


def apart(share, **options):
    """One disagreement."""
    return robust(robustness([[-1], [1]], [[share], [1]], **options), PAIR_OF_ROBUSTNESS)


def case(preference, shares, **options):
    found = robustness([[one] for one in preference], [[one] for one in shares], **options)
    return of_case(found, PAIR_OF_ROBUSTNESS, 0, "p")


def by(letters, *flips, preference=-1, prior=FITTED, votes=20, equal=False, moved="gold"):
    """One case, on which each of some measures keeps its preference as surely as a letter says."""
    keys = ("NMD", "JSD", "DNKT", "RNOD", "RSNOD")[: len(letters)]
    shares = [[{"r": 1.0, "m": 0.85, "o": 0.5}[letter]] for letter in letters]
    panels = robustness([[preference]] * len(keys), shares, votes=votes, prior=prior, measures=keys, equal=equal)
    of_keys = [replace(flip, measure=key) for key, flip in zip(keys, flips or [ONE] * len(keys), strict=True)]
    return kept(Stability(tuple(of_keys), panels, moved), votes, CLASSES)


def few(*flips):
    """What is said of a picture alone with three votes and these flips."""
    return by("r" * len(flips), *flips, prior=ALONE, votes=3)


def change(*flip):
    return smallest_change(Flip("NMD", *flip), CLASSES)


# paired_tests


def entry(measure, mean, p, **more):
    return PairedTest(measure, mean, mean - 0.1, mean + 0.1, 0.5, p, 0.001, n_cases=3, **more)


def better(*tests, level=0.05, test="a test"):
    return better_run(tests, both_names(("X", "Y")), level=level, test=test)


A, B, UNSURE = entry("NMD", -0.2, 0.001), entry("RNOD", 0.2, 0.01), entry("JSD", 0.1, 0.2)
EVEN = entry("NMD", 1e-17, 0.01)
UNTESTED = PairedTest("KLD", undefined=INFINITE)
AT_1 = better(A, level=0.01)
