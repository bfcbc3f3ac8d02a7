"""How robust preferences on all cases are: counts, shares and the order of the most robust."""

import numpy as np
import pytest

from ordquant_core.analysis.case_robustness import CaseRobustness, resample_cases
from ordquant_core.findings.case_robustness import of_case, robust, simulated

PAIR = ("NMD", "NVD")


def robustness(preference, kept):
    """Robustness of two measures on some cases in 8 panels; `kept` are bits, a panel each."""
    bits = np.array(kept, dtype=np.uint8)[:, :, None]
    keeps = np.array([[bin(byte).count("1") / 8 for byte in row] for row in kept])
    return CaseRobustness(PAIR, np.array(preference), keeps, 8, bits)


APART = robustness([[-1, -1, 1], [1, 1, 1]], [[0b11111111, 0b11110000, 255], [0b11111111, 0b00111111, 255]])
ROBUST = {
    "some": (APART, 0.8, "Of 2 disagreements of NMD and NVD, 1 is robust. A robust one is kept in 80% or more of 8 "),
    "all": (APART, 0.1, "Of 2 disagreements of NMD and NVD, 2 are robust. "),
    "none robust": (robustness([[-1], [1]], [[1], [1]]), 0.8, "Of 1 disagreement of NMD and NVD, none is robust. "),
    "none": (
        robustness([[1], [1]], [[1], [1]]),
        0.8,
        "NMD and NVD prefer different runs on no case: no disagreement that could be robust.",
    ),
}


@pytest.mark.parametrize(("drawn", "least", "words"), ROBUST.values(), ids=ROBUST)
def test_robust_disagreements_are_counted(drawn, least, words):
    assert robust(drawn, PAIR, least).startswith(words)


CASES = {
    "preferences": (APART, 1, "NMD keeps its preference in 50% of 8 panels, NVD in 75%, both at once in 25%."),
    "a tie": (
        robustness([[0], [1]], [[255], [15]]),
        0,
        "NMD keeps its tie in 100% of 8 panels, NVD its preference in 50%, both at once in 50%.",
    ),
}


@pytest.mark.parametrize(("drawn", "case", "words"), CASES.values(), ids=CASES)
def test_one_case_is_said_to_keep_its_preferences_or_ties(drawn, case, words):
    assert of_case(drawn, PAIR, case, "p") == f"Case p: {words}"


def test_the_simulation_says_its_size_and_its_error():
    assert simulated(APART, 7).startswith("8 panels for each case, seed 7, the same for all measures")
    assert simulated(APART, 7).endswith("at most 17.7 percentage points.")


def test_disagreements_are_listed_the_most_robust_first_and_measures_by_what_they_keep():
    votes = np.array([[9, 1, 0], [10, 0, 0], [8, 1, 1], [0, 10, 0], [6, 3, 1]])
    a, b = np.tile([0.0, 1.0, 0.0], (5, 1)), np.tile([0.45, 0.0, 0.55], (5, 1))
    drawn = resample_cases(votes, a, b, ["NMD", "NVD"], n_resamples=50, rng=np.random.default_rng(1))
    order, together = drawn.most_robust(*PAIR).tolist(), drawn.together(*PAIR)
    assert order
    assert sorted(order, key=lambda case: -together[case]) == order
    assert drawn.robust_disagreement(*PAIR, 0)[order].all()
    assert drawn.by_measure().to_dict("list") == {
        "measure": ["NMD", "NVD"],
        "kept": drawn.keeps.mean(axis=1).tolist(),
        "sure": (drawn.keeps >= 0.95).mean(axis=1).tolist(),
    }
