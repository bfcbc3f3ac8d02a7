"""Properties of cases that have nothing to do with a disagreement are seldom called associated with it."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.properties import associations, properties
from ordquant_core.findings.associations import is_clear
from tests.statistics.simulations import Outcome, share_error

CASES = 200


def simulate(repetitions: int, seed: int) -> Sequence[Outcome]:
    """Mark cases at random, and count how often any property differs between marked cases and others."""
    rng = np.random.default_rng(seed)
    votes = rng.multinomial(rng.integers(3, 20, CASES)[:, None].ravel(), rng.dirichlet(np.ones(5), CASES))
    estimates = rng.dirichlet(np.ones(5), (2, CASES))
    described = properties(votes / votes.sum(axis=1, keepdims=True), *estimates, votes)
    found = []
    for marked in (1, 4, 15, 100):
        named = 0
        for _ in range(repetitions):
            disagree = np.zeros(CASES, dtype=bool)
            disagree[rng.choice(CASES, marked, replace=False)] = True
            named += any(is_clear(entry) for entry in associations(described, disagree))
        share = named / repetitions
        claim = "a property is called associated with a disagreement that is random in 5% at most"
        situation = f"{marked} disagreements among {CASES} cases, {len(described.keys)} properties"
        found.append(Outcome(claim, situation, share, 0.0, 0.05, share_error(share, repetitions)))
    return found
