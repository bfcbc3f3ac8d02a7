"""What the study with artificial distributions says."""

import numpy as np

from ordquant_core.findings.artificial import how_repeated, reproduced_taus
from ordquant_core.spaces.artificial import PrintedTau, Study, TauSpread, artificial_study, spreads
from tests.findings.claims import every_branch

KEYS = ("NVD", "NMD", "JSD", "DNKT")
NEAR_OURS = "published taus … 0.02 …;"


def study(tau=np.nan):
    """Return a study of two seeds whose taus are those above the diagonal."""
    return Study(3, 30, 20, (0, 1), KEYS, 60, 1770, np.broadcast_to(tau, (2, len(KEYS), len(KEYS))))


def spread(*values, printed=0.5):
    return TauSpread(("NVD", "NMD"), values, PrintedTau(printed, printed - 0.1, printed + 0.1))


def least(**of_pair):
    """Return what is said of taus of 0.9 but for those of some pairs, where none is printed."""
    tau = np.full((len(KEYS), len(KEYS)), 0.9)
    for pair, value in of_pair.items():
        tau[tuple(map(KEYS.index, pair.split("_")))] = value
    return reproduced_taus(study(tau), [])


INSIDE, OUTSIDE, FAR = spread(0.49, 0.51), spread(0.501, 0.502), spread(0.7, 0.9)
ON = "60 distributions of 30 votes, 1,770 pairs. SIGIR 2018, … 4.1: … 20 random … Tau 1 …."

test_every_branch_holds_its_claim = every_branch(
    (reproduced_taus(study(), [INSIDE, INSIDE]), f"All 2 {NEAR_OURS} all lie within … 2 seeds."),
    (reproduced_taus(study(), [INSIDE, OUTSIDE]), f"All 2 {NEAR_OURS} NVD–NMD lies outside … 2 seeds."),
    (reproduced_taus(study(), [FAR, OUTSIDE]), f"1 of the 2 {NEAR_OURS} NVD–NMD and NVD–NMD lie outside … 2 seeds."),
    (reproduced_taus(study(), []), "No mean tau is defined."),
    (least(NMD_DNKT=0.4), "Of the 4 measures, NMD and DNKT … least …: mean tau 0.400."),
    (least(NMD_DNKT=0.4, NVD_JSD=0.4), "Of the 4 measures, NVD and JSD … tau 0.400; 1 other pair has the same."),
    (least(NMD_DNKT=0.4, NVD_JSD=0.4, NVD_NMD=0.4), "Of the 4 … NVD and NMD … 0.400; 2 other pairs have the same."),
    (how_repeated(study(), [INSIDE]), ON),
    (how_repeated(study(), []), f"{ON} A table is published for 3 … 7 classes, … 30 votes."),
)


def test_the_least_similar_measures_are_those_of_all_that_are_shown():
    result = artificial_study(4, ["NVD", "RNSS", "JSD", "NMD", "RSNOD", "DNKT"], [0, 1])
    mean = result.tau.mean(axis=0)
    sentence = reproduced_taus(result, spreads(result))
    assert {result.measures[place] for place in np.unravel_index(mean.argmin(), mean.shape)} <= {
        *sentence.replace(",", "").split()
    }
    assert sentence.endswith(f"mean tau {mean.min():.3f}.")
