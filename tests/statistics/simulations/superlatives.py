"""What is named as the first of several is seldom first by chance: measures and runs that are exchangeable."""

import numpy as np

from ordquant_core.analysis.agreement import runs_over_cases, similarity_over_cases
from tests.statistics.simulations import of_share
from tests.statistics.simulations.consistency_over_cases import made

SITUATIONS = ((5, 20), (10, 100), (20, 300))  # runs, cases
SURELY, LIKELY = (
    "named as first without a word (in 95% of resamples), of equal ones",
    "named with its share, of equal ones",
)


def simulate(repetitions, seed):
    rng = np.random.default_rng(seed)
    for n_runs, n_cases in SITUATIONS:
        at = f"{n_runs} runs, {n_cases} cases"
        scores = [made((0.5,) * 6, 0.5, n_cases, rng, n_runs) for _ in range(repetitions // 4)]
        equal = [made((0.5,), 0.0, n_cases, rng, n_runs) for _ in range(repetitions // 4)]
        alike = [similarity_over_cases([each], seed=1).first() for each in scores]
        best = [runs_over_cases(each, "M1", seed=1).first() for each in equal]
        for where, firsts in ((f"measure least alike, {at}", alike), (f"best run, {at}", best)):
            yield of_share(SURELY, where, [first.share >= 0.95 for first in firsts], 0, 0.05)
            yield of_share(LIKELY, where, [first.share >= 0.5 for first in firsts], 0, 0.65)
