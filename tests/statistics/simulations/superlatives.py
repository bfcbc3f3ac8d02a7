"""What is named as the first of several is seldom first by chance: measures and runs that are exchangeable."""

from collections.abc import Callable, Sequence

import numpy as np

from ordquant_core.analysis.agreement import runs_over_cases, similarity_over_cases
from ordquant_core.statistics.superlatives import First
from tests.statistics.simulations import Outcome, share_error
from tests.statistics.simulations.consistency_over_cases import made

SITUATIONS = ((5, 20), (10, 100), (20, 300))  # runs, cases
SURELY, LIKELY = (
    "named as first without a word (in 95% of resamples), of equal ones",
    "named with its share, of equal ones",
)


def simulate(repetitions: int, seed: int) -> Sequence[Outcome]:
    rng, found = np.random.default_rng(seed), []
    for n_runs, n_cases in SITUATIONS:
        at = f"{n_runs} runs, {n_cases} cases"
        scores = [made((0.5,) * 6, 0.5, n_cases, rng, n_runs) for _ in range(repetitions // 4)]
        equal = [made((0.5,), 0.0, n_cases, rng, n_runs) for _ in range(repetitions // 4)]
        alike: list[First] = [similarity_over_cases([each], seed=1).first() for each in scores]
        best: list[First] = [runs_over_cases(each, "m0", seed=1).first() for each in equal]
        for where, firsts in ((f"measure least alike, {at}", alike), (f"best run, {at}", best)):
            found.append(_share(SURELY, where, firsts, lambda first: first.share >= 0.95, 0.05))
            found.append(_share(LIKELY, where, firsts, lambda first: first.share >= 0.5, 0.65))
    return found


def _share(claim: str, where: str, firsts: Sequence[First], holds: Callable[[First], bool], high: float) -> Outcome:
    share = float(np.mean([holds(first) for first in firsts]))
    return Outcome(claim, where, share, 0, high, share_error(share, len(firsts)))
