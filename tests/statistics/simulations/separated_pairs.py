"""How many pairs of runs a larger collection separates: what a pilot says of it, and what fresh cases show."""

import numpy as np
from scipy import stats

from ordquant_core.analysis.planning.split import kept_share
from tests.statistics.simulations import Outcome

PILOT, CASES, RUNS = 200, 800, 6


def simulate(repetitions, seed):
    rng = np.random.default_rng(seed)
    first, second = np.triu_indices(RUNS, 1)
    error, limit = np.sqrt(2 / CASES), 1.959964 * np.sqrt(2 / CASES)
    for spread, words in ((0.0, "six exchangeable runs"), (0.15, "runs that differ"), (0.5, "runs far apart")):
        said = np.zeros((repetitions, 3))
        for number in range(repetitions):
            true = spread * rng.standard_normal(RUNS)
            scores = true[:, None] + rng.standard_normal((RUNS, PILOT))
            means, kept = scores.mean(axis=1), float(kept_share(scores[None])[0])
            gaps = np.abs(means[first] - means[second])
            ahead = np.sign(means[first] - means[second])
            fresh = (true[first] - true[second]) * ahead
            for at, size in enumerate((kept * gaps, gaps, fresh)):
                said[number, at] = stats.norm.sf((limit - size) / error).mean()
        shares, errors = said.mean(axis=0), said.std(axis=0, ddof=1) / np.sqrt(repetitions)
        where = f"{words}, a pilot of {PILOT} cases, {CASES} new ones"
        claim = "share of the pairs called separated minus the share that is"
        bounds = (-0.01, 0.05) if not spread else (-0.08, 0.08)
        yield Outcome(claim, where, float(shares[0] - shares[2]), *bounds, float(errors[0]))
        if not spread:
            claim = "the same, with the differences of the pilot taken as true"
            yield Outcome(claim, where, float(shares[1] - shares[2]), 0.2, 1, float(errors[1]))
