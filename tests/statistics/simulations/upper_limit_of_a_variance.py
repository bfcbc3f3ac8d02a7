"""The upper limit of a pilot's variance, and the interval of an annotator's bias, hold the true values."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.planning.annotators import profiles
from ordquant_core.analysis.planning.design import pooled_variances, upper_limit
from ordquant_core.records import Scores
from tests.statistics.simulations import Outcome, share_error


def simulate(repetitions: int, seed: int) -> Sequence[Outcome]:
    rng, found = np.random.default_rng(seed), []
    for n_cases in (3, 10, 50):
        held = []
        for _ in range(repetitions):
            values = rng.standard_normal((1, 4, n_cases)) + 2 * rng.standard_normal(n_cases)
            scores = Scores(("NMD",), tuple("abcd"), tuple(map(str, range(n_cases))), values)
            (one,) = pooled_variances([scores])
            held.append((upper_limit(one.within, one.freedom) > 5, upper_limit(one.of_differences, one.freedom) > 2))
        for share, what in zip(np.mean(held, axis=0), ("scores within runs", "differences of runs"), strict=True):
            claim = f"the upper limit of the variance of {what} is above the true one"
            error = share_error(float(share), repetitions)
            found.append(Outcome(claim, f"4 runs, {n_cases} cases", float(share), 0.93, 1, error))
    for n_cases in (5, 10, 30):
        held = []
        for _ in range(repetitions):
            labels = rng.integers(0, 5, (4, n_cases))
            one = profiles("abcd", labels, "12345")
            held.append(one.low[0] <= 0 <= one.high[0])
        share = float(np.mean(held))
        claim = "95% interval of an annotator's bias holds the true one"
        error = share_error(share, repetitions)
        found.append(Outcome(claim, f"4 annotators, {n_cases} cases", share, 0.93, 0.97, error))
    return found
