"""The interval of a pilot's variance of the differences of two runs holds the true one."""

import numpy as np

from ordquant_core.analysis.planning.design import variance_interval, variances
from tests.analysis.made_up import scores_of
from tests.statistics.simulations import of_share


def simulate(repetitions, seed):
    """Two runs whose differences have the variance 2; the largest of more pairs lies above, so that it needs more."""
    rng = np.random.default_rng(seed)
    claim = "the interval of the variance of differences of two runs holds the true one"
    for n_cases in (8, 10, 50):
        held = []
        for _ in range(repetitions):
            values = rng.standard_normal((1, 2, n_cases)) + 2 * rng.standard_normal(n_cases)
            (one,) = variances(scores_of(values))
            low, high = variance_interval(one.value, one.freedom)
            held.append(low <= 2 <= high)
        yield of_share(claim, f"{n_cases} cases", held, 0.93, 0.97)
