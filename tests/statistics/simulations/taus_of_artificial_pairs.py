"""The 95% intervals of table 1 of SIGIR 2018 take pairs of distributions as independent, but pairs share distributions.

How often does such an interval, of one draw of the study, hold the mean tau over all draws? Those of some pairs of
measures do so far less often than in 95% of draws.
"""

from itertools import combinations

import numpy as np

from ordquant_core.papers.experiments import MEASURES_OF_SIGIR_2018
from ordquant_core.spaces.artificial import of_seed, score_pairs
from ordquant_core.statistics.rank_correlation import kendall_intervals
from tests.statistics.simulations import Outcome, share_error

PAIRS = tuple(combinations(range(len(MEASURES_OF_SIGIR_2018)), 2))
CLAIM = "95% interval as in SIGIR 2018 (Long and Cliff) holds the mean tau over all draws"
EXPECTED = {  # by the number of classes: of all pairs of measures, of one with much and of one with little coverage
    3: {"all pairs of measures": (0.9, 1.0), "NVD and RNSS": (0.95, 1.0), "JSD and NMD": (0.75, 0.9)},
    7: {"all pairs of measures": (0.6, 0.75), "NVD and RNSS": (0.9, 1.0), "RNSS and NMD": (0.3, 0.6)},
}


def simulate(repetitions, seed):
    """Yield the coverage for the two numbers of classes that the paper prints."""
    draws = max(repetitions // 5, 8)
    names = [" and ".join(MEASURES_OF_SIGIR_2018[place] for place in pair) for pair in PAIRS]
    for n_classes, bounds in EXPECTED.items():
        tau, low, high = np.array([_intervals(n_classes, seed + draw) for draw in range(draws)]).transpose(2, 0, 1)
        truth = tau.mean(axis=0)
        covered = ((low <= truth) & (truth <= high)).mean(axis=0)
        shares = dict(zip(names, covered.tolist(), strict=True)) | {"all pairs of measures": float(covered.mean())}
        for pair, (least, most) in bounds.items():
            error = share_error(shares[pair], draws)
            yield Outcome(CLAIM, f"{n_classes} classes, {pair}", shares[pair], least, most, error)


def _intervals(n_classes, seed):
    """Return tau and both ends of its interval for every two measures, on the distributions of a seed."""
    _, long_cliff = kendall_intervals(score_pairs(of_seed(n_classes, seed), MEASURES_OF_SIGIR_2018))
    found = (long_cliff[first][second] for first, second in PAIRS)
    return [(one.value, one.low, one.high) for one in found]
