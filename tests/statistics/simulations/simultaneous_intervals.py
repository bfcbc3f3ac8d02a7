"""How often all intervals difference ± critical difference of the randomised Tukey HSD test hold the true differences.

Every repetition is a layer of one test: all layers share the permutations, which are as good as new ones for each.
"""

import numpy as np

from ordquant_core.statistics.resampling import randomised_tukey_hsd
from tests.statistics.simulations import of_share

RUNS, CASES, TRIALS = 6, 40, 1000
STEPS = np.arange(RUNS) / RUNS  # true means of runs, in standard deviations of an error


def simulate(repetitions, seed):
    """Yield the joint coverage where errors are alike, and where they are not; and the share of false findings."""
    rng = np.random.default_rng(seed)
    size = (repetitions, RUNS, CASES)
    alike, skewed = rng.normal(size=size), rng.gamma(1, size=size) - 1
    unlike = rng.normal(size=size) * np.array([0.2, 0.2, 0.2, 1, 1, 2])[:, None]
    cases = rng.normal(size=(repetitions, 1, CASES))
    joint = "all 95% intervals of differences hold the true ones"
    for claim, situation, errors, means, low, high in (
        (joint, "no differences", alike, 0 * STEPS, 0.93, 0.97),
        (joint, "no differences, skewed errors", skewed, 0 * STEPS, 0.93, 0.97),
        (joint, "differences up to 0.8 standard deviations", alike, STEPS, 0.94, 0.995),
        (joint, "such differences, skewed errors", skewed, STEPS, 0.94, 0.995),
        (joint, "differences up to 3.3 standard deviations: too wide", alike, 4 * STEPS, 0.99, 1),
        (joint, "errors of runs from 0.2 to 2: too narrow for the runs with the largest", unlike, STEPS, 0.7, 0.95),
    ):
        test = randomised_tukey_hsd(errors + means[:, None] + cases, n_trials=TRIALS, rng=rng)
        half = test.critical_differences(0.05)[:, None, None]
        true = means[:, None] - means[None, :]
        held = (np.abs(test.differences - true) <= half).all(axis=(1, 2))
        yield of_share(claim, situation, held, low, high)
