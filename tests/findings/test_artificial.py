"""What the study with artificial distributions says."""

import numpy as np

from ordquant_core.findings.artificial import how_repeated, reproduced_taus, which_intervals
from ordquant_core.spaces.artificial import PrintedTau, Study, TauSpread, artificial_study, spreads
from tests.findings.claims import every_branch

KEYS = ("NVD", "NMD", "JSD", "DNKT")
NEAR_OURS = "published taus … 0.02 … mean;"


def study(*taus):
    """Return a study with a seed for each of these taus, which may be arrays (measures, measures)."""
    shape = len(KEYS), len(KEYS)
    return Study(3, 30, 20, tuple(range(len(taus))), KEYS, 60, 1770, np.stack([np.full(shape, tau) for tau in taus]))


def spread(*values, printed=0.5):
    return TauSpread(("NVD", "NMD"), values, PrintedTau(printed, printed - 0.1, printed + 0.1))


def taus(**of_pair):
    """Return taus of 0.9 but for those of some pairs."""
    tau = np.full((len(KEYS), len(KEYS)), 0.9)
    for pair, value in of_pair.items():
        tau[tuple(map(KEYS.index, pair.split("_")))] = value
    return tau


TWO, ONE, LOW = study(0.5, 0.5), study(0.5), taus(NMD_DNKT=0.4)
TIED, ALL_TIED = taus(NMD_DNKT=0.4, NVD_JSD=0.4), taus(NMD_DNKT=0.4, NVD_JSD=0.4, NVD_NMD=0.4)
INSIDE, OUTSIDE, FAR, OF_ONE = spread(0.49, 0.51), spread(0.501, 0.502), spread(0.7, 0.9), spread(0.501)
CHANCE = "lie outside … 2 seeds, … 2 … 67% of draws."
LEAST = "Of the 4 measures, NMD and DNKT … least …, in 2 of 2 seeds: mean tau 0.400."
ON = "60 random … 30 votes, 20 … 1, 2 … 3 … (SIGIR 2018, … 4.1). … all 1,770 … 1 …."
INTERVALS = "… 0. … 95% … 95% … 3 … (84% … JSD … NMD), … 66% … 7 (46% … RNSS … NMD)."

test_every_branch_holds_its_claim = every_branch(
    (reproduced_taus(TWO, [INSIDE, INSIDE]), f"All 2 {NEAR_OURS} all lie within … 2 seeds."),
    (reproduced_taus(TWO, [INSIDE, OUTSIDE]), f"All 2 {NEAR_OURS} NVD–NMD {CHANCE.replace('lie', 'lies')}"),
    (reproduced_taus(TWO, [FAR, OUTSIDE]), f"1 of the 2 {NEAR_OURS} NVD–NMD and NVD–NMD {CHANCE}"),
    (reproduced_taus(ONE, [OF_ONE, OF_ONE]), "All 2 published taus … 0.02 of ours, from one seed."),
    (reproduced_taus(study(LOW, LOW), []), LEAST),
    (reproduced_taus(study(LOW, TIED), []), LEAST.replace("2 of", "1 of")),
    (reproduced_taus(study(LOW, TIED - 0.2, TIED - 0.2), []), "Which two of the 4 measures … smallest mean tau 0.267."),
    (reproduced_taus(study(LOW), []), "One seed … not … 4 measures … least …."),
    (reproduced_taus(study(TIED, TIED), []), "Of the 4 … NVD and JSD …, in 2 of 2 …: … 0.400; 1 other pair has …."),
    (reproduced_taus(study(ALL_TIED, ALL_TIED), []), "Of the 4 … NVD and NMD …, in 2 of 2 …: … 0.400; 2 other …."),
    (how_repeated(TWO, [INSIDE]), ON),
    (how_repeated(TWO, []), f"{ON} A table is published for 3 … 7 classes, … 30 votes."),
    (which_intervals(ONE, [OF_ONE]), f"{INTERVALS} Point …."),
    (which_intervals(TWO, [INSIDE]), f"{INTERVALS} The range …. Point …."),
    (which_intervals(TWO, [INSIDE, OUTSIDE]), f"{INTERVALS} The range …. Shaded: … outside …. Point …."),
)


def test_one_seed_has_no_range():
    assert not OF_ONE.outside
    assert OUTSIDE.outside


def test_the_least_similar_measures_are_those_of_all_that_are_shown():
    result = artificial_study(4, ["NVD", "RNSS", "JSD", "NMD", "RSNOD", "DNKT"], [0, 1])
    mean = result.tau.mean(axis=0)
    sentence = reproduced_taus(result, spreads(result))
    assert {result.measures[place] for place in np.unravel_index(mean.argmin(), mean.shape)} <= {
        *sentence.replace(",", "").split()
    }
    assert sentence.endswith(f"mean tau {mean.min():.3f}.")


def test_of_draws_of_one_study_two_lie_outside_the_range_of_the_others():
    """So each does with probability 2 / (n + 1), beside n others: what is said of chance."""
    draws = np.random.default_rng(1).permutation(21) / 100
    outside = [spread(*np.delete(draws, at), printed=draw).outside for at, draw in enumerate(draws)]
    assert sum(outside) == 2
