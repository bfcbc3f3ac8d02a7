"""The interval of a pilot's variance of the differences of two runs holds the true one."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.planning.design import variance_interval, variances
from ordquant_core.records import Scores
from tests.statistics.simulations import Outcome, share_error


def simulate(repetitions: int, seed: int) -> Sequence[Outcome]:
    """Two runs whose differences have the variance 2; the largest of more pairs lies above, so that it needs more."""
    rng, found = np.random.default_rng(seed), []
    for n_cases in (8, 10, 50):
        held = 0
        for _ in range(repetitions):
            values = rng.standard_normal((1, 2, n_cases)) + 2 * rng.standard_normal(n_cases)
            scores = Scores(("NMD",), ("a", "b"), tuple(map(str, range(n_cases))), values)
            (one,) = variances(scores)
            low, high = variance_interval(one.value, one.freedom)
            held += low <= 2 <= high
        share = held / repetitions
        claim = "the interval of the variance of differences of two runs holds the true one"
        found.append(Outcome(claim, f"{n_cases} cases", share, 0.93, 0.97, share_error(share, repetitions)))
    return found
