"""How robust preferences on all cases are: counts, shares and the order of the most robust."""

import numpy as np

from ordquant_core.analysis.case_robustness import CaseRobustness, resample_cases
from ordquant_core.findings.case_robustness import of_case, robust, simulated
from tests.findings.claims import every_branch

PAIR = ("NMD", "NVD")


def robustness(preference, kept):
    """Robustness of two measures on some cases in 8 panels; `kept` are bits, a panel each."""
    keeps = np.array([[bin(byte).count("1") / 8 for byte in row] for row in kept])
    return CaseRobustness(PAIR, np.array(preference), keeps, 8, np.array(kept, dtype=np.uint8)[:, :, None])


APART = robustness([[-1, -1, 1], [1, 1, 1]], [[0b11111111, 0b11110000, 255], [0b11111111, 0b00111111, 255]])
SELDOM, TIE = robustness([[-1], [1]], [[1], [1]]), robustness([[0], [1]], [[255], [15]])
ALIKE = robustness([[1], [1]], [[1], [1]])
KEPT = "kept in 80% or more of 8 panels …"

test_every_branch_holds_its_claim = every_branch(
    (robust(APART, PAIR, 0.8), f"Of 2 disagreements of NMD and NVD, 1 is robust. A … {KEPT}"),
    (robust(APART, PAIR, 0.1), "Of 2 disagreements of NMD and NVD, 2 are robust. A … 10% or more of 8 panels …"),
    (robust(SELDOM, PAIR, 0.8), f"Of 1 disagreement of NMD and NVD, none is robust. A … {KEPT}"),
    (robust(ALIKE, PAIR, 0.8), "NMD and NVD prefer … on no case: no …"),
    (of_case(APART, PAIR, 1, "p"), "Case p: NMD keeps its preference in 50% of 8 panels, NVD in 75%, both … 25%."),
    (of_case(TIE, PAIR, 0, "p"), "Case p: NMD keeps its tie in 100% …8 panels, NVD its preference in 50%, both … 50%."),
    (simulated(APART, 7), "8 panels for each case, seed 7, … A disagreement … at most 17.7 percentage points."),
)


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
