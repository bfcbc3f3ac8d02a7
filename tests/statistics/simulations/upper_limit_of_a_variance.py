"""The upper limit of a pilot's variance is above the true one."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.planning.design import pooled_variances, upper_limit
from ordquant_core.records import Scores
from tests.statistics.simulations import Outcome, share_error


def simulate(repetitions: int, seed: int) -> Sequence[Outcome]:
    rng, found = np.random.default_rng(seed), []
    for n_cases in (3, 10, 50):
        held = 0
        for _ in range(repetitions):
            values = rng.standard_normal((1, 4, n_cases)) + 2 * rng.standard_normal(n_cases)
            scores = Scores(("NMD",), tuple("abcd"), tuple(map(str, range(n_cases))), values)
            (one,) = pooled_variances([scores])
            held += upper_limit(one.value, one.freedom) > 2
        share = held / repetitions
        claim = "the upper limit of the variance of differences of runs is above the true one"
        found.append(Outcome(claim, f"4 runs, {n_cases} cases", share, 0.93, 1, share_error(share, repetitions)))
    return found
